import { classNames, Skeleton } from '../ui/index.ts'

/** Shown in place of a tile's rows while they are loading. */
export function LinesSkeleton({ lines }: { lines: number }) {
  return (
    <div className="flex h-full flex-col gap-3 overflow-hidden px-4 py-2">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity
        <Skeleton key={index} className={classNames('h-3 shrink-0', ['w-full', 'w-5/6', 'w-11/12'][index % 3])} />
      ))}
    </div>
  )
}
