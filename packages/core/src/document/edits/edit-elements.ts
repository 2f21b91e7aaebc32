import type {
  BaseElement,
  DocumentElement,
  DocumentOverlay,
  DocumentPage,
  DocumentPanel,
  WorkbookDocument,
} from '../api.ts'
import { isElementId } from '../codecs/form-n-pages.ts'
import { findElement } from '../lookups.ts'
import type { InsertEdit, MoveEdit } from './api.ts'
import { Drop } from './drop.ts'
import { findPlace, idsWithin, moveToRoot, placeNew, removePlace } from './places.ts'
import { placedAfter, withField } from './values.ts'

type Holder = DocumentPage | DocumentOverlay | DocumentPanel

/** Adds an element to a page, below the rest of its layout until it is placed. */
export function insertElement(document: WorkbookDocument, { entry, after, page }: InsertEdit): WorkbookDocument {
  const { id, kind } = entry
  if (!isElementId(id) || typeof kind !== 'string' || kind === '') {
    throw new Drop('not_allowed', 'An element needs an id and a kind.')
  }
  const holder = holderOf(document, page)
  if (findElement(document, id)) throw new Drop('id_taken', `"${id}" exists already.`)
  const element: BaseElement = { ...entry, id, kind }
  const placed = onHolders(document, (other) =>
    other.id === holder.id ? placedAfter(other.elementIds, id, after, (other) => other) : other.elementIds,
  )
  const next = { ...placed, elements: inDocumentOrder(document, element, holder, after) }
  return document.kind === 'data-model' ? next : { ...next, layout: placeNew(next, holder.id, element) }
}

/** Removes an element with its place and its bindings; its content stays on the page. */
export function removeElement(document: WorkbookDocument, id: string): WorkbookDocument {
  if (!findElement(document, id)) throw new Drop('target_gone', `"${id}" does not exist.`)
  return {
    ...onHolders(document, ({ elementIds }) => elementIds.filter((other) => other !== id)),
    elements: withField(document.elements, id, undefined) as WorkbookDocument['elements'],
    layout: removePlace(document.layout, id),
    bindings: withoutBindings(document, id),
  }
}

/** The bindings without those of one element or overlay. */
export const withoutBindings = ({ bindings }: WorkbookDocument, id: string): WorkbookDocument['bindings'] =>
  Object.hasOwn(bindings, id) ? (withField(bindings, id, undefined) as WorkbookDocument['bindings']) : bindings

/** Moves an element on its page or, with all its content, to another one; without a page only in document order. */
export function moveElement(document: WorkbookDocument, { id, after, page }: MoveEdit): WorkbookDocument {
  const element = findElement(document, id)
  if (!element) throw new Drop('target_gone', `"${id}" does not exist.`)
  if (page === undefined) {
    const order = placedAfter(Object.keys(document.elements), id, after, (other) => other)
    return { ...document, elements: pickInOrder(document.elements, order) }
  }
  const holder = holderOf(document, page)
  const found = findPlace(document.layout, id)
  const going = new Set(found && found.rootId !== holder.id ? idsWithin(found.node) : [id])
  const others = [...going].filter((other) => other !== id && !holder.elementIds.includes(other))
  const moved = joinPage(document, holder.id, [
    ...placedAfter(holder.elementIds, id, after, (other) => other),
    ...others,
  ])
  return {
    ...moved,
    elements: inDocumentOrder(document, element, holder, after),
    layout: moveToRoot(document, id, holder.id),
  }
}

/** Sets the elements of a page and their order; removes them from all other pages. */
export function joinPage(document: WorkbookDocument, holderId: string, elementIds: string[]): WorkbookDocument {
  const going = new Set(elementIds)
  return onHolders(document, (holder) =>
    holder.id === holderId ? elementIds : holder.elementIds.filter((id) => !going.has(id)),
  )
}

function holderOf(document: WorkbookDocument, page: string | undefined): Holder {
  const holder = [...document.pages, ...document.overlays, ...document.panels].find(({ id }) => id === page)
  if (!holder) throw new Drop('target_gone', page === undefined ? 'No page is named.' : `"${page}" does not exist.`)
  return holder
}

function onHolders(document: WorkbookDocument, change: (holder: Holder) => string[]): WorkbookDocument {
  const changed = <H extends Holder>(list: H[]): H[] =>
    list.map((holder) => {
      const elementIds = change(holder)
      const isSame =
        elementIds.length === holder.elementIds.length && elementIds.every((id, at) => id === holder.elementIds[at])
      return isSame ? holder : { ...holder, elementIds }
    })
  return {
    ...document,
    pages: changed(document.pages),
    overlays: changed(document.overlays),
    panels: changed(document.panels),
  }
}

/** Document order follows page order: after the previous element of the page, else before its first one. */
function inDocumentOrder(
  document: WorkbookDocument,
  element: BaseElement,
  holder: Holder,
  after: string | null,
): WorkbookDocument['elements'] {
  const others = Object.keys(document.elements).filter((id) => id !== element.id)
  const onPage = holder.elementIds.filter((id) => id !== element.id)
  const anchor = after !== null && onPage.includes(after) ? after : after === null ? undefined : onPage.at(-1)
  const first = onPage[0]
  const position =
    anchor !== undefined ? others.indexOf(anchor) + 1 : first !== undefined ? others.indexOf(first) : others.length
  const order = [...others.slice(0, position), element.id, ...others.slice(position)]
  return pickInOrder({ ...document.elements, [element.id]: element }, order)
}

function pickInOrder(elements: WorkbookDocument['elements'], order: readonly string[]): WorkbookDocument['elements'] {
  const entries = order.flatMap((id): [string, DocumentElement][] => {
    const element = elements[id]
    return element ? [[id, element]] : []
  })
  return Object.fromEntries(entries)
}
