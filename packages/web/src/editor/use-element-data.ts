import { useCallback, useSyncExternalStore } from 'react'
import type { ElementData } from './element-data.ts'
import { type OpenPage, useOfPage } from './open-page.ts'

/** Where the API has the document of a page. */
export function documentPath({
  workbookId,
  isDataModel,
  isEmbed,
}: {
  workbookId: string
  isDataModel?: boolean | undefined
  isEmbed?: boolean | undefined
}): string {
  const kind = isEmbed ? 'embeds' : isDataModel ? 'dataModels' : 'workbooks'
  return `/v2/${kind}/${encodeURIComponent(workbookId)}`
}

/** How bodies of requests name the open document. */
export function namedDocument({ workbookId, isDataModel }: { workbookId: string; isDataModel: boolean }) {
  return isDataModel ? { dataModelId: workbookId } : { workbookId }
}

/** The data of one element, up to date. */
export function useElementData(elementId: string): ElementData {
  const data = useOfPage((page) => page.data)
  return useSyncExternalStore(
    useCallback((listener: () => void) => data.subscribe(elementId, listener), [data, elementId]),
    () => data.element(elementId),
  )
}

/** Parameters of requests about elements of the page: the draft, the member or team it is viewed as, or the view. */
export function selectionOf({
  isDraft,
  seenAs,
  view,
  language,
}: Pick<OpenPage, 'isDraft' | 'seenAs' | 'view' | 'language'>): Record<string, string | boolean> {
  return isDraft ? { draft: true, ...seenAs } : { ...view, ...language }
}

/** The version that statement and plan belong to: the draft, a saved view or the published version. */
export function statementOf({ isDraft, view }: Pick<OpenPage, 'isDraft' | 'view'>): Record<string, string | boolean> {
  if (isDraft) return { draft: true }
  return view?.bookmarkId === undefined ? {} : { bookmarkId: view.bookmarkId }
}
