import { caseWhen, cast, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { TEXT, TIMESTAMP, VARIANT } from '../value-types.ts'
import { isMoment } from '../words/ansi.ts'
import { wordsOf } from '../words/index.ts'
import { defineFunction, type Emit, type FunctionDefinition, type Param, unsupportedOn } from './define.ts'
import { count } from './numbers.ts'

const NULL = sql`NULL`
type Engine = 'duckdb' | 'postgres'

export const NO_VARIANTS = unsupportedOn('SQL Server has no type for variants.', 'sqlserver')

/** A value of any type as JSON. */
export function jsonValue(engine: Engine, x: SqlExpression, type: ValueType): SqlExpression {
  return wordsOf(engine).json.of(x, type)
}

/** Days and times are texts with a date and a time in variants, on every engine. */
export function inJson(engine: Engine, x: SqlExpression, type: ValueType): SqlExpression {
  if (!isMoment(type)) return x
  return wordsOf(engine).isoText(type.kind === 'timestamp' ? x : cast(x, TIMESTAMP))
}

const target: Param = { name: 'variant', type: ['variant', 'array'] }

/** For engines with lists besides variants, whose elements are counted from 1. */
function elementAt(engine: Engine): Emit {
  const words = wordsOf(engine)
  return ([x, index], { types, constants }) => {
    if (!x || !index) return NULL
    const at = count(words, index, constants[1])
    if (types[0]?.kind !== 'array') return words.json.at(x, at)
    return caseWhen([{ when: sql`${at} >= 0`, value: sql`${x}[${sql`${at} + 1`}]` }])
  }
}

/** Values are put into a record unchanged, except for dates. */
function record(engine: Engine): Emit {
  return (args, { types }) =>
    wordsOf(engine).json.object(args.map((arg, at) => (at % 2 === 0 ? arg : inJson(engine, arg, types[at] ?? TEXT))))
}

/** Paths, indexes and records, which the parser turns into calls with these names. */
export const variantFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: '.',
    class: 'row',
    category: 'variant',
    operator: true,
    summary: 'The value of a key of a variant; null when the key is not there.',
    params: [target, { name: 'key', type: 'text' }],
    returns: 'variant',
    sql: {
      ...NO_VARIANTS,
      portable: ([x, key], { constants }, words) => {
        const [, constant] = constants
        return x && key ? words.json.key(x, key, typeof constant === 'string' ? constant : undefined) : NULL
      },
    },
    examples: [
      ['Text(Json("{\\"a b\\": {\\"c\\": \\"x\\"}}")["a b"].c)', 'x'],
      ['Json("{\\"a\\": 1}").b', null],
      ['Json("{\\"a\\": 1, \\"b\\": 2}")["*"]', null],
      ['Json("{\\"*\\": 1, \\"b\\": 2}")["*"]', 1],
    ],
  }),
  defineFunction({
    name: '[]',
    class: 'row',
    category: 'variant',
    operator: true,
    summary: 'The element of an array at an index counted from 0; null when there is none.',
    params: [target, { name: 'index', type: 'number' }],
    returns: 'variant',
    sql: {
      ...NO_VARIANTS,
      duckdb: elementAt('duckdb'),
      postgres: elementAt('postgres'),
      portable: ([x, index], { constants }, words) =>
        x && index ? words.json.at(x, count(words, index, constants[1])) : NULL,
    },
    examples: [
      ['Text(Array("red", "blue")[1])', 'blue'],
      ['Array(1, 2)[9]', null],
      ['Array(1, 2)[-1]', null],
      ['Json("[1, 2]")[-1]', null],
      {
        formula: 'Array("a", "b")[[N]]',
        rows: [{ N: 1 }, { N: -1 }, { N: 7 }],
        results: ['b', null, null],
      },
      {
        formula: 'Text(Json([T])[[N]])',
        rows: [
          { T: '[7, 8]', N: 0 },
          { T: '7', N: 0 },
          { T: '"text"', N: 0 },
          { T: '{"0": 7}', N: 0 },
          { T: '[7]', N: 2_147_483_647 },
        ],
        results: ['7', null, null, null, null],
      },
      {
        formula: 'Text(Json([T])[[K]])',
        rows: [
          { T: '{"": 1, "a.b": 2, "*": 3}', K: '' },
          { T: '{"": 1, "a.b": 2, "*": 3}', K: 'a.b' },
          { T: '{"": 1, "a.b": 2, "*": 3}', K: '*' },
          { T: '{"a": 2}', K: '*' },
          { T: '{"a": 2}', K: '' },
        ],
        results: ['1', '2', '3', null, null],
      },
      { formula: 'Text(Json([T])[""])', rows: [{ T: '{"": 1}' }, { T: '{"a": 1}' }], results: ['1', null] },
    ],
  }),
  defineFunction({
    name: '{}',
    class: 'row',
    category: 'variant',
    operator: true,
    summary: 'A record of keys and values.',
    params: [{ name: 'entry', type: 'any', optional: true, repeats: true }],
    returns: 'variant',
    sql: {
      ...NO_VARIANTS,
      duckdb: record('duckdb'),
      postgres: record('postgres'),
      portable: (args, { types }, words) =>
        words.json.object(args.map((arg, at) => (at % 2 === 0 ? arg : words.json.of(arg, types[at] ?? TEXT)))),
    },
    examples: [
      ['{ a: 1, "b c": "x" }', { a: 1, 'b c': 'x' }],
      ['{ a: 1 + 1 }.a', 2],
      ['Array({ on: Date("2024-05-20") })', [{ on: '2024-05-20 00:00:00' }]],
    ],
  }),
  defineFunction({
    name: 'Array',
    class: 'row',
    category: 'array',
    summary: 'Builds an array of values of any types.',
    nulls: 'Nulls become elements.',
    params: [{ name: 'values', type: 'any', optional: true, repeats: true }],
    returns: () => VARIANT,
    sql: {
      ...NO_VARIANTS,
      portable: (args, { types }, words) =>
        words.json.array(args.map((arg, at) => words.json.of(arg, types[at] ?? TEXT))),
    },
    examples: [
      ['Array(1, null, "x")', [1, null, 'x']],
      ['Array("red", "blue")[1]', 'blue'],
      ['Array()', []],
      ['Array(Date("2024-05-20"), Date("2024-05-20 13:45:00"))', ['2024-05-20 00:00:00', '2024-05-20 13:45:00']],
    ],
  }),
]
