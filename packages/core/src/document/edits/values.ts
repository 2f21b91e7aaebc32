import { isRecord } from '../check-schema.ts'

/** JSON values as edits see them: the order of fields is significant, because documents are stored as text. */

export interface Entry {
  id: string
  [field: string]: unknown
}

/** Whether every entry of the list has a unique id, so that edits can refer to it. */
export function isEntryList(value: unknown): value is Entry[] {
  if (!Array.isArray(value)) return false
  const ids = new Set<unknown>()
  for (const entry of value) {
    if (!isRecord(entry) || typeof entry.id !== 'string' || ids.has(entry.id)) return false
    ids.add(entry.id)
  }
  return true
}

/**
 * A copy with one field set or, for undefined, removed. Other fields keep their order; `after` is the field that it follows (null: first; a
 * missing one: last).
 */
export function withField(
  record: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
  after?: string | null,
): Record<string, unknown> {
  const entries = Object.entries(record)
  const index = entries.findIndex(([field]) => field === name)
  if (value === undefined) return Object.fromEntries(entries.filter(([field]) => field !== name))
  if (after === undefined && index >= 0) {
    return Object.fromEntries(entries.map(([field, old]) => [field, field === name ? value : old]))
  }
  const others = entries.filter(([field]) => field !== name)
  const anchor = others.findIndex(([field]) => field === after)
  const position = after === null ? 0 : anchor < 0 ? others.length : anchor + 1
  return Object.fromEntries([...others.slice(0, position), [name, value], ...others.slice(position)])
}

/** A copy with an item placed after another one; null: first; a missing one: last. */
export function placedAfter<T>(list: readonly T[], item: T, after: string | null, idOf: (item: T) => string): T[] {
  const others = list.filter((other) => idOf(other) !== idOf(item))
  const anchor = others.findIndex((other) => idOf(other) === after)
  const position = after === null ? 0 : anchor < 0 ? others.length : anchor + 1
  return [...others.slice(0, position), item, ...others.slice(position)]
}

/** A longest subset of the wanted ids that is already in the wanted order; the others have to move. */
export function inOrder(present: readonly string[], wanted: readonly string[]): Set<string> {
  const positions = new Map(present.map((id, index) => [id, index]))
  const common = wanted.filter((id) => positions.has(id))
  // Patience sorting: ends[k] is the smallest last position of an ascending run of length k + 1.
  const ends: { position: number; at: number }[] = []
  const before: (number | undefined)[] = []
  for (const [at, id] of common.entries()) {
    const position = positions.get(id) ?? 0
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle]?.position ?? 0) < position) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? ends[low - 1]?.at : undefined
    ends[low] = { position, at }
  }
  const kept = new Set<string>()
  for (let at = ends.at(-1)?.at; at !== undefined; at = before[at]) {
    const id = common[at]
    if (id !== undefined) kept.add(id)
  }
  return kept
}
