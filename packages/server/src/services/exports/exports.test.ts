import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ExportProgress, ExportRequest } from '@octavo/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findExport, updateExport } from '../../store/exports.ts'
import { findJob } from '../../store/jobs.ts'
import { updateOrganization } from '../../store/organizations.ts'
import { describeStores } from '../../store/testing.ts'
import { type ExportBench, openExportBench } from '../testing/export-bench.ts'
import { progressesOf } from '../testing/progresses-of.ts'
import { countRowsBeside } from './row-counts.ts'

describeStores('exports', (openStore) => {
  let bench: ExportBench['bench']
  let document: ExportBench['document']
  let start: ExportBench['start']
  let fileOf: ExportBench['fileOf']
  let sheetsOf: ExportBench['sheetsOf']

  beforeAll(async () => {
    ;({ bench, document, start, fileOf, sheetsOf } = await openExportBench(openStore))
  })
  afterAll(() => bench.close())

  const csv = { type: 'csv' as const }
  const json = { type: 'json' as const }
  const xlsx = { type: 'xlsx' as const }

  describe('an export', () => {
    it('is pending, then returns the complete file with its facts', async () => {
      const queryId = await start({ elementId: 'rows', format: csv })
      expect(await bench.exports.download(bench.viewer, queryId)).toMatchObject({ state: 'pending' })
      await bench.openWorker().runDue()
      const download = await bench.exports.download(bench.viewer, queryId)
      if (download.state !== 'file') throw new Error('The export is not ready.')
      const content = await text(download.stream)
      expect(content.split('\r\n').slice(0, 3)).toEqual([
        `N,Label,'=Amount,Day,Rate`,
        '0,label 0,0.00,2024-01-01,0',
        '1,label 1,1.00,2024-01-02,0.125',
      ])
      expect(content.endsWith('\r\n')).toBe(true)
      expect(download).toMatchObject({
        fileName: 'Sales north south - rows.csv',
        mediaType: 'text/csv',
        rowCount: 3000,
        isTruncated: false,
        sizeBytes: Buffer.byteLength(content),
        checksum: createHash('sha256').update(content).digest('hex'),
      })
    })

    it.each([
      { rowLimit: 2, offset: 0, first: '0', rowCount: 2, isTruncated: true },
      { rowLimit: 2, offset: 1, first: '1', rowCount: 2, isTruncated: true },
      { rowLimit: 1000, offset: 2000, first: '2000', rowCount: 1000, isTruncated: false },
      { rowLimit: 1000, offset: 2999, first: '2999', rowCount: 1, isTruncated: false },
      { rowLimit: 0, offset: 0, first: '', rowCount: 0, isTruncated: true },
      { rowLimit: 5, offset: 5000, first: '', rowCount: 0, isTruncated: false },
    ])('with $rowLimit rows from $offset has $rowCount rows', async ({ rowLimit, offset, first, ...facts }) => {
      const file = await fileOf({ elementId: 'rows', format: csv, rowLimit, offset })
      expect(file).toMatchObject(facts)
      expect(file.content.split('\r\n')[1]?.split(',')[0]).toBe(first)
    })

    it('applies its parameters; without matching rows the file has only the header', async () => {
      expect((await fileOf({ elementId: 'rows', format: csv, parameters: { 'Up-To': 'min:,max:9' } })).rowCount).toBe(
        10,
      )
      const none = await fileOf({ elementId: 'rows', format: csv, parameters: { 'Up-To': 'min:-5,max:-1' } })
      expect(none.content).toBe(`N,Label,'=Amount,Day,Rate\r\n`)
      const noJson = await fileOf({ elementId: 'rows', format: json, parameters: { 'Up-To': 'min:-5,max:-1' } })
      expect(noJson.content).toBe('[]\n')
    })

    it('contains the same cells as CSV, as JSON and on the page', async () => {
      const cells: unknown[][] = []
      const page = { document, elementIds: ['awkward'], purpose: 'dashboard' as const }
      for await (const event of bench.pageData.run(bench.viewer, page, bench.signal)) {
        if (event.event === 'batch') cells.push(...event.columns)
      }
      expect(cells[1]).toEqual(['9223372036854775807', '-9223372036854775808', '0', null])
      const inJson = (await fileOf({ elementId: 'awkward', format: json })).content
      expect(inJson).toContain('"I":9223372036854775807,"D":-0.01,"F":0.1,"L":true')
      const exact = JSON.parse(inJson.replace(/("[ID]"):(-?[\d.]+)/g, '$1:"$2"')) as Record<string, unknown>[]
      expect(exact.map((row) => Object.values(row))).toEqual(
        [0, 1, 2, 3].map((row) => cells.map((column) => column[row])),
      )
      const rows = (await fileOf({ elementId: 'awkward', format: csv })).content
      expect(rows).toBe(
        'T,I,D,F,L,A,S\r\n' +
          `'=1+1,9223372036854775807,-0.01,0.1,true,1900-03-01,1969-12-31T23:59:59.999999\r\n` +
          `"a,""b""\r\n👩‍👩‍👧",-9223372036854775808,1234567890123456.70,1e+300,false,2100-12-31,2024-05-20T13:45:00\r\n` +
          '"",0,0.00,1e-07,,,\r\n,,,,,,\r\n',
      )
    })

    it('of a pivot table has its cells, and calculated lines below them in columns of their own', async () => {
      const cells = [
        'false,false,1999000.00,,',
        'false,true,249500.00,,',
        'true,false,2000000.00,,',
        'true,true,250000.00,,',
      ]
      const { content } = await fileOf({ elementId: 'pivot', format: csv })
      const [header, ...rows] = content.trimEnd().split('\r\n')
      expect(header).toBe('Odd,Early,Total,Calculated line,Total (calculated line)')
      expect(rows.slice(0, 4)).toEqual(cells)
      expect(rows.slice(4).map((row) => row.replace(/(\d\.\d{4})\d+$/, '$1'))).toEqual([
        'true,false,,Share of odd,0.5001',
        'true,true,,Share of odd,0.5005',
      ])
      const [sheet] = (await sheetsOf({ elementId: 'pivot', format: xlsx })).sheets
      expect(sheet?.rows.map((row) => row.length)).toEqual([5, 5, 5, 5, 5, 5, 5])
      expect(sheet?.rows[5]?.[3]).toBe('Share of odd')
    })

    it('of another format ignores these options, and says so', async () => {
      const formatting = { pivotHeaderStyle: 'merged' as const, includeMetadata: true }
      await expect(start({ elementId: 'pivot', format: csv, formatting })).rejects.toMatchObject({
        code: 'invalid_request',
        details: { problems: [{ path: 'formatting.pivotHeaderStyle' }, { path: 'formatting.includeMetadata' }] },
      })
      const { content } = await fileOf({ elementId: 'rows', format: csv, rowLimit: 1, formatting: {} })
      expect(content.split('\r\n')).toHaveLength(3)
    })

    it('of JSON lines has one object for each line', async () => {
      const file = await fileOf({ elementId: 'rows', format: { type: 'jsonl' }, rowLimit: 2, offset: 3 })
      expect(file).toMatchObject({ fileName: 'Sales north south - rows.jsonl', mediaType: 'application/x-ndjson' })
      expect(file.content).toBe(
        '{"N":3,"Label":"label 3","=Amount":3.00,"Day":"2024-01-04","Rate":0.375}\n' +
          '{"N":4,"Label":"label 4","=Amount":4.00,"Day":"2024-01-05","Rate":0.5}\n',
      )
    })

    it('reports how many rows and sheets are written, a total only of several sheets', async () => {
      const rows = await progressesOf(bench, document, { elementId: 'rows', format: csv })
      expect(rows[0]).toEqual({ step: 'writing', done: 0, total: null, rows: 0, rowTotal: null })
      expect(rows.at(-1)).toEqual({ step: 'writing', done: 0, total: null, rows: 3000, rowTotal: null })
      const sheets = await progressesOf(bench, document, { pageId: 'second', format: xlsx, rowLimit: 3 })
      expect(new Set(sheets.map(({ done, total }) => `${done} of ${total}`))).toEqual(new Set(['0 of 2', '1 of 2']))
      expect(sheets.at(-1)).toEqual({ step: 'writing', done: 1, total: 2, rows: 6, rowTotal: null })
    })

    it('reports the total of a long file once its rows are counted', async () => {
      const counts: object[] = []
      const request = { elementId: 'many', format: csv, offset: 300_000, rowLimit: 400_000 }
      const isCounted = ({ rowTotal }: ExportProgress) => rowTotal !== null
      const seen = await progressesOf(bench, document, request, isCounted, async ({ order, asker }) => {
        counts.push({ offset: order.offset, rowLimit: order.rowLimit, elementId: asker.elementId })
        return 400_000
      })
      expect(seen.at(-1)).toMatchObject({ step: 'writing', rowTotal: 400_000 })
      expect(counts).toEqual([{ offset: 300_000, rowLimit: 400_000, elementId: 'many' }])
    })

    it.each([
      ['all of them', 1_000_000, {}, 1_000_000],
      ['at most a limit', 1_000_000, { rowLimit: 400_000 }, 400_000],
      ['those after an offset', 1_000_000, { offset: 300_000 }, 700_000],
      ['the most that are counted', 4_999_999, {}, 4_999_999],
      ['more than are counted', 5_000_000, {}, null],
    ])('counts rows: %s', async (_, rows, limits, total) => {
      const connection = await bench.sessions.open(bench.viewer, bench.connectionId)
      const asker = { documentId: document.id, elementId: 'many', viewer: bench.viewer, purpose: 'download' as const }
      const statement = ({ limit }: { limit: number | null }) => ({
        text: `SELECT * FROM range(${rows}) LIMIT ${limit}`,
        values: [],
      })
      const order = { offset: 0, rowLimit: null, ...limits }
      const asked = { connection, rows: { statement }, asker, log: bench.queryLog, order, timeoutMs: 60_000 }
      expect(await countRowsBeside(asked, bench.signal)).toBe(total)
    })

    it('reports its step while it is not ready', async () => {
      const queryId = await start({ elementId: 'rows', format: csv })
      const progress = async () => {
        const download = await bench.exports.download(bench.viewer, queryId)
        if (download.state === 'file') download.stream.destroy()
        return download.state === 'pending' ? download.progress : download.state
      }
      expect(await progress()).toEqual({ step: 'waiting', done: 0, total: null, rows: null, rowTotal: null })
      const noted: ExportProgress = { step: 'writing', done: 0, total: null, rows: 1200, rowTotal: null }
      await bench.store.maintain('an attempt that was interrupted', (tx) =>
        updateExport(tx, bench.organizationId, queryId, ['queued'], {
          state: 'running',
          progress: JSON.stringify(noted),
        }),
      )
      expect(await progress()).toEqual(noted)
      await bench.openWorker().runDue()
      expect(await progress()).toBe('file')
      expect((await findExport(bench.store.db, bench.organizationId, queryId))?.progress).toBeNull()
    })

    it('limits rows by the organization setting when the request has no limit', async () => {
      const message = async (type: 'csv' | 'xlsx') =>
        (await bench.exports.create(bench.viewer, document, { elementId: 'rows', format: { type } })).message
      expect(await message('xlsx')).toMatch('At most 1,000,000 rows')
      expect(await message('csv')).toBeUndefined()
      await bench.store.maintain('a setting', (tx) =>
        updateOrganization(tx, bench.organizationId, { settings: '{"exportRows":{"csv":100,"json":null}}' }),
      )
      bench.clock.at += 6_000
      expect(await message('csv')).toMatch('At most 100 rows')
      expect(await fileOf({ elementId: 'rows', format: csv })).toMatchObject({ rowCount: 100, isTruncated: true })
      expect(await fileOf({ elementId: 'rows', format: json })).toMatchObject({ rowCount: 3000, isTruncated: false })
      await expect(start({ elementId: 'rows', format: csv, rowLimit: 101 })).rejects.toMatchObject({
        code: 'invalid_request',
      })
      await bench.store.maintain('a setting', (tx) => updateOrganization(tx, bench.organizationId, { settings: '{}' }))
      bench.clock.at += 6_000
    })

    it('stops a query that takes longer than its timeout', async () => {
      const queryId = await start({ elementId: 'heavy', format: csv, timeout: 0.05 })
      await bench.openWorker().runDue()
      await expect(bench.exports.download(bench.viewer, queryId)).rejects.toMatchObject({
        code: 'export_failed',
        details: { reason: expect.stringContaining('50 ms') },
      })
    })

    it('fails for a file larger than the organization allows, and leaves nothing', async () => {
      const set = async (settings: string) => {
        await bench.store.maintain('a setting', (tx) => updateOrganization(tx, bench.organizationId, { settings }))
        bench.clock.at += 6_000
      }
      await set('{"exportMegabytes":1}')
      try {
        const queryId = await start({ elementId: 'heavy', format: csv })
        await bench.openWorker().runDue()
        await expect(bench.exports.download(bench.viewer, queryId)).rejects.toMatchObject({
          code: 'export_failed',
          details: { reason: expect.stringContaining('(1 MB)') },
        })
        const { state, file_key } = (await findExport(bench.store.db, bench.organizationId, queryId)) ?? {}
        expect({ state, file_key }).toEqual({ state: 'failed', file_key: null })
        expect(await fileOf({ elementId: 'rows', format: csv })).toMatchObject({ state: 'file', rowCount: 3000 })
      } finally {
        await set('{}')
      }
    })

    it('answers its error, never "not ready" for ever', async () => {
      const queryId = await start({ elementId: 'rows', format: csv })
      await bench.store.maintain('a job that nobody ends well', (tx) =>
        tx
          .updateTable('jobs')
          .set({ state: 'failed', error: '{"code":"deadline_passed","message":"Too late."}' })
          .where('state', '=', 'queued')
          .where('kind', '=', 'export')
          .execute(),
      )
      await expect(bench.exports.download(bench.viewer, queryId)).rejects.toMatchObject({
        code: 'export_failed',
        details: { reason: 'Too late.' },
      })
    })

    it('expires: the file is deleted and the id is not found', async () => {
      const { queryId } = await fileOf({ elementId: 'rows', format: csv, resultsValidityTimeMs: 60_000 })
      expect(readdirSync(join(bench.folder, 'blobs', 'exports'))).toContain(queryId)
      bench.clock.at += 60_000
      await expect(bench.exports.download(bench.viewer, queryId)).rejects.toMatchObject({ code: 'not_found' })
      await bench.openWorker().runDue()
      expect(readdirSync(join(bench.folder, 'blobs', 'exports'))).not.toContain(queryId)
      expect((await findExport(bench.store.db, bench.organizationId, queryId))?.state).toBe('expired')
    })

    it('belongs to the requester', async () => {
      const { queryId } = await fileOf({ elementId: 'rows', format: csv })
      const stranger = { ...bench.viewer, memberId: 'somebody-else' }
      await expect(bench.exports.download(stranger, queryId)).rejects.toMatchObject({ code: 'not_found' })
      await expect(bench.exports.cancel(stranger, queryId)).rejects.toMatchObject({ code: 'not_found' })
      await expect(bench.exports.download(bench.viewer, 'unknown')).rejects.toMatchObject({ code: 'not_found' })
    })

    it('can be cancelled while it waits and while it runs, and leaves no file', async () => {
      const waiting = await start({ elementId: 'rows', format: csv })
      await bench.exports.cancel(bench.viewer, waiting)
      await bench.openWorker().runDue()
      await expect(bench.exports.download(bench.viewer, waiting)).rejects.toMatchObject({ code: 'query_cancelled' })

      const running = await start({ elementId: 'rows', format: csv })
      const controller = new AbortController()
      controller.abort('cancelled')
      await bench.exports.cancel(bench.viewer, running)
      const { organizationId } = bench
      const attempt = { organizationId, exportId: running, attempt: 1, signal: controller.signal }
      expect(await bench.runs.run(attempt)).toEqual({ state: 'cancelled' })
      expect(await bench.blobs.open(`exports/${running}`)).toBeNull()
    })

    it('a file that a killed worker had stored for a cancelled or failed export is deleted', async () => {
      const { organizationId, store } = bench
      const stored = async () => {
        const queryId = await start({ elementId: 'rows', format: csv })
        await bench.blobs.put(`exports/${queryId}`, Readable.from([Buffer.from('1')]))
        return queryId
      }
      const isStored = async (queryId: string) => {
        const file = await bench.blobs.open(`exports/${queryId}`)
        file?.stream.destroy()
        return file !== null
      }
      const cancelled = await stored()
      const jobId = (await findExport(store.db, organizationId, cancelled))?.job_id ?? ''
      const setJob = (state: 'running' | 'cancelled') =>
        store.maintain('a job for tests', (tx) =>
          tx
            .updateTable('jobs')
            .set({ state, lease_until: bench.clock.at + 3_600_000 })
            .where('id', '=', jobId)
            .execute(),
        )
      await setJob('running')
      await bench.exports.cancel(bench.viewer, cancelled)
      const later = async () => {
        bench.clock.at += 10_000
        await bench.openWorker().runDue()
        return isStored(cancelled)
      }
      // Its worker may still be writing.
      expect(await later()).toBe(true)
      await setJob('cancelled')
      expect(await later()).toBe(false)

      const failed = await stored()
      const overdue = new AbortController()
      overdue.abort('deadline_passed')
      const attempt = { organizationId, exportId: failed, attempt: 2, signal: overdue.signal }
      await expect(bench.runs.run(attempt)).rejects.toThrow()
      expect((await findExport(store.db, organizationId, failed))?.state).toBe('failed')
      expect(await isStored(failed)).toBe(false)
    })

    it('stops a running worker when it is cancelled', async () => {
      const queryId = await start({ elementId: 'heavy', format: csv, rowLimit: 1_000_000 })
      const { organizationId } = bench
      const row = () => findExport(bench.store.db, organizationId, queryId)
      const jobId = (await row())?.job_id ?? ''
      const worker = bench.openWorker()
      await worker.start()
      try {
        await expect.poll(async () => (await row())?.state, { timeout: 30_000, interval: 5 }).toBe('running')
        await bench.exports.cancel(bench.viewer, queryId)
        const job = async () => (await findJob(bench.store.db, organizationId, jobId))?.state
        await expect.poll(job, { timeout: 30_000 }).toBe('cancelled')
        expect((await row())?.state).toBe('cancelled')
        // The partial file is removed as soon as the work notices the abort.
        const unfinished = () => readdirSync(join(bench.folder, 'blobs', '.unfinished'))
        await expect.poll(unfinished, { timeout: 30_000 }).toEqual([])
        expect(await bench.blobs.open(`exports/${queryId}`)).toBeNull()
      } finally {
        await worker.stop({ graceMs: 0 })
      }
    })

    it('starts over after an interruption, and a second run changes nothing', async () => {
      const queryId = await start({ elementId: 'rows', format: csv })
      const { organizationId } = bench
      const cut = new AbortController()
      const running = bench.runs.run({ organizationId, exportId: queryId, attempt: 1, signal: cut.signal })
      cut.abort('stopping')
      await expect(running).rejects.toThrow()
      expect(await bench.exports.download(bench.viewer, queryId)).toMatchObject({ state: 'pending' })
      await bench.openWorker().runDue()
      const row = await findExport(bench.store.db, organizationId, queryId)
      expect(row).toMatchObject({ state: 'ready', row_count: 3000 })
      await bench.runs.run({ organizationId, exportId: queryId, attempt: 2, signal: bench.signal })
      expect(await findExport(bench.store.db, organizationId, queryId)).toEqual(row)
      expect(readdirSync(join(bench.folder, 'blobs', '.unfinished'))).toEqual([])
    })

    it('survives the death of the engine in the middle', async () => {
      const queryId = await start({ elementId: 'heavy', format: csv, rowLimit: 1_000_000 })
      const { organizationId } = bench
      const running = bench.runs.run({ organizationId, exportId: queryId, attempt: 1, signal: bench.signal })
      const killing = setInterval(() => {
        const pid = bench.duckdb.engine.pid()
        if (pid !== null && readdirSync(join(bench.folder, 'blobs', '.unfinished')).length > 0)
          process.kill(pid, 'SIGKILL')
      }, 5)
      await expect(running).rejects.toMatchObject({ code: 'engine_unavailable' })
      clearInterval(killing)
      expect(await bench.exports.download(bench.viewer, queryId)).toMatchObject({ state: 'pending' })
      await bench.exports.cancel(bench.viewer, queryId)
    })

    it.each([
      [{ elementId: 'rows', pageId: 'page', format: csv }, 'invalid_request'],
      [{ pageId: 'page', format: csv }, 'invalid_request'],
      [{ format: csv }, 'invalid_request'],
      [{ elementId: 'rows', format: { type: 'pdf' } }, 'invalid_request'],
      [{ elementId: 'rows', format: csv, rowLimit: 1.5 }, 'invalid_request'],
      [{ elementId: 'rows', format: json, rowLimit: 1_000_001 }, 'invalid_request'],
      [{ elementId: 'rows', format: csv, timeout: 0 }, 'invalid_request'],
      [{ pageId: 'empty', format: { type: 'xlsx' } }, 'invalid_request'],
      [{ pageId: 'nowhere', format: { type: 'xlsx' } }, 'not_found'],
      [{ elementId: 'rows', format: csv, offset: -1 }, 'invalid_request'],
      [{ elementId: 'rows', format: csv, resultsValidityTimeMs: 21_600_001 }, 'invalid_request'],
      [{ elementId: 'rows', format: csv, parameters: { Nope: '1' } }, 'invalid_request'],
      [{ elementId: 'rows', format: csv, parameters: { 'Up-To': 'many' } }, 'invalid_request'],
      [{ elementId: 'rows', format: { type: 'png', scale: 2, pixelWidth: 100 } }, 'invalid_request'],
      [{ format: { type: 'png' } }, 'invalid_request'],
      [{ elementId: 'words', format: csv }, 'element_has_no_data'],
      [{ elementId: 'nowhere', format: csv }, 'not_found'],
      [{ elementId: 'rows', format: csv, exportAs: 'nobody' }, 'not_found'],
    ] as [ExportRequest, string][])('refuses %j with %s and leaves no trace', async (request, code) => {
      const count = () => bench.store.db.selectFrom('exports').select('id').execute()
      const before = (await count()).length
      await expect(start(request)).rejects.toMatchObject({ code })
      expect(await count()).toHaveLength(before)
    })

    it('runs as another member for administrators only', async () => {
      const plain = { ...bench.viewer, isAdmin: false }
      const request = { elementId: 'rows', format: csv, exportAs: 'another' }
      await expect(bench.exports.create(plain, document, request)).rejects.toMatchObject({ code: 'forbidden' })
      const own = { ...request, exportAs: plain.memberId }
      await expect(bench.exports.create(plain, document, own)).resolves.toMatchObject({ jobComplete: false })
    })
  })
})
