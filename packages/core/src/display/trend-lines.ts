import type { KpiView } from './kpi-view.ts'

/** Points of trend lines in SVG notation, in a box of the given size; a gap in the values ends a line. */
export function trendLines(
  { values, before }: Pick<NonNullable<KpiView['trend']>, 'values' | 'before'>,
  { width, height }: { width: number; height: number },
): { values: string[][]; before: string[][] } {
  const shown = [...values, ...before].filter((value) => value !== null)
  const min = Math.min(...shown)
  const span = Math.max(...shown) - min || 1
  const at = (value: number, place: number) => {
    const x = (place / Math.max(1, values.length - 1)) * width
    return `${round(x)},${round(height - 2 - ((value - min) / span) * (height - 4))}`
  }
  const lines = (wanted: readonly (number | null)[]) =>
    segments(wanted).map((points) => points.map((each) => at(each.value, each.place)))
  return { values: lines(values), before: lines(before) }
}

const round = (value: number) => Math.round(value * 100) / 100

/** Runs of values without a gap. */
function segments(values: readonly (number | null)[]): { value: number; place: number }[][] {
  const runs: { value: number; place: number }[][] = []
  let run: { value: number; place: number }[] = []
  for (const [place, value] of values.entries()) {
    if (value !== null) run.push({ value, place })
    else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  return run.length > 0 ? [...runs, run] : runs
}
