import { type ComponentProps, Suspense } from 'react'
import { lazyPart, Skeleton } from '../ui/index.ts'

const Colors = lazyPart(async () => ({ default: (await import('./ColorPicker.tsx')).ColorPicker }))
const OneDay = lazyPart(async () => ({ default: (await import('./Calendar.tsx')).DayCalendar }))
const Range = lazyPart(async () => ({ default: (await import('./Calendar.tsx')).RangeCalendar }))

/** The colour picker, loaded when it is first shown. */
export function LazyColorPicker(props: ComponentProps<typeof Colors>) {
  return (
    <Suspense fallback={<Skeleton className="m-3 h-60 w-54" />}>
      <Colors {...props} />
    </Suspense>
  )
}

/** One month of days, loaded when it is first shown. */
export function LazyDayCalendar(props: ComponentProps<typeof OneDay>) {
  return (
    <Suspense fallback={<Skeleton className="h-61 w-56" />}>
      <OneDay {...props} />
    </Suspense>
  )
}

/** Months for a range of days, loaded when they are first shown. */
export function LazyRangeCalendar(props: ComponentProps<typeof Range>) {
  return (
    <Suspense fallback={<Skeleton className={props.months === 2 ? 'h-61 w-116' : 'h-61 w-56'} />}>
      <Range {...props} />
    </Suspense>
  )
}
