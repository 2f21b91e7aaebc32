import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '../schema.ts'

/** The index of the words in `search_documents.words`, which an engine keeps by itself with every write of a row. */
export interface WordIndex {
  /** Makes `search_documents` with its index. */
  create(tx: Kysely<Database>): Promise<void>
  /** Rows of `search_documents` of which each of these begins a word, found in the index, in an order that costs nothing. */
  found(beginnings: readonly string[]): {
    from: RawBuilder<unknown>
    where: RawBuilder<unknown>
    order: RawBuilder<unknown>
  }
  /** The same as a condition that looks into each row: for a few rows that are known already. */
  holds(beginnings: readonly string[]): RawBuilder<unknown>
}
