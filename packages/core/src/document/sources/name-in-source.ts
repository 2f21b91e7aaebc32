import { sameName } from '../name-index.ts'

/** A column of a source and the column that takes its place in another. */
export interface ColumnPair {
  from: string
  to: string
}

/**
 * What a column is called in a source that has columns of these names: as the pairs say, else by its own name, else by the
 * one that differs in case or punctuation alone. A name that the source does not have stays.
 */
export function nameInSource(pairs: readonly ColumnPair[], names: readonly string[], written: string): string {
  const pair = pairs.find(({ from }) => from === written) ?? pairs.find(({ from }) => sameName(from, written))
  if (pair) return pair.to
  if (names.some((name) => sameName(name, written))) return written
  const alike = names.filter((name) => lettersOf(name) === lettersOf(written))
  return alike.length === 1 ? (alike[0] ?? written) : written
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
