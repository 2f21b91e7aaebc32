import { describe, expect, it } from 'vitest'
import { entriesOf, pastedEntries, sourceOf } from './manual-values.ts'

describe('values in a manual list', () => {
  it.each([
    ['text', '10', '10'],
    ['number', '10', 10],
    ['number', 'ten', 'ten'],
    ['boolean', 'TRUE', true],
    ['date', '2026-01-02', '2026-01-02'],
  ] as const)('of type %s write %s as %j', (valueType, value, expected) => {
    expect(sourceOf([{ value, label: '' }], valueType)).toEqual({ kind: 'manual', valueType, values: [expected] })
  })

  it('keep labels with their values', () => {
    const entries = [
      { value: 'W', label: 'West' },
      { value: 'E', label: '' },
    ]
    const source = sourceOf(entries, 'text')
    expect(source).toMatchObject({ values: ['W', 'E'], labels: ['West', null] })
    expect(entriesOf(source)).toEqual(entries)
  })

  it('are pasted one per line, with labels from a second column', () => {
    expect(pastedEntries('W\tWest\r\nE\n\n')).toEqual([
      { value: 'W', label: 'West' },
      { value: 'E', label: '' },
    ])
  })
})
