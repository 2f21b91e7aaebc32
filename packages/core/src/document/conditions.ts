import type { Cell } from '../types/index.ts'
import { type CellTest, cellPasses } from './cell-tests.ts'
import { isRecord } from './check-schema.ts'
import type { InputCell } from './input-cells.ts'
import { constantCellsOf, EffectFailure, type EffectSources, effectCells } from './row-effects.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a constant is compared with: the selected values of a column, or the value of a control. */
export type Compared = { columnId: string } | { controlId: string } | undefined

export const isFormulaCondition = ({ type }: Fields): boolean => type === 'formula'

/**
 * Whether a condition that is no formula holds: a test of the selected value of a column, or a comparison with a constant. `=`: the value
 * is the constant, of a list all of its values; `In`: one of the values is among the selected ones.
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
  // Of what is selected the first counts.
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
