import {
  type ChartDrawing,
  type ChartElement,
  chartOption,
  darkChartTheme,
  lightChartTheme,
  type MapShapes,
  type MarkKey,
  maxChartPoints,
} from '@octavo/core/chart'
import { chartNumbers } from '@octavo/core/display'
import type { DataElement } from '@octavo/core/document'
import { columnsOf, elementLabel } from '@octavo/core/document'
import { Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from '../../chart/index.ts'
import { type ElementData, useCategorySlots, useFormulaValues, useOfPage, useReadPage } from '../../editor/index.ts'
import { documentLocale, localeName } from '../../formats.ts'
import type { Theme } from '../../theme.ts'
import { Bars, lazyPart, Message, TriangleAlert } from '../../ui/index.ts'
import { chosenOfKeys, useActionMenu } from '../context-menu/use-action-menu.tsx'
import { elementStyle } from '../element-style.ts'
import { useWorkbookTheme } from '../PageTheme.tsx'
import { useElementChange } from '../quick-filter/use-element-change.ts'
import { useSurfaceTheme } from '../surface-theme.ts'
import { useChosenMark } from '../use-chosen-mark.ts'
import { chartThemeOf, type WorkbookTheme } from '../workbook-theme.ts'
import { ChartSkeleton } from './ChartSkeleton.tsx'
import { useChartWords } from './chart-words.ts'
import { markReporter } from './mark-reporter.ts'

const KeyMenuItems = lazyPart(async () => ({
  default: (await import('../quick-filter/KeyMenuItems.tsx')).KeyMenuItems,
}))

interface DrawingProps {
  element: DataElement
  data: ElementData
  /** Of a map. */
  shapes?: MapShapes
}

const Unmatched = lazyPart(async () => ({ default: (await import('../map/Unmatched.tsx')).Unmatched }))

/** A chart with a note about the points that it leaves out. Loaded on demand. */
export function Drawing({ element, data, shapes }: DrawingProps) {
  const pageData = useOfPage((page) => page.data)
  const zone = useOfPage((page) => page.zone)
  const read = useReadPage()
  const theme = useSurfaceTheme()
  const words = useChartWords()
  const values = useFormulaValues(element)
  const look = useWorkbookTheme()
  const slots = useCategorySlots(element)
  const canFilter = useElementChange() !== undefined
  const chooseMark = useChosenMark(element)
  const actionMenu = useActionMenu(element)
  const rows = data.levels.get('base')
  const reportMark = markReporter(element, rows)
  const wantsMore = data.status === 'ready' && rows?.hasMore === true && rows.rowCount < maxChartPoints
  const loaded = rows?.rowCount ?? 0
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useRoundedSize(box)
  useEffect(() => {
    if (wantsMore && loaded > 0) pageData.loadMore(element.id, 'base')
  }, [wantsMore, loaded, pageData, element.id])

  const drawing = useMemo(
    () =>
      rows && width > 0 && slots !== 'waiting'
        ? chartOption(
            // The document codec has checked the shape of a kind that is modelled.
            element as ChartElement,
            { columns: rows.columns, values: rows.values, rowCount: rows.rowCount, isPartial: rows.hasMore },
            chartTheme(theme, look, elementStyle(element.style).background),
            {
              locale: documentLocale(),
              words,
              width,
              height,
              now: localNow(zone),
              // The document codec has checked the shape of a kind that is modelled.
              computed: chartNumbers(element as ChartElement, values),
              ...(slots ? { slotsOf: () => slots } : {}),
              ...(shapes ? { shapes, languages: ['en', ...navigator.languages] } : {}),
            },
          )
        : undefined,
    [element, rows, theme, width, height, words, zone, values, look, slots, shapes],
  )
  const keyMenu = (found: readonly MarkKey[] = []) => {
    // Where a drill control puts another column in place of one, the element itself has no such column.
    const own = columnsOf(read().document.elements[element.id] ?? element)
    const keys = found.filter(({ columnId }) => own.some(({ id }) => id === columnId))
    const usual = canFilter && keys.length > 0 && (
      <Suspense>
        <KeyMenuItems element={element} keys={keys} />
      </Suspense>
    )
    return (actionMenu && found.length > 0 ? actionMenu(chosenOfKeys(found), usual) : usual) || undefined
  }
  const hasMenu = canFilter || actionMenu !== undefined
  return (
    <div className="flex h-full min-h-0 flex-col px-4 pb-3">
      <div ref={box} className="min-h-0 grow overflow-x-hidden overflow-y-auto scroll-quiet">
        {!drawing ? (
          <ChartSkeleton kind={element.kind} />
        ) : drawing.missing ? (
          <Missing why={drawing.missing} />
        ) : (
          <div style={{ height: drawing.height > height ? drawing.height : '100%' }}>
            <Chart
              drawing={drawing}
              label={elementLabel(element)}
              isStale={data.isStale}
              menuOf={hasMenu ? (target, seriesId) => keyMenu(drawing.keys(target, seriesId)) : undefined}
              onChoose={
                chooseMark || reportMark
                  ? (target, seriesId, isAdding) => {
                      const keys = target ? drawing.keys(target, seriesId) : []
                      chooseMark?.(keys, isAdding)
                      reportMark?.(keys)
                    }
                  : undefined
              }
              entryMenuOf={hasMenu ? (name) => keyMenu(drawing.entryKeys(name)) : undefined}
            />
          </div>
        )}
      </div>
      {drawing && !wantsMore && <LeftOut drawing={drawing} />}
      {drawing && drawing.unmatched.length > 0 && (
        <Suspense>
          <Unmatched values={drawing.unmatched} />
        </Suspense>
      )}
    </div>
  )
}

function Missing({ why }: { why: NonNullable<ChartDrawing['missing']> }) {
  const { t } = useTranslation()
  const words = {
    // Maps ask for their places before they are drawn.
    place: { title: t('tile.blank'), text: t('tile.blankHint') },
    measure: { title: t('tile.noMeasure'), text: t('tile.noMeasureHint') },
    positive: { title: t('tile.negativeShares'), text: t('tile.negativeSharesHint') },
  }
  return <Message icon={Bars} className="h-full" {...words[why]} />
}

function LeftOut({ drawing }: { drawing: ChartDrawing }) {
  const { t } = useTranslation()
  const points = drawing.points.toLocaleString(localeName())
  const texts = [
    ...(drawing.isPartial ? [t('tile.partialPoints', { points })] : []),
    ...(drawing.panelsLeftOut > 0 ? [t('tile.panelsLeftOut', { count: drawing.panelsLeftOut })] : []),
  ]
  if (texts.length === 0) return null
  return (
    <p className="flex shrink-0 items-center gap-1.5 pt-1 text-xs text-warning">
      <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
      <span className="truncate" title={texts.join(' ')}>
        {texts.join(' ')}
      </span>
    </p>
  )
}

function chartTheme(theme: Theme, look: WorkbookTheme | undefined, background: string | undefined) {
  const base = theme === 'dark' ? darkChartTheme : lightChartTheme
  return look ? chartThemeOf(base, look, background) : base
}

/** The present as a local time of a zone, without seconds, so that a drawing is not made anew for each of them. */
function localNow(zone: string): string {
  return new Date()
    .toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T')
}

/** Sizes in steps, so that a drawing is not made anew for every pixel while a window is resized. */
function useRoundedSize(box: { current: HTMLDivElement | null }): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const target = box.current
    if (!target) return
    const measure = () => {
      const width = Math.floor(target.clientWidth / 8) * 8
      const height = Math.floor(target.clientHeight / 4) * 4
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    measure()
    return () => observer.disconnect()
  }, [box])
  return size
}
