import { expect, test } from 'vitest'
import { createStore, newUuid } from './index.ts'
import { migrations } from './migrations/index.ts'
import { newInode } from './new-inode.ts'
import { insertRuns, newRun } from './schedule-runs.ts'
import { describeStores } from './testing.ts'

describeStores('due times of an older store', (openStore) => {
  test('that passed while the server was off are missed, and no others', async () => {
    const place = await openStore.place({ isMigrated: false })
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name.endsWith('-missed-runs')),
    )
    const older = await createStore({ ...place, migrations: before })
    const [organization_id, member, document, schedule] = [newUuid(), newUuid(), newUuid(), newUuid()]
    const stamp = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
    const of = { organization_id, ...stamp }
    await older.maintain('test', async (tx) => {
      const organization = { id: organization_id, slug: 'x', name: '', zone: 'UTC', settings: '{}' }
      await tx
        .insertInto('organizations')
        .values({ ...organization, created_at: 1, updated_at: 1 })
        .execute()
      await tx
        .insertInto('account_types')
        .values({ ...of, id: 'type', name: 'Type', description: '', is_built_in: 0, permissions: '[]' })
        .execute()
      const names = { email: 'x', email_key: 'x', first_name: '', last_name: '', password_hash: null, is_archived: 0 }
      const home = { account_type_id: 'type', user_kind: 'internal', home_folder_id: '', profile_img_url: null }
      await tx
        .insertInto('members')
        .values({ ...of, ...names, ...home, id: member })
        .execute()
      const file = { organizationId: organization_id, id: document, type: 'workbook', name: 'X', parentId: null }
      await tx
        .insertInto('inodes')
        .values(newInode({ ...file, ownerId: member, by: member, at: 1 }))
        .execute()
      const revisions = { latest_version: 1, draft_revision: 1, published_revision: 1 }
      await tx
        .insertInto('documents')
        .values({ organization_id, id: document, kind: 'workbook', ...revisions })
        .execute()
      const times = { cron: '0 * * * *', zone: 'UTC', next_due_at: null, planned_at: 1, ended_at: null }
      const state = { state: 'active' as const, disabled_at: null, disabled_by: null, failures: 0 }
      const what = { document_id: document, owner_id: member, targets: '[]', config: '{}', description: null }
      await tx
        .insertInto('schedules')
        .values({ ...of, ...times, ...state, ...what, id: schedule })
        .execute()
    })
    // Columns that later migrations add.
    const {
      progress: _,
      cancelled_by: __,
      ...run
    } = newRun({
      organization_id,
      schedule_id: schedule,
      due_at: 1,
      id: newUuid(),
      created_at: 1,
    })
    const reason = 'The server was not running at this time. The latest due time that had passed was sent instead.'
    await older.maintain('test', (tx) =>
      insertRuns(tx, [
        { ...run, state: 'skipped', reason },
        { ...run, due_at: 2, state: 'skipped', reason: `${reason} There were more before this one.` },
        { ...run, due_at: 3, state: 'skipped', reason: 'The condition was not met.' },
        { ...run, due_at: 4, state: 'skipped', reason: null },
        { ...run, due_at: 5, state: 'error', reason },
      ]),
    )
    await older.close()
    const newer = await createStore(place)
    const rows = await newer.db.selectFrom('schedule_runs').select(['due_at', 'state']).orderBy('due_at').execute()
    await newer.close()
    expect(rows.map(({ state }) => state)).toEqual(['missed', 'missed', 'skipped', 'skipped', 'error'])
  })
})
