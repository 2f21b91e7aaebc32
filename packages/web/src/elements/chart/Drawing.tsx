import { type ChartElement, chartOption, darkChartTheme, lightChartTheme, maxChartPoints } from '@octavo/core/chart'
import type { DataElement } from '@octavo/core/document'
import { elementName } from '@octavo/core/document'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from '../../chart/index.ts'
import { type ElementData, useOpenPage } from '../../editor/index.ts'
import { documentLocale, localeName } from '../../formats.ts'
import { Bars, Message, TriangleAlert } from '../../ui/index.ts'
import { useSurfaceTheme } from '../surface-theme.ts'

import { BarsSkeleton } from './BarsSkeleton.tsx'

/** The drawing of a chart with what it leaves out; a chunk of its own. */
export function Drawing({ element, data }: { element: DataElement; data: ElementData }) {
  const { t } = useTranslation()
  const page = useOpenPage()
  const theme = useSurfaceTheme()
  const rows = data.levels.get('base')
  const wantsMore = data.status === 'ready' && rows?.hasMore === true && rows.rowCount < maxChartPoints
  const loaded = rows?.rowCount ?? 0
  const box = useRef<HTMLDivElement>(null)
  const width = useRoundedWidth(box)
  useEffect(() => {
    if (wantsMore && loaded > 0) page.data.loadMore(element.id, 'base')
  }, [wantsMore, loaded, page.data, element.id])

  const drawing = useMemo(
    () =>
      rows &&
      chartOption(
        element as ChartElement,
        { columns: rows.columns, values: rows.values, rowCount: rows.rowCount, isPartial: rows.hasMore },
        theme === 'dark' ? darkChartTheme : lightChartTheme,
        {
          locale: documentLocale(),
          words: { null: t('common.null'), others: t('tile.others') },
          ...(width > 0 ? { width } : {}),
        },
      ),
    [element, rows, theme, width, t],
  )
  if (!drawing) return <BarsSkeleton />
  if (drawing.missing) {
    return <Message icon={Bars} className="h-full" title={t('tile.noMeasure')} text={t('tile.noMeasureHint')} />
  }
  return (
    <div ref={box} className="flex h-full min-h-0 flex-col px-4 pb-2.5">
      <div className="min-h-0 grow">
        <Chart option={drawing.option} label={elementName(element) ?? element.kind} isStale={data.isStale} />
      </div>
      {drawing.isPartial && !wantsMore && (
        <p className="flex shrink-0 items-center gap-1.5 pt-1 text-xs text-warning">
          <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
          <span className="truncate">
            {t('tile.partialPoints', { points: drawing.points.toLocaleString(localeName()) })}
          </span>
        </p>
      )}
    </div>
  )
}

/** Width in steps, so that a drawing is not made anew for every pixel while a window is resized. */
function useRoundedWidth(box: { current: HTMLDivElement | null }): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const target = box.current
    if (!target) return
    const measure = () => setWidth(Math.floor((target.clientWidth - 32) / 24) * 24)
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    measure()
    return () => observer.disconnect()
  }, [box])
  return width
}
