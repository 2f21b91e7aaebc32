import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { countWrongFolderHolders, rebuildFolderHolders } from './folder-holders.ts'
import { newUuid, urlIdOf } from './ids.ts'
import { migrations } from './migrations/index.ts'
import { createStore } from './store.ts'
import { describeStores, testOn } from './testing.ts'
import { countWrongTrees, rebuildTrees } from './trees.ts'

const organizationId = newUuid()
const stamp = { created_by: 'system', updated_by: 'system', created_at: 7, updated_at: 8 }
const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === '0013-reach'),
)

describeStores('what lists of rights are read from', (openStore, engine) => {
  const inodeRow = (id: string, type: string, parentId: string | null) => ({
    organization_id: organizationId,
    id,
    url_id: urlIdOf(id),
    type,
    name: id,
    parent_id: parentId,
    owner_id: null,
    is_home: 0,
    description: '',
    badge: null,
    is_archived: 0,
    archived_at: null,
    archived_by: null,
    ...stamp,
  })

  test('an upgrade derives it from the existing files and grants', async () => {
    const place = await openStore.place({ isMigrated: false })
    const [workspace, folder, workbook] = [newUuid(), newUuid(), newUuid()]
    const old = await createStore({ ...place, migrations: before })
    await old.maintain('test', async (tx) => {
      await tx
        .insertInto('organizations')
        .values({ id: organizationId, slug: 'x', name: '', zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 })
        .execute()
      await tx
        .insertInto('inodes')
        .values([
          inodeRow(workspace, 'workspace', null),
          inodeRow(folder, 'folder', workspace),
          inodeRow(workbook, 'workbook', folder),
        ])
        .execute()
      for (const [kind, id] of [
        ['inode', workbook],
        ['inode', folder],
        ['connection', newUuid()],
      ] as const) {
        await tx
          .insertInto('grants')
          .values({
            organization_id: organizationId,
            id: newUuid(),
            object_kind: kind,
            object_id: id,
            member_id: null,
            team_id: null,
            is_everyone: 1,
            permission: 'view',
            ...stamp,
          })
          .execute()
      }
    })
    await old.close()

    const store = await openStore(place)
    const holders = await store.db.selectFrom('folder_holders').select(['folder_id', 'holder_id']).execute()
    expect(new Set(holders.map((row) => `${row.folder_id} in ${row.holder_id}`))).toEqual(
      new Set([`${workspace} in ${workspace}`, `${folder} in ${folder}`, `${folder} in ${workspace}`]),
    )
    const grants = await store.db
      .selectFrom('grants')
      .select(['subject', 'object_type', 'object_created_at'])
      .orderBy('object_type')
      .execute()
    const everyone = { subject: 'everyone', object_created_at: 7 }
    expect(grants).toHaveLength(3)
    expect(grants).toEqual(
      expect.arrayContaining([
        { ...everyone, object_type: 'folder' },
        { ...everyone, object_type: 'workbook' },
        { subject: 'everyone', object_type: null, object_created_at: null },
      ]),
    )

    const files = await store.db.selectFrom('inodes').select(['id', 'tree_id']).execute()
    expect(new Map(files.map(({ id, tree_id }) => [id, tree_id]))).toEqual(
      new Map([
        [workspace, null],
        [folder, workspace],
        [workbook, workspace],
      ]),
    )
    expect(await countWrongTrees(store.db)).toBe(0)
    await store.maintain('test', (tx) => tx.updateTable('inodes').set({ tree_id: folder }).execute())
    expect(await countWrongTrees(store.db)).toBe(3)
    await store.maintain('test', rebuildTrees)
    expect(await countWrongTrees(store.db)).toBe(0)

    expect(await countWrongFolderHolders(store.db)).toBe(0)
    await store.maintain('test', async (tx) => {
      await tx.deleteFrom('folder_holders').where('folder_id', '=', workspace).execute()
      await tx
        .insertInto('folder_holders')
        .values({ organization_id: organizationId, folder_id: workspace, holder_id: folder })
        .execute()
    })
    expect(await countWrongFolderHolders(store.db)).toBe(2)
    await store.maintain('test', rebuildFolderHolders)
    expect(await countWrongFolderHolders(store.db)).toBe(0)
  })

  testOn(engine === 'sqlite')('no statement scans an index by the organization alone', async () => {
    const store = await openStore()
    const planOf = async (query: { compile(): CompiledQuery }) => {
      const { sql: text, parameters } = query.compile()
      const plan = await store.db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
      )
      return plan.rows.map(({ detail }) => detail).join('; ')
    }
    const inodes = store.db.selectFrom('inodes').where('organization_id', '=', 'x')
    for (const query of [
      inodes.select(['id', 'parent_id']).where('id', 'in', ['a', 'b', 'c']),
      inodes.select(['id', 'type']).where('parent_id', 'in', ['a', 'b', 'c']),
      inodes.select('id').where('owner_id', '=', 'a').where('type', 'in', ['workbook', 'folder']),
      store.db
        .selectFrom('grants')
        .select('permission')
        .where('organization_id', '=', 'x')
        .where('object_id', '=', 'a'),
    ]) {
      expect(await planOf(query)).not.toMatch(/\(organization_id=\?( AND (type|is_archived)=\?)?\)|SCAN/)
    }
  })
})
