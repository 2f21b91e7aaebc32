import { AppError } from '../errors/index.ts'

/** A field of a record. A quoted empty text is a text, an unquoted one is null. */
export interface Field {
  text: string
  isQuoted: boolean
}

/** The comma, semicolon or tab that is most frequent in the first line outside quotes; a comma when there is none. */
export function separatorOf(text: string): string {
  const [header = ''] = text.replaceAll(/"(?:[^"]|"")*"?/g, '').split(/[\r\n]/, 1)
  const countOf = (separator: string) => header.split(separator).length
  return [',', ';', '\t'].reduce((most, next) => (countOf(next) > countOf(most) ? next : most))
}

/** The records of a CSV, each with the number of its first line. Throws `invalid_request` that names the line. */
export function* recordsOf(text: string, separator: string): Generator<{ fields: Field[]; line: number }> {
  const ends = new RegExp(`[${separator}\\r\\n]`, 'g')
  let at = 0
  let line = 1
  while (at < text.length) {
    const fields: Field[] = []
    const start = line
    for (;;) {
      const isQuoted = text[at] === '"'
      let field = ''
      if (isQuoted) {
        at += 1
        for (;;) {
          const end = text.indexOf('"', at)
          if (end < 0) throw refused(`A quote that opens on line ${start} never closes.`)
          field += text.slice(at, end)
          at = end + 1
          if (text[at] !== '"') break
          field += '"'
          at += 1
        }
        line += field.split('\n').length - 1
        if (at < text.length && !`${separator}\r\n`.includes(text[at] ?? '')) {
          throw refused(`Line ${line} has text after a closing quote.`)
        }
      } else {
        ends.lastIndex = at
        const end = ends.exec(text)?.index ?? text.length
        field = text.slice(at, end)
        at = end
      }
      fields.push({ text: field, isQuoted })
      if (text[at] !== separator) break
      at += 1
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    line += 1
    yield { fields, line: start }
  }
}

/** Unique column names: empty and duplicate ones get a number. */
export function uniqueNames(given: readonly string[]): string[] {
  const taken = new Set<string>()
  return given.map((name, index) => {
    const wanted = name === '' ? `Column ${index + 1}` : name
    let unique = wanted
    for (let number = 1; taken.has(unique.toLowerCase()); number += 1) unique = `${wanted} (${number})`
    taken.add(unique.toLowerCase())
    return unique
  })
}

const refused = (reason: string) =>
  new AppError('invalid_request', { reason, problems: [{ path: 'csv', message: reason }] })
