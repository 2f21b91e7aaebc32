import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFormN, serializeDocument, type WorkbookDocument } from '@octavo/core/document'
import { createAccess } from '../../access/index.ts'
import { createFolderBlobs } from '../../blobs/index.ts'
import { createCatalog } from '../../catalog/index.ts'
import { loadConfig, Secret } from '../../config/index.ts'
import { createDuckdbConnector, createSessions } from '../../connectors/index.ts'
import { createQueue, createWorker } from '../../queue/index.ts'
import { createReportMaker } from '../../render/index.ts'
import { openSecrets } from '../../secrets/index.ts'
import { insertConnection } from '../../store/connections.ts'
import { insertDocument, insertDocumentVersion } from '../../store/documents.ts'
import { createStore, newUuid, type StoreOptions, urlIdOf } from '../../store/index.ts'
import { insertInode } from '../../store/inodes.ts'
import { readRowsOf } from '../../store/read-rows.ts'
import { createExportRuns } from '../exports/export-runs.ts'
import { createExports } from '../exports/exports.ts'
import { exportJobs } from '../exports/jobs.ts'
import { createStoredRows } from '../input-tables/stored-rows.ts'
import { firstStart } from '../organization/first-start.ts'
import { createOrganizationSettings } from '../organization/settings/organization-settings.ts'
import { createPageData } from '../pages/page-data.ts'
import { createElementCompiler, type QueriedDocument } from '../queries/element-compiler.ts'
import { createQueries } from '../queries/queries.ts'
import { createQueryLog } from '../queries/query-log.ts'
import { createViewers } from '../sign-in/viewers.ts'

export type QueryBench = Awaited<ReturnType<typeof openQueryBench>>

/**
 * A store, an engine with one database and all services that compute, for tests. `tables` are statements that fill the database; by default
 * the store is the embedded one.
 */
export async function openQueryBench({ tables, place }: { tables: readonly string[]; place?: StoreOptions }) {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-queries-'))
  const clock = { at: Date.parse('2026-11-20T06:00:00.250Z'), now: () => clock.at }
  const store = await createStore({ dataDir: folder, ...place, clock })
  const secrets = openSecrets({ dataDir: '', secretKey: new Secret('q8Zt3xV1nB7mK5pL9sD2fG4hJ6wE0rTy') })
  const { organizationId, adminMemberId } = await firstStart({ store, secrets, config: loadConfig({}), clock })

  const path = join(folder, 'db', 'RETAIL.duckdb')
  const duckdb = createDuckdbConnector({ folders: [join(folder, 'db')], spillFolder: join(folder, 'spill') })
  const signal = new AbortController().signal
  mkdirSync(join(folder, 'db'))
  await duckdb.build(path, ['CREATE SCHEMA PUBLIC', ...tables, 'CHECKPOINT'], signal)
  const connectionId = newUuid()
  const audited = { created_by: 'system', updated_by: 'system', created_at: clock.at, updated_at: clock.at }
  await store.maintain('a connection for tests', (tx) =>
    insertConnection(tx, {
      organization_id: organizationId,
      id: connectionId,
      name: 'Test data',
      type: 'duckdb',
      settings: JSON.stringify({ path }),
      secrets_encrypted: null,
      is_sample: 0,
      is_archived: 0,
      use_friendly_names: 1,
      revision: 1,
      timeouts: JSON.stringify({ default: 20 }),
      pool_sizes: JSON.stringify({ adhocPoolSize: 4, catalogPoolSize: 2 }),
      last_active_at: clock.at,
      ...audited,
    }),
  )

  const viewers = createViewers({ store, clock })
  const sessions = createSessions({ store, secrets, connectors: [duckdb] })
  const models = new Map<string, { name: string; document: WorkbookDocument }>()
  const catalog = createCatalog({
    store,
    sessions,
    clock,
    storedRows: createStoredRows({ store, clock, sessions }).find,
    dataModel: async (_, id) => ({ model: models.get(id) ?? { unavailable: 'No such model.' }, revision: id }),
  })
  const compiler = createElementCompiler({ store, catalog, clock })
  const access = createAccess({ store })
  const bugs: unknown[] = []
  const queryLog = createQueryLog({ store, clock, reportBug: (error) => bugs.push(error) })
  const queries = createQueries({ store, sessions, clock, compiler, access, log: queryLog })
  const pageData = createPageData({ store, compiler, queries, reportBug: (error) => bugs.push(error) })
  const queue = createQueue({ store, clock })
  const blobs = createFolderBlobs(join(folder, 'blobs'))
  const settings = createOrganizationSettings({ store, clock })
  const reports = createReportMaker()
  const exports = createExports({ store, clock, queue, blobs, access, viewers, compiler, settings })
  const runs = createExportRuns({
    ...{ store, clock, queue, blobs, viewers, compiler, sessions, access, pageData, reports, queryLog },
  })
  const openWorker = () =>
    createWorker({ store, clock, handlers: exportJobs(runs), concurrency: 2, onError: (error) => bugs.push(error) })
  const viewer = await viewers.load(organizationId, adminMemberId, { kind: 'job' })
  if (!viewer) throw new Error('The first start made no administrator.')

  /** Publishes a workbook of form N as version 1; replaces `11111111-...` by the connection's id. */
  async function publish(
    body: { name: string } & Record<string, unknown>,
  ): Promise<QueriedDocument & { name: string }> {
    const own = JSON.parse(JSON.stringify(body).replaceAll('11111111-1111-4111-8111-111111111111', connectionId))
    const { document, problems } = readFormN(own)
    if (problems.length > 0) throw new Error(JSON.stringify(problems))
    const id = newUuid()
    await store.maintain('a workbook for tests', async (tx) => {
      await insertInode(tx, {
        organization_id: organizationId,
        id,
        url_id: urlIdOf(id),
        type: 'workbook',
        name: body.name,
        parent_id: null,
        owner_id: adminMemberId,
        is_home: 0,
        description: '',
        badge: null,
        is_archived: 0,
        archived_at: null,
        archived_by: null,
        ...audited,
      })
      await insertDocument(tx, {
        organization_id: organizationId,
        id,
        kind: 'workbook',
        latest_version: 1,
        draft_revision: 1,
        published_revision: 1,
      })
      const version = {
        organization_id: organizationId,
        document_id: id,
        version: 1,
        content: serializeDocument(document),
        format_version: document.formatVersion,
        published_by: adminMemberId,
        published_at: clock.at,
      }
      await insertDocumentVersion(tx, version, readRowsOf(document))
    })
    return { id, name: body.name, version: 1, versionKey: '1', content: document }
  }

  return {
    ...{ folder, clock, store, organizationId, viewer, viewers, connectionId, duckdb, sessions, catalog, compiler },
    ...{
      access,
      queryLog,
      queries,
      pageData,
      reports,
      queue,
      blobs,
      exports,
      runs,
      openWorker,
      publish,
      bugs,
      models,
      signal,
    },
    async close() {
      await reports.close()
      await queryLog.close()
      await sessions.close()
      await duckdb.close()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
