import { Skeleton } from '../../ui/index.ts'

/** A placeholder with the shape of the chart that is loading. */
export function ChartSkeleton({ kind }: { kind: string }) {
  if (kind === 'pie-chart' || kind === 'donut-chart') {
    return (
      <div className="flex h-full items-center justify-center p-4">
        <div className="aspect-square h-4/5 animate-pulse rounded-full border-[20px] border-hover" />
      </div>
    )
  }
  if (kind === 'line-chart' || kind === 'area-chart' || kind === 'scatter-chart') {
    return (
      <svg
        className="size-full animate-pulse p-4 text-hover"
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        aria-hidden
      >
        <polyline
          points="0,30 20,22 40,26 60,12 80,16 100,6"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    )
  }
  return (
    <div className="flex h-full items-end gap-3 px-4 pt-2 pb-4">
      {['h-2/5', 'h-3/5', 'h-1/2', 'h-4/5', 'h-2/3'].map((height) => (
        <Skeleton key={height} className={`grow ${height}`} />
      ))}
    </div>
  )
}
