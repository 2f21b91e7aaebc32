import type { InputTableChanged, ProcedureResult } from '@octavo/core/contract'
import {
  controlsOf,
  elementsOfPage,
  findControl,
  findElement,
  findNode,
  readersOf,
  withContents,
} from '@octavo/core/document'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../api.ts'
import { type OpenPage, useOfPage, useReadPage } from '../editor/index.ts'
import { keptParameters } from '../embedded.ts'
import { tellHost } from '../embedding/host-channel.ts'
import { writeRawSearch } from '../raw-search.ts'
import type { EffectHost } from './effects/index.ts'

/** What effects of actions of an element, or of an overlay, can reach on this page. */
export function useEffectHost(hostId: string): EffectHost {
  const state = useOfPage((page) => page.state)
  const read = useReadPage()
  const { org = '-' } = useParams({ strict: false })
  return useMemo(
    () => ({
      hostId,
      state,
      get zone() {
        return read().zone
      },
      tellHost,
      showPage: (id) => read().showPage(id),
      showElement: (id) => read().showElement(id),
      setControl: (controlId, text) => read().setControl(controlId, text),
      control: (controlId) => {
        const { document, controlTexts } = read()
        const element = findControl(document, controlId)
        return element && { element, text: controlTexts[controlId] }
      },
      controlsIn: (place) => controlsIn(read(), place),
      pageOf: (elementId) => pageOf(read(), elementId),
      element: (id) => findElement(read().document, id),
      tabCount: (elementId) => {
        const tabs = findElement(read().document, elementId)?.tabs
        return Array.isArray(tabs) ? tabs.length : 0
      },
      openAddress(address, target) {
        if (target === '_self') location.assign(address)
        else open(address, target, target === '_blank' ? 'noopener' : undefined)
      },
      documentAddress(documentId, controls, nodeId) {
        const place = nodeId === undefined ? {} : { ':nodeId': nodeId }
        const search = writeRawSearch({ ...controls, ...place, ...keptParameters })
        return `${location.origin}/${org}/workbook/${encodeURIComponent(documentId)}${search}`
      },
      refresh(elementId) {
        const { document, data } = read()
        data.refresh([elementId, ...readersOf(document, [elementId])].filter((id) => data.has(id)))
      },
      async callProcedure(actionId, step, values) {
        const { workbookId, isDraft } = read()
        await call<ProcedureResult>(
          `/v2/workbooks/${workbookId}/sequences/${encodeURIComponent(actionId)}/procedureCalls`,
          { method: 'POST', body: { step, arguments: values, ...(isDraft ? { draft: true } : {}) } },
        )
      },
      async changeRows(elementId, body) {
        const { workbookId, data } = read()
        await call<InputTableChanged>(`/v2/workbooks/${workbookId}/elements/${elementId}/rows`, {
          method: 'POST',
          body,
        })
        data.reload()
      },
    }),
    [hostId, state, read, org],
  )
}

function pageOf({ document }: OpenPage, id: string): string | undefined {
  const holders = [...document.pages, ...document.overlays]
  return (
    holders.find((holder) => holder.id === id || holder.elementIds.includes(id))?.id ??
    findNode(document.layout, id)?.rootId
  )
}

function controlsIn({ document }: OpenPage, { containerId, pageId }: { containerId?: string; pageId?: string }) {
  const all = controlsOf(document)
  if (containerId === undefined && pageId === undefined) return all
  const inside = new Set(
    containerId === undefined
      ? elementsOfPage(document, pageId ?? '').map(({ id }) => id)
      : withContents(document, [containerId]),
  )
  return all.filter(({ id }) => inside.has(id))
}
