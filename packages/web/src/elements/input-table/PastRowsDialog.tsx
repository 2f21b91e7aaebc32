import type { InputRowAt } from '@octavo/core/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useReadPage } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { Badge, DataTable, Remark, type TableColumn, TextField } from '../../forms/index.ts'
import { Button, Dialog, Skeleton } from '../../ui/index.ts'
import type { WrittenTable } from './entry-plans.ts'
import { textOfCell } from './entry-values.ts'
import '../../i18n/input-tables.ts'

interface PastRowsDialogProps {
  elementId: string
  table: WrittenTable
  onClose: () => void
}

interface RowsPage {
  entries: InputRowAt[]
  nextPage: string | null
}

/** What was entered into the table up to a moment, and what became of each row since. */
export function PastRowsDialog({ elementId, table, onClose }: PastRowsDialogProps) {
  const { t } = useTranslation('inputTables')
  const { workbookId } = useReadPage()()
  const [moment, setMoment] = useState(startOfToday)
  const instant = Date.parse(moment)
  const asOf = Number.isNaN(instant) ? undefined : new Date(instant).toISOString()
  const rows = useInfiniteQuery({
    queryKey: ['past-rows', workbookId, elementId, asOf],
    queryFn: ({ signal, pageParam }) =>
      call<RowsPage>(`/v2/workbooks/${workbookId}/elements/${elementId}/rows`, {
        signal,
        query: { limit: 100, ...(asOf !== undefined && { asOf }), ...(pageParam ? { page: pageParam } : {}) },
      }),
    enabled: asOf !== undefined,
    initialPageParam: '',
    getNextPageParam: ({ nextPage }) => nextPage ?? undefined,
    gcTime: 0,
    retry: false,
  })
  const entries = rows.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Dialog isOpen size="wide" title={t('past.title')} closeLabel={t('close')} onClose={onClose}>
      <div className="flex flex-col gap-4 pb-2">
        <TextField
          type="datetime-local"
          step={1}
          className="max-w-64"
          label={t('past.moment')}
          hint={t('past.zone')}
          value={moment}
          onChange={setMoment}
        />
        {asOf !== undefined && rows.isPending && <Skeleton className="h-16" />}
        {rows.error && <Remark tone="danger">{explain(rows.error).message}</Remark>}
        {rows.data && entries.length === 0 && <p className="text-muted">{t('past.none')}</p>}
        {entries.length > 0 && <Rows entries={entries} table={table} />}
        {rows.hasNextPage && (
          <Button isBusy={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
            {t('history.more')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Rows({ entries, table }: { entries: readonly InputRowAt[]; table: WrittenTable }) {
  const { t } = useTranslation('inputTables')
  const entered = table.source.columns.flatMap(({ id, name }): TableColumn<InputRowAt>[] => {
    const column = table.columns.get(id)
    if (!column) return []
    return [{ id, label: name, cell: ({ values }) => textOfCell(column.kind, values[id]) }]
  })
  const state: TableColumn<InputRowAt> = {
    id: 'since',
    label: t('past.state'),
    width: 160,
    cell: ({ since }) =>
      since !== 'same' && (
        <Badge isSmall tone={since === 'deleted' ? 'danger' : 'warning'}>
          {t(`past.${since}`)}
        </Badge>
      ),
  }
  return (
    <DataTable
      label={t('past.title')}
      rows={entries}
      keyOf={({ rowId }) => rowId}
      nameOf={({ rowId }) => rowId}
      columns={[...entered, state]}
    />
  )
}

/** The value of a field of type `datetime-local`: local time, to the minute. */
function startOfToday(): string {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}T00:00`
}
