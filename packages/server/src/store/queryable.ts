import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** What repositories take: the store for reading, or a transaction. */
export type Queryable = Kysely<Database> | Transaction<Database>
