import { Skeleton } from '../../ui/index.ts'

export function BarsSkeleton() {
  return (
    <div className="flex h-full items-end gap-3 px-4 pt-2 pb-4">
      {['h-2/5', 'h-3/5', 'h-1/2', 'h-4/5', 'h-2/3', 'h-1/3', 'h-3/4'].map((height) => (
        <Skeleton key={height} className={`grow ${height}`} />
      ))}
    </div>
  )
}
