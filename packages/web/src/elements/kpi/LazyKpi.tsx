import type { KpiElement } from '@octavo/core/document'
import { Suspense } from 'react'
import { loadOnce } from '../../load-part.ts'
import { partOf, ShapedSkeleton } from '../../ui/index.ts'
import type { ElementViewProps } from '../element-view.ts'

export const loadKpi = loadOnce(() => import('./Kpi.tsx'))
const Kpi = partOf(loadKpi, (loaded) => loaded.Kpi)

/** A KPI, whose code is fetched with the first of them while its data is on the way. */
export function LazyKpi({ element }: ElementViewProps<KpiElement>) {
  return (
    <Suspense fallback={<ShapedSkeleton shape="number" />}>
      <Kpi element={element} />
    </Suspense>
  )
}
