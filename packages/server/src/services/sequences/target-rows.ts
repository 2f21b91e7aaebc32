import { createHash } from 'node:crypto'
import type { Viewer } from '@octavo/core/access'
import { mostNamedRows, type SequenceState, type SequenceValue } from '@octavo/core/contract'
import {
  aggregatesSelection,
  type DataElement,
  findElement,
  isDataElement,
  literalOf,
  missingSelection,
  rowFormulaProblems,
  type SequenceName,
  selectedElement,
  sequenceNames,
  targetColumns,
  targetIdColumn,
  withNamedValues,
  withTargetRows,
} from '@octavo/core/document'
import { isAppError } from '@octavo/core/errors'
import type { CompiledColumn } from '@octavo/core/plan'
import { type Cell, formulaTypeOf, type ValueType } from '@octavo/core/types'
import type { Store } from '../../store/index.ts'
import { findInputTable } from '../../store/input-rows.ts'
import type { ElementCompiler, QueriedDocument } from '../queries/element-compiler.ts'
import type { Queries } from '../queries/queries.ts'
import type { FormulasRequest, RequestedFormula } from './selection-document.ts'

interface Parts {
  store: Store
  compiler: ElementCompiler
  queries: Queries
}

/** Maximum selected rows whose formulas one statement evaluates. */
const selectedAtOnce = 25

/**
 * The ids of the visible rows of a table for which a formula is true. With several selected rows the formula is
 * evaluated for each of them, and the results are merged. `revision` is the table's revision before the read, to detect
 * rows that are changed before they are written.
 */
export async function targetRows(
  parts: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  { path, formula, tableId }: RequestedFormula,
  asked: Omit<FormulasRequest, 'formulas'>,
  signal: AbortSignal,
): Promise<SequenceValue> {
  const table = findElement(document.content, String(tableId))
  const idColumn = table && targetIdColumn(table)
  if (table?.kind !== 'input-table' || !isDataElement(table)) return failure(path, tableGone)
  if (idColumn === undefined) return failure(path, noKey)
  const names = sequenceNames(formula, document.content, table, asked.sequence)
  const missing = missingSelection(formula, names)
  if (missing !== undefined) return failure(path, rowFormulaProblems.unknownSelection(missing))
  if (aggregatesSelection(formula)) return failure(path, rowFormulaProblems.oneSelectedRow)
  const formulas = await filledFormulas(parts, viewer, document, { formula, names, asked }, signal)
  if (formulas.length === 0) return failure(path, nothingSelected)
  const { organizationId } = viewer
  const place = { organizationId, documentId: document.id, elementId: table.id }
  const { revision = 0 } = (await findInputTable(parts.store.db, place)) ?? {}
  const question = { document, table, idColumn, asked }
  const found = new Set<string>()
  for (let at = 0; at < formulas.length; at += selectedAtOnce) {
    const some = formulas.slice(at, at + selectedAtOnce)
    const read = await rowsOf(parts, viewer, { ...question, formulas: some, isFirst: at === 0 }, signal)
    if ('problem' in read) return failure(path, read.problem)
    for (const rowId of read.rowIds) found.add(rowId)
    if (found.size > mostNamedRows) return failure(path, tooManyRows)
  }
  return { path, values: [...found], revision, problem: null }
}

type Problem = NonNullable<SequenceValue['problem']>

const failure = (path: string, { code, message }: Problem): SequenceValue => ({
  path,
  values: [],
  problem: { code, message },
})

const tableGone = { code: 'table_gone', message: 'The input table does not exist any more.' }
const noKey = { code: 'no_row_id', message: 'The table has no key by which its rows are found.' }
const nothingSelected = {
  code: 'nothing_selected',
  message: 'Nothing is selected, and the formula depends on the selection.',
}
const tooManyRows = {
  code: 'too_many_rows',
  message: `The formula selects more than ${mostNamedRows} rows. Nothing was changed.`,
}
/**
 * The formula with the values of the sequence inserted, once for each distinct selected row; empty when it reads the
 * selection and nothing is selected.
 */
async function filledFormulas(
  { compiler }: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  { formula, names, asked }: { formula: string; names: SequenceNames; asked: Omit<FormulasRequest, 'formulas'> },
  signal: AbortSignal,
): Promise<string[]> {
  const { sequence, state } = asked
  const selected = names.flatMap(({ named }) => (named?.kind === 'selection' ? [named.columnId] : []))
  if (selected.length === 0) return [withNamedValues(formula, names, (name) => given(name, state, {}, new Map()))]
  const host = selectedElement(document.content, sequence)
  const scope = await compiler.begin(viewer, document, state.controls ?? {})
  const columns = host && isDataElement(host) ? (await compiler.columns(scope, host.id, signal)).columns : []
  const types = new Map(columns.flatMap(({ id, type }) => (type ? [[id, type] as const] : [])))
  const filled = rowsOfSelection(state, selected).map((row) =>
    withNamedValues(formula, names, (name) => given(name, state, row, types)),
  )
  return [...new Set(filled)]
}

type SequenceNames = ReturnType<typeof sequenceNames>
type SelectedRow = Readonly<Record<string, Cell>>

function rowsOfSelection({ selection = {} }: SequenceState, columnIds: readonly string[]): SelectedRow[] {
  const cellsOf = (id: string): readonly Cell[] => (Object.hasOwn(selection, id) ? (selection[id] ?? []) : [])
  const count = Math.max(0, ...columnIds.map((id) => cellsOf(id).length))
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(columnIds.map((id) => [id, cellsOf(id)[row] ?? null])),
  )
}

/** The value of a name of the sequence, as a literal of a formula. */
function given(
  name: SequenceName,
  { results = {}, error }: SequenceState,
  row: SelectedRow,
  types: ReadonlyMap<string, ValueType>,
): string {
  switch (name.kind) {
    case 'selection':
      return literalOf(row[name.columnId], types.get(name.columnId))
    case 'result':
      return literalOf(Object.hasOwn(results, name.name) ? results[name.name] : null)
    case 'error':
      return literalOf(error?.[name.field] ?? null, { kind: name.field === 'step' ? 'int64' : 'text' })
  }
}

interface Question {
  document: QueriedDocument
  table: DataElement
  idColumn: string
  formulas: readonly string[]
  /** Whether to check the formula for problems; further formulas differ only in their values. */
  isFirst: boolean
  asked: Pick<FormulasRequest, 'state' | 'purpose'>
}

async function rowsOf(
  { compiler, queries }: Parts,
  viewer: Viewer,
  { document, table, idColumn, formulas, isFirst, asked: { state, purpose } }: Question,
  signal: AbortSignal,
): Promise<{ rowIds: string[] } | { problem: Problem }> {
  const controls = state.controls ?? {}
  const key = createHash('sha256').update(JSON.stringify(formulas)).digest('hex')
  const over = (what: string, isFiltered: boolean): QueriedDocument => ({
    ...document,
    versionKey: `${document.versionKey} ${what} ${table.id} ${key}`,
    content: withTargetRows(document.content, table, formulas, { isFiltered }),
  })
  if (isFirst) {
    // Checked without the filter, because a filter on a column with an error would hide the column's own problem.
    const scope = await compiler.begin(viewer, over('checked', false), controls)
    const problem = problemOf((await compiler.columns(scope, table.id, signal)).columns, idColumn)
    if (problem) return { problem }
  }
  const window = { offset: 0, limit: mostNamedRows }
  const query = { document: over('target', true), elementId: table.id, level: 'base', window, controls } as const
  try {
    const { columns, batches, truncated } = await queries.run(viewer, { ...query, refresh: true, purpose }, signal)
    if (truncated) return { problem: tooManyRows }
    const at = columns.findIndex(({ id }) => id === idColumn)
    if (at < 0) return { problem: noKey }
    const cells = batches.flatMap((batch) => batch.columns[at]?.values ?? [])
    return { rowIds: cells.flatMap((cell) => (cell === null ? [] : [String(cell)])) }
  } catch (error) {
    if (!isAppError(error, 'element_invalid')) throw error
    return { problem: { code: error.code, message: error.message } }
  }
}

function problemOf(columns: readonly CompiledColumn[], idColumn: string): Problem | null {
  for (const id of [targetColumns.formula, targetColumns.target, idColumn]) {
    const column = columns.find((each) => each.id === id)
    if (!column) return noKey
    const error = column.problems.find(({ severity }) => severity === 'error')
    if (error) return error
    if (id !== targetColumns.formula || column.type === null || column.type.kind === 'logical') continue
    return rowFormulaProblems.notLogical(formulaTypeOf(column.type))
  }
  return null
}
