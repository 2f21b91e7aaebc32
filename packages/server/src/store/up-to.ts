/** Limits a query to `atMost` rows; null for all. */
export function upTo<Q extends { limit(rows: number): Q }>(atMost: number | null, query: Q): Q {
  return atMost === null ? query : query.limit(atMost)
}
