import { caseWhen, cast, type SqlExpression, sql, textValue } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { VARIANT } from '../value-types.ts'
import { call, pieces } from '../words/ansi.ts'
import { type GatherOrder, wordsOf } from '../words/index.ts'
import { gatheredOnTrino } from '../words/trino-gathered.ts'
import { integerText } from './numbers.ts'

type Dialect = 'bigquery' | 'databricks' | 'trino'

/**
 * Arrays on engines whose arrays have elements of one type: a variant is converted to a list of JSON texts and back. No function here is
 * called with a null argument.
 */
export interface Lists {
  /** Null for a variant that is not an array. */
  of(array: SqlExpression, type: ValueType): SqlExpression
  /** The list, or an empty one instead of null. */
  orEmpty(list: SqlExpression): SqlExpression
  variant(list: SqlExpression): SqlExpression
  withoutNulls(list: SqlExpression): SqlExpression
  distinct(list: SqlExpression): SqlExpression
  /** The distinct elements that are, or are not, in the other list. */
  among(list: SqlExpression, other: SqlExpression, isWanted: boolean): SqlExpression
  joined(lists: readonly SqlExpression[]): SqlExpression
  length(list: SqlExpression): SqlExpression
  /** At most `count` elements from an index counted from 0; neither is negative. */
  slice(list: SqlExpression, from: SqlExpression, count: SqlExpression): SqlExpression
  text(list: SqlExpression, separator: SqlExpression, replacement: SqlExpression): SqlExpression
  /** The whole numbers between two ends, as a variant; `step` is not 0 and has the right sign. */
  range(from: SqlExpression, to: SqlExpression, step: number): SqlExpression
  /** The parts of a text, as a variant; its characters when the delimiter is empty. */
  split(text: SqlExpression, delimiter: SqlExpression): SqlExpression
  /** The values of a group that are not null, as a variant; there is at least one. */
  gathered(value: SqlExpression, order: GatherOrder | null, isDistinct: boolean): SqlExpression
}

const IS_NULL = sql`e = 'null'`

function isMember(list: SqlExpression, isWanted: boolean): SqlExpression {
  return isWanted ? sql`e IN UNNEST(${list})` : sql`e NOT IN UNNEST(${list})`
}

const bigquery: Lists = {
  of: (array, type) =>
    sql`ARRAY(SELECT TO_JSON_STRING(e) FROM UNNEST(JSON_QUERY_ARRAY(${wordsOf('bigquery').json.of(array, type)})) AS e WITH OFFSET AS n ORDER BY n)`,
  orEmpty: (of) => sql`COALESCE(${of}, [])`,
  variant: (of) => sql`PARSE_JSON(CONCAT('[', ARRAY_TO_STRING(${of}, ','), ']'))`,
  withoutNulls: (of) => sql`ARRAY(SELECT e FROM UNNEST(${of}) AS e WITH OFFSET AS n WHERE NOT (${IS_NULL}) ORDER BY n)`,
  distinct: (of) => sql`ARRAY(SELECT DISTINCT e FROM UNNEST(${of}) AS e)`,
  among: (of, other, isWanted) =>
    sql`ARRAY(SELECT DISTINCT e FROM UNNEST(${of}) AS e WHERE ${isMember(other, isWanted)})`,
  joined: (lists) => call('ARRAY_CONCAT', ...lists),
  length: (of) => call('ARRAY_LENGTH', of),
  slice: (of, from, count) =>
    sql`ARRAY(SELECT e FROM UNNEST(${of}) AS e WITH OFFSET AS n WHERE n >= ${from} AND n < ${from} + ${count} ORDER BY n)`,
  text(of, separator, replacement) {
    const item = caseWhen([{ when: IS_NULL, value: replacement }], sql`COALESCE(JSON_VALUE(e), e)`)
    return sql`(SELECT COALESCE(STRING_AGG(${item}, ${separator} ORDER BY n), '') FROM UNNEST(${of}) AS e WITH OFFSET AS n)`
  },
  range: (from, to, step) => call('TO_JSON', call('GENERATE_ARRAY', from, to, integerText(step))),
  split: (text, delimiter) => call('TO_JSON', call('SPLIT', text, delimiter)),
  gathered(value, order, isDistinct) {
    const open = `TO_JSON(ARRAY_AGG(${isDistinct ? 'DISTINCT ' : ''}`
    return order
      ? pieces([open, ' IGNORE NULLS ORDER BY ', order.isDescending ? ' DESC))' : '))'], value, order.by)
      : pieces([open, ' IGNORE NULLS))'], value)
  },
}

const databricks: Lists = {
  of: (array, type) =>
    sql`TRANSFORM(TRY_CAST(${wordsOf('databricks').json.of(array, type)} AS ARRAY<VARIANT>), e -> COALESCE(TO_JSON(e), 'null'))`,
  orEmpty: (of) => sql`COALESCE(${of}, ARRAY())`,
  variant: (of) => sql`PARSE_JSON(CONCAT('[', ARRAY_JOIN(${of}, ','), ']'))`,
  withoutNulls: (of) => sql`FILTER(${of}, e -> NOT (${IS_NULL}))`,
  distinct: (of) => call('ARRAY_DISTINCT', of),
  among: (of, other, isWanted) => call(isWanted ? 'ARRAY_INTERSECT' : 'ARRAY_EXCEPT', of, other),
  joined: (lists) => call('CONCAT', ...lists),
  length: (of) => call('SIZE', of),
  slice: (of, from, count) => call('SLICE', of, sql`${from} + 1`, count),
  text: (of, separator, replacement) =>
    sql`ARRAY_JOIN(TRANSFORM(${of}, e -> COALESCE(CAST(PARSE_JSON(e) AS STRING), ${replacement})), ${separator})`,
  range: (from, to, step) => sql`CAST(${call('SEQUENCE', from, to, integerText(step))} AS VARIANT)`,
  // The delimiter is a pattern in this engine: between these marks every character is literal.
  split: (text, delimiter) =>
    sql`CAST(SPLIT(${text}, CONCAT(${textValue('\\Q')}, ${delimiter}, ${textValue('\\E')})) AS VARIANT)`,
  gathered(value, order, isDistinct) {
    if (!order) return sql`CAST(COLLECT_LIST(${value}) AS VARIANT)`
    if (isDistinct)
      return pieces(['CAST(SORT_ARRAY(COLLECT_SET(', `), ${order.isDescending ? 'FALSE' : 'TRUE'}) AS VARIANT)`], value)
    const pairs = sql`COLLECT_LIST(STRUCT(${order.by} AS n, ${value} AS v)) FILTER (WHERE ${value} IS NOT NULL)`
    return sql`CAST(TRANSFORM(ARRAY_SORT(${pairs}), e -> e.v) AS VARIANT)`
  },
}

const trino: Lists = {
  of: (array, type) =>
    sql`TRANSFORM(TRY_CAST(${wordsOf('trino').json.of(array, type)} AS ARRAY(JSON)), e -> COALESCE(JSON_FORMAT(e), 'null'))`,
  orEmpty: (of) => sql`COALESCE(${of}, ARRAY[])`,
  variant: (of) => sql`JSON_PARSE('[' || ARRAY_JOIN(${of}, ',') || ']')`,
  withoutNulls: (of) => sql`FILTER(${of}, e -> NOT (${IS_NULL}))`,
  distinct: (of) => call('ARRAY_DISTINCT', of),
  among: (of, other, isWanted) => call(isWanted ? 'ARRAY_INTERSECT' : 'ARRAY_EXCEPT', of, other),
  joined: (lists) => call('CONCAT', ...lists, sql`CAST(ARRAY[] AS ARRAY(VARCHAR))`),
  length: (of) => call('CARDINALITY', of),
  slice: (of, from, count) => call('SLICE', of, sql`${from} + 1`, count),
  text(of, separator, replacement) {
    const item = sql`COALESCE(JSON_EXTRACT_SCALAR(e, '$'), NULLIF(e, 'null'))`
    const texts = sql`TRANSFORM(${of}, e -> ${item})`
    const isNone = replacement.kind === 'value' && replacement.value === null
    return call('ARRAY_JOIN', texts, separator, ...(isNone ? [] : [replacement]))
  },
  range: longRange,
  split(text, delimiter) {
    const characters = sql`REGEXP_EXTRACT_ALL(${text}, ${textValue('(?s).')})`
    const parts = caseWhen(
      [{ when: sql`${delimiter} = '' AND ${text} <> ''`, value: characters }],
      sql`SPLIT(${text}, COALESCE(NULLIF(${delimiter}, ''), ','))`,
    )
    return sql`CAST(${parts} AS JSON)`
  },
  gathered: (value, order, isDistinct) => cast(gatheredOnTrino(value, order, isDistinct), VARIANT),
}

/** The longest sequence that Trino makes at once. */
const LONGEST_RANGE = 10_000

/** The ends are bound outside of the inner lambda, which may contain no aggregates. */
function longRange(from: SqlExpression, to: SqlExpression, step: number): SqlExpression {
  const [one, all] = [integerText(step), integerText(step * LONGEST_RANGE)]
  const last = sql`ends[1] + n * ${all} + ${integerText(step * (LONGEST_RANGE - 1))}`
  const part = call(
    'SEQUENCE',
    sql`ends[1] + n * ${all}`,
    call(step < 0 ? 'GREATEST' : 'LEAST', last, sql`ends[2]`),
    one,
  )
  const parts = sql`TRANSFORM(SEQUENCE(0, (ends[2] - ends[1]) / ${all}), n -> ${part})`
  const ends = sql`ROW(CAST(${from} AS BIGINT), CAST(${to} AS BIGINT))`
  return sql`ELEMENT_AT(TRANSFORM(ARRAY[${ends}], ends -> CAST(FLATTEN(${parts}) AS JSON)), 1)`
}

/** The same implementation for each of these engines. */
export function onLists<T>(write: (lists: Lists, dialect: Dialect) => T): Readonly<Record<Dialect, T>> {
  return {
    bigquery: write(bigquery, 'bigquery'),
    databricks: write(databricks, 'databricks'),
    trino: write(trino, 'trino'),
  }
}
