import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonExcess } from './json-bounds.ts'

const excessOf = (text: string, limits: { depth?: number; values?: number; names?: number }) =>
  jsonExcess(Buffer.from(text), { bytes: 0, depth: 1_000, values: 1e9, names: 1e9, ...limits })

test.each([
  ['9007199254740993', '9007199254740993'],
  ['{"min":-9007199254740993}', '9007199254740993'],
  ['12345678901234567890', '12345678901234567890'],
  ['12345678901234567000', null],
  ['[1, 12345678901234567890123]', '12345678901234567890123'],
  ['9007199254740992', null],
  ['1000000000000000000000', null],
  ['{"9007199254740993":"9007199254740993"}', null],
  ['[9007199254740993.5, 0.9007199254740993, 9007199254740993e0]', null],
  ['123456789012345', null],
])('%s contains an integer that a float changes: %s', (text, number) => {
  const excess = excessOf(text, {})
  if (number === null) expect(excess).toBeNull()
  else expect(excess).toContain(`holds the number ${number},`)
})

test('integers are refused exactly when the parser would change them', () => {
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(), fc.bigInt({ min: 2n ** 52n, max: 2n ** 55n })), (whole) => {
      const isKept = BigInt(Number(whole)) === whole || JSON.stringify(Number(whole)) === String(whole)
      expect(excessOf(`{"a":[${whole}]}`, {}) === null).toBe(isKept)
    }),
  )
})

/** Number of values, levels, and fields of the largest object, counted on the parsed value. */
function measure(value: unknown): { values: number; depth: number; names: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0, names: 0 }
  const inner = Object.values(value).map(measure)
  return {
    values: inner.reduce((sum, part) => sum + part.values, 1),
    depth: 1 + Math.max(0, ...inner.map((part) => part.depth)),
    names: Math.max(Array.isArray(value) ? 0 : inner.length, ...inner.map((part) => part.names)),
  }
}

test('a text is refused by a limit below its size, and accepted by a limit at or above it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const { values, depth, names } = measure(JSON.parse(text))
      expect(excessOf(text, { depth, names: Math.max(names, 1) })).toBe(null)
      if (depth > 0) expect(excessOf(text, { depth: depth - 1 })).toContain('levels')
      if (names > 1) expect(excessOf(text, { names: names - 1 })).toContain('fields')
      // An empty list or object counts as if it contained one value.
      const empty = text.match(/\[\s*\]|\{\s*\}/g)?.length ?? 0
      expect(excessOf(text, { values: values + empty })).toBe(null)
      if (values > 1) expect(excessOf(text, { values: values - 1 })).toContain('values')
    }),
    { numRuns: 500 },
  )
})

describe('brackets and commas inside texts are not counted', () => {
  test.each(['["[[[[,,,,"]', '["a\\",[,[\\\\"]', '{"{,{,{":1}'])('%s', (text) => {
    expect(excessOf(text, { depth: 1, values: 2, names: 1 })).toBe(null)
  })
})

test.each(['[1', '"abc', '{"a":"\\', ']]]]', ''])('the count ends at bytes that are not JSON: %j', (text) => {
  expect(excessOf(text, {})).toBe(null)
})
