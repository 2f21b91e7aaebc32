import type { ColumnDetails, ColumnDetailsRequest } from '@octavo/core/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import { documentPath, useEditor, useEditorState } from '../../../editor/index.ts'

/** Statistics of a column of the open document, or of how keys match; requested again when the draft changes. */
export function useColumnDetails(elementId: string, request: ColumnDetailsRequest, isAsked = true) {
  const editor = useEditor()
  const { workbookId, stored } = editor
  const revision = useEditorState((state) => state.revision)
  return useQuery({
    queryKey: ['columnDetails', workbookId, stored, elementId, revision, request],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<ColumnDetails>(`${documentPath(editor)}/elements/${encodeURIComponent(elementId)}/columnDetails`, {
        method: 'POST',
        query: { ...stored },
        body: request,
        signal,
      }),
  })
}
