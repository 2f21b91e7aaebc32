import {
  dynamicAddress,
  dynamicText,
  hexColor,
  holeText,
  type KpiView,
  kpiView,
  progressView,
  trendLines,
} from '@octavo/core/display'
import {
  type BaseElement,
  type KpiElement,
  parseRichText,
  type RichBlock,
  type RichInline,
  type TextElement,
} from '@octavo/core/document'
import { type DrawContext, horizontal, type ReportColors, record } from './draw-context.ts'
import type { Block, MeterNode, PictureNode, Run, VerticalAlign, WordsNode } from './report-model.ts'

const verticals: Readonly<Record<string, VerticalAlign>> = {
  middle: 'middle',
  center: 'middle',
  end: 'bottom',
  bottom: 'bottom',
}
export const vertical = (value: unknown): VerticalAlign => verticals[String(value)] ?? 'top'

/** A muted line instead of an element's content. */
export function message({ colors }: DrawContext, text: string): WordsNode {
  const runs = [{ t: text, c: colors.muted }]
  return {
    kind: 'words',
    valign: 'middle',
    blocks: [{ kind: 'paragraph', runs, align: 'center', size: 13, bold: false }],
  }
}

/** An author's text with its formulas evaluated. */
export function textNode(context: DrawContext, element: TextElement): WordsNode {
  return {
    kind: 'words',
    valign: vertical(element.verticalAlign),
    blocks: parseRichText(element.body).map((block) => blockOf(context, element, block)),
  }
}

const headingSizes = { 1: 20, 2: 16, 3: 14 } as const
const paragraphSizes: Readonly<Record<string, number>> = { 'p-large': 16, 'p-small': 12 }

function blockOf(context: DrawContext, element: TextElement, block: RichBlock): Block {
  if (block.kind === 'list') {
    const items = block.items.map((item) => item.map((child) => blockOf(context, element, child)))
    return { kind: 'list', ordered: block.ordered, start: block.start ?? 1, items }
  }
  const isHeading = block.kind === 'heading'
  return {
    kind: block.kind,
    runs: runsOf(context, element, block.children, {}),
    align: block.align ?? 'start',
    size: isHeading ? headingSizes[block.level] : (paragraphSizes[block.className ?? ''] ?? 14),
    bold: isHeading,
  }
}

type Marks = Omit<Run, 't'>

function runsOf(context: DrawContext, element: TextElement, nodes: readonly RichInline[], marks: Marks): Run[] {
  return nodes.flatMap((node): Run[] => {
    const inside = (children: readonly RichInline[], more: Marks) =>
      runsOf(context, element, children, { ...marks, ...more })
    switch (node.kind) {
      case 'text':
        return [{ ...marks, t: node.text }]
      case 'break':
        return [{ ...marks, t: '\n' }]
      case 'hole':
        return [{ ...marks, t: holeText(node.formula, node.format, context.present, context.values(element)) }]
      case 'bold':
        return inside(node.children, { b: true })
      case 'italic':
        return inside(node.children, { i: true })
      case 'underline':
        return inside(node.children, { u: true })
      case 'strike':
        return inside(node.children, { strike: true })
      case 'sub':
        return inside(node.children, { sub: true })
      case 'sup':
        return inside(node.children, { sup: true })
      case 'span':
        return inside(node.children, spanMarks(node.style))
      case 'link': {
        const address = dynamicAddress(node.href, context.present, context.values(element))
        const link = address.status === 'ready' ? address.address : undefined
        return inside(node.children, link === undefined ? {} : { link, c: context.colors.accentText, u: true })
      }
      default:
        return []
    }
  })
}

function spanMarks({
  color,
  backgroundColor,
  fontSize,
}: {
  color?: string
  backgroundColor?: string
  fontSize?: string
}): Marks {
  const size = /^(\d{1,3}(?:\.\d+)?)px$/.exec(fontSize ?? '')?.[1]
  return {
    ...(hexColor(color) ? { c: color ?? '' } : {}),
    ...(hexColor(backgroundColor) ? { bg: backgroundColor ?? '' } : {}),
    ...(size === undefined ? {} : { s: Math.min(120, Number(size)) }),
  }
}

const toneColors = { good: 'accentText', bad: 'danger', neutral: 'muted' } as const
const toneFields = { good: 'colorGood', bad: 'colorBad', neutral: 'colorNeutral' } as const
const arrows = { up: '▲ ', down: '▼ ', same: '' } as const

/** The number of a KPI, its comparison, and its trend. */
export function kpiNode(context: DrawContext, element: KpiElement, width: number): WordsNode {
  const { locale, localeName, fonts } = context
  const view = kpiView(element, context.rows(element.id), { locale, localeName })
  const fields = record(element)
  const { color, fontSize, fontWeight, visibility } = record(element.value)
  const layout = record(fields.layout)
  const isHidden = visibility === 'hidden' && view.comparison !== undefined
  const wanted = typeof fontSize === 'number' ? fontSize : 28
  const needed = fonts.textWidth(view.text, wanted, fontWeight !== 'normal')
  const value: Run = {
    t: view.text,
    // A cut number would be wrong, so it is made smaller.
    s: needed > width ? Math.max(9, Math.floor((wanted * width) / needed)) : wanted,
    b: fontWeight !== 'normal',
    ...(hexColor(color) ? { c: String(color) } : {}),
  }
  const align = horizontal(layout.anchor)
  const line = (runs: Run[]): Block => ({ kind: 'paragraph', runs, align, size: 12, bold: false })
  const trend =
    view.trend && record(fields.trend).visibility !== 'hidden'
      ? trendPicture(context.colors, view, record(fields.trend))
      : undefined
  return {
    kind: 'words',
    valign: vertical(layout.verticalAnchor),
    blocks: [
      ...(isHidden ? [] : [line([value])]),
      ...(view.comparison ? [line(comparisonRuns(context.colors, view.comparison, record(fields.comparison)))] : []),
    ],
    ...(trend ? { picture: trend } : {}),
  }
}

function comparisonRuns(
  colors: ReportColors,
  { text, tone, direction, period, name }: NonNullable<KpiView['comparison']>,
  options: Record<string, unknown>,
): Run[] {
  const usual = period ? `vs. previous ${period}` : `vs. ${name}`
  const label = options.label === 'hidden' ? '' : typeof options.label === 'string' ? options.label : usual
  const size = typeof options.fontSize === 'number' ? options.fontSize : 12
  const color = hexColor(options[toneFields[tone]]) ?? colors[toneColors[tone]]
  const arrow = options.arrow === 'hidden' ? '' : arrows[direction]
  return [
    ...(arrow === '' ? [] : [{ t: arrow, s: size * 0.7, c: color }]),
    { t: text, b: true, s: size, c: color },
    ...(label === '' ? [] : [{ t: `  ${label}`, s: size, c: hexColor(options.labelColor) ?? colors.muted }]),
  ]
}

function trendPicture(
  colors: ReportColors,
  { trend }: KpiView,
  look: Record<string, unknown>,
): PictureNode | undefined {
  if (!trend) return undefined
  const size = { width: 200, height: 40 }
  const lines = trendLines(trend, size)
  const color = hexColor(look.valueColor) ?? colors.accent
  const before = hexColor(look.comparisonColor) ?? colors.lineStrong
  const area = (points: string[]) => {
    const [first = '', last = ''] = [points[0]?.split(',')[0], points.at(-1)?.split(',')[0]]
    return `<polygon fill="${color}" opacity="0.12" points="${first},${size.height} ${points.join(' ')} ${last},${size.height}"/>`
  }
  const line = (points: string[], stroke: string, more: string) =>
    `<polyline fill="none" stroke="${stroke}" ${more} points="${points.join(' ')}"/>`
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none">`,
    ...(look.shape === 'line' ? [] : lines.values.map(area)),
    ...lines.before.map((points) => line(points, before, 'stroke-width="1" stroke-dasharray="3 3"')),
    ...lines.values.map((points) => line(points, color, 'stroke-width="1.4" stroke-linejoin="round"')),
    '</svg>',
  ].join('')
  return { kind: 'picture', svg, alt: `Trend from ${trend.from} to ${trend.to}`, fit: 'stretch' }
}

/** A progress bar or ring. Its numbers are formulas over other elements. */
export function progressNode(context: DrawContext, element: BaseElement): MeterNode {
  const values = context.values(element)
  const read = (field: unknown): number | null => {
    if (typeof field !== 'string' || field.trim() === '') return null
    const value = values(field)
    const number = value ? (value.cell === null ? Number.NaN : Number(value.cell)) : Number(field)
    return Number.isFinite(number) ? number : null
  }
  const numbers = { value: read(element.value), min: read(element.min), max: read(element.max) }
  const view = progressView(element, numbers, (number) =>
    number.toLocaleString(context.localeName, { maximumFractionDigits: 2 }),
  )
  const runs = ({ isShown, text, color, fontSize, isBold }: typeof view.label, usual: Run): Run[] => {
    const t = text === undefined ? usual.t : dynamicText(text, context.present, values)
    if (!isShown || t === '') return []
    return [
      {
        ...usual,
        t,
        ...(color === undefined ? {} : { c: color }),
        ...(fontSize === undefined ? {} : { s: fontSize }),
        ...(isBold === undefined ? {} : { b: isBold }),
      },
    ]
  }
  const { colors } = context
  const small = { t: '', s: 12, c: colors.muted }
  return {
    kind: 'meter',
    share: view.share ?? 0,
    isRing: view.isRing,
    color: view.color ?? colors.meter,
    track: view.track ?? colors.track,
    thickness: view.thickness,
    label: runs(view.label, small),
    value: runs(view.value, { t: view.written, s: view.isRing ? 14 : 20, b: true }),
    description: runs(view.description, small),
  }
}
