import { type CsvWriter, requirePlain } from './csv-writer.ts'
import { ingestLimits, Refused } from './messages.ts'

/** Column names of a JSON lines file, in order of appearance; writes its rows to the writer. */
export async function readJsonLines(lines: AsyncIterable<string>, writer: CsvWriter): Promise<string[]> {
  const places = new Map<string, number>()
  let line = 0
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    const row: string[] = []
    for (const [name, value] of Object.entries(objectOf(text, line))) {
      const at = places.get(name) ?? places.size
      places.set(requirePlain(name, line), at)
      if (places.size > ingestLimits.columns) {
        throw new Refused(`Line ${line}: the rows have more than ${ingestLimits.columns} fields together.`)
      }
      const cell = textOf(value)
      if (cell !== null) row[at] = requirePlain(cell, line)
    }
    // The array has holes: missing values are null.
    await writer.row(
      line,
      Array.from({ length: places.size }, (_, at) => row[at] ?? null),
    )
  }
  return [...places.keys()]
}

/** A number in its original notation, which a float might not preserve. */
class Numeral {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function objectOf(text: string, line: number): object {
  let value: unknown
  try {
    value = JSON.parse(text, numerals)
  } catch (error) {
    throw new Refused(`Line ${line} is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Numeral)) return value
  throw new Refused(`Line ${line} is not a JSON object.`, { hint: 'Write one object a line: {"name": "value"}.' })
}

/** The text of a number comes with Node's JSON.parse: https://github.com/tc39/proposal-json-parse-with-source */
function numerals(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? new Numeral(context.source) : value
}

/** A cell as text; objects and arrays as JSON with their numbers in original notation. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Numeral) return value.text
  if (typeof value === 'boolean') return String(value)
  return jsonOf(value)
}

function jsonOf(value: unknown): string {
  if (value instanceof Numeral) return value.text
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${jsonOf(field)}`)
    return `{${fields.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
