import type { DataElement } from '@octavo/core/document'
import { elementLabel } from '@octavo/core/document'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce } from '../../load-part.ts'
import { Bars, Message, usePart } from '../../ui/index.ts'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'
import { ChartSkeleton } from './ChartSkeleton.tsx'

export const loadDrawing = loadOnce(() => import('./Drawing.tsx'))

/** Kinds whose shelves alone show whether there is something to request. */
function hasMeasure({ kind, yAxis }: DataElement): boolean {
  const isOnAxis = [
    'bar-chart',
    'line-chart',
    'area-chart',
    'combo-chart',
    'scatter-chart',
    'waterfall-chart',
    'box-chart',
  ].includes(kind)
  const listed: unknown =
    typeof yAxis === 'object' && yAxis !== null && 'columnIds' in yAxis ? yAxis.columnIds : undefined
  return !isOnAxis || (Array.isArray(listed) && listed.length > 0)
}

/** Shows which column a chart without a measure needs, instead of an error. */
function Unfilled({ element }: { element: DataElement }) {
  const { t } = useTranslation()
  return (
    <section aria-label={elementLabel(element)} className="h-full rounded-(--r-3) border border-line bg-surface">
      <Message icon={Bars} className="h-full" title={t('tile.noMeasure')} text={t('tile.noMeasureHint')} />
    </section>
  )
}

/** A chart of any kind that the chart part draws. */
export function ChartTile({ element }: ElementViewProps<DataElement>) {
  // Loaded in parallel with the data.
  const drawing = usePart(loadDrawing)
  if (!hasMeasure(element)) return <Unfilled element={element} />
  const skeleton = <ChartSkeleton kind={element.kind} />
  return (
    <DataTile element={element} skeleton={skeleton} isEmpty={(data) => data.levels.get('base')?.rowCount === 0}>
      {(data) => (
        <Suspense fallback={skeleton}>
          {drawing ? <drawing.Drawing element={element} data={data} /> : skeleton}
        </Suspense>
      )}
    </DataTile>
  )
}
