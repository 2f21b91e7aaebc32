import type { KpiView } from './kpi-view.ts'

const width = 200
const height = 40

interface TrendProps {
  trend: NonNullable<KpiView['trend']>
  label: string
  isArea: boolean
  color: string
  beforeColor: string
}

/** A small line without axes: how the value came to be what it is. */
export function Trend({ trend, label, isArea, color, beforeColor }: TrendProps) {
  const shown = [...trend.values, ...trend.before].filter((value) => value !== null)
  const min = Math.min(...shown)
  const span = Math.max(...shown) - min || 1
  const at = (value: number, place: number) => {
    const x = (place / Math.max(1, trend.values.length - 1)) * width
    return `${round(x)},${round(height - 2 - ((value - min) / span) * (height - 4))}`
  }
  const lines = (values: readonly (number | null)[]) =>
    segments(values).map((points) => points.map((each) => at(each.value, each.place)))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="mt-1 min-h-0 w-full grow"
    >
      <title>{label}</title>
      {isArea &&
        lines(trend.values).map((points) => (
          <polygon
            key={points[0]}
            fill={color}
            opacity={0.12}
            points={`${points[0]?.split(',')[0]},${height} ${points.join(' ')} ${points.at(-1)?.split(',')[0]},${height}`}
          />
        ))}
      {lines(trend.before).map((points) => (
        <polyline
          key={points[0]}
          fill="none"
          stroke={beforeColor}
          strokeWidth={1.25}
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
          points={points.join(' ')}
        />
      ))}
      {lines(trend.values).map((points) => (
        <polyline
          key={points[0]}
          fill="none"
          stroke={color}
          strokeWidth={1.75}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          points={points.join(' ')}
        />
      ))}
    </svg>
  )
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
