import { levelOfColumn, type SortEntry, setSort } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../../editor/index.ts'
import { Select } from '../../../../forms/index.ts'
import { ArrowUp, Button, IconButton, Plus, X } from '../../../../ui/index.ts'
import type { ColumnDialogProps } from '../column-dialog-props.ts'
import { useColumnFacts } from '../column-facts.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

const nullPlaces = ['connection-default', 'first', 'last'] as const

/** Several rules of order, first rule first, each with the place of its empty values. */
export function SortQuestion({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const [first = ''] = columnIds
  const level = levelOfColumn(element, first)
  const groupingId = level.kind === 'grouping' ? level.groupingId : undefined
  const before = groupingId === undefined ? element.sort : element.groupings?.find(({ id }) => id === groupingId)?.sort
  const [rules, setRules] = useState<readonly SortEntry[]>(
    before && before.length > 0 ? before : [{ columnId: first, direction: 'ascending' }],
  )
  const offered = element.columns.filter(({ id }) => {
    const own = levelOfColumn(element, id)
    return own.kind === level.kind && (own.kind !== 'grouping' || own.groupingId === groupingId)
  })
  const free = offered.filter(({ id }) => !rules.some(({ columnId }) => columnId === id))
  const change = (index: number, fields: Partial<SortEntry>) =>
    setRules(rules.map((rule, at) => (at === index ? { ...rule, ...fields } : rule)))
  return (
    <QuestionDialog
      title={t('sortTitle')}
      onClose={onClose}
      onSave={() =>
        editor.apply(
          t('word.sort', { name: rules.map(({ columnId }) => facts.name(columnId)).join(', ') }),
          setSort(editor.state.document, element.id, rules, groupingId),
        )
      }
    >
      <p className="text-xs text-muted">{t('sortText')}</p>
      <ol className="flex flex-col gap-2">
        {rules.map((rule, index) => {
          const name = facts.name(rule.columnId)
          return (
            <li key={rule.columnId} className="grid grid-cols-[1fr_8rem_8rem_auto_auto] items-center gap-2">
              <Select
                isSmall
                label={t('sortColumn', { number: index + 1 })}
                value={rule.columnId}
                options={[{ id: rule.columnId }, ...free].map(({ id }) => ({ value: id, label: facts.name(id) }))}
                onChange={(columnId) => change(index, { columnId })}
              />
              <Select
                isSmall
                label={t('panel.direction', { name })}
                value={rule.direction}
                options={[
                  { value: 'ascending', label: t('panel.ascending') },
                  { value: 'descending', label: t('panel.descending') },
                ]}
                onChange={(direction) => change(index, { direction })}
              />
              <Select
                isSmall
                label={t('sortNulls', { name })}
                value={rule.nulls ?? 'connection-default'}
                options={nullPlaces.map((value) => ({ value, label: t(`nullsAt.${value}`) }))}
                onChange={(nulls) => change(index, { nulls })}
              />
              <IconButton
                label={t('sortUp', { name })}
                icon={ArrowUp}
                size="cell"
                disabled={index === 0}
                onClick={() => {
                  const others = rules.filter((_, at) => at !== index)
                  setRules([...others.slice(0, index - 1), rule, ...others.slice(index - 1)])
                }}
              />
              <IconButton
                label={t('panel.removeSort', { name })}
                icon={X}
                size="cell"
                onClick={() => setRules(rules.filter((_, at) => at !== index))}
              />
            </li>
          )
        })}
      </ol>
      {free[0] && (
        <Button
          isSmall
          className="self-start"
          onClick={() => setRules([...rules, { columnId: free[0]?.id ?? '', direction: 'ascending' }])}
        >
          <Plus aria-hidden /> {t('panel.addSort')}
        </Button>
      )}
    </QuestionDialog>
  )
}
