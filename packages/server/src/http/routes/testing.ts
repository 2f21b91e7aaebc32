import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Viewer } from '@octavo/core/access'
import { createFolderBlobs } from '../../blobs/index.ts'
import { jobHandlersOf } from '../../composition/job-handlers.ts'
import { routesOf } from '../../composition/routes.ts'
import { createServices } from '../../composition/services.ts'
import {
  createConnectors,
  createDuckdbConnector,
  createIngest,
  createSessions,
  createUploadFolder,
} from '../../connectors/index.ts'
import { createDestinations, createHttpRequest, type SendMail } from '../../outbound/index.ts'
import { createQueue, createWorker } from '../../queue/index.ts'
import { createReaderSignIns } from '../../services/connection-sign-ins/reader-sign-ins.ts'
import { createSideLimits } from '../../services/organization/settings/organization-settings.ts'
import { insertConnection } from '../../store/connections.ts'
import { insertGrant } from '../../store/grants.ts'
import { newUuid } from '../../store/index.ts'
import type { Role, TestPlatform } from '../testing.ts'

/** Every service and route over the platform's store and a real engine, wired by the same functions as the program. */
export function buildTestServices(
  platform: TestPlatform,
  { sendMail = null, slackUrl = 'http://127.0.0.1:1/api' }: { sendMail?: SendMail | null; slackUrl?: string } = {},
) {
  const { store, secrets, clock, viewers } = platform
  const folder = join(platform.dataDir, 'databases')
  mkdirSync(folder, { recursive: true })
  const uploadFolder = createUploadFolder(join(platform.dataDir, 'uploads'))
  const duckdb = createDuckdbConnector({
    folders: [folder],
    spillFolder: null,
    threads: 1,
    uploadsFolder: uploadFolder.tables,
    trailsFolder: join(platform.dataDir, 'audit'),
  })
  // The test servers run on this machine.
  const destinations = createDestinations({ allowed: ['127.0.0.1'] })
  const sessions = createSessions({
    store,
    secrets,
    connectors: createConnectors({ duckdb, destinations }),
    sideLimits: createSideLimits(store),
    signInOf: createReaderSignIns({
      store,
      secrets,
      clock,
      destinations,
      requestHttp: createHttpRequest({ destinations }),
    }),
  })
  const queue = createQueue({ store, clock })
  const blobs = createFolderBlobs(join(platform.dataDir, 'blobs'))
  const reportBug = (error: unknown) => {
    throw error
  }
  const outside = {
    queue,
    blobs,
    sessions,
    ingest: createIngest(),
    uploadFolder,
    trailFiles: { folder: join(platform.dataDir, 'audit'), build: duckdb.build },
    destinations,
    sendMail,
    slackUrl,
    sendsPerMinute: 100,
    reportBug,
  }
  const services = createServices({ ...platform, ...outside })
  const worker = createWorker({ store, clock, concurrency: 1, handlers: jobHandlersOf(services), pollMs: 20 })
  const routes = routesOf(services)
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= worker
      .stop()
      .then(() => services.queryLog.close())
      .then(() => services.activity.close())
      .then(() => sessions.close())
      .then(() => duckdb.close())
    return closing
  }
  platform.beforeClose(close)

  return {
    ...services,
    routes,
    duckdb,
    folder,
    worker,
    async viewer(role: Role): Promise<Viewer> {
      const { organizationId, memberId } = platform.people[role]
      const viewer = await viewers.load(organizationId, memberId, { kind: 'session' })
      if (!viewer) throw new Error(`There is no ${role}.`)
      return viewer
    },

    /** Creates a DuckDB file and a connection to it that the given roles may use. */
    async addConnection(
      statements: readonly string[],
      { usableBy = [], name = 'Warehouse', settings = {}, isApart = false }: AddedConnection = {},
    ): Promise<string> {
      const id = newUuid()
      const path = join(folder, ...(isApart ? [id] : []), 'RETAIL.duckdb')
      mkdirSync(dirname(path), { recursive: true })
      await duckdb.build(path, statements, new AbortController().signal)
      const stamp = { created_by: 'system', updated_by: 'system', created_at: clock.now(), updated_at: clock.now() }
      await store.maintain('test connection', async (tx) => {
        await insertConnection(tx, {
          organization_id: platform.organizationId,
          id,
          name,
          type: 'duckdb',
          settings: JSON.stringify({ path, ...settings }),
          secrets_encrypted: null,
          is_sample: 0,
          is_archived: 0,
          use_friendly_names: 1,
          revision: 1,
          timeouts: JSON.stringify({ default: 120, worksheet: 60, dashboard: 60, download: 600 }),
          pool_sizes: JSON.stringify({ adhocPoolSize: 4, catalogPoolSize: 2, resultPoolSize: 3, schedulePoolSize: 1 }),
          last_active_at: clock.now(),
          ...stamp,
        })
        for (const role of usableBy) {
          await insertGrant(tx, {
            organization_id: platform.organizationId,
            id: newUuid(),
            object_kind: 'connection',
            object_id: id,
            member_id: platform.people[role].memberId,
            team_id: null,
            is_everyone: 0,
            permission: 'usage',
            ...stamp,
          })
        }
      })
      return id
    },

    async share(objectId: string, role: Role, permission: string, objectKind = 'inode'): Promise<void> {
      const stamp = { created_by: 'system', updated_by: 'system', created_at: clock.now(), updated_at: clock.now() }
      await store.maintain('test grant', (tx) =>
        insertGrant(tx, {
          organization_id: platform.organizationId,
          id: newUuid(),
          object_kind: objectKind,
          object_id: objectId,
          member_id: platform.people[role].memberId,
          team_id: null,
          is_everyone: 0,
          permission,
          ...stamp,
        }),
      )
    },

    close,
  }
}

interface AddedConnection {
  usableBy?: readonly Role[]
  name?: string
  settings?: Record<string, unknown>
  /** Has a database file of its own, for a second connection with tables of the same names. */
  isApart?: boolean
}

export type TestServices = ReturnType<typeof buildTestServices>

/** A few rows in the tables of the sample, with the columns that the example documents use. */
export const smallRetail: readonly string[] = [
  'CREATE SCHEMA PUBLIC',
  `CREATE TABLE PUBLIC.ORDERS AS SELECT * FROM (VALUES
    (1, 11, 1, DATE '2026-05-01', 'completed', 'web', TIMESTAMP '2026-05-03 10:00:00'),
    (2, 12, 2, DATE '2026-05-02', 'completed', 'counter', NULL),
    (3, 11, 1, DATE '2026-05-03', 'returned', 'web', TIMESTAMP '2026-05-04 09:30:00'),
    (4, 13, 2, DATE '2026-06-01', 'shipped', 'app', NULL)
  ) AS t(ORDER_ID, CUSTOMER_ID, STORE_ID, ORDER_DATE, STATUS, CHANNEL, SHIPPED_AT)`,
]

/** A pivot table over the table `orders` of `smallWorkbook`. */
export const crossedOrders = {
  id: 'crossed',
  kind: 'pivot-table',
  name: 'Crossed',
  source: { kind: 'table', elementId: 'orders' },
  columns: [
    { id: 'c-channel', formula: '[Orders/Channel]', name: 'Channel' },
    { id: 'c-status', formula: '[Orders/Status]', name: 'Status' },
    { id: 'c-orders', formula: 'Count()', name: 'Orders' },
  ],
  rowsBy: [{ id: 'c-channel' }],
  columnsBy: [{ id: 'c-status' }],
  values: ['c-orders'],
}

/** The published example with the given connection and folder. */
export function smallWorkbook(connectionId: string, folderId: string): Record<string, unknown> {
  const example = new URL('../../../../core/src/document/testing/examples/workbook-small.json', import.meta.url)
  const text = readFileSync(example, 'utf8')
    .replaceAll('11111111-1111-4111-8111-111111111111', connectionId)
    .replaceAll('22222222-2222-4222-8222-222222222222', folderId)
  return JSON.parse(text)
}
