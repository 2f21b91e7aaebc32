import type { Cell } from '../types/index.ts'
import { type CellTest, cellPasses } from './cell-tests.ts'
import { isRecord } from './check-schema.ts'
import type { InputCell } from './input-cells.ts'
import { constantCellsOf, EffectFailure, type EffectSources, effectCells } from './row-effects.ts'

type Fields = Readonly<Record<string, unknown>>

/** The operand that a constant is compared with: the first selected value of a column, or the value of a control. */
export type Compared = { columnId: string } | { controlId: string } | undefined

export const isFormulaCondition = ({ type }: Fields): boolean => type === 'formula'

/**
 * Evaluates a condition that is not a formula: a test of a selected value, or a comparison with a constant. `=`: both sides have the same
 * values, in any order; `In`: they have a value in common.
 */
export function conditionHolds(condition: Fields, sources: EffectSources, compared?: Compared): boolean {
  switch (condition.type) {
    case 'column': {
      const [cell = null] = sources.column(String(condition.column)) ?? []
      return cellPasses(cell as InputCell, condition as unknown as CellTest)
    }
    case 'constant':
      return isCompared(condition, comparedCells(compared, sources))
    case 'control': {
      const cells = effectCells(condition, sources)
      if (!cells) throw new EffectFailure('controlGone')
      return isCompared(condition, cells)
    }
    default:
      throw new EffectFailure('notSupported')
  }
}

function comparedCells(compared: Compared, sources: EffectSources): readonly Cell[] {
  if (!compared) return []
  if ('controlId' in compared) return effectCells({ type: 'control', control: compared.controlId }, sources) ?? []
  // Only the first selected value is compared.
  return (sources.column(compared.columnId) ?? []).slice(0, 1)
}

function isCompared({ cond, value }: Fields, cells: readonly Cell[]): boolean {
  const wanted = constantCellsOf({ type: 'constant', value: isRecord(value) ? value : {} })
  if (!wanted) throw new EffectFailure('notSupported')
  const given = cells.length === 0 ? [null] : cells
  const isIn = (cell: Cell, list: readonly Cell[]) => list.some((each) => isSame(cell, each))
  if (cond === 'In') return given.some((cell) => isIn(cell, wanted))
  return given.every((cell) => isIn(cell, wanted)) && wanted.every((cell) => isIn(cell, given))
}

const isSame = (cell: Cell, wanted: Cell): boolean =>
  wanted === null ? cell === null : cellPasses(cell as InputCell, { condition: '=', value: wanted })
