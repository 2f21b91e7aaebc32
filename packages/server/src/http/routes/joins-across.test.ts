import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { acrossConnections } from '@octavo/core/plan'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { embeddedStore } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { platforms } from './testing-platforms.ts'

interface Line {
  event: string
  resultId?: string
  columns?: unknown[]
  elements?: string[]
  code?: string
  message?: string
  cached?: boolean
}

/**
 * A table of the embedded engine with values that are easily changed by a transfer, next to the orders of a platform.
 */
const notes = [
  'CREATE TABLE NOTES (ID BIGINT, NOTE VARCHAR, AMOUNT DECIMAL(38, 10), BIG BIGINT, DAY DATE, MOMENT TIMESTAMPTZ, BODY JSON, RATIO DOUBLE)',
  `INSERT INTO NOTES VALUES
    (1, 'a "quoted", line\n', 1234567890123456789012345678.0123456789, 9007199254740993, DATE '1969-12-31',
      TIMESTAMPTZ '2024-03-31 01:30:00.123456+00', '{"a": [1, null]}', 0.1),
    (2, '', -0.0000000001, -9223372036854775808, DATE '2024-02-29', TIMESTAMPTZ '2024-10-27 00:30:00+00', 'null', 'NaN'),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (9, 'nobody', 1, 1, DATE '2024-01-01', NULL, '"x"', '-Infinity')`,
  // The same orders, to compare with.
  'CREATE TABLE ORDERS (ID INTEGER, NAME VARCHAR, PRICE DECIMAL(12, 2), SOLD DATE, IS_PAID BOOLEAN, CODE BIGINT)',
  `INSERT INTO ORDERS VALUES (1, 'größe', 12.50, '2024-03-31', TRUE, 9007199254740993),
    (2, 'O''Brien; --', -0.01, '1969-12-31', FALSE, -1), (3, NULL, NULL, NULL, NULL, NULL)`,
  'CREATE TABLE MANY AS SELECT i AS ID FROM range(2000) AS r(i)',
]

const idOf = ({ body }: { body: unknown }) => (body as { connectionId: string }).connectionId

describe.each(platforms)('rows of $title are combined with rows of the embedded engine', ({ kind, type, open }) => {
  const provided = inject(kind)
  const skipped = 'skipped' in provided
  let documents: TestServices
  let platform: Awaited<ReturnType<typeof open>>
  let there = ''
  let here = ''
  const server = useServer(embeddedStore(), (testPlatform) => {
    documents = buildTestServices(testPlatform)
    return documents.routes
  })
  const { send } = requestsOf(server, 'admin')
  beforeAll(async () => {
    if (!skipped) {
      platform = await open()
      here = await documents.addConnection(notes, { name: 'Notes' })
      there = idOf(await send('POST', '/v2/connections', { name: 'Shop', details: { type, ...platform.details } }))
    }
    return async () => {
      await documents?.close()
      await platform?.close()
    }
  })

  const notesTable = (connectionId: string, table = 'NOTES') => ({
    kind: 'warehouse-table',
    connectionId,
    path: ['RETAIL', 'main', table],
  })
  const ordersAt = (isThere: boolean) =>
    isThere
      ? { kind: 'warehouse-table', connectionId: there, path: [platform.schema, 'orders'] }
      : notesTable(here, 'ORDERS')
  const columns = (formulas: Record<string, string>) =>
    Object.entries(formulas).map(([id, formula]) => ({ id, name: id, formula }))
  const joined = (isThere: boolean, joinType = 'inner', more: Record<string, unknown> = {}) => ({
    source: {
      kind: 'join',
      name: 'Orders',
      primarySource: ordersAt(isThere),
      joins: [
        {
          left: ordersAt(isThere),
          right: notesTable(here),
          name: 'Notes',
          joinType,
          columns: [{ left: '[id]', right: '[ID]', op: '=' }],
        },
      ],
    },
    columns: columns({
      id: '[Orders/Id]',
      name: '[Orders/Name]',
      price: '[Orders/Price]',
      sold: '[Orders/Sold]',
      paid: '[Orders/Is Paid]',
      code: '[Orders/Code]',
      note: '[Notes/Note]',
      amount: '[Notes/Amount]',
      big: '[Notes/Big]',
      day: '[Notes/Day]',
      moment: '[Notes/Moment]',
      ratio: '[Notes/Ratio]',
    }),
    ...more,
  })
  const publish = async (...elements: Record<string, unknown>[]): Promise<string> => {
    const made = await send('POST', '/v2/workbooks/spec', {
      name: 'Shop',
      folderId: server().platform.people.admin.homeFolderId,
      schemaVersion: 1,
      pages: [
        {
          id: 'page',
          name: 'Page',
          elements: elements.map((element, at) => ({ id: `e${at}`, kind: 'table', name: `E${at}`, ...element })),
        },
      ],
    })
    expect(made.status, made.text).toBeLessThan(300)
    return (made.body as { workbookId: string }).workbookId
  }
  const linesOf = async (workbookId: string, body: Record<string, unknown> = {}) => {
    const { text, status } = await send('POST', `/v2/workbooks/${workbookId}/pages/page/data`, body)
    expect(status, text).toBe(200)
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  }
  /** Rows of each level of the element, sorted. */
  const rowsOf = (lines: Line[], elementId = 'e0') => {
    expect(lines.filter(({ event }) => event === 'error')).toEqual([])
    const ids = lines.flatMap(({ event, resultId, elements }) =>
      event === 'schema' && elements?.includes(elementId) ? [resultId] : [],
    )
    return ids.map((id) =>
      lines
        .filter(({ event, resultId }) => event === 'batch' && resultId === id)
        .flatMap(({ columns: cells = [] }) => {
          const [first = [], ...others] = cells as unknown[][]
          return first.map((cell, row) => JSON.stringify([cell, ...others.map((column) => column[row])]))
        })
        .sort(),
    )
  }
  const tablesOf = () => {
    const folder = join(server().platform.dataDir, 'uploads', 'tables')
    return existsSync(folder) ? readdirSync(folder) : []
  }

  test.skipIf(skipped).each(['inner', 'left-outer', 'right-outer', 'full-outer', 'lookup'])(
    'a join (%s) has the rows of a join on one connection, cell by cell',
    async (joinType) => {
      const [apart, together] = [await publish(joined(true, joinType)), await publish(joined(false, joinType))]
      const found = rowsOf(await linesOf(apart))
      expect(found).toEqual(rowsOf(await linesOf(together)))
      expect(found[0]?.join()).toContain('1234567890123456789012345678.0123456789')
      expect(tablesOf()).toEqual([])
    },
  )

  test.skipIf(skipped)('groups, filters, unions and lookups too', async () => {
    const elements = (isThere: boolean) => [
      joined(isThere, 'left-outer', {
        columns: columns({
          paid: '[Orders/Is Paid]',
          price: '[Orders/Price]',
          note: '[Notes/Note]',
          sum: 'Sum([price])',
        }),
        groupings: [{ id: 'g', groupBy: ['paid'], calculations: ['sum'] }],
        filters: [{ id: 'f', columnId: 'price', kind: 'number-range', min: -1 }],
      }),
      {
        source: {
          kind: 'union',
          sources: [ordersAt(isThere), notesTable(here)],
          matches: [
            { outputColumnName: 'Text', sourceColumns: ['[name]', '[NOTE]'] },
            { outputColumnName: 'Number', sourceColumns: ['[price]', '[AMOUNT]'] },
          ],
        },
        columns: columns({ text: '[Union of 2 Sources/Text]', number: '[Union of 2 Sources/Number]' }),
      },
      { source: notesTable(here), columns: columns({ id: '[NOTES/Id]', note: '[NOTES/Note]' }) },
      {
        source: ordersAt(isThere),
        columns: columns({
          id: isThere ? '[orders/Id]' : '[ORDERS/Id]',
          note: 'Lookup([E2/note], [id], [E2/id])',
          notes: 'Rollup(Count([E2/note]), [id], [E2/id])',
        }),
      },
    ]
    const [apart, together] = [await publish(...elements(true)), await publish(...elements(false))]
    const [found, expected] = [await linesOf(apart), await linesOf(together)]
    for (const id of ['e0', 'e1', 'e3']) {
      expect(rowsOf(found, id)).toEqual(rowsOf(expected, id))
      expect(rowsOf(found, id).flat().length).toBeGreaterThan(1)
    }
    expect(tablesOf()).toEqual([])
  })

  test.skipIf(skipped)('JSON, dates and times equal those of each side', async () => {
    const id = await publish({
      ...joined(true, 'right-outer'),
      columns: columns({ key: '[Notes/Id]', body: '[Notes/Body]', moment: '[Notes/Moment]', name: '[Orders/Name]' }),
    })
    const [rows = []] = rowsOf(await linesOf(id))
    expect(rows.map((row) => JSON.parse(row)).sort()).toEqual([
      ['1', '{"a": [1, null]}', '2024-03-31T01:30:00.123456', 'größe'],
      ['2', 'null', '2024-10-27T00:30:00', "O'Brien; --"],
      ['3', null, null, null],
      ['9', '"x"', null, null],
    ])
  })

  test.skipIf(skipped)('the result is cached until a connection changes', async () => {
    const id = await publish({ ...joined(true), columns: columns({ id: '[Orders/Id]', twice: '[Notes/Big]' }) })
    const done = async () => (await linesOf(id)).find(({ event }) => event === 'done')
    const isCached = async () => (await done())?.cached
    expect(await done()).toMatchObject({ cached: false, connections: 2 })
    expect(await isCached()).toBe(true)
    const renamed = { name: 'Shop', details: { type, ...platform.details }, timeout: { default: 300 } }
    expect((await send('PUT', `/v2/connections/${there}`, renamed)).status).toBe(200)
    expect(await isCached()).toBe(false)
  })

  test.skipIf(skipped)('a side with more rows than the organization allows is refused by its name', async () => {
    const settings = (body: unknown) => send('PATCH', '/v2/organizations/settings', body)
    expect((await settings({ joinRows: 0 })).status).toBe(400)
    expect((await settings({ joinRows: 2 })).body).toMatchObject({ joinRows: 2, joinMegabytes: 256 })
    const id = await publish(joined(true))
    await expect
      .poll(async () => (await linesOf(id, { refresh: true })).find(({ event }) => event === 'error')?.message, {
        timeout: 20_000,
        interval: 500,
      })
      .toMatch(/^(orders|NOTES) has more than 2 rows, /)
    // A filter that leaves fewer rows.
    const filters = [
      { id: 'f', columnId: 'id', kind: 'list', mode: 'include', values: [1] },
      { id: 'n', columnId: 'note', kind: 'list', mode: 'include', values: ['a "quoted", line\n'] },
    ]
    const few = await publish(joined(true, 'inner', { filters }))
    expect(rowsOf(await linesOf(few))[0]).toHaveLength(1)
    expect((await settings({ joinRows: 1_000_000 })).status).toBe(200)
    expect(tablesOf()).toEqual([])
  })

  test.skipIf(skipped)('Explain shows what each connection computes', async () => {
    const id = await publish(joined(true))
    const { status, body } = await send('GET', `/v2/workbooks/${id}/elements/e0/explain`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ connectionId: acrossConnections, dialect: 'duckdb', hasEstimates: false })
    const { levels } = body as { levels: { sides: { connectionName: string; sql: string }[]; steps: unknown[] }[] }
    expect(levels[0]?.sides.map(({ connectionName }) => connectionName).sort()).toEqual(['Notes', 'Shop'])
    expect(levels[0]?.steps).toContainEqual(expect.objectContaining({ operations: ['bring'], connectionId: there }))
    const { body: query } = await send('GET', `/v2/workbooks/${id}/elements/e0/query`)
    expect((query as { sql: string }).sql).toMatch(/^-- octavo_side_1: .*, computed on its own connection\n-- SELECT/)
  })

  test.skipIf(skipped)('both sides are in the history of queries, each on its connection', async () => {
    const id = await publish(joined(true))
    await linesOf(id, { refresh: true })
    await documents.queryLog.flush()
    const { body } = await send('GET', `/v2/queryRuns?documentId=${id}`)
    const { entries } = body as { entries: { connectionId: string; outcome: string }[] }
    expect(entries.map(({ connectionId }) => connectionId).sort()).toEqual([acrossConnections, here, there].sort())
    expect(entries.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  test.skipIf(skipped)('a reader who disconnects ends both sides, and no table remains', async () => {
    const endless = { kind: 'sql', connectionId: there, statement: platform.endless }
    const id = await publish(
      { source: endless, columns: columns({ n: '[Custom SQL/n]' }) },
      { source: notesTable(here), columns: columns({ id: '[NOTES/Id]', n: 'Lookup([E0/n], [id], [E0/n])' }) },
    )
    const stop = new AbortController()
    const viewer = await documents.viewer('admin')
    const { open: opened } = await documents.viewReader.read(viewer, id, {})
    const document = {
      id,
      versionKey: 'published',
      version: opened.version,
      content: opened.content,
    }
    const asked = { document, elementId: 'e1', window: { offset: 0, limit: 10 }, purpose: 'dashboard' as const }
    const asking = documents.queries.run(viewer, asked, stop.signal)
    await expect.poll(() => platform.running(), { timeout: 20_000 }).toBeGreaterThan(0)
    stop.abort()
    await expect(asking).rejects.toMatchObject({ code: 'query_cancelled' })
    await expect.poll(() => platform.running(), { timeout: 20_000 }).toBe(0)
    await expect.poll(tablesOf, { timeout: 20_000 }).toEqual([])
  })
})
