import type { Statement, StatementValue } from '@octavo/core/types'

/**
 * A statement for people to read and run elsewhere, with its values as literals. Octavo never sends it to an engine. `$1`, `$2` and `?` are
 * placeholders only outside of string literals, quoted names and comments.
 */
export function readableSql({ sides = [], ...statement }: Statement): string {
  const transferred = sides.map(({ table, name, statement: own }) => {
    const lines = [`${table}: ${name}, computed on its own connection`, ...readableText(own).split('\n')]
    return `${lines.map((line) => `-- ${line}`.trimEnd()).join('\n')}\n`
  })
  return `${transferred.join('')}${readableText(statement)}`
}

function readableText({ text, values }: Statement): string {
  const parts = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\d+)|\?/g
  let next = 0
  return text.replace(parts, (part, number: string | undefined) => {
    if (number === undefined && part !== '?') return part
    const index = number === undefined ? next++ : Number(number) - 1
    const value = values[index]
    return value === undefined ? part : literal(value)
  })
}

function literal({ type, value }: StatementValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  switch (type.kind) {
    case 'int64':
    case 'decimal':
      return String(value)
    case 'float64':
      return typeof value === 'number' ? String(value) : `CAST(${quoted(String(value))} AS DOUBLE PRECISION)`
    case 'date':
      return `DATE ${quoted(String(value))}`
    case 'timestamp':
      return `TIMESTAMP ${quoted(String(value).replace('T', ' '))}`
    case 'instant':
      return `TIMESTAMP WITH TIME ZONE ${quoted(String(value))}`
    default:
      return textLiteral(String(value))
  }
}

/** A text as a literal; rows inside a statement are shortened. */
function textLiteral(text: string): string {
  if (text.length <= longestText) return quoted(text)
  return `${quoted(`${text.slice(0, 200)}…`)} /* cut: ${text.length} characters */`
}

const longestText = 10_000

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
