import fc from 'fast-check'
import type { GoldenEngine } from '../golden/engines.ts'
import { check, Unavailable } from './check.ts'
import { workbooks } from './random-workbook.ts'

/** Random workbooks give the cells of the evaluator; those with functions that the engine does not have are passed over. */
export function givesTheSameCells(engine: GoldenEngine, onCells: (count: number) => void = () => {}) {
  return fc.asyncProperty(workbooks, async (workbook) => {
    try {
      onCells(await check(engine, workbook))
    } catch (error) {
      if (error instanceof Unavailable) fc.pre(false)
      throw error
    }
  })
}
