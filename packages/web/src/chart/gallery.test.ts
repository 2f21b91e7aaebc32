import { mkdirSync, writeFileSync } from 'node:fs'
import { type ChartTheme, chartOption, darkChartTheme, lightChartTheme } from '@octavo/core/chart'
import { describe, expect, it } from 'vitest'
import { type Exhibit, gallery } from './gallery.ts'
import { renderSvg } from './svg-library.ts'

/** A folder for the pictures of the test; unset, none are kept. */
const folder = process.env.OCTAVO_GALLERY

function draw(exhibit: Exhibit, theme: ChartTheme): string {
  const { element, result, width = 640, height = 300, computed, now } = exhibit
  const drawing = chartOption(element, result, theme, {
    width,
    height,
    ...(computed ? { computed } : {}),
    ...(now ? { now } : {}),
  })
  return renderSvg(drawing.option, { width, height: drawing.height })
}

const words: Record<string, string[]> = {
  bars: ['Toys', 'Office', 'No value', '$1.25M', '\u2212$0.12M'],
  'bars with long names': ['Ergonomic chair with headrest', '$640k'],
  'stacked bars': ['Q1', 'Counter', 'Phone'],
  'monthly bars with an unfinished month': ['Goal $640k', '2026'],
  histogram: ['40', '900'],
  'lines labelled at their ends': ['Phone', '2026', 'Jul', '$1M'],
  'line with a band and a trend': ['Usual', 'Trend', 'R\u00b2'],
  'trellis of lines': ['North', 'South', 'East', 'West'],
  'combo with two axes': ['Revenue', 'Margin', '%'],
  scatter: ['Counter', 'Quantity', 'Revenue'],
  pie: ['Counter 47%', 'Others (2)'],
  donut: ['Counter 47%', '$1,031,000', 'Revenue'],
  'trellis of donuts': ['Q1', 'Q4'],
  box: ['North', '$'],
  waterfall: ['Toys', 'End', '+$1,250,000', '$2,750,000'],
  funnel: ['Checkout', '45%', '79%'],
  gauge: ['$730,000', '$1M'],
  'gauge as an arc': ['$730,000'],
  sankey: ['Web', 'Returned', 'No value'],
  treemap: ['Counter', '$480,000'],
}

describe.each([
  ['light', lightChartTheme],
  ['dark', darkChartTheme],
])('in the %s theme', (mode, theme) => {
  it.each(gallery.map((exhibit) => [exhibit.title, exhibit] as const))('draws %s', (title, exhibit) => {
    const svg = draw(exhibit, theme)
    if (folder) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${folder}/${mode} ${title}.svg`, svg)
    }
    const text = svg
      .replaceAll(/<[^>]+>/g, '\u0001')
      .replaceAll('&amp;', '&')
      .replaceAll('\u2060', '')
    for (const word of words[title] ?? []) expect(text, word).toContain(word)
    expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/)
    expect(svg).not.toMatch(/NaN|Infinity/)
  })
})
