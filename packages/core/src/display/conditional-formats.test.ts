import { describe, expect, it } from 'vitest'
import type { TableElement } from '../document/index.ts'
import type { Cell } from '../types/index.ts'
import { conditionalFormats } from './conditional-formats.ts'

const range = () => ({ min: -50, max: 100 })

function look(cell: Cell, ...rules: Record<string, unknown>[]) {
  const element: TableElement = {
    id: 't',
    kind: 'table',
    source: { kind: 'table', elementId: 's' },
    columns: [],
    conditionalFormats: rules.map((rule) => ({ columnIds: ['c'], ...rule })),
  }
  return conditionalFormats(element, range)('c', cell)
}

describe('a single rule matches', () => {
  const rows: [condition: Record<string, unknown>, matching: Cell, other: Cell][] = [
    [{ condition: 'IsNull' }, null, '1'],
    [{ condition: 'IsNotNull' }, '', null],
    [{ condition: '=', value: 10 }, '10.00', '10.01'],
    [{ condition: '!=', value: 'a' }, 'b', 'a'],
    [{ condition: '>', value: 9 }, '10', '9'],
    [{ condition: '<=', value: '2024-05-01' }, '2024-04-30', '2024-05-02'],
    [{ condition: 'Contains', value: 'b' }, 'abc', 'ac'],
    [{ condition: 'NotContains', value: 'b' }, 'ac', 'abc'],
    [{ condition: 'StartsWith', value: 'a' }, 'abc', 'ba'],
    [{ condition: 'EndsWith', value: 'c' }, 'abc', 'cb'],
    [{ condition: 'Between', low: 1, high: 3 }, '3', '4'],
    [{ condition: 'NotBetween', low: 1, high: 3 }, '0', '1'],
    [{ condition: '=', value: true }, true, false],
  ]
  it.each(rows)('%j %j and not %j', (condition, matching, other) => {
    const rule = { type: 'single', style: { bold: true }, ...condition }
    expect(look(matching, rule)?.style).toEqual({ fontWeight: 600 })
    expect(look(other, rule)).toBeUndefined()
  })
})

it('lets a later rule win, and keeps the properties that it does not set', () => {
  const all = { type: 'single', condition: 'IsNotNull' }
  const merged = look(
    '1',
    { ...all, style: { backgroundColor: '#000000', bold: true } },
    { ...all, style: { backgroundColor: '#ffffff' } },
  )
  expect(merged?.style).toEqual({ backgroundColor: '#ffffff', color: '#1c2526', fontWeight: 600 })
})

it('places a value on a scale, over its own domain, in steps and around a middle', () => {
  const scale = { type: 'backgroundScale', scheme: ['#000000', '#ffffff'] }
  const shade = (cell: Cell, more: Record<string, unknown> = {}) =>
    look(cell, { ...scale, ...more })?.style?.backgroundColor
  expect(shade('25')).toBe('#636363')
  expect(shade('25', { order: 'descending' })).toBe('#636363')
  expect(shade('100', { order: 'descending' })).toBe('#000000')
  expect(shade('5', { domain: { min: 0, max: 10 } })).toBe('#636363')
  expect(shade('0', { domain: { mid: 0 } })).toBe('#636363')
  expect(shade('40', { steps: 2 })).toBe('#ffffff')
  expect(shade(null)).toBeUndefined()
  expect(shade(null, { nullBehavior: 'asZero', domain: { min: 0 } })).toBe('#000000')
})

it('draws bars from zero to either side', () => {
  expect(look('100', { type: 'dataBars' })?.bar).toMatchObject({ from: 1 / 3, to: 1, hidesText: false })
  expect(look('-50', { type: 'dataBars', valueLabels: 'hidden' })?.bar).toMatchObject({
    from: 0,
    to: 1 / 3,
    hidesText: true,
  })
})

it('does not apply rules with a formula, which the server evaluates', () => {
  expect(look('1', { type: 'single', condition: 'formula', formula: 'True', style: { bold: true } })).toBeUndefined()
})
