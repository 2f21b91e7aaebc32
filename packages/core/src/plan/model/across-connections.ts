/** Id of the embedded engine, which joins the rows of several connections. It is not a connection that people create. */
export const acrossConnections = '00000000-0000-4000-8000-0000000000ac'
export const acrossDialect = 'duckdb'

export interface EnginePlace {
  connectionId: string
  dialect: string
}

/** Where the rows of all these places can be computed together: their common connection, or the embedded engine when they differ. */
export function placeOfAll(places: readonly EnginePlace[]): EnginePlace | null {
  const [first] = places
  if (!first) return null
  const isOne = places.every(({ connectionId }) => connectionId === first.connectionId)
  return isOne ? first : { connectionId: acrossConnections, dialect: acrossDialect }
}
