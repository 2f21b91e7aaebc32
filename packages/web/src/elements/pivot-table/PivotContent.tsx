import type { PivotHeader } from '@octavo/core/display'
import type { DataElement } from '@octavo/core/document'
import { elementLabel } from '@octavo/core/document'
import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ElementData, largestWindow, useOfPage } from '../../editor/index.ts'
import { ContextMenu, classNames, EdgeFades } from '../../ui/index.ts'
import { isSwitchedOff } from '../use-chosen-mark.ts'
import { PivotHead } from './PivotHead.tsx'
import { PivotRows } from './PivotRows.tsx'
import { pivotCellReporter } from './pivot-cell-reporter.ts'
import type { PivotDrawing } from './pivot-drawing.ts'
import { onPivotKey } from './pivot-keys.ts'
import { usePressPivot } from './press-pivot.ts'
import { usePivotLayout } from './use-pivot-layout.ts'
import { usePivotMenu } from './use-pivot-menu.tsx'
import { usePivotView } from './use-pivot-view.tsx'
import { useFocusedRow, usePivotColumns } from './use-pivot-window.ts'

const mostCells = 25_000

/** A pivot table: a table of the browser, whose headers stay in view. Only the rows and columns in view are drawn. */
export function PivotContent({ element, data }: { element: DataElement; data: ElementData }) {
  const { t } = useTranslation()
  const mayLoad = useLoadingOfCells(element.id, data)
  const { view, headerText } = usePivotView(element, data)
  const layout = usePivotLayout(element, data, view)
  const { look, columns, frozen, edges, columnLevels, headersWidth } = layout
  const scroller = useRef<HTMLElement>(null)
  const columnRuns = usePivotColumns({ scroller, edges, frozenCount: frozen.length })
  const { focused, onFocus, onBlur } = useFocusedRow()
  const shown = { rows: view.rows, columns }
  const types = data.levels.get('base')?.columns ?? []
  const menu = usePivotMenu(element, view, shown)
  const reportCell = pivotCellReporter(element, view, shown, types)
  const press = usePressPivot(element, { view, ...shown, types })
  const pressed = (target: EventTarget) => {
    reportCell?.(target)
    press?.(target)
  }
  const byKeyboard = press !== undefined && !isSwitchedOff(element, 'keyboardActions')
  const selects = press && (byKeyboard ? 'keyboard' : 'pointer')
  const drawing = useMemo(
    (): PivotDrawing => ({
      ...layout,
      view,
      columnRuns,
      byKeyboard,
      headerText: (axis: 'rows' | 'columns', header: PivotHeader) => headerText(axis, header, selects),
      words: {
        total: t('pivot.total'),
        restricted: t('table.restricted'),
        several: t('table.several'),
        error: t('table.cellError'),
      },
    }),
    [layout, view, columnRuns, byKeyboard, selects, headerText, t],
  )
  const { shape } = layout
  const only = shape.values.length === 1 ? element.columns.find(({ id }) => id === shape.values[0])?.name : undefined
  const name = elementLabel(element, t('tile.untitled'))
  const isCut = view.columns.length > columns.length || (view.isPartial && !mayLoad)

  return (
    <div
      className="relative h-full"
      style={{ '--kept': `${layout.keptWidth}px`, '--kept-narrow': `${layout.headerWidths[0]}px` } as CSSProperties}
    >
      <section
        ref={scroller}
        data-fit
        aria-label={t('pivot.label', { name })}
        aria-busy={data.isStale}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is larger than its tile is scrolled by the keyboard too
        tabIndex={0}
        className={classNames(
          'h-full overflow-auto border-t border-line scroll-quiet transition-opacity focus-visible:-outline-offset-2',
          data.isStale && 'opacity-50',
          byKeyboard && 'scroll-pl-(--kept-narrow) sm:scroll-pl-(--kept)',
        )}
        style={byKeyboard ? { scrollPaddingTop: columnLevels * look.rows.rowHeight } : undefined}
      >
        <ContextMenu {...menu}>
          <table
            aria-rowcount={columnLevels + view.rows.length}
            aria-colcount={layout.rowLevels + columns.length}
            onClick={({ target }) => pressed(target)}
            onKeyDown={byKeyboard ? (event) => onPivotKey(event, pressed) : undefined}
            onFocus={onFocus}
            onBlur={onBlur}
            className={classNames(
              'table-fixed border-separate border-spacing-0 text-left tabular',
              press && '[&_[data-kept]]:cursor-pointer [&_td[data-row]]:cursor-pointer',
            )}
            style={{ width: headersWidth + (edges.at(-1) ?? 0) }}
          >
            <caption className="sr-only">{name}</caption>
            <colgroup>
              {[...layout.headerWidths, ...layout.widths].map((width, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <col key={at} style={{ width }} />
              ))}
            </colgroup>
            <PivotHead drawing={drawing} onlyName={only ?? ''} />
            <PivotRows drawing={drawing} rowHeads={layout.rowHeads} scroller={scroller} focused={focused} />
          </table>
        </ContextMenu>
        {isCut && (
          <p role="note" className="sticky left-0 max-w-96 px-3 py-2 text-xs text-muted">
            {t('pivot.partial')}
          </p>
        )}
      </section>
      <EdgeFades scroller={scroller} startAt="left-(--kept-narrow) sm:left-(--kept)" />
    </div>
  )
}

/** Loads the remaining cells up to a limit. Returns whether more will be loaded. */
function useLoadingOfCells(elementId: string, data: ElementData): boolean {
  const pageData = useOfPage((page) => page.data)
  const base = data.levels.get('base')
  const mayLoad = base?.hasMore === true && base.rowCount < mostCells
  useEffect(() => {
    if (!mayLoad || data.isStale) return
    for (const [level, rows] of data.levels) if (rows.hasMore) pageData.loadMore(elementId, level, largestWindow)
  }, [mayLoad, data, pageData, elementId])
  return mayLoad
}
