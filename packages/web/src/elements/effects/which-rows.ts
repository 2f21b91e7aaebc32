import type { InputTableChange } from '@octavo/core/contract'
import { type BaseElement, isLinkedTable, rowIdColumn } from '@octavo/core/document'
import { type ChosenMark, EffectFailure, type EffectHost, record } from './effect.ts'
import { cellsOf } from './values.ts'

type RowMatch = NonNullable<InputTableChange['deleteWhere']>[number]

/** The rows that an effect means: one by its id, or those that match. */
export type MeantRows = { rowId: string } | { match: RowMatch }

/** Whether the browser can say which rows are meant: rows by a formula only where it means all of them. */
export function canMean(whichRows: unknown): boolean {
  const { type, formula } = record(whichRows)
  return type === 'single-row' || type === 'column-match' || (type === 'formula' && isTrue(formula))
}

export function meantRows(
  table: BaseElement,
  whichRows: unknown,
  host: EffectHost,
  chosen: ChosenMark | undefined,
): MeantRows {
  const { type, primaryKeys, formula, column, ...test } = record(whichRows)
  if (type === 'column-match') {
    const { condition, value, low, high } = test
    const bounds = low === undefined && high === undefined ? (value === undefined ? {} : { value }) : { low, high }
    return { match: { tests: [{ columnId: String(column), condition, ...bounds } as RowMatch['tests'][number]] } }
  }
  if (type === 'formula' && isTrue(formula)) return { match: { tests: [] } }
  if (type !== 'single-row') throw new EffectFailure('notSupported')
  const keys = Object.entries(record(primaryKeys)).map(([columnId, value]) => {
    const [cell = null] = cellsOf(value, host, chosen) ?? []
    if (cell === null) throw new EffectFailure('noSelection')
    return { columnId, cell: cell as string | number | boolean }
  })
  const [only] = keys
  if (!only) throw new EffectFailure('noSelection')
  if (keys.length === 1 && only.columnId === rowIdColumn(table)) return { rowId: String(only.cell) }
  if (isLinkedTable(table)) throw new EffectFailure('notSupported')
  const tests = keys.map(({ columnId, cell }) => ({ columnId, condition: '=' as const, value: cell }))
  return { match: { tests, isSingle: true } }
}

const isTrue = (formula: unknown) => typeof formula === 'string' && /^true(\(\))?$/i.test(formula.trim())
