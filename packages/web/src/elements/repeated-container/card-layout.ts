import type { BaseElement, LayoutNode } from '@octavo/core/document'
import type { CSSProperties } from 'react'

/** Cards that are drawn at first, and with each further step. */
export const firstCards = 60

/** Height of a row of a card; a page has the same. */
export const rowHeight = 24

/** Rows of an empty card, which has to have room for what is put on it. */
const rowsOfEmpty = 6

const widths: Readonly<Record<string, number>> = {
  'x-small': 160,
  small: 220,
  medium: 300,
  large: 400,
  'x-large': 560,
}
const gaps: Readonly<Record<string, number>> = { small: 6, medium: 12, large: 20 }
const scrolls: Readonly<Record<string, string>> = {
  vertical: 'overflow-y-auto scroll-quiet',
  horizontal: 'overflow-x-auto scroll-quiet',
  none: 'overflow-hidden',
}

/** How the cards stand beside each other, and how they are scrolled. */
export function cardLayout({ arrangement, cardSize, cardGap, cardSpacing, scroll }: BaseElement): {
  list: CSSProperties
  scroll: string
} {
  const width = widths[String(cardSize)] ?? widths.medium
  const gap = cardGap === 'hidden' ? 0 : (gaps[String(cardSpacing)] ?? gaps.medium)
  const isRow = scroll === 'horizontal'
  const columns =
    arrangement === 'list' ? 'minmax(0, 1fr)' : `repeat(auto-fill, minmax(min(100%, ${String(width)}px), 1fr))`
  return {
    list: {
      display: 'grid',
      gap,
      ...(isRow ? { gridAutoFlow: 'column', gridAutoColumns: `${String(width)}px` } : { gridTemplateColumns: columns }),
    },
    scroll: scrolls[String(scroll)] ?? scrolls.vertical ?? '',
  }
}

/** Number of rows of a card: as many as its elements use, plus a free one in the editor. */
export function rowsOfCard(nodes: readonly LayoutNode[], isEditor: boolean): number {
  if (nodes.length === 0) return rowsOfEmpty
  return Math.max(...nodes.map(({ row }) => row.end - 1)) + (isEditor ? 1 : 0)
}
