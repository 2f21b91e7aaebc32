import { expect, test } from 'vitest'
import { createStore, newUuid } from './index.ts'
import { migrations } from './migrations/index.ts'
import { newInode } from './new-inode.ts'
import { describeStores } from './testing.ts'

describeStores('tagged versions of an older store', (openStore) => {
  test('are in the archive exactly while their documents are', async () => {
    const place = await openStore.place({ isMigrated: false })
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name.endsWith('-tagged-states')),
    )
    const older = await createStore({ ...place, migrations: before })
    const organizationId = newUuid()
    const archived = { is_archived: 1, archived_at: 7, archived_by: 'who' }
    const active = { is_archived: 0, archived_at: null, archived_by: null }
    const ids = { kept: newUuid(), gone: newUuid() }
    const states: Record<string, object> = {}
    await older.maintain('test', async (tx) => {
      await tx
        .insertInto('organizations')
        .values({ id: organizationId, slug: 'x', name: '', zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 })
        .execute()
      const add = (id: string, type: string, parentId: string | null, state: object) => {
        // A later migration adds the tree.
        const { tree_id: _, ...row } = newInode({
          organizationId,
          id,
          type,
          name: 'X',
          parentId,
          ownerId: 'o',
          by: 'o',
          at: 1,
        })
        return tx
          .insertInto('inodes')
          .values({ ...row, ...state })
          .execute()
      }
      await add(ids.kept, 'workbook', null, active)
      await add(ids.gone, 'workbook', null, archived)
      for (const [source, state] of [
        ['kept', active],
        ['kept', { ...archived, archived_at: 9 }],
        ['gone', active],
        ['gone', { ...archived, archived_at: 7 }],
      ] as const) {
        const id = newUuid()
        await add(id, 'tagged-workbook', ids[source], state)
        states[id] = source === 'kept' ? active : archived
      }
    })
    await older.close()
    const newer = await createStore(place)
    const rows = await newer.db
      .selectFrom('inodes')
      .select(['id', 'is_archived', 'archived_at', 'archived_by'])
      .where('type', '=', 'tagged-workbook')
      .execute()
    await newer.close()
    expect(Object.fromEntries(rows.map(({ id, ...state }) => [id, state]))).toEqual(states)
  })
})
