import { type ComponentProps, Suspense } from 'react'
import { loadOnce } from '../../load-part.ts'
import { Skeleton, usePart } from '../../ui/index.ts'
import type { TabbedContainer } from './TabbedContainer.tsx'

const loadTabs = loadOnce(() => import('./TabbedContainer.tsx'))

/** Most pages have no tabs: their code comes with the first one. */
export function LazyTabbedContainer(props: ComponentProps<typeof TabbedContainer>) {
  const code = usePart(loadTabs)
  const skeleton = <Skeleton className="size-full rounded-lg" />
  return <Suspense fallback={skeleton}>{code ? <code.TabbedContainer {...props} /> : skeleton}</Suspense>
}
