import { pageQuery, Words } from '@octavo/core/contract'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { mayHoldNul, textsWithNul } from './nul.ts'
import { checkOf } from './problems.ts'
import { readQuery } from './read-query.ts'
import { nearestName, unknownFields } from './unknown-names.ts'

const Body = Type.Object({
  name: Type.String({ minLength: 2 }),
  kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
  colour: Type.Optional(Words(['red', 'blue'])),
  items: Type.Optional(
    Type.Array(
      Type.Union([
        Type.Object({ type: Type.Literal('folder'), title: Type.String() }),
        Type.Object({ type: Type.Literal('report'), pages: Type.Integer() }),
      ]),
    ),
  ),
  free: Type.Optional(Type.Object({ known: Type.String() }, { additionalProperties: true })),
})

describe('checkOf', () => {
  test('reports every problem with its path, in readable words', () => {
    const value = {
      name: 'x',
      kind: 'c',
      colour: 'green',
      items: [{ type: 'folder' }, { type: 'report', pages: 'x' }, 7],
    }
    expect(checkOf(Body)(value)).toEqual([
      { path: 'name', message: 'must not have fewer than 2 characters' },
      { path: 'kind', message: 'must be one of "a", "b"' },
      { path: 'colour', message: 'must be one of "red", "blue"' },
      { path: 'items[0].title', message: 'is required' },
      { path: 'items[1].pages', message: 'must be integer' },
      { path: 'items[2]', message: 'must be object' },
    ])
  })
  test('reports all problems, not only the first few', () => {
    const many = Type.Array(Type.Integer())
    expect(checkOf(many)(Array.from({ length: 60 }, () => 'x'))).toHaveLength(60)
  })
  test('a list that is too long is reported with both numbers', () => {
    const rows = Type.Object({ 'of/all': Type.Array(Type.Array(Type.Integer(), { maxItems: 2 }), { maxItems: 3 }) })
    expect(checkOf(rows)({ 'of/all': [[1, 2, 3], [], [1, 2], []] })).toEqual([
      { path: '["of/all"][0]', message: 'must not have more than 2 items, but has 3' },
      { path: '["of/all"]', message: 'must not have more than 3 items, but has 4' },
    ])
  })
  test('drops and converts nothing', () => {
    const value = { name: 'ab', kind: 'a', extra: '1' }
    expect(checkOf(Body)(value)).toEqual([])
    expect(value).toEqual({ name: 'ab', kind: 'a', extra: '1' })
    expect(checkOf(Type.Object({ n: Type.Integer() }))({ n: '1' })).toEqual([{ path: 'n', message: 'must be integer' }])
  })
})

test('texts with U+0000 are found at any depth, and most bodies are not searched for them', () => {
  expect(textsWithNul({ a: ['x', 'x\0'], b: { 'c\0': 'd' }, e: 1 })).toEqual([
    { path: 'a[1]', message: 'holds the character U+0000' },
    { path: 'b', message: 'holds the character U+0000' },
  ])
  expect(mayHoldNul(Buffer.from(JSON.stringify('x\0')))).toBe(true)
  expect(mayHoldNul(Buffer.from('{"name":"u0000"}'))).toBe(false)
})

describe('unknownFields', () => {
  test('reports unknown names at every depth, and ignores open objects', () => {
    const value = {
      name: 'ab',
      kind: 'a',
      colur: 'red',
      extra: 1,
      items: [{ type: 'folder', title: 't', pages: 1 }],
      free: { known: 'x', knwon: 'y' },
    }
    expect(unknownFields(Body, value)).toEqual([
      { path: 'colur', name: 'colur', nearest: 'colour' },
      { path: 'extra', name: 'extra', nearest: null },
      { path: 'items[0].pages', name: 'pages', nearest: null },
    ])
  })
})

describe('nearestName', () => {
  test.each([
    ['limt', 'limit'],
    ['Limit', 'limit'],
    ['page_size', 'pageSize'],
    ['pgae', 'page'],
    ['inculdeSql', 'includeSql'],
    ['foo', null],
    ['id', null],
    ['utm_source', null],
    ['pagination', null],
  ])('%s is %s', (name, expected) => {
    expect(nearestName(name, ['page', 'limit', 'pageSize', 'pageToken', 'includeSql'])).toBe(expected)
  })
})

describe('readQuery', () => {
  const schema = Type.Object({
    ...pageQuery,
    deep: Type.Optional(Type.Boolean()),
    types: Type.Optional(Type.Union([Words(['a', 'b']), Type.Array(Words(['a', 'b']))])),
    ids: Type.Optional(Type.Array(Type.Integer())),
    text: Type.Optional(Type.String()),
  })
  test.each([
    ['limit=5&deep=true', { limit: 5, deep: true }],
    ['limit=abc', { limit: 'abc' }],
    ['limit=', { limit: '' }],
    ['limit=1e3', { limit: '1e3' }],
    ['deep=1', { deep: '1' }],
    ['types=a', { types: 'a' }],
    ['types=a&types=b', { types: ['a', 'b'] }],
    ['ids=1', { ids: [1] }],
    ['text=12&text2=x', { text: '12' }],
    ['text=a%40b+c', { text: 'a@b c' }],
  ])('%s', (query, values) => {
    expect(readQuery(schema, query).values).toEqual(values)
  })
  test('a repeated single parameter is a problem', () => {
    expect(readQuery(schema, 'limit=1&limit=2').problems).toEqual([{ path: 'limit', message: 'must be given once' }])
  })
  test('names from the prototype are unknown names', () => {
    expect(readQuery(schema, 'toString=1&__proto__=2').unknown).toEqual(['toString', '__proto__'])
  })
})
