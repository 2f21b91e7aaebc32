import type { ColumnDetails, ColumnDetailsRequest } from '@octavo/core/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import { useEditor, useEditorState } from '../../../editor/index.ts'

/** What the data platform says of a column of the open document, or of how keys match; asked anew when the draft changes. */
export function useColumnDetails(elementId: string, request: ColumnDetailsRequest, isAsked = true) {
  const { workbookId, stored } = useEditor()
  const revision = useEditorState((state) => state.revision)
  return useQuery({
    queryKey: ['columnDetails', workbookId, stored, elementId, revision, request],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<ColumnDetails>(
        `/v2/workbooks/${encodeURIComponent(workbookId)}/elements/${encodeURIComponent(elementId)}/columnDetails`,
        { method: 'POST', query: { ...stored }, body: request, signal },
      ),
  })
}
