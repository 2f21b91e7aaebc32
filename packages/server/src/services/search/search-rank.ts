import type { MemberFileTable } from '../../store/index.ts'
import type { FoundDocument } from '../../store/search-documents.ts'
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

export function usesByFile(
  rows: readonly (Pick<MemberFileTable, 'kind' | 'inode_id' | 'noted_at'> & { uses: number })[],
): Map<string, FileUse> {
  const uses = new Map<string, FileUse>()
  for (const { kind, inode_id, noted_at, uses: count } of rows) {
    const known = uses.get(inode_id) ?? { openedAt: null, uses: 0, isFavorite: false }
    if (kind === 'favorite') uses.set(inode_id, { ...known, isFavorite: true })
    else uses.set(inode_id, { ...known, openedAt: noted_at, uses: count })
  }
  return uses
}

/** Most used first: by the viewer, then by others; a match in the name counts as much as a recent use. */
export function ranked(
  documents: readonly FoundDocument[],
  beginnings: readonly string[],
  uses: ReadonlyMap<string, FileUse>,
  now: number,
): FoundDocument[] {
  const scored = documents.map((document) => ({
    document,
    score: inNameScore(document.name, beginnings) + useScore(document, uses.get(document.id), now),
  }))
  scored.sort(
    (one, other) =>
      other.score - one.score ||
      other.document.updated_at - one.document.updated_at ||
      (one.document.id < other.document.id ? -1 : 1),
  )
  return scored.map(({ document }) => document)
}

function inNameScore(name: string, beginnings: readonly string[]): number {
  const words = searchWords(name)
  const held = beginnings.filter((beginning) => words.some((word) => word.startsWith(beginning)))
  const isWhole = held.length === beginnings.length && beginnings.every((beginning) => words.includes(beginning))
  return (4 * held.length) / beginnings.length + (isWhole ? 1 : 0)
}

function useScore({ readers }: FoundDocument, use: FileUse | undefined, now: number): number {
  const others = 0.5 * Math.log2(1 + readers)
  if (use === undefined) return others
  const age = use.openedAt === null ? null : Math.max(0, now - use.openedAt) / dayMs
  const lately = age === null ? 0 : 4 * 2 ** (-age / halfLifeDays)
  return others + lately + Math.log2(1 + use.uses) + (use.isFavorite ? 2 : 0)
}
