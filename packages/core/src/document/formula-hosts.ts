import type { BaseElement, DocumentOverlay, WorkbookDocument } from './api.ts'
import { allElements } from './lookups.ts'

/** The kind of the pseudo-element that contains the formulas of an overlay; no element has this kind. */
export const overlayKind = '~overlay'

/** The pseudo-element for the formulas in the actions of an overlay: it has no columns and no source. */
export const overlayHost = ({ id, actions }: DocumentOverlay): BaseElement => ({
  id,
  kind: overlayKind,
  actions,
})

/** Everything that contains formulas: the elements, and a pseudo-element for each overlay. */
export const formulaHosts = (
  document: WorkbookDocument,
  elements: readonly BaseElement[] = allElements(document),
): BaseElement[] => [...elements, ...document.overlays.map(overlayHost)]

/** The document with some of these elements and pseudo-elements replaced, by id. */
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
