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
import { createDestinations, createHttpPost, type SendMail } from '../../outbound/index.ts'
import { createQueue, createWorker } from '../../queue/index.ts'
import { createConnectionChanges } from '../../services/connections/connection-changes.ts'
import { createConnections } from '../../services/connections/connections.ts'
import { createCustomFunctions } from '../../services/custom-functions/custom-functions.ts'
import { createDataModelSource } from '../../services/documents/data-model-source.ts'
import { createDocumentCopies } from '../../services/documents/document-copies.ts'
import { createDocumentSpecs } from '../../services/documents/document-specs.ts'
import { createDocuments } from '../../services/documents/documents.ts'
import { createDrafts } from '../../services/documents/drafts.ts'
import { createSourceRights } from '../../services/documents/source-rights.ts'
import { createExportFiles } from '../../services/exports/export-files.ts'
import { createExportRuns } from '../../services/exports/export-runs.ts'
import { createExports } from '../../services/exports/exports.ts'
import { exportJobs } from '../../services/exports/jobs.ts'
import { createFiles } from '../../services/files/files.ts'
import { createMemberFiles } from '../../services/files/member-files.ts'
import { createShortcuts } from '../../services/files/shortcuts.ts'
import { createWorkspaces } from '../../services/files/workspaces.ts'
import { createFormulas } from '../../services/formulas/formulas.ts'
import { createAddresses } from '../../services/inodes/addresses.ts'
import { createInodes } from '../../services/inodes/inodes.ts'
import { createCsvFiles } from '../../services/input-tables/csv-files.ts'
import { createInputTables } from '../../services/input-tables/input-tables.ts'
import { createOfferedValues } from '../../services/input-tables/offered-values.ts'
import { createStoredRows } from '../../services/input-tables/stored-rows.ts'
import { createAccountTypes } from '../../services/organization/account-types/account-types.ts'
import { createInvitationMails } from '../../services/organization/members/invitation-mails.ts'
import { createInvitations } from '../../services/organization/members/invitations.ts'
import { invitationMailJobs } from '../../services/organization/members/jobs.ts'
import { createMemberChanges } from '../../services/organization/members/member-changes.ts'
import { createMembers } from '../../services/organization/members/members.ts'
import { createNewMembers } from '../../services/organization/members/new-members.ts'
import { createOrganizations } from '../../services/organization/organizations.ts'
import { createOrganizationSettings } from '../../services/organization/settings/organization-settings.ts'
import { createTeams } from '../../services/organization/teams/teams.ts'
import { createTenants } from '../../services/organization/tenants.ts'
import { createUserAttributes } from '../../services/organization/user-attributes/user-attributes.ts'
import { createPageData } from '../../services/pages/page-data.ts'
import { createPageReader } from '../../services/pages/page-reader.ts'
import { createCompiler } from '../../services/queries/compile-elements.ts'
import { createElementCompiler } from '../../services/queries/element-compiler.ts'
import { createQueries } from '../../services/queries/queries.ts'
import { scheduleJobs } from '../../services/schedules/jobs.ts'
import { createScheduleChecks } from '../../services/schedules/schedule-checks.ts'
import { createScheduleConditions } from '../../services/schedules/schedule-conditions.ts'
import { createScheduleDeliveries } from '../../services/schedules/schedule-deliveries.ts'
import { createScheduleDue } from '../../services/schedules/schedule-due.ts'
import { createScheduleEnds } from '../../services/schedules/schedule-ends.ts'
import { createScheduleNotices } from '../../services/schedules/schedule-notices.ts'
import { createScheduleRecipients } from '../../services/schedules/schedule-recipients.ts'
import { createScheduleRuns } from '../../services/schedules/schedule-runs.ts'
import { createSchedules } from '../../services/schedules/schedules.ts'
import { createAccessReports } from '../../services/sharing/access-reports.ts'
import { createGrants } from '../../services/sharing/grants.ts'
import { createCredentials } from '../../services/sign-in/credentials.ts'
import { tagRequestMailJobs } from '../../services/tags/jobs.ts'
import { createTagRequestMails } from '../../services/tags/tag-request-mails.ts'
import { createTagRequests } from '../../services/tags/tag-requests.ts'
import { createTaggedVersions } from '../../services/tags/tagged-versions.ts'
import { createVersionTags } from '../../services/tags/version-tags.ts'
import { createDataModels } from '../../services/workbooks/data-models.ts'
import { createDocumentEntries } from '../../services/workbooks/document-entries.ts'
import { createDocumentUses } from '../../services/workbooks/document-uses.ts'
import { createWorkbookContents } from '../../services/workbooks/workbook-contents.ts'
import { createWorkbookSchema } from '../../services/workbooks/workbook-schema.ts'
import { createWorkbooks } from '../../services/workbooks/workbooks.ts'
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
