import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '@octavo/core/contract'
import { createAccess } from '../access/index.ts'
import { createDenials } from '../audit/index.ts'
import { auditSealJobs, enqueueSeals } from '../audit/jobs.ts'
import { createFolderBlobs } from '../blobs/index.ts'
import { createCatalog } from '../catalog/index.ts'
import { type Clock, type Config, StartupError, systemClock } from '../config/index.ts'
import {
  createDuckdbConnector,
  createMysqlConnector,
  createPostgresConnector,
  createSessions,
  ownDatabase,
} from '../connectors/index.ts'
import {
  assertComplete,
  createAuthenticate,
  createDocsPage,
  createFunctionPages,
  createHttpServer,
  createIdempotency,
  createListOrArray,
  createLoopDelay,
  createMetrics,
  createPaging,
  createRateLimits,
  createWebFiles,
  type HttpServer,
  type Log,
} from '../http/index.ts'
import { accessRoutes } from '../http/routes/access.ts'
import { accountTypeRoutes } from '../http/routes/account-types.ts'
import { authRoutes, tokenRateOf } from '../http/routes/auth.ts'
import { connectionRoutes } from '../http/routes/connections.ts'
import { credentialRoutes } from '../http/routes/credentials.ts'
import { customFunctionRoutes } from '../http/routes/custom-functions.ts'
import { dataModelRoutes } from '../http/routes/data-models.ts'
import { draftRoutes } from '../http/routes/drafts.ts'
import { exportRoutes } from '../http/routes/exports.ts'
import { favoriteRoutes } from '../http/routes/favorites.ts'
import { fileRoutes } from '../http/routes/files.ts'
import { formulaRoutes } from '../http/routes/formulas.ts'
import { grantRoutes } from '../http/routes/grants.ts'
import { healthRoutes } from '../http/routes/health.ts'
import { memberRoutes } from '../http/routes/members.ts'
import { organizationRoutes } from '../http/routes/organizations.ts'
import { pageDataRoutes } from '../http/routes/page-data.ts'
import { referenceRoutes } from '../http/routes/reference.ts'
import { sessionRoutes } from '../http/routes/session.ts'
import { storedRowRoutes } from '../http/routes/stored-rows.ts'
import { tagRequestRoutes } from '../http/routes/tag-requests.ts'
import { tagRoutes } from '../http/routes/tags.ts'
import { teamRoutes } from '../http/routes/teams.ts'
import { tenantRoutes } from '../http/routes/tenants.ts'
import { userAttributeRoutes } from '../http/routes/user-attributes.ts'
import { whoamiRoutes } from '../http/routes/whoami.ts'
import { workbookContentsRoutes } from '../http/routes/workbook-contents.ts'
import { workbookScheduleRoutes } from '../http/routes/workbook-schedules.ts'
import { workbookSpecRoutes } from '../http/routes/workbook-spec.ts'
import { workbookRoutes } from '../http/routes/workbooks.ts'
import { workspaceRoutes } from '../http/routes/workspaces.ts'
import { createDestinations, createHttpPost, createMailSender, type Destinations } from '../outbound/index.ts'
import { assertWorking, countJobs, createQueue, createWorker, type Worker } from '../queue/index.ts'
import { openSecrets } from '../secrets/index.ts'
import { createConnectionChanges } from '../services/connections/connection-changes.ts'
import { createConnections } from '../services/connections/connections.ts'
import { createCustomFunctions } from '../services/custom-functions/custom-functions.ts'
import { createDataModelSource } from '../services/documents/data-model-source.ts'
import { createDocumentCopies } from '../services/documents/document-copies.ts'
import { createDocumentSpecs } from '../services/documents/document-specs.ts'
import { createDocuments } from '../services/documents/documents.ts'
import { createDrafts } from '../services/documents/drafts.ts'
import { createSourceRights } from '../services/documents/source-rights.ts'
import { createExportFiles } from '../services/exports/export-files.ts'
import { createExportRuns } from '../services/exports/export-runs.ts'
import { createExports } from '../services/exports/exports.ts'
import { exportJobs } from '../services/exports/jobs.ts'
import { removeExpiredFiles } from '../services/files/expired-files.ts'
import { createFiles } from '../services/files/files.ts'
import { createMemberFiles } from '../services/files/member-files.ts'
import { createShortcuts } from '../services/files/shortcuts.ts'
import { createWorkspaces } from '../services/files/workspaces.ts'
import { createFormulas } from '../services/formulas/formulas.ts'
import { createAddresses } from '../services/inodes/addresses.ts'
import { createInodes } from '../services/inodes/inodes.ts'
import { createCsvFiles } from '../services/input-tables/csv-files.ts'
import { createInputTables } from '../services/input-tables/input-tables.ts'
import { createOfferedValues } from '../services/input-tables/offered-values.ts'
import { createStoredRows } from '../services/input-tables/stored-rows.ts'
import { createAccountTypes } from '../services/organization/account-types/account-types.ts'
import { type FirstSecrets, firstStart, removeFirstSecrets } from '../services/organization/first-start.ts'
import { createInvitationMails } from '../services/organization/members/invitation-mails.ts'
import { createInvitations } from '../services/organization/members/invitations.ts'
import { invitationMailJobs } from '../services/organization/members/jobs.ts'
import { createMemberChanges } from '../services/organization/members/member-changes.ts'
import { createMembers } from '../services/organization/members/members.ts'
import { createNewMembers } from '../services/organization/members/new-members.ts'
import { createOrganizations } from '../services/organization/organizations.ts'
import { createOrganizationSettings } from '../services/organization/settings/organization-settings.ts'
import { createTeams } from '../services/organization/teams/teams.ts'
import { createTenants } from '../services/organization/tenants.ts'
import { createUserAttributes } from '../services/organization/user-attributes/user-attributes.ts'
import { createPageData } from '../services/pages/page-data.ts'
import { createPageReader } from '../services/pages/page-reader.ts'
import { createCompiler } from '../services/queries/compile-elements.ts'
import { createElementCompiler } from '../services/queries/element-compiler.ts'
import { createQueries } from '../services/queries/queries.ts'
import { createSampleData } from '../services/sample/sample-data.ts'
import { createSampleDocuments } from '../services/sample/sample-documents.ts'
import { scheduleJobs } from '../services/schedules/jobs.ts'
import { createScheduleChecks } from '../services/schedules/schedule-checks.ts'
import { createScheduleConditions } from '../services/schedules/schedule-conditions.ts'
import { createScheduleDeliveries } from '../services/schedules/schedule-deliveries.ts'
import { createScheduleDue } from '../services/schedules/schedule-due.ts'
import { createScheduleEnds } from '../services/schedules/schedule-ends.ts'
import { createScheduleNotices } from '../services/schedules/schedule-notices.ts'
import { createScheduleRecipients } from '../services/schedules/schedule-recipients.ts'
import { createScheduleRuns } from '../services/schedules/schedule-runs.ts'
import { createSchedules } from '../services/schedules/schedules.ts'
import { createAccessReports } from '../services/sharing/access-reports.ts'
import { createGrants } from '../services/sharing/grants.ts'
import { createAllowedAddresses } from '../services/sign-in/allowed-addresses.ts'
import { createCredentials } from '../services/sign-in/credentials.ts'
import { removeExpiredSignIns } from '../services/sign-in/expired-sign-ins.ts'
import { createSignIn } from '../services/sign-in/sign-in.ts'
import { createTokens } from '../services/sign-in/tokens.ts'
import { createViewers } from '../services/sign-in/viewers.ts'
import { tagRequestMailJobs } from '../services/tags/jobs.ts'
import { createTagRequestMails } from '../services/tags/tag-request-mails.ts'
import { createTagRequests } from '../services/tags/tag-requests.ts'
import { createTaggedVersions } from '../services/tags/tagged-versions.ts'
import { createVersionTags } from '../services/tags/version-tags.ts'
import { createDataModels } from '../services/workbooks/data-models.ts'
import { createDocumentEntries } from '../services/workbooks/document-entries.ts'
import { createDocumentUses } from '../services/workbooks/document-uses.ts'
import { createWorkbookContents } from '../services/workbooks/workbook-contents.ts'
import { createWorkbookSchema } from '../services/workbooks/workbook-schema.ts'
import { createWorkbooks } from '../services/workbooks/workbooks.ts'
import { deleteExpiredIdempotencyKeys } from '../store/idempotency-keys.ts'
import { claimKey, createStore } from '../store/index.ts'

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const hourMs = 3_600_000
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

/** The only place that wires the parts together: a whole Octavo over one store, not yet listening. */
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
    connectors: [
      duckdb,
      createPostgresConnector({ destinations, ownDatabase: () => ownDatabase(store) }),
      createMysqlConnector({ destinations }),
    ],
    comments: config.sqlComments,
  })
  const blobs = createFolderBlobs(join(dataDir, 'blobs'))
  await blobs.clean({ isAlone: store.opening.isExclusive })
  const queue = createQueue({ store, clock })
  const reportBug = (error: unknown) => log.error({ err: error }, 'unexpected error')

  const viewers = createViewers({ store, clock })
  const allowedAddresses = createAllowedAddresses({ store, clock })
  const tokens = createTokens({ store, secrets, clock, viewers, addresses: allowedAddresses, reportBug })
  const sendMail = createMailSender({ smtpUrl: config.smtpUrl, from: config.mailFrom })
  const signIn = createSignIn({
    store,
    secrets,
    clock,
    viewers,
    addresses: allowedAddresses,
    onAdminSignIn: () => removeFirstSecrets(dataDir),
    sendsMail: sendMail !== null,
  })
  const access = createAccess({ store })
  const addresses = createAddresses({ store })
  const inodes = createInodes({ store, access, clock })
  const documents = createDocuments({ store, clock, inodes, sourceRights: createSourceRights({ access }) })
  const stored = createStoredRows({ store, clock })
  const catalog = createCatalog({
    store,
    sessions,
    clock,
    dataModel: createDataModelSource({ store, documents }),
    storedRows: stored.find,
  })
  const compiler = createCompiler({ store, catalog, clock })
  const queries = createQueries({ store, sessions, clock, compiler })
  const pageData = createPageData({ queries, reportBug })
  const settings = createOrganizationSettings({ store, clock })
  const exports = createExports({ store, clock, queue, blobs, access, viewers, compiler, settings })
  const exportRuns = createExportRuns({ store, clock, queue, blobs, viewers, compiler, sessions })
  const contents = createWorkbookContents({ documents, compiler: createElementCompiler({ queries }) })
  const uses = createDocumentUses({ store, documents, catalog })
  const specs = createDocumentSpecs({ documents, inodes, addresses })
  const copies = createDocumentCopies({ access, documents })
  const files = createFiles({ store, clock, access, inodes, documents, copies })
  const tags = createVersionTags({ store, clock })
  const tagged = createTaggedVersions({ store, clock, access, inodes, documents, versionTags: tags, addresses })
  const entries = createDocumentEntries({ documents, addresses, tagged })
  const workbooks = createWorkbooks({ documents, copies, entries, specs, inodes, tagged })
  const drafts = createDrafts({ store, clock, inodes, documents })
  const members = createMembers({ store, clock, viewers })
  const memberFiles = createMemberFiles({ store, clock, access, inodes, members, reportBug: reportBug })
  const shortcuts = createShortcuts({ store, clock, access, inodes, catalog })
  const teams = createTeams({ store, clock, viewers })
  const invitations = createInvitations({ store, clock, secrets })
  const invitationMails = createInvitationMails({ store, clock, invitations, sendMail })
  const tagRequests = createTagRequests({
    store,
    clock,
    viewers,
    inodes,
    versionTags: tags,
    tagged,
    queue,
    sendsMail: sendMail !== null,
  })
  const newMembers = createNewMembers({ store, clock, teams, invitations, queue, sendsMail: sendMail !== null })
  const changes = createMemberChanges({ store, clock, viewers, members, invitations })

  const checks = createScheduleChecks({
    store,
    documents,
    compiler,
    settings,
    destinations,
    sendsMail: sendMail !== null,
  })
  const schedules = createSchedules({
    store,
    clock,
    queue,
    access,
    inodes,
    documents,
    members,
    viewers,
    checks,
  })
  const ends = createScheduleEnds({ store, clock, queue, sendsMail: sendMail !== null })
  const due = createScheduleDue({ store, clock, queue, ends, reportBug })
  const scheduleRuns = createScheduleRuns({
    store,
    clock,
    blobs,
    viewers,
    inodes,
    documents,
    addresses,
    settings,
    checks,
    conditions: createScheduleConditions({ compiler, sessions }),
    files: createExportFiles({ compiler, sessions }),
    recipients: createScheduleRecipients({ store, viewers }),
    deliveries: createScheduleDeliveries({ blobs, sendMail, post: createHttpPost({ destinations }) }),
    ends,
  })
  const notices = createScheduleNotices({ store, addresses, sendMail })

  const connections = createConnections({ store, clock, access, catalog, addresses })
  const connectionChanges = createConnectionChanges({
    store,
    clock,
    access,
    secrets,
    sessions,
    catalog,
    connections,
    destinations,
  })

  if (config.sample) {
    const data = createSampleData({ store, clock, duckdb, folder: sampleFolder, lastDay: config.sampleDate })
    const { connectionId } = await data.ensure(first.organizationId, first.adminMemberId)
    await createSampleDocuments({ store, clock, viewers, files, specs }).ensure(
      first.organizationId,
      first.adminMemberId,
      connectionId,
    )
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
  const listOrArray = createListOrArray(settings)
  const routes = [
    ...healthRoutes({
      config,
      metrics,
      isReady: async () => {
        await store.db.selectFrom('instance').select('name').limit(1).execute()
        await assertWorking({ store, clock })
      },
    }),
    ...referenceRoutes({ version }),
    ...authRoutes({ tokens, clock, tokenRate: tokenRateOf(config.rateLimits.token) }),
    ...sessionRoutes({ signIn, clock }),
    ...whoamiRoutes(),
    ...workbookRoutes({ workbooks, uses }),
    ...workbookContentsRoutes({ contents, schema: createWorkbookSchema({ contents }), uses }),
    ...workbookSpecRoutes({ specs }),
    ...draftRoutes({ drafts, workbooks }),
    ...dataModelRoutes({ dataModels: createDataModels({ documents, entries, uses }), contents, specs }),
    ...tagRoutes({ tags, tagged }),
    ...tagRequestRoutes({ requests: tagRequests }),
    ...fileRoutes({ files }),
    ...favoriteRoutes({ memberFiles, shortcuts }),
    ...memberRoutes({ members, newMembers, changes, invitations, files, listOrArray }),
    ...teamRoutes({ teams, listOrArray }),
    ...userAttributeRoutes({ userAttributes: createUserAttributes({ store, clock, viewers }) }),
    ...tenantRoutes({ tenants: createTenants({ store, clock, viewers, blobs }) }),
    ...accountTypeRoutes({ accountTypes: createAccountTypes({ store, clock, viewers }) }),
    ...organizationRoutes({
      organizations: createOrganizations({ store, clock, settings }),
      addresses: allowedAddresses,
    }),
    ...formulaRoutes({ formulas: createFormulas({ documents, compiler }) }),
    ...storedRowRoutes({
      csvFiles: createCsvFiles({ store, access, clock }),
      inputTables: createInputTables({
        store,
        access,
        documents,
        offeredValues: createOfferedValues({ queries }),
        clock,
      }),
    }),
    ...customFunctionRoutes({ customFunctions: createCustomFunctions({ store, clock }) }),
    ...credentialRoutes({ credentials: createCredentials({ store, clock, secrets }) }),
    ...grantRoutes({ grants: createGrants({ store, clock, access, inodes, teams, catalog }) }),
    ...accessRoutes({ reports: createAccessReports({ store, clock, access, inodes, members, viewers }) }),
    ...workspaceRoutes({ workspaces: createWorkspaces({ store, clock, access, inodes }), listOrArray }),
    ...connectionRoutes({ connections, changes: connectionChanges }),
    ...exportRoutes({ documents, exports }),
    ...workbookScheduleRoutes({ schedules, listOrArray }),
    ...pageDataRoutes({ reader: createPageReader({ documents, memberFiles }), pageData }),
  ]
  assertComplete(routes, operations)
  const http = await createHttpServer({
    config,
    log,
    clock,
    metrics,
    authenticate: createAuthenticate({ tokens, signIn, addresses: allowedAddresses }),
    paged: createPaging(secrets),
    once: createIdempotency({ store, secrets, clock, reportBug }),
    denials: createDenials({ store, clock }),
    rateLimits: createRateLimits({ settings, clock, perMinute: config.rateLimits }),
    pages: [createFunctionPages(), createDocsPage(), createWebFiles(webFolder)],
    routes,
  })
  const worker = createWorker({
    store,
    clock,
    concurrency: 2,
    ...(leaseMs === undefined ? {} : { leaseMs }),
    handlers: {
      ...auditSealJobs({ store }),
      ...exportJobs(exportRuns),
      ...invitationMailJobs(invitationMails),
      ...tagRequestMailJobs(createTagRequestMails({ store, sendMail })),
      ...scheduleJobs({ runs: scheduleRuns, notices }),
    },
    onError: (error, job) => log.error({ err: error, job }, 'job failed'),
  })

  let upkeep: NodeJS.Timeout | undefined
  let ticking: NodeJS.Timeout | undefined
  let tick: Promise<void> | null = null
  const lookForDueTimes = () => {
    tick ??= due
      .tick()
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
        const tasks = [
          removeExpiredSignIns({ store, clock }),
          removeExpiredFiles({ store, clock, settings }),
          store.maintain('remove expired keys', (tx) => deleteExpiredIdempotencyKeys(tx, clock.now())),
          enqueueSeals({ store, queue }),
          due.clean(),
        ]
        Promise.all(tasks).catch(reportBug)
      }
      run()
      upkeep = setInterval(run, hourMs)
      upkeep.unref()
      lookForDueTimes()
      ticking = setInterval(lookForDueTimes, dueEveryMs)
      ticking.unref()
    },
    async close() {
      clearInterval(upkeep)
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
