import type { Metric, TableElement } from '@octavo/core/document'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../editor/index.ts'
import { Badge, DataTable } from '../../forms/index.ts'
import { Button, Formula, IconButton, lazyPart, Message, Pencil, Plus, Trash } from '../../ui/index.ts'
import { FormulaText } from '../data-model/FormulaText.tsx'
import { Card } from '../frame/Page.tsx'
import { withEntry, withoutEntry } from './list-edits.ts'

const MetricDialog = lazyPart(async () => ({ default: (await import('./MetricDialog.tsx')).MetricDialog }))

/** The named aggregates that readers of the table may use, created and changed here. */
export function MetricsTab({ element }: { element: TableElement }) {
  const { t } = useTranslation('models')
  const editor = useEditor()
  const [open, setOpen] = useState<Metric | 'new'>()
  const { metrics = [] } = element
  const nameOf = ({ id, name }: Metric) => name ?? id
  const add = (
    <Button icon={Plus} onClick={() => setOpen('new')}>
      {t('edit.metrics.add')}
    </Button>
  )

  function save(metric: Metric) {
    editor.apply(t('edit.metrics.word', { name: nameOf(metric) }), withEntry(element, 'metrics', { ...metric }))
    setOpen(undefined)
  }
  function remove(metric: Metric) {
    const word = t('edit.metrics.wordRemove', { name: nameOf(metric) })
    editor.apply(word, withoutEntry(element, 'metrics', metric.id))
  }
  return (
    <>
      {metrics.length === 0 ? (
        <Message
          icon={Formula}
          className="py-16"
          title={t('metrics.none')}
          text={t('edit.metrics.noneText')}
          actions={add}
        />
      ) : (
        <div className="flex flex-col items-start gap-3">
          {add}
          <Card className="w-full">
            <DataTable
              label={t('tabs.metrics')}
              rows={metrics}
              keyOf={({ id }) => id}
              nameOf={nameOf}
              columns={[
                {
                  id: 'name',
                  label: t('columns.name'),
                  className: 'truncate font-medium',
                  cell: (metric) => (
                    <span className="flex items-center gap-2">
                      <span className="truncate">{nameOf(metric)}</span>
                      {metric.isHighlighted === true && <Badge isSmall>{t('edit.metrics.highlighted')}</Badge>}
                    </span>
                  ),
                },
                { id: 'formula', label: t('columns.formula'), cell: ({ formula }) => <FormulaText text={formula} /> },
                {
                  id: 'description',
                  label: t('columns.description'),
                  className: 'truncate text-muted',
                  cell: ({ description }) => description ?? '',
                },
                {
                  id: 'actions',
                  label: t('edit.actions'),
                  width: 96,
                  cell: (metric) => (
                    <span className="flex justify-end">
                      <IconButton
                        label={t('edit.change', { name: nameOf(metric) })}
                        icon={Pencil}
                        size="small"
                        onClick={() => setOpen(metric)}
                      />
                      <IconButton
                        label={t('edit.remove', { name: nameOf(metric) })}
                        icon={Trash}
                        size="small"
                        onClick={() => remove(metric)}
                      />
                    </span>
                  ),
                },
              ]}
            />
          </Card>
        </div>
      )}
      {open && (
        <Suspense>
          <MetricDialog
            element={element}
            metric={open === 'new' ? { id: newId(), formula: '' } : open}
            isNew={open === 'new'}
            onSave={save}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
