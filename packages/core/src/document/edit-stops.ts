/**
 * Why a connection takes no changes of its input tables, as far as the reason is ours and not the text of a data platform. Reasons are
 * stored, logged and mailed as these texts; clients recognise a text and show the reason in their own language.
 */
const texts = {
  change_refused: 'It refused a change.',
  schema_left: 'The rows are in its schema "{{value}}", into which it does not write any more.',
  no_rows_kept: 'Its data platform keeps no rows of input tables.',
  table_missing: 'The table "{{value}}" with the rows is not in the write schema any more.',
  change_given_up: 'The change took too long and was given up.',
  rows_moving: 'Its rows were moving into the connection. Try again.',
  write_broke: 'The connection to the server broke while the change was written.',
} as const

export type EditStopCode = keyof typeof texts
export const editStopCodes = Object.keys(texts) as EditStopCode[]

/** The English text of the reason; `value` is the schema or table that it names. */
export const editStopText = (code: EditStopCode, value = ''): string => texts[code].replace('{{value}}', () => value)

/** The reason with this text; null for the text of a data platform. */
export function editStopOf(text: string): { code: EditStopCode; value: string } | null {
  for (const code of editStopCodes) {
    const [before = '', after] = texts[code].split('{{value}}')
    if (after === undefined) {
      if (text === before) return { code, value: '' }
    } else if (text.startsWith(before) && text.endsWith(after) && text.length >= before.length + after.length) {
      return { code, value: text.slice(before.length, text.length - after.length) }
    }
  }
  return null
}
