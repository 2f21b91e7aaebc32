import { and, caseWhen, type SqlExpression, sql, textValue } from '../../sql/index.ts'
import { call, pieces } from '../words/ansi.ts'
import type { GatherOrder } from '../words/index.ts'
import { byCharacter } from '../words/mysql.ts'
import { integerText } from './numbers.ts'

/** Arrays of MySQL and MariaDB are split with JSON_TABLE and built from the texts of their elements. */
const ELEMENT = sql`CONVERT(e USING utf8mb4)`

/** `values` is a GROUP_CONCAT of JSON texts; returns an empty array when it is null. */
export function mysqlArray(values: SqlExpression): SqlExpression {
  return sql`JSON_EXTRACT(CONCAT('[', COALESCE(${values}, ''), ']') COLLATE utf8mb4_bin, '$')`
}

export function mysqlRows(array: SqlExpression, wanted: SqlExpression, condition: SqlExpression): SqlExpression {
  return sql`(SELECT ${wanted} FROM JSON_TABLE(${array}, '$[*]' COLUMNS (n FOR ORDINALITY, e JSON PATH '$')) AS t WHERE ${condition})`
}

/** An array built from the elements of another one that meet a condition. */
export function mysqlRebuilt(array: SqlExpression, condition: SqlExpression, isDistinct = false): SqlExpression {
  const gathered = isDistinct
    ? pieces(['GROUP_CONCAT(DISTINCT ', ` SEPARATOR ',')`], ELEMENT)
    : pieces(['GROUP_CONCAT(', ` ORDER BY n SEPARATOR ',')`], ELEMENT)
  return caseWhen([{ when: sql`${array} IS NOT NULL`, value: mysqlArray(mysqlRows(array, gathered, condition)) }])
}

export const mysqlIsNull = sql`COALESCE(${ELEMENT}, 'null') = 'null'`

export function mysqlAmong(args: readonly SqlExpression[], isWanted: boolean): SqlExpression {
  const [first, second] = args
  if (!first || !second) return sql`NULL`
  const found = sql`COALESCE(JSON_CONTAINS(${second}, e), 0)`
  const rebuilt = mysqlRebuilt(first, isWanted ? sql`${found} = 1` : sql`${found} = 0`, true)
  return caseWhen([{ when: sql`${second} IS NOT NULL`, value: rebuilt }])
}

export function mysqlSlice(
  array: SqlExpression,
  start: SqlExpression,
  length: SqlExpression | undefined,
): SqlExpression {
  const size = call('JSON_LENGTH', array)
  const from = sql`(CASE WHEN ${start} < 0 THEN GREATEST(${size} + ${start}, 0) ELSE ${start} END)`
  const until = length ? sql`n <= ${from} + ${length}` : sql`TRUE`
  const rebuilt = mysqlRebuilt(array, and(sql`n > ${from}`, until))
  const isKnown = and(sql`${start} IS NOT NULL`, ...(length ? [sql`${length} IS NOT NULL`] : []))
  return caseWhen([{ when: isKnown, value: rebuilt }])
}

export function mysqlJoin(args: readonly SqlExpression[]): SqlExpression {
  const [array, separator = sql`','`, replacement] = args
  if (!array) return sql`NULL`
  const text = sql`CASE WHEN ${mysqlIsNull} THEN ${replacement ?? sql`NULL`} ELSE CONVERT(JSON_UNQUOTE(e) USING utf8mb4) END`
  const gathered = pieces(['GROUP_CONCAT(', ' ORDER BY n SEPARATOR 0x1F1E1F)'], text)
  const joined = sql`REPLACE(COALESCE(${mysqlRows(array, gathered, sql`TRUE`)}, ''), _utf8mb4 0x1F1E1F, ${separator})`
  const isArray = sql`JSON_TYPE(${array}) = 'ARRAY'`
  return caseWhen([{ when: and(isArray, ...args.map((arg) => sql`${arg} IS NOT NULL`)), value: joined }])
}

/** The values of a group that are not null, each as JSON. */
export function mysqlGathered(json: SqlExpression, order: GatherOrder | null, isDistinct: boolean): SqlExpression {
  const text = sql`CONVERT(${json} USING utf8mb4)`
  const open = `GROUP_CONCAT(${isDistinct ? 'DISTINCT ' : ''}`
  const gathered = order
    ? pieces([open, ' ORDER BY ', `${order.isDescending ? ' DESC' : ''} SEPARATOR ',')`], text, order.by)
    : pieces([open, ` SEPARATOR ',')`], text)
  return sql`JSON_EXTRACT(CONCAT('[', ${gathered}, ']') COLLATE utf8mb4_bin, '$')`
}

/** The whole numbers between two ends; empty when the step has the wrong sign. */
export function mysqlSequence(from: SqlExpression, to: SqlExpression, step: number): SqlExpression {
  const isKnown = and(sql`${from} IS NOT NULL`, sql`${to} IS NOT NULL`)
  if (step === 0) return caseWhen([{ when: isKnown, value: mysqlArray(sql`NULL`) }])
  const by = integerText(step)
  const items = pieces(['GROUP_CONCAT(', ` ORDER BY n SEPARATOR ',')`], sql`a + (n - 1) * ${by}`)
  const leadsThere = step < 0 ? sql`a >= z` : sql`a <= z`
  const made = sql`(SELECT ${items} FROM JSON_TABLE(${call('JSON_ARRAY', from, to)}, '$' COLUMNS (a BIGINT PATH '$[0]', z BIGINT PATH '$[1]')) AS ends, JSON_TABLE(CONCAT('[0', REPEAT(',0', (z - a) DIV ${by}), ']'), '$[*]' COLUMNS (n FOR ORDINALITY)) AS t WHERE ${leadsThere})`
  return caseWhen([{ when: isKnown, value: mysqlArray(made) }])
}

/** Private-use characters of Unicode, which do not occur in real texts and which JSON writes unchanged. */
const MARK = textValue('\u{E001}\u{F8FE}\u{E001}')

/** The parts of a text; its characters when the delimiter is empty. */
export function mysqlSplit(text: SqlExpression, delimiter: SqlExpression): SqlExpression {
  const characters = byCharacter(
    text,
    pieces(['GROUP_CONCAT(', ` ORDER BY n SEPARATOR ',')`], sql`JSON_QUOTE(SUBSTR(v, n, 1))`),
  )
  const parts = sql`REPLACE(JSON_QUOTE(REPLACE(${text}, ${delimiter}, ${MARK})), ${MARK}, '","')`
  const isByCharacter = sql`${delimiter} = '' AND ${text} <> ''`
  return mysqlArray(caseWhen([{ when: isByCharacter, value: sql`CONVERT(${characters} USING utf8mb4)` }], parts))
}
