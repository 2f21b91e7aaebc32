import { classNames } from './class-names.ts'

/** A grey stand-in for content that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block rounded shimmer', className)} />
}
