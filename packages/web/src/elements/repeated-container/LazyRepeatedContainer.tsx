import { type ComponentProps, Suspense } from 'react'
import { lazyPart, Skeleton } from '../../ui/index.ts'

const Loaded = lazyPart(async () => ({ default: (await import('./RepeatedContainer.tsx')).RepeatedContainer }))

/** Most pages repeat nothing: the code for it comes with the first container that does. */
export function LazyRepeatedContainer(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<Skeleton className="size-full rounded-lg" />}>
      <Loaded {...props} />
    </Suspense>
  )
}
