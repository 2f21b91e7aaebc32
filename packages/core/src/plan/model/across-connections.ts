/** Where rows of several connections meet: the embedded engine. It is no connection that people make. */
export const acrossConnections = '00000000-0000-4000-8000-0000000000ac'
export const acrossDialect = 'duckdb'

export interface EnginePlace {
  connectionId: string
  dialect: string
}

/** Where rows of all these places can be computed together: their connection, or the embedded engine where they are apart. */
export function placeOfAll(places: readonly EnginePlace[]): EnginePlace | null {
  const [first] = places
  if (!first) return null
  const isOne = places.every(({ connectionId }) => connectionId === first.connectionId)
  return isOne ? first : { connectionId: acrossConnections, dialect: acrossDialect }
}
