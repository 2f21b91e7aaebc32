import { classNames } from './class-names.ts'

/** A flat placeholder for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block rounded-sm waiting', className)} />
}

const barHeights = ['h-3/5', 'h-4/5', 'h-2/5', 'h-full', 'h-1/2']
const rowWidths = ['w-3/5', 'w-2/5', 'w-4/5', 'w-1/2', 'w-3/5', 'w-2/5', 'w-4/5']

export type SkeletonShape = 'table' | 'line' | 'bar' | 'bar-horizontal' | 'donut' | 'number' | 'block'

/** The shape of what comes, filling its place. It shows only after a moment, so quick answers do not flicker. */
export function ShapedSkeleton({ shape, heads }: { shape: SkeletonShape; heads?: readonly string[] }) {
  return (
    <div aria-hidden className="h-full min-h-0 w-full overflow-hidden late">
      <Shape shape={shape} heads={heads ?? []} />
    </div>
  )
}

function Shape({ shape, heads }: { shape: SkeletonShape; heads: readonly string[] }) {
  switch (shape) {
    case 'table':
      return <TableShape heads={heads} />
    case 'line':
      return (
        <svg aria-hidden viewBox="0 0 100 40" preserveAspectRatio="none" className="size-full py-4 text-pressed">
          <path
            d="M0 30 L14 22 L28 26 L42 14 L56 20 L70 8 L84 14 L100 6"
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      )
    case 'bar':
      return (
        <div className="flex h-full items-end gap-[6%] px-4 pt-4">
          {barHeights.map((height) => (
            <Skeleton key={height} className={classNames('grow rounded-b-none', height)} />
          ))}
        </div>
      )
    case 'bar-horizontal':
      return (
        <div className="flex h-full flex-col justify-evenly gap-2 px-4 py-2">
          {rowWidths.slice(0, 5).map((width, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: five fixed bars
            <Skeleton key={at} className={classNames('h-4', width)} />
          ))}
        </div>
      )
    case 'donut':
      return (
        <div className="grid h-full place-items-center">
          <svg aria-hidden viewBox="0 0 100 100" className="h-4/5 max-h-52 text-hover">
            <circle cx={50} cy={50} r={40} fill="none" stroke="currentColor" strokeWidth={14} />
          </svg>
        </div>
      )
    case 'number':
      return <Skeleton className="h-7 w-24" />
    default:
      return <Skeleton className="size-full" />
  }
}

function TableShape({ heads }: { heads: readonly string[] }) {
  const columns = heads.length > 0 ? heads.slice(0, 8) : ['', '', '']
  return (
    <div className="flex flex-col">
      <div className="flex h-8 shrink-0 items-center border-b border-line-strong">
        {columns.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names of columns may repeat
          <span key={at} className="min-w-0 flex-1 truncate px-4 text-xs font-medium text-muted">
            {name}
          </span>
        ))}
      </div>
      {/* The rows move as one: a hundred bars with an animation each keep the browser busy while it loads what they wait for. */}
      <div className="waiting-together">
        {[...rowWidths, ...rowWidths].map((width, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fixed rows
          <div key={row} className="flex h-7 shrink-0 items-center border-b border-line">
            {columns.map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same columns
              <span key={at} className="min-w-0 flex-1 px-4">
                <span className={classNames('block h-2 rounded-sm bg-hover', at === 0 ? width : 'w-2/5')} />
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
