import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import type { Connector, EngineSession } from '../../packages/server/src/connectors/index.ts'
import {
  createDuckdbConnector,
  createMysqlConnector,
  createPostgresConnector,
} from '../../packages/server/src/connectors/index.ts'
import { createDestinations } from '../../packages/server/src/outbound/index.ts'
import { startMariadb, whyNoMariadb } from '../setup/mariadb-server.ts'
import { startPostgres, whyNoPostgres } from '../setup/postgres-server.ts'
import { summarize } from './measure.ts'

interface Target {
  engine: string
  connector: Connector
  settings: unknown
  endless: string
  /** How many of our statements run, from the engine's own list; null when it has none. */
  running: (() => Promise<number>) | null
  close(): Promise<void>
}

const rounds = 20
const never = () => new AbortController().signal

/** Time from an abort until the engine has stopped the statement; engines that cannot be started here are skipped. */
export async function cancelBench(folder: string): Promise<{ engine: string; median: number; worst: number }[]> {
  const results = []
  for (const open of [duckdb, postgres, mariadb]) {
    const target = await open(folder)
    if (target === null) continue
    const session = await target.connector.open(target.settings)
    const times: number[] = []
    for (let round = -2; round < rounds; round += 1) {
      const time = await cancelOnce(session, target)
      if (round >= 0) times.push(time)
    }
    await session.close()
    await target.close()
    results.push({ engine: target.engine, median: summarize(times).median, worst: Math.max(...times) })
  }
  return results
}

async function cancelOnce(session: EngineSession, { endless, running }: Target): Promise<number> {
  const controller = new AbortController()
  let early: unknown
  const ended = (async () => {
    const budget = { timeoutMs: 60_000, maxRows: 1 }
    const { batches } = await session.query({ text: endless, values: [] }, budget, controller.signal)
    for await (const _ of batches) throw new Error('The endless statement gave a row.')
  })().catch((error) => {
    if (!controller.signal.aborted) early = error
    return performance.now()
  })
  // Without such a list: the statement is running when another one, sent later, has returned.
  if (running === null) await session.list([], never())
  else while ((await running()) === 0) if (early !== undefined) throw early
  const abortedAt = performance.now()
  controller.abort()
  let endedAt = (await ended) ?? performance.now()
  if (running !== null) {
    while ((await running()) > 0);
    endedAt = performance.now()
  }
  return endedAt - abortedAt
}

async function duckdb(folder: string): Promise<Target> {
  const path = join(folder, 'cancel.duckdb')
  const connector = createDuckdbConnector({ folders: [folder], spillFolder: null })
  await connector.build(path, ['CREATE TABLE t AS SELECT 1 AS n'], never())
  return {
    // It has no list of running statements: the time until the caller is notified.
    engine: 'DuckDB (caller notified)',
    connector,
    settings: { path },
    endless: 'SELECT count(*) FROM range(100000000) AS a(i), range(100000000) AS b(j) WHERE hash(i + j) % 7 = 0',
    running: null,
    close: () => connector.close(),
  }
}

const destinations = createDestinations({ allowed: ['127.0.0.1'] })

async function postgres(): Promise<Target | null> {
  if (whyNoPostgres() !== null) return null
  const server = await startPostgres()
  const url = new URL(server.urlOf('postgres'))
  const watcher = new pg.Client(url.href)
  await watcher.connect()
  return {
    engine: 'PostgreSQL',
    connector: createPostgresConnector({ destinations }),
    settings: { host: url.hostname, port: Number(url.port), database: 'postgres', user: url.username },
    endless: 'SELECT count(*) FROM generate_series(1, 1000000000) a CROSS JOIN generate_series(1, 1000000) b',
    async running() {
      const { rows } = await watcher.query(
        "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'FETCH%' AND pid <> pg_backend_pid()",
      )
      return rows.length
    },
    async close() {
      await watcher.end()
      await server.stop()
    },
  }
}

async function mariadb(): Promise<Target | null> {
  if (whyNoMariadb() !== null) return null
  const server = await startMariadb({ hasZones: false })
  const url = new URL(server.urlOf('mysql'))
  const watcher = await createConnection(url.href)
  await watcher.query('CREATE DATABASE bench')
  return {
    engine: 'MariaDB',
    connector: createMysqlConnector({ destinations }),
    settings: { host: url.hostname, port: Number(url.port), user: url.username },
    endless: 'SELECT COUNT(*) FROM bench.seq_1_to_1000000000 AS a JOIN bench.seq_1_to_1000000 AS b',
    async running() {
      const [rows] = await watcher.query("SELECT 1 FROM information_schema.processlist WHERE command = 'Execute'")
      return Array.isArray(rows) ? rows.length : 0
    },
    async close() {
      await watcher.end()
      await server.stop()
    },
  }
}
