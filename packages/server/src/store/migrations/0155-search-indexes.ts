import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** A search reads the ids and numbers of readers of hundreds of documents: from indexes, because the rows contain all texts of a document. */
export const searchIndexes: Migration = {
  name: '0155-search-indexes',
  async up(tx, types) {
    await sql`drop index search_documents_by_readers`.execute(tx)
    await sql`create index search_documents_by_readers
      on search_documents (organization_id, readers, document_id)`.execute(tx)
    await sql`create index search_documents_with_readers
      on search_documents (organization_id, document_id, readers)`.execute(tx)
    if (types.dialect !== 'sqlite') return
    // The word index returns numbers of rows.
    await sql`create index search_documents_by_number
      on search_documents (number, organization_id, document_id)`.execute(tx)
  },
}
