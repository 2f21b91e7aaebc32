import { AppError } from '@octavo/core/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listQueryRuns } from '../../store/query-runs.ts'
import { describeStores } from '../../store/testing.ts'
import { openQueryBench, type QueryBench } from '../testing/query-bench.ts'
import { createQueryLog, type LoggedQuery, type QueryLog } from './query-log.ts'

describeStores('the history of queries', (openStore) => {
  let bench: QueryBench
  let log: QueryLog
  let query: LoggedQuery
  const bugs: unknown[] = []
  beforeAll(async () => {
    bench = await openQueryBench({ place: await openStore.place(), tables: ['CREATE TABLE PUBLIC.T AS SELECT 1 AS N'] })
    const { store, clock, viewer } = bench
    log = createQueryLog({ store, clock, reportBug: (error) => bugs.push(error) })
    const connection = await bench.sessions.openOwn(bench.organizationId, bench.connectionId)
    const asker = { documentId: 'd', elementId: 'e', viewer, purpose: 'dashboard' as const, compileMs: 2.6 }
    query = { connection, asker, statement: { text: 'SELECT 1' }, timeoutMs: 1000 }
  })
  afterAll(async () => {
    await log.close()
    await bench.close()
  })
  const rows = () =>
    listQueryRuns(bench.store.db, bench.organizationId, { now: bench.clock.at }, { after: null, limit: 30_000 })
  const forget = () => bench.store.maintain('test', (tx) => tx.deleteFrom('query_runs').execute())
  const texts = () => bench.store.db.selectFrom('query_statements').selectAll().orderBy('statement').execute()

  test('a finished query is written completely, a running one as running, and each once', async () => {
    const done = log.begin(query)
    done.started()
    done.received(3, 100)
    done.received(2, 50)
    done.ended(null)
    done.ended(new AppError('query_cancelled', {}))
    const running = log.begin({ ...query, statement: { text: 'x'.repeat(30_000) } })
    log.answered(query, { rows: 7, bytes: 70 })
    await log.flush()
    const written = await rows()
    expect(written).toHaveLength(3)
    expect(written.find(({ row_count }) => row_count === 5)).toMatchObject({
      outcome: 'succeeded',
      byte_count: 150,
      is_cached: 0,
      compile_ms: 3,
      queue_ms: expect.any(Number),
      engine_ms: expect.any(Number),
      transfer_ms: expect.any(Number),
    })
    expect(written.find(({ is_cached }) => is_cached === 1)).toMatchObject({ row_count: 7, outcome: 'succeeded' })
    const [open] = written.filter(({ outcome }) => outcome === 'running')
    expect(open).toMatchObject({ queue_ms: null, engine_ms: null, row_count: null })
    expect(open?.statement).toHaveLength(20_000)
    running.ended(null)
    await log.flush()
    expect((await rows()).map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    await forget()
  })

  test.each([
    ['cancelled', 'query_cancelled', new AppError('query_cancelled', {})],
    ['timedOut', 'query_over_budget', new AppError('query_over_budget', { budget: 'time', limit: '1 s' })],
    ['failed', 'query_over_budget', new AppError('query_over_budget', { budget: 'rows', limit: '1' })],
    ['failed', 'query_failed', new AppError('query_failed', { reason: 'no' })],
    ['failed', 'internal', new Error('a bug')],
  ])('it ends as %s with %s', async (outcome, code, error) => {
    log.begin(query).ended(error)
    await log.flush()
    expect(await rows()).toMatchObject([{ outcome, error_code: code }])
    await forget()
  })

  test('a statement is stored once, and again after a day, so that it is kept as long as queries name it', async () => {
    const { clock } = bench
    const long = 'x'.repeat(20_000)
    expect((await texts()).map(({ statement }) => statement)).toEqual(['SELECT 1', long])
    const [first] = await texts()
    clock.at += 60_000
    log.begin(query).ended(null)
    log.answered(query, { rows: 1, bytes: 1 })
    await log.flush()
    expect(await texts()).toContainEqual(first)
    clock.at += 86_400_000
    log.answered(query, { rows: 1, bytes: 1 })
    await log.flush()
    expect(await texts()).toHaveLength(2)
    expect(await texts()).toContainEqual({ ...first, noted_at: clock.at })
    expect((await rows()).map(({ statement }) => statement)).toEqual(['SELECT 1', 'SELECT 1', 'SELECT 1'])
    await forget()
  })

  test('unwritten queries are written when the process stops', async () => {
    const stopping = createQueryLog({ store: bench.store, clock: bench.clock, reportBug: (error) => bugs.push(error) })
    stopping.begin(query).ended(null)
    await stopping.close()
    expect(await rows()).toHaveLength(1)
    await forget()
  })

  test('while the store cannot be written the newest queries are kept, and lost ones are reported', async () => {
    const { store } = bench
    await store.maintain('test', (tx) => sql`alter table query_runs rename to query_runs_away`.execute(tx))
    log.begin(query).ended(null)
    await expect(log.flush()).rejects.toThrow()
    for (let at = 0; at < 20_000; at += 1) log.answered(query, { rows: at, bytes: 0 })
    await store.maintain('test', (tx) => sql`alter table query_runs_away rename to query_runs`.execute(tx))
    await log.flush()
    const kept = await rows()
    expect(kept).toHaveLength(20_000)
    expect(kept.every(({ is_cached }) => is_cached === 1)).toBe(true)
    expect(bugs.map(String)).toEqual([expect.stringContaining('lost 1 queries')])
  })
})
