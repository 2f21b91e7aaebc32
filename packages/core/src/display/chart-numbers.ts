import { type ChartElement, chartFormulas } from '../chart/index.ts'
import type { FormulaValue } from './formula-values.ts'

/** The values of formulas of reference marks, axes and the hole of a chart, by the path of their field. */
export function chartNumbers(
  element: ChartElement,
  values: (formula: string) => FormulaValue | undefined,
): Map<string, number> {
  return new Map(
    chartFormulas(element).flatMap(({ path, formula }): [string, number][] => {
      const cell = values(formula)?.cell ?? null
      const number = cell === null ? Number.NaN : Number(cell)
      return Number.isFinite(number) ? [[path, number]] : []
    }),
  )
}
