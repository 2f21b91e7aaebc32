import { and, caseWhen, cast, list, type SqlExpression, sql, value } from '../../sql/index.ts'
import { INT64, TEXT } from '../value-types.ts'
import { call } from '../words/ansi.ts'
import { wordsOf } from '../words/index.ts'
import {
  array,
  arrayFunction,
  asArray,
  elements,
  fromLists,
  isList,
  json,
  listAt,
  NULL,
  ofArrays,
  rebuilt,
  whenKnown,
} from './array-function.ts'
import type { EmitInfo, FunctionDefinition } from './define.ts'
import { mysqlAmong, mysqlIsNull, mysqlJoin, mysqlRebuilt, mysqlSlice } from './mysql-arrays.ts'
import { count, integer, noLessThan } from './numbers.ts'

const NULL_TEXT = value(null, TEXT)
/** The elements of a variant as texts, whatever they are. */
const TEXTS_OF: Readonly<Record<'bigquery' | 'databricks', (x: SqlExpression) => SqlExpression>> = {
  bigquery: (x) => sql`JSON_VALUE_ARRAY(${x})`,
  databricks: (x) => sql`CAST(${x} AS ARRAY<STRING>)`,
}

/** Functions that read arrays or create arrays from others. */
export const arrayFunctions: readonly FunctionDefinition[] = [
  arrayFunction({
    name: 'ArrayCompact',
    summary: 'The array without its null elements.',
    params: [array],
    examples: [
      ['ArrayCompact(Array(1, null, 3))', [1, 3]],
      ['ArrayCompact(Json("{\\"a\\": 1}"))', []],
    ],
    duckdb: (args, info) =>
      sql`TO_JSON(LIST_FILTER(${elements(json('duckdb', args, info, 0))}, LAMBDA e: CAST(e AS VARCHAR) <> 'null'))`,
    postgres: (args, info) => rebuilt(json('postgres', args, info, 0), sql`e <> 'null'`),
    mysqlFamily: ([x]) => (x ? mysqlRebuilt(x, sql`NOT ${mysqlIsNull}`) : NULL),
    snowflake: ofArrays('ARRAY_COMPACT'),
    lists: fromLists((lists, of) => lists.withoutNulls(of)),
  }),
  arrayFunction({
    name: 'ArrayConcat',
    summary: 'Joins arrays end to end; null when one is null.',
    params: [{ ...array, repeats: true }],
    examples: [
      ['ArrayConcat(Array(1, null), Array("a"))', [1, null, 'a']],
      ['ArrayConcat(Array(1), null)', null],
    ],
    duckdb: (args, info) =>
      whenKnown(
        sql`TO_JSON(FLATTEN([${list(args.map((_arg, at) => elements(json('duckdb', args, info, at))))}]))`,
        ...args,
      ),
    postgres: (args, info) => ({
      kind: 'list',
      items: args.map((_arg, at) => json('postgres', args, info, at)),
      separator: ' || ',
    }),
    mysqlFamily: (args) => sql`JSON_MERGE_PRESERVE('[]' COLLATE utf8mb4_bin, ${list(args)})`,
    snowflake: ([first, ...rest]) => rest.reduce((all, next) => ofArrays('ARRAY_CAT')([all, next]), first ?? NULL),
    lists: fromLists((lists, ...of) => lists.joined(of)),
    others: {
      redshift: ([first, ...rest]) => rest.reduce((all, next) => call('ARRAY_CONCAT', all, next), first ?? NULL),
    },
  }),
  arrayFunction({
    name: 'ArrayContains',
    summary: 'True when the text is an element of the array.',
    params: [
      { ...array, name: 'list' },
      { name: 'target', type: 'text' },
    ],
    returns: 'logical',
    examples: [
      ['ArrayContains(Array("a", "b"), "b")', true],
      ['ArrayContains(Array("ab"), "a")', false],
      {
        formula: 'ArrayContains([Days], "monday")',
        rows: [{ Day: 'monday' }],
        element: { controls: { Days: { controlType: 'list', values: ['tuesday'] } } },
        results: [false],
      },
      {
        formula: 'ArrayContains([Days], [Day])',
        rows: [{ Day: 'friday' }, { Day: 'the "first", \\ and last' }],
        element: {
          sort: { column: 'Day', direction: 'ascending' },
          controls: { Days: { controlType: 'list', values: ['tuesday', 'the "first", \\ and last'] } },
        },
        results: [false, true],
      },
    ],
    duckdb: ([x, y], { types }) => {
      if (!x || !y) return NULL
      return isList(types[0]) ? sql`LIST_CONTAINS(${x}, ${y})` : sql`JSON_CONTAINS(${x}, TO_JSON(${y}))`
    },
    postgres: ([x, y], { types }) => {
      if (!x || !y) return NULL
      return isList(types[0]) ? sql`${y} = ANY(${x})` : sql`${x} @> TO_JSONB(${y})`
    },
    mysqlFamily: ([x, y]) => (x && y ? sql`JSON_CONTAINS(${x}, JSON_QUOTE(${y})) = 1` : NULL),
    snowflake: ([x, y]) => (x && y ? sql`ARRAY_CONTAINS(TO_VARIANT(${y}), CAST(${x} AS ARRAY))` : NULL),
    lists: (lists, dialect) => (args, info) => {
      const [x, y] = args
      if (!x || !y) return NULL
      if (dialect === 'trino') {
        if (isList(info.types[0])) return call('CONTAINS', x, y)
        const texts = lists.orEmpty(listAt(lists, args, info, 0))
        return whenKnown(call('CONTAINS', texts, sql`JSON_FORMAT(CAST(${y} AS JSON))`), x)
      }
      const of = isList(info.types[0]) ? x : TEXTS_OF[dialect](x)
      return dialect === 'bigquery' ? whenKnown(sql`${y} IN UNNEST(${of})`, x) : call('ARRAY_CONTAINS', of, y)
    },
  }),
  arrayFunction({
    name: 'ArrayDistinct',
    summary: 'The array without repeated elements, in no fixed order.',
    params: [array],
    nulls: 'Null when the array is null; null elements count as one value.',
    examples: [
      ['ArrayDistinct(Array("a", "a"))', ['a']],
      ['ArrayDistinct(Array(Null, Null))', [null]],
    ],
    duckdb: (args, info) => sql`TO_JSON(LIST_DISTINCT(${elements(json('duckdb', args, info, 0))}))`,
    postgres: (args, info) => rebuilt(json('postgres', args, info, 0), sql`TRUE`, sql`JSONB_AGG(DISTINCT e)`),
    mysqlFamily: ([x]) => (x ? mysqlRebuilt(x, sql`TRUE`, true) : NULL),
    snowflake: ofArrays('ARRAY_DISTINCT'),
    lists: fromLists((lists, of) => lists.distinct(of)),
  }),
  arrayFunction({
    name: 'ArrayExcept',
    summary: 'Different elements of the first array that are not in the second.',
    params: [
      { ...array, name: 'array1' },
      { ...array, name: 'array2' },
    ],
    examples: [
      ['ArrayExcept(Array("red", "black"), Array("black"))', ['red']],
      ['ArrayExcept(Array(1), Array(1))', []],
      ['ArrayExcept(Array(1), Null)', null],
    ],
    duckdb: (args, info) => among(args, info, false),
    postgres: (args, info) => amongPostgres(args, info, false),
    mysqlFamily: (args) => mysqlAmong(args, false),
    snowflake: ofArrays('ARRAY_EXCEPT'),
    lists: fromLists((lists, of, other) => lists.among(of, other ?? NULL, false)),
  }),
  arrayFunction({
    name: 'ArrayIntersection',
    summary: 'Different elements that are in both arrays.',
    params: [
      { ...array, name: 'array1' },
      { ...array, name: 'array2' },
    ],
    examples: [
      ['ArrayIntersection(Array("a", "b"), Array("b", "c"))', ['b']],
      ['ArrayIntersection(Array(1), Array(2))', []],
      ['ArrayIntersection(Array(1, Null), Array(Null))', [null]],
      ['ArrayIntersection(Json("{\\"a\\": 1}"), Array(1))', []],
    ],
    duckdb: (args, info) => among(args, info, true),
    postgres: (args, info) => amongPostgres(args, info, true),
    mysqlFamily: (args) => mysqlAmong(args, true),
    snowflake: ofArrays('ARRAY_INTERSECTION'),
    lists: fromLists((lists, of, other) => lists.among(of, other ?? NULL, true)),
  }),
  arrayFunction({
    name: 'ArrayJoin',
    summary: 'Joins the elements into one text; nulls are left out unless there is a text for them.',
    params: [
      array,
      { name: 'separator', type: 'text', optional: true, doc: 'A comma when absent.' },
      { name: 'nullReplacement', type: 'text', optional: true },
    ],
    returns: 'text',
    examples: [
      ['ArrayJoin(Array("red", null, "blue"), " or ", "*")', 'red or * or blue'],
      ['ArrayJoin(Array("red", null, "blue"))', 'red,blue'],
      ['ArrayJoin(Array())', ''],
      {
        formula: 'ArrayJoin(Array("a", Null, [T]), [S])',
        rows: [
          { S: '-', T: 'b' },
          { S: '', T: 'b' },
          { S: null, T: 'b' },
          { S: '+', T: null },
        ],
        results: ['a-b', 'ab', null, 'a'],
      },
      ['ArrayJoin(Json("{\\"a\\": 1}"))', null],
    ],
    duckdb: (args, info) => {
      const [x, separator, replacement] = args
      if (!x) return NULL
      const text = replacement ? sql`COALESCE(e ->> '$', ${replacement})` : sql`e ->> '$'`
      const texts = sql`LIST_FILTER(LIST_TRANSFORM(${elements(json('duckdb', args, info, 0))}, LAMBDA e: ${text}), LAMBDA t: t IS NOT NULL)`
      const isArray = sql`JSON_TYPE(${json('duckdb', args, info, 0)}) = 'ARRAY'`
      // ARRAY_TO_STRING accepts only a constant separator.
      const isConstant = !separator || info.constants[1] !== undefined
      const joined = isConstant
        ? sql`COALESCE(ARRAY_TO_STRING(${texts}, ${separator ?? sql`','`}), '')`
        : sql`CASE WHEN LEN(${texts}) > 0 THEN LIST_REDUCE(${texts}, LAMBDA p, q: p || ${separator} || q) ELSE '' END`
      return whenKnown(caseWhen([{ when: isArray, value: joined }]), ...args)
    },
    postgres: (args, info) => {
      const [x, separator, replacement] = args
      if (!x) return NULL
      const text = replacement ? sql`COALESCE(e #>> '{}', ${replacement})` : sql`e #>> '{}'`
      const all = json('postgres', args, info, 0)
      const joined = sql`(SELECT COALESCE(STRING_AGG(${text}, ${separator ?? sql`','`} ORDER BY n), '') FROM JSONB_ARRAY_ELEMENTS(${asArray(all)}) WITH ORDINALITY AS t(e, n))`
      return whenKnown(caseWhen([{ when: sql`JSONB_TYPEOF(${all}) = 'array'`, value: joined }]), ...args)
    },
    mysqlFamily: mysqlJoin,
    snowflake: (args) => {
      const [x, separator = sql`','`, replacement] = args
      if (!x) return NULL
      const all = sql`CAST(${x} AS ARRAY)`
      const shown = replacement
        ? sql`TRANSFORM(${all}, e -> IFF(IS_NULL_VALUE(e) OR e IS NULL, ${replacement}, CAST(e AS VARCHAR)))`
        : sql`ARRAY_COMPACT(${all})`
      return whenKnown(sql`ARRAY_TO_STRING(${shown}, ${separator})`, ...args)
    },
    lists: (lists) => (args, info) => {
      const [, separator = sql`','`, replacement = NULL_TEXT] = args
      return whenKnown(lists.text(listAt(lists, args, info, 0), separator, replacement), ...args)
    },
  }),
  arrayFunction({
    name: 'ArrayLength',
    summary: 'Number of elements.',
    params: [array],
    returns: 'integer',
    examples: [
      ['ArrayLength(Array("a", "b", "c"))', 3],
      ['ArrayLength(Array())', 0],
      ['ArrayLength(Null)', null],
      {
        formula: 'ArrayLength([City-Control]) = 0',
        rows: [{ City: 'Oslo' }],
        element: { controls: { 'City-Control': { controlType: 'list', values: [] } } },
        results: [true],
      },
    ],
    duckdb: ([x], { types }) => {
      if (!x) return NULL
      return isList(types[0]) ? cast(sql`LEN(${x})`, INT64) : cast(sql`JSON_ARRAY_LENGTH(${x})`, INT64)
    },
    postgres: ([x], { types }) => {
      if (!x) return NULL
      return isList(types[0])
        ? cast(sql`CARDINALITY(${x})`, INT64)
        : cast(whenKnown(sql`JSONB_ARRAY_LENGTH(${asArray(x)})`, x), INT64)
    },
    mysqlFamily: ([x]) =>
      x
        ? cast(sql`CASE WHEN JSON_TYPE(${x}) = 'ARRAY' THEN JSON_LENGTH(${x}) WHEN ${x} IS NOT NULL THEN 0 END`, INT64)
        : NULL,
    snowflake: ([x]) => (x ? cast(sql`ARRAY_SIZE(CAST(${x} AS ARRAY))`, INT64) : NULL),
    lists: (lists) => (args, info) => {
      const [x] = args
      if (!x) return NULL
      const of = isList(info.types[0]) ? x : lists.orEmpty(listAt(lists, args, info, 0))
      return whenKnown(cast(lists.length(of), INT64), x)
    },
    others: { redshift: ([x]) => (x ? sql`GET_ARRAY_LENGTH(${x})` : NULL) },
  }),
  arrayFunction({
    name: 'ArraySlice',
    summary: 'Part of an array from an index counted from 0, or from the end when negative.',
    params: [
      array,
      { name: 'start', type: 'number' },
      { name: 'length', type: 'number', optional: true, doc: 'To the end when absent.' },
    ],
    examples: [
      ['ArraySlice(Array(10, 20, 30, 40), 1, 2)', [20, 30]],
      ['ArraySlice(Array(10, 20, 30), -2)', [20, 30]],
      ['ArraySlice(Array(10, 20), 5)', []],
      ['ArraySlice(Array(10, 20), 0, -1)', []],
    ],
    duckdb: (args, info) => {
      const [x, start, length] = args
      if (!x || !start) return NULL
      const all = elements(json('duckdb', args, info, 0))
      const from = startIndex(sql`LEN(${all})`, integer(start, info.constants[1]))
      const to = length
        ? sql`${from} + GREATEST(CAST(${integer(length, info.constants[2])} AS BIGINT), 0)`
        : sql`LEN(${all})`
      return whenKnown(sql`TO_JSON(LIST_SLICE(${all}, ${sql`${from} + 1`}, ${to}))`, ...args)
    },
    postgres: (args, info) => {
      const [x, start, length] = args
      if (!x || !start) return NULL
      const whole = json('postgres', args, info, 0)
      const from = startIndex(sql`JSONB_ARRAY_LENGTH(${asArray(whole)})`, integer(start, info.constants[1]))
      const until = length ? sql`n - ${from} <= ${integer(length, info.constants[2])}` : sql`TRUE`
      return whenKnown(rebuilt(whole, and(sql`n > ${from}`, until)), ...args)
    },
    mysqlFamily: ([x, start, length], { constants }) => {
      if (!x || !start) return NULL
      const words = wordsOf('mariadb')
      return mysqlSlice(x, count(words, start, constants[1]), length && count(words, length, constants[2]))
    },
    snowflake: ([x, start, length], { constants }) => {
      if (!x || !start) return NULL
      const words = wordsOf('snowflake')
      const array = sql`CAST(${x} AS ARRAY)`
      const size = sql`ARRAY_SIZE(${array})`
      const from = startIndex(size, count(words, start, constants[1]))
      const to = length ? sql`${from} + GREATEST(${count(words, length, constants[2])}, 0)` : size
      return sql`TO_VARIANT(ARRAY_SLICE(${array}, ${from}, ${to}))`
    },
    lists: (lists, dialect) => (args, info) => {
      const [, start = NULL, length] = args
      const words = wordsOf(dialect)
      const of = lists.orEmpty(listAt(lists, args, info, 0))
      const size = lists.length(of)
      const from = startIndex(size, count(words, start, info.constants[1]))
      const most = length ? noLessThan(0, count(words, length, info.constants[2])) : size
      return whenKnown(lists.variant(lists.slice(of, from, most)), ...args)
    },
    others: {
      redshift: (args, { constants }) => {
        const [x, start, length] = args
        if (!x || !start) return NULL
        const words = wordsOf('redshift')
        const size = sql`GET_ARRAY_LENGTH(${x})`
        const from = startIndex(size, count(words, start, constants[1]))
        const most = length ? noLessThan(0, count(words, length, constants[2])) : size
        return whenKnown(call('SUBARRAY', x, from, most), ...args)
      },
    },
  }),
]

/** Index from 0 for a start that may count from the end. */
function startIndex(length: SqlExpression, start: SqlExpression): SqlExpression {
  return sql`(CASE WHEN ${start} < 0 THEN GREATEST(${length} + ${start}, 0) ELSE ${start} END)`
}

function among(args: readonly SqlExpression[], info: EmitInfo, isWanted: boolean): SqlExpression {
  const [first, second] = [elements(json('duckdb', args, info, 0)), elements(json('duckdb', args, info, 1))]
  const found = sql`LIST_CONTAINS(${second}, e)`
  const kept = sql`LIST_FILTER(${first}, LAMBDA e: ${isWanted ? found : sql`NOT ${found}`})`
  return whenKnown(sql`TO_JSON(LIST_DISTINCT(${kept}))`, ...args)
}

function amongPostgres(args: readonly SqlExpression[], info: EmitInfo, isWanted: boolean): SqlExpression {
  const second = sql`SELECT JSONB_ARRAY_ELEMENTS(${asArray(json('postgres', args, info, 1))})`
  const found = isWanted ? sql`e IN (${second})` : sql`e NOT IN (${second})`
  return whenKnown(rebuilt(json('postgres', args, info, 0), found, sql`JSONB_AGG(DISTINCT e)`), ...args)
}
