import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '@octavo/core/contract'
import { enqueueSeals } from '../audit/jobs.ts'
import { createFolderBlobs } from '../blobs/index.ts'
import { openHttpServer } from '../composition/http.ts'
import { jobHandlersOf } from '../composition/job-handlers.ts'
import { commonRoutesOf, routesOf } from '../composition/routes.ts'
import { createServices, createSignInServices, type Services } from '../composition/services.ts'
import { type Clock, type Config, prepareDataFolder, StartupError, systemClock } from '../config/index.ts'
import { createConnectors, createDuckdbConnector, createSessions, ownDatabase } from '../connectors/index.ts'
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
import { createDestinations, createMailSender, type Destinations } from '../outbound/index.ts'
import { assertWorking, countJobs, createQueue, createWorker, type Worker } from '../queue/index.ts'
import { openSecrets } from '../secrets/index.ts'
import { removeExpiredFiles } from '../services/files/expired-files.ts'
import { type FirstSecrets, firstStart, removeFirstSecrets } from '../services/organization/first-start.ts'
import { createSampleData } from '../services/sample/sample-data.ts'
import { createSampleDocuments } from '../services/sample/sample-documents.ts'
import { removeExpiredSignIns } from '../services/sign-in/expired-sign-ins.ts'
import { deleteExpiredIdempotencyKeys } from '../store/idempotency-keys.ts'
import { claimKey, createStore, mustGoOn } from '../store/index.ts'

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const hourMs = 3_600_000
/** Events are sealed into the chain at most a minute after they were written. */
const sealEveryMs = 30_000
/** How often due times are looked for: a scheduled export begins that late at most. */
const dueEveryMs = 2_000

export interface Application {
  http: HttpServer
  worker: Worker
  /** Due times from now on; upkeep now and once an hour: expired sign-ins and idempotency keys, the chain of audit events. */
  startUpkeep(): void
  /** Takes no new request and no new job, lets running ones end, then closes engine and store. */
  close(): Promise<void>
}

export interface ComposeOptions {
  config: Config
  log: Log
  version: string
  clock?: Clock
  /** How long a job of a process that was killed waits for another; absent: what the queue says. */
  leaseMs?: number
  /** Hears the secrets of the first start as soon as they are saved, which is long before the end of it. */
  onFirstSecrets?: (secrets: FirstSecrets) => void
}

/** Pages for browsers: the reference, and the web app for everything else. */
function pagesOf({ openEmbeds }: Services): Pages[] {
  const webFiles = createWebFiles(webFolder)
  return [createFunctionPages(), createDocsPage(), createEmbedPages(webFiles, openEmbeds.frameOrigins), webFiles]
}

/** A whole Octavo over one store, not yet listening. */
export async function compose({
  config,
  log,
  version,
  clock = systemClock,
  leaseMs,
  onFirstSecrets = () => {},
}: ComposeOptions): Promise<Application> {
  const { dataDir } = config
  const destinations = destinationsOf(config)
  prepareDataFolder(dataDir)
  const store = await createStore({ dataDir, databaseUrl: config.databaseUrl, clock })
  const secrets = openSecrets({ dataDir, secretKey: config.secretKey })
  await claimKey(store, secrets)
  const first = await firstStart({ store, secrets, config, clock })
  if (first.secrets) onFirstSecrets(first.secrets)

  const sampleFolder = join(dataDir, 'sample')
  const duckdb = createDuckdbConnector({
    folders: [sampleFolder, join(dataDir, 'databases')],
    spillFolder: join(dataDir, 'cache', 'spill'),
    memoryLimitMb: config.engineMemoryMb,
  })
  const sessions = createSessions({
    store,
    secrets,
    connectors: createConnectors({ duckdb, destinations, ownDatabase: () => ownDatabase(store) }),
    comments: config.sqlComments,
  })
  const blobs = createFolderBlobs(join(dataDir, 'blobs'), { isFull: store.isShortOfRoom })
  await blobs.clean({ isAlone: store.opening.isExclusive })
  const queue = createQueue({ store, clock })
  const reportBug = (error: unknown) => log.error({ err: error }, 'unexpected error')

  const sendMail = createMailSender({ smtpUrl: config.smtpUrl, from: config.mailFrom })
  const signInServices = createSignInServices({
    store,
    secrets,
    clock,
    sendsMail: sendMail !== null,
    audiences: [config.publicUrl, config.authUrl].flatMap((url) => (url === null ? [] : [url, `${url}/v2/auth/token`])),
    onAdminSignIn: () => removeFirstSecrets(dataDir),
    reportBug,
  })
  const services = createServices({
    ...signInServices,
    store,
    secrets,
    clock,
    queue,
    blobs,
    sessions,
    destinations,
    sendMail,
    reportBug,
  })

  if (config.sample) {
    const data = createSampleData({ store, clock, duckdb, folder: sampleFolder, lastDay: config.sampleDate })
    const { connectionId } = await data.ensure(first.organizationId, first.adminMemberId)
    await createSampleDocuments(services).ensure(first.organizationId, first.adminMemberId, connectionId)
  }

  const loopDelay = createLoopDelay()
  const jobFigures = {
    help: {
      octavo_jobs_waiting: 'Jobs that are due and not begun.',
      octavo_jobs_late: 'Jobs that have been due for more than five minutes and are not begun.',
      octavo_jobs_running: 'Jobs that a living worker runs, in all processes.',
    },
    async read() {
      const { waiting, late, running } = await countJobs({ store, clock })
      return { octavo_jobs_waiting: waiting, octavo_jobs_late: late, octavo_jobs_running: running }
    },
  }
  const metrics = createMetrics([loopDelay, jobFigures])
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
  const http = await openHttpServer(services, {
    config,
    log,
    metrics,
    routes,
    pages: pagesOf(services),
  })
  const worker = createWorker({
    store,
    clock,
    concurrency: 2,
    ...(leaseMs === undefined ? {} : { leaseMs }),
    handlers: jobHandlersOf(services),
    onError: (error, job) => log.error({ err: error, job }, 'job failed'),
  })

  let upkeep: NodeJS.Timeout | undefined
  let sealing: NodeJS.Timeout | undefined
  let ticking: NodeJS.Timeout | undefined
  let tick: Promise<unknown> | null = null
  const lookForDueTimes = () => {
    tick ??= Promise.all([services.scheduleDue.tick(), services.periodicSyncs.tick(config.publicUrl)])
      .catch(reportBug)
      .finally(() => {
        tick = null
      })
  }
  return {
    http,
    worker,
    startUpkeep() {
      const run = () => {
        // It makes room.
        mustGoOn(() => Promise.all(upkeepTasks(services))).catch(reportBug)
      }
      run()
      upkeep = setInterval(run, hourMs)
      upkeep.unref()
      const seal = () => void enqueueSeals({ store, queue }).catch(reportBug)
      seal()
      sealing = setInterval(seal, sealEveryMs)
      sealing.unref()
      lookForDueTimes()
      ticking = setInterval(lookForDueTimes, dueEveryMs)
      ticking.unref()
    },
    async close() {
      clearInterval(upkeep)
      clearInterval(sealing)
      clearInterval(ticking)
      await tick
      loopDelay.stop()
      await http.stop()
      await worker.stop()
      await sessions.close()
      await duckdb.close()
      await store.close()
    },
  }
}

function destinationsOf({ allowedDestinations }: Config): Destinations {
  try {
    return createDestinations({ allowed: allowedDestinations })
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new StartupError(`OCTAVO_ALLOWED_DESTINATIONS: ${problem}.`, 'Write for example db.internal,10.1.0.0/16.')
  }
}

/** What is removed about once an hour because its time is over. */
function upkeepTasks(services: Services): Promise<unknown>[] {
  const { store, clock } = services
  return [
    removeExpiredSignIns({ store, clock }),
    removeExpiredFiles(services),
    services.customViews.endUnusedLinks(),
    store.maintain('remove expired keys', (tx) => deleteExpiredIdempotencyKeys(tx, clock.now())),
    services.scheduleDue.clean(),
  ]
}
