import { type ComponentProps, Suspense } from 'react'
import { lazyPart, Skeleton } from '../../ui/index.ts'

const Loaded = lazyPart(async () => ({ default: (await import('./TabbedContainer.tsx')).TabbedContainer }))

/** Most pages have no tabs: their code comes with the first one. */
export function LazyTabbedContainer(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<Skeleton className="size-full rounded-lg" />}>
      <Loaded {...props} />
    </Suspense>
  )
}
