import { areasShape, mapName } from '@octavo/core/chart'
import { graphic, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { afterEach, expect, test } from 'vitest'
import { AreasPath } from '../../../chart/chart-library.ts'
import { registerShapes } from './map-library.ts'
import { shapes } from './us-states.ts'

use([SVGRenderer])

let chart: ReturnType<typeof init> | undefined
afterEach(() => {
  chart?.dispose()
  chart = undefined
})

const { regions } = registerShapes('us-state', shapes)

/** The regions with a label, shown or not, and the texts that are drawn. */
function labelsOf(data: readonly object[]): { prepared: number; texts: string[] } {
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 400 })
  chart = drawn
  drawn.setOption({
    animation: false,
    series: [
      { type: 'map', map: mapName('us-state'), label: { show: false }, emphasis: { label: { show: false } }, data },
    ],
  })
  const all = drawn.getZr().storage.getDisplayList(true)
  return {
    prepared: all.filter((each) => each.getTextContent() !== undefined && each.getTextContent() !== null).length,
    texts: [...drawn.renderToSVGString().matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text),
  }
}

const filled = regions.map(({ id }, value) => ({ name: id, value }))

test('a map without labels prepares none', () => {
  expect(filled.length).toBeGreaterThan(50)
  expect(labelsOf(filled)).toEqual({ prepared: 0, texts: [] })
})

test('labels are drawn where regions have them', () => {
  const [first, second, ...rest] = filled
  const label = (formatter: string) => ({ label: { show: true, formatter } })
  const { texts } = labelsOf([{ ...first, ...label('One') }, { ...second, ...label('Two') }, ...rest])
  expect(texts.sort()).toEqual(['One', 'Two'])
})

test('the areas of a map and their outline are one class, which the charts register', () => {
  expect(graphic.getShapeClass(areasShape.name)).toBe(AreasPath)
})
