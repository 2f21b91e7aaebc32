import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '@octavo/core/contract'
import { createFolderBlobs } from '../blobs/index.ts'
import { openHttpServer } from '../composition/http.ts'
import { jobHandlersOf } from '../composition/job-handlers.ts'
import { commonRoutesOf, routesOf } from '../composition/routes.ts'
import { createServices, type Services } from '../composition/services.ts'
import { createSignInServices, type SignInServices } from '../composition/sign-in-services.ts'
import { type Clock, type Config, prepareDataFolder, StartupError, systemClock } from '../config/index.ts'
import {
  createConnectors,
  createDuckdbConnector,
  createIngest,
  createSessions,
  createUploadFolder,
  type DuckdbConnector,
  ownDatabase,
  storedRevision,
} from '../connectors/index.ts'
import {
  assertComplete,
  createDocsPage,
  createEmbedPages,
  createFunctionPages,
  createLoopDelay,
  createMetrics,
  createWebFiles,
  type HttpServer,
  type Log,
  type Pages,
} from '../http/index.ts'
import { tokenRateOf } from '../http/routes/auth.ts'
import { createDestinations, createHttpRequest, createMailSender, type Destinations } from '../outbound/index.ts'
import { assertWorking, countJobs, createQueue, createWorker, type Worker } from '../queue/index.ts'
import { openSecrets } from '../secrets/index.ts'
import { createReaderSignIns } from '../services/connection-sign-ins/reader-sign-ins.ts'
import { type FirstSecrets, firstStart, removeFirstSecrets } from '../services/organization/first-start.ts'
import { createSideLimits } from '../services/organization/settings/organization-settings.ts'
import { createSampleData } from '../services/sample/sample-data.ts'
import { createSampleDocuments } from '../services/sample/sample-documents.ts'
import { listUploadedTables } from '../store/csv-files.ts'
import { claimKey, createStore } from '../store/index.ts'
import { listMaterializedTables } from '../store/materializations.ts'
import { createUpkeep } from './upkeep.ts'

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))
export interface Application {
  http: HttpServer
  worker: Worker
  /** Starts periodic work: due times, and about once an hour expired sign-ins, idempotency keys and the like. */
  startUpkeep(): void
  /** Accepts no new request or job, waits for running ones, then closes engine and store. */
  close(): Promise<void>
}

export interface ComposeOptions {
  config: Config
  log: Log
  version: string
  clock?: Clock
  /** After this time another process takes over a job of a killed process; absent: the default of the queue. */
  leaseMs?: number
  /** Called with the secrets of the first start as soon as they are saved, long before the start has completed. */
  onFirstSecrets?: (secrets: FirstSecrets) => void
}

/** Pages for browsers: the API and function references, pages of embeds, and the web app for every other path. */
function pagesOf({ openEmbeds, embedSessions }: Services): Pages[] {
  const webFiles = createWebFiles(webFolder)
  const embedPages = createEmbedPages(webFiles, {
    ofPublicEmbed: openEmbeds.frameOrigins,
    ofOrganization: embedSessions.frameOrigins,
    contentOfPublicEmbed: openEmbeds.contentHosts,
    contentOfOrganization: embedSessions.contentHosts,
    placeOfSignedUrl: embedSessions.placeOf,
  })
  return [createFunctionPages(), createDocsPage(), embedPages, webFiles]
}

/** Wires a complete server over one store; it does not listen yet. */
export async function compose(options: ComposeOptions): Promise<Application> {
  const { config, log, clock = systemClock, onFirstSecrets = () => {} } = options
  const { dataDir } = config
  const destinations = destinationsOf(config)
  prepareDataFolder(dataDir)
  const store = await createStore({ dataDir, databaseUrl: config.databaseUrl, clock })
  const secrets = openSecrets({ dataDir, secretKey: config.secretKey })
  await claimKey(store, secrets)
  const first = await firstStart({ store, secrets, config, clock })
  if (first.secrets) onFirstSecrets(first.secrets)

  const engines = openEngines({ config, store, secrets, clock, destinations })
  const { sessions, uploadFolder } = engines
  if (store.opening.isExclusive) {
    const materialized = await listMaterializedTables(store.db)
    const stored = materialized.map((id) => [id, storedRevision] as const)
    uploadFolder.clean(new Map([...(await listUploadedTables(store.db)), ...stored]))
  }
  const trailFiles = { folder: trailsFolderOf(config), build: engines.duckdb.build }
  const outside = { destinations, sessions, uploadFolder, trailFiles }
  const services = await openServices({ config, log, clock, store, secrets, ...outside })
  if (config.sample) await ensureSample(services, engines.duckdb, config, first)
  const loopDelay = createLoopDelay()
  const http = await openHttp(services, options, loopDelay)
  const worker = createWorker({
    store,
    clock,
    concurrency: 2,
    ...(options.leaseMs === undefined ? {} : { leaseMs: options.leaseMs }),
    handlers: jobHandlersOf(services),
    onError: (error, job) => log.error({ err: error, job }, 'job failed'),
  })
  const upkeep = createUpkeep(services, config.publicUrl)
  return {
    http,
    worker,
    startUpkeep: () => upkeep.start(),
    async close() {
      await upkeep.stop()
      loopDelay.stop()
      await http.stop()
      await worker.stop()
      await services.reports.close()
      await services.queryLog.close()
      await services.activity.close()
      await engines.sessions.close()
      await engines.duckdb.close()
      await store.close()
    },
  }
}

type Store = Services['store']
type Secrets = Services['secrets']

const trailsFolderOf = ({ dataDir }: Config) => join(dataDir, 'audit')
const sampleFolderOf = ({ dataDir }: Config) => join(dataDir, 'sample')

function openEngines(given: {
  config: Config
  store: Store
  secrets: Secrets
  clock: Clock
  destinations: Destinations
}) {
  const { config, store, secrets, destinations } = given
  const { dataDir, engineMemoryMb, sqlComments } = config
  const uploadFolder = createUploadFolder(join(dataDir, 'uploads'))
  const duckdb = createDuckdbConnector({
    folders: [sampleFolderOf(config), join(dataDir, 'databases')],
    spillFolder: join(dataDir, 'cache', 'spill'),
    uploadsFolder: uploadFolder.tables,
    trailsFolder: trailsFolderOf(config),
    memoryLimitMb: engineMemoryMb,
  })
  const connectors = createConnectors({ duckdb, destinations, ownDatabase: () => ownDatabase(store) })
  const sideLimits = createSideLimits(store)
  const signInOf = createReaderSignIns({ ...given, requestHttp: createHttpRequest(given) })
  const sessions = createSessions({ store, secrets, connectors, comments: sqlComments, sideLimits, signInOf })
  return { duckdb, uploadFolder, sessions }
}

interface Opened
  extends Pick<Services, 'store' | 'secrets' | 'clock' | 'sessions' | 'uploadFolder' | 'trailFiles' | 'destinations'> {
  config: Config
  log: Log
}

async function openServices({ config, log, ...opened }: Opened): Promise<Services & SignInServices> {
  const { store, clock } = opened
  const blobs = createFolderBlobs(join(config.dataDir, 'blobs'), { isFull: store.isShortOfRoom })
  await blobs.clean({ isAlone: store.opening.isExclusive })
  const queue = createQueue({ store, clock })
  const reportBug = (error: unknown) => log.error({ err: error }, 'unexpected error')
  const sendMail = createMailSender({ smtpUrl: config.smtpUrl, from: config.mailFrom })
  const signInServices = createSignInServices({
    ...opened,
    sendsMail: sendMail !== null,
    audiences: [config.publicUrl, config.authUrl].flatMap((url) => (url === null ? [] : [url, `${url}/v2/auth/token`])),
    onAdminSignIn: () => removeFirstSecrets(config.dataDir),
    reportBug,
  })
  const ingest = createIngest()
  const { slackUrl } = config
  const sendsPerMinute = config.rateLimits.send
  const outside = { queue, blobs, ingest, sendMail, slackUrl, sendsPerMinute, reportBug }
  return createServices({ ...signInServices, ...opened, ...outside })
}

async function ensureSample(
  services: Services,
  duckdb: DuckdbConnector,
  config: Config,
  { organizationId, adminMemberId }: { organizationId: string; adminMemberId: string },
): Promise<void> {
  const { store, clock } = services
  const data = createSampleData({ store, clock, duckdb, folder: sampleFolderOf(config), lastDay: config.sampleDate })
  const { connectionId } = await data.ensure(organizationId, adminMemberId)
  await createSampleDocuments(services).ensure(organizationId, adminMemberId, connectionId)
}

function openHttp(
  services: Services & SignInServices,
  { config, log, version }: ComposeOptions,
  loopDelay: ReturnType<typeof createLoopDelay>,
): Promise<HttpServer> {
  const { store, clock } = services
  const metrics = createMetrics([loopDelay, jobFiguresOf(services)])
  const routes = [
    ...commonRoutesOf(services, {
      config,
      clock,
      metrics,
      version,
      tokenRate: tokenRateOf(config.rateLimits.token),
      isReady: async () => {
        await store.db.selectFrom('instance').select('name').limit(1).execute()
        await assertWorking({ store, clock })
      },
    }),
    ...routesOf(services),
  ]
  assertComplete(routes, operations)
  return openHttpServer(services, {
    config,
    log,
    metrics,
    routes,
    pages: pagesOf(services),
  })
}

const jobFiguresOf = ({ store, clock }: Pick<Services, 'store' | 'clock'>) => ({
  help: {
    octavo_jobs_waiting: 'Jobs that are due and not begun.',
    octavo_jobs_late: 'Jobs that have been due for more than five minutes and are not begun.',
    octavo_jobs_running: 'Jobs that a living worker runs, in all processes.',
  },
  async read() {
    const { waiting, late, running } = await countJobs({ store, clock })
    return { octavo_jobs_waiting: waiting, octavo_jobs_late: late, octavo_jobs_running: running }
  },
})

function destinationsOf({ allowedDestinations }: Config): Destinations {
  try {
    return createDestinations({ allowed: allowedDestinations })
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new StartupError(`OCTAVO_ALLOWED_DESTINATIONS: ${problem}.`, 'Write for example db.internal,10.1.0.0/16.')
  }
}
