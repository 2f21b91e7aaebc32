import { describe, expect, it } from 'vitest'
import { type ChartElement, chartOption, lightChartTheme } from './index.ts'
import { textWidth } from './text-width.ts'

interface Ring {
  id: string
  radius: [number, number]
  label: { formatter: string; rich: Record<'value' | 'title', { fontSize: number; lineHeight: number }> }
}

const donut = (more: Record<string, unknown> = {}): ChartElement => ({
  id: 'e',
  kind: 'donut-chart',
  columns: [{ id: 'y', formula: 'Sum([Sales/Revenue])', format: { kind: 'number', formatString: '$,.2f' } }],
  value: { columnId: 'y' },
  color: { id: 'c' },
  ...more,
})
const nullable = true
const result = {
  columns: [
    { id: 'c', name: 'Region', type: { kind: 'text' as const }, nullable },
    { id: 'y', name: 'Revenue of all stores', type: { kind: 'decimal' as const, precision: 18, scale: 2 }, nullable },
  ],
  values: [
    ['East', 'West'],
    ['19800000.00', '9977073.00'],
  ],
  rowCount: 2,
  isPartial: false,
}

/** The text lines in the hole with the positions of their letters, and the ring around them; no lines when the hole is empty. */
function holeOf(width: number, height: number, more?: Record<string, unknown>) {
  const { option } = chartOption(donut(more), result, lightChartTheme, { width, height })
  const series = option.series as unknown as Ring[]
  const radius = series[0]?.radius[0] ?? 0
  const label = series.find(({ id }) => id.endsWith(':hole'))?.label
  const parts = [...(label?.formatter ?? '').matchAll(/\{(value|title)\|(.*)\}/g)].map(([, part, written]) => {
    const look = label?.rich[part === 'value' ? 'value' : 'title'] ?? { fontSize: 0, lineHeight: 0 }
    return { part, written: written ?? '', ...look }
  })
  const tall = parts.reduce((sum, part) => sum + part.lineHeight, 0)
  let top = -tall / 2
  const lines = parts.map((part) => {
    const middle = top + part.lineHeight / 2
    top += part.lineHeight
    const corner = Math.hypot(textWidth(part.written, part.fontSize) / 2, Math.abs(middle) + part.fontSize * 0.36)
    return { ...part, corner }
  })
  return { radius, lines }
}

describe('the number in the hole of a donut', () => {
  it.each([60, 90, 120, 150, 180, 210, 240, 300, 420])('leaves the ring free at a height of %i', (height) => {
    for (const width of [120, 180, 210, 262, 300, 340, 390, 520]) {
      const { radius, lines } = holeOf(width, height)
      for (const line of lines) expect(line.corner, `${width} ${line.written}`).toBeLessThanOrEqual(radius - 4)
    }
  })

  it('is exact with its title where there is room, short in a smaller hole, alone in a small one', () => {
    const words = (width: number, height: number) => holeOf(width, height).lines.map(({ written }) => written)
    expect(words(520, 420)).toEqual(['$29,777,073.00', 'Revenue of all stores'])
    expect(words(210, 210)[0]).toBe('$29.8M')
    expect(words(210, 210)).toHaveLength(2)
    expect(words(262, 210)).toEqual(['$29.8M'])
  })

  it('has the size of the document when there is room, else a smaller one', () => {
    const hole = { value: { fontSize: 28 } }
    expect(holeOf(520, 420, { hole }).lines[0]).toMatchObject({ part: 'value', fontSize: 28 })
    const small = holeOf(262, 210, { hole })
    expect(small.lines).toMatchObject([{ written: '$29.8M', fontSize: 12 }])
    expect(small.lines[0]?.corner).toBeLessThanOrEqual(small.radius - 4)
  })
})
