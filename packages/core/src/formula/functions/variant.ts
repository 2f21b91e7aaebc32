import { cast, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { INT64, TEXT, TIMESTAMP, VARIANT } from '../value-types.ts'
import { isMoment } from '../words/ansi.ts'
import {
  defineFunction,
  type Emit,
  type FunctionDefinition,
  type Param,
  type PortableEmit,
  type SqlByDialect,
  unsupportedOn,
} from './define.ts'
import { count, integer } from './numbers.ts'

const NULL = sql`NULL`
type Engine = 'duckdb' | 'postgres'

export const NO_VARIANTS = unsupportedOn('SQL Server has no type for variants.', 'sqlserver')

function byEngine(write: (engine: Engine) => Emit, portable: PortableEmit): SqlByDialect {
  return { duckdb: write('duckdb'), postgres: write('postgres'), portable, ...NO_VARIANTS }
}

/** A value of any type as JSON. */
export function jsonValue(engine: Engine, x: SqlExpression, type: ValueType): SqlExpression {
  if (type.kind === 'variant') return x
  const plain = inJson(engine, x, type)
  return engine === 'duckdb' ? sql`TO_JSON(${plain})` : sql`TO_JSONB(${plain})`
}

/** Days and times are texts of a date and a time in variants, on every engine. */
export function inJson(engine: Engine, x: SqlExpression, type: ValueType): SqlExpression {
  if (!isMoment(type)) return x
  const moment = type.kind === 'timestamp' ? x : cast(x, TIMESTAMP)
  return engine === 'duckdb'
    ? sql`STRFTIME(${moment}, '%Y-%m-%d %H:%M:%S')`
    : sql`TO_CHAR(${moment}, 'YYYY-MM-DD HH24:MI:SS')`
}

/** Text of a variant: strings without their quotes, anything else as JSON; null for the JSON null. */
export function jsonText(engine: Engine, x: SqlExpression, type: ValueType): SqlExpression {
  const json = jsonValue(engine, x, type)
  return engine === 'duckdb' ? sql`${json} ->> '$'` : sql`${json} #>> '{}'`
}

const target: Param = { name: 'variant', type: ['variant', 'array'] }

/** Paths, indexes and records, which the parser writes as calls of these names. */
export const variantFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: '.',
    class: 'row',
    category: 'variant',
    operator: true,
    summary: 'The value of a key of a variant; null when the key is not there.',
    params: [target, { name: 'key', type: 'text' }],
    returns: 'variant',
    sql: byEngine(
      (engine) =>
        ([x, key], { constants }) => {
          if (!x || !key) return NULL
          if (engine === 'postgres') return sql`${x} -> ${key}`
          // A bare key would be read as a path: the dollar form takes any characters between its quotes.
          const name = constants[1]
          const path =
            typeof name === 'string'
              ? cast({ kind: 'value', value: `$."${name.replace(/["\\]/g, '\\$&')}"`, type: TEXT }, TEXT)
              : key
          return sql`JSON_EXTRACT(${x}, ${path})`
        },
      ([x, key], { constants }, words) => {
        const [, constant] = constants
        return x && key ? words.json.key(x, key, typeof constant === 'string' ? constant : undefined) : NULL
      },
    ),
    examples: [
      ['Text(Json("{\\"a b\\": {\\"c\\": \\"x\\"}}")["a b"].c)', 'x'],
      ['Json("{\\"a\\": 1}").b', null],
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
    sql: byEngine(
      (engine) =>
        ([x, index], { types, constants }) => {
          if (!x || !index) return NULL
          const at = integer(index, constants[1])
          if (types[0]?.kind === 'array') return sql`${x}[${sql`${at} + 1`}]`
          return engine === 'postgres' ? sql`${x} -> ${at}` : sql`${x} -> ${cast(at, INT64)}`
        },
      ([x, index], { constants }, words) => (x && index ? words.json.at(x, count(words, index, constants[1])) : NULL),
    ),
    examples: [
      ['Text(Array("red", "blue")[1])', 'blue'],
      ['Array(1, 2)[9]', null],
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
    sql: byEngine(
      (engine) =>
        (args, { types }) => {
          const entries = args.map((arg, at) => (at % 2 === 0 ? arg : inJson(engine, arg, types[at] ?? TEXT)))
          const items: SqlExpression = { kind: 'list', items: entries, separator: ', ' }
          return engine === 'duckdb' ? sql`JSON_OBJECT(${items})` : sql`JSONB_BUILD_OBJECT(${items})`
        },
      (args, { types }, words) =>
        words.json.object(args.map((arg, at) => (at % 2 === 0 ? arg : words.json.of(arg, types[at] ?? TEXT)))),
    ),
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
    sql: byEngine(
      (engine) =>
        (args, { types }) => {
          const items: SqlExpression = {
            kind: 'list',
            items: args.map((arg, index) => jsonValue(engine, arg, types[index] ?? TEXT)),
            separator: ', ',
          }
          return engine === 'duckdb' ? sql`JSON_ARRAY(${items})` : sql`JSONB_BUILD_ARRAY(${items})`
        },
      (args, { types }, words) => words.json.array(args.map((arg, at) => words.json.of(arg, types[at] ?? TEXT))),
    ),
    examples: [
      ['Array(1, null, "x")', [1, null, 'x']],
      ['Array("red", "blue")[1]', 'blue'],
      ['Array()', []],
      ['Array(Date("2024-05-20"), Date("2024-05-20 13:45:00"))', ['2024-05-20 00:00:00', '2024-05-20 13:45:00']],
    ],
  }),
]
