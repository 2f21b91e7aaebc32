import type { AxisLook } from './chart-element.ts'
import { plainText } from './rich-text.ts'
import type { ChartTheme } from './theme.ts'

/** The title that the document gives an axis, else the usual one; a blank title hides it. */
export function axisTitle(look: AxisLook, isVertical: boolean, theme: ChartTheme, usual?: string) {
  const name = look.title ?? usual
  if (!name?.trim()) return {}
  return {
    name: plainText(name),
    nameLocation: 'middle',
    nameGap: isVertical ? 12 : 10,
    nameTextStyle: { color: theme.mutedText, fontSize: 11 },
  }
}
