import {
  type ColumnPair,
  columnNames,
  columnsOf,
  type DocumentElement,
  nameInSource,
  type SourceReplacement,
  sameName,
} from '@octavo/core/document'

type Naming = Pick<SourceReplacement, 'columnOf' | 'pointerOf'>

/** Maps column names to a table: by the pairs, otherwise by equal name, otherwise by a name that differs only in case or punctuation. */
export function tableNaming(
  pairs: readonly ColumnPair[],
  names: readonly string[],
  /** The data model element that the table replaces: references to its columns are ids. */
  before?: DocumentElement,
): Naming {
  const columnOf = (written: string) => nameInSource(pairs, names, written)
  if (!before) return { columnOf }
  const old = columnNames(columnsOf(before))
  return { columnOf, pointerOf: (id) => columnOf(old.get(id) ?? id) }
}

/** The same for an element of a data model, whose columns are referenced by id. */
export function elementNaming(pairs: readonly ColumnPair[], element: DocumentElement): Naming {
  const names = columnNames(columnsOf(element))
  const columnOf = (written: string) => nameInSource(pairs, [...names.values()], written)
  return {
    columnOf,
    pointerOf(written) {
      const name = columnOf(written)
      return [...names].find(([, candidate]) => sameName(candidate, name))?.[0] ?? written
    },
  }
}

/** Column names of a mapping: a single name, or a path that ends with the name. */
export function columnPairs(
  mapping: readonly { fromColumn: string | string[]; toColumn: string | string[] }[] = [],
): ColumnPair[] {
  const nameOf = (column: string | string[]) => (typeof column === 'string' ? column : (column.at(-1) ?? ''))
  return mapping.map(({ fromColumn, toColumn }) => ({ from: nameOf(fromColumn), to: nameOf(toColumn) }))
}

/** Whether a table with these columns has one that matches the name. */
export function isInTable(names: readonly string[], column: string): boolean {
  return names.some((name) => sameName(name, column))
}
