import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type OpenPage, useOpenPage } from '../editor/index.ts'
import type { ShownView } from '../pages/open-view.ts'
import { embedCodeOf } from './embed-errors.ts'
import { tellHost } from './host-channel.ts'
import { variablesOf } from './shown-values.ts'

interface Shown {
  workbookId: string
  view: ShownView | undefined
  isBusy: boolean
}

/** The last reported state: the hook runs again when the reader changes pages, but the host must receive only changes. */
const told: {
  workbookId?: string
  path?: string
  exploreKey?: string | null
  bookmarkId?: string | null
  nodeId?: string
} = {}

/** Reports events of the open page to the page around the embed. */
export function useHostEvents({ workbookId, view, isBusy }: Shown): void {
  useLoadedEvents(workbookId, isBusy)
  useVariableEvents()
  useFailureEvents()
  useFullScreenEvents()
  useSelectionEvents()
  useAddressEvents()
  useViewEvents(workbookId, view)
}

function useLoadedEvents(workbookId: string, isBusy: boolean) {
  const page = useOpenPage()
  const known = useRef({ workbookId: '', data: undefined as unknown, wasBusy: false })
  useEffect(() => {
    if (known.current.workbookId === workbookId) return
    known.current.workbookId = workbookId
    if (told.workbookId !== undefined && told.workbookId !== workbookId) {
      tellHost('workbook:id:onchange', { id: workbookId })
    }
    told.workbookId = workbookId
    tellHost('workbook:loaded', { workbook: { variables: variablesOf(page) } })
  }, [workbookId, page])
  useEffect(() => {
    const { current } = known
    // The data may have come before these events were listened to.
    const wasAsked = current.wasBusy || isAsked(page)
    if (isBusy) current.wasBusy = true
    else if (wasAsked && current.data !== page.data) {
      // Once for each page; values of controls that change later have an event of their own.
      current.data = page.data
      current.wasBusy = false
      tellHost('workbook:dataloaded')
    }
  }, [isBusy, page])
}

/** Rows of an element of the page have been asked for. */
function isAsked({ data, document, pageId }: OpenPage): boolean {
  const elementIds = document.pages.find(({ id }) => id === pageId)?.elementIds ?? []
  return elementIds.some((id) => data.questionOf(id) > 0)
}

function useVariableEvents() {
  const page = useOpenPage()
  const variables = JSON.stringify(variablesOf(page))
  const before = useRef(variables)
  useEffect(() => {
    if (before.current === variables) return
    before.current = variables
    tellHost('workbook:variables:onchange', { workbook: { variables: JSON.parse(variables) } })
  }, [variables])
}

function useFailureEvents() {
  const { data, document, pageId } = useOpenPage()
  const elementIds = document.pages.find(({ id }) => id === pageId)?.elementIds
  useEffect(() => {
    const failed = new Set<string>()
    const stops = (elementIds ?? []).map((nodeId) => {
      const look = () => {
        const { status, failure } = data.element(nodeId)
        if (status !== 'failed') failed.delete(nodeId)
        else if (failure && !failed.has(nodeId)) {
          failed.add(nodeId)
          tellHost('workbook:chart:error', { nodeId, code: embedCodeOf(failure.code), message: failure.message })
        }
      }
      look()
      return data.subscribe(nodeId, look)
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [data, elementIds])
}

function useFullScreenEvents() {
  const { state } = useOpenPage()
  const isFull = useSyncExternalStore(state.subscribe, () => state.lookAt()?.kind === 'large')
  const before = useRef(isFull)
  useEffect(() => {
    if (before.current === isFull) return
    before.current = isFull
    tellHost('workbook:fullscreen:onchange', { fullScreen: isFull })
  }, [isFull])
}

/** A press on an element selects it, and another page takes the selection along. */
function useSelectionEvents() {
  const { pageId } = useOpenPage()
  useEffect(() => tellOfSelection(pageId, 'page'), [pageId])
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-element]') : null
      if (element) tellOfSelection(element.dataset.element, 'element')
      else if (target instanceof Element && target.closest('main')) tellOfSelection(undefined, null)
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
}

export function tellOfSelection(nodeId: string | undefined, nodeType: 'page' | 'element' | null): void {
  if ((told.nodeId ?? '') === (nodeId ?? '')) return
  const isFirst = told.nodeId === undefined && nodeType === 'page'
  told.nodeId = nodeId ?? ''
  // The page that a workbook opens on was not selected by the reader.
  if (isFirst) return
  tellHost('workbook:selectednodeid:onchange', { selectedNodeId: nodeId ?? null, nodeType })
}

function useAddressEvents() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (told.path !== undefined && told.path !== path) tellHost('url:onchange', { url: path })
    told.path = path
  }, [path])
}

function useViewEvents(workbookId: string, view: ShownView | undefined) {
  const exploreKey = view?.query.exploreKey ?? null
  const bookmarkId = view?.query.bookmarkId ?? null
  const bookmarkName = bookmarkId === null ? null : (view?.name ?? null)
  useEffect(() => {
    if ((told.exploreKey ?? null) !== exploreKey) tellHost('workbook:exploreKey:onchange', { exploreKey })
    told.exploreKey = exploreKey
  }, [exploreKey])
  useEffect(() => {
    if ((told.bookmarkId ?? null) !== bookmarkId) {
      tellHost('workbook:bookmark:onchange', { bookmarkName, workbookId, versionTagName: null, bookmarkId })
    }
    told.bookmarkId = bookmarkId
  }, [bookmarkId, bookmarkName, workbookId])
}
