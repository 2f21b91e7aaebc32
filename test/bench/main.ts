/**
 * `npm run bench`: the product compared with the raw engine, in one run. Prints a table and writes bench-results.json. `--rows N` and
 * `--workbooks N` change the sizes, `--tpch-scale N` the size of the TPC-H tables (0 skips them); `--big` adds exports of 10 million rows;
 * `--write` also writes the table into docs/performance.md. `--organization` runs another part instead: organization-main.ts.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { startPostgres, whyNoPostgres } from '../setup/postgres-server.ts'
import { cancelBench } from './cancel.ts'
import { columnsBench } from './columns.ts'
import { compileBench } from './compile.ts'
import { documentBench } from './compile-document.ts'
import { benchDocument, tileCount, tilesDocument } from './documents.ts'
import { exportFile } from './export-file.ts'
import { inputRowsBench } from './input-rows.ts'
import { inviteBench } from './invite.ts'
import { lineageBench } from './lineage.ts'
import { watchLoopDelay } from './loop-delay.ts'
import {
  type HttpCall,
  pair,
  peakMb,
  residentMb,
  residentOnceMb,
  send,
  summarize,
  throughput,
  time,
  timeLines,
} from './measure.ts'
import { ownStatementBench } from './own-statement.ts'
import { policyBench } from './policies.ts'
import { type Figure, machine, printTable, writeIntoPage } from './report.ts'
import { seed } from './seed.ts'
import { getToken, type RunningServer, startServer } from './server.ts'
import { type QuestionTime, tpchBench } from './tpch.ts'

const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : Number(process.argv[at + 1])
}
const rows = option('rows', 1_000_000)
const workbooks = option('workbooks', 100_000)
const bigRows = process.argv.includes('--big') ? option('big-rows', 10_000_000) : 0

const tpchScale = option('tpch-scale', 1)

const figures: Figure[] = []
let tpch: QuestionTime[] = []
const note = (figure: string, value: number, unit: string, beside?: string) =>
  figures.push({ figure, value, unit, ...(beside === undefined ? {} : { beside }) })
const count = (value: number) => Math.round(value).toLocaleString('en-US')
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`

const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-'))
let server: RunningServer | undefined
try {
  const first = await startServer(dataDir)
  note('first start to ready, sample data made', first.readyMs, 'ms')
  await first.stop()
  const { connectionId, file } = await seed(dataDir, { rows, workbooks, bigRows })

  const starts: number[] = []
  for (let run = 0; run < 5; run += 1) {
    server = await startServer(dataDir)
    starts.push(server.readyMs)
    if (run < 4) await server.stop()
  }
  if (!server) throw new Error('No server.')
  note('later start to ready', starts.sort((a, b) => a - b)[2] ?? 0, 'ms', 'bar 700 ms')
  note('idle memory, engine not started', residentMb(server.pid), 'MB')

  const { url, pid } = server
  const loopDelay = watchLoopDelay(url)
  const headers = { authorization: `Bearer ${await getToken(url)}`, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: unknown) => {
    const request: HttpCall = { method, url: `${url}${path}`, headers }
    if (body !== undefined) request.body = JSON.stringify(body)
    const { text } = await send(request)
    return text === '' ? undefined : JSON.parse(text)
  }
  const { userId } = await call('GET', '/v2/whoami')
  const { homeFolderId } = await call('GET', `/v2/members/${userId}`)
  const { workbookId } = await call('POST', '/v2/workbooks/spec', benchDocument(connectionId, homeFolderId))

  // The same query on the raw engine and with the API, with a changing filter value so that nothing is cached.
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' })
  const raw = await instance.connect()
  const pageCall = (least: number | null, extra = {}): HttpCall => ({
    method: 'POST',
    url: `${url}/v2/workbooks/${workbookId}/pages/page/data`,
    headers,
    body: JSON.stringify({
      elementIds: ['by-month'],
      controls: least === null ? {} : { Least: `min:${least}` },
      ...extra,
    }),
  })
  const [engine, api] = await pair(
    40,
    8,
    async (run) => {
      const answer = await raw.runAndReadAll(
        `SELECT REGION, date_trunc('month', SOLD_ON) AS m, count(*), sum(AMOUNT) FROM SALES WHERE AMOUNT >= ${(run + 100) / 1000} GROUP BY 1, 2 ORDER BY 2, 1`,
      )
      if (answer.currentRowCount === 0) throw new Error('The raw engine gave no row.')
    },
    async (run) => {
      const { text } = await send(pageCall((run + 100) / 1000))
      if (!text.includes('"event":"done"')) throw new Error(text.slice(0, 400))
    },
  )
  note(
    `element query over the API, ${rows.toLocaleString('en-US')} rows`,
    api.median,
    'ms',
    `raw engine ${ms(engine.median)}: ${api.median < engine.median ? '' : '+'}${(api.median - engine.median).toFixed(1)} ms, ${(api.median / engine.median).toFixed(2)} x`,
  )
  const { sql } = await call('GET', `/v2/workbooks/${workbookId}/elements/by-month/query`)
  const own = await ownStatementBench(raw, { sql, request: pageCall(null, { refresh: true }) })
  note(
    'the same beside its own statement',
    own.api,
    'ms',
    `raw engine ${ms(own.engine)}: +${(own.api - own.engine).toFixed(1)} ms, ${(own.api / own.engine).toFixed(2)} x; bar +1.5 ms or 1.10 x`,
  )
  for (const [step, median] of Object.entries(own.steps)) note(`of it: ${step}`, median, 'ms')
  const summed = `${Math.round(residentMb(pid))} MB where pages of both processes count twice`
  note('idle memory, engine open', residentOnceMb(pid), 'MB', `bar 180 MB; ${summed}`)

  const cached = pageCall(null)
  await send(cached)
  note('cached answer, p50', (await time(300, 50, () => send(cached))).median, 'ms', 'bar 1 ms')
  note('cached answers, 16 clients', await throughput(16, 4000, cached), '/s', 'bar 5,000 /s')
  note('compile of a typical element', (await compileBench()).median, 'ms', 'bar 1 ms')
  const compiled = documentBench()
  note('compile of a data model of 100 elements', compiled.dataModel, 'ms', 'bar 20 ms')
  note('compile of a document of 1,000 elements', compiled.whole, 'ms', 'bar 50 ms')
  note('the same with every statement written', compiled.withStatements, 'ms')
  note('the document again after one edit', compiled.edited, 'ms', 'bar 5 ms')
  note('1,000 formula columns in one element', compiled.thousandColumns, 'ms')
  note('twice the elements take', compiled.twiceElements, 'times')
  note('twice the columns take', compiled.twiceColumns, 'times')
  const columns = await columnsBench()
  note('1,000 formula columns over 1,000 rows, run', columns.wide, 'ms')
  note('twice the columns take to run', columns.twiceWide, 'times')
  note('a chain of 1,000 columns, each on the one before, run', columns.chain, 'ms')
  const policies = await policyBench()
  note('a page under a row policy, beside the same page without', policies.plain, 'times', 'bar 1.2 times')
  note('the same with a filter that waits behind a fence', policies.fenced, 'times', 'bar 1.2 times')

  // Nothing is cached: each round uses another minimum amount.
  const tiles = await call('POST', '/v2/workbooks/spec', tilesDocument(connectionId, homeFolderId))
  const firsts: number[] = []
  const lasts: number[] = []
  for (let round = -1; round < 5; round += 1) {
    const request: HttpCall = {
      method: 'POST',
      url: `${url}/v2/workbooks/${tiles.workbookId}/pages/tiles/data`,
      headers,
      body: JSON.stringify({ controls: { Least: `min:${(round + 2) / 100}` } }),
    }
    const lines = await timeLines(request)
    const done = lines.filter(({ text }) => text.includes('"event":"done"'))
    if (done.length !== tileCount) throw new Error(`${done.length} of ${tileCount} tiles have data.`)
    if (round < 0) continue
    firsts.push(done[0]?.ms ?? Number.NaN)
    lasts.push(done.at(-1)?.ms ?? Number.NaN)
  }
  const page45 = `page of ${tileCount} elements over ${count(rows)} rows`
  note(`${page45}, first element whole`, summarize(firsts).median, 'ms', 'bar 300 ms')
  note(`${page45}, last element whole`, summarize(lasts).median, 'ms', 'bar 1,500 ms')

  const copy = await time(1, 0, async () => {
    await raw.run(`COPY SALES TO '${join(dataDir, 'raw.csv')}' (HEADER)`)
  })
  const rawRate = `raw COPY ${count(rows / (copy.median / 1000))} rows/s`
  for (const { elementId, type, asked, beside } of [
    { elementId: 'sales', type: 'csv', asked: rows, beside: `${rawRate}, bar 600,000 rows/s` },
    { elementId: 'sales', type: 'jsonl', asked: rows, beside: '' },
    { elementId: 'sales', type: 'xlsx', asked: rows, beside: 'bar 150,000 rows/s' },
    { elementId: 'big', type: 'csv', asked: bigRows, beside: '' },
    { elementId: 'big', type: 'xlsx', asked: bigRows, beside: '' },
  ]) {
    if (asked === 0) continue
    const idle = residentMb(pid)
    const request = { url, headers, workbookId, elementId, type, rows: asked }
    const { result, peak } = await peakMb(pid, () => exportFile(request))
    note(
      `${type.toUpperCase()} export of ${count(asked)} rows, 10 columns`,
      asked / (result.ms / 1000),
      'rows/s',
      beside,
    )
    note('memory above idle during it', peak - idle, 'MB', 'bar 150 MB and 256 MB of the engine')
  }

  const page = async (cursor: string) =>
    call('GET', `/v2/workbooks?excludeTags=true&limit=50${cursor === '' ? '' : `&page=${cursor}`}`)
  let cursor = ''
  const far = Math.min(1000, Math.floor(workbooks / 50))
  for (let number = 1; number < far; number += 1) cursor = (await page(cursor)).nextPage
  const [firstPage, farPage] = await pair(
    60,
    10,
    () => page(''),
    () => page(cursor),
  )
  note(
    `list of ${workbooks.toLocaleString('en-US')} workbooks, page 1`,
    firstPage.median,
    'ms',
    `page ${far.toLocaleString('en-US')} ${ms(farPage.median)}: ${(farPage.median / firstPage.median).toFixed(2)} x`,
  )

  note('1,000 members invited at once', await inviteBench(call), 'ms', 'bar 5,000 ms')

  const readPage = (path: string, body: unknown) =>
    timeLines({ method: 'POST', url: `${url}${path}`, headers, body: JSON.stringify(body) })
  const entered = await inputRowsBench(call, { connectionId, homeFolderId, readPage })
  note('input table of 10,000 rows: one cell changed', entered.cell, 'ms', 'bar 50 ms')
  note('1,000 rows added', entered.paste, 'ms')
  note('1,000 rows added, and read by the next page request', entered.visible, 'ms', 'bar 1,000 ms')

  note('longest delay of the event loop in all of this', await loopDelay.stop(), 'ms', 'bar 50 ms')
  await server.stop()
  server = undefined
  await lineageFigures()
  for (const { engine, median, worst } of await cancelBench(dataDir)) {
    note(`cancel reaches the engine, ${engine}`, median, 'ms', `worst ${ms(worst)}, bar 100 ms`)
  }
  if (tpchScale > 0) {
    tpch = await tpchBench(dataDir, tpchScale, 5)
    const total = (of: (time: QuestionTime) => number) => tpch.reduce((sum, time) => sum + of(time), 0)
    const beside = (ours: number, byHand: number) => `by hand ${ms(byHand)}: ${(ours / byHand).toFixed(2)} x`
    const [ours, byHand] = [total((time) => time.ours), total((time) => time.byHand)]
    note(`TPC-H at scale ${tpchScale}, 22 questions`, ours, 'ms', `${beside(ours, byHand)}, bar 1.3 x`)
    for (const time of tpch.filter((item) => item.ours > 1.3 * item.byHand)) {
      note(`question ${time.number}, ${time.title}`, time.ours, 'ms', beside(time.ours, time.byHand))
    }
  }
} finally {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function lineageFigures(): Promise<void> {
  const postgres = whyNoPostgres() === null ? await startPostgres() : null
  try {
    const stores: [string, string | undefined][] = [['SQLite', undefined]]
    if (postgres) stores.push(['PostgreSQL', postgres.urlOf('postgres')])
    for (const [store, address] of stores) {
      const { chain, graph, rare, common, column, ...few } = await lineageBench(workbooks, address)
      note(`lineage of 1,000 elements in a chain, ${store}`, chain, 'ms', 'bar 100 ms')
      note(`lineage of the last of them, ${store}`, graph, 'ms', 'bar 100 ms')
      const among = `uses among ${count(workbooks)} documents, ${store}`
      note(`${among}: of a table that few read`, rare, 'ms', 'bar 500 ms')
      note(`${among}: of one that all read`, common, 'ms', 'bar 500 ms')
      note(`${among}: of a column of it`, column, 'ms', 'bar 500 ms')
      note(`${among}: the same for a member who may see none of them`, few.unseen, 'ms', 'bar 500 ms')
      note(`${among}: for one who sees 3 of them and 30,000 others, in a folder`, few.seenFolder, 'ms', 'bar 500 ms')
      note(`${among}: the same, each granted singly`, few.seenSingly, 'ms', 'bar 500 ms')
    }
  } finally {
    await postgres?.stop()
  }
}

printTable(figures)
writeFileSync(
  'bench-results.json',
  `${JSON.stringify({ machine: machine(), rows, workbooks, figures, tpch }, null, 2)}\n`,
)
if (process.argv.includes('--write')) writePage()

function writePage(): void {
  const { cores, memoryGb, node } = machine()
  const lead = `Medians of one run of \`npm run bench\` on ${cores} cores and ${memoryGb} GB, Node ${node}, the raw engine measured in the same run.`
  writeIntoPage('performance', lead, figures)
}
