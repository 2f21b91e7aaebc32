import { type DocumentEdit, emptyDocument, serializeDocument } from '@octavo/core/document'
import { expect, test } from 'vitest'
import { createStore, newUuid } from './index.ts'
import { migrations } from './migrations/index.ts'
import { idsByWords } from './search-documents.ts'
import { describeStores } from './testing.ts'

describeStores('documents of an older store', (openStore) => {
  test('are in the index of what they read, and so are their views, custom SQL as reading anything of its connection; and they are searched', async () => {
    const place = await openStore.place({ isMigrated: false })
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name.endsWith('-document-reads')),
    )
    const older = await createStore({ ...place, migrations: before })
    const organizationId = newUuid()
    const memberId = 'member'
    const content = emptyDocument('workbook')
    const table = { kind: 'warehouse-table', connectionId: 'c', path: ['DB', 'S', 'Orders'] }
    const columns = [{ id: 'net', formula: '[Orders/NET_PRICE]' }]
    content.elements.t = { id: 't', kind: 'table', source: table, columns }
    const sql = { kind: 'sql', connectionId: 'c', statement: 'SELECT 1' }
    content.elements.q = { id: 'q', kind: 'table', source: sql, columns: [] }
    content.pages.push({ id: 'p', name: 'Page', elementIds: ['t', 'q'] })
    const edit: DocumentEdit = {
      op: 'insert',
      at: ['elements', { id: 't' }, 'columns'],
      entry: { id: 'gross', formula: '[Orders/GROSS]' },
      after: 'net',
    }
    const ids = Array.from({ length: 150 }, () => newUuid()).toSorted()
    await older.maintain('test', async (tx) => {
      const organization = { id: organizationId, slug: 'x', name: '', zone: 'UTC', settings: '{}' }
      await tx
        .insertInto('organizations')
        .values({ ...organization, created_at: 1, updated_at: 1 })
        .execute()
      const stamp = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
      const of = { organization_id: organizationId, ...stamp }
      await tx
        .insertInto('account_types')
        .values({ ...of, id: 'type', name: 'Type', description: '', is_built_in: 0, permissions: '[]' })
        .execute()
      const names = { email: 'x', email_key: 'x', first_name: '', last_name: '', password_hash: null, is_archived: 0 }
      const home = { account_type_id: 'type', user_kind: 'internal', home_folder_id: '', profile_img_url: null }
      await tx
        .insertInto('members')
        .values({ ...of, ...names, ...home, id: memberId })
        .execute()
      for (const id of ids) {
        const shared = { organization_id: organizationId, id }
        await tx
          .insertInto('inodes')
          .values({
            ...shared,
            url_id: id,
            type: 'workbook',
            name: 'W',
            tree_id: null,
            is_home: 0,
            description: '',
            parent_id: null,
            owner_id: null,
            badge: null,
            is_archived: 0,
            archived_at: null,
            archived_by: null,
            created_by: 'system',
            updated_by: 'system',
            created_at: 1,
            updated_at: 1,
          })
          .execute()
        await tx
          .insertInto('documents')
          .values({ ...shared, kind: 'workbook', latest_version: 1, draft_revision: 1, published_revision: 1 })
          .execute()
        await tx
          .insertInto('document_versions')
          .values({
            organization_id: organizationId,
            document_id: id,
            version: 1,
            content: serializeDocument(content),
            format_version: content.formatVersion,
            published_by: 'system',
            published_at: 1,
          })
          .execute()
        const view = { organization_id: organizationId, document_id: id, owner_id: memberId, controls: '{}' }
        const contents = { ...view, base_version: 1, edits: JSON.stringify([edit]), created_at: 1, updated_at: 1 }
        await tx
          .insertInto('custom_views')
          .values({ ...contents, key: `custom ${id}`, is_link: 0, revision: 1, used_at: 1 })
          .execute()
        await tx
          .insertInto('saved_views')
          .values({ ...contents, id: `saved ${id}`, name: 'V', is_shared: 0, is_default: 0, explore_key: '' })
          .execute()
      }
    })
    await older.close()
    const newer = await createStore(place)
    const rows = await newer.db
      .selectFrom('document_reads')
      .select(['document_id', 'source_key', 'path', 'column_key'])
      .orderBy('document_id')
      .orderBy('source_key')
      .orderBy('column_key')
      .execute()
    const viewRows = await newer.db
      .selectFrom('view_reads')
      .select(['view_id', 'document_id', 'source_key', 'column_key', 'is_own'])
      .orderBy('document_id')
      .orderBy('view_id')
      .orderBy('source_key')
      .orderBy('column_key')
      .execute()
    const searched = await idsByWords(newer, organizationId, ['w'], 1_000)
    const byColumn = await idsByWords(newer, organizationId, ['net', 'pri'], 1_000)
    await newer.close()
    expect(searched.toSorted()).toEqual(ids)
    expect(byColumn).toHaveLength(ids.length)
    const path = '["db","s","orders"]'
    expect(rows).toEqual(
      ids.flatMap((document_id) => [
        { document_id, source_key: 'sql c', path: '[]', column_key: '*' },
        { document_id, source_key: 'table c orders', path, column_key: '' },
        { document_id, source_key: 'table c orders', path, column_key: 'net price' },
      ]),
    )
    const own = { source_key: 'table c orders', column_key: 'gross', is_own: 1 }
    expect(viewRows.map((row) => ({ ...row, is_own: Number(row.is_own) }))).toEqual(
      ids.flatMap((document_id) => [
        ...[
          { source_key: 'sql c', column_key: '*', is_own: 0 },
          { source_key: 'table c orders', column_key: '', is_own: 0 },
          own,
          { source_key: 'table c orders', column_key: 'net price', is_own: 0 },
        ].map((row) => ({ view_id: `custom ${document_id}`, document_id, ...row })),
        { view_id: `saved ${document_id}`, document_id, ...own },
      ]),
    )
  })
})
