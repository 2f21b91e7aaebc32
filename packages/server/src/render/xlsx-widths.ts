import type { ValueType } from '@octavo/core/types'

interface MeasuredColumn {
  name: string
  type: ValueType
  /** The number format of its cells; null for none. */
  format: string | null
}

/** Only the beginning of a sheet is measured: its rows are written while they are read. */
const measuredRows = 200
const measuredBytes = 256 * 1024
const leastWidth = 12
const leastTimeWidth = 20
const mostWidth = 40
const mostNumberWidth = 24
/** Space at both sides of a cell, in letters. */
const padding = 2

/**
 * How wide the columns of a sheet are, in letters: their names and the first cells fit. A program cuts texts in narrower columns, and shows
 * number signs for numbers. `rows`: the first rows as they are written, each with a line feed.
 */
export function columnWidths(columns: readonly MeasuredColumn[], rows: Uint8Array | undefined): number[] {
  const widths = columns.map(({ name, type }) =>
    Math.max(isTime(type) ? leastTimeWidth : leastWidth, name.length + padding),
  )
  const text = Buffer.from(rows?.subarray(0, measuredBytes) ?? []).toString()
  for (const row of text.split('\n').slice(0, measuredRows)) {
    let at = 0
    for (const [, attributes = '', content = ''] of row.matchAll(cell)) {
      const column = columns[at]
      if (column) widths[at] = Math.max(widths[at] ?? 0, widthOf(column, attributes, content))
      at++
    }
  }
  return widths.map((width) => Math.min(mostWidth, width))
}

const cell = /<c((?:\s[^>/]*)?)(?:\/>|>(.*?)<\/c>)/g

const isTime = ({ kind }: ValueType): boolean => kind === 'timestamp' || kind === 'instant'

function widthOf({ type, format }: MeasuredColumn, attributes: string, content: string): number {
  if (attributes.includes('inlineStr')) return lettersOf(content.replace(/<[^>]*>/g, '')) + padding
  if (isTime(type) || type.kind === 'date' || attributes.includes('t="b"')) return 0
  const value = /<v>([^<]*)<\/v>/.exec(content)?.[1]
  return value === undefined ? 0 : Math.min(mostNumberWidth, numberLetters(value, format) + padding)
}

function lettersOf(escaped: string): number {
  let letters = 0
  for (const letter of escaped.replace(/&[^;]+;/g, '-')) letters += letter > '\u2e80' ? 2 : 1
  return letters
}

/** Letters of a number in its format, at least about as many as a program writes. */
function numberLetters(value: string, format: string | null): number {
  // Programs shorten numbers without a format.
  if (format === null) return Math.min(11, value.length)
  const decimals = /\.(0+)/.exec(format)?.[1]?.length ?? 0
  const size = Math.abs(Number(value)) * (format.includes('%') ? 100 : 1)
  const whole = Math.trunc(size).toLocaleString('en-US', { useGrouping: format.includes(',') }).length
  const literals = [...format.matchAll(/"([^"]*)"/g)].reduce((sum, [, text = '']) => sum + text.length, 0)
  return (
    whole + (decimals > 0 ? decimals + 1 : 0) + literals + (format.includes('%') ? 1 : 0) + (Number(value) < 0 ? 1 : 0)
  )
}
