import type { WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { completeLayout } from './codecs/form-n-pages.ts'

type Holder = Record<string, unknown>

/**
 * Preserves what a client that only knows the published form could not send back: `x` of an id is kept when the new body has none for it,
 * `x: {}` clears it, and a removed id loses it. In form N the panels, popovers and navigation of the document count as its `x`.
 */
export function keepExtras(
  previous: WorkbookDocument,
  next: WorkbookDocument,
  form: 'N' | 'D' | 'C',
): WorkbookDocument {
  const kept: WorkbookDocument = {
    ...next,
    pages: keepInList(previous.pages, next.pages),
    overlays: keepInList(previous.overlays, next.overlays),
    panels: keepInList(previous.panels, next.panels),
    elements: Object.fromEntries(
      Object.entries(next.elements).map(([id, element]) => {
        const before = Object.hasOwn(previous.elements, id) ? previous.elements[id] : undefined
        return [id, before ? keepInElement(before, element) : withoutEmpty(element)]
      }),
    ),
  }
  if (next.x === undefined && form === 'N') keepPanels(previous, kept)
  return withX(kept, next.x ?? previous.x)
}

const idLists = ['columns', 'groupings', 'filters', 'metrics', 'relationships', 'columnSecurities', 'actions']

function keepInElement<E extends Holder>(previous: Holder, next: E): E {
  const kept: Holder = { ...withX(next, next.x ?? previous.x) }
  for (const list of idLists) {
    if (Array.isArray(next[list])) kept[list] = keepInList(previous[list], next[list])
  }
  return kept as E
}

function keepInList<L>(previous: unknown, next: L): L {
  if (!Array.isArray(next)) return next
  const before = new Map<unknown, Holder>(
    (Array.isArray(previous) ? previous : []).flatMap((item: unknown) => (isRecord(item) ? [[item.id, item]] : [])),
  )
  return next.map((item: unknown) => (isRecord(item) ? withX(item, item.x ?? before.get(item.id)?.x) : item)) as L
}

/** Sets `x`, or omits it when it is empty. Unchanged objects remain the same. */
function withX<H extends object>(holder: H, x: unknown): H {
  const current = (holder as Holder).x
  const isEmpty = x === undefined || (isRecord(x) && Object.keys(x).length === 0)
  if (isEmpty ? current === undefined : current === x) return holder
  const { x: _x, ...rest } = holder as Holder
  return (isEmpty ? rest : { ...rest, x }) as H
}

function withoutEmpty<E extends object>(element: E): E {
  return withX(element, (element as Holder).x)
}

/** Restores panels and popovers with their elements and places, unless an id is now used elsewhere. */
function keepPanels(previous: WorkbookDocument, kept: WorkbookDocument): void {
  const popovers = previous.overlays.filter(({ type }) => type === 'popover')
  const isFree = ({ id }: { id: string }) => ![...kept.pages, ...kept.overlays].some((holder) => holder.id === id)
  const take = <H extends { id: string; elementIds: string[] }>(holder: H): H => {
    const elementIds = holder.elementIds.filter((id) => !Object.hasOwn(kept.elements, id))
    for (const id of elementIds) {
      const element = previous.elements[id]
      if (element) kept.elements[id] = element
    }
    const root = previous.layout.find(({ id }) => id === holder.id)
    if (root && elementIds.length === holder.elementIds.length && !kept.layout.some(({ id }) => id === holder.id)) {
      kept.layout = [...kept.layout, root]
    }
    return { ...holder, elementIds }
  }
  kept.panels = [...kept.panels, ...previous.panels.filter(isFree).map(take)]
  kept.overlays = [...kept.overlays, ...popovers.filter(isFree).map(take)]
  if (previous.panels.length + popovers.length > 0) kept.layout = completeLayout(kept, kept.layout)
  const { navigation } = previous.settings
  if (navigation && !kept.settings.navigation) kept.settings = { ...kept.settings, navigation }
}
