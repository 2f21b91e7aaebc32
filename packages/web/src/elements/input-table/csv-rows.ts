import { type DocumentColumn, inputColumn } from '@octavo/core/document'
import { type EntryKind, readEntry } from './entry-values.ts'
import { usualFormat } from './input-column-edits.ts'
import { kindOfColumn } from './pasted-rows.ts'

const delimiters = [',', ';', '\t'] as const

/** The cells of a CSV file, row by row; commas, semicolons or tabs between cells. Empty lines are not rows. */
export function rowsOfCsv(content: string): string[][] {
  const text = content.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(text)
  const rows: string[][] = []
  let row: string[] = []
  const cell = new RegExp(`"((?:[^"]|"")*)"[^${delimiter}\\r\\n]*|[^${delimiter}\\r\\n]*`, 'y')
  for (let place = 0; place <= text.length; place += 1) {
    cell.lastIndex = place
    const [whole = '', quoted] = cell.exec(text) ?? []
    row.push(quoted === undefined ? whole : quoted.replaceAll('""', '"'))
    place += whole.length
    if (text[place] === delimiter) continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    if (text[place] === '\r' && text[place + 1] === '\n') place += 1
  }
  return rows
}

/** The delimiter that the first line has most often outside quotes. */
function delimiterOf(text: string): string {
  const line = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Whether the first row can be names: different texts, none of which is empty or a number. */
export function canBeNames([first = [], ...others]: readonly (readonly string[])[]): boolean {
  const isText = first.every((cell) => cell.trim() !== '' && kindOfColumn([cell]) === 'text')
  return others.length > 0 && isText && new Set(first).size === first.length
}

/** Columns for the rows, each with the type that all of its cells have, or text. */
export function columnsOfRows(
  rows: readonly (readonly string[])[],
  names: readonly string[],
  { newId, columnName }: { newId: () => string; columnName: (place: number) => string },
): DocumentColumn[] {
  const width = Math.max(names.length, ...rows.map((row) => row.length))
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, place) => {
    const kind = kindOfAll(rows.map((row) => row[place] ?? ''))
    const wanted = names[place]?.trim() || columnName(place)
    let name = wanted
    for (let count = 1; taken.has(name); count += 1) name = `${wanted} (${count})`
    taken.add(name)
    return inputColumn({ id: newId(), type: kind, name, ...usualFormat(kind) })
  })
}

function kindOfAll(cells: readonly string[]): EntryKind {
  const kind = kindOfColumn(cells)
  const column = { id: '', kind, choices: undefined, column: inputColumn({ id: '', type: kind }) }
  return cells.every((cell) => readEntry(column, cell).problem === undefined) ? kind : 'text'
}
