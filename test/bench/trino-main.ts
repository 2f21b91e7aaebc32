/**
 * `npm run bench -- --trino`: the processor time of the server for a page of 45 elements on Trino with one and with two workers, each beside
 * the same page on PostgreSQL. Processor time depends little on what else the machine does. OCTAVO_TEST_TRINO may have the addresses of
 * servers that run already, separated by a comma. Prints a table and writes bench-trino.json.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startTrino } from '../../scripts/lib/trino-server.mjs'
import { startPostgres } from '../setup/postgres-server.ts'
import { tileCount, tilesDocument } from './documents.ts'
import { type HttpCall, processorMs, send, summarize } from './measure.ts'
import { type Figure, machine, printTable } from './report.ts'
import { getToken, startServer } from './server.ts'

const rows = 100_000
const [samples, pages] = [5, 2]
const load = loadavg()[0] ?? 0
const figures: Figure[] = []

/** Measures one page; each call uses another minimum amount, so that nothing is cached. */
type Page = () => Promise<void>

const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-'))
const postgres = await startPostgres()
process.env.OCTAVO_ALLOWED_DESTINATIONS = '127.0.0.1'
const server = await startServer(dataDir)
try {
  const { url, pid } = server
  const headers = { authorization: `Bearer ${await getToken(url)}`, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: unknown) => {
    const request: HttpCall = { method, url: `${url}${path}`, headers }
    const { text } = await send(body === undefined ? request : { ...request, body: JSON.stringify(body) })
    return JSON.parse(text)
  }
  const { userId } = await call('GET', '/v2/whoami')
  const { homeFolderId } = await call('GET', `/v2/members/${userId}`)

  const pageOn = async (name: string, details: Record<string, unknown>, path: string[]): Promise<Page> => {
    const input = { name, details, useFriendlyNames: false, allowPrivilegedRole: true }
    const { connectionId } = await call('POST', '/v2/connections', input)
    const document = tilesDocument(connectionId, homeFolderId, path)
    const { workbookId } = await call('POST', '/v2/workbooks/spec', document)
    let round = 0
    return async () => {
      round += 1
      const body = JSON.stringify({ controls: { Least: `min:${round / 100}` } })
      const { text } = await send({
        method: 'POST',
        url: `${url}/v2/workbooks/${workbookId}/pages/tiles/data`,
        headers,
        body,
      })
      const done = text.split('\n').filter((line) => line.includes('"event":"done"')).length
      if (done !== tileCount) throw new Error(`${done} of ${tileCount} tiles have data: ${text.slice(0, 500)}`)
    }
  }
  const onPostgres = await pageOn('PostgreSQL', await fillPostgres(), ['public', 'sales'])
  const running = process.env.OCTAVO_TEST_TRINO?.split(',')
  for (const [index, workers] of [1, 2].entries()) {
    const known = running?.[index]
    const trino = known === undefined ? await startTrino(workers) : { address: known, stop: () => {} }
    if ('skipped' in trino) {
      console.log(`Skipped: Trino with ${workers} of 2 workers, because ${trino.skipped}.`)
      continue
    }
    await fillTrino(trino.address)
    const details = {
      type: 'trino',
      host: '127.0.0.1',
      port: Number(new URL(trino.address).port),
      user: 'bench',
      useTls: false,
    }
    const onTrino = await pageOn(`Trino ${workers}`, details, ['memory', 'default', 'sales'])
    const [first, second] = await processorOf(pid, onPostgres, onTrino)
    const title = `processor time of the server, page of ${tileCount} elements`
    const beside = `on PostgreSQL in the same run ${first.toFixed(0)} ms: ${(second / first).toFixed(2)} x; bar 1.10 x`
    figures.push({
      figure: `${title}, Trino with ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
      value: second,
      unit: 'ms',
      beside,
    })
    trino.stop()
  }
} finally {
  await server.stop()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
printTable(figures)
writeFileSync('bench-trino.json', `${JSON.stringify({ machine: machine(), load, figures }, null, 2)}\n`)

/** Medians of the processor time of a page of each kind; the two alternate. */
async function processorOf(pid: number, ...both: [Page, Page]): Promise<[number, number]> {
  const found: [number[], number[]] = [[], []]
  for (let sample = -1; sample < samples; sample += 1) {
    for (const [index, page] of both.entries()) {
      const before = processorMs(pid)
      for (let count = 0; count < pages; count += 1) await page()
      if (sample >= 0) found[index as 0 | 1].push((processorMs(pid) - before) / pages)
    }
  }
  return [summarize(found[0]).median, summarize(found[1]).median]
}

async function fillPostgres(): Promise<Record<string, unknown>> {
  const address = new URL(postgres.urlOf('postgres'))
  const client = new pg.Client(address.href)
  await client.connect()
  await client.query(`CREATE TABLE sales AS SELECT n AS id, 'Region ' || n % 9 AS region, DATE '2020-01-01' + (n % 1500)::int AS sold_on,
    'Customer ' || n % 5000 AS customer, n % 20 AS quantity, CAST(n % 10007 AS DECIMAL(12, 2)) / 100 AS amount, n % 3 = 0 AS paid
    FROM generate_series(1::bigint, ${rows}) AS s (n)`)
  await client.query('ANALYZE sales')
  await client.end()
  const { hostname: host, port, username: user } = address
  return { type: 'postgres', host, port: Number(port), database: 'postgres', user, useTls: false }
}

async function fillTrino(address: string): Promise<void> {
  await statement(address, 'DROP TABLE IF EXISTS memory.default.sales')
  await statement(
    address,
    `CREATE TABLE memory.default.sales AS SELECT n AS id, 'Region ' || CAST(n % 9 AS VARCHAR) AS region,
      DATE_ADD('day', n % 1500, DATE '2020-01-01') AS sold_on, 'Customer ' || CAST(n % 5000 AS VARCHAR) AS customer, n % 20 AS quantity,
      CAST(CAST(n % 10007 AS DECIMAL(12, 2)) / 100 AS DECIMAL(12, 2)) AS amount, n % 3 = 0 AS paid
      FROM TABLE(sequence(1, ${rows})) AS s (n)`,
  )
}

async function statement(address: string, text: string): Promise<void> {
  const headers = { 'x-trino-user': 'bench' }
  const read = async (response: Promise<Response>) =>
    (await (await response).json()) as { nextUri?: string; error?: { message: string } }
  let page = await read(fetch(`${address}/v1/statement`, { method: 'POST', headers, body: text }))
  while (page.nextUri !== undefined) page = await read(fetch(page.nextUri, { headers }))
  if (page.error) throw new Error(page.error.message)
}
