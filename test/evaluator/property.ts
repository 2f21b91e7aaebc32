import { functionReference } from '@octavo/core/formula'
import fc from 'fast-check'
import type { GoldenEngine } from '../golden/engines.ts'
import { check } from './check.ts'
import { print } from './expression.ts'
import type { Workbook } from './model.ts'
import { workbooks } from './random-workbook.ts'

/** Random workbooks give the cells of the evaluator; those with functions that the engine does not have are passed over. */
export function givesTheSameCells(engine: GoldenEngine, onCells: (count: number) => void = () => {}) {
  const missing = missingFunctions(engine.dialect)
  return fc.asyncProperty(workbooks, async (workbook) => {
    fc.pre(!missing.some((call) => formulasOf(workbook).some((formula) => formula.includes(call))))
    fc.pre(engine.dialect !== 'duckdb' || !comparesPeriods(workbook))
    onCells(await check(engine, workbook))
  })
}

/** DuckDB answers false where a period of no date is compared with a time that starts none (docs/decisions/0010). */
export function comparesPeriods(workbook: Workbook): boolean {
  const formulas = formulasOf(workbook)
  const has = (part: RegExp) => formulas.some((formula) => part.test(formula))
  return has(/DateTrunc\(/) && has(/Date\("/)
}

/** Calls of functions that an engine does not have, as far as their first parenthesis. */
export function missingFunctions(dialect: string): string[] {
  return functionReference()
    .filter(({ engines }) => engines.some((engine) => engine.dialect === dialect && !engine.isSupported))
    .map(({ name }) => `${name}(`)
}

export function formulasOf({ elements }: Pick<Workbook, 'elements'>): string[] {
  return elements.flatMap(({ columns }) => columns.map(({ expr }) => print(expr, (name) => name)))
}
