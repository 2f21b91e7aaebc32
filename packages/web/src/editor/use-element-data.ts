import type { DocumentEdit, WorkbookDocument } from '@octavo/core/document'
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { ElementData, PageData } from './page-data.ts'
import type { PageState } from './page-state.ts'

/** What an element on an open page can reach. */
export interface OpenPage {
  /** Id of the workbook, of the data model, or of the public embed. */
  workbookId: string
  /** Nothing of a data model is exported, counted or explained. */
  isDataModel?: boolean
  /** Somebody without an account reads a public embed: nothing is exported, counted or explained either. */
  isEmbed?: boolean
  document: WorkbookDocument
  data: PageData
  /** The view through which a reader sees the workbook, as requests name it. */
  view?: { bookmarkId?: string; exploreKey?: string } | undefined
  /** The draft is shown, not what is published. */
  isDraft?: boolean | undefined
  /** The member or team as whom an author looks at the draft, as requests name them. */
  seenAs?: { viewAsMemberId: string } | { viewAsTeamId: string } | undefined
  /** Present control values as text, by control id; a control that is absent has its saved value. */
  controlTexts: Readonly<Record<string, string>>
  setControl: (controlId: string, text: string | undefined) => void
  canExport: boolean
  /** Cells of tables are copied one at a time. */
  copiesOneCell: boolean
  /** Chosen tabs and open overlays. */
  state: PageState
  showPage: (pageId: string) => void
  /** Shows the page of an element and brings it into view. */
  showElement: (elementId: string) => void
  /** Makes changes in the reader's own view of the workbook; absent where the reader may not explore it. */
  explore?: ((change: (document: WorkbookDocument) => DocumentEdit[]) => void) | undefined
  /** Ids of filters that the reader has added in the view that is shown. */
  ownFilters?: ReadonlySet<string> | undefined
  /** IANA zone of the organization. */
  zone: string
}

/** Where the API has the document of a page. */
export function documentPath({
  workbookId,
  isDataModel,
  isEmbed,
}: Pick<OpenPage, 'workbookId' | 'isDataModel' | 'isEmbed'>): string {
  const kind = isEmbed ? 'embeds' : isDataModel ? 'dataModels' : 'workbooks'
  return `/v2/${kind}/${encodeURIComponent(workbookId)}`
}

const OpenPageContext = createContext<OpenPage | undefined>(undefined)
export const OpenPageProvider = OpenPageContext.Provider

export function useOpenPage(): OpenPage {
  const page = useContext(OpenPageContext)
  if (!page) throw new Error('An element stands outside a page.')
  return page
}

/** The data of one element, up to date. */
export function useElementData(elementId: string): ElementData {
  const { data } = useOpenPage()
  return useSyncExternalStore(
    useCallback((listener: () => void) => data.subscribe(elementId, listener), [data, elementId]),
    () => data.element(elementId),
  )
}

/** What requests about elements of the page name: the draft, as whom it is seen, or the view. */
export function selectionOf({
  isDraft,
  seenAs,
  view,
}: Pick<OpenPage, 'isDraft' | 'seenAs' | 'view'>): Record<string, string | boolean> {
  return isDraft ? { draft: true, ...seenAs } : { ...view }
}

/** Of which version statement and plan are: the draft in the editor, a saved view, or what is published. */
export function statementOf({ isDraft, view }: Pick<OpenPage, 'isDraft' | 'view'>): Record<string, string | boolean> {
  if (isDraft) return { draft: true }
  return view?.bookmarkId === undefined ? {} : { bookmarkId: view.bookmarkId }
}
