import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '../schema.ts'

/** Whether a searched text has to be a whole word, or the beginning of one. */
export type WordMatch = 'whole' | 'beginning'

/** The index of the words in `search_documents.words`, which the engine updates with every write of a row. */
export interface WordIndex {
  /** Creates `search_documents` with its index. */
  create(tx: Kysely<Database>): Promise<void>
  /** Rows of `search_documents` in which each of these texts begins or is a word, found through the index, in an order that needs no sorting. */
  found(
    texts: readonly string[],
    kind: WordMatch,
  ): {
    from: RawBuilder<unknown>
    where: RawBuilder<unknown>
    order: RawBuilder<unknown>
  }
  /** The same as a condition on each row, for a few known rows. */
  holds(beginnings: readonly string[]): RawBuilder<unknown>
  /** `search_documents` for statements that look up the readers of some rows: in an index, because a row contains long texts. */
  readers: RawBuilder<unknown>
}
