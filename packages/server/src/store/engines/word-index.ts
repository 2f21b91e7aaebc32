import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '../schema.ts'

/** The index of the words in `search_documents.words`, which the engine updates with every write of a row. */
export interface WordIndex {
  /** Creates `search_documents` with its index. */
  create(tx: Kysely<Database>): Promise<void>
  /** Rows of `search_documents` in which each of these texts begins a word, found through the index, in an order that needs no sorting. */
  found(beginnings: readonly string[]): {
    from: RawBuilder<unknown>
    where: RawBuilder<unknown>
    order: RawBuilder<unknown>
  }
  /** The same as a condition on each row, for a few known rows. */
  holds(beginnings: readonly string[]): RawBuilder<unknown>
}
