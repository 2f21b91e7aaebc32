import { caseWhen, cast, eq, type SqlExpression, sql, value } from '../../sql/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import { DATE, FLOAT64, TEXT, TIMESTAMP, VARIANT } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { portableFormat } from './date-format.ts'
import { fromEpoch, local, portableMoment, readIsoDate } from './dates.ts'
import {
  defineFunction,
  type Emit,
  type EmitInfo,
  type FunctionDefinition,
  type PortableEmit,
  type SqlByDialect,
} from './define.ts'
import { float, integerText } from './numbers.ts'
import { jsonText, jsonValue, NO_VARIANTS } from './variant.ts'

const NULL = sql`NULL`
type Engine = 'duckdb' | 'postgres'

function byEngine(write: (engine: Engine) => Emit, portable: PortableEmit): SqlByDialect {
  return { duckdb: write('duckdb'), postgres: write('postgres'), portable }
}

function portableJsonText(x: SqlExpression, type: ValueType | undefined, words: Words): SqlExpression {
  return words.json.text(type?.kind === 'array' ? words.json.of(x, type) : x)
}

function matches(engine: Engine, text: SqlExpression, pattern: string): SqlExpression {
  const literal: SqlExpression = { kind: 'fragment', strings: [`'${pattern}'`], args: [] }
  return engine === 'duckdb' ? sql`REGEXP_MATCHES(${text}, ${literal})` : sql`${text} ~ ${literal}`
}

/** The text of any value. */
function asText(engine: Engine, x: SqlExpression, info: EmitInfo): SqlExpression {
  const type = info.types[0]
  switch (type?.kind) {
    case 'text':
      return x
    case 'date':
    case 'timestamp':
    case 'instant': {
      const moment = local(x, type, info)
      return engine === 'duckdb'
        ? sql`STRFTIME(${moment}, '%Y-%m-%d %H:%M:%S')`
        : sql`TO_CHAR(${moment}, 'YYYY-MM-DD HH24:MI:SS')`
    }
    case 'float64':
      // DuckDB writes 42.0 where PostgreSQL writes 42.
      return engine === 'duckdb' ? sql`REGEXP_REPLACE(${cast(x, TEXT)}, '\\.0$', '')` : cast(x, TEXT)
    case 'variant':
    case 'array':
      return jsonText(engine, x, type)
    default:
      return cast(x, TEXT)
  }
}

const NUMBER_PATTERN = '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})?$'

function numberOfText(engine: Engine, text: SqlExpression): SqlExpression {
  return caseWhen([{ when: matches(engine, text, NUMBER_PATTERN), value: cast(text, FLOAT64) }])
}

const ISO_PATTERN =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?)?$'

/** Null for text that is not ISO, and for days that no month has, which engines answer with an error. */
function dateOfText(engine: Engine, text: SqlExpression): SqlExpression {
  if (engine === 'duckdb') {
    return caseWhen([{ when: matches(engine, text, ISO_PATTERN), value: sql`TRY_CAST(${text} AS TIMESTAMP)` }])
  }
  const month = sql`CAST(SUBSTR(${text}, 6, 2) AS INTEGER)`
  const day = sql`CAST(SUBSTR(${text}, 1, 8) || '01' AS DATE) + (CAST(SUBSTR(${text}, 9, 2) AS INTEGER) - 1)`
  const exists = eq(sql`EXTRACT(MONTH FROM ${day})`, month)
  return caseWhen([
    {
      when: matches(engine, text, ISO_PATTERN),
      value: caseWhen([{ when: exists, value: cast(text, TIMESTAMP) }]),
    },
  ])
}

function dateType(type: ValueType | null | undefined, constant: Cell | undefined): ValueType {
  if (type?.kind === 'date' || type?.kind === 'timestamp') return type
  if (type?.kind === 'text' && typeof constant === 'string')
    return readIsoDate(constant)?.type === 'date' ? DATE : TIMESTAMP
  return TIMESTAMP
}

function logicalOfText(text: SqlExpression): SqlExpression {
  return caseWhen([
    { when: sql`LOWER(${text}) = 'true'`, value: sql`TRUE` },
    { when: sql`LOWER(${text}) = 'false'`, value: sql`FALSE` },
  ])
}

export const typeFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'Text',
    class: 'row',
    category: 'type',
    summary: 'Converts to text; dates become full ISO date and time.',
    params: [{ name: 'input', type: 'any' }],
    returns: 'text',
    sql: byEngine(
      (engine) =>
        ([x], info) =>
          x ? asText(engine, x, info) : NULL,
      ([x], info, words) => {
        const [type] = info.types
        if (!x) return NULL
        switch (type?.kind) {
          case 'text':
            return x
          case 'date':
          case 'timestamp':
          case 'instant':
            return portableFormat(portableMoment([x], info, words, 0), '%Y-%m-%d %H:%M:%S', words)
          case 'float64':
            return words.floatText(x)
          case 'logical':
            return caseWhen([
              { when: x, value: sql`'true'` },
              { when: sql`NOT ${x}`, value: sql`'false'` },
            ])
          case 'variant':
          case 'array':
            return portableJsonText(x, type, words)
          case 'geography':
            return words.shapeText(x)
          default:
            return cast(x, TEXT)
        }
      },
    ),
    examples: [
      ['Text(42)', '42'],
      ['Text(1/2)', '0.5'],
      ['Text(84/2)', '42'],
      ['Text(2.50)', '2.50'],
      ['Text(True)', 'true'],
      ['Text(Date("2024-05-20"))', '2024-05-20 00:00:00'],
      ['Text(MakePoint(1, 2))', 'POINT(1 2)'],
      ['Text(Null)', null],
    ],
  }),
  defineFunction({
    name: 'Number',
    class: 'row',
    category: 'type',
    summary: 'Converts to a number; null for text that is not a plain number. A date gives Unix seconds.',
    params: [{ name: 'input', type: ['text', 'number', 'date', 'variant'] }],
    returns: ([type]) => (type && ['int64', 'decimal', 'float64'].includes(type.kind) ? type : FLOAT64),
    sql: byEngine(
      (engine) =>
        ([x], info) => {
          const type = info.types[0]
          if (!x) return NULL
          switch (type?.kind) {
            case 'text':
              return numberOfText(engine, x)
            case 'date':
            case 'timestamp':
            case 'instant':
              return cast(sql`EXTRACT(EPOCH FROM ${local(x, type, info)})`, FLOAT64)
            case 'variant':
            case 'array':
              return numberOfText(engine, jsonText(engine, x, type))
            default:
              return x
          }
        },
      ([x], info, words) => {
        const [type] = info.types
        if (!x) return NULL
        switch (type?.kind) {
          case 'text':
            return words.numberOfText(x)
          case 'date':
          case 'timestamp':
          case 'instant':
            return cast(words.epoch(portableMoment([x], info, words, 0)), FLOAT64)
          case 'variant':
          case 'array':
            return words.numberOfText(portableJsonText(x, type, words))
          default:
            return x
        }
      },
    ),
    examples: [
      ['Number("-3.75")', -3.75],
      ['Number("1,000")', null],
      ['Number("5%")', null],
      ['Number("5e3")', 5000],
      ['Number("")', null],
      ['Number(Date("1970-01-02"))', 86400],
      ['Number(7)', 7],
    ],
  }),
  defineFunction({
    name: 'Date',
    class: 'row',
    category: 'type',
    summary: 'Converts ISO text, or Unix seconds, to a date; null for text that is neither.',
    params: [{ name: 'value', type: ['text', 'number', 'date', 'variant'] }],
    returns: ([type], [constant]) => dateType(type, constant),
    sql: byEngine(
      (engine) =>
        ([x], info) => {
          const [type] = info.types
          const [constant] = info.constants
          if (!x) return NULL
          switch (type?.kind) {
            case 'text': {
              if (typeof constant !== 'string') return dateOfText(engine, x)
              const read = readIsoDate(constant)
              return value(read?.value ?? null, info.returns.kind === read?.type ? info.returns : TIMESTAMP)
            }
            case 'int64':
            case 'decimal':
            case 'float64':
              return fromEpoch(float(x, type))
            case 'variant':
              return dateOfText(engine, jsonText(engine, x, type))
            case 'instant':
              return local(x, type, info)
            default:
              return x
          }
        },
      ([x], info, words) => {
        const [type] = info.types
        const [constant] = info.constants
        if (!x) return NULL
        switch (type?.kind) {
          case 'text': {
            if (typeof constant !== 'string') return words.timestampOfText(x)
            const read = readIsoDate(constant)
            return value(read?.value ?? null, info.returns.kind === read?.type ? info.returns : TIMESTAMP)
          }
          case 'int64':
          case 'decimal':
          case 'float64':
            return words.fromEpoch(float(x, type))
          case 'variant':
            return words.timestampOfText(words.json.text(x))
          case 'instant':
            return portableMoment([x], info, words, 0)
          default:
            return x
        }
      },
    ),
    examples: [
      ['Date("2024-05-20")', '2024-05-20 00:00:00'],
      ['Date("2024-05-20 10:11:12")', '2024-05-20 10:11:12'],
      ['Date(86400)', '1970-01-02 00:00:00'],
      ['Date("2024-02-31")', null],
      {
        formula: 'Date([T])',
        rows: [{ T: '2024-02-29' }, { T: '2023-02-29' }, { T: '20.5.2024' }, { T: '2024-05-20T01:02:03' }],
        results: ['2024-02-29 00:00:00', null, null, '2024-05-20 01:02:03'],
      },
    ],
  }),
  defineFunction({
    name: 'DateTime',
    class: 'row',
    category: 'type',
    unlisted: true,
    summary: 'Older form of Date, which also reads mm/dd/yyyy.',
    params: [{ name: 'input', type: ['text', 'date'] }],
    returns: 'timestamp',
    sql: byEngine(
      (engine) =>
        ([x], info) => {
          const [type] = info.types
          if (!x) return NULL
          if (type?.kind !== 'text') return local(x, type, info)
          const swapped = sql`SUBSTR(${x}, 7, 4) || '-' || SUBSTR(${x}, 1, 2) || '-' || SUBSTR(${x}, 4, 2)`
          return caseWhen(
            [{ when: matches(engine, x, '^[0-9]{2}/[0-9]{2}/[0-9]{4}$'), value: dateOfText(engine, swapped) }],
            dateOfText(engine, x),
          )
        },
      ([x], info, words) => {
        if (!x) return NULL
        if (info.types[0]?.kind !== 'text') return portableMoment([x], info, words, 0)
        const part = (from: number, length: number) => words.substr(x, integerText(from), integerText(length))
        const swapped = words.joined([part(7, 4), sql`'-'`, part(1, 2), sql`'-'`, part(4, 2)])
        const isAmerican = eq(part(3, 1), sql`'/'`)
        return caseWhen([{ when: isAmerican, value: words.timestampOfText(swapped) }], words.timestampOfText(x))
      },
    ),
    examples: [
      ['DateTime("03/07/2024")', '2024-03-07 00:00:00'],
      ['DateTime("2024-03-07 01:02:03")', '2024-03-07 01:02:03'],
    ],
  }),
  defineFunction({
    name: 'Logical',
    class: 'row',
    category: 'type',
    summary: '"true" or "false" in any case, or a number, of which 0 is false; null for other text.',
    params: [{ name: 'input', type: ['text', 'number', 'logical', 'variant'] }],
    returns: 'logical',
    sql: byEngine(
      (engine) =>
        ([x], { types }) => {
          const [type] = types
          if (!x) return NULL
          if (type?.kind === 'logical') return x
          if (type?.kind === 'text') return logicalOfText(x)
          return type?.kind === 'variant' ? logicalOfText(jsonText(engine, x, type)) : sql`${x} <> 0`
        },
      ([x], { types }, words) => {
        const [type] = types
        if (!x) return NULL
        if (type?.kind === 'logical') return x
        if (type?.kind === 'text') return logicalOfText(x)
        return type?.kind === 'variant' ? logicalOfText(words.json.text(x)) : sql`${x} <> 0`
      },
    ),
    examples: [
      ['Logical("TRUE")', true],
      ['Logical(0)', false],
      ['Logical(-2.5)', true],
      ['Logical("yes")', null],
    ],
  }),
  defineFunction({
    name: 'Json',
    class: 'row',
    category: 'type',
    summary: 'Reads text as JSON, or wraps a value.',
    params: [{ name: 'input', type: 'any' }],
    returns: 'variant',
    sql: {
      ...NO_VARIANTS,
      ...byEngine(
        (engine) =>
          ([x], { types }) => {
            if (!x) return NULL
            return types[0]?.kind === 'text' ? cast(x, VARIANT) : jsonValue(engine, x, types[0] ?? TEXT)
          },
        ([x], { types: [type] }, words) => {
          if (!x) return NULL
          if (type?.kind === 'variant') return x
          return type?.kind === 'text' ? words.json.parse(x) : words.json.of(x, type ?? TEXT)
        },
      ),
    },
    examples: [
      ['Json("{\\"a\\": 1}").a', 1],
      ['Json(MakePoint(1, 2))', { coordinates: [1, 2], type: 'Point' }],
      ['Number(Json("[1, 20]")[1])', 20],
      ['IsNull(Json("{\\"a\\": 1}").b)', true],
      ['Json(7)', 7],
    ],
  }),
  defineFunction({
    name: 'Variant',
    class: 'row',
    category: 'type',
    summary: 'Types text as a variant.',
    params: [{ name: 'input', type: ['text', 'variant'] }],
    returns: 'variant',
    sql: {
      ...NO_VARIANTS,
      postgresFamily: ([x]) => (x ? cast(x, VARIANT) : NULL),
      portable: ([x], { types }, words) => (x ? (types[0]?.kind === 'text' ? words.json.parse(x) : x) : NULL),
    },
    examples: [
      ['Variant("{\\"a\\": 1}").a', 1],
      ['Text(Variant("{\\"a\\": \\"x\\"}").a)', 'x'],
    ],
  }),
]
