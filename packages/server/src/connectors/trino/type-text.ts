import type { ValueType } from '@octavo/core/types'

/** A type as the server writes it: `decimal(12,2)`, `array(row(a bigint, b varchar))`, `timestamp(3) with time zone`. */
export interface TypeTree {
  /** In lower case, without the parentheses: `decimal`, `timestamp with time zone`. */
  name: string
  /** Types and numbers in the parentheses. */
  parts: TypeTree[]
  /** The name of a field of a row; absent for a field without a name. */
  field?: string
}

/** Reads the text of a type. */
export function readType(text: string): TypeTree {
  const open = text.indexOf('(')
  if (open < 0) return { name: text.trim().toLowerCase(), parts: [] }
  const end = closingOf(text, open)
  const name = `${text.slice(0, open)}${text.slice(end + 1)}`.trim().replace(/\s+/g, ' ').toLowerCase()
  const inner = splitAtCommas(text.slice(open + 1, end))
  return { name, parts: name === 'row' ? inner.map(readField) : inner.map((part) => readType(part)) }
}

/** A field of a row: its name, quoted or not, and its type; or its type alone. */
function readField(text: string): TypeTree {
  const [, quotedName, plainName, rest = ''] = /^(?:"((?:[^"]|"")*)"|([^\s"(]+))\s+(\S.*)$/s.exec(text) ?? []
  const name = quotedName?.replaceAll('""', '"') ?? plainName
  const isTypeAlone = name === undefined || /^(with|without|precision|to|zone)\b/i.test(rest)
  return isTypeAlone ? readType(text) : { ...readType(rest), field: name }
}

function closingOf(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '"') at = endOfName(text, at)
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return text.length
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') at = endOfName(text, at)
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return [...parts, text.slice(from).trim()]
}

function endOfName(text: string, from: number): number {
  const end = text.indexOf('"', from + 1)
  return end < 0 ? text.length : end
}

/** Our value type for a column type. */
export function valueTypeOf({ name, parts }: TypeTree): ValueType {
  switch (name) {
    case 'tinyint':
    case 'smallint':
    case 'integer':
    case 'bigint':
      return { kind: 'int64' }
    case 'real':
    case 'double':
      return { kind: 'float64' }
    case 'decimal':
      return { kind: 'decimal', precision: Number(parts[0]?.name ?? 38), scale: Number(parts[1]?.name ?? 0) }
    case 'boolean':
      return { kind: 'logical' }
    case 'date':
      return { kind: 'date' }
    case 'timestamp':
      return { kind: 'timestamp' }
    case 'timestamp with time zone':
      return { kind: 'instant' }
    case 'json':
    case 'row':
    case 'map':
      return { kind: 'variant' }
    case 'array':
      return arrayOf(parts[0])
    default:
      return { kind: 'text' }
  }
}

/** The type of an array: an array for plain elements, a variant for rows and maps. */
function arrayOf(element: TypeTree | undefined): ValueType {
  const type: ValueType = element === undefined ? { kind: 'text' } : valueTypeOf(element)
  return type.kind === 'variant' ? type : { kind: 'array', element: type }
}
