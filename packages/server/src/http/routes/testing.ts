import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Viewer } from '@octavo/core/access'
import { createAccess } from '../../access/index.ts'
import { createFolderBlobs } from '../../blobs/index.ts'
import { createCatalog } from '../../catalog/index.ts'
import {
  createDuckdbConnector,
  createMysqlConnector,
  createPostgresConnector,
  createSessions,
} from '../../connectors/index.ts'
import { exportJobs } from '../../jobs/export.ts'
import { invitationMailJobs } from '../../jobs/invitation-mail.ts'
import { scheduleJobs } from '../../jobs/schedule.ts'
import { tagRequestMailJobs } from '../../jobs/tag-request-mail.ts'
import { createDestinations, createHttpPost, type SendMail } from '../../outbound/index.ts'
import { createQueue, createWorker } from '../../queue/index.ts'
import { createAccessReports } from '../../services/access-reports.ts'
import { createAccountTypes } from '../../services/account-types.ts'
import { createAddresses } from '../../services/addresses.ts'
import { createCompiler } from '../../services/compile-elements.ts'
import { createConnectionChanges } from '../../services/connection-changes.ts'
import { createConnections } from '../../services/connections.ts'
import { createCredentials } from '../../services/credentials.ts'
import { createCsvFiles } from '../../services/csv-files.ts'
import { createCustomFunctions } from '../../services/custom-functions.ts'
import { createDataModelSource } from '../../services/data-model-source.ts'
import { createDataModels } from '../../services/data-models.ts'
import { createDocumentCopies } from '../../services/document-copies.ts'
import { createDocumentEntries } from '../../services/document-entries.ts'
import { createDocumentSpecs } from '../../services/document-specs.ts'
import { createDocumentUses } from '../../services/document-uses.ts'
import { createDocuments } from '../../services/documents.ts'
import { createDrafts } from '../../services/drafts.ts'
import { createElementCompiler } from '../../services/element-compiler.ts'
import { createExportFiles } from '../../services/export-files.ts'
import { createExportRuns } from '../../services/export-runs.ts'
import { createExports } from '../../services/exports.ts'
import { createFiles } from '../../services/files.ts'
import { createFormulas } from '../../services/formulas.ts'
import { createGrants } from '../../services/grants.ts'
import { createInodes } from '../../services/inodes.ts'
import { createInputTables } from '../../services/input-tables.ts'
import { createInvitationMails } from '../../services/invitation-mails.ts'
import { createInvitations } from '../../services/invitations.ts'
import { createMemberChanges } from '../../services/member-changes.ts'
import { createMemberFiles } from '../../services/member-files.ts'
import { createMembers } from '../../services/members.ts'
import { createNewMembers } from '../../services/new-members.ts'
import { createOfferedValues } from '../../services/offered-values.ts'
import { createOrganizationSettings } from '../../services/organization-settings.ts'
import { createOrganizations } from '../../services/organizations.ts'
import { createPageData } from '../../services/page-data.ts'
import { createPageReader } from '../../services/page-reader.ts'
import { createQueries } from '../../services/queries.ts'
import { createScheduleChecks } from '../../services/schedule-checks.ts'
import { createScheduleConditions } from '../../services/schedule-conditions.ts'
import { createScheduleDeliveries } from '../../services/schedule-deliveries.ts'
import { createScheduleDue } from '../../services/schedule-due.ts'
import { createScheduleEnds } from '../../services/schedule-ends.ts'
import { createScheduleNotices } from '../../services/schedule-notices.ts'
import { createScheduleRecipients } from '../../services/schedule-recipients.ts'
import { createScheduleRuns } from '../../services/schedule-runs.ts'
import { createSchedules } from '../../services/schedules.ts'
import { createShortcuts } from '../../services/shortcuts.ts'
import { createSourceRights } from '../../services/source-rights.ts'
import { createStoredRows } from '../../services/stored-rows.ts'
import { createTagRequestMails } from '../../services/tag-request-mails.ts'
import { createTagRequests } from '../../services/tag-requests.ts'
import { createTaggedVersions } from '../../services/tagged-versions.ts'
import { createTeams } from '../../services/teams.ts'
import { createTenants } from '../../services/tenants.ts'
import { createUserAttributes } from '../../services/user-attributes.ts'
import { createVersionTags } from '../../services/version-tags.ts'
import { createWorkbookContents } from '../../services/workbook-contents.ts'
import { createWorkbookSchema } from '../../services/workbook-schema.ts'
import { createWorkbooks } from '../../services/workbooks.ts'
import { createWorkspaces } from '../../services/workspaces.ts'
import { insertConnection } from '../../store/connections.ts'
import { insertGrant } from '../../store/grants.ts'
import { newUuid } from '../../store/index.ts'
import { createListOrArray } from '../bare-lists.ts'
import type { House, Role } from '../testing.ts'
import { accessRoutes } from './access.ts'
import { accountTypeRoutes } from './account-types.ts'
import { connectionRoutes } from './connections.ts'
import { credentialRoutes } from './credentials.ts'
import { customFunctionRoutes } from './custom-functions.ts'
import { dataModelRoutes } from './data-models.ts'
import { draftRoutes } from './drafts.ts'
import { exportRoutes } from './exports.ts'
import { favoriteRoutes } from './favorites.ts'
import { fileRoutes } from './files.ts'
import { formulaRoutes } from './formulas.ts'
import { grantRoutes } from './grants.ts'
import { memberRoutes } from './members.ts'
import { organizationRoutes } from './organizations.ts'
import { pageDataRoutes } from './page-data.ts'
import { storedRowRoutes } from './stored-rows.ts'
import { tagRequestRoutes } from './tag-requests.ts'
import { tagRoutes } from './tags.ts'
import { teamRoutes } from './teams.ts'
import { tenantRoutes } from './tenants.ts'
import { userAttributeRoutes } from './user-attributes.ts'
import { workbookContentsRoutes } from './workbook-contents.ts'
import { workbookScheduleRoutes } from './workbook-schedules.ts'
import { workbookSpecRoutes } from './workbook-spec.ts'
import { workbookRoutes } from './workbooks.ts'
import { workspaceRoutes } from './workspaces.ts'

/** Every service of documents over the store of a house and a real engine, as the program wires them. */
export function buildDocumentHouse(house: House, { sendMail = null }: { sendMail?: SendMail | null } = {}) {
  const { store, secrets, clock, viewers } = house
  const folder = join(house.dataDir, 'databases')
  mkdirSync(folder, { recursive: true })
  const duckdb = createDuckdbConnector({ folders: [folder], spillFolder: null, threads: 1 })
  // The servers of the tests run on this machine.
  const destinations = createDestinations({ allowed: ['127.0.0.1'] })
  const sessions = createSessions({
    store,
    secrets,
    connectors: [duckdb, createPostgresConnector({ destinations }), createMysqlConnector({ destinations })],
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
  const pageData = createPageData({
    queries,
    reportBug: (error) => {
      throw error
    },
  })
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
  const memberFiles = createMemberFiles({
    store,
    clock,
    access,
    inodes,
    members,
    reportBug: (error) => {
      throw error
    },
  })
  const shortcuts = createShortcuts({ store, clock, access, inodes, catalog })
  const teams = createTeams({ store, clock, viewers })
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
  const queue = createQueue({ store, clock })
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
  const blobs = createFolderBlobs(join(house.dataDir, 'blobs'))
  const settings = createOrganizationSettings({ store, clock })
  const exports = createExports({ store, clock, queue, blobs, access, viewers, compiler, settings })
  const runs = createExportRuns({ store, clock, queue, blobs, viewers, compiler, sessions })
  const checks = createScheduleChecks({
    store,
    documents,
    compiler,
    settings,
    destinations,
    sendsMail: sendMail !== null,
  })
  const schedules = createSchedules({ store, clock, queue, access, inodes, documents, members, viewers, checks })
  const ends = createScheduleEnds({ store, clock, queue, sendsMail: sendMail !== null })
  const due = createScheduleDue({
    store,
    clock,
    queue,
    ends,
    reportBug: (error) => {
      throw error
    },
  })
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
  const worker = createWorker({
    store,
    clock,
    concurrency: 1,
    handlers: {
      ...exportJobs(runs),
      ...invitationMailJobs(invitationMails),
      ...tagRequestMailJobs(createTagRequestMails({ store, sendMail })),
      ...scheduleJobs({ runs: scheduleRuns, notices }),
    },
    pollMs: 20,
  })
  const listOrArray = createListOrArray(settings)
  const routes = [
    ...exportRoutes({ documents, exports }),
    ...workbookScheduleRoutes({ schedules, listOrArray }),
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
      addresses: house.addresses,
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
    ...pageDataRoutes({ reader: createPageReader({ documents, memberFiles }), pageData }),
  ]

  return {
    routes,
    documents,
    files,
    specs,
    duckdb,
    folder,
    worker,
    due,
    scheduleRuns,
    notices,
    async viewer(role: Role): Promise<Viewer> {
      const { organizationId, memberId } = house.people[role]
      const viewer = await viewers.load(organizationId, memberId, { kind: 'session' })
      if (!viewer) throw new Error(`There is no ${role}.`)
      return viewer
    },

    /** A small DuckDB file behind a connection of the house's organization, for the roles named. */
    async addConnection(
      statements: readonly string[],
      { usableBy = [], name = 'Warehouse', settings = {} }: AddedConnection = {},
    ): Promise<string> {
      const id = newUuid()
      const path = join(folder, 'RETAIL.duckdb')
      await duckdb.build(path, statements, new AbortController().signal)
      const stamp = { created_by: 'system', updated_by: 'system', created_at: clock.now(), updated_at: clock.now() }
      await store.maintain('test connection', async (tx) => {
        await insertConnection(tx, {
          organization_id: house.organizationId,
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
            organization_id: house.organizationId,
            id: newUuid(),
            object_kind: 'connection',
            object_id: id,
            member_id: house.people[role].memberId,
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
          organization_id: house.organizationId,
          id: newUuid(),
          object_kind: objectKind,
          object_id: objectId,
          member_id: house.people[role].memberId,
          team_id: null,
          is_everyone: 0,
          permission,
          ...stamp,
        }),
      )
    },

    async close(): Promise<void> {
      await worker.stop()
      await sessions.close()
      await duckdb.close()
    },
  }
}

interface AddedConnection {
  usableBy?: readonly Role[]
  name?: string
  settings?: Record<string, unknown>
}

export type DocumentHouse = ReturnType<typeof buildDocumentHouse>

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

/** The published example with the ids of a house. */
export function smallWorkbook(connectionId: string, folderId: string): Record<string, unknown> {
  const example = new URL('../../../../core/src/document/testing/examples/workbook-small.json', import.meta.url)
  const text = readFileSync(example, 'utf8')
    .replaceAll('11111111-1111-4111-8111-111111111111', connectionId)
    .replaceAll('22222222-2222-4222-8222-222222222222', folderId)
  return JSON.parse(text)
}
