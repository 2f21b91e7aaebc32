import { themeOnBackground } from '@octavo/core/display'
import { type BaseElement, cardsIdOf, type LayoutNode } from '@octavo/core/document'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardRowProvider, useElementData, useMaybeEditor, useReadPage } from '../../editor/index.ts'
import '../../i18n/further.ts'
import { Button, classNames, Message, Rows, Skeleton } from '../../ui/index.ts'
import { elementStyle } from '../element-style.ts'
import { GridOrStack, gapOf } from '../GridOrStack.tsx'
import { SurfaceThemeProvider } from '../surface-theme.ts'
import { TileFailure } from '../TileFailure.tsx'
import { cardLayout, firstCards, rowHeight, rowsOfCard } from './card-layout.ts'

interface RepeatedContainerProps {
  element: BaseElement
  columns: number
  /** The elements on a card, with their places. */
  nodes: readonly LayoutNode[]
  isNarrow: boolean
  children: ReactNode
}

/** A card for each row of a source. In the editor the first card is the one that is changed; the others follow it. */
export function RepeatedContainer({ element, columns, nodes, isNarrow, children }: RepeatedContainerProps) {
  const { t } = useTranslation(['further', 'translation'])
  const isEditor = useMaybeEditor() !== undefined
  const read = useReadPage()
  const id = cardsIdOf(element)
  const data = useElementData(id)
  const [wanted, setWanted] = useState(firstCards)
  const rows = data.levels.get('base')
  const { css, hasPadding } = elementStyle(element.style)
  const box = classNames(
    'h-full rounded-lg',
    hasPadding && 'p-1.5',
    !element.style && 'border border-line',
    data.isStale && 'opacity-60',
  )
  const count = Math.min(rows?.rowCount ?? 0, wanted)
  const card = { element, columns, rows: rowsOfCard(nodes, isEditor), isNarrow, children }
  if (data.status === 'failed' && data.failure && !isEditor) {
    return (
      <div className={box} style={css}>
        <TileFailure elementId={id} failure={data.failure} isCompact={false} />
      </div>
    )
  }
  if (rows?.rowCount === 0 && !isEditor) {
    const own = typeof element.noDataText === 'string' && element.noDataText !== '' ? element.noDataText : undefined
    return (
      <div className={box} style={css}>
        <Message icon={Rows} className="h-full" title={own ?? t('translation:tile.noRowsYet')} />
      </div>
    )
  }
  const { list, scroll } = cardLayout(element)
  const hasMore = rows !== undefined && (rows.rowCount > count || rows.hasMore)
  function showMore() {
    setWanted(wanted + firstCards)
    if ((rows?.rowCount ?? 0) < wanted + firstCards) read().data.loadMore(id, 'base')
  }
  // Draws the first card immediately, so that the author can fill it before the rows are loaded.
  const shown = Math.max(count, isEditor ? 1 : 0)
  return (
    <section
      className={classNames(box, isEditor ? 'overflow-hidden' : scroll)}
      style={css}
      // Content that scrolls by pointer must scroll by keyboard too.
      tabIndex={isEditor ? undefined : 0}
      aria-label={t('cards.label')}
    >
      {!rows && data.status === 'waiting' && !isEditor && <Skeleton className="h-24 w-full" />}
      <ul style={list}>
        {Array.from({ length: shown }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a card is its place in the rows
          <li key={row} inert={isEditor && row > 0} className={isEditor && row > 0 ? 'opacity-60' : undefined}>
            <CardRowProvider value={row}>
              <Card {...card} />
            </CardRowProvider>
          </li>
        ))}
      </ul>
      {hasMore && !isEditor && (
        <Button isSmall className="m-2" onClick={showMore}>
          {t('cards.more')}
        </Button>
      )}
    </section>
  )
}

interface CardProps {
  element: BaseElement
  columns: number
  rows: number
  isNarrow: boolean
  children: ReactNode
}

function Card({ element, columns, rows, isNarrow, children }: CardProps) {
  const { css, hasPadding, background } = elementStyle(element.cardStyle)
  const theme = themeOnBackground(background)
  const height: CSSProperties = isNarrow ? {} : { height: rows * rowHeight + (hasPadding ? 12 : 0) }
  const card = (
    <div
      data-theme={theme}
      className={classNames('rounded-lg', hasPadding && 'p-1.5', !element.cardStyle && 'border border-line bg-surface')}
      style={{ ...css, ...height }}
    >
      <GridOrStack
        holderId={element.id}
        columns={columns}
        rows={rows}
        isNarrow={isNarrow}
        gap={gapOf(element.elementGap, element.elementSpacing)}
      >
        {children}
      </GridOrStack>
    </div>
  )
  return theme ? <SurfaceThemeProvider value={theme}>{card}</SurfaceThemeProvider> : card
}
