import {
  checkImpact,
  listConnectionSyncs,
  listDataModelMissingSources,
  listSyncAffected,
  listWorkbookMissingSources,
} from '@octavo/core/contract'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import type { Mail } from '../../outbound/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, type Scenario, scenarios, type TestServer, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

/** A database that the tests change while a connection reads it. */
interface Platform {
  title: string
  /** Paths of the two tables. */
  orders: string[]
  shops: string[]
  connect(
    documents: TestServices,
    server: () => TestServer,
  ): Promise<{ connectionId: string; alter: Alter; close(): Promise<void> }>
}
type Alter = (statements: readonly string[]) => Promise<void>

const tables = (schema: string) => [
  `CREATE TABLE ${schema}.orders (id INT, channel VARCHAR(20), price DECIMAL(12, 2))`,
  `INSERT INTO ${schema}.orders VALUES (1, 'web', 12.50)`,
  `CREATE TABLE ${schema}.shops (id INT, name VARCHAR(20))`,
  `INSERT INTO ${schema}.shops VALUES (1, 'First')`,
]

const duckdb: Platform = {
  title: 'a DuckDB file',
  orders: ['RETAIL', 'main', 'orders'],
  shops: ['RETAIL', 'main', 'shops'],
  async connect(documents) {
    const connectionId = await documents.addConnection(tables('main'), { usableBy: ['builder', 'stranger'] })
    return {
      connectionId,
      async alter(statements) {
        // Only one process may have the file open.
        await documents.duckdb.close()
        await documents.duckdb.build(`${documents.folder}/RETAIL.duckdb`, statements, new AbortController().signal)
      },
      close: async () => {},
    }
  },
}

const postgres: Platform = {
  title: 'PostgreSQL',
  orders: ['public', 'orders'],
  shops: ['public', 'shops'],
  async connect(documents, server) {
    const provided = inject('postgres')
    if ('skipped' in provided) throw new Error(provided.skipped)
    const url = new URL(await (await fetch(`${provided.url}/empty`, { method: 'POST' })).text())
    const client = new pg.Client(url.href)
    await client.connect()
    const database = url.pathname.slice(1)
    const alter: Alter = async (statements) => {
      for (const statement of statements) await client.query(statement)
      await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO "${database}"`)
    }
    await client.query(`CREATE ROLE "${database}" LOGIN PASSWORD 'geheim'`)
    await alter(tables('public'))
    const place = { host: url.hostname, port: Number(url.port), database, user: database, password: 'geheim' }
    const body = { name: 'Shop', details: { type: 'postgres', ...place } }
    const made = await server().request({ method: 'POST', path: '/v2/connections', as: 'admin', body })
    expect(made.status, made.text).toBe(201)
    const { connectionId } = made.body as { connectionId: string }
    for (const role of ['builder', 'stranger'] as const)
      await documents.share(connectionId, role, 'usage', 'connection')
    return { connectionId, alter, close: () => client.end() }
  },
}

interface Affected {
  documentId: string
  embedIds: string[]
  elements: { elementId: string; columnIds: string[]; isWhole: boolean; changes: number[] }[]
  views: { kind: string; changes: number[] }[]
  otherViews: number
}
interface Sync {
  syncId: string
  state: string
  reason?: string
  counts: Record<string, number>
  changes: { kind: string; path: string[]; column?: string; before?: string; after?: string }[]
}

describeStores('what a sync finds', (openStore) => {
  const isWithout = 'skipped' in inject('postgres')
  describe.each(isWithout ? [duckdb] : [duckdb, postgres])('on $title', ({ orders, shops, connect }) => {
    let documents: TestServices
    let platform: Awaited<ReturnType<Platform['connect']>>
    const mails: Mail[] = []
    const server = useServer(openStore, (testPlatform) => {
      documents = buildTestServices(testPlatform, {
        sendMail: async (mail) => {
          mails.push(mail)
          return { refused: [] }
        },
      })
      return documents.routes
    })
    const ask = (method: string, path: string, as: Role = 'builder', body?: object) =>
      server().request({ method, path, as, ...(body === undefined ? {} : { body }) })
    const get = async <T>(path: string, as: Role = 'builder') => {
      const answer = await ask('GET', path, as)
      expect(answer.status, answer.text).toBe(200)
      return (answer.body as { entries: T[] }).entries
    }
    const sync = async (query = '') => {
      server().platform.clock.advance(1000)
      const answer = await ask('POST', `/v2/connections/${platform.connectionId}/sync${query}`, 'builder', { path: [] })
      expect(answer.status, answer.text).toBe(200)
      return answer.body as { changes?: object[] }
    }
    const lastSync = async () => (await get<Sync>(`/v2/connections/${platform.connectionId}/syncs`))[0] as Sync
    const mailsSent = async () => {
      await documents.worker.runDue()
      return mails.splice(0)
    }
    const make = async (role: Role, kind: 'workbook' | 'data-model', name: string, elements: object[]) => {
      const { homeFolderId: folderId } = server().platform.people[role]
      const body = { name, folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements }] }
      return (await documents.specs.create(await documents.viewer(role), kind, body)).record.inode.id
    }
    const table = (id: string, source: object, columns: Record<string, string>) => ({
      id,
      kind: 'table',
      name: id,
      source,
      columns: Object.entries(columns).map(([columnId, formula]) => ({ id: columnId, formula })),
    })
    const over = (path: string[]) => ({ kind: 'warehouse-table', connectionId: platform.connectionId, path })
    const ids = { model: '', reader: '', prices: '', shops: '' }
    const embedIds: string[] = []

    test('before a change, its effects are listed for members who may see them', async () => {
      platform = await connect(documents, server)
      const base = { channel: '[orders/channel]', price: '[orders/price]', id: '[orders/id]' }
      ids.model = await make('builder', 'data-model', 'Model', [table('base', over(orders), base)])
      const model = { kind: 'data-model', dataModelId: ids.model, elementId: 'base' }
      const read = { 'r-channel': '[base/channel]', 'r-id': '[base/id]' }
      ids.reader = await make('builder', 'workbook', 'Reader', [table('reader', model, read)])
      ids.shops = await make('builder', 'workbook', 'Shops', [table('shop', over(shops), { name: '[shops/name]' })])
      ids.prices = await make('stranger', 'workbook', 'Prices', [table('money', over(orders), { p: '[orders/price]' })])
      for (const id of [ids.reader, ids.model]) await documents.share(id, 'viewer', 'view')
      const channelToo = table('more', over(orders), { c: '[orders/channel]' })
      const insert = { op: 'insert', at: ['elements'], entry: channelToo, after: null, page: 'p' }
      const explored = { workbookVersion: 1, edits: [insert] }
      const view = await ask('POST', `/v2/workbooks/${ids.prices}/customViews`, 'stranger', explored)
      expect(view.status, view.text).toBeLessThan(300)
      for (const source of [{ sourceType: 'workbook' }, { sourceType: 'element', sourceId: 'reader' }]) {
        const embed = { embedType: 'public', ...source }
        const made = await ask('POST', `/v2/workbooks/${ids.reader}/embeds`, 'admin', embed)
        expect(made.status, made.text).toBe(200)
        embedIds.push((made.body as { embedId: string }).embedId)
      }
      const changes = [{ path: orders, column: 'channel' }, { path: shops }, { path: orders, column: 'price' }]
      const path = `/v2/connections/${platform.connectionId}/impact`
      const answer = await ask('POST', path, 'builder', { changes })
      expect(answer.status, answer.text).toBe(200)
      const { entries } = answer.body as { entries: Affected[] }
      const of = (id: string) => entries.find(({ documentId }) => documentId === id)?.elements
      expect(of(ids.model)).toMatchObject([{ elementId: 'base', columnIds: ['channel', 'price'], changes: [0, 2] }])
      expect(of(ids.reader)).toMatchObject([{ elementId: 'reader', columnIds: ['r-channel'], changes: [0] }])
      const embedsOf = (id: string) => entries.find(({ documentId }) => documentId === id)?.embedIds
      expect(new Set(embedsOf(ids.reader))).toEqual(new Set(embedIds))
      expect(embedsOf(ids.shops)).toEqual([])
      expect(of(ids.shops)).toMatchObject([{ elementId: 'shop', isWhole: true, changes: [1] }])
      expect(entries).toHaveLength(3)
      const others = await ask('POST', path, 'stranger', { changes })
      expect((others.body as { entries: Affected[] }).entries).toMatchObject([
        { documentId: ids.prices, elements: [{ changes: [2] }], views: [{ kind: 'custom', changes: [0] }] },
      ])
    })

    test('a sync without changes reports nothing, and one that fails records its reason', async () => {
      await sync()
      expect(await lastSync()).toMatchObject({ state: 'done', counts: { 'table-dropped': 0, 'column-dropped': 0 } })
      server().platform.clock.advance(1000)
      const nowhere = { path: [...orders.slice(0, -1), 'nothing'] }
      expect((await ask('POST', `/v2/connections/${platform.connectionId}/sync`, 'builder', nowhere)).status).toBe(404)
      expect(await lastSync()).toMatchObject({ state: 'failed', reason: expect.stringContaining('nothing') })
      expect(await mailsSent()).toEqual([])
      expect(await get(`/v2/workbooks/${ids.reader}/missingSources`)).toEqual([])
    })

    test('a renamed column, a dropped table and another type are reported once, to the owners', async () => {
      const at = orders.slice(-2).join('.')
      await platform.alter([
        `ALTER TABLE ${at} RENAME COLUMN channel TO route`,
        `ALTER TABLE ${at} ALTER COLUMN price TYPE DECIMAL(18, 4)`,
        `DROP TABLE ${shops.slice(-2).join('.')}`,
      ])
      const before = await lastSync()
      const counts = {
        'table-dropped': 1,
        'column-dropped': 1,
        'column-retyped': 1,
        'column-added': 1,
        'table-added': 0,
      }
      expect((await sync('?dryRun=true')).changes).toMatchObject([{ action: 'CONNECTION_SYNCED', counts }])
      expect(await lastSync()).toEqual(before)
      expect(await mailsSent()).toEqual([])
      await sync()
      const found = await lastSync()
      expect(found).toMatchObject({
        state: 'done',
        counts,
        changes: [
          { kind: 'table-dropped', path: shops },
          { kind: 'column-dropped', path: orders, column: 'channel', before: 'text' },
          { kind: 'column-retyped', path: orders, column: 'price', before: 'decimal(12,2)', after: 'decimal(18,4)' },
          { kind: 'column-added', path: orders, column: 'route', after: 'text' },
        ],
      })
      const affected = (as: Role) =>
        get<Affected>(`/v2/connections/${platform.connectionId}/syncs/${found.syncId}/affected`, as)
      const own = await affected('builder')
      expect(own.map(({ documentId }) => documentId).toSorted()).toEqual([ids.model, ids.reader, ids.shops].toSorted())
      expect(own.find(({ documentId }) => documentId === ids.reader)?.elements).toMatchObject([
        { elementId: 'reader', columnIds: ['r-channel'], isWhole: false, changes: [1] },
      ])
      expect(new Set(own.find(({ documentId }) => documentId === ids.reader)?.embedIds)).toEqual(new Set(embedIds))
      expect(await affected('stranger')).toMatchObject([
        { documentId: ids.prices, elements: [{ changes: [2] }], views: [{ kind: 'custom', changes: [1] }] },
      ])

      const sent = await mailsSent()
      const { builder, stranger } = server().platform.people
      expect(sent.map(({ to }) => to).toSorted()).toEqual([builder.email, stranger.email].toSorted())
      const text = sent.find(({ to }) => to === builder.email)?.text
      expect(text).toContain(`The table ${shops.join('.')} is gone`)
      expect(text).toContain(
        `The column channel of ${orders.join('.')} is gone. New in that table: route. Used by: reader.`,
      )
      expect(text).toMatch(
        /Shown by public embeds of: (the whole workbook, the element "reader"|the element "reader", the whole workbook)\./,
      )
      for (const embedId of embedIds) expect(text).not.toContain(embedId)
      expect(text).not.toContain('Prices')
      const mail = sent.find(({ to }) => to === stranger.email)?.text
      expect(mail).not.toMatch(/Reader|Model|Shops/)
      expect(mail).toContain('Used by: one custom or saved view.')
      await sync()
      expect((await lastSync()).changes).toEqual([])
      expect(await mailsSent()).toEqual([])
    })

    test('documents name missing sources as long as they are missing, to everyone who may see the element', async () => {
      const missing = (folder: string, id: string, as: Role = 'builder', query = '') =>
        get<Record<string, unknown>>(`/v2/${folder}/${id}/missingSources${query}`, as)
      const channel = { connectionId: platform.connectionId, path: orders, column: 'channel' }
      expect(await missing('dataModels', ids.model)).toMatchObject([
        { ...channel, elements: [{ elementId: 'base', name: 'base', columnIds: ['channel'] }] },
      ])
      const reader = [{ ...channel, elements: [{ elementId: 'reader', columnIds: ['r-channel'], isWhole: false }] }]
      for (const as of ['builder', 'viewer'] as const) {
        expect(await missing('workbooks', ids.reader, as)).toMatchObject(reader)
      }
      const [gone] = await missing('workbooks', ids.shops)
      expect(gone).toMatchObject({ path: shops, elements: [{ elementId: 'shop', isWhole: true }] })
      expect(gone).not.toHaveProperty('column')
      expect(await missing('workbooks', ids.prices, 'stranger')).toEqual([])
      expect((await ask('GET', `/v2/workbooks/${ids.reader}/missingSources?draft=true`, 'viewer')).status).toBe(403)
      // The draft no longer reads it; the published version does.
      const { revision } = (await ask('GET', `/v2/workbooks/${ids.shops}/draft`)).body as { revision: number }
      const edits = [{ op: 'remove', at: ['elements'], id: 'shop' }]
      const body = { baseRevision: revision, edits }
      const edited = await ask('POST', `/v2/workbooks/${ids.shops}/draft/edits`, 'builder', body)
      expect(edited.status, edited.text).toBeLessThan(300)
      expect(await missing('workbooks', ids.shops, 'builder', '?draft=true')).toEqual([])
      expect(await missing('workbooks', ids.shops)).toHaveLength(1)
    })

    test('a source that returns is no longer missing, and is reported again when it disappears again', async () => {
      const [at, shopsAt] = [orders.slice(-2).join('.'), shops.slice(-2).join('.')]
      await platform.alter([
        `ALTER TABLE ${at} RENAME COLUMN route TO channel`,
        `CREATE TABLE ${shopsAt} (id INT, name VARCHAR(20))`,
      ])
      await sync()
      expect((await lastSync()).counts).toMatchObject({ 'table-added': 1, 'column-added': 1, 'column-dropped': 1 })
      expect(await get(`/v2/workbooks/${ids.reader}/missingSources`)).toEqual([])
      expect(await get(`/v2/workbooks/${ids.shops}/missingSources`)).toEqual([])
      expect(await mailsSent()).toEqual([])
      await platform.alter([`DROP TABLE ${shopsAt}`])
      await sync()
      expect((await mailsSent()).map(({ to }) => to)).toEqual([server().platform.people.builder.email])
      await platform.close()
    })

    const refused = { as: 'viewer', status: 404, answer: { code: 'not_found' } } as const
    const changes = { changes: [{ path: orders }] }
    const syncsOf = () => `/v2/connections/${platform.connectionId}/syncs`
    scenarios(
      'GET /v2/connections/{connectionId}/syncs',
      server,
      [{ name: 'of a connection that the caller may not use', ...refused, path: syncsOf }],
      { operation: listConnectionSyncs },
    )
    scenarios(
      'GET /v2/connections/{connectionId}/syncs/{syncId}/affected',
      server,
      [
        {
          name: 'of a sync that does not exist',
          ...refused,
          as: 'builder',
          path: () => `${syncsOf()}/${unknownId}/affected`,
        },
      ],
      { operation: listSyncAffected },
    )
    scenarios(
      'POST /v2/connections/{connectionId}/impact',
      server,
      [
        {
          name: 'on a connection that the caller may not use',
          ...refused,
          path: () => `/v2/connections/${platform.connectionId}/impact`,
          body: changes,
        },
      ],
      { operation: checkImpact },
    )
    const missingSources = (folder: string, id: () => string): Scenario[] => [
      { name: 'of an unknown document', ...refused, path: `/v2/${folder}/${unknownId}/missingSources` },
      {
        name: 'of the draft, to a reader',
        as: 'viewer',
        path: () => `/v2/${folder}/${id()}/missingSources?draft=true`,
        status: 403,
        answer: { code: 'forbidden' },
      },
    ]
    scenarios(
      'GET /v2/workbooks/{workbookId}/missingSources',
      server,
      missingSources('workbooks', () => ids.reader),
      { operation: listWorkbookMissingSources },
    )
    scenarios(
      'GET /v2/dataModels/{dataModelId}/missingSources',
      server,
      missingSources('dataModels', () => ids.model),
      { operation: listDataModelMissingSources },
    )
  })
})
