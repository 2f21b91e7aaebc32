import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, Pager, usePages } from '../../forms/index.ts'
import { Button } from '../../ui/index.ts'
import { Card } from './Page.tsx'

interface PagedTableProps<Row, Sort extends string> extends ComponentProps<typeof DataTable<Row, Sort>> {
  /** Back on the first page when this changes. */
  resetOn?: string
  /** Shown above the header, such as the bar of the selection. */
  bar?: ReactNode
  /** Shown in place of the table where there are no rows. */
  nothing?: ReactNode
}

/** A table of as many rows as the browser holds, fifty at a time. */
export function PagedTable<Row, Sort extends string = string>(props: PagedTableProps<Row, Sort>) {
  const { resetOn = '', bar, nothing, rows, ...table } = props
  const { t } = useTranslation('organization')
  const pages = usePages(rows, resetOn)
  return (
    <>
      <Card>
        {bar}
        {rows.length === 0 && nothing ? (
          nothing
        ) : (
          <DataTable
            {...table}
            rows={pages.rows}
            sortLabel={(name) => t('files.sortBy', { name })}
            selectLabel={(name) => t('files.select', { name })}
            selectAllLabel={t('files.selectAll')}
          />
        )}
      </Card>
      {rows.length > 0 && (
        <Pager
          pages={pages}
          text={t('common.range', { from: pages.from, to: pages.to, count: rows.length })}
          previous={t('common.previous')}
          next={t('common.next')}
        />
      )}
    </>
  )
}

interface SelectionBarProps {
  count: number
  onClear: () => void
  /** Shown after the count. */
  more?: ReactNode
  children: ReactNode
}

/** The number of selected rows, and the commands for them. */
export function SelectionBar({ count, onClear, more, children }: SelectionBarProps) {
  const { t } = useTranslation('organization')
  if (count === 0) return null
  return (
    <div
      role="toolbar"
      aria-label={t('files.selected', { count })}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-4 py-1.5"
    >
      <span className="grow font-medium text-accent-text">
        {t('files.selected', { count })}
        {more}
      </span>
      {children}
      <Button look="quiet" onClick={onClear}>
        {t('files.unselect')}
      </Button>
    </div>
  )
}
