import type { InputTableChange } from '@octavo/core/contract'
import {
  cellPasses,
  columnsOf,
  type DocumentElement,
  findColumn,
  type InputCell,
  inputColumnOrigin,
} from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import type { InputRow } from '../../store/input-rows.ts'
import { cellProblemAt, refusedChange } from './refused-change.ts'

type Matches = NonNullable<InputTableChange['deleteWhere']>

/** Whether a change selects rows by their values. */
export function hasMatches({ updateWhere = [], deleteWhere = [] }: InputTableChange): boolean {
  return updateWhere.length > 0 || deleteWhere.length > 0
}

/** Throws `invalid_request` for conditions on columns that people do not enter. */
export function requireTestable(element: DocumentElement, change: InputTableChange): void {
  const problems: Problem[] = []
  for (const list of ['updateWhere', 'deleteWhere'] as const) {
    for (const [index, { tests }] of (change[list] ?? []).entries()) {
      for (const [at, { columnId }] of tests.entries()) {
        const column = findColumn(element, columnId)
        const isEntered = column && inputColumnOrigin(column).kind === 'entered'
        if (columnId === 'ID' || isEntered) continue
        const code = column ? 'column_not_searchable' : 'no_column'
        const path = `${list}[${index}].tests[${at}].columnId`
        problems.push(cellProblemAt(path, { code, values: { value: columnId } }))
      }
    }
  }
  const [first] = problems
  if (!first) return
  const entered = columnsOf(element).filter((column) => inputColumnOrigin(column).kind === 'entered')
  const names = ['ID', ...entered.map(({ id }) => id)].join(', ')
  throw new AppError('invalid_request', { reason: `${first.path}: ${first.message} Columns: ${names}.`, problems })
}

/** Ids of the rows that match each entry, in the order of the entries. Throws when exactly one row is expected and the number differs. */
export function matchedRows(rows: Iterable<InputRow>, matches: Matches, path: string): string[][] {
  const known = [...rows].map((row) => ({ id: row.row_id, cells: JSON.parse(row.cells) as Record<string, InputCell> }))
  return matches.map(({ tests, isSingle = false }, index) => {
    const found = known.filter(({ id, cells }) =>
      tests.every((test) => cellPasses(test.columnId === 'ID' ? id : (cells[test.columnId] ?? null), test)),
    )
    if (isSingle && found.length !== 1) {
      const problem = { code: 'not_one_match' as const, values: { value: String(found.length) } }
      throw refusedChange(`${path}[${index}]`, problem)
    }
    return found.map(({ id }) => id)
  })
}
