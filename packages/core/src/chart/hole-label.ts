import { axisLabeller } from './axis-label.ts'
import { type ChartColumn, toNumber } from './chart-data.ts'
import type { DrawContext } from './drawing.ts'
import { type Fields, hex, number, pointer, record, text } from './fields.ts'
import type { PanelBox } from './panels.ts'
import { plainText } from './rich-text.ts'
import { fitText, textWidth } from './text-width.ts'

/** Pixels between the ring and the text in its hole. */
const clearance = 6
/** Below this width in pixels a title in the hole would be unreadable. */
const leastTitle = 44

interface Hole {
  index: number
  box: PanelBox
  value: ChartColumn
  rows: readonly number[]
  isTrellis: boolean
  /** Radius of the ring in pixels. */
  radius: number
}

/** The number in the hole: the one set in the document, else the total. */
export function holeLabel(context: DrawContext, { index, box, value, rows, isTrellis, radius }: Hole) {
  const { element, theme, locale } = context
  const look = record(element.hole)
  const shown = context.column(pointer(element.holeValue)) ?? value
  const sum = rows.reduce((total, row) => total + (toNumber(shown.cells[row]) ?? 0), 0)
  // Only sums and counts add up to the total; for others the query must compute it.
  const isAdditive = /^\s*(Sum|Count|CountIf|SumIf)\s*\(/i.test(shown.formula)
  const whole =
    (isTrellis ? undefined : context.computed('holeValue')) ?? (isAdditive || rows.length === 1 ? sum : undefined)
  if (whole === undefined) return []
  const isShown = (part: Fields | undefined) => part?.visibility !== 'hidden'
  const valueLook = record(look?.value)
  const titleLook = record(look?.title)
  const exact = shown.label(rows.length === 1 ? (shown.cells[rows[0] ?? -1] ?? whole) : whole)
  const short = axisLabeller(shown.format, Math.abs(whole), locale)(whole)
  const titleSize = number(titleLook?.fontSize) ?? 11
  const titleHeight = titleSize + 5
  const fitting = fittingText({
    radius,
    texts: isShown(valueLook) ? [exact, short] : [],
    title: isShown(titleLook) ? (text(titleLook?.text) ?? shown.name) : undefined,
    valueSize: number(valueLook?.fontSize) ?? 20,
    titleSize,
    titleHeight,
  })
  const valueLine = fitting.value === undefined ? [] : [`{value|${plainText(fitting.value)}}`]
  const titleLine = fitting.title === undefined ? [] : [`{title|${plainText(fitting.title)}}`]
  const lines = titleLook?.position === 'top' ? [...titleLine, ...valueLine] : [...valueLine, ...titleLine]
  if (lines.length === 0) return []
  const fontSize = fitting.fontSize
  return [
    {
      id: `${index}:hole`,
      name: '',
      type: 'pie',
      silent: true,
      center: [box.left + box.width / 2, box.top + box.height / 2],
      radius: [0, 0.1],
      data: [{ name: '', value: 1, itemStyle: { color: 'transparent' } }],
      label: {
        show: true,
        position: 'center',
        formatter: lines.join('\n'),
        rich: {
          value: style(valueLook, { color: theme.ink, fontSize, lineHeight: fontSize + 8, fontWeight: 600 }),
          title: style(titleLook, { color: theme.muted, fontSize: titleSize, lineHeight: titleHeight }),
        },
      },
    },
  ]
}

interface Wanted {
  radius: number
  /** Ways to write the number, the best one first; empty when it is hidden. */
  texts: readonly string[]
  title: string | undefined
  /** The preferred font size of the number. */
  valueSize: number
  titleSize: number
  titleHeight: number
}

/**
 * The texts that fit into a hole without touching the ring: first the title is dropped, then the size of the number is reduced, then the
 * number is dropped. Two lines must be narrower than one, because the hole is round.
 */
function fittingText({ radius, texts, title, valueSize, titleSize, titleHeight }: Wanted) {
  const sizes = [valueSize, ...[16, 14, 12, 11].filter((size) => size < valueSize)]
  const widthAt = (centre: number, fontSize: number) => {
    // Letters are lower than their font size: a line of text extends 0.4 of it above and below its middle.
    const edge = centre + fontSize * 0.4
    return 2 * Math.sqrt(Math.max(0, (radius - clearance) ** 2 - edge ** 2))
  }
  const [exact, ...shorter] = texts
  const triesIn = (own: readonly number[]) => [
    ...(exact === undefined ? [] : [{ written: exact, size: valueSize }]),
    ...shorter.flatMap((written) => own.map((size) => ({ written, size }))),
  ]
  if (title !== undefined) {
    for (const { written, size } of triesIn(sizes.slice(0, 2))) {
      const room = widthAt((size + 8) / 2, titleSize)
      if (room < leastTitle || textWidth(written, size) > widthAt(titleHeight / 2, size)) continue
      return { value: written, fontSize: size, title: fitText(title, titleSize, room) }
    }
  }
  const alone = triesIn(sizes).find(({ written, size }) => textWidth(written, size) <= widthAt(0, size))
  if (alone) return { value: alone.written, fontSize: alone.size, title: undefined }
  const room = widthAt(0, titleSize)
  const isTitleAlone = title !== undefined && texts.length === 0 && room >= leastTitle
  return { value: undefined, fontSize: valueSize, title: isTitleAlone ? fitText(title, titleSize, room) : undefined }
}

function style(
  look: Fields | undefined,
  usual: { color: string; fontSize: number; lineHeight: number; fontWeight?: number },
) {
  const { fontWeight } = usual
  return {
    ...usual,
    color: hex(look?.color) ?? usual.color,
    fontWeight: look?.fontWeight === 'bold' ? 600 : look?.fontWeight === 'normal' ? 400 : fontWeight,
  }
}
