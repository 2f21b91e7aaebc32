import type { WordIndex } from './word-index.ts'
import { postgresWordIndex } from './word-index-postgres.ts'
import { sqliteWordIndex } from './word-index-sqlite.ts'

export const wordIndexes: Readonly<Record<'sqlite' | 'postgres', WordIndex>> = {
  sqlite: sqliteWordIndex,
  postgres: postgresWordIndex,
}
