import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '@octavo/core/contract'
import { createAccess } from '../access/index.ts'
import { createDenials } from '../audit/index.ts'
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
import { auditSealJobs, enqueueSeals } from '../jobs/audit-seal.ts'
import { exportJobs } from '../jobs/export.ts'
import { invitationMailJobs } from '../jobs/invitation-mail.ts'
import { scheduleJobs } from '../jobs/schedule.ts'
import { tagRequestMailJobs } from '../jobs/tag-request-mail.ts'
import { createDestinations, createHttpPost, createMailSender, type Destinations } from '../outbound/index.ts'
import { assertWorking, countJobs, createQueue, createWorker, type Worker } from '../queue/index.ts'
import { openSecrets } from '../secrets/index.ts'
import { createAccessReports } from '../services/access-reports.ts'
import { createAccountTypes } from '../services/account-types.ts'
import { createAddresses } from '../services/addresses.ts'
import { createAllowedAddresses } from '../services/allowed-addresses.ts'
import { createCompiler } from '../services/compile-elements.ts'
import { createConnectionChanges } from '../services/connection-changes.ts'
import { createConnections } from '../services/connections.ts'
import { createCredentials } from '../services/credentials.ts'
import { createCsvFiles } from '../services/csv-files.ts'
import { createCustomFunctions } from '../services/custom-functions.ts'
import { createDataModelSource } from '../services/data-model-source.ts'
import { createDataModels } from '../services/data-models.ts'
import { createDocumentCopies } from '../services/document-copies.ts'
import { createDocumentEntries } from '../services/document-entries.ts'
import { createDocumentSpecs } from '../services/document-specs.ts'
import { createDocumentUses } from '../services/document-uses.ts'
import { createDocuments } from '../services/documents.ts'
import { createDrafts } from '../services/drafts.ts'
import { createElementCompiler } from '../services/element-compiler.ts'
import { removeExpiredFiles } from '../services/expired-files.ts'
import { removeExpiredSignIns } from '../services/expired-sign-ins.ts'
import { createExportFiles } from '../services/export-files.ts'
import { createExportRuns } from '../services/export-runs.ts'
import { createExports } from '../services/exports.ts'
import { createFiles } from '../services/files.ts'
import { type FirstSecrets, firstStart, removeFirstSecrets } from '../services/first-start.ts'
import { createFormulas } from '../services/formulas.ts'
import { createGrants } from '../services/grants.ts'
import { createInodes } from '../services/inodes.ts'
import { createInputTables } from '../services/input-tables.ts'
import { createInvitationMails } from '../services/invitation-mails.ts'
import { createInvitations } from '../services/invitations.ts'
import { createMemberChanges } from '../services/member-changes.ts'
import { createMemberFiles } from '../services/member-files.ts'
import { createMembers } from '../services/members.ts'
import { createNewMembers } from '../services/new-members.ts'
import { createOfferedValues } from '../services/offered-values.ts'
import { createOrganizationSettings } from '../services/organization-settings.ts'
import { createOrganizations } from '../services/organizations.ts'
import { createPageData } from '../services/page-data.ts'
import { createPageReader } from '../services/page-reader.ts'
import { createQueries } from '../services/queries.ts'
import { createSampleData } from '../services/sample-data.ts'
import { createSampleDocuments } from '../services/sample-documents.ts'
import { createScheduleChecks } from '../services/schedule-checks.ts'
import { createScheduleConditions } from '../services/schedule-conditions.ts'
import { createScheduleDeliveries } from '../services/schedule-deliveries.ts'
import { createScheduleDue } from '../services/schedule-due.ts'
import { createScheduleEnds } from '../services/schedule-ends.ts'
import { createScheduleNotices } from '../services/schedule-notices.ts'
import { createScheduleRecipients } from '../services/schedule-recipients.ts'
import { createScheduleRuns } from '../services/schedule-runs.ts'
import { createSchedules } from '../services/schedules.ts'
import { createShortcuts } from '../services/shortcuts.ts'
import { createSignIn } from '../services/sign-in.ts'
import { createSourceRights } from '../services/source-rights.ts'
import { createStoredRows } from '../services/stored-rows.ts'
import { createTagRequestMails } from '../services/tag-request-mails.ts'
import { createTagRequests } from '../services/tag-requests.ts'
import { createTaggedVersions } from '../services/tagged-versions.ts'
import { createTeams } from '../services/teams.ts'
import { createTenants } from '../services/tenants.ts'
import { createTokens } from '../services/tokens.ts'
import { createUserAttributes } from '../services/user-attributes.ts'
import { createVersionTags } from '../services/version-tags.ts'
import { createViewers } from '../services/viewers.ts'
import { createWorkbookContents } from '../services/workbook-contents.ts'
import { createWorkbookSchema } from '../services/workbook-schema.ts'
import { createWorkbooks } from '../services/workbooks.ts'
import { createWorkspaces } from '../services/workspaces.ts'
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

  const metrics = createMetrics({
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
