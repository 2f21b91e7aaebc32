import { functionReference } from '@octavo/core/formula'
import fc from 'fast-check'
import type { GoldenEngine } from '../golden/engines.ts'
import { check } from './check.ts'
import { print } from './expression.ts'
import { limitedShrinking } from './limited-shrinking.ts'
import type { Workbook } from './model.ts'
import { workbooks } from './random-workbook.ts'

/** Checks that random workbooks return the cells of the evaluator; workbooks with functions that the engine lacks are skipped. */
export function returnsSameCells(engine: GoldenEngine, onCells: (count: number) => void = () => {}) {
  const missing = missingFunctions(engine.dialect)
  const cellsAreSame = async (workbook: Workbook) => {
    fc.pre(!missing.some((call) => formulasOf(workbook).some((formula) => formula.includes(call))))
    fc.pre(engine.dialect !== 'duckdb' || !comparesPeriods(workbook))
    onCells(await check(engine, workbook))
  }
  return fc.asyncProperty(workbooks, limitedShrinking(cellsAreSame))
}

/**
 * Whether it compares periods: DuckDB returns false when the period of a null date is compared with a time that starts no period
 * (docs/decisions/0010).
 */
export function comparesPeriods(workbook: Workbook): boolean {
  const formulas = formulasOf(workbook)
  const has = (part: RegExp) => formulas.some((formula) => part.test(formula))
  return has(/DateTrunc\(/) && has(/Date\("/)
}

/** Names of functions that an engine lacks, including the opening parenthesis. */
export function missingFunctions(dialect: string): string[] {
  return functionReference()
    .filter(({ engines }) => engines.some((engine) => engine.dialect === dialect && !engine.isSupported))
    .map(({ name }) => `${name}(`)
}

export function formulasOf({ elements }: Pick<Workbook, 'elements'>): string[] {
  return elements.flatMap(({ columns }) => columns.map(({ expr }) => print(expr, (name) => name)))
}
