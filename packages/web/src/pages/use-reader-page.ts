import {
  type DocumentPage,
  findControl,
  findNode,
  type Modification,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type OpenPage, type PageData, PageState } from '../editor/index.ts'
import { parseRawSearch, type RawSearch, writeRawSearch } from '../raw-search.ts'
import { openPageData } from './open-page-data.ts'
import { placeInAddress } from './place-in-address.ts'
import type { ShownView } from './shown-view.ts'
import { controlTextsOf, pageKey, useAddress } from './use-address.ts'
import { type ModifiedDocument, useModifications } from './use-modifications.ts'
import { useRowEvents } from './use-row-events.ts'

interface Reading
  extends Pick<
    OpenPage,
    | 'workbookId'
    | 'isEmbed'
    | 'language'
    | 'zone'
    | 'canExport'
    | 'copiesOneCell'
    | 'explore'
    | 'contentHosts'
    | 'entersRows'
  > {
  document: WorkbookDocument
  /** Only some elements of the pages are shown. */
  isPart?: boolean | undefined
  /** The pages that the reader can see. */
  pages: readonly DocumentPage[]
  view?: ShownView | undefined
}

interface ReaderPage {
  page: DocumentPage | undefined
  /** Absent in the first rendering, which sends the request for the rows. */
  open: OpenPage | undefined
  showPage: (id: string) => void
  hasOverlay: boolean
  /** Data is loading. */
  isBusy: boolean
}

/** The page in the address, with its data, the control values of the address, and the overlays that are open on it. */
export function useReaderPage(reading: Reading): ReaderPage {
  const { workbookId, isEmbed, language, pages, view } = reading
  const { document, changes } = useModifications(reading.document)
  const [state] = useState(() => new PageState())
  /** The element that an action led to. */
  const [wanted, setWanted] = useState<string>()
  const address = useAddress()
  const { page, elementId } = placeInAddress(document, pages, address[pageKey])
  const data = usePageData({ ...reading, document, modifications: changes.modifications }, page)
  const { isBusy, load } = useLoading(data)
  useRowEvents({ workbookId, document, data: isEmbed ? undefined : data })
  const { controlTexts, controlKey, setControl } = useControlTexts(reading.document, view, load)
  const isRequested = useFirstRequest(load, controlKey)
  const hasOverlay = useSyncExternalStore(state.subscribe, () => state.openOverlays().length > 0)
  const showPage = useShowPage()
  useShownElement(wanted ?? elementId, isRequested ? page?.id : undefined)

  const settings = useSettings(reading, changes)
  const pageKeys = pages.map(({ id }) => id).join(' ')
  const open = useMemo((): OpenPage | undefined => {
    if (!data || !isRequested) return undefined
    return {
      workbookId,
      ...(isEmbed ? { isEmbed } : {}),
      ...(language ? { language } : {}),
      document,
      data,
      state,
      view: view?.query,
      controlTexts,
      pageId: page?.id,
      pageIds: pageKeys.split(' '),
      showPage,
      showElement: (id) => {
        const root = findNode(document.layout, id)?.rootId
        if (root !== undefined && root !== page?.id) showPage(root)
        setWanted(id)
      },
      ...settings,
      ownFilters: view?.ownFilters,
      setControl,
    }
  }, [
    data,
    isRequested,
    state,
    page?.id,
    pageKeys,
    workbookId,
    isEmbed,
    language,
    document,
    view,
    controlTexts,
    settings,
    setControl,
    showPage,
  ])
  return { page, open, showPage, hasOverlay, isBusy }
}

/** Settings of the page and its reader; the same object while nothing changes. */
function useSettings(
  { isEmbed, zone, contentHosts, canExport, copiesOneCell, explore, entersRows }: Reading,
  changes: ModifiedDocument['changes'],
) {
  return useMemo(() => {
    // No step changes elements of a public embed.
    const own = isEmbed ? {} : changes
    return { zone, contentHosts, canExport, copiesOneCell, explore, entersRows, ...own }
  }, [isEmbed, zone, contentHosts, canExport, copiesOneCell, explore, entersRows, changes])
}

type ControlTexts = Record<string, string>

/** Requests the data with some control values, once for equal values; busy while it is loading. */
function useLoading(data: PageData | undefined): { isBusy: boolean; load: (texts: ControlTexts) => void } {
  const asked = useRef<{ data: PageData; key: string }>(undefined)
  const load = useCallback(
    (texts: ControlTexts) => {
      const key = keyOfTexts(texts)
      if (!data || (asked.current?.data === data && asked.current.key === key)) return
      asked.current = { data, key }
      data.load(texts)
    },
    [data],
  )
  useEffect(() => () => data?.dispose(), [data])
  const isBusy = useSyncExternalStore(
    (listener) => data?.subscribeToPage(listener) ?? (() => undefined),
    () => data?.isBusy() ?? false,
  )
  return { isBusy, load }
}

/**
 * Requests the data with the control values, and returns whether that has been done. The elements are rendered after it, so that the server
 * works meanwhile, and each is rendered once until its rows come.
 */
function useFirstRequest(load: (texts: ControlTexts) => void, controlKey: string): boolean {
  const [isRequested, setIsRequested] = useState(false)
  // The texts are compared as a whole, so an equal set of values sends no new request.
  useLayoutEffect(() => {
    load(JSON.parse(controlKey) as ControlTexts)
    setIsRequested(true)
  }, [load, controlKey])
  return isRequested
}

/** The texts in the order of their controls, as JSON. */
const keyOfTexts = (texts: ControlTexts) =>
  JSON.stringify(Object.fromEntries(Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1))))

function useShowPage(): (pageId: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (id: string) => {
      const next = { ...parseRawSearch(location.search), [pageKey]: id }
      void navigate({ href: `${location.pathname}${writeRawSearch(next)}` })
    },
    [navigate],
  )
}

/**
 * Control values of the view, the address and drills, and a function that sets one. The data is requested immediately,
 * before the address has changed and the page has rendered.
 */
function useControlTexts(document: WorkbookDocument, view: ShownView | undefined, load: (texts: ControlTexts) => void) {
  const navigate = useNavigate()
  const address = useAddress()
  const [drills, setDrills] = useState<{ document: WorkbookDocument; texts: Record<string, string> }>()
  const textsOf = useCallback(
    (search: RawSearch): ControlTexts => ({
      ...view?.controls,
      ...controlTextsOf(search, document),
      ...(drills?.document === document ? drills.texts : {}),
    }),
    [document, drills, view],
  )
  const controlTexts = useMemo(() => textsOf(address), [textsOf, address])
  // Controls that are set one after the other share one address, which the browser has a moment later.
  const coming = useRef<{ from: string; search: RawSearch }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was coming has come, or another page is shown
  useEffect(() => {
    coming.current = undefined
  }, [address])
  const setControl = useCallback(
    (controlId: string, text: string | undefined) => {
      if (findControl(document, controlId)?.controlType === 'drill') {
        const { [controlId]: _before, ...others } = textsOf(parseRawSearch(location.search))
        load(text === undefined ? others : { ...others, [controlId]: text })
        setDrills((before) => {
          const { [controlId]: _, ...others } = before?.document === document ? before.texts : {}
          return { document, texts: text === undefined ? others : { ...others, [controlId]: text } }
        })
        return
      }
      const from = location.search
      const present = coming.current?.from === from ? coming.current.search : parseRawSearch(from)
      const { [controlId]: _before, ...others } = present
      const next = text === undefined ? others : { ...others, [controlId]: text }
      coming.current = { from, search: next }
      load(textsOf(next))
      void navigate({ href: `${location.pathname}${writeRawSearch(next)}`, replace: true })
    },
    [document, navigate, textsOf, load],
  )
  return { controlTexts, controlKey: keyOfTexts(controlTexts), setControl }
}

/** Scrolls to an element if the shown page has it. */
function useShownElement(elementId: string | undefined, pageId: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element may be on the page that is shown next
  useEffect(() => {
    if (elementId === undefined) return
    const element = globalThis.document.querySelector(`[data-element="${CSS.escape(elementId)}"]`)
    element?.scrollIntoView({ block: 'center' })
  }, [elementId, pageId])
}

/** The data of a page. In another view, the previous rows stay visible until the new ones are loaded. */
function usePageData(reading: Reading & { modifications: readonly Modification[] }, page: DocumentPage | undefined) {
  const { workbookId, isEmbed = false, language, document, view, isPart, modifications } = reading
  const shown = useRef<{ workbookId: string; pageId: string | undefined; data: PageData | undefined }>(undefined)
  const data = useMemo(() => {
    const before = shown.current
    const previous = before?.workbookId === workbookId && before.pageId === page?.id ? before.data : undefined
    return (
      page &&
      openPageData(workbookId, document, page, {
        view: view?.query,
        isEmbed,
        language,
        isPart,
        modifications,
        previous,
      })
    )
  }, [workbookId, document, page, view, isEmbed, language, isPart, modifications])
  useEffect(() => {
    shown.current = { workbookId, pageId: page?.id, data }
  }, [workbookId, page?.id, data])
  return data
}
