import type { InputRowChange } from '@octavo/core/contract'
import type { InputCell } from '@octavo/core/document'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useReadPage } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { Remark } from '../../forms/index.ts'
import { Button, Dialog, Skeleton } from '../../ui/index.ts'
import type { WrittenTable } from './entry-plans.ts'
import { textOfCell } from './entry-values.ts'
import '../../i18n/input-tables.ts'

interface RowHistoryDialogProps {
  elementId: string
  rowId: string
  table: WrittenTable
  onClose: () => void
}

interface HistoryPage {
  entries: InputRowChange[]
  nextPage: string | null
}

/** Who changed what in a row, the latest first. */
export function RowHistoryDialog({ elementId, rowId, table, onClose }: RowHistoryDialogProps) {
  const { t, i18n } = useTranslation('inputTables')
  const { workbookId } = useReadPage()()
  const path = `/v2/workbooks/${workbookId}/elements/${elementId}/rows/${encodeURIComponent(rowId)}/history`
  const history = useInfiniteQuery({
    queryKey: ['row-history', workbookId, elementId, rowId],
    queryFn: ({ signal, pageParam }) =>
      call<HistoryPage>(path, { signal, query: { limit: 50, ...(pageParam ? { page: pageParam } : {}) } }),
    initialPageParam: '',
    getNextPageParam: ({ nextPage }) => nextPage ?? undefined,
    gcTime: 0,
    retry: false,
  })
  const moment = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Dialog isOpen size="form" title={t('history.title')} closeLabel={t('close')} onClose={onClose}>
      <div className="flex flex-col gap-4 pb-2">
        {history.isPending && <Skeleton className="h-16" />}
        {history.error && <Remark tone="danger">{explain(history.error).message}</Remark>}
        {history.data && entries.length === 0 && <p className="text-muted">{t('history.none')}</p>}
        <ol className="flex flex-col gap-4">
          {entries.map((entry) => (
            <li key={entry.revision}>
              <p className="flex justify-between gap-4 text-muted">
                <span>{t(`history.${entry.kind}`, { name: entry.changedByName })}</span>
                <time dateTime={entry.changedAt}>{moment.format(Date.parse(entry.changedAt))}</time>
              </p>
              <Cells entry={entry} table={table} />
            </li>
          ))}
        </ol>
        {history.hasNextPage && (
          <Button isBusy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('history.more')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Cells({ entry, table }: { entry: InputRowChange; table: WrittenTable }) {
  const { t } = useTranslation('inputTables')
  const names = new Map(table.source.columns.map(({ id, name }) => [id, name]))
  const text = (columnId: string, cell: InputCell) =>
    textOfCell(table.columns.get(columnId)?.kind ?? 'text', cell) || t('history.empty')
  return (
    <ul>
      {Object.entries(entry.cells).map(([columnId, { before, after }]) => (
        <li key={columnId} className="flex flex-wrap gap-x-2">
          <span className="font-medium">{names.get(columnId) ?? t('history.deletedColumn')}</span>
          {entry.kind !== 'inserted' && <del className="text-muted">{text(columnId, before)}</del>}
          {entry.kind !== 'deleted' && <ins className="no-underline">{text(columnId, after)}</ins>}
        </li>
      ))}
    </ul>
  )
}
