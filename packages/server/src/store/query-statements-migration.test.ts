import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createStore, newUuid } from './index.ts'
import { migrations } from './migrations/index.ts'
import { listQueryRuns } from './query-runs.ts'
import { describeStores } from './testing.ts'

describeStores('the history of an older store', (openStore) => {
  test('keeps the statement of every query, and each text once for an organization', async () => {
    const place = await openStore.place({ isMigrated: false })
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name.endsWith('-query-statements')),
    )
    const older = await createStore({ ...place, migrations: before })
    const [organization, other] = [newUuid(), newUuid()]
    // More runs than one statement reads, some of them in the same millisecond.
    const runs = Array.from({ length: 603 }, (_, at) => ({
      organization_id: at % 200 === 7 ? other : organization,
      id: newUuid(),
      statement: `SELECT ${at % 5}`,
      started_at: Math.floor(at / 4),
    }))
    const rows = runs.map(
      ({ organization_id, id, statement, started_at }) =>
        sql`(${organization_id}, ${id}, 'c', 'd', 'e', 'm', 'dashboard', ${statement}, ${started_at}, 0, 0, 'succeeded')`,
    )
    await older.maintain('test', (tx) =>
      sql`
        insert into query_runs (organization_id, id, connection_id, document_id, element_id, member_id, purpose, statement,
          started_at, deadline_at, is_cached, outcome)
        values ${sql.join(rows)}`.execute(tx),
    )
    await older.close()
    const newer = await createStore(place)
    const texts = await newer.db.selectFrom('query_statements').select(['organization_id', 'statement']).execute()
    const listed = []
    for (const id of [organization, other]) {
      listed.push(...(await listQueryRuns(newer.db, id, { now: 0 }, { after: null, limit: 2000 })))
    }
    await newer.close()
    expect(texts).toHaveLength(new Set(runs.map((run) => `${run.organization_id} ${run.statement}`)).size)
    const statements = new Map(listed.map(({ id, statement }) => [id, statement]))
    expect(statements.size).toBe(runs.length)
    for (const { id, statement } of runs) expect(statements.get(id)).toBe(statement)
  })
})
