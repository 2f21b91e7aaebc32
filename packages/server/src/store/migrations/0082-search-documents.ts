import { deserializeDocument } from '@octavo/core/document'
import { sql } from 'kysely'
import { wordIndexes } from '../engines/word-indexes.ts'
import { setSearched } from '../search-documents.ts'
import type { Migration } from './table.ts'

const readAtOnce = 100

/**
 * Adds the searchable texts of each document with its number of readers, and a count of each member's uses of a file.
 */
export const searchDocuments: Migration = {
  name: '0082-search-documents',
  async up(tx, types) {
    await wordIndexes[types.dialect].create(tx)
    await sql`alter table member_files add column uses ${sql.raw(types.integer)} not null default 1`.execute(tx)
    for (let after = ''; ; ) {
      const versions = await tx
        .selectFrom('documents')
        .innerJoin('document_versions', (join) =>
          join
            .onRef('document_versions.organization_id', '=', 'documents.organization_id')
            .onRef('document_versions.document_id', '=', 'documents.id')
            .onRef('document_versions.version', '=', 'documents.latest_version'),
        )
        .select(['documents.organization_id', 'documents.id', 'document_versions.content'])
        .where('documents.id', '>', after)
        .orderBy('documents.id')
        .limit(readAtOnce)
        .execute()
      for (const { organization_id, id, content } of versions) {
        await setSearched(tx, organization_id, id, deserializeDocument(content))
      }
      const last = versions.at(-1)
      if (!last || versions.length < readAtOnce) break
      after = last.id
    }
    await sql`update search_documents set readers = opened.readers
      from (select organization_id, inode_id, count(*) as readers from member_files
        where kind = 'recent' group by organization_id, inode_id) as opened
      where opened.organization_id = search_documents.organization_id
        and opened.inode_id = search_documents.document_id`.execute(tx)
  },
}
