import type { Cell } from '../types/index.ts'
import type { BaseElement, ControlElement } from './api.ts'
import type { CellTest } from './cell-tests.ts'
import { isRecord } from './check-schema.ts'
import type { ControlTime } from './control-dates.ts'
import { controlValueFromText, savedControlValue } from './control-values.ts'
import type { InputCell } from './input-cells.ts'
import { inputColumnOrigin, isLinkedTable, rowIdColumn } from './input-columns.ts'
import { findColumn } from './lookups.ts'

/** Evaluates the effects of actions that change rows of input tables, in the browser and on the server. */

/** Why an effect cannot run; a key of the texts of the app. */
export type EffectProblem =
  | 'notSupported'
  | 'controlGone'
  | 'tableGone'
  | 'noSelection'
  | 'noAddress'
  | 'tooMany'
  | 'tooLong'
  | 'tooDeep'

/** An effect that failed. The sequence stops there, and the user sees the reason. */
export class EffectFailure extends Error {
  readonly problem: EffectProblem
  constructor(problem: EffectProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Limits of a sequence: `steps` counts the steps of all branches; `depth` is the number of sequences that may start each other before it.
 */
export const sequenceLimits = { steps: 100, seconds: 60, secondsAfterFailure: 10, depth: 5 }

/** Where the values of an effect come from. */
export interface EffectSources {
  element: (elementId: string) => BaseElement | undefined
  control: (controlId: string) => { element: ControlElement; text: string | undefined } | undefined
  /** The selected values of a column; undefined when nothing is selected in it. */
  column: (columnId: string) => readonly Cell[] | undefined
  /** A value that the caller who started the sequence sent under a name; absent when callers cannot send any. */
  input?: (name: string) => readonly Cell[] | undefined
  time: ControlTime
}

type RowMatch = { tests: (CellTest & { columnId: string })[]; isSingle?: boolean }

/** A change of the rows of one input table. */
export interface RowChange {
  insert?: Record<string, InputCell>[]
  update?: { rowId: string; values: Record<string, InputCell> }[]
  updateWhere?: (RowMatch & { values: Record<string, InputCell> })[]
  delete?: string[]
  deleteWhere?: RowMatch[]
  /** The change is refused if one of the rows given by id was changed after this revision. */
  baseRevision?: number
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

const rowEffects: ReadonlySet<unknown> = new Set(['insert-rows', 'update-rows', 'delete-rows'])

export const isRowEffect = ({ effect }: Fields): boolean => rowEffects.has(effect)

/**
 * Whether the value can be determined, possibly by computing a formula. `withInputs`: values that the caller sends when starting the
 * sequence are available too.
 */
export function canDetermineValue(value: unknown, { withInputs = false } = {}): boolean {
  const { type, value: constant } = fieldsOf(value)
  if (type === 'constant') return constantCells(constant) !== undefined
  if (type === 'agent-input') return withInputs
  return types.has(type)
}

const types: ReadonlySet<unknown> = new Set(['control', 'column', 'column-range', 'formula', 'formula-range', 'given'])

/** Whether the rows can be determined, if need be by computing a formula for each of them. */
export function canDetermineRows(whichRows: unknown): boolean {
  const { type, formula } = fieldsOf(whichRows)
  return type === 'single-row' || type === 'column-match' || (type === 'formula' && typeof formula === 'string')
}

/** Whether rows are selected by a formula that is true for all of them. */
export function selectsAllRows(whichRows: unknown): boolean {
  const { type, formula } = fieldsOf(whichRows)
  return type === 'formula' && typeof formula === 'string' && /^true(\(\))?$/i.test(formula.trim())
}

/**
 * The values that an effect uses: one value, the values of a list, or the two ends of a range. Undefined if the control does not exist or
 * nothing is selected in the column.
 */
export function effectCells(value: unknown, sources: EffectSources): readonly Cell[] | undefined {
  const { type, value: constant, control, column, min, max, inputName, cells } = fieldsOf(value)
  switch (type) {
    // The value of a formula that was computed before the step.
    case 'given':
      return Array.isArray(cells) ? (cells as Cell[]) : undefined
    case 'constant':
      return constantCells(constant)
    case 'control':
      return controlCells(String(control), sources)
    case 'column':
      return sources.column(String(column))
    case 'column-range': {
      const least = sources.column(String(min))?.[0] ?? null
      const most = sources.column(String(max))?.at(-1) ?? null
      return least === null && most === null ? undefined : [least, most]
    }
    case 'agent-input':
      return sources.input?.(String(inputName))
    default:
      return undefined
  }
}

/** The cells of a value that is a constant; undefined for any other. */
export function constantCellsOf(value: unknown): readonly Cell[] | undefined {
  const { type, value: constant } = fieldsOf(value)
  return type === 'constant' ? constantCells(constant) : undefined
}

/** The change that a row effect makes, and the id of its table. Throws `EffectFailure`. */
export function rowChangeOf(effect: Fields, sources: EffectSources): { tableId: string; change: RowChange } {
  const table = sources.element(String(effect.table))
  if (table?.kind !== 'input-table') throw new EffectFailure('tableGone')
  return { tableId: table.id, change: changeOf(effect, table, sources) }
}

function changeOf({ effect, whichRows, values }: Fields, table: BaseElement, sources: EffectSources): RowChange {
  switch (effect) {
    case 'insert-rows':
      return { insert: [rowValues(table, values, sources)] }
    case 'update-rows': {
      const rows = targetRows(table, whichRows, sources)
      const given = rowValues(table, values, sources)
      if ('match' in rows) return { updateWhere: [{ ...rows.match, values: given }] }
      const { rowIds, ...known } = rows
      return { update: rowIds.map((rowId) => ({ rowId, values: given })), ...known }
    }
    case 'delete-rows': {
      const rows = targetRows(table, whichRows, sources)
      if ('match' in rows) return { deleteWhere: [rows.match] }
      const { rowIds, ...known } = rows
      return { delete: [...rowIds], ...known }
    }
    default:
      throw new EffectFailure('notSupported')
  }
}

/** Undefined for constants that are not plain values, such as relative dates. */
function constantCells(constant: unknown): Cell[] | undefined {
  const { type, value } = fieldsOf(constant)
  if (type === 'number-range') {
    const { min, max } = fieldsOf(value)
    return [typeof min === 'number' ? min : null, typeof max === 'number' ? max : null]
  }
  if (type === 'boolean-list' && Array.isArray(value)) {
    return value.map((word) => (word === 'is-null' ? null : word === 'is-true'))
  }
  const items: unknown[] = Array.isArray(value) ? value : [value]
  const isCell = (item: unknown): item is Cell =>
    item === null || typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
  return items.every(isCell) ? items : undefined
}

/** The current value of a control; an empty list when nothing is selected. */
function controlCells(controlId: string, { control, time }: EffectSources): Cell[] | undefined {
  const known = control(controlId)
  if (!known) return undefined
  const read = known.text === undefined ? undefined : controlValueFromText(known.element, known.text, time, 'text')
  const value = read?.ok ? read.value : savedControlValue(known.element, time)
  if (!value) return []
  if (value.kind === 'list') return [...value.values]
  return value.kind === 'range' ? [value.min, value.max] : [value.value]
}

/** The cells of a row by column, in the form in which rows of input tables are sent. */
function rowValues(table: BaseElement, values: unknown, sources: EffectSources): Record<string, InputCell> {
  return Object.fromEntries(
    Object.entries(fieldsOf(values)).map(([columnId, value]) => {
      const cells = effectCells(value, sources)
      if (!cells) throw new EffectFailure(fieldsOf(value).type === 'column' ? 'noSelection' : 'notSupported')
      return [columnId, inputCellFor(table, columnId, cells)]
    }),
  )
}

/** The kind of values that people enter into a column of an input table; undefined for other columns. */
export function enteredKind(table: BaseElement, columnId: string): string | undefined {
  const column = findColumn(table, columnId)
  const origin = column && inputColumnOrigin(column)
  return origin?.kind === 'entered' ? origin.type?.kind : undefined
}

/** Text values are converted to the type of the column if possible, because values of controls are texts. */
function inputCellFor(table: BaseElement, columnId: string, cells: readonly Cell[]): InputCell {
  const type = enteredKind(table, columnId)
  if (type === 'variant') return cells.filter((cell) => cell !== null).map(String)
  const [cell = null] = cells
  if (cell === null) return null
  switch (type) {
    case 'float64':
      return typeof cell === 'string' && cell.trim() !== '' && Number.isFinite(Number(cell))
        ? Number(cell)
        : (cell as InputCell)
    case 'logical':
      return cell === 'true' || cell === 'false' ? cell === 'true' : (cell as InputCell)
    case 'timestamp':
      return String(cell).replace(/(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/, '')
    default:
      return String(cell)
  }
}

type TargetRows = { rowIds: readonly string[]; baseRevision?: number } | { match: RowMatch }

/** The rows that an effect changes: one row by its id, the rows that a formula has selected, or all rows that match tests. */
function targetRows(table: BaseElement, whichRows: unknown, sources: EffectSources): TargetRows {
  const { type, primaryKeys, formula: _, column, cells, revision, ...test } = fieldsOf(whichRows)
  if (type === 'given') {
    const rowIds = (Array.isArray(cells) ? (cells as Cell[]) : []).map(String)
    return { rowIds, ...(typeof revision === 'number' ? { baseRevision: revision } : {}) }
  }
  if (type === 'column-match') {
    const { condition, value, low, high } = test
    const bounds = low === undefined && high === undefined ? (value === undefined ? {} : { value }) : { low, high }
    return { match: { tests: [{ columnId: String(column), condition, ...bounds } as RowMatch['tests'][number]] } }
  }
  if (selectsAllRows(whichRows)) return { match: { tests: [] } }
  if (type !== 'single-row') throw new EffectFailure('notSupported')
  const keys = Object.entries(fieldsOf(primaryKeys)).map(([columnId, value]) => {
    const [cell = null] = effectCells(value, sources) ?? []
    if (cell === null) throw new EffectFailure('noSelection')
    return { columnId, cell: cell as string | number | boolean }
  })
  const [only] = keys
  if (!only) throw new EffectFailure('noSelection')
  if (keys.length === 1 && only.columnId === rowIdColumn(table)) return { rowIds: [String(only.cell)] }
  if (isLinkedTable(table)) throw new EffectFailure('notSupported')
  const tests = keys.map(({ columnId, cell }) => ({ columnId, condition: '=' as const, value: cell }))
  return { match: { tests, isSingle: true } }
}
