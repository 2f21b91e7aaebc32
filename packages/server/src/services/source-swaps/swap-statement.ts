import { dialectOf } from '@octavo/core/sql'
import type { SqlReferences, WrittenName, WrittenTable } from '../../connectors/index.ts'

/** A table of custom SQL, and the path that replaces it. */
export interface TableSwap {
  table: WrittenTable
  path: readonly string[]
}

/**
 * Replaces tables in custom SQL: changes only table names that the parser found, and column qualifiers that follow from them. Literals,
 * comments, aliases and placeholders are kept.
 */
export function swapTables(
  statement: string,
  { columns }: SqlReferences,
  swaps: readonly TableSwap[],
  dialect: string,
): string {
  const { quoteIdentifier } = dialectOf(dialect)
  const quoted = (path: readonly string[]) => path.map((part) => quoteIdentifier(part)).join('.')
  const edits = swaps.map(({ table, path }) => ({ ...spanOf(table.parts), text: quoted(path) }))
  for (const { table, path } of swaps) {
    if (table.hasAlias) continue
    for (const column of columns) {
      const qualifier = column.slice(0, -1)
      const last = path.at(-1)
      if (isSameName(qualifier, table.parts)) edits.push({ ...spanOf(qualifier), text: quoted(path) })
      else if (last !== undefined && isSameName(qualifier, table.parts.slice(-1))) {
        edits.push({ ...spanOf(qualifier), text: quoted([last]) })
      }
    }
  }
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), statement)
}

function spanOf(parts: readonly WrittenName[]): { start: number; end: number } {
  return { start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 }
}

function isSameName(a: readonly WrittenName[], b: readonly WrittenName[]): boolean {
  return (
    a.length > 0 &&
    a.length === b.length &&
    a.every(({ name }, index) => name.toLowerCase() === b[index]?.name.toLowerCase())
  )
}
