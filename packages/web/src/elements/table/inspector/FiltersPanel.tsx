import type { BaseElement } from '@octavo/core/document'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/index.ts'

const Loaded = lazyPart(async () => ({ default: (await import('./FilterList.tsx')).ElementFilters }))

/** The filters of an element, loaded when their tab is first opened. */
export const FiltersPanel = (props: { element: BaseElement }) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
