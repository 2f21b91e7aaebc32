import type { BaseElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { applyEdits, type DocumentEdit } from './edits/index.ts'
import { type ColumnHolder, changeElement, columnHolder } from './gestures/change-element.ts'
import { orderOf } from './gestures/columns.ts'
import { levelOfColumn, moveToKeys, moveToLevel } from './gestures/groupings.ts'
import { addToShelf, columnsOnShelf, fieldAt, setElementField, shelvesOfKind, withShelf } from './gestures/shelves.ts'
import { type Modification, mostModifications } from './modification.ts'
import { columnNames } from './names.ts'
import { withRequiredShelves } from './required-shelves.ts'
import { sameJson } from './same-json.ts'
import { sequencesOf } from './sequences.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Applies changes of elements one after the other. Returns null if one of them does not refer to a step that changes an element, in an
 * enabled sequence of the document.
 */
export function modifiedDocument(
  document: WorkbookDocument,
  modifications: readonly Modification[],
): WorkbookDocument | null {
  if (modifications.length === 0) return document
  const sequences = new Map(sequencesOf(document).map((sequence) => [sequence.sequenceId, sequence]))
  let next = document
  for (const { sequenceId, step, names = [] } of modifications) {
    const sequence = sequences.get(sequenceId)
    const effect = sequence?.isOn ? sequence.steps[step] : undefined
    if (effect?.effect !== 'modify-element' || !isRecord(effect.change)) return null
    next = applyEdits(next, editsOf(next, String(effect.element), effect.change, names)).document
  }
  return next
}

/**
 * Appends a change. Changes that together restore an earlier state of the elements are dropped, so that the list does not grow while a
 * reader goes back and forth. Beyond `mostModifications` the oldest changes are dropped.
 */
export function addModification(
  document: WorkbookDocument,
  made: readonly Modification[],
  next: Modification,
): readonly Modification[] {
  const list = [...made, next]
  const end = modifiedDocument(document, list)
  if (!end) return list.slice(-mostModifications)
  for (let length = 0; length < list.length; length += 1) {
    const before = modifiedDocument(document, list.slice(0, length))
    if (before && hasSameElements(before, end)) return list.slice(0, length)
  }
  return list.slice(-mostModifications)
}

function hasSameElements(one: WorkbookDocument, other: WorkbookDocument): boolean {
  return Object.entries(one.elements).every(([id, element]) => sameJson(element, other.elements[id]))
}

function editsOf(
  document: WorkbookDocument,
  elementId: string,
  change: Fields,
  names: readonly string[],
): DocumentEdit[] {
  const element = columnHolder(document, elementId)
  if (!element) return []
  switch (change.type) {
    case 'show-columns':
    case 'hide-columns':
      return visibilityEdits(document, elementId, change, names)
    case 'move-columns':
      return moveEdits(document, element, change)
    case 'swap-columns':
      return swapEdits(document, elementId, String(change.column), String(change.with))
    case 'axis-scale':
      return scaleEdits(document, element, change)
    default:
      return []
  }
}

/** Keys and calculations of groupings, and columns on dimension shelves, keep their visibility. */
function visibilityEdits(
  document: WorkbookDocument,
  elementId: string,
  { type, columns, others }: Fields,
  names: readonly string[],
): DocumentEdit[] {
  const shows = type === 'show-columns'
  return changeElement(document, elementId, (element) => {
    const known = columnNames(element.columns)
    const listed: unknown[] = isRecord(columns) && Array.isArray(columns.columns) ? columns.columns : []
    const isChosen = (id: string) =>
      isRecord(columns) && columns.type === 'control' ? names.includes(known.get(id) ?? '') : listed.includes(id)
    const dividing = dividingColumns(element)
    return {
      ...element,
      columns: element.columns.map((column) => {
        const isNamed = isChosen(column.id)
        if (dividing.has(column.id) || (!isNamed && others !== 'opposite')) return column
        const { hidden: _, ...visible } = column
        return isNamed === shows ? visible : { ...visible, hidden: true }
      }),
    }
  })
}

function dividingColumns(element: ColumnHolder): ReadonlySet<string> {
  const grouped = element.columns.flatMap(({ id }) => (levelOfColumn(element, id).kind === 'grouping' ? [id] : []))
  const onShelves = shelvesOfKind(element.kind).flatMap(({ id, role }) =>
    role === 'dimension' ? columnsOnShelf(element, id) : [],
  )
  return new Set([...grouped, ...onShelves])
}

function moveEdits(document: WorkbookDocument, element: ColumnHolder, { columns, to }: Fields): DocumentEdit[] {
  const asked: unknown[] = Array.isArray(columns) ? columns : []
  const ids = element.columns.map(({ id }) => id).filter((id) => asked.includes(id))
  if (ids.length === 0 || !isRecord(to)) return []
  const shelves = shelvesOfKind(element.kind)
  switch (to.type) {
    case 'grouping': {
      const grouping = element.groupings?.find(({ id }) => id === to.groupingId)
      return grouping ? moveToKeys(document, element.id, ids, grouping.id, grouping.groupBy?.length ?? 0) : []
    }
    case 'shelf': {
      const shelf = shelves.find(({ id }) => id === to.shelf)
      if (!shelf) return []
      const added = ids.reduce(
        (next, id) => applyEdits(next, addToShelf(next, element.id, shelf, { id, formula: '' })).document,
        document,
      )
      return [{ op: 'set', at: ['elements', { id: element.id }], value: added.elements[element.id] }]
    }
    default:
      if (shelves.length === 0) return moveToLevel(document, element.id, ids, { kind: 'rows' })
      return changeElement(document, element.id, (held) => withRequiredShelves(withoutShelved(held, ids)))
  }
}

function withoutShelved(element: ColumnHolder, ids: readonly string[]): ColumnHolder {
  return shelvesOfKind(element.kind).reduce((next, { id }) => {
    const before = columnsOnShelf(next, id)
    const left = before.filter((each) => !ids.includes(each))
    return left.length === before.length ? next : withShelf(next, id, left)
  }, element)
}

/** Swaps two columns: in groupings, sorts, folders and the order of a table, or on the shelves of a chart or pivot table. */
function swapEdits(document: WorkbookDocument, elementId: string, one: string, other: string): DocumentEdit[] {
  const swap = (id: string) => (id === one ? other : id === other ? one : id)
  const swapped = (value: unknown): unknown => {
    if (typeof value === 'string') return swap(value)
    if (Array.isArray(value)) return value.map(swapped)
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, placeFields.has(name) ? swapped(field) : field]),
    )
  }
  return changeElement(document, elementId, (element) => {
    const ids = element.columns.map(({ id }) => id)
    if (!ids.includes(one) || !ids.includes(other)) return element
    const shelves = shelvesOfKind(element.kind).map(({ id }) => id)
    const names = shelves.length === 0 ? tableFields : [...shelves, 'trellis']
    const places = names.filter((name) => element[name] !== undefined)
    return {
      ...element,
      ...(shelves.length === 0 ? { order: orderOf(element).map(swap) } : {}),
      ...Object.fromEntries(places.map((name) => [name, swapped(element[name])])),
    }
  })
}

const tableFields = ['groupings', 'summary', 'sort', 'folders']

/** Fields of groupings, sorts, folders and shelves that contain ids of columns, directly or nested. */
const placeFields: ReadonlySet<string> = new Set([
  'columnId',
  'column',
  'columnIds',
  'groupBy',
  'calculations',
  'sort',
  'items',
  'rowsBy',
  'columnsBy',
])

/** An end without a value is automatic. */
function scaleEdits(document: WorkbookDocument, element: BaseElement, change: Fields): DocumentEdit[] {
  const axis = String(change.axis)
  const format = isRecord(element[axis]) ? fieldAt(element, [axis, 'format']) : 'hidden'
  // A hidden axis has no scale.
  if (format === 'hidden' || fieldAt(element, [axis, 'format', 'visibility']) === 'hidden') return []
  const before = fieldAt(element, [axis, 'format', 'scale'])
  const { min, max, scale } = change
  const domain = { ...(typeof min === 'number' ? { min } : {}), ...(typeof max === 'number' ? { max } : {}) }
  const { domain: _, ...kept } = isRecord(before) ? before : {}
  const next = {
    ...kept,
    ...(scale === undefined ? {} : { type: scale }),
    ...(Object.keys(domain).length > 0 ? { domain } : {}),
  }
  return setElementField(document, element.id, [axis, 'format', 'scale'], next)
}
