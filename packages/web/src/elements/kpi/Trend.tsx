import { type KpiView, trendLines } from '@octavo/core/display'
import { type PointerEvent, useId, useState } from 'react'
import { embedParameters } from '../../embedded.ts'

const width = 200
const height = 40

interface TrendProps {
  trend: NonNullable<KpiView['trend']>
  label: string
  isArea: boolean
  /** The area fades towards the bottom. */
  hasGradient: boolean
  color: string
  beforeColor: string
  /** The first and the last date, below the line. */
  ends: readonly string[] | undefined
  /** The largest and the smallest value stand at the left. */
  hasRange: boolean
  /** The value under the pointer is shown above it. */
  hasTooltip: boolean
}

/** A small line chart of the value over time. Axes and a tooltip are optional. */
export function Trend(props: TrendProps) {
  const { trend, ends, hasRange } = props
  const hasTooltip = props.hasTooltip && !embedParameters.hidesTooltip
  const [place, setPlace] = useState<number>()
  const textOf = (wanted: number) => trend.texts[trend.values.indexOf(wanted)]
  const known = trend.values.filter((value) => value !== null)
  function onPointerMove({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) {
    const { left, width: room } = currentTarget.getBoundingClientRect()
    const last = trend.values.length - 1
    setPlace(Math.min(last, Math.max(0, Math.round(((clientX - left) / Math.max(1, room)) * last))))
  }
  return (
    <div className="mt-1 flex min-h-0 w-full grow flex-col">
      <div className="flex min-h-0 grow gap-1.5">
        {hasRange && (
          <div className="flex flex-col justify-between text-2xs text-muted tabular">
            <span>{textOf(Math.max(...known))}</span>
            <span>{textOf(Math.min(...known))}</span>
          </div>
        )}
        <div
          className="relative min-h-0 min-w-0 grow"
          {...(hasTooltip ? { onPointerMove, onPointerLeave: () => setPlace(undefined) } : {})}
        >
          <Line {...props} />
          {place !== undefined && (
            <span
              role="tooltip"
              className="pointer-events-none absolute bottom-full -translate-x-1/2 rounded-sm bg-raised px-1.5 py-0.5 text-2xs whitespace-nowrap shadow-low tabular"
              style={{ left: `${(place / Math.max(1, trend.values.length - 1)) * 100}%` }}
            >
              {trend.dates[place]} · {trend.texts[place]}
            </span>
          )}
        </div>
      </div>
      {ends && (
        <div className="flex shrink-0 justify-between text-2xs text-muted">
          {ends.map((end) => (
            <span key={end}>{end}</span>
          ))}
        </div>
      )}
    </div>
  )
}

function Line({ trend, label, isArea, hasGradient, color, beforeColor }: TrendProps) {
  const gradient = useId()
  const lines = trendLines(trend, { width, height })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-full w-full"
    >
      <title>{label}</title>
      {hasGradient && (
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={color} />
          <stop offset="1" stopColor={color} stopOpacity={0} />
        </linearGradient>
      )}
      {isArea &&
        lines.values.map((points) => (
          <polygon
            key={points[0]}
            fill={hasGradient ? `url(#${gradient})` : color}
            opacity={hasGradient ? 0.35 : 0.12}
            points={`${points[0]?.split(',')[0]},${height} ${points.join(' ')} ${points.at(-1)?.split(',')[0]},${height}`}
          />
        ))}
      {lines.before.map((points) => (
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
      {lines.values.map((points) => (
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
