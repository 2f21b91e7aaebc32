import type { KpiElement } from '@octavo/core/document'
import { Suspense } from 'react'
import { loadOnce } from '../../load-part.ts'
import { ShapedSkeleton, usePart } from '../../ui/index.ts'
import type { ElementViewProps } from '../element-view.ts'

export const loadKpi = loadOnce(() => import('./Kpi.tsx'))

/** A KPI, whose code is fetched with the first of them while its data is on the way. */
export function LazyKpi({ element }: ElementViewProps<KpiElement>) {
  const code = usePart(loadKpi)
  const skeleton = <ShapedSkeleton shape="number" />
  return <Suspense fallback={skeleton}>{code ? <code.Kpi element={element} /> : skeleton}</Suspense>
}
