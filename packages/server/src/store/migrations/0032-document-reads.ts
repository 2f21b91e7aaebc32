import { deserializeDocument } from '@octavo/core/document'
import { readRowsOf, unreadStatements } from '../read-rows.ts'
import { createTable, type Migration, type TableShape } from './table.ts'

const documentReads: TableShape = {
  columns: {
    organization_id: 'text',
    document_id: 'text',
    source_key: 'text',
    path: 'text',
    column_key: 'text',
  },
  key: ['organization_id', 'document_id', 'source_key', 'path', 'column_key'],
  indexes: [['organization_id', 'source_key', 'column_key', 'document_id']],
  links: [{ columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] }],
}

const readAtOnce = 100

/**
 * Adds an index of the columns of tables and data models that each document reads. Documents with custom SQL count as
 * readers of everything in its connection until they are saved again.
 */
export const documentReadsTable: Migration = {
  name: '0032-document-reads',
  async up(tx, types) {
    await createTable(tx, types, 'document_reads', documentReads)
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
        const document = deserializeDocument(content)
        const rows = [...readRowsOf(document), ...unreadStatements(document)]
        for (const row of rows) {
          await tx
            .insertInto('document_reads')
            .values({ organization_id, document_id: id, ...row })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        }
      }
      const last = versions.at(-1)
      if (!last || versions.length < readAtOnce) return
      after = last.id
    }
  },
}
