import type { TrendLine } from './mark-fields.ts'

export interface Trend {
  at(x: number): number
  /** R squared: the share of the variance that the curve explains, for the drawn values. */
  fit: number
}

/**
 * The least squares curve through points. Exponential, logarithmic and power curves are fitted linearly after taking logarithms, like in
 * spreadsheets; points without a logarithm are omitted. Undefined with fewer points than the curve needs.
 */
export function trendOf(
  { model, degree }: Pick<TrendLine, 'model' | 'degree'>,
  points: readonly [number, number][],
): Trend | undefined {
  const logX = model === 'logarithmic' || model === 'power'
  const logY = model === 'exponential' || model === 'power'
  const order = model === 'quadratic' ? 2 : model === 'polynomial' ? degree : 1
  const usable = points.filter(([x, y]) => (!logX || x > 0) && (!logY || y > 0))
  if (new Set(usable.map(([x]) => x)).size <= order) return undefined
  const center = mean(usable.map(([x]) => (logX ? Math.log(x) : x)))
  const spread = Math.max(...usable.map(([x]) => Math.abs((logX ? Math.log(x) : x) - center))) || 1
  // Powers of centred and scaled positions stay near one, so that large numbers such as years do not dominate the sums.
  const place = (x: number) => ((logX ? Math.log(x) : x) - center) / spread
  const factors = solve(
    usable.map(([x]) => place(x)),
    usable.map(([, y]) => (logY ? Math.log(y) : y)),
    order,
  )
  if (!factors) return undefined
  const at = (x: number) => {
    const value = factors.reduceRight((sum, factor) => sum * place(x) + factor, 0)
    return logY ? Math.exp(value) : value
  }
  const middle = mean(usable.map(([, y]) => y))
  const rest = usable.reduce((sum, [x, y]) => sum + (y - at(x)) ** 2, 0)
  const total = usable.reduce((sum, [, y]) => sum + (y - middle) ** 2, 0)
  return { at, fit: total === 0 ? 1 : 1 - rest / total }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Coefficients of 1, x, x², ... from the normal equations; undefined when they have no unique solution. */
function solve(xs: readonly number[], ys: readonly number[], order: number): number[] | undefined {
  const size = order + 1
  const powers = Array.from({ length: 2 * order + 1 }, (_, power) => xs.reduce((sum, x) => sum + x ** power, 0))
  const rows = Array.from({ length: size }, (_, row) => [
    ...Array.from({ length: size }, (_, column) => powers[row + column] ?? 0),
    xs.reduce((sum, x, index) => sum + x ** row * (ys[index] ?? 0), 0),
  ])
  for (let pivot = 0; pivot < size; pivot++) {
    const best = rows
      .slice(pivot)
      .reduce((most, row) => (Math.abs(row[pivot] ?? 0) > Math.abs(most[pivot] ?? 0) ? row : most))
    const from = rows.indexOf(best)
    const lead = best[pivot] ?? 0
    if (Math.abs(lead) < 1e-12) return undefined
    rows[from] = rows[pivot] ?? []
    rows[pivot] = best
    for (const [index, row] of rows.entries()) {
      if (index === pivot) continue
      const factor = (row[pivot] ?? 0) / lead
      rows[index] = row.map((value, column) => value - factor * (best[column] ?? 0))
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1))
}
