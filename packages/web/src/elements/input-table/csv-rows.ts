import { recordsOf, separatorOf } from '@octavo/core/csv'
import { type DocumentColumn, inputColumn } from '@octavo/core/document'
import { type EntryKind, readEntry } from './entry-values.ts'
import { usualFormat } from './input-column-edits.ts'
import { kindOfColumn } from './pasted-rows.ts'

/** The cells of a CSV file, row by row. Empty lines are not rows. Throws `invalid_request` that names the line of a wrong quote. */
export function rowsOfCsv(content: string): string[][] {
  const text = content.replace(/^\uFEFF/, '')
  const rows: string[][] = []
  for (const { fields } of recordsOf(text, separatorOf(text))) {
    if (fields.length > 1 || fields[0]?.text !== '') rows.push(fields.map((field) => field.text))
  }
  return rows
}

/** The number of cells of the longest row. */
export const widthOfRows = (rows: readonly (readonly string[])[]): number =>
  rows.reduce((most, { length }) => Math.max(most, length), 0)

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
  const width = Math.max(names.length, widthOfRows(rows))
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
