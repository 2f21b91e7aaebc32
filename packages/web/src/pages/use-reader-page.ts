import { type DocumentPage, findControl, findNode, type WorkbookDocument } from '@octavo/core/document'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type OpenPage, type PageData, PageState } from '../editor/index.ts'
import { parseRawSearch, writeRawSearch } from '../raw-search.ts'
import { openPageData } from './open-page-data.ts'
import type { ShownView } from './open-view.ts'
import { controlTextsOf, pageKey, useAddress } from './use-address.ts'
import { placeInAddress } from './view-address.ts'

interface Reading
  extends Pick<OpenPage, 'workbookId' | 'isEmbed' | 'zone' | 'canExport' | 'copiesOneCell' | 'explore'> {
  document: WorkbookDocument
  /** Those that the reader has. */
  pages: readonly DocumentPage[]
  view?: ShownView | undefined
}

interface ReaderPage {
  page: DocumentPage | undefined
  open: OpenPage | undefined
  showPage: (id: string) => void
  hasOverlay: boolean
  /** Data is on its way. */
  isBusy: boolean
}

/** The page that the address names, with its data, the control values of the address, and what has been opened on it. */
export function useReaderPage(reading: Reading): ReaderPage {
  const { workbookId, isEmbed, document, pages, view, zone, canExport, copiesOneCell, explore } = reading
  const [state] = useState(() => new PageState())
  /** The element that an action led to. */
  const [wanted, setWanted] = useState<string>()
  const navigate = useNavigate()
  const address = useAddress()
  const { page, elementId } = placeInAddress(document, pages, address[pageKey])
  const data = usePageData(reading, page)
  const [drills, setDrills] = useState<{ document: WorkbookDocument; texts: Record<string, string> }>()
  const controlTexts = useMemo(
    () => ({
      ...view?.controls,
      ...controlTextsOf(address, document),
      ...(drills?.document === document ? drills.texts : {}),
    }),
    [address, document, drills, view],
  )
  const controlKey = JSON.stringify(controlTexts)

  useEffect(() => {
    // The texts are compared as a whole: an equal set of values is no new question.
    data?.load(JSON.parse(controlKey) as Record<string, string>)
  }, [data, controlKey])
  useEffect(() => () => data?.dispose(), [data])
  const hasOverlay = useSyncExternalStore(state.subscribe, () => state.openOverlays().length > 0)
  const isBusy = useSyncExternalStore(
    (listener) => data?.subscribeToPage(listener) ?? (() => undefined),
    () => data?.isBusy() ?? false,
  )

  const showPage = useCallback(
    (id: string) => {
      const next = { ...parseRawSearch(location.search), [pageKey]: id }
      void navigate({ href: `${location.pathname}${writeRawSearch(next)}` })
    },
    [navigate],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element may stand on the page that is shown next
  useEffect(() => {
    const shown = wanted ?? elementId
    if (shown === undefined) return
    const element = globalThis.document.querySelector(`[data-element="${CSS.escape(shown)}"]`)
    element?.scrollIntoView({ block: 'center' })
  }, [wanted, elementId, page?.id])

  const open = useMemo((): OpenPage | undefined => {
    if (!data) return undefined
    return {
      workbookId,
      ...(isEmbed ? { isEmbed } : {}),
      document,
      data,
      state,
      view: view?.query,
      controlTexts,
      showPage,
      showElement: (id) => {
        const root = findNode(document.layout, id)?.rootId
        if (root !== undefined && root !== page?.id) showPage(root)
        setWanted(id)
      },
      zone,
      canExport,
      copiesOneCell,
      explore,
      ownFilters: view?.ownFilters,
      setControl(controlId, text) {
        if (findControl(document, controlId)?.controlType === 'drill') {
          setDrills((before) => {
            const { [controlId]: _, ...others } = before?.document === document ? before.texts : {}
            return { document, texts: text === undefined ? others : { ...others, [controlId]: text } }
          })
          return
        }
        const next = { ...parseRawSearch(location.search), [controlId]: text }
        void navigate({ href: `${location.pathname}${writeRawSearch(next)}`, replace: true })
      },
    }
  }, [
    data,
    state,
    page?.id,
    workbookId,
    isEmbed,
    document,
    view,
    controlTexts,
    zone,
    canExport,
    copiesOneCell,
    explore,
    navigate,
    showPage,
  ])
  return { page, open, showPage, hasOverlay, isBusy }
}

/** The data of a page. Seen through another view, its rows stay until those of that view have come. */
function usePageData({ workbookId, isEmbed = false, document, view }: Reading, page: DocumentPage | undefined) {
  const shown = useRef<{ workbookId: string; pageId: string | undefined; data: PageData | undefined }>(undefined)
  const data = useMemo(() => {
    const before = shown.current
    const previous = before?.workbookId === workbookId && before.pageId === page?.id ? before.data : undefined
    return page && openPageData(workbookId, document, page, { view: view?.query, isEmbed, previous })
  }, [workbookId, document, page, view, isEmbed])
  useEffect(() => {
    shown.current = { workbookId, pageId: page?.id, data }
  }, [workbookId, page?.id, data])
  return data
}
