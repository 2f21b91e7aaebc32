import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** The parameter of repositories: the store for reading, or a transaction. */
export type Queryable = Kysely<Database> | Transaction<Database>
