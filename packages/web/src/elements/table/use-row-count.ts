import type { ColumnDetails } from '@octavo/core/contract'
import { sameJson } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { type ElementData, selectionOf, useOfPage } from '../../editor/index.ts'

/**
 * How many rows a table has with its filters and the present control values; undefined until the data platform has
 * counted them. Asked for only where more rows exist than were sent: otherwise those that are here are all. Never for data models, public
 * embeds and what is shown with edits that are not stored, such as an earlier version.
 */
export function useRowCount(elementId: string, data: ElementData, hasMore: boolean): number | undefined {
  const page = useOfPage((open) => open.data)
  const { workbookId, mayFetch, selection, controls } = useOfPage(
    (open) => ({
      workbookId: open.workbookId,
      mayFetch: !open.isDataModel && !open.isEmbed && !open.edits?.length,
      selection: selectionOf(open),
      controls: { ...open.controlTexts },
    }),
    sameJson,
  )
  const { data: answer } = useQuery({
    queryKey: ['rowCount', workbookId, selection, elementId, controls, page.questionOf(elementId)],
    enabled: hasMore && mayFetch && data.status === 'ready' && !data.isStale,
    retry: false,
    queryFn: ({ signal }) =>
      call<ColumnDetails>(
        `/v2/workbooks/${encodeURIComponent(workbookId)}/elements/${encodeURIComponent(elementId)}/columnDetails`,
        { method: 'POST', body: { countRows: true, controls }, signal, query: selection },
      ),
  })
  return hasMore ? answer?.rows : undefined
}
