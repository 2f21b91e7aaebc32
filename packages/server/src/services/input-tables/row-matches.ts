import type { InputCellTest, InputTableChange } from '@octavo/core/contract'
import { columnsOf, type DocumentElement, findColumn, type InputCell, inputColumnOrigin } from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import type { InputRow } from '../../store/input-rows.ts'

type Matches = NonNullable<InputTableChange['deleteWhere']>

/** Whether a change names rows by what stands in them. */
export function hasMatches({ updateWhere = [], deleteWhere = [] }: InputTableChange): boolean {
  return updateWhere.length > 0 || deleteWhere.length > 0
}

/** Throws `invalid_request` for tests of columns whose cells are not those that people enter. */
export function requireTestable(element: DocumentElement, change: InputTableChange): void {
  const problems: Problem[] = []
  for (const list of ['updateWhere', 'deleteWhere'] as const) {
    for (const [index, { tests }] of (change[list] ?? []).entries()) {
      for (const [at, { columnId }] of tests.entries()) {
        const column = findColumn(element, columnId)
        const isEntered = column && inputColumnOrigin(column).kind === 'entered'
        if (columnId === 'ID' || isEntered) continue
        const message = column
          ? `Rows are found by columns that people enter, and "${columnId}" is none.`
          : `The table has no column "${columnId}".`
        problems.push({ path: `${list}[${index}].tests[${at}].columnId`, message })
      }
    }
  }
  const [first] = problems
  if (!first) return
  const entered = columnsOf(element).filter((column) => inputColumnOrigin(column).kind === 'entered')
  const names = ['ID', ...entered.map(({ id }) => id)].join(', ')
  throw new AppError('invalid_request', { reason: `${first.path}: ${first.message} Columns: ${names}.`, problems })
}

/** Ids of the rows that each entry means, in the order of the entries. Throws where one row is wanted and there is another number. */
export function matchedRows(rows: Iterable<InputRow>, matches: Matches, path: string): string[][] {
  const known = [...rows].map((row) => ({ id: row.row_id, cells: JSON.parse(row.cells) as Record<string, InputCell> }))
  return matches.map(({ tests, isSingle = false }, index) => {
    const found = known.filter(({ id, cells }) =>
      tests.every((test) => passes(test.columnId === 'ID' ? id : (cells[test.columnId] ?? null), test)),
    )
    if (isSingle && found.length !== 1) {
      throw new AppError('invalid_request', {
        reason: `${path}[${index}] has to match one row, and ${found.length} match. Nothing was changed.`,
      })
    }
    return found.map(({ id }) => id)
  })
}

function passes(cell: InputCell, test: InputCellTest): boolean {
  const isEmpty = cell === null || cell === '' || (Array.isArray(cell) && cell.length === 0)
  if ('low' in test) {
    const isInside = !isEmpty && order(cell, test.low) >= 0 && order(cell, test.high) <= 0
    return test.condition === 'Between' ? isInside : !isInside
  }
  if (!('value' in test)) return isEmpty === (test.condition === 'IsNull')
  const { condition, value } = test
  switch (condition) {
    case '=':
      return isSame(cell, value)
    case '!=':
      return !isSame(cell, value)
    case 'Contains':
      return contains(cell, value)
    case 'NotContains':
      return !contains(cell, value)
    case 'StartsWith':
      return !isEmpty && String(cell).startsWith(String(value))
    case 'EndsWith':
      return !isEmpty && String(cell).endsWith(String(value))
    default:
      return !isEmpty && holds(condition, order(cell, value))
  }
}

function holds(condition: '>' | '>=' | '<' | '<=', order: number): boolean {
  switch (condition) {
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
  }
}

/** Below zero where the cell comes first. A day and a moment of it are compared as far as the shorter text goes. */
function order(cell: InputCell, bound: string | number | boolean): number {
  if (typeof cell === 'number') {
    const number = Number(bound)
    return Number.isNaN(number) ? Number.NaN : cell - number
  }
  const [text, other] = [String(cell), String(bound)]
  const compared = day.test(other) && moment.test(text) ? text.slice(0, other.length) : text
  return compared < other ? -1 : compared > other ? 1 : 0
}

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T/

function isSame(cell: InputCell, value: string | number | boolean): boolean {
  if (cell === null) return false
  if (Array.isArray(cell)) return cell.length === 1 && cell[0] === String(value)
  if (typeof cell === 'boolean') return String(cell) === String(value).toLowerCase()
  return order(cell, value) === 0
}

/** A list contains a choice; a text a part. */
function contains(cell: InputCell, value: string | number | boolean): boolean {
  if (cell === null) return false
  return Array.isArray(cell) ? cell.includes(String(value)) : String(cell).includes(String(value))
}
