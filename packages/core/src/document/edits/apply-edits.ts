import type { BaseElement, DocumentOverlay, DocumentPage, DocumentPanel, LayoutRoot, WorkbookDocument } from '../api.ts'
import { isNestedTooDeep, isRecord } from '../check-schema.ts'
import { isElementId } from '../codecs/form-n-pages.ts'
import { overlayHost } from '../formula-hosts.ts'
import { layoutNodes } from '../layout.ts'
import { findElement } from '../lookups.ts'
import { sameJson } from '../same-json.ts'
import type {
  AppliedEdits,
  DocumentEdit,
  EditAddress,
  EditStep,
  InsertEdit,
  MoveEdit,
  RemoveEdit,
  SetEdit,
} from './api.ts'
import { carryBindings, readBindings } from './carry-bindings.ts'
import { Drop } from './drop.ts'
import { insertElement, joinPage, moveElement, removeElement, withoutBindings } from './edit-elements.ts'
import { findPlace, readPlace, readRoots, removePlace, setPlace, withRoot } from './places.ts'
import { type Entry, isEntryList, placedAfter, withField } from './values.ts'

/**
 * Applies edits in order. An edit that cannot be applied is dropped with its reason and changes nothing; the remaining edits are still
 * applied. The given document is not changed, and the result shares with it everything that no edit touches.
 */
export function applyEdits(document: WorkbookDocument, edits: readonly DocumentEdit[]): AppliedEdits {
  const result: AppliedEdits = { document, applied: [], dropped: [] }
  for (const edit of edits) {
    try {
      result.document = applyEdit(result.document, edit)
      result.applied.push(edit)
    } catch (error) {
      if (!(error instanceof Drop)) throw error
      result.dropped.push({ edit, reason: error.reason, message: error.message })
    }
  }
  return result
}

function applyEdit(document: WorkbookDocument, edit: DocumentEdit): WorkbookDocument {
  if (isNestedTooDeep(edit)) throw new Drop('not_allowed', 'The edit is nested too deep.')
  if (!Array.isArray(edit.at) || !edit.at.every((step) => typeof step === 'string' || idOfStep(step) !== null)) {
    throw new Drop('not_allowed', 'The edit has no address.')
  }
  if (edit.at.includes('__proto__')) throw new Drop('not_allowed', 'No field is called "__proto__".')
  switch (edit.op) {
    case 'insert':
      return insert(document, edit)
    case 'remove':
      return remove(document, edit)
    case 'move':
      return move(document, edit)
    case 'set':
      return set(document, edit)
  }
}

type HolderList = 'pages' | 'overlays' | 'panels'
type Holder = DocumentPage | DocumentOverlay | DocumentPanel

function insert(document: WorkbookDocument, edit: InsertEdit): WorkbookDocument {
  const { at, entry, after } = edit
  if (!isRecord(entry) || typeof entry.id !== 'string' || entry.id === '') {
    throw new Drop('not_allowed', 'An entry needs an id.')
  }
  const list = at.length === 1 ? at[0] : undefined
  if (list === 'elements') return insertElement(document, edit)
  if (isHolderList(list)) {
    if (!isElementId(entry.id)) throw new Drop('not_allowed', `No ${list} may have the id ${JSON.stringify(entry.id)}.`)
    if (holders(document).some(({ id }) => id === entry.id)) throw taken(entry.id)
    const holder = withField(entry, 'elementIds', []) as unknown as Holder
    const next = { ...document, [list]: placedAfter<Holder>(document[list], holder, after, idOf) }
    return document.kind === 'data-model' ? next : { ...next, layout: withRoot(next, entry.id) }
  }
  return changeList(document, at, (entries) => {
    if (entries.some(({ id }) => id === entry.id)) throw taken(entry.id)
    return placedAfter<Entry>(entries, entry, after, idOf)
  })
}

function remove(document: WorkbookDocument, { at, id }: RemoveEdit): WorkbookDocument {
  const list = at.length === 1 ? at[0] : undefined
  if (list === 'elements') return removeElement(document, id)
  if (isHolderList(list)) {
    const holder = document[list].find((candidate) => candidate.id === id)
    if (!holder) throw gone(id)
    const empty = holder.elementIds.reduce(removeElement, document)
    return {
      ...empty,
      [list]: empty[list].filter((candidate: Holder) => candidate.id !== id),
      layout: empty.layout.filter((root) => root.id !== id),
      bindings: withoutBindings(empty, id),
    }
  }
  return changeList(document, at, (entries) => {
    if (!entries.some((entry) => entry.id === id)) throw gone(id)
    return entries.filter((entry) => entry.id !== id)
  })
}

function move(document: WorkbookDocument, edit: MoveEdit): WorkbookDocument {
  const { at, id, after } = edit
  const list = at.length === 1 ? at[0] : undefined
  if (list === 'elements') return moveElement(document, edit)
  if (list === 'layout' || isHolderList(list)) {
    const entry = (document[list] as readonly Entry[]).find((candidate) => candidate.id === id)
    if (!entry) throw gone(id)
    return { ...document, [list]: placedAfter<Entry>(document[list] as readonly Entry[], entry, after, idOf) }
  }
  return changeList(document, at, (entries) => {
    const entry = entries.find((candidate) => candidate.id === id)
    if (!entry) throw gone(id)
    return placedAfter(entries, entry, after, idOf)
  })
}

function set(document: WorkbookDocument, edit: SetEdit): WorkbookDocument {
  const [first] = edit.at
  switch (first) {
    case 'places':
      return setPlaceField(document, edit)
    case 'bindings':
      return setBindings(document, edit)
    case 'layout':
      return setLayout(document, edit)
    case 'elements':
      return setElement(document, edit)
    case 'pages':
    case 'overlays':
    case 'panels':
      return setHolder(document, first, edit)
    case 'settings':
    case 'agents':
    case 'x':
      return setDocumentField(document, edit)
    default:
      throw notAllowed(edit.at)
  }
}

function setBindings(document: WorkbookDocument, { at, value, after }: SetEdit): WorkbookDocument {
  const id = idOfStep(at[1])
  if (id === null || at.length > 2) throw notAllowed(at)
  const bindings = value === undefined ? undefined : readBindings(value)
  if (bindings === null) throw notAllowed(at)
  const isThere = findElement(document, id) ?? document.overlays.some((overlay) => overlay.id === id)
  if (bindings !== undefined && !isThere) throw gone(id)
  const next = withField(document.bindings, id, bindings, after)
  return { ...document, bindings: next as WorkbookDocument['bindings'] }
}

/** Sets the whole layout, or the columns of the grid of one page. */
function setLayout(document: WorkbookDocument, { at, value }: SetEdit): WorkbookDocument {
  if (at.length === 1) {
    const layout = readRoots(value)
    if (!layout || !isWhole(document, layout)) throw notAllowed(at)
    return { ...document, layout }
  }
  const [, page, name] = at
  const id = idOfStep(page)
  const columns = readColumns(value)
  if (id === null || at.length !== 3 || name !== 'columns' || columns === null) throw notAllowed(at)
  if (!document.layout.some((root) => root.id === id)) throw gone(id)
  return { ...document, layout: document.layout.map((root) => (root.id === id ? { ...root, columns } : root)) }
}

function setElement(document: WorkbookDocument, { at, value, after }: SetEdit): WorkbookDocument {
  const [, second, ...rest] = at
  const id = idOfStep(second)
  if (id === null) throw notAllowed(at)
  const element = findElement(document, id)
  if (!element) throw gone(id)
  const next = rest.length === 0 ? value : setIn(element, rest, value, after, at)
  if (!isRecord(next) || next.id !== id || typeof next.kind !== 'string' || next.kind === '') throw notAllowed(at)
  return withElement(document, element, next as BaseElement)
}

function setHolder(document: WorkbookDocument, list: HolderList, { at, value, after }: SetEdit): WorkbookDocument {
  const [, second, ...rest] = at
  const id = idOfStep(second)
  if (id === null || rest.length === 0) throw notAllowed(at)
  const holder = document[list].find((candidate) => candidate.id === id)
  if (!holder) throw gone(id)
  const next = setIn(holder, rest, value, after, at)
  // Elements have edits of their own. Setting the same list again only changes the order of the fields.
  if (next.id !== id || !sameJson(next.elementIds, holder.elementIds)) throw notAllowed(at)
  return withHolder(document, list, holder, next as Holder)
}

/** The bindings of the actions of an overlay follow their formulas. */
function withHolder(document: WorkbookDocument, list: HolderList, before: Holder, after: Holder): WorkbookDocument {
  const changed = { ...document, [list]: document[list].map((other: Holder) => (other === before ? after : other)) }
  if (list !== 'overlays') return changed
  const host = (holder: Holder) => overlayHost(holder as DocumentOverlay)
  return { ...changed, bindings: carryBindings(document.bindings, host(before), host(after)) }
}

function setDocumentField(document: WorkbookDocument, { at, value, after }: SetEdit): WorkbookDocument {
  const next = setIn(document as unknown as Record<string, unknown>, at, value, after, at)
  const { settings, agents, x } = next
  const isAllowed =
    isRecord(settings) && (agents === undefined || Array.isArray(agents)) && (x === undefined || isRecord(x))
  if (!isAllowed) throw notAllowed(at)
  return next as unknown as WorkbookDocument
}

function setPlaceField(document: WorkbookDocument, { at, value, after }: SetEdit): WorkbookDocument {
  const [, second, field, ...rest] = at
  const id = idOfStep(second)
  if (id === null || rest.length > 0) throw notAllowed(at)
  if (!findElement(document, id)) throw gone(id)
  const current = findPlace(document.layout, id)
  if (field !== undefined && !current) throw gone(id)
  if (field === undefined && value === undefined) {
    if (document.layout.length > 0) throw notAllowed(at)
    return { ...document, layout: removePlace(document.layout, id) }
  }
  if (typeof field === 'object') throw notAllowed(at)
  const place = readPlace(field === undefined ? value : { ...current?.place, [field]: value })
  if (!place) throw notAllowed(at)
  const holder = place.root ?? place.container ?? ''
  const layout = setPlace(document, id, place, after)
  if (!layout) {
    const isThere =
      place.root !== undefined ? document.layout.some((root) => root.id === holder) : findPlace(document.layout, holder)
    throw isThere ? notAllowed(at) : gone(holder)
  }
  return followLayout({ ...document, layout }, id)
}

/** Assigns elements that moved to another page to that page: the element, its content, and elements that fell out of it. */
function followLayout(document: WorkbookDocument, elementId: string): WorkbookDocument {
  const rootId = findPlace(document.layout, elementId)?.rootId
  const root = document.layout.find(({ id }) => id === rootId)
  const holder = holders(document).find(({ id }) => id === rootId)
  if (!root || !holder) return document
  const coming = layoutNodes(root).flatMap((node) =>
    holder.elementIds.includes(node.elementId) ? [] : [node.elementId],
  )
  return coming.length === 0 ? document : joinPage(document, holder.id, [...holder.elementIds, ...coming])
}

function withElement(document: WorkbookDocument, before: BaseElement, after: BaseElement): WorkbookDocument {
  return {
    ...document,
    elements: withField(document.elements, before.id, after) as WorkbookDocument['elements'],
    bindings: carryBindings(document.bindings, before, after),
  }
}

/** Changes a list of entries with ids somewhere inside the document; a missing list counts as empty. */
function changeList(
  document: WorkbookDocument,
  at: EditAddress,
  change: (entries: readonly Entry[]) => Entry[],
): WorkbookDocument {
  const [first, second, ...rest] = at
  if (first === 'elements') {
    const id = idOfStep(second)
    if (id === null || rest.length === 0) throw notAllowed(at)
    const element = findElement(document, id)
    if (!element) throw gone(id)
    return withElement(document, element, listIn(element, rest, change, at) as BaseElement)
  }
  if (isHolderList(first)) {
    const id = idOfStep(second)
    if (id === null || rest.length === 0 || rest[0] === 'elementIds') throw notAllowed(at)
    const holder = document[first].find((candidate) => candidate.id === id)
    if (!holder) throw gone(id)
    return withHolder(document, first, holder, listIn(holder, rest, change, at) as Holder)
  }
  if (first === 'agents' || first === 'x' || first === 'settings') {
    if (first !== 'agents' && at.length === 1) throw notAllowed(at)
    return listIn(document as unknown as Record<string, unknown>, at, change, at) as unknown as WorkbookDocument
  }
  throw notAllowed(at)
}

type Fields = Readonly<Record<string, unknown>>

function listIn(
  value: Fields,
  steps: EditAddress,
  change: (entries: readonly Entry[]) => Entry[],
  at: EditAddress,
): Fields {
  return changeIn(value, steps, at, (record, name) => {
    const list = Object.hasOwn(record, name) ? record[name] : []
    if (!isEntryList(list)) throw new Drop('target_gone', `"${showAddress(at)}" is no list of entries with ids.`)
    return withField(record, name, change(list))
  })
}

function setIn(
  value: Fields,
  steps: EditAddress,
  next: unknown,
  after: string | null | undefined,
  at: EditAddress,
): Fields {
  return changeIn(value, steps, at, (record, name, isEntry) => {
    // Setting the same id again only changes its position among the fields.
    if (isEntry && name === 'id' && next !== record.id) throw notAllowed(at)
    return withField(record, name, next, after)
  })
}

/** Copies the objects on the path to the record that contains the last field, which must exist, and changes that record. */
function changeIn(
  value: unknown,
  steps: EditAddress,
  at: EditAddress,
  change: (record: Fields, name: string, isEntry: boolean) => Fields,
  isEntry = false,
): Fields {
  const [step, ...rest] = steps
  if (!isRecord(value)) throw new Drop('target_gone', `"${showAddress(at)}" does not exist.`)
  if (typeof step !== 'string') throw notAllowed(at)
  const [next, ...deeper] = rest
  if (next === undefined) return change(value, step, isEntry)
  const inner = Object.hasOwn(value, step) ? value[step] : undefined
  if (typeof next === 'string') return withField(value, step, changeIn(inner, rest, at, change))
  if (!isEntryList(inner) || !inner.some(({ id }) => id === next.id)) throw gone(next.id)
  if (deeper.length === 0) throw notAllowed(at)
  const list = inner.map((entry) => (entry.id === next.id ? changeIn(entry, deeper, at, change, true) : entry))
  return withField(value, step, list)
}

/** Whether every element is placed once, under its own page; a page without elements needs no block. */
function isWhole(document: WorkbookDocument, layout: readonly LayoutRoot[]): boolean {
  const all = holders(document)
  if (document.kind === 'data-model') return layout.length === 0
  if (new Set(layout.map(({ id }) => id)).size < layout.length) return false
  if (layout.some((root) => !all.some(({ id }) => id === root.id))) return false
  return all.every(({ id, elementIds }) => {
    const root = layout.find((candidate) => candidate.id === id)
    const placed = root ? layoutNodes(root).map(({ elementId }) => elementId) : []
    return placed.length === elementIds.length && new Set([...placed, ...elementIds]).size === placed.length
  })
}

function idOf({ id }: { id: string }): string {
  return id
}

function idOfStep(step: EditStep | undefined): string | null {
  return typeof step === 'object' && step !== null && typeof step.id === 'string' ? step.id : null
}

function isHolderList(name: unknown): name is HolderList {
  return name === 'pages' || name === 'overlays' || name === 'panels'
}

function holders(document: WorkbookDocument): Holder[] {
  return [...document.pages, ...document.overlays, ...document.panels]
}

function readColumns(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 999 ? value : null
}

function gone(id: string): Drop {
  return new Drop('target_gone', `"${id}" does not exist.`)
}

function taken(id: string): Drop {
  return new Drop('id_taken', `"${id}" exists already.`)
}

/** The reason for refusing an edit; a common mistake is a list entry that is not addressed by `{ id }`. */
function notAllowed(at: EditAddress): Drop {
  const step = at.findIndex((name, index) => index > 0 && typeof name === 'string' && listsOfEntries.has(at[index - 1]))
  if (step < 0) return new Drop('not_allowed', `An edit of this kind cannot change "${showAddress(at)}".`)
  const list = at[step - 1]
  const entry = JSON.stringify({ id: at[step] })
  return new Drop('not_allowed', `"${showAddress(at)}": an entry of "${list}" is named by its id; write ${entry}.`)
}

const listsOfEntries = new Set<EditStep | undefined>(['elements', 'pages', 'overlays', 'panels', 'places', 'bindings'])

/** `elements[#orders].columns[#net].formula`, the same notation as in the problems of edited documents. */
export function showAddress(at: EditAddress): string {
  return at.reduce<string>(
    (path, step) => (typeof step === 'string' ? (path === '' ? step : `${path}.${step}`) : `${path}[#${step.id}]`),
    '',
  )
}
