import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type OpenPage, useOpenPage } from '../editor/index.ts'
import type { ShownView } from '../pages/shown-view.ts'
import { embedCodeOf } from './embed-errors.ts'
import { sendToHost } from './host-channel.ts'
import { variablesOf } from './shown-values.ts'

interface Shown {
  workbookId: string
  view: ShownView | undefined
  isBusy: boolean
}

/** The last reported state: the hook runs again when the reader changes pages, but the host must receive only changes. */
const sent: {
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
    if (sent.workbookId !== undefined && sent.workbookId !== workbookId) {
      sendToHost('workbook:id:onchange', { id: workbookId })
    }
    sent.workbookId = workbookId
    sendToHost('workbook:loaded', { workbook: { variables: variablesOf(page) } })
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
      sendToHost('workbook:dataloaded')
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
    sendToHost('workbook:variables:onchange', { workbook: { variables: JSON.parse(variables) } })
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
          sendToHost('workbook:chart:error', {
            nodeId,
            code: embedCodeOf(failure.code),
            message: failure.sent ?? failure.message,
          })
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
    sendToHost('workbook:fullscreen:onchange', { fullScreen: isFull })
  }, [isFull])
}

/** A press on an element selects it, and another page takes the selection along. */
function useSelectionEvents() {
  const { pageId } = useOpenPage()
  useEffect(() => reportSelection(pageId, 'page'), [pageId])
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-element]') : null
      if (element) reportSelection(element.dataset.element, 'element')
      else if (target instanceof Element && target.closest('main')) reportSelection(undefined, null)
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
}

export function reportSelection(nodeId: string | undefined, nodeType: 'page' | 'element' | null): void {
  if ((sent.nodeId ?? '') === (nodeId ?? '')) return
  const isFirst = sent.nodeId === undefined && nodeType === 'page'
  sent.nodeId = nodeId ?? ''
  // The page that a workbook opens on was not selected by the reader.
  if (isFirst) return
  sendToHost('workbook:selectednodeid:onchange', { selectedNodeId: nodeId ?? null, nodeType })
}

function useAddressEvents() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (sent.path !== undefined && sent.path !== path) sendToHost('url:onchange', { url: path })
    sent.path = path
  }, [path])
}

function useViewEvents(workbookId: string, view: ShownView | undefined) {
  const exploreKey = view?.query.exploreKey ?? null
  const bookmarkId = view?.query.bookmarkId ?? null
  const bookmarkName = bookmarkId === null ? null : (view?.name ?? null)
  useEffect(() => {
    if ((sent.exploreKey ?? null) !== exploreKey) sendToHost('workbook:exploreKey:onchange', { exploreKey })
    sent.exploreKey = exploreKey
  }, [exploreKey])
  useEffect(() => {
    if ((sent.bookmarkId ?? null) !== bookmarkId) {
      sendToHost('workbook:bookmark:onchange', { bookmarkName, workbookId, versionTagName: null, bookmarkId })
    }
    sent.bookmarkId = bookmarkId
  }, [bookmarkId, bookmarkName, workbookId])
}
