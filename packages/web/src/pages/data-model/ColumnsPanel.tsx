import type { ColumnEntry } from '@octavo/core/contract'
import { columnNames, type TableElement } from '@octavo/core/document'
import { formulaTypeOf, valueTypeFromText } from '@octavo/core/types'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { typeIcon } from '../../elements/table/columns/type-icon.ts'
import { Badge, DataTable } from '../../forms/index.ts'
import { CircleAlert, Message, Rows } from '../../ui/index.ts'
import { listAll } from '../data/list-all.ts'
import { Card } from '../frame/Page.tsx'
import { FormulaText } from './FormulaText.tsx'

interface ShownColumn {
  id: string
  name: string
  formula: string
  description: string | undefined
  isHidden: boolean
  /** Undefined until the server has compiled the data model. */
  type: ColumnEntry['type'] | undefined
}

/** The columns of a table, in its order, with the types that they compile to. */
export function ColumnsPanel({ dataModelId, element }: { dataModelId: string; element: TableElement }) {
  const { t } = useTranslation('models')
  const types = useColumnTypes(dataModelId)
  const names = columnNames(element.columns)
  if (element.columns.length === 0) {
    return <Message icon={Rows} className="py-16" title={t('columns.none')} text={t('columns.noneText')} />
  }
  const rows = element.columns.map(
    ({ id, formula, description, hidden }): ShownColumn => ({
      id,
      name: names.get(id) ?? id,
      formula,
      description,
      isHidden: hidden === true,
      type: types.get(`${element.id} ${id}`),
    }),
  )
  return (
    <Card>
      <DataTable
        label={t('tabs.columns')}
        rows={rows}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={[
          { id: 'name', label: t('columns.name'), cell: (row) => <ColumnName row={row} /> },
          {
            id: 'type',
            label: t('columns.type'),
            width: 140,
            className: 'hidden text-muted md:table-cell',
            cell: ({ type }) => <TypeText type={type} />,
          },
          { id: 'formula', label: t('columns.formula'), cell: ({ formula }) => <FormulaText text={formula} /> },
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

function ColumnName({ row: { name, type, isHidden } }: { row: ShownColumn }) {
  const { t } = useTranslation('models')
  const exact = type?.exactType === undefined ? null : valueTypeFromText(type.exactType)
  const formulaType = exact === null ? 'null' : formulaTypeOf(exact)
  const TypeIcon = typeIcon(formulaType === 'null' ? 'unknown' : formulaType)
  return (
    <span className="flex min-w-0 items-center gap-2">
      {type?.type === 'error' ? (
        <CircleAlert className="size-4 shrink-0 text-danger" role="img" aria-label={t('columns.error')} />
      ) : (
        <TypeIcon className="size-4 shrink-0 text-muted" aria-hidden />
      )}
      <span className="min-w-0 truncate font-medium" title={name}>
        {name}
      </span>
      {isHidden && (
        <span className="shrink-0">
          <Badge isSmall>{t('columns.hidden')}</Badge>
        </span>
      )}
    </span>
  )
}

function TypeText({ type }: { type: ColumnEntry['type'] | undefined }) {
  const { t } = useTranslation('models')
  if (type === undefined) return null
  if (type.type !== 'error') return <span title={type.exactType}>{type.exactType ?? type.type}</span>
  return (
    <span className="block truncate text-danger" title={type.message}>
      {type.message ?? t('columns.error')}
    </span>
  )
}

/** By element and column. Without them the page still shows what the document says. */
function useColumnTypes(dataModelId: string): ReadonlyMap<string, ColumnEntry['type']> {
  const { data } = useQuery({
    queryKey: ['data-models', 'columns', dataModelId],
    queryFn: ({ signal }) =>
      listAll<ColumnEntry>(`/v2/dataModels/${encodeURIComponent(dataModelId)}/columns`, { signal }, 10_000),
  })
  return new Map(data?.entries.map(({ elementId, columnId, type }) => [`${elementId} ${columnId}`, type]))
}
