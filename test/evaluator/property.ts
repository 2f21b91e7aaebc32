import { functionReference } from '@octavo/core/formula'
import fc from 'fast-check'
import type { GoldenEngine } from '../golden/engines.ts'
import { check } from './check.ts'
import { print } from './expression.ts'
import { workbooks } from './random-workbook.ts'

/** Random workbooks give the cells of the evaluator; those with functions that the engine does not have are passed over. */
export function givesTheSameCells(engine: GoldenEngine, onCells: (count: number) => void = () => {}) {
  const missing = functionReference()
    .filter(({ engines }) => engines.some(({ dialect, isSupported }) => dialect === engine.dialect && !isSupported))
    .map(({ name }) => `${name}(`)
  return fc.asyncProperty(workbooks, async (workbook) => {
    const formulas = workbook.elements.flatMap(({ columns }) => columns.map(({ expr }) => print(expr, (name) => name)))
    fc.pre(!missing.some((call) => formulas.some((formula) => formula.includes(call))))
    onCells(await check(engine, workbook))
  })
}
