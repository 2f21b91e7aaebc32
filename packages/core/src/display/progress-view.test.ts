import { expect, it } from 'vitest'
import { progressView } from './progress-view.ts'

const view = (
  fields: Record<string, unknown>,
  value: number | null,
  min: number | null = null,
  max: number | null = null,
) => progressView({ id: 'p', kind: 'progress', ...fields }, { value, min, max }, String)

it.each([
  [{}, 0.72, null, null, 0.72, '72%'],
  [{ mode: 'value' }, 72, 0, 90, 0.8, '72'],
  [{ mode: 'percent' }, 0.5, 0, 2, 0.25, '50%'],
  [{}, 1.4, null, null, 1, '140%'],
  [{}, -0.2, null, null, 0, '-20%'],
  [{}, null, null, null, null, '\u2013'],
  [{ mode: 'value' }, 5, 5, 5, 0, '5'],
])('%j with %s from %s to %s is %s full and says %s', (fields, value, min, max, share, written) => {
  expect(view(fields, value, min, max)).toMatchObject({ share, written })
})

it('has the colour of the last rule that matches, by value or by percentage', () => {
  const colorRules = [
    { color: '#111111', condition: '>=', value: 10 },
    { color: '#222222', condition: '>=', value: 80, applyTo: 'percentage' },
  ]
  const color = (value: number) => view({ mode: 'value', config: { colorRules } }, value, 0, 50).color
  expect([color(5), color(20), color(45)]).toEqual([undefined, '#111111', '#222222'])
})
