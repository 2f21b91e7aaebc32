import { and, type SqlExpression, sql, textValue } from '../../sql/index.ts'

/** The maximum nesting of arrays and objects; deeper ones do not count as JSON. */
const DEPTH = 12

const STRING = String.raw`"([^"\\\x01-\x1f]|\\(["\\/bfnrt]|u(?!0000)[0-9a-cA-CeEfF][0-9a-fA-F]{3}|u[dD][0-7][0-9a-fA-F]{2}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}))*"`
const SCALAR = `-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,3})?|true|false|null`
const GROUP = String.raw`\[([sv](,[sv])*)?\]|\{(s:[sv](,s:[sv])*)?\}`

/**
 * Whether text is JSON. A cast raises an error for other text, and the function for this test exists only from version 16 on. Therefore
 * strings are replaced by `s`, other scalars by `v`, and then repeatedly the innermost arrays and objects by `v`, until one letter is left.
 */
export function isJson(text: SqlExpression): SqlExpression {
  const replaced = (from: SqlExpression, pattern: string, by: string) =>
    sql`REGEXP_REPLACE(${from}, ${textValue(pattern)}, ${textValue(by)}, 'g')`
  const letters = replaced(replaced(replaced(text, STRING, 's'), SCALAR, 'v'), String.raw`[ \t\r\n]+`, '')
  const left = Array.from({ length: DEPTH }).reduce<SqlExpression>((inner) => replaced(inner, GROUP, 'v'), letters)
  // A letter of the original text would be mistaken for one of ours.
  const hasOwn = sql`${replaced(replaced(text, STRING, ''), SCALAR, '')} ~ '[sv]'`
  return and(sql`${left} IN ('s', 'v')`, sql`NOT ${hasOwn}`)
}
