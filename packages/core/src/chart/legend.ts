import type { DrawContext, LegendEntry } from './drawing.ts'
import { plainText } from './rich-text.ts'
import { fitText } from './text-width.ts'

/** A legend for two or more series; at the top unless the document places it elsewhere. */
export function legendOption({ channels, theme, isTiny }: DrawContext, entries: readonly LegendEntry[]) {
  const { position, color, fontSize } = channels.legend
  if (entries.length < 2 || position === 'hidden' || isTiny) return { show: false }
  const isUpright = position === 'right' || position === 'left'
  const names = new Map(entries.map((entry) => [plainText(entry.name), entry]))
  const place =
    position === 'right' ? { right: 0, top: 4 } : position === 'bottom' ? { left: 0, bottom: 0 } : { left: 0, top: 0 }
  return {
    show: true,
    type: 'scroll',
    orient: isUpright ? 'vertical' : 'horizontal',
    ...place,
    padding: 0,
    icon: 'roundRect',
    itemWidth: 8,
    itemHeight: 8,
    itemGap: isUpright ? 8 : 16,
    triggerEvent: true,
    data: [...names].map(([name, entry]) => ({ name, itemStyle: { color: entry.color, opacity: 1, borderWidth: 0 } })),
    textStyle: {
      color: color ?? theme.muted,
      fontSize: fontSize ?? 12,
      lineHeight: 16,
    },
    formatter: (name: string) => fitText(name, fontSize ?? 12, isUpright ? 120 : 160),
    pageTextStyle: { color: theme.muted },
    pageIconColor: theme.muted,
    pageIconInactiveColor: theme.line,
    pageIconSize: 10,
  }
}
