import type { KpiElement } from '@octavo/core/document'
import { lazy, Suspense } from 'react'
import { loadOnce } from '../../load-part.ts'
import { ShapedSkeleton } from '../../ui/index.ts'
import type { ElementViewProps } from '../element-view.ts'

export const loadKpi = loadOnce(() => import('./Kpi.tsx'))
const Kpi = lazy(async () => ({ default: (await loadKpi()).Kpi }))

/** A KPI, whose code is fetched with the first of them while its data is on the way. */
export function LazyKpi({ element }: ElementViewProps<KpiElement>) {
  return (
    <Suspense fallback={<ShapedSkeleton shape="number" />}>
      <Kpi element={element} />
    </Suspense>
  )
}
