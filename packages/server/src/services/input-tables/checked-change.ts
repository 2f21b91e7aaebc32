import type { InputTableChange } from '@octavo/core/contract'
import {
  columnsOf,
  type DocumentElement,
  findColumn,
  hasProtectedColumn,
  type InputCell,
  inputCell,
  inputColumnOrigin,
  isLinkedTable,
  isRequiredColumn,
  mostEnteredCells,
  valueNeeded,
} from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import { newUuid } from '../../store/index.ts'
import { cellProblemAt, refusedChange } from './refused-change.ts'
import { hasMatches, requireTestable } from './row-matches.ts'
import type { CheckedChange } from './row-plans.ts'

/** The cells in their stored form. Throws `invalid_request` that names every invalid cell. */
export function checkedChange(element: DocumentElement, change: InputTableChange): CheckedChange {
  const { insert = [], update = [], updateWhere = [] } = change
  requireTestable(element, change)
  requireFewCells(insert, update)
  const problems = [...problemsOfTable(element, change), ...missingCells(element, insert)]
  const cellsOf = (values: Readonly<Record<string, unknown>>, path: string) => {
    const cells: Record<string, InputCell> = {}
    for (const [columnId, value] of Object.entries(values)) {
      const column = findColumn(element, columnId)
      const read = column ? inputCell(column, value) : null
      if (read?.ok) cells[columnId] = read.cell
      else if (read) problems.push(cellProblemAt(`${path}.${columnId}`, read.problem))
      else problems.push(cellProblemAt(`${path}.${columnId}`, { code: 'no_column', values: { value: columnId } }))
    }
    return cells
  }
  const result = {
    insert: insert.map((values, index) => ({ rowId: newUuid(), cells: cellsOf(values, `insert[${index}]`) })),
    update: update.map(({ rowId, values }, index) => ({ rowId, cells: cellsOf(values, `update[${index}].values`) })),
    matched: updateWhere.map(({ values }, index) => cellsOf(values, `updateWhere[${index}].values`)),
  }
  const [first] = problems
  if (!first) return result
  const entered = columnsOf(element).filter((column) => inputColumnOrigin(column).kind === 'entered')
  throw new AppError('invalid_request', {
    reason: `${first.path}: ${first.message} Columns: ${entered.map(({ id }) => id).join(', ')}.`,
    problems: problems.slice(0, 100),
  })
}

function requireFewCells(
  insert: NonNullable<InputTableChange['insert']>,
  update: NonNullable<InputTableChange['update']>,
): void {
  const rows = [...insert, ...update.map(({ values }) => values)]
  const cells = rows.reduce((sum, values) => sum + Object.keys(values).length, 0)
  if (cells <= mostEnteredCells) return
  const [value = '', bound = ''] = [cells, mostEnteredCells].map((count) => count.toLocaleString('en-US'))
  throw refusedChange(insert.length > 0 ? 'insert' : 'update', { code: 'too_many_cells', values: { value, bound } })
}

/** Why a table of this kind does not accept the change, whatever its cells are. */
function problemsOfTable(element: DocumentElement, change: InputTableChange): Problem[] {
  const { insert = [], updateWhere = [] } = change
  const problems: Problem[] = []
  if (isLinkedTable(element) && insert.length > 0) {
    problems.push({
      ...cellProblemAt('insert', { code: 'linked_rows_added' }),
      hint: 'Use update, with the value of the key as rowId.',
    })
  }
  if (insert.length > 0 && hasProtectedColumn(element)) {
    problems.push({
      ...cellProblemAt('insert', { code: 'protected_rows_added' }),
      hint: 'An editor of the workbook can remove the protection in the menu of the column.',
    })
  }
  if (isLinkedTable(element) && hasMatches(change)) {
    problems.push({
      ...cellProblemAt(updateWhere.length > 0 ? 'updateWhere' : 'deleteWhere', { code: 'linked_rows_matched' }),
      hint: 'Use update, with the value of the key as rowId.',
    })
  }
  return problems
}

/** The cells that new rows lack, although their columns are required. */
function missingCells(element: DocumentElement, insert: NonNullable<InputTableChange['insert']>): Problem[] {
  const required = columnsOf(element).filter(isRequiredColumn)
  return insert.flatMap((values, index) =>
    required
      .filter(({ id }) => values[id] === undefined)
      .map(({ id }) => cellProblemAt(`insert[${index}].${id}`, valueNeeded)),
  )
}
