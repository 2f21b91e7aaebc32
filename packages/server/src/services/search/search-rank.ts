import type { FileUsed } from '../../store/member-files.ts'
import { searchWords } from '../../store/search-words.ts'

const dayMs = 86_400_000
/** A use this many days ago counts half as much as one now. */
const halfLifeDays = 14

/** How a member used a file. */
export interface FileUse {
  openedAt: number | null
  uses: number
  isFavorite: boolean
}

export function usesByFile(rows: readonly FileUsed[]): Map<string, FileUse> {
  const uses = new Map<string, FileUse>()
  for (const { kind, inode_id, noted_at, uses: count } of rows) {
    const known = uses.get(inode_id) ?? { openedAt: null, uses: 0, isFavorite: false }
    if (kind === 'favorite') uses.set(inode_id, { ...known, isFavorite: true })
    else uses.set(inode_id, { ...known, openedAt: noted_at, uses: count })
  }
  return uses
}

/** A match in the name counts as much as a recent use by the viewer; uses by others count less. */
export const scoreOf = (
  { name, readers }: { name: string; readers: number },
  beginnings: readonly string[],
  use: FileUse | undefined,
  now: number,
): number => inNameScore(name, beginnings) + useScore(readers, use, now)

/** The highest score that a document can have whose name is not known: `mayBeNamed` when all the words may be in it. */
export const highestScore = (
  { readers, mayBeNamed }: { readers: number; mayBeNamed: boolean },
  words: number,
  use: FileUse | undefined,
  now: number,
): number =>
  (mayBeNamed ? nameScore(words, words, true) : nameScore(words - 1, words, false)) + useScore(readers, use, now)

function inNameScore(name: string, beginnings: readonly string[]): number {
  const words = searchWords(name)
  const held = beginnings.filter((beginning) => words.some((word) => word.startsWith(beginning)))
  const isWhole = held.length === beginnings.length && beginnings.every((beginning) => words.includes(beginning))
  return nameScore(held.length, beginnings.length, isWhole)
}

const nameScore = (held: number, all: number, isWhole: boolean): number => (4 * held) / all + (isWhole ? 1 : 0)

function useScore(readers: number, use: FileUse | undefined, now: number): number {
  const others = 0.5 * Math.log2(1 + readers)
  if (use === undefined) return others
  const age = use.openedAt === null ? null : Math.max(0, now - use.openedAt) / dayMs
  const lately = age === null ? 0 : 4 * 2 ** (-age / halfLifeDays)
  return others + lately + Math.log2(1 + use.uses) + (use.isFavorite ? 2 : 0)
}
