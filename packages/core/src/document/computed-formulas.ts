import type { DataElement, DocumentElement, WorkbookDocument } from './api.ts'
import { withBoxColumns } from './box-columns.ts'
import { cardHolderOf, cardsIdOf, formulaOfCard, isRepeated, rowsOfCards } from './card-rows.ts'
import { categoryControl, categoryList } from './category-lists.ts'
import { isRecord } from './check-schema.ts'
import { formulaFields } from './formula-fields.ts'
import { findControl, isDataElement } from './lookups.ts'
import { elementName } from './names.ts'

/** Where the value of a formula is found: a summary column of an element that exists only while a page is read. */
export interface ComputedFormula {
  elementId: string
  columnId: string
  /** The first field of the element that contains the formula: `body`, `refMarks[0].value.formula`. */
  path: string
}

/** Fields whose formulas are displayed. Formulas of rows, filters and actions are computed with the element itself. */
const shownFields = new Set([
  'name',
  'description',
  'noDataText',
  'body',
  'text',
  'url',
  'alt',
  'value',
  'min',
  'max',
  'config',
  'refMarks',
  'trendlines',
  'xAxis',
  'yAxis',
  'yAxis2',
  'hole',
  'label',
])

/** Addresses below other fields: of a picture, of a background, and of an entry of a navigation. */
const shownAddress = /^(?:source|backgroundImage(?:\.source)?|options\[.*\.destination)\.url$/

const isShown = (path: string): boolean => {
  const [field = ''] = path.split(/[.[]/)
  return shownFields.has(field) || shownAddress.test(path)
}

const controlOnly = /^\[([^[\]/]+)\](?:\.(?:min|max|start|end))?$/
const constant = /^-?\d+(\.\d+)?$/

/**
 * Formulas over data that an element displays: in its title, text and addresses, its reference marks and axes, and the total in the hole of a
 * donut.
 * Formulas that use only controls or constants need no query and are omitted.
 */
export function computedFormulas(
  document: WorkbookDocument,
  element: DocumentElement,
): ReadonlyMap<string, ComputedFormula> {
  const ofDocument = computedOf.get(document) ?? new WeakMap<DocumentElement, ReadonlyMap<string, ComputedFormula>>()
  computedOf.set(document, ofDocument)
  const computed = ofDocument.get(element) ?? readComputed(document, element)
  ofDocument.set(element, computed)
  return computed
}

/** A cache: the app reads the formulas of a tile whenever it renders, and documents are immutable. */
const computedOf = new WeakMap<WorkbookDocument, WeakMap<DocumentElement, ReadonlyMap<string, ComputedFormula>>>()

function readComputed(document: WorkbookDocument, element: DocumentElement): Map<string, ComputedFormula> {
  if (document.computed) return new Map(document.computed[element.id])
  const found = new Map<string, ComputedFormula>()
  const isData = isDataElement(element)
  // Whether a card has a row can be determined without a formula on it.
  if (isRepeated(element)) found.set('', { elementId: cardsIdOf(element), columnId: '~', path: 'source' })
  for (const [formula, path] of formulasOf(element)) {
    const order = found.size
    const holder = formulaOfCard(formula) === null ? undefined : cardHolderOf(document, element.id)
    if (holder) {
      found.set(formula, { elementId: cardsIdOf(holder), columnId: `${element.id}~${order}`, path })
      continue
    }
    if (!isData && sourceOf(document, formula) === null) continue
    // For an element with data one query computes all formulas; otherwise each formula reads the element that it names.
    found.set(
      formula,
      isData
        ? { elementId: `${element.id}~`, columnId: `~${order}`, path }
        : { elementId: `${element.id}~${order}`, columnId: '~0', path },
    )
  }
  return found
}

/**
 * Displayed formulas that name no control and no table of the document, so that nothing can compute them, with the first field that contains
 * each.
 */
export function formulasWithoutSource(
  document: WorkbookDocument,
  element: DocumentElement,
): { formula: string; path: string }[] {
  const computed = computedFormulas(document, element)
  const isKnown = (formula: string) => {
    const [, control] = controlOnly.exec(formula) ?? []
    return control === undefined ? computed.has(formula) : findControl(document, control) !== undefined
  }
  return [...formulasOf(element, true)].flatMap(([formula, path]) => (isKnown(formula) ? [] : [{ formula, path }]))
}

/** Each formula once, with the first field that contains it. */
function formulasOf(element: DocumentElement, withControls = false): Map<string, string> {
  const found = new Map<string, string>()
  const add = (formula: string, path: string) => {
    if (formula === '' || constant.test(formula) || found.has(formula)) return
    if (withControls || !controlOnly.test(formula)) found.set(formula, path)
  }
  for (const { path, text, spans } of formulaFields(element)) {
    if (isShown(path)) for (const { start, end } of spans) add(text.slice(start, end).trim(), path)
  }
  for (const formula of holeFormula(element)) add(formula, 'holeValue')
  return found
}

/** The measure in the hole of a donut, over all slices. */
function holeFormula(element: DocumentElement): string[] {
  if (element.kind !== 'donut-chart' || !isDataElement(element)) return []
  const pointer = [element.holeValue, element.value].find(
    (field) => isRecord(field) && typeof field.columnId === 'string',
  )
  const column = isRecord(pointer) ? element.columns.find(({ id }) => id === pointer.columnId) : undefined
  return column?.formula ? [column.formula] : []
}

const known = new WeakMap<WorkbookDocument, WorkbookDocument>()

/**
 * The document as it is queried: with an element for each set of displayed formulas and each list of colours, and with the numbers of box
 * charts as columns.
 */
export function withComputedFormulas(document: WorkbookDocument): WorkbookDocument {
  const before = known.get(document)
  if (before) return before
  const added: Record<string, DocumentElement> = {}
  const cards = new Map<string, DataElement>()
  const bindings: WorkbookDocument['bindings'] = {}
  for (const element of Object.values(document.elements)) {
    const list = categoryList(document, element)
    if (list) added[list.elementId] = categoryControl(list)
    for (const [formula, { elementId, columnId }] of computedFormulas(document, element)) {
      const holder = isRepeated(element) ? element : cardHolderOf(document, element.id)
      if (holder && elementId === cardsIdOf(holder)) {
        const rows = cards.get(elementId) ?? rowsOfCards(document, holder)
        cards.set(elementId, rows)
        rows.columns.push({ id: columnId, formula: formulaOfCard(formula) ?? '1', name: columnId })
        continue
      }
      const column = { id: columnId, formula, name: columnId }
      const own = document.bindings[element.id]
      // The columns are at the same positions as in the element, so its bindings apply here too.
      if (own && isDataElement(element)) bindings[elementId] = own
      const present = added[elementId]
      if (present && isDataElement(present)) {
        present.columns.push(column)
        ;(present.summary as string[]).push(columnId)
      } else
        added[elementId] = isDataElement(element)
          ? overOwnRows(element, elementId, column)
          : overNamed(document, formula, elementId, column)
    }
  }
  const boxes = Object.values(document.elements).flatMap((element) => {
    const queried = withBoxColumns(element)
    return queried === element ? [] : [[element.id, queried] as const]
  })
  const elements = { ...document.elements, ...Object.fromEntries(boxes), ...Object.fromEntries(cards), ...added }
  const computed =
    Object.keys(added).length === 0 && cards.size === 0 && boxes.length === 0
      ? document
      : { ...document, elements, bindings: { ...document.bindings, ...bindings } }
  known.set(document, computed)
  return computed
}

type Column = DataElement['columns'][number]

/** The rows, groups and columns of an element, with the formulas above all of them. */
function overOwnRows(element: DataElement, id: string, column: Column): DocumentElement {
  const {
    groupings,
    values,
    rowsBy,
    columnsBy,
    xAxis,
    yAxis,
    yAxis2,
    color,
    value,
    size,
    splitBy,
    series,
    holeValue,
    trellis,
    stage,
    category,
    folders,
  } = element
  const shelves = {
    groupings,
    values,
    rowsBy,
    columnsBy,
    xAxis,
    yAxis,
    yAxis2,
    color,
    value,
    size,
    splitBy,
    series,
    holeValue,
    trellis,
    stage,
    category,
    folders,
  }
  return {
    ...Object.fromEntries(Object.entries(shelves).filter(([, shelf]) => shelf !== undefined)),
    id,
    kind: 'table',
    name: id,
    formulasOf: element.kind,
    source: element.source,
    columns: [...element.columns, column],
    summary: [...(Array.isArray(element.summary) ? element.summary : []), column.id],
    ...(element.filters ? { filters: element.filters } : {}),
  }
}

/** A formula of a text reads the rows of the first element that it names. */
function overNamed(document: WorkbookDocument, formula: string, id: string, column: Column): DocumentElement {
  const elementId = sourceOf(document, formula) ?? ''
  return { id, kind: 'table', name: id, source: { kind: 'table', elementId }, columns: [column], summary: [column.id] }
}

const tables = new Set(['table', 'input-table'])

/** The table that a formula names first; any table of the document for a formula that names none. */
function sourceOf(document: WorkbookDocument, formula: string): string | null {
  const candidates = Object.values(document.elements).filter(
    (element) => tables.has(element.kind) && isDataElement(element),
  )
  const names = [...formula.matchAll(/\[([^[\]/]+)\//g)].map(([, name = '']) => name.trim().toLowerCase())
  for (const name of names) {
    const named = candidates.find((element) => (elementName(element) ?? '').toLowerCase() === name)
    if (named) return named.id
  }
  return names.length > 0 ? null : (candidates[0]?.id ?? null)
}
