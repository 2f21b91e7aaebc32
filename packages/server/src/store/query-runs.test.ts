import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStore, newUuidV7, type Store } from './index.ts'
import {
  countQueryRuns,
  deleteQueryRunsBefore,
  deleteQueryStatementsBefore,
  findQueryRun,
  listQueryRuns,
  type QueryRunRow,
  saveQueryRuns,
  saveQueryStatements,
} from './query-runs.ts'
import { describeStores } from './testing.ts'

const organizations = ['one', 'other']

describeStores('old queries of the history', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await createStore(await openStore.place())
    await store.maintain('test', async (tx) => {
      for (const id of organizations) {
        const row = { id, slug: id, name: '', zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 }
        await tx.insertInto('organizations').values(row).execute()
        const statement = { organization_id: id, statement_key: 'k', statement: `SELECT '${id}'`, noted_at: 1000 }
        await saveQueryStatements(tx, [statement, { ...statement, statement_key: 'old', noted_at: 999 }])
      }
    })
  })
  afterAll(() => store.close())

  test('are removed in several transactions, in every organization, and newer ones are kept', async () => {
    const [one = '', other = ''] = organizations
    const times = Array.from({ length: 520 }, (_, at) => at)
    const rows = [...times.map((at) => runAt(one, at)), runAt(one, 1000), runAt(other, 999), runAt(other, 1001)]
    await store.maintain('test', (tx) => saveQueryRuns(tx, rows))
    expect(await countQueryRuns(store.db, one, { now: 0, memberId: 'm', since: 100 }, null)).toBe(421)
    const remove = () => store.maintain('test', (tx) => deleteQueryRunsBefore(tx, 1000))
    expect(await remove()).toBe(true)
    expect(await remove()).toBe(false)
    expect(await remove()).toBe(false)
    for (const [organization, startedAt] of [
      [one, 1000],
      [other, 1001],
    ] as const) {
      const left = await listQueryRuns(
        store.db,
        organization,
        { now: 0, connectionId: 'c' },
        { after: null, limit: 10 },
      )
      expect(left).toMatchObject([{ started_at: startedAt, statement: `SELECT '${organization}'` }])
      expect(await findQueryRun(store.db, organization, left[0]?.id ?? '')).toEqual(left[0])
    }
    await store.maintain('test', (tx) => deleteQueryStatementsBefore(tx, 1000))
    const texts = await store.db.selectFrom('query_statements').select('statement_key').execute()
    expect(texts).toEqual([{ statement_key: 'k' }, { statement_key: 'k' }])
  })
})

const runAt = (organizationId: string, startedAt: number): QueryRunRow => ({
  ...{ organization_id: organizationId, id: newUuidV7(), connection_id: 'c', document_id: 'd', element_id: 'e' },
  ...{ member_id: 'm', purpose: 'dashboard', statement_key: 'k', started_at: startedAt, deadline_at: 0 },
  ...{ compile_ms: null, queue_ms: null, engine_ms: null, transfer_ms: null, row_count: null, byte_count: null },
  ...{ is_cached: 0, outcome: 'succeeded', error_code: null, cancel_asked_at: null },
})
