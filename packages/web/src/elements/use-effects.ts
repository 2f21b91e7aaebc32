import type {
  ApiCallResult,
  InputTableChanged,
  ProcedureResult,
  SequenceValues,
  StartedSend,
} from '@octavo/core/contract'
import { type ControlElement, findControl, findElement, findNode, readersOf } from '@octavo/core/document'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call, hasSessionToken } from '../api.ts'
import { documentPath, type OpenPage, selectionOf, useOfPage, useReadPage } from '../editor/index.ts'
import { keptParameters } from '../embedded.ts'
import { sendToHost } from '../embedding/host-channel.ts'
import { sharingLinkField } from '../embedding/sharing-link.ts'
import { loadPart } from '../load-part.ts'
import { writeRawSearch } from '../raw-search.ts'
import { controlsIn } from './effects/controls-in.ts'
import { actionsOf, EffectFailure, type EffectHost, type EffectPlace, hasRunnable } from './effects/index.ts'
import { openAddress } from './open-address.ts'
import { runActions } from './run-actions.ts'

/** What effects of actions of an element, or of an overlay, can reach on this page. */
export function useEffectHost(hostId: string): EffectHost {
  const state = useOfPage((page) => page.state)
  const read = useReadPage()
  const { org = '-' } = useParams({ strict: false })
  const navigate = useNavigate()
  return useMemo(
    () => effectHost({ hostId, state, read, org, goTo: (href) => void navigate({ href }) }),
    [hostId, state, read, org, navigate],
  )
}

/** Where a sequence runs. */
interface HostPlace extends Pick<EffectHost, 'hostId' | 'state'> {
  read: () => OpenPage
  org: string
  /** Shows another page of the app without loading the app again. */
  goTo: (href: string) => void
}

const workbookPath = /^\/[^/]+\/workbook\//

/** Controls that were set a moment ago, by the values that the page still shows. */
const setMeanwhile = new WeakMap<OpenPage['controlTexts'], Map<string, string | undefined>>()

function textOf({ controlTexts }: OpenPage, controlId: string): string | undefined {
  const set = setMeanwhile.get(controlTexts)
  return set?.has(controlId) ? set.get(controlId) : controlTexts[controlId]
}

/**
 * Runs the sequences of a control whose value has changed; `controlTexts` are the control values of the page at that
 * moment.
 */
export function runChangeActions(
  place: HostPlace,
  element: ControlElement,
  text: string | undefined,
  controlTexts: OpenPage['controlTexts'],
  depth = 0,
): void {
  setMeanwhile.set(controlTexts, new Map(setMeanwhile.get(controlTexts)).set(element.controlId, text))
  const actions = actionsOf(element.actions, 'on-change').filter(hasRunnable)
  if (actions.length > 0) runActions(actions, effectHost({ ...place, hostId: element.id }), undefined, { depth })
}

/** The session of a signed embed exists only in its frame, and any other window would ask for an account: workbooks open there. */
function openFrom(goTo: HostPlace['goTo'], ...[address, target]: Parameters<EffectHost['openAddress']>) {
  const { origin, pathname, search } = new URL(address)
  if (hasSessionToken() && origin === location.origin && workbookPath.test(pathname)) goTo(pathname + search)
  else openAddress(address, target)
}

function effectHost(place: HostPlace): EffectHost {
  const { hostId, state, read, org, goTo } = place
  return {
    hostId,
    state,
    get zone() {
      return read().zone
    },
    sendToHost,
    document: () => read().document,
    showPage: (id) => read().showPage(id),
    showElement: (id) => read().showElement(id),
    setControl(controlId, text, cause) {
      const isNew = textOf(read(), controlId) !== text
      const { controlTexts, document } = read()
      read().setControl(controlId, text)
      const element = isNew ? findControl(document, controlId) : undefined
      if (element) runChangeActions(place, element, text, controlTexts, cause?.depth)
    },
    control(controlId) {
      const element = findControl(read().document, controlId)
      return element && { element, text: textOf(read(), controlId) }
    },
    controlsIn: (place) => controlsIn(read().document, place),
    pageOf: (elementId) => pageOf(read(), elementId),
    element: (id) => findElement(read().document, id),
    tabCount: (elementId) => {
      const tabs = findElement(read().document, elementId)?.tabs
      return Array.isArray(tabs) ? tabs.length : 0
    },
    openAddress: (address, target) => openFrom(goTo, address, target),
    documentAddress(documentId, controls, nodeId) {
      const place = nodeId === undefined ? {} : { ':nodeId': nodeId }
      const search = writeRawSearch({ ...controls, ...place, ...keptParameters })
      return `${location.origin}/${org}/workbook/${encodeURIComponent(documentId)}${search}`
    },
    refresh(elementId) {
      const { document, data } = read()
      data.refresh([elementId, ...readersOf(document, [elementId])].filter((id) => data.has(id)))
    },
    async modify(modification) {
      const { modify } = read()
      if (!modify) throw new EffectFailure('notSupported')
      await modify(modification)
    },
    ...stepCalls(read),
    async changeRows(elementId, body) {
      const { workbookId, data } = read()
      await call<InputTableChanged>(`/v2/workbooks/${workbookId}/elements/${elementId}/rows`, {
        method: 'POST',
        body,
      })
      data.reload()
    },
  }
}

/** Requests for the steps that the server carries out, which finds a step by its position in the stored document. */
function stepCalls(
  read: () => OpenPage,
): Pick<EffectHost, 'callProcedure' | 'callApi' | 'computeValues' | 'saveFile' | 'sendExport'> {
  const pathOf = (actionId: string, operation: string) =>
    `/v2/workbooks/${read().workbookId}/sequences/${encodeURIComponent(actionId)}/${operation}`
  const send = <Answer>({ actionId, step, state }: EffectPlace, operation: string, values: object) => {
    const body = { step, state, ...values, ...(read().isDraft ? { draft: true } : {}) }
    return call<Answer>(pathOf(actionId, operation), { method: 'POST', body })
  }
  return {
    async callProcedure(place, values) {
      return (await send<ProcedureResult>(place, 'procedureCalls', { arguments: values })).values
    },
    callApi: (place, values) => send<ApiCallResult>(place, 'apiCalls', values),
    async computeValues(actionId, body) {
      const { isDraft, isEmbed, seenAs, view, workbookId } = read()
      const query = selectionOf({ isDraft, seenAs, view })
      const path = `${documentPath({ workbookId, isEmbed })}/sequences/${encodeURIComponent(actionId)}/values`
      return (await call<SequenceValues>(path, { method: 'POST', body, query })).values
    },
    async saveFile(part, controlTexts) {
      const { saveActionFile } = await loadPart(() => import('./action-files.ts'))
      await saveActionFile(read(), part, controlTexts)
    },
    async sendExport(place, recipients, controlTexts) {
      const { exportParameters } = await loadPart(() => import('./action-files.ts'))
      const parameters = exportParameters(read(), controlTexts)
      const link = sharingLinkField(read().view?.exploreKey !== undefined)
      const { deliveryId } = await send<StartedSend>(place, 'exports', { recipients, parameters, ...link })
      const { trackDelivery } = await loadPart(() => import('./track-delivery.ts'))
      void trackDelivery(deliveryId, '')
    },
  }
}

function pageOf({ document }: OpenPage, id: string): string | undefined {
  const holders = [...document.pages, ...document.overlays]
  return (
    holders.find((holder) => holder.id === id || holder.elementIds.includes(id))?.id ??
    findNode(document.layout, id)?.rootId
  )
}
