import {
  type ChartElement,
  type ChartTheme,
  categorySlots,
  chartOption,
  darkChartTheme,
  lightChartTheme,
  type MapShapes,
} from '@octavo/core/chart'
import type { ReportTheme } from '@octavo/core/contract'
import { chartNumbers } from '@octavo/core/display'
import { categoryList, columnNames, columnsOf, type DataElement, storedSlots } from '@octavo/core/document'
import { type DrawContext, nameOf } from './draw-context.ts'
import { fontFamilies } from './fonts.ts'
import type { Node, PictureNode } from './report-model.ts'
import { message } from './words-nodes.ts'

const fontFamily = fontFamilies.map((name) => `'${name}'`).join(', ')
const themes: Readonly<Record<ReportTheme, ChartTheme>> = {
  light: { ...lightChartTheme, fontFamily },
  dark: { ...darkChartTheme, fontFamily },
}

export interface DrawnChart {
  node: Node
  note: string
}

/** A chart, or a map with its shapes, drawn from the same option as on the screen. */
export function chartNode(
  context: DrawContext,
  element: DataElement,
  size: { width: number; height: number },
  shapes?: MapShapes,
): DrawnChart {
  const { order, locale } = context
  // The document codec has validated the structure of this kind.
  const chart = element as ChartElement
  const rows = context.rows(element.id).levels.get('base')
  if (!rows || rows.rowCount === 0) return { node: message(context, noRowsText(element)), note: '' }
  const slots = slotsOf(context, element)
  const drawing = chartOption(
    chart,
    { columns: rows.columns, values: rows.values, rowCount: rows.rowCount, isPartial: rows.hasMore },
    themes[context.theme],
    {
      locale,
      width: Math.floor(size.width),
      height: Math.floor(size.height),
      now: localNow(order.madeAt, order.zone),
      isPrinted: true,
      computed: chartNumbers(chart, context.values(element)),
      ...(slots ? { slotsOf: () => slots } : {}),
      ...(shapes ? { shapes, languages: ['en', ...(order.locale === null ? [] : [order.locale])] } : {}),
    },
  )
  if (drawing.missing === 'measure') return { node: message(context, 'The chart has no measure.'), note: '' }
  if (drawing.missing === 'positive') return { node: message(context, 'Negative values have no share.'), note: '' }
  if (drawing.missing === 'place') return { node: message(context, 'The map has no places.'), note: '' }
  const name = nameOf(context, element)
  const texts = [
    ...(drawing.isPartial ? [`drawn from the first ${drawing.points.toLocaleString(context.localeName)} points`] : []),
    ...(drawing.panelsLeftOut > 0 ? [`${drawing.panelsLeftOut} panels were left out`] : []),
    ...(drawing.unmatched.length > 0 ? [`without a place on the map: ${named(drawing.unmatched)}`] : []),
  ]
  if (texts.length > 0) context.leftOut.push(`"${name}" is ${texts.join('; ')}.`)
  // A drawing with panels that needs more room is drawn completely and scaled down.
  const height = Math.max(Math.floor(size.height), Math.ceil(drawing.height))
  const node: PictureNode = {
    kind: 'picture',
    svg: context.svg(drawing.option, { width: Math.floor(size.width), height }),
    alt: chartSentence(name, chart, rows.rowCount, drawing.points),
    fit: 'contain',
  }
  return { node, note: texts.length > 0 ? `${texts.join('; ')}.` : '' }
}

const namedValues = 5

function named(values: readonly string[]): string {
  const more = values.length - namedValues
  return `${values.slice(0, namedValues).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export function noRowsText({ noDataText }: DataElement): string {
  return typeof noDataText === 'string' && noDataText !== '' ? noDataText : 'No rows match these filters'
}

const kindNames: Readonly<Record<string, string>> = {
  'scatter-chart': 'scatter plot',
  'box-chart': 'box plot',
  'gauge-chart': 'gauge',
}

/** Alternative text of the chart: its name, kind, columns and number of marks. */
export function chartSentence(name: string, element: ChartElement, rows: number, marks: number): string {
  const kind = kindNames[element.kind] ?? element.kind.replaceAll('-', ' ')
  const names = [...columnNames(columnsOf(element)).values()]
  const of = names.length > 0 ? ` of ${names.slice(0, 6).join(', ')}` : ''
  const count = marks === rows ? `${marks} marks` : `${marks} marks from ${rows} rows`
  return `${name}: ${kind}${of}, ${count}.`
}

/** Palette positions of the values that colour the chart, the same in all charts of the workbook. */
function slotsOf({ order, rows }: DrawContext, element: DataElement): ReadonlyMap<string, number> | undefined {
  const list = categoryList(order.document, element)
  const known = list && rows(list.elementId).levels.get('base')
  if (!list || !known) return undefined
  return categorySlots(known.values[0]?.slice(0, known.rowCount) ?? [], storedSlots(order.document, list))
}

/** The report's time as local time of a zone. */
function localNow(at: number, zone: string): string {
  return new Date(at)
    .toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T')
}
