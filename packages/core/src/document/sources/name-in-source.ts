import { sameName } from '../name-index.ts'

/** A column of a source and the corresponding column of another source. */
export interface ColumnPair {
  from: string
  to: string
}

/**
 * The name of a column in a source with columns of these names: from the pairs, else its own name, else the only name that differs just in
 * case or punctuation. Unchanged if the source has no such column.
 */
export function nameInSource(pairs: readonly ColumnPair[], names: readonly string[], written: string): string {
  const pair = pairs.find(({ from }) => from === written) ?? pairs.find(({ from }) => sameName(from, written))
  if (pair) return pair.to
  if (names.some((name) => sameName(name, written))) return written
  const alike = names.filter((name) => lettersOf(name) === lettersOf(written))
  return alike.length === 1 ? (alike[0] ?? written) : written
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
