import { expect, test } from 'vitest'
import { createStore, newUuid } from './index.ts'
import { migrations } from './migrations/index.ts'
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
    const run = newRun({ organization_id: newUuid(), schedule_id: newUuid(), due_at: 1, id: newUuid(), created_at: 1 })
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
