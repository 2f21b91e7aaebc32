export const namedOrders = ['name', 'description'] as const

/** A part of a list whose entries have names and descriptions. */
export interface NamedListing {
  /** A part of the name, in any case. */
  name: string | undefined
  order: { by: (typeof namedOrders)[number]; isDescending: boolean }
  /** The entry before the first one: what the list is ordered by, and its id. */
  after: { key: string; id: string } | null
  limit: number
}
