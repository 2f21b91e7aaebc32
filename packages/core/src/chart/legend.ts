import type { DrawContext, LegendEntry } from './drawing.ts'
import { plainText } from './rich-text.ts'
import { fitText, textWidth } from './text-width.ts'

type Named = Pick<LegendEntry, 'name'>

const itemSize = 8
/** Of the library, between the color and the name. */
const nameGap = 5
const lineHeight = 16
const gaps = { usual: 16, printed: 10 }
/** A printed legend takes at most this share of the height; a longer one has pages, as on the screen. */
const mostOfHeight = 0.4

/** How many lines the entries of a legend above or below the plots take. Only a printed legend has several. */
function legendLines({ channels, width, height, isPrinted }: DrawContext, entries: readonly Named[]): number {
  if (!isPrinted) return 1
  const fontSize = channels.legend.fontSize ?? 12
  let lines = 1
  let used = 0
  for (const name of new Set(entries.map((entry) => plainText(entry.name)))) {
    const own = itemSize + nameGap + textWidth(fitText(name, fontSize, 160), fontSize)
    const isFull = used > 0 && used + gaps.printed + own > width
    if (isFull) lines++
    used = isFull || used === 0 ? own : used + gaps.printed + own
  }
  return legendHeight(lines) > height * mostOfHeight ? 1 : lines
}

const legendHeight = (lines: number): number => lines * lineHeight + (lines - 1) * gaps.printed

/** Height of a legend above or below the plots, with the space between them. */
export function legendRoomOf(context: DrawContext, entries: readonly Named[]): number {
  return legendHeight(legendLines(context, entries)) + 12
}

/** A legend for two or more series; at the top unless the document places it elsewhere. */
export function legendOption(context: DrawContext, entries: readonly LegendEntry[]) {
  const { channels, theme, isTiny, width } = context
  const { position, color, fontSize } = channels.legend
  if (entries.length < 2 || position === 'hidden' || isTiny) return { show: false }
  const isUpright = position === 'right' || position === 'left'
  const isWrapped = !isUpright && legendLines(context, entries) > 1
  const names = new Map(entries.map((entry) => [plainText(entry.name), entry]))
  const place =
    position === 'right' ? { right: 0, top: 4 } : position === 'bottom' ? { left: 0, bottom: 0 } : { left: 0, top: 0 }
  return {
    show: true,
    ...(isWrapped ? { type: 'plain', width } : { type: 'scroll' }),
    orient: isUpright ? 'vertical' : 'horizontal',
    ...place,
    padding: 0,
    icon: 'roundRect',
    itemWidth: itemSize,
    itemHeight: itemSize,
    itemGap: isUpright ? 8 : isWrapped ? gaps.printed : gaps.usual,
    triggerEvent: true,
    data: [...names].map(([name, entry]) => ({ name, itemStyle: { color: entry.color, opacity: 1, borderWidth: 0 } })),
    textStyle: {
      color: color ?? theme.muted,
      fontSize: fontSize ?? 12,
      lineHeight,
    },
    formatter: (name: string) => fitText(name, fontSize ?? 12, isUpright ? 120 : 160),
    pageTextStyle: { color: theme.muted },
    pageIconColor: theme.muted,
    pageIconInactiveColor: theme.line,
    pageIconSize: 10,
  }
}
