import { columnNames, type TableElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../forms/index.ts'
import { Formula, Message } from '../../ui/index.ts'
import { Card } from '../frame/Page.tsx'
import { FormulaText } from './FormulaText.tsx'

/** The named aggregates that readers of the table may use. */
export function MetricsPanel({ element }: { element: TableElement }) {
  const { t } = useTranslation('models')
  const { metrics = [] } = element
  const names = columnNames(element.columns)
  if (metrics.length === 0) {
    return <Message icon={Formula} className="py-16" title={t('metrics.none')} text={t('metrics.noneText')} />
  }
  return (
    <Card>
      <DataTable
        label={t('tabs.metrics')}
        rows={metrics}
        keyOf={({ id }) => id}
        nameOf={({ id, name }) => name ?? id}
        columns={[
          {
            id: 'name',
            label: t('columns.name'),
            className: 'truncate font-medium',
            cell: ({ id, name }) => <span title={name ?? id}>{name ?? id}</span>,
          },
          { id: 'formula', label: t('columns.formula'), cell: ({ formula }) => <FormulaText text={formula} /> },
          {
            id: 'timeline',
            label: t('metrics.timeline'),
            width: 180,
            className: 'hidden truncate text-muted md:table-cell',
            cell: ({ timeline }) =>
              timeline === undefined
                ? ''
                : [names.get(timeline.dateColumnId) ?? timeline.dateColumnId, timeline.truncation]
                    .filter(Boolean)
                    .join(' · '),
          },
          {
            id: 'description',
            label: t('columns.description'),
            className: 'hidden text-muted xl:table-cell',
            cell: ({ description }) => description ?? '',
          },
        ]}
      />
    </Card>
  )
}
