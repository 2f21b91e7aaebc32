import { type Access, createAccess } from '../access/index.ts'
import { type Activity, createActivity } from '../audit/index.ts'
import type { Blobs } from '../blobs/index.ts'
import { createCatalog } from '../catalog/index.ts'
import type { Clock } from '../config/index.ts'
import type { Ingest, Sessions, UploadFolder } from '../connectors/index.ts'
import {
  createGuardedMailSender,
  createHttpPost,
  createHttpRequest,
  type Destinations,
  type SendMail,
} from '../outbound/index.ts'
import type { Queue } from '../queue/index.ts'
import { createReportMaker, type ReportMaker } from '../render/index.ts'
import type { Secrets } from '../secrets/index.ts'
import { createApiConnectors } from '../services/api-connectors/api-connectors.ts'
import { createApiCredentials } from '../services/api-connectors/api-credentials.ts'
import { createAuditLog } from '../services/audit-log/audit-log.ts'
import { createAuditSettings } from '../services/audit-trail/audit-settings.ts'
import { createStorageIntegrations } from '../services/audit-trail/storage-integrations.ts'
import { createTrailCopies, type TrailFiles } from '../services/audit-trail/trail-copies.ts'
import { createUsageDocuments } from '../services/audit-trail/usage-documents.ts'
import { createCommentMails } from '../services/comments/comment-mails.ts'
import { createComments } from '../services/comments/comments.ts'
import { createConnectionSignIns } from '../services/connection-sign-ins/connection-sign-ins.ts'
import { createConnectionChanges } from '../services/connections/connection-changes.ts'
import { createConnections } from '../services/connections/connections.ts'
import { createNestedConnections } from '../services/connections/nested-connections.ts'
import { createTableDetails } from '../services/connections/table-details.ts'
import { createCustomFunctions } from '../services/custom-functions/custom-functions.ts'
import { createDatasetMigrations } from '../services/datasets/dataset-migration.ts'
import { createDatasets } from '../services/datasets/datasets.ts'
import { createDataModelSource } from '../services/documents/data-model-source.ts'
import { createDocumentCopies } from '../services/documents/document-copies.ts'
import { createDocumentReads, type DocumentReads } from '../services/documents/document-reads.ts'
import { createDocumentSpecs } from '../services/documents/document-specs.ts'
import { createDocuments, type Documents } from '../services/documents/documents.ts'
import { createDraftEvents } from '../services/documents/draft-events.ts'
import { createDraftReaders } from '../services/documents/draft-readers.ts'
import { createDrafts, type Drafts } from '../services/documents/drafts.ts'
import { createSourceRights } from '../services/documents/source-rights.ts'
import { createElementStyles } from '../services/element-styles/element-styles.ts'
import { createEmbedPictures } from '../services/embeds/embed-pictures.ts'
import { createEmbedSessions } from '../services/embeds/embed-sessions.ts'
import { createEmbeds } from '../services/embeds/embeds.ts'
import { createOpenEmbeds } from '../services/embeds/open-embeds.ts'
import { createCardPictureRuns } from '../services/exports/card-picture-runs.ts'
import { createCardPictures } from '../services/exports/card-pictures.ts'
import { createExportFiles } from '../services/exports/export-files.ts'
import { createExportRuns } from '../services/exports/export-runs.ts'
import { createExports } from '../services/exports/exports.ts'
import { createWebQueries } from '../services/exports/web-queries.ts'
import { createWebQueryReads } from '../services/exports/web-query-reads.ts'
import { createFiles } from '../services/files/files.ts'
import { createMemberFiles } from '../services/files/member-files.ts'
import { createShortcuts } from '../services/files/shortcuts.ts'
import { createWorkspaces } from '../services/files/workspaces.ts'
import { createFormulas } from '../services/formulas/formulas.ts'
import { type Addresses, createAddresses } from '../services/inodes/addresses.ts'
import { createInodes, type Inodes } from '../services/inodes/inodes.ts'
import { createConnectionEdits } from '../services/input-tables/connection-edits.ts'
import { createCsvFiles } from '../services/input-tables/csv-files.ts'
import { createEditTroubleMails } from '../services/input-tables/edit-trouble-mails.ts'
import { createEditTroubles } from '../services/input-tables/edit-troubles.ts'
import { createInputTables } from '../services/input-tables/input-tables.ts'
import { createOfferedValues } from '../services/input-tables/offered-values.ts'
import { createRowEvents } from '../services/input-tables/row-events.ts'
import { createRowLists } from '../services/input-tables/row-lists.ts'
import { createRowMoves } from '../services/input-tables/row-moves.ts'
import { createRowSettling } from '../services/input-tables/row-settling.ts'
import { createSeenRows } from '../services/input-tables/seen-rows.ts'
import { createStoredRows } from '../services/input-tables/stored-rows.ts'
import { createDocumentLineage } from '../services/lineage/document-lineage.ts'
import { createImpact, type Impact } from '../services/lineage/impact.ts'
import { createSourceUses } from '../services/lineage/source-uses.ts'
import { createMaterializationDue } from '../services/materializations/materialization-due.ts'
import { createMaterializationRuns } from '../services/materializations/materialization-runs.ts'
import { createMaterializations } from '../services/materializations/materializations.ts'
import { createAccountTypes } from '../services/organization/account-types/account-types.ts'
import { createMails, type Mails } from '../services/organization/mails/mails.ts'
import { createSwitchMails } from '../services/organization/mails/switch-mails.ts'
import { createInvitationMails } from '../services/organization/members/invitation-mails.ts'
import { createInvitations } from '../services/organization/members/invitations.ts'
import { createMemberChanges } from '../services/organization/members/member-changes.ts'
import { createMembers } from '../services/organization/members/members.ts'
import { createNewMembers } from '../services/organization/members/new-members.ts'
import { createPasswordResets } from '../services/organization/members/password-resets.ts'
import { createOrganizations } from '../services/organization/organizations.ts'
import { createOrganizationSettings } from '../services/organization/settings/organization-settings.ts'
import { createTeams } from '../services/organization/teams/teams.ts'
import { createTenants } from '../services/organization/tenants.ts'
import { createUserAttributes } from '../services/organization/user-attributes/user-attributes.ts'
import { createColumnDetails } from '../services/pages/column-details.ts'
import { createPageData } from '../services/pages/page-data.ts'
import { createPageReader } from '../services/pages/page-reader.ts'
import { createOrganizationLogo } from '../services/pictures/organization-logo.ts'
import { createPictures } from '../services/pictures/pictures.ts'
import { createProcedures } from '../services/procedures/procedures.ts'
import { createDocumentCheck } from '../services/queries/document-check.ts'
import { createElementCompiler, type ElementCompiler } from '../services/queries/element-compiler.ts'
import { createElementDescriptions } from '../services/queries/element-descriptions.ts'
import { createQueries, type Queries } from '../services/queries/queries.ts'
import { createQueryHistory } from '../services/queries/query-history.ts'
import { createQueryLog } from '../services/queries/query-log.ts'
import { createSqlTexts } from '../services/queries/sql-texts.ts'
import { createStoredElements } from '../services/queries/stored-elements.ts'
import { createDestinationSettings } from '../services/schedules/destinations/destination-settings.ts'
import { createScheduleDestinations } from '../services/schedules/destinations/destinations.ts'
import { createMailServerSettings } from '../services/schedules/destinations/mail/mail-server-settings.ts'
import { createMailSubscriptions } from '../services/schedules/destinations/mail/mail-subscriptions.ts'
import { createSlackApi } from '../services/schedules/destinations/slack/slack-api.ts'
import { createStorageApi } from '../services/schedules/destinations/storage/storage-api.ts'
import { createStorageSettings } from '../services/schedules/destinations/storage/storage-settings.ts'
import { createExportRules } from '../services/schedules/export-rules.ts'
import { createScheduleAudiences } from '../services/schedules/schedule-audiences.ts'
import { createScheduleBursts } from '../services/schedules/schedule-bursts.ts'
import { createScheduleChecks } from '../services/schedules/schedule-checks.ts'
import { createScheduleConditions } from '../services/schedules/schedule-conditions.ts'
import { createScheduleDue } from '../services/schedules/schedule-due.ts'
import { createScheduleEnds } from '../services/schedules/schedule-ends.ts'
import { createScheduleNotices } from '../services/schedules/schedule-notices.ts'
import { createScheduleOutbox } from '../services/schedules/schedule-outbox.ts'
import { createScheduleRecipients } from '../services/schedules/schedule-recipients.ts'
import { createScheduleRuns } from '../services/schedules/schedule-runs.ts'
import { createScheduleTexts } from '../services/schedules/schedule-texts.ts'
import { createScheduleTrials } from '../services/schedules/schedule-trials.ts'
import { createSchedules } from '../services/schedules/schedules.ts'
import { createSends } from '../services/schedules/sends.ts'
import { createSchemaTables, type SchemaTables } from '../services/schema-tables/schema-tables.ts'
import { createSearch } from '../services/search/search.ts'
import { createActionExports } from '../services/sequences/action-exports.ts'
import { createApiCalls } from '../services/sequences/api-calls.ts'
import { createEmbedSequences } from '../services/sequences/embed-sequences.ts'
import { createFormulaValues } from '../services/sequences/formula-values.ts'
import { createSequenceRuns } from '../services/sequences/sequence-runs.ts'
import { createSequenceValues } from '../services/sequences/sequence-values.ts'
import { createStepRuns } from '../services/sequences/step-runs.ts'
import { createWebhookStarts } from '../services/sequences/webhook-starts.ts'
import { createWebhooks } from '../services/sequences/webhooks.ts'
import { createAccessReports } from '../services/sharing/access-reports.ts'
import { createAccessRequestMails } from '../services/sharing/access-request-mails.ts'
import { createAccessRequests } from '../services/sharing/access-requests.ts'
import { createGrants } from '../services/sharing/grants.ts'
import { createAllowedAddresses } from '../services/sign-in/allowed-addresses.ts'
import { createCredentials } from '../services/sign-in/credentials.ts'
import { createSignIn } from '../services/sign-in/sign-in.ts'
import { createTokens } from '../services/sign-in/tokens.ts'
import { createViewers } from '../services/sign-in/viewers.ts'
import { createSourceSwaps } from '../services/source-swaps/source-swaps.ts'
import { createSwapPolicies } from '../services/source-swaps/swap-policies.ts'
import { createPeriodicSyncs } from '../services/syncs/periodic-syncs.ts'
import { createSyncMails } from '../services/syncs/sync-mails.ts'
import { createSyncs } from '../services/syncs/syncs.ts'
import { createTagRequestMails } from '../services/tags/tag-request-mails.ts'
import { createTagRequests } from '../services/tags/tag-requests.ts'
import { createTaggedVersions } from '../services/tags/tagged-versions.ts'
import { createVersionTags } from '../services/tags/version-tags.ts'
import { createTranslations } from '../services/translations/translations.ts'
import { createUploads } from '../services/uploads/uploads.ts'
import { createCustomViews } from '../services/views/custom-views.ts'
import { createSavedViews } from '../services/views/saved-views.ts'
import { createViewDocuments } from '../services/views/view-documents.ts'
import { createViewReader } from '../services/views/view-reader.ts'
import { createDataModels } from '../services/workbooks/data-models.ts'
import { createDocumentEntries } from '../services/workbooks/document-entries.ts'
import { createDocumentUses } from '../services/workbooks/document-uses.ts'
import { createTemplateUpdates } from '../services/workbooks/template-updates.ts'
import { createTemplates } from '../services/workbooks/templates.ts'
import { createWorkbookContents } from '../services/workbooks/workbook-contents.ts'
import { createWorkbookSchema } from '../services/workbooks/workbook-schema.ts'
import { createWorkbooks } from '../services/workbooks/workbooks.ts'
import type { Store } from '../store/index.ts'

/** What signing in is made of. */
export interface SignInBase {
  store: Store
  secrets: Secrets
  clock: Clock
  /** There is a mail server. */
  sendsMail: boolean
  onAdminSignIn: () => Promise<void> | void
  /** Addresses of this server, which signed tokens may name as their audience. */
  audiences?: readonly string[]
  /** Receives what must not fail a request, and should not happen. */
  reportBug: (error: unknown) => void
}

export type SignInServices = ReturnType<typeof createSignInServices>

/** Who asks: what every request needs before it reaches a resource. */
export function createSignInServices(base: SignInBase) {
  const viewers = createViewers(base)
  const allowedAddresses = createAllowedAddresses(base)
  const given = { ...base, viewers, allowedAddresses }
  return { viewers, allowedAddresses, tokens: createTokens(given), signIn: createSignIn(given) }
}

/** Dependencies of services: access to everything outside the process, and authentication. */
export interface ServiceBase extends SignInServices {
  store: Store
  secrets: Secrets
  clock: Clock
  queue: Queue
  blobs: Blobs
  sessions: Sessions
  /** Reads the files that people upload. */
  ingest: Ingest
  uploadFolder: UploadFolder
  /** Where the copies of audit logs lie, and the engine that writes them. */
  trailFiles: TrailFiles
  destinations: Destinations
  /** Null where the operator has set no mail server. */
  sendMail: SendMail | null
  /** Address of the Web API of Slack. */
  slackUrl: string
  /** How many messages and calls a member's sequences may send a minute where the organization sets no limit. */
  sendsPerMinute: number
  reportBug: (error: unknown) => void
}

export type Services = ReturnType<typeof createServices>

/** Every service, wired once: the program and the tests of routes both take them from here. */
export function createServices(given: ServiceBase) {
  const activity = createActivity(given)
  const schemaTables = createSchemaTables(given)
  const base = { ...given, activity, access: createAccess(given), mails: mailsOf(given), schemaTables }
  const organization = organizationServices(base)
  const documents = documentServices(base)
  const queries = queryServices(base, documents)
  const workbooks = workbookServices(base, documents, queries)
  const files = fileServices(base, { ...documents, ...organization, ...queries })
  const connections = connectionServices(base, { ...documents, ...organization, ...queries, ...workbooks })
  const reports = createReportMaker()
  const exporting = exportServices(base, { ...organization, ...documents, ...queries, reports })
  const schedules = scheduleServices(base, { ...organization, ...documents, ...queries, reports })
  const materializationRuns = createMaterializationRuns({ ...base, ...documents, ...queries })
  const own = { ...organization, ...documents, ...queries, ...workbooks, ...files, ...connections }
  const grants = createGrants({ ...base, ...own })
  const translations = createTranslations({ ...base, ...own })
  return {
    ...base,
    ...own,
    ...exporting,
    ...schedules,
    reports,
    materializationRuns,
    materializationDue: createMaterializationDue({ ...base, materializationRuns }),
    materializations: createMaterializations({ ...base, ...documents, materializationRuns }),
    grants,
    accessRequests: createAccessRequests({ ...base, ...own, grants }),
    accessRequestMails: createAccessRequestMails({ ...base, ...own }),
    comments: createComments({ ...base, ...own }),
    commentMails: createCommentMails({ ...base, ...own }),
    accessReports: createAccessReports({ ...base, ...own }),
    pageReader: createPageReader(own),
    embeds: createEmbeds({ ...base, ...own }),
    openEmbeds: createOpenEmbeds({ ...base, ...own, translations }),
    embedPictures: createEmbedPictures({ ...base, ...own, reports }),
    translations,
    embedSessions: createEmbedSessions({ ...base, ...own, sendsMail: given.sendMail !== null }),
    ...sequenceServices(base, { ...own, ...schedules }),
    trailCopies: createTrailCopies({ ...base, usageDocuments: createUsageDocuments({ ...base, ...own }) }),
  }
}

type Base = ServiceBase & { access: Access; activity: Activity; mails: Mails; schemaTables: SchemaTables }

const mailsOf = ({ destinations, ...given }: ServiceBase): Mails =>
  createMails({ ...given, sendMailBy: createGuardedMailSender({ destinations }) })

function organizationServices(base: Base) {
  const settings = createOrganizationSettings(base)
  const members = createMembers(base)
  const teams = createTeams(base)
  const invitations = createInvitations(base)
  const passwordResets = createPasswordResets({ ...base, members })
  const given = { ...base, settings, members, teams, invitations }
  return {
    settings,
    members,
    teams,
    invitations,
    passwordResets,
    switchMails: createSwitchMails(base),
    invitationMails: createInvitationMails(given),
    newMembers: createNewMembers(given),
    memberChanges: createMemberChanges(given),
    organizations: createOrganizations(given),
    organizationLogo: createOrganizationLogo(base),
    tenants: createTenants(base),
    accountTypes: createAccountTypes(base),
    userAttributes: createUserAttributes(base),
    credentials: createCredentials(base),
    customFunctions: createCustomFunctions(base),
    auditLog: createAuditLog(base),
    auditSettings: createAuditSettings({ ...base, settings }),
  }
}

function documentServices(base: Base) {
  const addresses = createAddresses(base)
  const inodes = createInodes(base)
  const documentReads = createDocumentReads(base)
  const documents = createDocuments({ ...base, inodes, documentReads, sourceRights: createSourceRights(base) })
  const given = { ...base, addresses, inodes, documents, documentReads }
  const drafts = createDrafts(given)
  return {
    addresses,
    inodes,
    documents,
    ...viewServices({ ...given, drafts }),
    documentReads,
    copies: createDocumentCopies(given),
    drafts,
    draftEvents: createDraftEvents({ ...base, drafts }),
    draftReaders: createDraftReaders(given),
  }
}

function viewServices(
  base: Base & {
    documents: Documents
    documentReads: DocumentReads
    inodes: Inodes
    addresses: Addresses
    drafts: Drafts
  },
) {
  const viewDocuments = createViewDocuments(base)
  const customViews = createCustomViews({ ...base, viewDocuments })
  const savedViews = createSavedViews({ ...base, customViews, viewDocuments })
  return { customViews, savedViews, viewReader: createViewReader({ ...base, customViews, savedViews, viewDocuments }) }
}

type DocumentServices = ReturnType<typeof documentServices>

function queryServices(base: Base, { addresses, documents, draftReaders, inodes, viewReader }: DocumentServices) {
  const { store, clock, sessions } = base
  const catalog = createCatalog({
    store,
    sessions,
    clock,
    dataModel: createDataModelSource({ store, documents }),
    storedRows: createStoredRows(base).find,
  })
  const storedElements = createStoredElements(base)
  const compiler = createElementCompiler({ store, clock, catalog, storedElements })
  const queryLog = createQueryLog(base)
  const queries = createQueries({ store, sessions, clock, compiler, access: base.access, log: queryLog })
  const check = createDocumentCheck({ compiler, reportBug: base.reportBug })
  return {
    catalog,
    compiler,
    queries,
    queryLog,
    queryHistory: createQueryHistory({ ...base, queryLog }),
    sqlTexts: createSqlTexts(base),
    check,
    specs: createDocumentSpecs({ store, addresses, documents, inodes, check }),
    pageData: createPageData({ store, compiler, queries, reportBug: base.reportBug }),
    columnDetails: createColumnDetails({ viewReader, draftReaders, queries }),
    formulas: createFormulas({ documents, viewReader, compiler }),
    csvFiles: createCsvFiles(base),
    pictures: createPictures({ ...base, documents, inodes }),
    ...inputTableServices(base, { documents, queries, compiler }),
    rowEvents: createRowEvents({ ...base, documents }),
  }
}

function inputTableServices(
  base: Base,
  { documents, queries, compiler }: { documents: Documents; queries: Queries; compiler: ElementCompiler },
) {
  const editTroubles = createEditTroubles(base)
  const rowMoves = createRowMoves(base)
  const connectionEdits = createConnectionEdits({ ...base, editTroubles, rowMoves })
  const given = { ...base, documents, editTroubles, rowMoves, connectionEdits }
  return {
    editTroubles,
    inputTables: createInputTables({
      ...given,
      offeredValues: createOfferedValues({ queries }),
      seenRows: createSeenRows({ ...base, queries, compiler }),
    }),
    rowLists: createRowLists(given),
    rowSettling: createRowSettling(given),
    editTroubleMails: createEditTroubleMails(base),
  }
}

type QueryServices = ReturnType<typeof queryServices>

function workbookServices(
  base: Base,
  documents: DocumentServices,
  { catalog, check, compiler, queries, specs }: QueryServices,
) {
  const tags = createVersionTags(base)
  const sourceSwaps = createSourceSwaps({ ...base, ...documents, catalog, compiler })
  const tagged = createTaggedVersions({ ...base, ...documents, versionTags: tags, sourceSwaps })
  const entries = createDocumentEntries({ ...documents, tagged })
  const templateUpdates = createTemplateUpdates({ ...base, ...documents, sourceSwaps })
  const documentLineage = createDocumentLineage({ ...base, ...documents, catalog })
  const sourceUses = createSourceUses({ ...base, ...documents, catalog })
  const uses = createDocumentUses({ ...base, ...documents, catalog })
  const contents = createWorkbookContents({
    ...documents,
    descriptions: createElementDescriptions({ compiler, queries }),
  })
  return {
    tags,
    tagged,
    sourceSwaps,
    swapPolicies: createSwapPolicies(base),
    tagRequests: createTagRequests({ ...base, ...documents, versionTags: tags, tagged }),
    tagRequestMails: createTagRequestMails(base),
    uses,
    documentLineage,
    sourceUses,
    impact: createImpact({ ...base, ...documents, sourceUses }),
    contents,
    workbookSchema: createWorkbookSchema({ contents }),
    workbooks: createWorkbooks({ ...documents, specs, entries, tagged }),
    templateUpdates,
    templates: createTemplates({ ...documents, entries, sourceSwaps, templateUpdates }),
    dataModels: createDataModels({ ...documents, entries, uses, tagged }),
    datasets: createDatasets({ ...base, ...documents, uses, check }),
    datasetMigrations: createDatasetMigrations({ ...base, ...documents }),
  }
}

function fileServices(
  base: Base,
  services: DocumentServices & QueryServices & ReturnType<typeof organizationServices>,
) {
  const given = { ...base, ...services }
  return {
    elementStyles: createElementStyles(given),
    files: createFiles(given),
    memberFiles: createMemberFiles(given),
    search: createSearch(given),
    shortcuts: createShortcuts(given),
    workspaces: createWorkspaces(given),
  }
}

function sequenceServices(
  base: Base,
  services: DocumentServices &
    QueryServices &
    ReturnType<typeof organizationServices> &
    ReturnType<typeof connectionServices> &
    ReturnType<typeof scheduleServices>,
) {
  const given = { ...base, ...services, formulaValues: createFormulaValues({ ...base, ...services }) }
  const apiCalls = createApiCalls(given)
  const actionExports = createActionExports(given)
  const stepRuns = createStepRuns({ ...given, apiCalls, actionExports })
  return {
    procedures: createProcedures(given),
    apiCalls,
    sequenceValues: createSequenceValues(given),
    actionExports,
    webhooks: createWebhooks(given),
    webhookStarts: createWebhookStarts(given),
    sequenceRuns: createSequenceRuns({ ...given, stepRuns }),
    embedSequences: createEmbedSequences(given),
  }
}

function connectionServices(
  base: Base,
  services: DocumentServices & QueryServices & ReturnType<typeof organizationServices> & { impact: Impact },
) {
  const given = { ...base, ...services }
  const connections = createConnections(given)
  const connectionChanges = createConnectionChanges({ ...given, connections })
  const syncs = createSyncs({ ...given, connections })
  const apiCredentials = createApiCredentials(base)
  return {
    apiCredentials,
    apiConnectors: createApiConnectors({ ...base, apiCredentials, requestHttp: createHttpRequest(base) }),
    connections,
    connectionChanges,
    connectionSignIns: createConnectionSignIns({ ...base, requestHttp: createHttpRequest(base) }),
    nestedConnections: createNestedConnections({ ...given, connections, connectionChanges }),
    tableDetails: createTableDetails(given),
    syncs,
    periodicSyncs: createPeriodicSyncs({ ...given, syncs }),
    syncMails: createSyncMails(given),
    uploads: createUploads(given),
  }
}

function exportServices(
  base: Base,
  services: DocumentServices & QueryServices & ReturnType<typeof organizationServices> & { reports: ReportMaker },
) {
  const given = { ...base, ...services }
  return {
    exports: createExports(given),
    exportRuns: createExportRuns(given),
    cardPictures: createCardPictures(given),
    cardPictureRuns: createCardPictureRuns(given),
    webQueries: createWebQueries(given),
    webQueryReads: createWebQueryReads({ ...given, exportFiles: createExportFiles(given) }),
  }
}

function scheduleServices(
  base: Base,
  services: DocumentServices & QueryServices & ReturnType<typeof organizationServices> & { reports: ReportMaker },
) {
  const given = { ...base, ...services }
  const { blobs, destinations } = base
  const bursts = createScheduleBursts(given)
  const texts = createScheduleTexts(given)
  const rules = createExportRules(given)
  const checks = createScheduleChecks({ ...given, bursts, texts, rules })
  const ends = createScheduleEnds(given)
  const subscriptions = createMailSubscriptions(given)
  const post = createHttpPost({ destinations })
  const slack = createSlackApi({ post, address: base.slackUrl })
  const destinationSettings = createDestinationSettings({ ...given, slack })
  const storage = createStorageApi({ destinations })
  const storageSettings = createStorageSettings({ ...given, storage })
  const scheduleDestinations = createScheduleDestinations({
    ...given,
    subscriptions,
    blobs,
    post,
    slack,
    destinationSettings,
    storage,
    storageSettings,
  })
  const conditions = createScheduleConditions(given)
  const schedules = createSchedules({ ...given, checks, rules, subscriptions })
  const sends = createSends({ ...given, checks })
  const outbox = createScheduleOutbox({ ...given, scheduleDestinations, ends })
  return {
    destinationSettings,
    storageSettings,
    mailServerSettings: createMailServerSettings(given),
    mailSubscriptions: subscriptions,
    exportRules: rules,
    schedules,
    storageIntegrations: createStorageIntegrations({ ...given, storage }),
    sends,
    scheduleTrials: createScheduleTrials({ ...given, schedules, sends, checks, conditions, bursts }),
    scheduleDue: createScheduleDue({ ...given, ends, outbox }),
    scheduleOutbox: outbox,
    scheduleRuns: createScheduleRuns({
      ...given,
      checks,
      ends,
      outbox,
      texts,
      rules,
      conditions,
      files: createExportFiles(given),
      audiences: createScheduleAudiences({
        ...given,
        subscriptions,
        checks,
        bursts,
        rules,
        recipients: createScheduleRecipients(given),
      }),
    }),
    scheduleNotices: createScheduleNotices(given),
  }
}
