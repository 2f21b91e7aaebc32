import { applyEdits, type DocumentEdit, deserializeDocument } from '@octavo/core/document'
import { type Kysely, sql } from 'kysely'
import { unparsedViewReads } from '../read-rows.ts'
import type { Database } from '../schema.ts'
import { createTable, type Migration, type TableShape } from './table.ts'

const viewReads: TableShape = {
  columns: {
    organization_id: 'text',
    view_id: 'text',
    document_id: 'text',
    source_key: 'text',
    path: 'text',
    column_key: 'text',
    is_own: 'integer',
  },
  key: ['organization_id', 'view_id', 'source_key', 'path', 'column_key'],
  indexes: [
    ['organization_id', 'source_key', 'column_key', 'document_id'],
    ['organization_id', 'document_id'],
  ],
  links: [{ columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] }],
}

const readAtOnce = 100

/**
 * Adds an index of the columns of tables and data models that each view reads. Views with custom SQL count as readers
 * of everything in its connection until they are saved again.
 */
export const viewReadsTable: Migration = {
  name: '0048-view-reads',
  async up(tx, types) {
    await createTable(tx, types, 'view_reads', viewReads)
    await sql`alter table catalog_sync_effects add column views ${sql.raw(types.text)} not null default '[]'`.execute(
      tx,
    )
    await readViews(tx, 'custom_views', 'key')
    await readViews(tx, 'saved_views', 'id')
  },
}

async function readViews(tx: Kysely<Database>, table: 'custom_views' | 'saved_views', id: 'key' | 'id'): Promise<void> {
  const { ref } = sql
  for (let after = ''; ; ) {
    const { rows } = await sql<ViewRow>`
      select views.organization_id, views.${ref(id)} as view_id, views.document_id, views.edits, versions.content
      from ${sql.table(table)} as views
      join document_versions as versions
        on versions.organization_id = views.organization_id
        and versions.document_id = views.document_id
        and versions.version = views.base_version
      where views.${ref(id)} > ${after}
      order by views.${ref(id)}
      limit ${sql.lit(readAtOnce)}
    `.execute(tx)
    for (const { organization_id, view_id, document_id, edits, content } of rows) {
      const base = deserializeDocument(content)
      const shown = applyEdits(base, JSON.parse(edits) as DocumentEdit[]).document
      for (const read of unparsedViewReads(base, shown, { follows: table === 'saved_views' })) {
        await tx
          .insertInto('view_reads')
          .values({ organization_id, view_id, document_id, ...read })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < readAtOnce) return
    after = last.view_id
  }
}

interface ViewRow {
  organization_id: string
  view_id: string
  document_id: string
  edits: string
  content: string
}
