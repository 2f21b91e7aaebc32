export interface QuerySettings {
  /** Maximum rows of one window. */
  maxWindowRows: number
  /** Maximum bytes of one window; larger ones fail the query. */
  maxWindowBytes: number
  cacheTtlMs: number
  cacheEntryBytes: number
  cacheBytes: number
}

export const defaultQuerySettings: QuerySettings = {
  maxWindowRows: 10_000,
  maxWindowBytes: 64 * 1024 * 1024,
  cacheTtlMs: 600_000,
  cacheEntryBytes: 8 * 1024 * 1024,
  cacheBytes: 64 * 1024 * 1024,
}
