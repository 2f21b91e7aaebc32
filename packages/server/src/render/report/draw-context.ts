import type { IncludedRegionType, MapShapes } from '@octavo/core/chart'
import type { ReportTheme } from '@octavo/core/contract'
import {
  drilledBy,
  dynamicText,
  type ElementRows,
  type FormulaValue,
  hexColor,
  type LevelRows,
  noValue,
  type Present,
  themeOnBackground,
} from '@octavo/core/display'
import { type BaseElement, computedFormulas, elementLabel, isCardsId, shownTitle } from '@octavo/core/document'
import { type FormatLocale, namedLocale } from '@octavo/core/format'
import type { LevelName } from '@octavo/core/types'
import type { ReportFonts } from './fonts.ts'
import type { Frame, HorizontalAlign } from './report-model.ts'
import type { ReportOrder } from './report-order.ts'

/** Colours of the app in one of its themes. */
export interface ReportColors {
  /** Colour of the sheet. */
  canvas: string
  ink: string
  muted: string
  faint: string
  line: string
  lineStrong: string
  surface: string
  sunken: string
  /** Every other row of a table. */
  banding: string
  accent: string
  accentText: string
  danger: string
  warning: string
  track: string
  meter: string
}

const lightColors: ReportColors = {
  canvas: '#ffffff',
  ink: '#151a1d',
  muted: '#565f62',
  faint: '#646d70',
  line: '#e2e6e8',
  lineStrong: '#cdd3d5',
  surface: '#ffffff',
  sunken: '#f2f4f5',
  banding: '#f8f9fa',
  accent: '#0f766e',
  accentText: '#0b645d',
  danger: '#b3261e',
  warning: '#8a5200',
  track: '#e2e6e8',
  meter: '#146bd2',
}

const darkColors: ReportColors = {
  canvas: '#0c0f10',
  ink: '#edf1f2',
  muted: '#b3babd',
  faint: '#969fa2',
  line: '#262c2e',
  lineStrong: '#394043',
  surface: '#14181a',
  sunken: '#101415',
  banding: '#1b2022',
  accent: '#188178',
  accentText: '#5bc6ba',
  danger: '#ff968a',
  warning: '#eea753',
  track: '#2c3235',
  meter: '#85b1ff',
}

export const reportColors: Readonly<Record<ReportTheme, ReportColors>> = { light: lightColors, dark: darkColors }

/** Texts of a report. */
export const words = {
  null: noValue,
  all: '',
  pivot: {
    total: 'Total',
    totalOf: (name: string) => `${name} total`,
    null: 'No value',
    values: 'Values',
    calculation: 'Calculation',
  },
} as const

/** Context for drawing every element; also collects what the report lacks. */
export interface DrawContext {
  order: ReportOrder
  /** Theme of the report; inside an element with its own background, the theme that is readable on it. */
  theme: ReportTheme
  colors: ReportColors
  fonts: ReportFonts
  locale: FormatLocale
  localeName: string | undefined
  present: Present
  rows(elementId: string): ElementRows
  values(element: BaseElement): (formula: string) => FormulaValue | undefined
  /** The element as its drill control shows it. */
  drilled<E extends BaseElement>(element: E): E
  svg(option: Record<string, unknown>, size: { width: number; height: number }): string
  /** The shapes of a map, registered with the drawing library. */
  shapes(type: IncludedRegionType): MapShapes
  leftOut: string[]
  counted: { rows: number }
}

const noRows: ReadonlyMap<LevelName, LevelRows> = new Map()

/** The drawing functions, which are loaded with the report thread. */
export type DrawParts = Pick<DrawContext, 'fonts' | 'svg' | 'shapes'>

export function drawContext(order: ReportOrder, parts: DrawParts): DrawContext {
  const locale = namedLocale(order.locale)
  const time = { now: new Date(order.madeAt).toISOString(), zone: order.zone }
  return {
    order,
    theme: order.theme,
    colors: reportColors[order.theme],
    ...parts,
    locale,
    localeName: order.locale ?? 'en-US',
    present: { document: order.document, controlTexts: order.controls, time, all: words.all, locale },
    rows: (elementId) => ({ levels: order.data.get(elementId) ?? noRows, children: new Map() }),
    values(element) {
      const computed = computedFormulas(order.document, element)
      return (formula) => {
        const place = computed.get(formula.trim())
        const level = place && isCardsId(place.elementId) ? 'base' : 'summary'
        const rows = place && order.data.get(place.elementId)?.get(level)
        const index = rows?.columns.findIndex(({ id }) => id === place?.columnId) ?? -1
        const column = rows?.columns[index]
        if (!place) return undefined
        if (!rows || !column) return { status: 'failed', cell: null, column: undefined }
        return { status: 'ready', cell: rows.values[index]?.[0] ?? null, column }
      }
    },
    drilled: (element) => drilledBy(order.document, element, order.controls),
    leftOut: [],
    counted: { rows: 0 },
  }
}

/** The title of an element with its formulas evaluated. */
export function titleOf(context: DrawContext, element: BaseElement): string {
  return dynamicText(shownTitle(element), context.present, context.values(element))
}

/** Readable name of an element in notes of the report. */
export function nameOf(context: DrawContext, element: BaseElement): string {
  return titleOf(context, element) || elementLabel(element)
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

const aligns: Readonly<Record<string, HorizontalAlign>> = {
  middle: 'center',
  center: 'center',
  end: 'right',
  right: 'right',
}
export const horizontal = (value: unknown): HorizontalAlign => aligns[String(value)] ?? 'left'

/** The context inside an element: texts stay readable on a background that the document sets. */
export function insideOf(context: DrawContext, style: unknown): DrawContext {
  const background = hexColor(record(style).backgroundColor)
  const theme = (background === undefined ? undefined : themeOnBackground(background)) ?? context.theme
  return theme === context.theme ? context : { ...context, theme, colors: reportColors[theme] }
}

const radii: Readonly<Record<string, number>> = { square: 0, round: 8, pill: 20 }

/** The background, border and corners of an element from the document; `usual` supplies defaults. */
export function frameOf({ colors }: Pick<DrawContext, 'colors'>, style: unknown, usual: Frame): Frame {
  const { backgroundColor, borderColor, borderRadius, borderWidth } = record(style)
  const hasBorder = typeof borderWidth === 'number' && borderWidth > 0
  return {
    ...usual,
    ...(backgroundColor === 'transparent' ? { fill: undefined } : {}),
    ...(hexColor(backgroundColor) ? { fill: hexColor(backgroundColor) } : {}),
    ...(hasBorder ? { line: hexColor(borderColor) ?? colors.line, lineWidth: Math.min(3, borderWidth) } : {}),
    ...(radii[String(borderRadius)] === undefined ? {} : { radius: radii[String(borderRadius)] ?? 0 }),
  }
}

/** The text on one line of this width, with an ellipsis when it does not fit. */
export function fitted({ fonts }: DrawContext, text: string, width: number, size: number, isBold = false): string {
  const line = text.replace(/\s+/g, ' ')
  if (fonts.textWidth(line.slice(0, 4000), size, isBold) <= width && line.length <= 4000) return line
  let room = width - fonts.textWidth('…', size, isBold)
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(line.slice(0, 4000))) {
    room -= fonts.textWidth(segment, size, isBold)
    if (room < 0) break
    kept += segment
  }
  return `${kept}…`
}
