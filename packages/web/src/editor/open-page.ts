import type { DocumentEdit, Modification, WorkbookDocument } from '@octavo/core/document'
import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { PageData } from './page-data.ts'
import type { PageState } from './page-state.ts'

/** What an element on an open page can reach. */
export interface OpenPage {
  /** Id of the workbook, of the data model, or of the public embed. */
  workbookId: string
  /** Data models have no exports, row counts or explanations. */
  isDataModel?: boolean
  /** Readers of a public embed have no account, so there are no exports, row counts or explanations either. */
  isEmbed?: boolean
  document: WorkbookDocument
  data: PageData
  /** The view through which a reader sees the workbook, as requests name it. */
  view?: { bookmarkId?: string; exploreKey?: string } | undefined
  /** The locale and variant of the translations of an embed, as requests name them. */
  language?: Readonly<Record<string, string>> | undefined
  /** The draft is shown, not what is published. */
  isDraft?: boolean | undefined
  /** Unsaved changes of the draft that are shown; they are sent with requests about it. */
  edits?: readonly DocumentEdit[] | undefined
  /** The member or team that an author views the draft as, in the form of requests. */
  seenAs?: { viewAsMemberId: string } | { viewAsTeamId: string } | undefined
  /** Present control values as text, by control id; a control that is absent has its saved value. */
  controlTexts: Readonly<Record<string, string>>
  setControl: (controlId: string, text: string | undefined) => void
  canExport: boolean
  /** Cells of tables are copied one at a time. */
  copiesOneCell: boolean
  /** Chosen tabs and open overlays. */
  state: PageState
  /** The page that is shown, and those that the reader may see; absent: all of the document. */
  pageId?: string | undefined
  pageIds?: readonly string[] | undefined
  showPage: (pageId: string) => void
  /** Shows the page of an element and brings it into view. */
  showElement: (elementId: string) => void
  /** Makes changes in the reader's own view of the workbook; absent where the reader may not explore it. */
  explore?: ((change: (document: WorkbookDocument) => DocumentEdit[]) => void) | undefined
  /**
   * Changes an element for this reader until the workbook is opened again, for a step of a sequence; absent where that
   * is not possible.
   */
  modify?: ((modification: Modification) => Promise<void>) | undefined
  /** The changes of elements for this reader, which are sent with requests for their rows. */
  modifications?: readonly Modification[] | undefined
  /** Ids of filters that the reader has added in the view that is shown. */
  ownFilters?: ReadonlySet<string> | undefined
  /** Origins of other hosts whose pictures and pages are shown; absent: none. */
  contentHosts?: readonly string[] | undefined
  /** Input tables that the person may enter rows into here, by their `inputMode`; absent: none. */
  entersRows?: ReadonlySet<'edit' | 'explore' | 'view'> | undefined
  /** IANA zone of the organization. */
  zone: string
}

/** The current page. Readers of a part of it are notified of each new page, and compare that part. */
class PageStore {
  page: OpenPage
  private readonly listeners = new Set<() => void>()

  constructor(page: OpenPage) {
    this.page = page
  }

  read = (): OpenPage => this.page

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  notify(): void {
    for (const listener of [...this.listeners]) listener()
  }
}

const StoreContext = createContext<PageStore | undefined>(undefined)

function useStore(): PageStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('An element stands outside a page.')
  return store
}

/** Hands a page on to everything inside. A new page draws only what reads the parts that are different in it. */
export function OpenPageProvider({ value, children }: { value: OpenPage; children: ReactNode }) {
  const [store] = useState(() => new PageStore(value))
  // Components that are drawn in the same pass read the new page; all others are notified afterwards.
  store.page = value
  // biome-ignore lint/correctness/useExhaustiveDependencies: notified once for each page
  useLayoutEffect(() => store.notify(), [store, value])
  return createElement(StoreContext.Provider, { value: store }, children)
}

/** The whole page: for dialogs and menus. What reads it is drawn again at every edit, so tiles read parts of it. */
export function useOpenPage(): OpenPage {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, store.read)
}

/**
 * A part of the page; the component is drawn again only when the part changes. `isSame` compares parts that `select`
 * makes anew each time.
 */
export function useOfPage<Part>(
  select: (page: OpenPage) => Part,
  isSame: (before: Part, after: Part) => boolean = Object.is,
): Part {
  const store = useStore()
  const known = useRef<{ part: Part }>(undefined)
  return useSyncExternalStore(store.subscribe, () => {
    const part = select(store.page)
    if (!known.current || !(Object.is(known.current.part, part) || isSame(known.current.part, part))) {
      known.current = { part }
    }
    return known.current.part
  })
}

/** Whether a page of a workbook is open around the component, and none of a data model. */
export function useIsInWorkbook(): boolean {
  const store = useContext(StoreContext)
  return store !== undefined && store.page.isDataModel !== true
}

/** Reads the page of the moment, for what happens on a click: it draws nothing again. */
export function useReadPage(): () => OpenPage {
  return useStore().read
}
