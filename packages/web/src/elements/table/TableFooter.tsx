import type { TableElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { cellAt, type ElementData } from '../../editor/index.ts'
import { cellFormatter } from '../../formats.ts'

interface TableFooterProps {
  element: TableElement
  data: ElementData
  isGrouped: boolean
  selected: { rows: number; columns: number } | undefined
}

/** Values of the summary over the whole table, and how many rows there are. */
export function TableFooter({ element, data, isGrouped, selected }: TableFooterProps) {
  const { t } = useTranslation()
  const rows = data.levels.get(isGrouped ? 'g1' : 'base')
  const summary = data.levels.get('summary')
  const count = rows?.rowCount ?? 0
  const countText = isGrouped
    ? t(rows?.hasMore ? 'table.groupsLoaded' : 'table.groups', { count })
    : t(rows?.hasMore ? 'table.rowsLoaded' : 'table.rows', { count })
  return (
    <footer className="flex h-8 shrink-0 items-center gap-5 overflow-x-auto border-t border-line bg-sunken px-4 text-xs whitespace-nowrap text-muted scroll-quiet">
      {summary && summary.rowCount > 0 && (
        <dl className="flex gap-5">
          {summary.columns.map((column, index) => (
            <div key={column.id} className="flex gap-1.5">
              <dt>{column.name}</dt>
              <dd className="font-semibold text-ink tabular">
                {cellFormatter(
                  column.type,
                  element.columns.find((entry) => entry.id === column.id)?.format,
                )(cellAt(summary, index, 0)) || '–'}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <span className="ml-auto tabular">
        {selected ? t('table.selected', { rows: selected.rows, columns: selected.columns }) : countText}
      </span>
    </footer>
  )
}
