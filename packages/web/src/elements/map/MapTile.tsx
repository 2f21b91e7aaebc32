import { isIncludedRegionType, landType, type MapShapes, type MissingRegionType } from '@octavo/core/chart'
import { columnsOf, columnsOnShelf, type DataElement, isStandIn } from '@octavo/core/document'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChartLibrary } from '../../chart/index.ts'
import { CircleDashed, Message, Skeleton } from '../../ui/index.ts'
import { Drawing } from '../chart/Drawing.tsx'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'
import { RegionValues } from './RegionValues.tsx'
import { loadShapes } from './shapes/load-shapes.ts'
import '../../i18n/maps.ts'

const shelves = {
  'region-map': ['region'],
  'point-map': ['latitude', 'longitude'],
  'geography-map': ['geography'],
} as const

/** Regions, points or geographies on land without labels, from shapes that come with the app. */
export function MapTile({ element }: ElementViewProps<DataElement>) {
  const skeleton = <Skeleton className="m-4 h-[calc(100%-2rem)]" />
  const kind = element.kind as keyof typeof shelves
  const isChosen = shelves[kind].every((shelf) => {
    const [column] = columnsOnShelf(element, shelf)
    return column !== undefined && !isStandIn(column) && columnsOf(element).some(({ id }) => id === column)
  })
  const type = landType(element)
  // While the rows are on their way: all are needed, and the shapes of counties take as long.
  useEffect(() => {
    if (!isChosen || !isIncludedRegionType(type)) return
    loadShapes(type).catch(() => undefined)
    loadChartLibrary().catch(() => undefined)
  }, [isChosen, type])
  return (
    <DataTile
      element={element}
      skeleton={skeleton}
      isEmpty={(data) => isChosen && data.levels.get('base')?.rowCount === 0}
    >
      {(data) => {
        if (!isChosen) return <Unchosen kind={kind} />
        return isIncludedRegionType(type) ? (
          <WithShapes type={type} skeleton={skeleton}>
            {(shapes) => (
              <Suspense fallback={skeleton}>
                <Drawing element={element} data={data} shapes={shapes} />
              </Suspense>
            )}
          </WithShapes>
        ) : (
          <RegionValues element={element} data={data} type={type as MissingRegionType} />
        )
      }}
    </DataTile>
  )
}

function Unchosen({ kind }: { kind: keyof typeof shelves }) {
  const { t } = useTranslation('maps')
  return <Message icon={CircleDashed} className="h-full" title={t('noPlace')} text={t(`noPlaceHint.${kind}`)} />
}

interface WithShapesProps {
  type: MapShapes['type']
  skeleton: ReactNode
  children: (shapes: MapShapes) => ReactNode
}

/** The map once its shapes are there. The wheel scrolls the page; with Ctrl or Cmd it zooms the map. */
function WithShapes({ type, skeleton, children }: WithShapesProps) {
  const [shapes, setShapes] = useState<MapShapes>()
  const [failure, setFailure] = useState<Error>()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isGone = false
    loadShapes(type).then(
      (loaded) => !isGone && setShapes(loaded),
      (error: Error) => !isGone && setFailure(error),
    )
    return () => {
      isGone = true
    }
  }, [type])
  useEffect(() => {
    const target = box.current
    const keepForPage = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    }
    target?.addEventListener('wheel', keepForPage, { capture: true })
    return () => target?.removeEventListener('wheel', keepForPage, { capture: true })
  }, [])
  if (failure) throw failure
  return (
    <div ref={box} className="h-full min-h-0">
      {shapes?.type === type ? children(shapes) : skeleton}
    </div>
  )
}
