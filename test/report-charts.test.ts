import { chartOption, lightChartTheme, type MapShapes } from '@octavo/core/chart'
import { describe, expect, it } from 'vitest'
import { chartSvg, measureChartTexts } from '../packages/server/src/render/report/chart-svg.ts'
import { openFonts } from '../packages/server/src/render/report/fonts.ts'
import { mapShapes } from '../packages/server/src/render/report/map-shapes.ts'
import { type Exhibit, gallery, mapGallery } from '../packages/web/src/chart/gallery.ts'
import { renderSvg } from '../packages/web/src/chart/svg-library.ts'

/** The drawing on the screen and in a report, from the same option. */
function both({ element, result, width = 640, height = 300, computed, now }: Exhibit, shapes?: MapShapes) {
  const drawing = chartOption(element, result, lightChartTheme, {
    width,
    height,
    ...(computed ? { computed } : {}),
    ...(now ? { now } : {}),
    ...(shapes ? { shapes } : {}),
  })
  const size = { width, height: drawing.height }
  return { drawing, screen: renderSvg(drawing.option, size), report: chartSvg(drawing.option, size) }
}

/** Shapes in order, with their kind and colours. Their positions depend on the measured width of labels. */
function marksOf(svg: string): string[] {
  return [...svg.matchAll(/<(path|rect|circle|ellipse|polygon|polyline)\b([^>]*)>/g)].map(
    ([, tag, attributes = '']) => {
      const colors = [...attributes.matchAll(/\b(fill|stroke|fill-opacity|stroke-width)="([^"]*)"/g)]
      return [tag, ...colors.map(([, name, value]) => `${name}=${value}`)].join(' ')
    },
  )
}
const labelsOf = (svg: string) => [...svg.matchAll(/<text\b[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)

describe('a chart of a report', () => {
  const fonts = openFonts()
  measureChartTexts(fonts.textWidth)

  it.each(gallery.map((exhibit) => [exhibit.title, exhibit] as const))(
    '%s has the marks and labels of the screen',
    (_, exhibit) => {
      const { screen, report } = both(exhibit)
      expect(marksOf(report).length).toBeGreaterThan(0)
      expect(marksOf(report)).toEqual(marksOf(screen))
      expect(labelsOf(report)).toEqual(labelsOf(screen))
    },
  )

  it.each(mapGallery.map((exhibit) => [exhibit.title, exhibit] as const))(
    '%s: a map with the shapes of the screen and every place in the data',
    (_, exhibit) => {
      const { screen, report, drawing } = both(exhibit, mapShapes(exhibit.shapes))
      expect(drawing.unmatched).toEqual([])
      expect(drawing.points).toBe(exhibit.result.rowCount)
      // One shape for each region; of counties one for the land and for each of three colors, and the frame.
      const least = { country: 200, 'us-state': 51, 'us-county': 5, 'ca-province': 13 }[exhibit.shapes]
      expect(marksOf(report).length).toBeGreaterThanOrEqual(least)
      expect(marksOf(report)).toEqual(marksOf(screen))
      expect(labelsOf(report)).toEqual(labelsOf(screen))
      const places = exhibit.element.label ? exhibit.result.values[0] : []
      expect(labelsOf(report)).toEqual(expect.arrayContaining([...(places ?? [])]))
    },
  )
})

describe('the fonts of reports', () => {
  const fonts = openFonts()
  it.each(['Grüße', 'Ελλάδα', 'Привет', 'مرحبا', 'שלום', 'สวัสดี', '😀', '$−1,000.00 • – “”'])('have %s', (text) => {
    expect(fonts.printable(text)).toBe(text)
    expect(fonts.takeMissing()).toEqual([])
    expect(fonts.textWidth(text, 12)).toBeGreaterThan(0)
  })

  it('name the letters that they lack, once, and drop control characters', () => {
    expect(fonts.printable('漢a\u0007字漢')).toBe('\ufffda \ufffd\ufffd')
    expect(fonts.takeMissing()).toEqual(['字', '漢'])
  })
})
