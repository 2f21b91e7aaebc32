import type { ElementFilter } from '@octavo/core/document'

/** The owner of filters by columns of another element, such as a repeated container for its cards. */
export interface FilterHolder {
  filters: readonly ElementFilter[]
  /** The word says what was done, for undo. */
  change: (word: string, filters: readonly ElementFilter[]) => void
}

/** The filters with one more, or with another one in the place of that with its id. */
export function withFilter(filters: readonly ElementFilter[], filter: ElementFilter): ElementFilter[] {
  const isKnown = filters.some(({ id }) => id === filter.id)
  return isKnown ? filters.map((each) => (each.id === filter.id ? filter : each)) : [...filters, filter]
}
