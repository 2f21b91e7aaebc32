/** What a cursor remembers of the last entry: the values that the list is ordered by, the id last. */
export type SortKey = readonly (string | number)[]

/** Where a page of a list starts, and how long it may be. */
export interface Window {
  after: SortKey | null
  limit: number
}

/** The key of a list that is ordered by one text; null at its start. */
export const firstKey = ({ after }: Window): string | null => (after === null ? null : String(after[0]))

export interface Slice<Entry> {
  entries: Entry[]
  /** Key of the last entry when more follow; null on the last page. */
  next: SortKey | null
  /** As `Totals` counts. */
  total: number
}

const readAtOnce = 1000

/** A list from its start to its end, read page by page. */
export async function everyEntry<Entry>(read: (window: Window) => Promise<Slice<Entry>>): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let after: SortKey | null = null; ; ) {
    const slice: Slice<Entry> = await read({ after, limit: readAtOnce })
    entries.push(...slice.entries)
    if (slice.next === null) return entries
    after = slice.next
  }
}

/** A page of rows that were read with one row more than `limit`. */
export function sliceOfRows<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => SortKey) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last !== undefined ? keyOf(last) : null }
}

/** A page of a list that is whole in memory and whose order is its own; the key is the place. */
export function sliceOfList<Entry>(entries: readonly Entry[], { after, limit }: Window): Slice<Entry> {
  const start = after === null ? 0 : Number(after[0])
  const end = start + limit
  return { entries: entries.slice(start, end), next: end < entries.length ? [end] : null, total: entries.length }
}
