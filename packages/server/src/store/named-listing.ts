export const namedOrders = ['name', 'description'] as const

/** A part of a list whose entries have names and descriptions. */
export interface NamedListing {
  /** Part of the name, ignoring case. */
  name: string | undefined
  order: { by: (typeof namedOrders)[number]; isDescending: boolean }
  /** The entry before the first one: its sort key and its id. */
  after: { key: string; id: string } | null
  limit: number
}
