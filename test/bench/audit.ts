/** The audit log of an organization with many events, with the API of a separate server: lists, usage dashboards, and the cost of recording. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { processorMs, send, type Timing, time } from './measure.ts'
import { getToken, type RunningServer, startServer } from './server.ts'

const dayMs = 86_400_000
const writtenAtOnce = 500_000
/** Longer than the server keeps whether an organization has the audit log connection. */
const settingMs = 7_000

export interface AuditTimes {
  written: number
  copied: number
  lists: { name: string; timing: Timing }[]
  dashboards: { name: string; first: number; again: Timing }[]
  cost: { off: number; on: number }
}

type Call = (method: string, path: string, body?: object) => Promise<string>

/** On the embedded store, or on PostgreSQL when an address is given. */
export async function auditBench(events: number, databaseUrl?: string): Promise<AuditTimes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-audit-'))
  let server = await startServer(dataDir, databaseUrl)
  try {
    const cost = await costOfRecording(server)
    const call = await callOf(server)
    await call('PATCH', '/v2/audit/settings', { enabled: true, retentionDays: 60 })
    await untilTrue(async () => (await settingsOf(call)).isReady)
    await server.stop()
    const started = performance.now()
    await writeEvents(dataDir, events, databaseUrl)
    const written = (performance.now() - started) / 1000
    server = await startServer(dataDir, databaseUrl)
    const copied = await untilCopied(await callOf(server))
    const lists = await listTimes(await callOf(server))
    const dashboards = await dashboardTimes(server)
    return { written, copied, lists, dashboards, cost }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function callOf({ url }: RunningServer): Promise<Call> {
  const headers = { authorization: `Bearer ${await getToken(url)}`, 'content-type': 'application/json' }
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await send({ method, url: `${url}${path}`, headers, ...sent })).text
  }
}

interface Settings {
  isReady: boolean
  workspaceId: string | null
  copiedAt: string | null
}
const settingsOf = async (call: Call) => JSON.parse(await call('GET', '/v2/audit/settings')) as Settings

async function untilTrue(holds: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + 3_600_000
  while (!(await holds())) {
    if (performance.now() > until) throw new Error('The audit log was not copied within an hour.')
    await pause(1_000)
  }
}

/** Seconds until the copy, which is published as a whole, has the events. */
async function untilCopied(call: Call): Promise<number> {
  const started = Date.now()
  await untilTrue(async () => Date.parse((await settingsOf(call)).copiedAt ?? '') > started)
  return (Date.now() - started) / 1000
}

async function dashboardsOf(call: Call): Promise<{ id: string; name: string; type: string }[]> {
  const { workspaceId } = await settingsOf(call)
  if (workspaceId === null) return []
  const { entries } = JSON.parse(await call('GET', `/v2/files?parentId=${workspaceId}&limit=100`)) as {
    entries: { id: string; name: string; type: string }[]
  }
  return entries.filter(({ type }) => type === 'workbook')
}

/** The first page of the list as the app shows it, with each filter. */
async function listTimes(call: Call): Promise<AuditTimes['lists']> {
  const since = (days: number) => encodeURIComponent(new Date(Date.now() - days * dayMs).toISOString())
  const filters = {
    'all events': '',
    'the last seven days': `from=${since(7)}`,
    'a category': 'category=EXPORTS',
    'a rare kind of event': 'eventType=TEAM_MEMBERS_CHANGED',
    'refused ones': 'status=failure',
    'a person': 'memberId=member-77',
    'an object': 'objectId=object-77',
    'a person in a category, last 30 days': `memberId=member-77&category=EXPORTS&from=${since(30)}`,
  }
  const times: AuditTimes['lists'] = []
  for (const [name, filter] of Object.entries(filters)) {
    const timing = await time(7, 1, () => call('GET', `/v2/audit/events?limit=50&${filter}`))
    times.push({ name, timing })
  }
  return times
}

/** Each usage dashboard, whole: the first time after a start, and again without the result cache. */
async function dashboardTimes(server: RunningServer): Promise<AuditTimes['dashboards']> {
  const call = await callOf(server)
  const times: AuditTimes['dashboards'] = []
  for (const { id, name } of await dashboardsOf(call)) {
    const read = (body: object) => call('POST', `/v2/workbooks/${id}/pages/overview/data`, body)
    const first = (await time(1, 0, () => read({ refresh: true }))).median
    times.push({ name, first, again: await time(5, 0, () => read({ refresh: true })) })
  }
  return times
}

/** Processor milliseconds of the server for a list of workbooks, without the audit log connection and with it, alternating. */
async function costOfRecording(server: RunningServer): Promise<AuditTimes['cost']> {
  const call = await callOf(server)
  const samples: { off: number[]; on: number[] } = { off: [], on: [] }
  const perRequest = async (requests: number) => {
    const before = processorMs(server.pid)
    for (let sent = 0; sent < requests; sent += 1) await call('GET', '/v2/workbooks?limit=50')
    // The events are written within a second.
    await pause(1_500)
    return (processorMs(server.pid) - before) / requests
  }
  await perRequest(1_000)
  for (let round = 0; round < 5; round += 1) {
    for (const enabled of [false, true]) {
      await call('PATCH', '/v2/audit/settings', { enabled })
      if (enabled) await untilTrue(async () => (await settingsOf(call)).isReady)
      await pause(settingMs)
      samples[enabled ? 'on' : 'off'].push(await perRequest(1_000))
    }
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return { off: median(samples.off), on: median(samples.on) }
}

/** Events of the last 30 days, sealed, without checking their hashes. The copy begins with the first of them. */
async function writeEvents(dataDir: string, events: number, databaseUrl: string | undefined): Promise<void> {
  const run = databaseUrl === undefined ? sqliteRunner(join(dataDir, 'octavo.db')) : await postgresRunner(databaseUrl)
  const begin = Date.now() - 30 * dayMs
  const step = Math.floor((30 * dayMs) / events)
  for (let start = 0; start < events; start += writtenAtOnce) {
    await run.all(run.insert(start, Math.min(writtenAtOnce, events - start), begin, step))
  }
  await run.all(`update audit_trails set since_number = 0, since_at = ${begin - dayMs}`)
  await run.all(run.finish)
  await run.close()
}

interface Runner {
  all(statement: string): Promise<void>
  insert(start: number, count: number, begin: number, step: number): string
  /** The maintenance that the server or its database does by itself some minutes after so many rows were added. */
  finish: string
  close(): Promise<void>
}

function sqliteRunner(file: string): Runner {
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off; pragma cache_size = -1000000')
  return {
    all: async (statement) => db.exec(statement),
    insert: (start, count, begin, step) =>
      insertion({
        source: `(with recursive numbers(i) as (select ${start} union all select i + 1 from numbers where i + 1 < ${start + count}) select i from numbers) n`,
        id: (at) => `printf('%08x-%04x-7000-8000-%012x', (${at}) >> 16, (${at}) & 65535, i)`,
        hash: `lower(hex(randomblob(32)))`,
        begin,
        step,
      }),
    finish: 'pragma optimize',
    close: async () => db.close(),
  }
}

async function postgresRunner(url: string): Promise<Runner> {
  const client = new pg.Client(url)
  await client.connect()
  return {
    async all(statement) {
      await client.query(statement)
    },
    insert: (start, count, begin, step) =>
      insertion({
        source: `generate_series(${start}::bigint, ${start + count - 1}::bigint) as n(i)`,
        id: (at) =>
          `lpad(to_hex((${at}) >> 16), 8, '0') || '-' || lpad(to_hex((${at}) & 65535), 4, '0') || '-7000-8000-' || lpad(to_hex(i), 12, '0')`,
        hash: `md5(i::text) || md5(i::text)`,
        begin,
        step,
      }),
    finish: 'vacuum analyze audit_events',
    close: () => client.end(),
  }
}

interface Insertion {
  source: string
  id(at: string): string
  hash: string
  begin: number
  step: number
}

/** Of a hundred events: 40 API calls, 30 queries, 15 opened workbooks, and changes, exports, rows, sign-ins, teams. */
function insertion({ source, id, hash, begin, step }: Insertion): string {
  const kind = '(i * 7919 % 100)'
  const of = (name: 'category' | 'action' | 'object' | 'details') =>
    `case ${kinds.map(({ below, ...kind_ }) => `when ${kind} < ${below} then '${kind_[name]}'`).join(' ')} end`
  const at = `${begin} + i * ${step}`
  return `insert into audit_events (organization_id, id, happened_at, actor_id, actor_kind, category, action, object_kind, object_id,
      details, request_id, address, outcome, sealed_number, sealed_hash)
    select o.id, ${id(at)}, ${at}, 'member-' || (i * 31 % 1009), 'member', ${of('category')}, ${of('action')}, ${of('object')},
      'object-' || (i * 104729 % 10007), ${of('details')}, 'request-' || i, '192.0.2.' || (i % 250),
      case when i % 97 = 0 then 'denied' else 'done' end, last.number + 1 + i, ${hash}
    from ${source}, (select id from organizations limit 1) o,
      (select max(sealed_number) as number from audit_events where request_id is null or request_id not like 'request-%') last`
}

const kinds = [
  {
    below: 40,
    category: 'PUBLIC_API',
    action: 'API_CALLED',
    object: 'operation',
    details: '{"operation":"listWorkbooks","method":"GET","status":200,"durationMs":12}',
  },
  {
    below: 70,
    category: 'QUERY_EXECUTIONS',
    action: 'QUERY_EXECUTED',
    object: 'document',
    details: '{"elementId":"t1","rowCount":1200,"durationMs":48,"isCached":false}',
  },
  { below: 85, category: 'OBJECT_INTERACTION', action: 'OBJECT_OPENED', object: 'workbook', details: '{}' },
  {
    below: 93,
    category: 'OBJECT_INTERACTION',
    action: 'WORKBOOK_UPDATED',
    object: 'workbook',
    details: '{"before":{"version":3},"after":{"version":4}}',
  },
  {
    below: 96,
    category: 'EXPORTS',
    action: 'EXPORT_COMPLETED',
    object: 'export',
    details: '{"format":"csv","rowCount":5000}',
  },
  {
    below: 98,
    category: 'INPUT_TABLES',
    action: 'INPUT_TABLE_ROWS_CHANGED',
    object: 'workbook',
    details: '{"elementId":"i1","rows":3,"columns":2}',
  },
  { below: 99, category: 'ACCESS', action: 'MEMBER_SIGNED_IN', object: 'member', details: '{"method":"password"}' },
  {
    below: 100,
    category: 'TEAMS',
    action: 'TEAM_MEMBERS_CHANGED',
    object: 'team',
    details: '{"before":{"members":4},"after":{"members":5}}',
  },
] as const
