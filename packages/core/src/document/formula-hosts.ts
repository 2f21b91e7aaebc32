import type { BaseElement, DocumentOverlay, WorkbookDocument } from './api.ts'
import { allElements } from './lookups.ts'

/** The kind under which an overlay holds formulas. No element has it. */
export const overlayKind = '~overlay'

/** An overlay as the holder of the formulas of its actions: like an element without columns and source. */
export const overlayHost = ({ id, actions }: DocumentOverlay): BaseElement => ({
  id,
  kind: overlayKind,
  actions,
})

/** All that holds formulas under an id: elements, and overlays with their actions. */
export const formulaHosts = (
  document: WorkbookDocument,
  elements: readonly BaseElement[] = allElements(document),
): BaseElement[] => [...elements, ...document.overlays.map(overlayHost)]

/** The document with some of its holders of formulas replaced. */
export function withHosts(document: WorkbookDocument, hosts: ReadonlyMap<string, BaseElement>): WorkbookDocument {
  const elements = Object.entries(document.elements).map(([id, element]) => [id, hosts.get(id) ?? element])
  return {
    ...document,
    elements: Object.fromEntries(elements) as WorkbookDocument['elements'],
    overlays: document.overlays.map((overlay) => {
      const host = hosts.get(overlay.id)
      return host?.kind === overlayKind ? { ...overlay, actions: host.actions } : overlay
    }),
  }
}
