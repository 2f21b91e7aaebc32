import { parseFormula, quoteText, type SyntaxNode } from '../formula/index.ts'
import type { Cell, ValueType } from '../types/index.ts'
import type {
  BaseElement,
  ControlElement,
  DataElement,
  DocumentElement,
  ElementFilter,
  WorkbookDocument,
} from './api.ts'
import { cardHolderOf, cardTable } from './card-rows.ts'
import { formulaFields } from './formula-fields.ts'
import { formulaHosts } from './formula-hosts.ts'
import { inputTimestamp } from './input-cells.ts'
import { inputColumn, namedColumns, targetIdColumn } from './input-columns.ts'
import { findControl, findElement, isControl } from './lookups.ts'
import { sameName } from './name-index.ts'
import { columnNames } from './names.ts'
import { readerFilters } from './reader-filters.ts'
import { scanReferences } from './references.ts'
import { type FoundSequence, sequencesOf, variableOf } from './sequences.ts'
import { isOverRows, partsOf } from './syntax-nodes.ts'

/** Formulas that select the rows of an effect: a condition over the rows of the table that the effect changes. */

/** Ids of two added columns: one is true in the rows that the formulas select, the other contains the first formula alone. */
export const targetColumns = { target: '~target', formula: '~target formula' } as const

/** A name in a formula that is defined only while the sequence runs. */
export type SequenceName =
  | { kind: 'selection'; columnId: string }
  | { kind: 'error'; field: 'message' | 'code' | 'step' }
  | { kind: 'result'; name: string }

interface FoundName {
  start: number
  end: number
  /** Null for a column that the element of the sequence does not have. */
  named: SequenceName | null
}

/** The element, or the table of the card, that a sequence belongs to. */
export function selectedElement(
  document: WorkbookDocument,
  { hostId }: Pick<FoundSequence, 'hostId'>,
): DocumentElement | undefined {
  const holder = cardHolderOf(document, hostId)
  return holder ? cardTable(document, holder) : findElement(document, hostId)
}

const errorFields = ['message', 'code', 'step'] as const

/**
 * The names in a formula that are defined only while the sequence runs. Columns of the table and controls take precedence over results of
 * steps.
 */
export function sequenceNames(
  formula: string,
  document: WorkbookDocument,
  table: BaseElement,
  sequence: Pick<FoundSequence, 'hostId' | 'steps'>,
): FoundName[] {
  const host = selectedElement(document, sequence)
  const selectable = host ? columnNames(namedColumns(document, host)) : new Map<string, string>()
  const own = columnNames(namedColumns(document, table))
  const results = sequence.steps.flatMap((step) => variableOf(step) ?? [])
  return scanReferences(formula).flatMap(({ start, end, segments: [first = '', second, ...more] }): FoundName[] => {
    if (more.length > 0) return []
    if (second === undefined) {
      const isOther = findControl(document, first) || idNamed(own, first) !== undefined
      const name = isOther ? undefined : results.find((each) => each.toLowerCase() === first.toLowerCase())
      return name === undefined ? [] : [{ start, end, named: { kind: 'result', name } }]
    }
    if (first.toLowerCase() === 'selection') {
      const columnId = idNamed(selectable, second)
      return [{ start, end, named: columnId === undefined ? null : { kind: 'selection', columnId } }]
    }
    const field = first.toLowerCase() === 'error' && errorFields.find((each) => each === second.toLowerCase())
    return field ? [{ start, end, named: { kind: 'error', field } }] : []
  })
}

function idNamed(names: ReadonlyMap<string, string>, wanted: string): string | undefined {
  const exact = [...names].find(([, name]) => name === wanted)
  return (exact ?? [...names].find(([, name]) => sameName(name, wanted)))?.[0]
}

/** The first reference to a selected column that does not exist, as it is written. */
export function missingSelection(formula: string, names: readonly FoundName[]): string | undefined {
  const missing = names.find(({ named }) => named === null)
  return missing && formula.slice(missing.start, missing.end)
}

/** The formula with values in place of the names of the sequence; unknown names are kept. */
export function withNamedValues(
  formula: string,
  names: readonly FoundName[],
  written: (name: SequenceName) => string,
): string {
  return names.reduceRight(
    (text, { start, end, named }) => (named ? `${text.slice(0, start)}${written(named)}${text.slice(end)}` : text),
    formula,
  )
}

/** A value as a literal of the formula language. Without a known type it is a number, logical value, date or text by its form. */
export function literalOf(cell: Cell | undefined, type?: ValueType): string {
  if (cell === null || cell === undefined) return 'Null'
  switch (type?.kind) {
    case 'int64':
    case 'decimal':
    case 'float64':
      return numberLiteral(cell)
    case 'logical':
      return logicalLiteral(cell)
    case 'date':
    case 'timestamp':
    case 'instant':
      return dateLiteral(String(cell))
    case undefined:
      if (typeof cell === 'number') return numberLiteral(cell)
      if (typeof cell === 'boolean') return logicalLiteral(cell)
      return inputTimestamp.test(String(cell)) ? dateLiteral(String(cell)) : quoteText(String(cell))
    default:
      return quoteText(String(cell))
  }
}

/** A literal of a type for checking a formula without actual values; `Null` for an unknown type. */
export const sampleOf = (type: ValueType | null | undefined): string => {
  switch (type?.kind) {
    case undefined:
      return 'Null'
    case 'int64':
    case 'decimal':
    case 'float64':
      return '1'
    case 'logical':
      return 'True'
    case 'date':
    case 'timestamp':
    case 'instant':
      return 'Date("2000-01-01")'
    default:
      return '"a"'
  }
}

function numberLiteral(cell: Cell): string {
  const text = String(cell)
  if (/^\d+(\.\d+)?$/.test(text)) return text
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return 'Null'
  return `(${/^-\d+(\.\d+)?$/.test(text) ? text : String(number).replace('+', '')})`
}

const logicalLiteral = (cell: Cell): string =>
  cell === true || cell === 'true' ? 'True' : cell === false || cell === 'false' ? 'False' : 'Null'

/** Times from the data platform may end with a zone, which formulas do not accept. */
const dateLiteral = (text: string): string =>
  `Date(${quoteText(text.replace('T', ' ').replace(/(Z|[+-]\d{2}:?\d{2})$/, ''))})`

/** The problems of formulas that select rows, in addition to the problems of any formula. */
export const rowFormulaProblems = {
  unknownSelection: (name: string) => ({
    code: 'unknown_column',
    message: `${name} is no column of the element whose selection starts the action.`,
  }),
  oneSelectedRow: {
    code: 'selection_in_aggregate',
    message:
      'A formula that selects rows is computed for one selected row at a time, so no function over several rows takes its values.',
    hint: 'Use the selected value by itself.',
  },
  notLogical: (type: string) => ({
    code: 'wrong_type',
    message: `A formula that selects rows is true or false for each row; this is of type ${type}.`,
    hint: 'Compare with a value, such as [Status] = "open".',
  }),
} as const

/**
 * Whether a function over several rows reads a selected value. That is an error, because the formula is computed for one selected row at a
 * time.
 */
export function aggregatesSelection(formula: string): boolean {
  const { tree } = parseFormula(formula)
  return tree !== null && hasAggregate(tree)
}

function hasAggregate(node: SyntaxNode): boolean {
  if (node.kind === 'call' && isOverRows(node.name)) return node.args.some(readsSelection)
  return partsOf(node).some(hasAggregate)
}

function readsSelection(node: SyntaxNode): boolean {
  const isOne = node.kind === 'reference' && node.segments.length === 2
  return (isOne && node.segments[0]?.toLowerCase() === 'selection') || partsOf(node).some(readsSelection)
}

const onlyTargets: ElementFilter = {
  id: targetColumns.target,
  columnId: targetColumns.target,
  kind: 'list',
  mode: 'include',
  values: [true],
}

/**
 * The document with a table that has only the rows for which one of the formulas is true. Filters that depend on the reader remain. Filters
 * that are the same for all readers, and controls, only affect what is displayed and are removed. `isFiltered: false` removes every filter,
 * to show the problems of the columns.
 */
export function withTargetRows(
  document: WorkbookDocument,
  table: DataElement,
  formulas: readonly string[],
  { isFiltered = true } = {},
): WorkbookDocument {
  const { target, formula } = targetColumns
  const [first = ''] = formulas
  const idColumn = targetIdColumn(table)
  const hasId = idColumn === undefined || table.columns.some(({ id }) => id === idColumn)
  const any = formulas.map((each) => `(${each}\n)`).join(' or ')
  const question: DataElement = {
    ...table,
    columns: [
      ...table.columns,
      ...(hasId ? [] : [inputColumn({ id: idColumn })]),
      { id: formula, name: formula, formula: first },
      { id: target, name: target, formula: formulas.length > 1 ? any : first },
    ],
    filters: isFiltered ? [...(readerFilters(document, table)?.filters ?? []), onlyTargets] : [],
  }
  const others = Object.entries(document.elements).map(([id, each]) => [
    id,
    isControl(each) ? beside(each, table) : each,
  ])
  const elements = { ...Object.fromEntries(others), [table.id]: question } as WorkbookDocument['elements']
  return { ...document, elements }
}

/** The control without the table among its targets. */
function beside(control: ControlElement, { id }: BaseElement): ControlElement {
  const filters = control.filters?.filter(({ source }) => source.elementId !== id)
  return filters && filters.length < (control.filters?.length ?? 0) ? { ...control, filters } : control
}

/** A formula that selects the rows of an effect, with its place. */
export interface RowFormula {
  /** The element or overlay with the action. */
  hostId: string
  /** Inside the host: `actions[0].effects[1].whichRows.formula`. */
  path: string
  formula: string
  tableId: string
  sequence: Pick<FoundSequence, 'hostId' | 'steps'>
}

/** The formulas of all actions that select rows of input tables. */
export function rowFormulasOf(document: WorkbookDocument): RowFormula[] {
  const sequences = new Map(sequencesOf(document).map((each) => [`${each.hostId} ${each.sequenceId}`, each]))
  return formulaHosts(document).flatMap((host) => {
    if (!Array.isArray(host.actions) || host.actions.length === 0) return []
    return formulaFields(host).flatMap(({ path, text, scope }): RowFormula[] => {
      const [, at] = /^actions\[(\d+)\].*\.whichRows\.formula$/.exec(path) ?? []
      const tableId = scope?.elementId
      if (at === undefined || tableId === undefined) return []
      const action = (host.actions as readonly { id?: unknown }[])[Number(at)]
      const sequence = sequences.get(`${host.id} ${String(action?.id)}`) ?? { hostId: host.id, steps: [] }
      return [{ hostId: host.id, path, formula: text, tableId, sequence }]
    })
  })
}
