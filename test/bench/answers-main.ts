/**
 * `npm run bench -- --answers`: the cost of a response. Compares the element query with its own statement over a million and over 20,000
 * rows, and measures idle memory with the engine open, cached responses alone and under three loads, and the longest delay of the event
 * loop. Prints a table and writes bench-answers.json; `--write` also writes the table into docs/performance.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { cachedRates, loadsOf } from './cached-answers.ts'
import { benchDocument, tilesDocument } from './documents.ts'
import { watchLoopDelay } from './loop-delay.ts'
import { type HttpCall, processorMs, residentMb, residentOnceMb, send, time } from './measure.ts'
import { ownStatementBench } from './own-statement.ts'
import { type Figure, machine, printTable, writeIntoPage } from './report.ts'
import { seed } from './seed.ts'
import { getToken, startServer } from './server.ts'

const load = loadavg()[0] ?? 0
const figures: Figure[] = []
const note = (figure: string, value: number, unit: string, beside?: string) =>
  figures.push({ figure, value, unit, ...(beside === undefined ? {} : { beside }) })

await answersOver(20_000, false)
await answersOver(1_000_000, true)

printTable(figures)
writeFileSync('bench-answers.json', `${JSON.stringify({ machine: machine(), load, figures }, null, 2)}\n`)
if (process.argv.includes('--write')) {
  const { cores, memoryGb, node } = machine()
  const lead = `One run of \`npm run bench -- --answers\` on ${cores} cores and ${memoryGb} GB, Node ${node}, at a load of ${load.toFixed(1)} when it began and ${(loadavg()[0] ?? 0).toFixed(1)} at its end.`
  writeIntoPage('performance of answers', lead, figures)
}

/** All figures over a table with so many rows; `isWhole`: includes the figures that need no table of another size. */
async function answersOver(rows: number, isWhole: boolean): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-'))
  try {
    await (await startServer(dataDir)).stop()
    const { connectionId, file } = await seed(dataDir, { rows, workbooks: 1000, bigRows: 0 })
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
      const { workbookId } = await call('POST', '/v2/workbooks/spec', benchDocument(connectionId, homeFolderId))
      const page = (extra: object): HttpCall => ({
        method: 'POST',
        url: `${url}/v2/workbooks/${workbookId}/pages/page/data`,
        headers,
        body: JSON.stringify({ elementIds: ['by-month'], ...extra }),
      })
      const raw = await (await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' })).connect()
      const { sql } = await call('GET', `/v2/workbooks/${workbookId}/elements/by-month/query`)
      const own = await ownStatementBench(raw, { sql, request: page({ refresh: true }), runs: 200 })
      raw.closeSync()
      const added = own.api - own.engine
      note(
        `element query over ${rows.toLocaleString('en-US')} rows`,
        own.api,
        'ms',
        `its own statement on the raw engine ${own.engine.toFixed(2)} ms: ${added < 0 ? '' : '+'}${added.toFixed(2)} ms, ${(own.api / own.engine).toFixed(2)} x; bar +1.5 ms or 1.10 x`,
      )
      for (const [step, median] of Object.entries(own.steps)) note(`of it: ${step}`, median, 'ms')
      if (!isWhole) return

      await pause(20_000)
      const summed = `${Math.round(residentMb(pid))} MB where pages of both processes count twice`
      note('idle memory, engine open', residentOnceMb(pid), 'MB', `bar 180 MB; ${summed}`)

      const loopDelay = watchLoopDelay(url)
      const cached = page({})
      await send(cached)
      note('cached answer, p50', (await time(500, 100, () => send(cached))).median, 'ms', 'bar 1 ms')
      const [before, answers] = [processorMs(pid), 5000]
      await time(answers, 0, () => send(cached))
      const each = (processorMs(pid) - before) / answers
      note(
        'processor time of the server for it',
        each,
        'ms',
        `${Math.round(1000 / each)} /s on one core that does nothing else`,
      )
      const document = tilesDocument(connectionId, homeFolderId)
      const tiles = { workbookId: (await call('POST', '/v2/workbooks/spec', document)).workbookId, document }
      const loads = loadsOf({ url, headers, workbookId, rows, tiles })
      for (const { title, median, least } of await cachedRates(cached, loads, 5)) {
        note(`cached answers, 16 clients, ${title}`, median, '/s', `least ${Math.round(least)} /s; bar 5,000 /s`)
      }
      note('longest delay of the event loop in all of this', await loopDelay.stop(), 'ms', 'bar 50 ms')
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
