import {
  closedKey,
  columnStyle,
  conditionalFormats,
  type FrozenColumn,
  frozenPivotColumns,
  isTotal,
  type PivotHeader,
  pivotHeads,
  pivotShape,
  pivotView,
  rangesOfCells,
  scopeOf,
  tableLook,
} from '@octavo/core/display'
import type { DataElement, TableElement } from '@octavo/core/document'
import { elementLabel } from '@octavo/core/document'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ElementData, useOfPage } from '../../editor/index.ts'
import { documentLocale } from '../../formats.ts'
import { Button, ContextMenu, classNames, EdgeFades } from '../../ui/index.ts'
import { isSwitchedOff } from '../use-chosen-mark.ts'
import { PivotBodyCell } from './PivotBodyCell.tsx'
import { type HeaderSelects, PivotHeaderText } from './PivotHeaderText.tsx'
import { pivotCellReporter } from './pivot-cell-reporter.ts'
import { onPivotKey } from './pivot-keys.ts'
import { usePressPivot } from './press-pivot.ts'
import { usePivotMenu } from './use-pivot-menu.tsx'

const rowsAtFirst = 150
const mostColumns = 200
const mostCells = 25_000
const headerWidth = 150

/** A pivot table: a table of the browser, whose headers stay in view. */
export function PivotContent({ element, data }: { element: DataElement; data: ElementData }) {
  const { t } = useTranslation()
  const pageData = useOfPage((page) => page.data)
  const [shownRows, setShownRows] = useState(rowsAtFirst)
  const shape = useMemo(() => pivotShape(element), [element])
  const { view, headerTextOf } = usePivotView(element, data)
  const look = useMemo(() => tableLook(element as TableElement), [element])
  const formatOf = useMemo(() => conditionalFormats(element as TableElement, rangesOfCells(data)), [element, data])
  const base = data.levels.get('base')
  const mayLoad = base?.hasMore === true && base.rowCount < mostCells
  useEffect(() => {
    if (!mayLoad || data.isStale) return
    for (const [level, rows] of data.levels) if (rows.hasMore) pageData.loadMore(element.id, level)
  }, [mayLoad, data, pageData, element.id])

  const columns = view.columns.slice(0, mostColumns)
  const rows = view.rows.slice(0, shownRows)
  const menu = usePivotMenu(element, view, { rows, columns })
  const reportCell = pivotCellReporter(element, view, { rows, columns }, base?.columns ?? [])
  const press = usePressPivot(element, { view, rows, columns, types: base?.columns ?? [] })
  const byKeyboard = press !== undefined && !isSwitchedOff(element, 'keyboardActions')
  const headerText = headerTextOf(press && (byKeyboard ? 'keyboard' : 'pointer'))
  const pressed = (target: EventTarget) => {
    reportCell?.(target)
    press?.(target)
  }
  const columnLevels = Math.max(1, view.columnTitles.length)
  const rowLevels = Math.max(1, view.rowTitles.length)
  const name = elementLabel(element, t('tile.untitled'))
  const only = shape.values.length === 1 ? element.columns.find(({ id }) => id === shape.values[0])?.name : undefined
  const styles = new Map(element.columns.map((column) => [column.id, columnStyle(column)]))
  const headerWidthAt = (level: number) => shape.widths.headers(shape.rows[level] ?? '') ?? headerWidth
  const left = (level: number) => placeOfHeader(level, headerWidthAt)
  const frozen = frozenPivotColumns(element, columns, left(rowLevels).left)
  const keptWidth = frozen.reduce((sum, column) => sum + (column?.width ?? 0), left(rowLevels).left)
  const scroller = useRef<HTMLElement>(null)
  const cellLines = linesOfCells(look)
  const { banding } = look.rows
  const bandedCell = typeof banding === 'string' ? { backgroundColor: banding, ...look.cell } : look.cell
  const rowHeads = useMemo(
    () => pivotHeads(rows, rowLevels, shape.repeatsLabels),
    [rows, rowLevels, shape.repeatsLabels],
  )
  const heads = useMemo(() => pivotHeads(columns, columnLevels, false), [columns, columnLevels])

  return (
    <div
      className="relative h-full"
      style={{ '--kept': `${keptWidth}px`, '--kept-narrow': `${left(1).left}px` } as CSSProperties}
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
            onClick={({ target }) => pressed(target)}
            onKeyDown={byKeyboard ? (event) => onPivotKey(event, pressed) : undefined}
            className={classNames(
              'border-separate border-spacing-0 text-left tabular',
              press && '[&_[data-kept]]:cursor-pointer [&_td[data-row]]:cursor-pointer',
            )}
          >
            <caption className="sr-only">{name}</caption>
            <thead className="sticky top-0 z-20">
              {Array.from({ length: columnLevels }, (_, level) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a level of headers is its place
                <tr key={level} style={{ height: look.rows.rowHeight }}>
                  {level === 0 && columnLevels > 1 && (
                    <td
                      colSpan={rowLevels}
                      rowSpan={columnLevels - 1}
                      className="sticky left-0 z-30 border-r border-b border-line-strong bg-sunken px-3 align-middle text-xs text-muted"
                    >
                      {view.columnTitles.slice(0, -1).join(' / ')}
                    </td>
                  )}
                  {level === columnLevels - 1 &&
                    (view.rowTitles.length > 0 ? view.rowTitles : [only ?? '']).map((title, at) => (
                      <th
                        // biome-ignore lint/suspicious/noArrayIndexKey: two keys may have one name
                        key={at}
                        scope="col"
                        className={classNames(
                          'border-r border-b border-line-strong bg-sunken px-3 text-xs font-medium text-muted',
                          at === 0 ? 'sticky z-30' : 'sm:sticky sm:z-30',
                        )}
                        style={{ ...left(at), ...look.header }}
                      >
                        <span className="block truncate" title={title}>
                          {title}
                        </span>
                      </th>
                    ))}
                  {columns.map((line, at) => {
                    const head = heads[at]?.[level]
                    if (!head) return null
                    return (
                      <th
                        key={line.key}
                        data-column={at}
                        data-kept={head.header.kept}
                        scope={head.count > 1 ? 'colgroup' : 'col'}
                        colSpan={head.count}
                        rowSpan={head.header.span}
                        className={classNames(
                          'max-w-64 border-r border-b border-line bg-sunken px-3 align-middle text-xs font-medium',
                          frozen[at + head.count - 1] && 'sm:sticky sm:z-20',
                          head.count > 1 ? 'text-left' : 'text-right',
                          line.scope === 'values' ? 'text-muted' : 'font-semibold text-ink',
                        )}
                        style={{ ...frozenHead(frozen.slice(at, at + head.count)), ...look.header }}
                      >
                        {headerText('columns', head.header)}
                      </th>
                    )
                  })}
                </tr>
              ))}
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={row.key} style={{ height: look.rows.rowHeight }} className="group/row">
                  {view.rowTitles.length === 0 && (
                    <th
                      scope="row"
                      className="sticky left-0 z-10 border-r border-b border-line-strong bg-surface px-3 font-medium"
                      style={left(0)}
                    >
                      {t('pivot.total')}
                    </th>
                  )}
                  {Array.from({ length: view.rowTitles.length }, (_, level) => {
                    const head = rowHeads[index]?.[level]
                    if (!head) return null
                    return (
                      <th
                        // biome-ignore lint/suspicious/noArrayIndexKey: a level of headers is its place
                        key={level}
                        data-row={index}
                        data-kept={head.header.kept}
                        scope={head.count > 1 ? 'rowgroup' : 'row'}
                        rowSpan={head.count}
                        colSpan={head.header.span}
                        className={classNames(
                          'border-r border-b border-line px-3 align-top',
                          level === 0 ? 'sticky z-10' : 'sm:sticky sm:z-10',
                          isTotal(row, head.header) || (shape.isSingleColumn && row.scope !== 'values')
                            ? 'bg-sunken font-semibold'
                            : 'bg-surface font-normal',
                        )}
                        style={{
                          ...left(level),
                          ...(head.header.span > 1 ? { maxWidth: undefined } : {}),
                          ...(isTotal(row, head.header) ? shape.looks[row.scope] : {}),
                          ...(shape.isSingleColumn && level === 0 ? { paddingLeft: 12 + row.depth * 16 } : {}),
                        }}
                      >
                        <div style={{ lineHeight: `${look.rows.rowHeight - 1}px` }}>
                          {headerText('rows', head.header)}
                        </div>
                      </th>
                    )
                  })}
                  {columns.map((column, at) => (
                    <PivotBodyCell
                      key={column.key}
                      place={{ 'data-row': index, 'data-column': at }}
                      cell={view.cell(row, column)}
                      scope={scopeOf(row, column)}
                      className={cellLines}
                      styles={styles}
                      totalLook={shape.looks[scopeOf(row, column)]}
                      cellLook={index % 2 === 1 ? bandedCell : look.cell}
                      isBanded={banding !== undefined && index % 2 === 1}
                      formatOf={formatOf}
                      widthOf={shape.widths.body}
                      types={base?.columns ?? []}
                      tabIndex={byKeyboard ? -1 : undefined}
                      frozen={frozen[at]}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ContextMenu>
        {view.rows.length > shownRows && (
          <div className="sticky left-0 p-2">
            <Button onClick={() => setShownRows(shownRows * 4)}>
              {t('pivot.moreRows', { count: view.rows.length - shownRows })}
            </Button>
          </div>
        )}
        {(view.columns.length > mostColumns || (view.isPartial && !mayLoad)) && (
          <p role="note" className="sticky left-0 max-w-96 px-3 py-2 text-xs text-muted">
            {t('pivot.partial')}
          </p>
        )}
      </section>
      <EdgeFades scroller={scroller} startAt="left-(--kept-narrow) sm:left-(--kept)" />
    </div>
  )
}

/** The table as it is read now, and its headers, which close and open groups. */
function usePivotView(element: DataElement, data: ElementData) {
  const { t } = useTranslation()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const moved = useRef<string | null>(null)
  const view = useMemo(() => {
    const words = {
      total: t('pivot.total'),
      totalOf: (name: string) => t('pivot.totalOf', { name }),
      null: t('common.noValue'),
      values: t('pivot.values'),
      calculation: t('pivot.calculation'),
    }
    return pivotView(element, data, { words, locale: documentLocale() }, closed)
  }, [element, data, t, closed])
  const toggle = (axis: 'rows' | 'columns') => (group: string, isOpen: boolean) => {
    const key = closedKey(axis, group)
    // Collapsing creates another header row; the focus moves to it.
    moved.current = key
    setClosed((before) => new Set(isOpen ? [...before].filter((each) => each !== key) : [...before, key]))
  }
  const headerTextOf = (selects: HeaderSelects | undefined) => (axis: 'rows' | 'columns', header: PivotHeader) => (
    <PivotHeaderText
      header={header}
      selects={(header.kept ?? 0) > 0 ? selects : undefined}
      onToggle={toggle(axis)}
      takesFocus={() => {
        const isMoved = header.group !== undefined && moved.current === closedKey(axis, header.group.key)
        if (isMoved) moved.current = null
        return isMoved
      }}
    />
  )
  return { view, headerTextOf }
}

/** Headers of the rows stand one beside the other, and stay in view. */
function placeOfHeader(level: number, widthAt: (level: number) => number) {
  let width = 0
  for (let before = 0; before < level; before++) width += widthAt(before)
  return { left: width, minWidth: widthAt(level), maxWidth: widthAt(level) } satisfies CSSProperties
}

/** The place of a head above columns that stay in view. Its width is fixed: a long name must not move the columns after it. */
function frozenHead(columns: readonly FrozenColumn[]): CSSProperties {
  const [first] = columns
  if (!first) return {}
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  return { left: first.left, minWidth: width, maxWidth: width, overflow: 'hidden', textOverflow: 'ellipsis' }
}

/** Lines below and beside cells, as the document says. */
function linesOfCells({ heavy, rows: { lines } }: ReturnType<typeof tableLook>): string {
  return classNames(
    heavy.horizontal
      ? 'border-b-2 border-b-line-strong'
      : (lines === 'all' || lines === 'horizontal') && 'border-b border-b-line',
    heavy.vertical
      ? 'border-r-2 border-r-line-strong'
      : (lines === 'all' || lines === 'vertical') && 'border-r border-r-line',
  )
}
