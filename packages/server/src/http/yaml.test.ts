import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseYaml, printYaml, wantsYaml } from './yaml.ts'

test('a printed value is parsed to the same value, whatever its texts contain', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false, stringUnit: 'binary' }), (value) => {
      fc.pre(!JSON.stringify(value).includes('__proto__'))
      expect(JSON.stringify(parseYaml(printYaml(value)))).toBe(JSON.stringify(value))
    }),
    { numRuns: 500 },
  )
})

test.each([
  'yes',
  'no',
  'null',
  '~',
  '1e3',
  '0x10',
  '007',
  '2026-01-01',
  '- a',
  'a: b',
  '#c',
  ' b ',
  '{',
  '&a',
  '*a',
  '!t',
  '%',
  '@',
  '`',
  '',
])('the text %j is printed so that it remains a text', (text) => {
  expect(parseYaml(printYaml({ text }))).toEqual({ text })
})

test('every JSON text is read as the same value', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!text.includes('__proto__'))
      expect(JSON.stringify(parseYaml(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})

describe('a body is refused', () => {
  const laughs = ['a0: &a0 [lol]']
  for (let level = 1; level < 12; level += 1) {
    const before = `*a${level - 1}`
    laughs.push(`a${level}: &a${level} [${Array(10).fill(before).join(', ')}]`)
  }
  const cases: [string, string, string][] = [
    ['with aliases that grow without end', laughs.join('\n'), 'alias'],
    ['with a tag of its own', 'a: !!js/function "x"', 'not YAML'],
    ['with a field twice', 'a: 1\na: 2', 'unique'],
    ['that is broken', 'a: [1', 'not YAML'],
    ['that holds itself', '&a [&b [*a, *a], *b]', 'nested deeper than 200'],
    ['that holds itself in a map', 'x: &x\n  y: *x\n', 'nested deeper than 200'],
    ['with a whole number that a float changes', 'a: 9007199254740993', 'holds the number 9007199254740993'],
    ['with an alias of nothing', 'a: *b', 'not YAML'],
    ['of several documents', 'a: 1\n---\nb: 2', 'several YAML documents'],
    ['nested without end', '['.repeat(100_000), 'nested too deep'],
    ['nested by dashes without end', '- '.repeat(100_000), 'nested too deep'],
    ['with a number that is none', 'a: .nan', 'JSON cannot express'],
    ['with a trap for copies', '"__proto__": {a: 1}', 'not a name of a field'],
  ]
  test.each(cases)('%s', (_title, text, reason) => {
    expect(() => parseYaml(text)).toThrow(expect.objectContaining({ message: expect.stringContaining(reason) }))
  })
})

test('an empty body is null', () => {
  expect(parseYaml('')).toBe(null)
  expect(parseYaml('# nothing')).toBe(null)
})

test.each([
  [undefined, undefined, false],
  ['*/*', undefined, false],
  ['application/json', undefined, false],
  ['application/yaml', undefined, true],
  ['text/yaml', undefined, true],
  ['application/yaml, */*;q=0.8', undefined, true],
  ['application/json, application/yaml', undefined, false],
  ['application/json;q=0.5, application/yaml;q=0.9', undefined, true],
  ['application/yaml;q=0', undefined, false],
  ['text/html', undefined, false],
  ['application/json', 'yaml', true],
  ['application/yaml', 'json', false],
  [undefined, 'yml', true],
] as const)('Accept %j and format %j: YAML %j', (accept, format, expected) => {
  expect(wantsYaml(accept, format)).toBe(expected)
})
