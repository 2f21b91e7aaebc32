import { call, type RequestOptions } from '../../api.ts'

export interface PageOf<Entry> {
  entries: Entry[]
  nextPage: string | null
  total?: number
}

export interface Listing<Entry> {
  entries: Entry[]
  /** The total, including entries that were not fetched. */
  total: number
  isWhole: boolean
}

const most = 2000

/** The entries of a list, page after page, up to a number that a browser can hold and sort. */
export async function listAll<Entry>(
  path: string,
  options: Pick<RequestOptions, 'query' | 'signal'> = {},
  atMost = most,
): Promise<Listing<Entry>> {
  const entries: Entry[] = []
  let page: string | null = null
  let total: number | undefined
  do {
    const answer: PageOf<Entry> = await call(path, {
      ...options,
      query: { limit: Math.min(1000, atMost), ...options.query, ...(page === null ? {} : { page }) },
    })
    entries.push(...answer.entries)
    total ??= answer.total
    page = answer.nextPage
  } while (page !== null && entries.length < atMost)
  return { entries, total: Math.max(total ?? 0, entries.length), isWhole: page === null }
}
