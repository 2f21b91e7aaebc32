import { readFormN } from '@octavo/core/document'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import '../../connectors/testing.ts'
import { countRowsBeside } from '../../services/exports/row-counts.ts'
import { newUuid } from '../../store/index.ts'
import { embeddedStore, testOn } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { computedElement, lookedUpElement, markedElement } from './testing-marked-elements.ts'
import { ordersElement, type Platform, platforms } from './testing-platforms.ts'

describe.each(platforms)(
  'a workbook over $title, from the first request to the file',
  ({ kind, type, dialect, open }) => {
    const provided = inject(kind)
    const skipped = 'skipped' in provided
    let documents: TestServices
    let platform: Awaited<ReturnType<Platform['open']>>
    let connectionId = ''
    let tableId = ''
    let workbookId = ''
    const server = useServer(embeddedStore(), (testPlatform) => {
      documents = buildTestServices(testPlatform)
      documents.worker.start()
      return documents.routes
    })
    beforeAll(async () => {
      if (!skipped) platform = await open()
      return async () => {
        await documents?.close()
        await platform?.close()
      }
    }, 240_000)
    const onlyPostgres = kind === 'postgres' ? test.skipIf(skipped) : testOn(false)
    const { send } = requestsOf(server, 'admin')
    const elements = () => [
      ordersElement(
        connectionId,
        [platform.schema, 'orders'],
        [{ id: 'cheap', name: 'Cheap', formula: '[Price] < 1' }],
      ),
    ]
    const endless = () => ({
      id: 'endless',
      kind: 'table',
      name: 'Endless',
      source: { kind: 'sql', connectionId, statement: platform.endless },
      columns: [{ id: 'n', name: 'N', formula: '[Custom SQL/n]' }],
    })

    const digits = `(SELECT 0 AS d ${Array.from({ length: 9 }, (_, at) => `UNION ALL SELECT ${at + 1}`).join(' ')})`
    const thousand = `SELECT a.d + b.d AS n FROM ${[...'abc'].map((name) => `${digits} ${name}`).join(' CROSS JOIN ')}`

    /** The rows of a sorted table of the statement, counted as beside an export. */
    async function countedBeside(statement: string, order = {}, timeoutMs = 60_000) {
      const viewer = await documents.viewer('admin')
      const { document } = readFormN({
        name: 'Numbers',
        schemaVersion: 1,
        pages: [
          {
            id: 'p',
            name: 'P',
            elements: [
              {
                id: 'numbers',
                kind: 'table',
                name: 'Numbers',
                source: { kind: 'sql', connectionId, statement },
                columns: [{ id: 'n', name: 'N', formula: '[Custom SQL/n]' }],
                sort: [{ columnId: 'n', direction: 'descending' }],
              },
            ],
          },
        ],
      })
      if (!document) throw new Error('The document does not load.')
      const { signal } = new AbortController()
      const asker = { documentId: newUuid(), elementId: 'numbers', viewer, purpose: 'download' as const }
      const queried = { id: asker.documentId, version: 1, versionKey: '1', content: document }
      const scope = await documents.compiler.begin(viewer, queried, {})
      const outcome = await documents.compiler.compile(scope, asker.elementId, [], signal)
      if (!outcome.ok) throw new Error(outcome.message)
      const connection = await documents.sessions.open(viewer, connectionId)
      const asked = { connection, rows: outcome.element.flat, asker, log: documents.queryLog, timeoutMs }
      return countRowsBeside({ ...asked, order: { offset: 0, rowLimit: null, ...order } }, signal)
    }

    test.skipIf(skipped)('the connection is created, tested and browsed', async () => {
      const made = await send('POST', '/v2/connections', {
        name: 'Shop',
        details: { type, ...platform.details },
        useFriendlyNames: false,
      })
      expect(made.status, made.text).toBe(201)
      ;({ connectionId } = made.body as { connectionId: string })
      expect((await send('GET', `/v2/connections/${connectionId}/test`)).body).toMatchObject({
        read: 'SUCCESS',
        platform: { dialect, isVerified: true },
      })
      expect((await send('POST', `/v2/connections/${connectionId}/sync`, { path: [] })).body).toEqual({})
      const paths = await send('GET', `/v2/connections/paths?connectionId=${connectionId}`)
      expect(paths.body).toMatchObject({
        entries: expect.arrayContaining([expect.objectContaining({ path: [platform.schema, 'orders'] })]),
      })
      const found = await send('POST', `/v2/connection/${connectionId}/lookup`, { path: [platform.schema, 'orders'] })
      ;({ inodeId: tableId } = found.body as { inodeId: string })
      expect((await send('GET', `/v2/connections/tables/${tableId}/columns`)).body).toMatchObject({
        entries: [
          { name: 'id', type: { type: 'integer' } },
          { name: 'name', type: { type: 'text' } },
          { name: 'price', type: { type: 'number' } },
          { name: 'sold', type: { type: 'datetime' } },
          { name: 'is_paid', type: { type: 'boolean' } },
          { name: 'code', type: { type: 'integer' } },
        ],
      })
    })

    test.skipIf(skipped)(
      'an account with rights beyond tables is refused unless an administrator allows it',
      async () => {
        const body = { name: 'Owner', details: { type, ...platform.privileged } }
        const refused = await send('POST', '/v2/connections', body)
        expect(refused).toMatchObject({
          status: 400,
          body: { code: 'privileged_role', details: { privileges: platform.privileges } },
        })
        expect((await send('PUT', `/v2/connections/${connectionId}`, body)).status).toBe(400)
        const allowed = { ...body, allowPrivilegedRole: true }
        expect((await send('POST', '/v2/connections', allowed, 'builder')).status).toBe(403)
        const made = await send('POST', '/v2/connections', allowed)
        expect(made.status, made.text).toBe(201)
        const id = (made.body as { connectionId: string }).connectionId
        expect((await send('GET', `/v2/connections/${id}/test`)).body).toMatchObject({ read: 'SUCCESS' })
        const events = await server()
          .platform.store.db.selectFrom('audit_events')
          .selectAll()
          .where('object_id', '=', id)
          .where('action', '=', 'CONNECTION_CREATED')
          .execute()
        expect(events.map((event) => JSON.stringify(event)).join()).toContain('allowsPrivilegedRole')
        // Without the flag, which this write removes, the connection test reports the rights again.
        await server().platform.store.maintain('test', (tx) =>
          tx.updateTable('connections').set({ allows_privileged_role: 0, revision: 7 }).where('id', '=', id).execute(),
        )
        expect((await send('GET', `/v2/connections/${id}/test`)).body).toMatchObject({ code: 'privileged_role' })
      },
    )

    test.skipIf(skipped)('an account that may write is a warning', async () => {
      expect((await send('GET', `/v2/connections/${connectionId}/test`)).body).not.toHaveProperty('warnings')
      await platform.allowWriting()
      expect((await send('GET', `/v2/connections/${connectionId}/test`)).body).toMatchObject({
        read: 'SUCCESS',
        warnings: [expect.stringContaining('may write')],
      })
    })

    test.skipIf(skipped)('its rows are exact on the page', async () => {
      const folderId = server().platform.people.admin.homeFolderId
      const made = await send('POST', '/v2/workbooks/spec', {
        name: 'Shop',
        folderId,
        schemaVersion: 1,
        pages: [
          { id: 'first', name: 'First', elements: elements() },
          { id: 'slow', name: 'Slow', elements: [endless()] },
        ],
      })
      expect(made.status, made.text).toBeLessThan(300)
      ;({ workbookId } = made.body as { workbookId: string })
      const { lines } = await send('POST', `/v2/workbooks/${workbookId}/pages/first/data`, {})
      const events = lines as { event: string; columns?: unknown[][] }[]
      expect(
        events.map(({ event }) => event),
        JSON.stringify(lines),
      ).toEqual(['start', 'schema', 'batch', 'done', 'end'])
      expect(events[2]?.columns).toEqual([
        ['1', '2', '3'],
        ['größe', "O'Brien; --", null],
        ['12.50', '-0.01', null],
        ['2024-03-31', '1969-12-31', null],
        [true, false, null],
        ['9007199254740993', '-1', null],
        ['2024-03-01', '1969-12-01', null],
        [false, true, null],
      ])
    })

    test.skipIf(skipped)(
      'several values are distinguished from none, and a row without a number does not remove the others',
      async () => {
        const made = await send('POST', '/v2/workbooks/spec', {
          name: 'Marks',
          folderId: server().platform.people.admin.homeFolderId,
          schemaVersion: 1,
          pages: [
            { id: 'p', name: 'P', elements: [markedElement(connectionId, [platform.schema, 'orders'])] },
            { id: 'q', name: 'Q', elements: [computedElement(connectionId, [platform.schema, 'orders'])] },
          ],
        })
        expect(made.status, made.text).toBeLessThan(300)
        const { workbookId: markedId } = made.body as { workbookId: string }
        interface Answer {
          event: string
          resultId?: string
          level?: string
          columns?: never[][]
          states?: (unknown[] | null)[]
        }
        const answer = async (page: string) =>
          (await send('POST', `/v2/workbooks/${markedId}/pages/${page}/data`, {})).lines as Answer[]
        const lines = await answer('p')
        const groups = lines.find(({ event, level }) => event === 'schema' && level === 'g1')
        const batch = lines.find(({ event, resultId }) => event === 'batch' && resultId === groups?.resultId)
        expect(batch?.columns, JSON.stringify(lines)).toEqual([
          ['empty', 'full'],
          [null, null],
          [null, '9007199254740992'],
        ])
        expect(batch?.states?.[1]).toEqual([null, 'several'])
        expect((await answer('q')).find(({ event }) => event === 'batch')?.columns).toEqual([
          ['1', '2', '3'],
          ['12.50', '-0.01', null],
          ['9007199254740993', '-1', null],
          ['18014398509481987', '0', null],
          [null, '-1024', null],
          [2.5e301, -0.02 * 1e300, null],
          [null, null, null],
        ])
      },
    )

    const withMarks = async (name: string): Promise<string> => {
      const made = await send('POST', '/v2/workbooks/spec', {
        name,
        folderId: server().platform.people.admin.homeFolderId,
        schemaVersion: 1,
        pages: [
          {
            id: 'p',
            name: 'P',
            elements: [markedElement(connectionId, [platform.schema, 'orders']), lookedUpElement()],
          },
        ],
      })
      expect(made.status, made.text).toBeLessThan(300)
      return (made.body as { workbookId: string }).workbookId
    }
    const fileOf = async (markedId: string, elementId: string, format: string) => {
      const started = await send('POST', `/v2/workbooks/${markedId}/export`, { elementId, format: { type: format } })
      expect(started.status, started.text).toBe(200)
      const { queryId } = started.body as { queryId: string }
      const file = () => send('GET', `/v2/query/${queryId}/download`)
      await expect.poll(file, { timeout: 15_000, interval: 30 }).toMatchObject({ status: 200 })
      return file()
    }

    test.skipIf(skipped).each([
      ['marked', 'csv', '3,empty,,,,,\r\n', '1,full,größe,12.50,9007199254740993,*,9007199254740992\r\n'],
      ['marked', 'jsonl', '"Some":null', '"Some":"*"'],
      ['looked-up', 'csv', '3,,,,\r\n', '1,*,*,*,*\r\n2,*,*,*,*\r\n'],
      [
        'looked-up',
        'jsonl',
        '{"Id":3,"Who":null,"Code":null,"More":null,"Found":null}',
        '{"Id":2,"Who":"*","Code":"*","More":"*","Found":"*"}',
      ],
    ])('several values are distinguished from none in a file of %s as %s', async (elementId, format, none, several) => {
      const { text } = await fileOf(await withMarks(`Marks of ${elementId} as ${format}`), elementId, format)
      expect(text).toContain(none)
      expect(text).toContain(several)
    })

    test.skipIf(skipped)('several values are distinguished from none in a spreadsheet', async () => {
      const markedId = await withMarks('Marks of spreadsheets')
      const rowsOf = async (elementId: string) => {
        const { sheets } = await readXlsx((await fileOf(markedId, elementId, 'xlsx')).bytes)
        const [names = [], ...rows] = sheets[0]?.rows ?? []
        return rows.map((row) => Object.fromEntries(names.map((name, at) => [String(name), row[at] ?? null])))
      }
      expect((await rowsOf('marked')).map(({ Id, Some }) => [Id, Some])).toEqual([
        [3, null],
        [1, '*'],
        [2, '*'],
      ])
      expect(await rowsOf('looked-up')).toEqual([
        { Id: 1, Who: '*', Code: '*', More: '*', Found: '*' },
        { Id: 2, Who: '*', Code: '*', More: '*', Found: '*' },
        { Id: 3, Who: null, Code: null, More: null, Found: null },
      ])
    })

    test.skipIf(skipped)('several values of a lookup join are distinguished from none on the screen', async () => {
      const markedId = await withMarks('Marks of joins')
      const { lines } = await send('POST', `/v2/workbooks/${markedId}/pages/p/data`, { elementIds: ['looked-up'] })
      const batch = (lines as { event: string; columns?: unknown; states?: unknown }[]).find(
        ({ event }) => event === 'batch',
      )
      expect(batch, JSON.stringify(lines)).toMatchObject({
        columns: [['1', '2', '3'], ...Array.from({ length: 4 }, () => [null, null, null])],
        states: [null, ...Array.from({ length: 4 }, () => ['several', 'several', null])],
      })
    })

    test.skipIf(skipped)('the cost of its elements is returned, with the rows that the server expects', async () => {
      const made = await send('POST', '/v2/workbooks/spec', {
        name: 'Costs',
        folderId: server().platform.people.admin.homeFolderId,
        schemaVersion: 1,
        pages: [
          {
            id: 'p',
            name: 'P',
            elements: [
              ...elements(),
              {
                id: 'by-month',
                kind: 'table',
                name: 'By month',
                source: { kind: 'table', elementId: 'orders' },
                columns: [
                  { id: 'm', name: 'M', formula: '[Orders/Month]' },
                  { id: 'n', name: 'N', formula: 'Count()' },
                  { id: 'total', name: 'Total', formula: 'Sum([Orders/Price])' },
                ],
                groupings: [{ id: 'g', groupBy: ['m'], calculations: ['n'] }],
                summary: ['total'],
              },
            ],
          },
        ],
      })
      const { workbookId: bookId } = made.body as { workbookId: string }
      const explain = async (elementId: string) => {
        const answer = await send('GET', `/v2/workbooks/${bookId}/elements/${elementId}/explain`)
        expect(answer.status, answer.text).toBe(200)
        return answer.body as {
          hasEstimates: boolean
          costliest: object | null
          levels: { level: string; steps: { table?: string[]; estimatedRows: number | null }[] }[]
        }
      }
      for (const elementId of ['orders', 'by-month']) {
        const { hasEstimates, costliest, levels } = await explain(elementId)
        expect(hasEstimates).toBe(true)
        expect(levels.map(({ level }) => level)).toContain(costliest && 'level' in costliest ? costliest.level : '')
        for (const { steps } of levels) {
          const reads = steps.filter(({ table }) => table?.at(-1) === 'orders')
          expect(reads.map(({ estimatedRows }) => Number(estimatedRows) > 0)).toEqual(reads.map(() => true))
          expect(reads.length).toBeGreaterThan(0)
        }
      }
    })

    test.skipIf(skipped)('rows stored by Octavo can be read together with its tables', async () => {
      const csv = 'name,planned,due\ngröße,12.50,2024-04-01\n"O\'Brien; --",-1,\n,0.25,2024-05-01'
      const file = await send('POST', `/v2/connections/${connectionId}/csv`, { name: 'Plan', csv })
      expect(file.status, file.text).toBe(201)
      const { csvId } = file.body as { csvId: string }
      const notes = {
        id: 'notes',
        kind: 'input-table',
        name: 'Notes',
        source: { kind: 'empty', connectionId },
        inputMode: 'edit',
        columns: [
          { id: 'text', type: 'text', name: 'Text' },
          { id: 'score', type: 'number', name: 'Score' },
          { id: 'due', type: 'datetime', name: 'Due' },
          { id: 'done', type: 'checkbox', name: 'Done' },
          { id: 'kinds', type: 'multi-select', name: 'Kinds' },
          { id: 'CREATED_BY' },
        ],
        sort: [{ columnId: 'score', direction: 'ascending' }],
      }
      const plan = {
        id: 'plan',
        kind: 'table',
        name: 'Plan table',
        source: { kind: 'csv-table', connectionId, inodeId: csvId },
        columns: [
          { id: 'name', name: 'Plan name', formula: '[Plan/name]' },
          { id: 'planned', name: 'Planned', formula: '[Plan/planned]' },
          { id: 'due', name: 'Plan due', formula: '[Plan/due]' },
          { id: 'price', name: 'Plan price', formula: 'Lookup([Orders/Price], [Plan name], [Orders/Name])' },
        ],
        sort: [{ columnId: 'planned', direction: 'ascending' }],
      }
      const byHand = {
        id: 'by-hand',
        kind: 'table',
        name: 'By hand',
        source: {
          kind: 'sql',
          connectionId,
          statement:
            "SELECT o.n, p.n AS notes FROM (SELECT COUNT(*) AS n FROM octavo_element('Orders') AS a) AS o CROSS JOIN (SELECT COUNT(*) AS n FROM octavo_element('Notes') AS b) AS p",
        },
        columns: [
          { id: 'n', name: 'Orders', formula: '[Custom SQL/n]' },
          { id: 'm', name: 'Entered', formula: '[Custom SQL/notes]' },
        ],
      }
      const made = await send('POST', '/v2/workbooks/spec', {
        name: 'Kept',
        folderId: server().platform.people.admin.homeFolderId,
        schemaVersion: 1,
        pages: [{ id: 'p', name: 'P', elements: [...elements(), plan, notes, byHand] }],
      })
      expect(made.status, made.text).toBeLessThan(300)
      const { workbookId: bookId } = made.body as { workbookId: string }
      const insert = [
        { text: 'größe "x" \\ ☃', score: 1.5, due: '2024-02-29T23:59:59', done: true, kinds: ['a', 'b'] },
        { score: 2, done: false },
      ]
      const entered = await send('POST', `/v2/workbooks/${bookId}/elements/notes/rows`, { insert })
      expect(entered.status, entered.text).toBe(200)
      const columnsOf = async (elementId: string) => {
        const { lines } = await send('POST', `/v2/workbooks/${bookId}/pages/p/data`, { elementIds: [elementId] })
        const events = lines as { event: string; columns?: unknown[][] }[]
        expect(events.at(-1), JSON.stringify(lines)).toEqual({ event: 'end' })
        return events.find(({ event }) => event === 'batch')?.columns
      }
      expect(await columnsOf('plan')).toEqual([
        ["O'Brien; --", null, 'größe'],
        ['-1.00', '0.25', '12.50'],
        [null, '2024-05-01', '2024-04-01'],
        ['-0.01', null, '12.50'],
      ])
      expect(await columnsOf('by-hand')).toEqual([['3'], ['2']])
      const [text, score, due, done, kinds, by] = (await columnsOf('notes')) ?? []
      expect([text, score, due, done, by]).toEqual([
        ['größe "x" \\ ☃', null],
        [1.5, 2],
        ['2024-02-29T23:59:59', null],
        [true, false],
        ['admin@example.com', 'admin@example.com'],
      ])
      expect(kinds?.map((cell) => JSON.parse(String(cell)))).toEqual([['a', 'b'], null])
    })

    test.skipIf(skipped).each([
      [
        'csv',
        'Id,Name,Price,Sold,Paid,Code,Month,Cheap\r\n1,größe,12.50,2024-03-31,true,9007199254740993,2024-03-01,false',
      ],
      ['jsonl', '"Price":12.50,"Sold":"2024-03-31","Paid":true,"Code":9007199254740993'],
    ])('its rows reach a file as %s', async (format, part) => {
      const started = await send('POST', `/v2/workbooks/${workbookId}/export`, {
        elementId: 'orders',
        format: { type: format },
      })
      expect(started.status, started.text).toBe(200)
      const { queryId } = started.body as { queryId: string }
      const file = () => send('GET', `/v2/query/${queryId}/download`)
      await expect.poll(file, { timeout: 15_000, interval: 30 }).toMatchObject({ status: 200 })
      const { text, headers } = await file()
      expect(headers).toMatchObject({ 'x-octavo-rows': '3', 'x-octavo-truncated': 'false' })
      expect(text.replace(/^\ufeff/, '')).toContain(part)
    })

    onlyPostgres('days without end and beyond the year 9999 are shown as they are', async () => {
      const statement = `SELECT 'infinity'::date AS d, '-infinity'::timestamp AS t, 'infinity'::timestamptz AS z
        UNION ALL SELECT '20000-01-01', '0044-03-15 10:00 BC', '20000-01-01 00:00Z'`
      const made = await send('POST', '/v2/workbooks/spec', {
        name: 'Extremes',
        folderId: server().platform.people.admin.homeFolderId,
        schemaVersion: 1,
        pages: [
          {
            id: 'first',
            name: 'First',
            elements: [
              {
                id: 'far',
                kind: 'table',
                name: 'Far',
                source: { kind: 'sql', connectionId, statement },
                columns: [
                  { id: 'd', name: 'D', formula: '[Custom SQL/d]' },
                  { id: 't', name: 'T', formula: '[Custom SQL/t]' },
                  { id: 'z', name: 'Z', formula: '[Custom SQL/z]' },
                  { id: 'month', name: 'Month', formula: 'DateTrunc("month", [D])' },
                ],
                sort: [{ columnId: 'd', direction: 'descending' }],
              },
            ],
          },
        ],
      })
      const { workbookId: farId } = made.body as { workbookId: string }
      const { lines } = await send('POST', `/v2/workbooks/${farId}/pages/first/data`, {})
      const events = lines as { event: string; columns?: unknown[][] }[]
      expect(
        events.map(({ event }) => event),
        JSON.stringify(lines),
      ).toEqual(['start', 'schema', 'batch', 'done', 'end'])
      expect(events[2]?.columns?.[0]).toEqual(['infinity', '20000-01-01'])
      for (const format of ['csv', 'jsonl', 'xlsx']) {
        const started = await send('POST', `/v2/workbooks/${farId}/export`, {
          elementId: 'far',
          format: { type: format },
        })
        const { queryId } = started.body as { queryId: string }
        const file = () => send('GET', `/v2/query/${queryId}/download`)
        await expect.poll(file, { timeout: 15_000, interval: 30 }).toMatchObject({ status: 200 })
        expect((await file()).headers).toMatchObject({ 'x-octavo-rows': '2' })
      }
    })

    test.skipIf(skipped)('the rows of a file are counted within its offset and limit, for a limited time', async () => {
      expect(await countedBeside(thousand)).toBe(1000)
      expect(await countedBeside(thousand, { rowLimit: 400 })).toBe(400)
      expect(await countedBeside(thousand, { offset: 300 })).toBe(700)
      expect(await countedBeside(thousand, { offset: 300, rowLimit: 400 })).toBe(400)
      expect(await countedBeside(thousand, { offset: 2000 })).toBe(0)
      expect(await countedBeside(platform.endless, {}, 500)).toBeNull()
    })

    // `npm run bench` measures how soon it ends.
    test.skipIf(skipped)('a reader who disconnects ends the statement', async () => {
      const { url } = await server().http.listen({ host: '127.0.0.1', port: 0 })
      const headers = { authorization: `Bearer ${await server().tokenOf('admin')}`, 'content-type': 'application/json' }
      const controller = new AbortController()
      const reading = fetch(`${url}/v2/workbooks/${workbookId}/pages/slow/data`, {
        method: 'POST',
        headers,
        body: '{}',
        signal: controller.signal,
      }).then((response) => response.text())
      reading.catch(() => {})
      await expect.poll(platform.running, { timeout: 10_000, interval: 20 }).toBe(1)
      controller.abort()
      await expect.poll(platform.running, { timeout: 10_000, interval: 20 }).toBe(0)
    })

    test.skipIf(skipped)('a query that is cancelled in the history ends in the platform', async () => {
      const running = async () => {
        const { body } = await send('GET', '/v2/queryRuns?outcome=running')
        const { entries } = body as { entries: { queryRunId: string; elementId: string; sql: string }[] }
        return entries.filter(({ elementId }) => elementId === 'endless')
      }
      // The statement of the previous test may be listed for up to a second.
      await expect.poll(running, { timeout: 10_000, interval: 100 }).toHaveLength(0)
      const reading = send('POST', `/v2/workbooks/${workbookId}/pages/slow/data`, {})
      await expect.poll(running, { timeout: 10_000, interval: 100 }).toHaveLength(1)
      const [query] = await running()
      expect(query?.sql).toContain(platform.endless.slice(0, 20))
      await expect.poll(platform.running, { timeout: 10_000, interval: 20 }).toBe(1)
      const cancelled = await send('POST', `/v2/queryRuns/${query?.queryRunId}:cancel`)
      expect(cancelled.status, cancelled.text).toBe(200)
      expect((await reading).lines).toMatchObject([
        { event: 'start' },
        { event: 'error', elementId: 'endless', code: 'query_cancelled' },
        { event: 'end' },
      ])
      await expect.poll(platform.running, { timeout: 10_000, interval: 20 }).toBe(0)
      const outcome = async () => (await send('GET', `/v2/queryRuns/${query?.queryRunId}`)).body
      await expect.poll(outcome, { timeout: 10_000, interval: 100 }).toMatchObject({ outcome: 'cancelled' })
    })

    test.skipIf(skipped)('a wrong password fails the elements only', async () => {
      const wrong = type === 'mysql' ? { password: 'falsch' } : { user: 'nobody' }
      const changed = await send('PUT', `/v2/connections/${connectionId}`, {
        name: 'Shop',
        details: { type, ...platform.details, ...wrong },
        useFriendlyNames: false,
      })
      expect(changed.status, changed.text).toBe(200)
      expect((await send('GET', `/v2/connections/${connectionId}/test`)).body).toMatchObject({
        read: 'FAILED',
        reason: expect.stringContaining('The server refuses the user or the password.'),
      })
      const { lines, status } = await send('POST', `/v2/workbooks/${workbookId}/pages/first/data`, {})
      expect(status).toBe(200)
      expect(lines).toMatchObject([
        { event: 'start' },
        { event: 'error', elementId: 'orders', message: expect.stringContaining('refuses the user') },
        { event: 'end' },
      ])
    })
  },
)
