import { createHash } from 'node:crypto'
import type { SequenceState } from '@octavo/core/contract'
import {
  columnNames,
  type DataElement,
  type FoundSequence,
  findControl,
  inputColumn,
  inputTimestamp,
  namedColumns,
  type StepFormula,
  scanReferences,
  selectedElement,
  type TextFormula,
  variableOf,
  type WorkbookDocument,
} from '@octavo/core/document'
import { printReference } from '@octavo/core/formula'
import type { StoredRows } from '@octavo/core/plan'
import type { Cell, ValueType } from '@octavo/core/types'
import { cellText } from '../input-tables/input-cells.ts'
import { rowsToJson } from '../input-tables/stored-rows.ts'
import type { QueriedDocument } from '../queries/element-compiler.ts'
import type { QueryPurpose } from '../queries/statement-comment.ts'

/** Ids of two elements that are never stored: the selection, and the table that computes formulas over it. */
export const selectionId = '~selection'
export const askedId = '~asked'

/** The column that computes a formula over all selected rows, and the one that computes it for each row. */
export const columnOf = (index: number): string => `~${index}`
export const eachOf = (columnId: string): string => `${columnId} each`

/** A formula of a step; in a text it has a format. */
export type RequestedFormula = StepFormula & Partial<TextFormula>

/** Formulas of a sequence, and the state that they are computed from. */
export interface FormulasRequest {
  sequence: FoundSequence
  formulas: readonly RequestedFormula[]
  state: SequenceState
  purpose: QueryPurpose
}

/** Where to compute the formulas. */
export interface FormulaPlace {
  connectionId: string
  /** Column types of the element with the selection. */
  types: ReadonlyMap<string, ValueType>
}

/** A column of the selection, or a value of the sequence. */
interface Given {
  id: string
  name: string
  cells: readonly Cell[]
  /** Type of the element's column; absent for values of the sequence, whose type follows from the value. */
  type?: ValueType | undefined
}

/**
 * The document with a table named Selection, which contains the selected rows, and a table over it with a column for
 * each formula. Results of earlier steps and the error are columns with the same value in all rows. Without a selection
 * there is one row without values, so that formulas that do not read the selection have a value.
 */
export function withSelection(
  document: QueriedDocument,
  asked: FormulasRequest,
  { connectionId, types }: FormulaPlace,
): QueriedDocument {
  const { content } = document
  const selected = selectedColumns(content, asked).map((each) => ({ ...each, type: types.get(each.id) }))
  const count = Math.max(1, ...selected.map(({ cells }) => cells.length))
  const variables = variablesOf(content, asked)
  const repeated = variables.map((each) => ({
    ...each,
    cells: Array.from({ length: count }, () => each.cells[0] ?? null),
  }))
  const given = [...selected, ...repeated.map((each) => ({ ...each, name: each.id }))]
  const selection: DataElement = {
    id: selectionId,
    kind: 'input-table',
    name: 'Selection',
    source: { kind: 'empty', connectionId },
    columns: given.map(({ id, name, cells, type }) => inputColumn({ id, name, type: typeWord(type, cells) })),
  }
  const named = variables.map(({ id, name }) => ({
    id: `${id} named`,
    name,
    formula: printReference(['Selection', id]),
  }))
  const formulas = asked.formulas.map(({ formula }, index) => ({
    id: columnOf(index),
    name: columnOf(index),
    formula: withoutErrorNames(formula),
  }))
  const computed: DataElement = {
    id: askedId,
    kind: 'table',
    name: askedId,
    source: { kind: 'table', elementId: selectionId },
    // Each formula once over all selected rows, and once for each row.
    columns: [
      ...named,
      ...formulas,
      ...formulas.map((each) => ({ ...each, id: eachOf(each.id), name: eachOf(each.id) })),
    ],
    summary: formulas.map(({ id }) => id),
  }
  const key = createHash('sha256')
    .update(JSON.stringify([given, named, formulas, connectionId]))
    .digest('hex')
  return {
    ...document,
    versionKey: `${document.versionKey} sequence ${key}`,
    content: { ...content, elements: { ...content.elements, [selectionId]: selection, [askedId]: computed } },
    given: { elementId: selectionId, revision: key, rows: rowsOf(key, given, count) },
  }
}

function selectedColumns(content: WorkbookDocument, { sequence, state }: FormulasRequest): Given[] {
  const table = selectedElement(content, sequence)
  if (!table) return []
  const { selection = {} } = state
  return [...columnNames(namedColumns(content, table))].map(([id, name]) => ({
    id,
    name,
    cells: Object.hasOwn(selection, id) ? (selection[id] ?? []) : [],
  }))
}

const errorNames: Readonly<Record<string, 'message' | 'code' | 'step'>> = {
  message: 'message',
  code: 'code',
  step: 'step',
}
const errorColumn = (field: string) => `Error ${field}`

/** The error, and the results of earlier steps. A control with the same name takes precedence over a result. */
function variablesOf(content: WorkbookDocument, { sequence, state }: FormulasRequest): Given[] {
  const { results = {}, error } = state
  const names = [...new Set(sequence.steps.flatMap((step) => variableOf(step) ?? []))]
  const ofSteps = names
    .filter((name) => Object.hasOwn(results, name) && !findControl(content, name))
    .map((name, index) => ({ id: `~result ${index}`, name, cells: [results[name] ?? null] }))
  const ofError = Object.values(errorNames).map((field) => ({
    id: `~error ${field}`,
    name: errorColumn(field),
    cells: [error?.[field] ?? (field === 'step' ? null : '')],
  }))
  return [...ofSteps, ...ofError]
}

/**
 * Replaces `[Error/Message]`, which looks like a column of a table named Error, by the name of a column of the
 * selection.
 */
function withoutErrorNames(formula: string): string {
  const found = scanReferences(formula).filter(({ segments: [first = '', second = '', ...rest] }) => {
    return rest.length === 0 && first.toLowerCase() === 'error' && Object.hasOwn(errorNames, second.toLowerCase())
  })
  return found.reduceRight((text, { start, end, segments: [, second = ''] }) => {
    const column = errorColumn(errorNames[second.toLowerCase()] ?? '')
    return `${text.slice(0, start)}${printReference([column])}${text.slice(end)}`
  }, formula)
}

/** The type as columns of input tables name it. */
function typeWord(type: ValueType | undefined, cells: readonly Cell[]): string {
  switch (type?.kind) {
    case 'int64':
    case 'decimal':
    case 'float64':
      return 'number'
    case 'logical':
      return 'checkbox'
    case 'date':
    case 'timestamp':
    case 'instant':
      return 'datetime'
    case undefined:
      return wordOfValues(cells.filter((cell) => cell !== null))
    default:
      return 'text'
  }
}

/** The type of a value of the sequence; dates are recognized by the form of their text. */
function wordOfValues(cells: readonly Cell[]): string {
  if (cells.length === 0) return 'text'
  if (cells.every((cell) => typeof cell === 'number')) return 'number'
  if (cells.every((cell) => typeof cell === 'boolean')) return 'checkbox'
  return cells.every((cell) => inputTimestamp.test(String(cell))) ? 'datetime' : 'text'
}

function rowsOf(rowsId: string, given: readonly Given[], count: number): StoredRows {
  const byId = new Map(given.map(({ id, cells }) => [id, cells]))
  return {
    rowsId,
    name: '',
    columns: [],
    json: (columns) =>
      rowsToJson(
        Array.from({ length: count }, (_, row) =>
          columns.map(({ id, type }) => (id === 'entry place' ? String(row) : textOf(byId.get(id)?.[row], type))),
        ),
      ),
  }
}

/** Removes the zone from times of the data platform, because times of input tables have none. */
function textOf(cell: Cell | undefined, type: ValueType): string | undefined {
  const isTime = type.kind === 'timestamp' && typeof cell === 'string'
  return cellText(isTime ? cell.replace(/(Z|[+-]\d{2}:?\d{2})$/, '') : cell, type)
}
