import { newUuid } from '../../packages/server/src/store/index.ts'
import { dbtForm } from './dbt-form.ts'
import { fileForm, type Things, type World } from './world.ts'

/** The parts of a request besides the ids in its path. */
export interface Request {
  body?: unknown
  /** Including `?`. */
  query?: string
  /** Ids in the path that differ from those in `idsOfPath`. */
  ids?: Record<string, string>
}

/** The id for a name in a path. */
export const idsOfPath: Record<string, (things: Things, world: World) => string | Promise<string>> = {
  workbookId: (things) => things.workbook(),
  dataModelId: (things) => things.dataModel(),
  templateId: (things) => things.template(),
  // Organizations cannot share templates yet.
  shareId: (things) => things.unknownId,
  datasetId: (things) => things.dataset(),
  inodeId: (things) => things.folder(),
  workspaceId: (things) => things.workspace(),
  memberId: (things) => things.member(),
  userId: (things) => things.member(),
  teamId: (things) => things.team(),
  userAttributeId: (things) => things.userAttribute(),
  tenantOrganizationId: (things) => things.tenant(),
  accountTypeId: (things) => things.accountType(),
  clientId: (things) => things.credential(),
  tagId: (things) => things.tag(),
  versionTag: (things) => things.tag(),
  policyId: (things) => things.swapPolicy(),
  apiConnectorId: (things) => things.apiConnector(),
  apiCredentialId: (things) => things.apiCredential(),
  requestId: (things) => things.tagRequest(),
  commentId: (things) => things.comment(),
  queryRunId: (things) => things.queryRun(),
  accessRequestId: (things) => things.accessRequest(),
  pictureKey: (things) => things.picture(),
  webQueryId: (things) => things.webQuery(),
  sequenceId: (things) => things.webhook(),
  grantId: (things) => things.grantOn('workbook'),
  connectionId: (_, world) => world.connectionId,
  connectionPathId: (_, world) => world.tableId,
  tableId: (_, world) => world.tableId,
  // Downloads belong to the user who requested them, here `edit`.
  queryId: (things) => things.exportOfEdit(),
  customFunctionId: (things) => things.functionId(),
  // A CSV belongs to the user who uploaded it, here `edit`.
  csvId: (things) => things.csvOfEdit(),
  // The same table: a text upload needs no process that reads files.
  uploadId: (things) => things.csvOfEdit(),
  shortcutId: (things) => things.shortcut(),
  scheduleId: (things) => things.schedule(),
  deliveryId: (things) => things.scheduleRun(),
  fileId: () => '0',
  sendId: (things) => things.send(),
  runId: (things) => things.sendRun(),
  materializationId: (things) => things.materialization(),
  syncId: (things) => things.sync(),
  exploreKey: (things) => things.customView('link'),
  embedId: (things) => things.embed(),
  storageName: (things) => things.storage(),
  storageIntegrationId: (things) => things.storageIntegration(),
  bookmarkId: (things) => things.savedView(),
  tagName: async (things) => {
    await things.taggedId()
    return things.tagName()
  },
  lng: (things) => things.translated(),
  lng_variant: () => 'v',
  pageId: () => 'pg',
  elementId: () => 'orders',
  rowId: () => 'row',
  kind: () => 'bar-chart',
}

/** Operations whose object is in the query or the body, or is determined by a related object, and its kind. */
export const objectOf: Record<string, 'document' | 'file'> = {
  listGrants: 'document',
  createGrant: 'document',
  getGrant: 'document',
  deleteGrant: 'document',
  downloadQuery: 'document',
  cancelQuery: 'document',
  createTagRequest: 'document',
  tagWorkbook: 'document',
  tagDataModel: 'document',
  checkFormula: 'document',
  assistFormula: 'document',
  shortcutsCreate: 'document',
  getShortcut: 'document',
  addFavorite: 'file',
  saveWorkbookFromTemplate: 'file',
}

/** Other objects that an id in the path may refer to, whose responses for callers who may not see them are the same. */
export const alsoIds: Record<string, ((things: Things) => Promise<string>)[]> = {
  grantId: [(things) => things.grantOn('path'), (things) => things.grantOn('connection')],
}

type MakeRequest = (things: Things, world: World) => Request | Promise<Request>

/** Operations that need a body, a query or other ids. To add one, add a line with the smallest valid request. */
export const requests: Record<string, MakeRequest> = {
  createMember: (things) => ({
    body: {
      email: `${things.name('m').replace(' ', '')}@example.com`,
      firstName: 'A',
      lastName: 'B',
      memberType: 'View',
    },
  }),
  createMembers: (things) => ({
    body: { members: [{ email: `${things.name('m').replace(' ', '')}@example.com`, firstName: 'A', lastName: 'B' }] },
  }),
  revokeMemberTokens: () => ({ body: {} }),
  updateMember: () => ({ body: { firstName: 'Other' } }),
  createTeam: (things) => ({ body: { name: things.name('Team') } }),
  updateTeam: () => ({ body: { description: 'Other' } }),
  updateTeamMembers: async (things) => ({ body: { add: [await things.member()] } }),
  updateTeamMember: async (things, { ask }) => {
    const [teamId, memberId] = [await things.team(), await things.member()]
    await ask('admin', 'PATCH', `/v2/teams/${teamId}/members`, { add: [memberId] })
    return { body: { isTeamAdmin: true }, ids: { teamId, memberId } }
  },
  createUserAttribute: (things) => ({ body: { name: things.name('Attribute'), description: '' } }),
  updateUserAttribute: () => ({ body: { description: 'Other' } }),
  setUserAttributeForTeams: async (things) => ({
    body: { assignments: [{ teamId: await things.team(), value: text }] },
  }),
  updateUserAttributeForTeams: async (things, { ask }) => {
    const teamId = await things.team()
    const assignments = [{ teamId, value: text }]
    await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/teams`, { assignments })
    return { body: { delete: [{ teamId }] } }
  },
  setUserAttributeForTenants: async (things) => ({
    body: { assignments: [{ tenantOrganizationId: await things.tenant(), value: text }] },
  }),
  updateUserAttributeForTenants: async (things, { ask }) => {
    const tenantOrganizationId = await things.tenant()
    const assignments = [{ tenantOrganizationId, value: text }]
    await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/tenants`, { assignments })
    return { body: { delete: [{ tenantOrganizationId }] } }
  },
  deleteUserAttributeForTenant: async (things, { ask }) => {
    const assignments = [{ tenantOrganizationId: await things.tenant(), value: text }]
    await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/tenants`, { assignments })
    return {}
  },
  createTenant: (things) => ({
    body: {
      tenantOrganizationName: things.name('Tenant'),
      tenantOrganizationSlug: things.name('tenant').replace(' ', '-'),
    },
  }),
  patchTenant: (things) => ({ body: { tenantOrganizationName: things.name('Tenant') } }),
  setUserAttributeForUsers: async (things) => ({
    body: { assignments: [{ userId: await things.member(), value: text }] },
  }),
  updateUserAttributeForUsers: async (things, { ask }) => {
    const userId = await things.member()
    const assignments = [{ userId, value: text }]
    await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/users`, { assignments })
    return { body: { delete: [{ userId }] } }
  },
  assignUserAttributesToTeam: async (things) => ({
    body: { assignments: [{ userAttributeId: await things.userAttribute(), value: text }] },
  }),
  createAccountType: (things) => ({ body: { name: things.name('Type'), description: '', permissions: [] } }),
  updateAccountType: () => ({ body: { description: 'Other' } }),
  createCredentials: (things, { people }) => ({ body: { ownerId: people.admin.memberId, name: things.name('C') } }),
  createWorkspace: (things) => ({ body: { name: things.name('Workspace') } }),
  updateWorkspace: (things) => ({ body: { name: things.name('Workspace') } }),
  listGrants: async (things) => ({ query: `?inodeId=${await things.workbook()}` }),
  createGrant: async (things) => ({
    body: { grantee: { memberId: await things.member() }, permission: 'view', inodeId: await things.workbook() },
  }),
  createWorkspaceGrant: async (things) => ({ body: await grantTo(things, 'view') }),
  createWorkbookGrant: async (things) => ({ body: await grantTo(things, 'view') }),
  createDatasetGrant: async (things) => ({ body: await grantTo(things, 'view') }),
  deleteDatasetGrant: async (things) => ({ ids: { grantId: await things.grantOn('dataset') } }),
  createDataset: (things, { workspaceId }) => ({ body: things.datasetBody(workspaceId) }),
  migrateDatasetToDataModel: async (things) => ({
    body: { shouldUpdateReferences: true },
    ids: { datasetId: await things.newDataset() },
  }),
  createConnectionGrant: async (things) => ({ body: await grantTo(things, 'usage') }),
  createConnectionPathGrant: async (things) => ({ body: await grantTo(things, 'usage') }),
  deleteWorkspaceGrant: async (things) => ({ ids: { grantId: await things.grantOn('workspace') } }),
  deleteConnectionGrant: async (things) => ({ ids: { grantId: await things.grantOn('connection') } }),
  deleteConnectionPathGrant: async (things) => ({ ids: { grantId: await things.grantOn('path') } }),
  getFileAccess: async (_, { people }) => ({ ids: { memberId: people.view.memberId } }),
  getConnectionAccess: async (_, { people }) => ({ ids: { memberId: people.view.memberId } }),
  filesCreate: (things, { workspaceId }) => ({
    body: { type: 'folder', name: things.name('Folder'), parentId: workspaceId },
  }),
  filesUpdate: (things) => ({ body: { name: things.name('Folder') } }),
  lookupConnection: () => ({ body: { path: ['RETAIL', 'PUBLIC', 'ORDERS'] } }),
  getInodeConnectionPath: (_, { tableId }) => ({ ids: { inodeId: tableId } }),
  createWorkbook: (things, { workspaceId }) => ({ body: { name: things.name('Book'), folderId: workspaceId } }),
  updateWorkbookContents: async (things, { ask }) => {
    const { body } = await ask('admin', 'GET', `/v2/workbooks/${await things.workbook()}?includeContents=true`)
    return { body: { contents: (body as { contents: unknown }).contents } }
  },
  createWorkbookSpec: (things, { workspaceId }) => ({ body: things.spec(workspaceId) }),
  updateWorkbookSpec: (things, { workspaceId }) => ({ body: things.spec(workspaceId) }),
  verifyWorkbookSpec: (things, { workspaceId }) => ({ body: things.spec(workspaceId) }),
  createDataModelSpec: (things, { workspaceId }) => ({ body: things.model(workspaceId) }),
  updateDataModelSpec: (things, { workspaceId }) => ({ body: things.model(workspaceId) }),
  setElementStyle: () => ({ body: { fields: { 'style.borderRadius': 'round' } } }),
  searchContents: () => ({ query: '?query=orders' }),
  listDraftEdits: () => ({ query: '?since=1' }),
  applyDraftEdits: () => ({
    body: { baseRevision: 1, edits: [{ op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'X' }] },
  }),
  streamDraftEvents: () => ({ query: '?timeoutSeconds=0' }),
  streamRowEvents: () => ({ query: '?timeoutSeconds=0' }),
  showDraftPresence: () => ({ body: { clientId: 'somebody-1', elementIds: [] } }),
  createWorkbookEmbed: () => ({ body: { embedType: 'public', sourceType: 'workbook' } }),
  setOrganizationLogo: () => ({ body: { file: 'iVBORw0KGgo=' } }),
  webhooks: async (things) => ({ ids: { workbookId: await things.entryBook() }, body: {} }),
  getWebhookSchema: async (things) => ({ ids: { workbookId: await things.entryBook() } }),
  // The sequence of this workbook calls no procedure, which is the response to members who may read it.
  callWorkbookProcedure: async (things) => ({
    ids: { workbookId: await things.entryBook() },
    body: { step: 0, arguments: [] },
  }),
  sendActionExport: async (things) => ({ ids: { workbookId: await things.entryBook() }, body: { step: 0 } }),
  callWorkbookApi: async (things) => ({ ids: { workbookId: await things.entryBook() }, body: { step: 0 } }),
  computeSequenceValues: async (things) => ({ ids: { workbookId: await things.entryBook() }, body: { step: 0 } }),
  listWorkbookWebhooks: async (things) => ({ ids: { workbookId: await things.entryBook() } }),
  createWorkbookWebhook: async (things) => ({
    ids: { workbookId: await things.entryBook() },
    body: { sequenceId: 'note' },
  }),
  deleteWorkbookWebhook: async (things) => ({ ids: { workbookId: await things.entryBook() } }),
  listSqlTexts: async (things) => ({ ids: { inodeId: await things.workbook() } }),
  noteSqlText: async (things) => ({
    ids: { inodeId: await things.workbook() },
    body: { elementId: null, connectionId: things.unknownId, statement: 'SELECT 1', how: 'ran' },
  }),
  createWebQuery: () => ({ body: { elementId: 'orders', format: 'csv' } }),
  uploadPicture: () => ({ body: { file: 'iVBORw0KGgo=' } }),
  viewDraftAs: (_, { people }) => ({ body: { memberId: people.view.memberId } }),
  publishDraft: async (things, world) => {
    await changeDraft(things, world)
    return { body: {} }
  },
  discardDraft: async (things, world) => {
    await changeDraft(things, world)
    return {}
  },
  listDataModelDraftEdits: () => ({ query: '?since=1' }),
  applyDataModelDraftEdits: () => ({
    body: { baseRevision: 1, edits: [{ op: 'set', at: ['pages', { id: 'p' }, 'name'], value: 'X' }] },
  }),
  publishDataModelDraft: async (things, world) => {
    await changeModelDraft(things, world)
    return { body: {} }
  },
  discardDataModelDraft: async (things, world) => {
    await changeModelDraft(things, world)
    return {}
  },
  streamDataModelDraftEvents: () => ({ query: '?timeoutSeconds=0' }),
  showDataModelDraftPresence: () => ({ body: { clientId: 'somebody-2', elementIds: [] } }),
  restoreDataModelVersion: () => ({ body: { version: 1 } }),
  viewDataModelDraftAs: (_, { people }) => ({ body: { memberId: people.view.memberId } }),
  readDataModelColumnDetails: () => ({ body: { countRows: true } }),
  updateOrganizationSettings: (things) => ({ body: { archiveDays: things.number() } }),
  createCustomFunction: (things) => ({ body: things.customFunction() }),
  updateCustomFunction: () => ({ body: { description: 'Other' } }),
  copyWorkbook: (things, { workspaceId }) => ({
    body: { destinationFolderId: workspaceId, name: things.name('Copy') },
  }),
  copyTaggedWorkbook: async (things, { ask, workspaceId }) => {
    await things.tag()
    await ask('admin', 'POST', '/v2/workbooks/tag', { workbookId: await things.workbook(), tag: things.tagName() })
    return { body: { destinationFolderId: workspaceId, name: things.name('Copy') } }
  },
  uploadCsv: (things) => ({ body: { name: things.name('File'), csv: 'a,b\n1,2' } }),
  uploadTable: () => ({ body: fileForm }),
  replaceUpload: () => ({ body: fileForm }),
  appendToUpload: () => ({ body: fileForm }),
  importUpload: async (things) => ({ ids: { uploadId: await things.previewOfEdit() } }),
  changeInputTableRows: async (things) => ({
    ids: { workbookId: await things.entryBook(), elementId: 'notes' },
    body: { insert: [{ text: 'x' }] },
  }),
  listInputRowHistory: async (things) => ({
    ids: { workbookId: await things.entryBook(), elementId: 'notes' },
  }),
  listInputTableRows: async (things) => ({
    ids: { workbookId: await things.entryBook(), elementId: 'notes' },
  }),
  restoreWorkbookVersion: () => ({ body: { version: 1 } }),
  readColumnDetails: () => ({ body: { top: 1 } }),
  readPageData: () => ({ body: { elementIds: ['orders'] } }),
  readDataModelPageData: () => ({ ids: { pageId: 'p' }, body: { elementIds: ['orders'] } }),
  exportWorkbook: () => ({ body: { elementId: 'orders', format: { type: 'csv' } } }),
  postWorkbookSchedule: () => ({
    body: {
      target: [{ webhookUrl: 'https://127.0.0.1/hook' }],
      schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
      configV2: {
        title: 'Orders',
        messageBody: '',
        exportAttachments: [
          { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } },
        ],
      },
    },
  }),
  checkWorkbookSchedule: () => ({
    body: {
      target: [{ webhookUrl: 'https://127.0.0.1/hook' }],
      schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
      configV2: {
        title: 'Orders',
        messageBody: '',
        exportAttachments: [
          { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } },
        ],
      },
    },
  }),
  testWorkbookSchedule: () => ({
    body: {
      target: [{ webhookUrl: 'https://127.0.0.1/hook' }],
      schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
      configV2: {
        title: 'Orders',
        messageBody: '',
        exportAttachments: [
          { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } },
        ],
      },
    },
  }),
  retrySchedules: async (things) => ({ body: { scheduleIds: [await things.schedule()] } }),
  deleteSchedules: async (things) => ({ body: { scheduleIds: [await things.schedule()] } }),
  createOrgTranslation: () => ({ body: { lng: 'de', lng_variant: crypto.randomUUID() } }),
  createWorkbookTranslation: () => ({ body: { lng: 'de', lng_variant: crypto.randomUUID() } }),
  updateOrgTranslation: () => ({ body: { translations: { Orders: 'Aufträge' } } }),
  updateOrgTranslationWithVariant: () => ({ body: { translations: { Orders: 'Aufträge' } } }),
  updateWorkbookTranslation: () => ({ body: { translations: { Orders: 'Aufträge' } } }),
  updateWorkbookTranslationWithVariant: () => ({ body: { translations: { Orders: 'Aufträge' } } }),
  sendWorkbook: () => ({
    body: {
      targets: [{ type: 'webhook', webhookUrl: 'https://127.0.0.1/hook' }],
      config: { title: 'Orders', messageBody: '' },
      attachments: [{ formatOptions: { type: 'CSV' }, source: { type: 'element', elementId: 'orders' } }],
    },
  }),
  createMaterializationSchedule: () => ({ body: { schedule: { cronSpec: '0 3 * * *' } } }),
  patchMaterializationSchedule: async (things) => {
    await things.materialization()
    return { body: { schedule: { cronSpec: '0 4 * * *' } } }
  },
  deleteMaterializationSchedule: async (things) => {
    await things.materialization()
    return {}
  },
  createDataModelMaterializationSchedule: () => ({ body: { schedule: { cronSpec: '0 3 * * *' } } }),
  patchDataModelMaterializationSchedule: async (things) => {
    await things.materialization('data-model')
    return { body: { schedule: { cronSpec: '0 4 * * *' } } }
  },
  deleteDataModelMaterializationSchedule: async (things) => {
    await things.materialization('data-model')
    return {}
  },
  materializeDataModelElement: async (things) => ({ body: { sheetId: await things.materialization('data-model') } }),
  getDataModelMaterialization: async (things) => ({
    ids: { materializationId: await things.materialization('data-model') },
  }),
  createDatasetMaterializationSchedule: () => ({ body: { schedule: { cronSpec: '0 3 * * *' } } }),
  updateDatasetMaterializationSchedule: async (things) => {
    await things.materialization('dataset')
    return { body: { schedule: { cronSpec: '0 4 * * *' } } }
  },
  deleteDatasetMaterializationSchedule: async (things) => {
    await things.materialization('dataset')
    return {}
  },
  materializeDataset: async (things) => {
    await things.materialization('dataset')
    return {}
  },
  materializeWorkbookElement: async (things) => ({ body: { sheetId: await things.materialization() } }),
  updateWorkbookSchedule: () => ({ body: { schedule: { cronSpec: '0 8 * * *' } } }),
  createCustomView: () => ({
    body: { workbookVersion: 1, edits: [{ op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'Z' }] },
  }),
  updateCustomView: async (things) => ({
    ids: { exploreKey: await things.customView('private') },
    body: { controls: {} },
  }),
  moveCustomViewToLatest: async (things) => ({ ids: { exploreKey: await things.customView('private') } }),
  postWorkbookBookmarks: async (things) => ({ body: await bookmarkOf(things) }),
  createTaggedWorkbookBookmark: async (things, { ask }) => {
    const { body } = await ask('admin', 'POST', `/v2/workbooks/${await things.taggedId()}/customViews`, {
      workbookVersion: 1,
      edits: [],
    })
    const { exploreKey } = body as { exploreKey: string }
    const link = `/v2/workbooks/${await things.taggedId()}/customViews/${exploreKey}/share`
    const shared = (await ask('admin', 'POST', link)).body as { exploreKey?: string }
    return { body: { ...(await bookmarkOf(things)), exploreKey: shared.exploreKey ?? '' } }
  },
  updateWorkbookBookmark: () => ({ body: { name: 'Other' } }),
  getTaggedWorkbookBookmark: async (things) => ({ ids: { bookmarkId: await things.taggedSavedView() } }),
  updateTaggedWorkbookBookmark: async (things) => ({
    ids: { bookmarkId: await things.taggedSavedView() },
    body: { name: 'Other' },
  }),
  deleteTaggedWorkbookBookmark: async (things) => ({ ids: { bookmarkId: await things.taggedSavedView() } }),
  createVersionTag: (things) => ({ body: { name: things.name('Tag'), color: 'cyan' } }),
  updateVersionTag: () => ({ body: { description: 'Other' } }),
  tagWorkbook: async (things) => ({ body: { workbookId: await things.workbook(), tag: await nameOfNewTag(things) } }),
  tagDataModel: async (things) => ({
    body: { dataModelId: await things.dataModel(), tag: await nameOfNewTag(things) },
  }),
  createSourceSwapPolicy: (_, { connectionId }) => ({ body: swapPolicy(connectionId) }),
  createApiConnector: (_, { elsewhere: url }) => ({
    body: {
      name: 'Connector',
      params: { method: 'GET', url, headers: [], pathParams: [], queryParams: [], body: '' },
    },
  }),
  updateApiConnector: () => ({ body: { name: 'Other' } }),
  createApiCredential: () => ({ body: { name: 'Key', allowlist: ['*'], credential: bearer } }),
  updateApiCredential: () => ({ body: { credential: bearer } }),
  saveTemplateFromWorkbook: (things, { workspaceId }) => ({
    body: { name: things.name('Template'), folderId: workspaceId },
  }),
  saveWorkbookFromTemplate: async (things, { workspaceId }) => ({
    body: { templateId: await things.template(), name: things.name('Book'), folderId: workspaceId },
  }),
  unfollowTemplate: async (things) => ({ ids: { workbookId: await things.followingBook() } }),
  acceptTemplateShare: (things) => ({ body: { shareId: things.unknownId } }),
  sourceSwapTemplate: (_, { connectionId: id }) => ({
    body: { connectionMapping: [{ fromId: id, toId: id, swapTables: true }] },
  }),
  sourceSwapWorkbook: (_, { connectionId: id }) => ({
    body: { connectionMapping: [{ fromId: id, toId: id, swapTables: true }] },
  }),
  swapDataModelSources: (_, { connectionId: id }) => ({
    body: { connectionMapping: [{ fromId: id, toId: id, swapTables: true }] },
  }),
  v3alpha_sourceSwapWorkbook: (_, { tableId }) => ({ body: tableForItself(tableId) }),
  v3alpha_sourceSwapDataModel: (_, { tableId }) => ({ body: tableForItself(tableId) }),
  deleteTaggedworkbook: async (things, { ask }) => {
    const ids = { tagId: await things.tag() }
    await ask('admin', 'POST', '/v2/workbooks/tag', { workbookId: await things.workbook(), tag: things.tagName() })
    return { ids }
  },
  deleteTaggedDataModel: async (things, { ask }) => {
    const ids = { tagId: await things.tag() }
    await ask('admin', 'POST', '/v2/dataModels/tag', { dataModelId: await things.dataModel(), tag: things.tagName() })
    return { ids }
  },
  createTagRequest: async (things) => ({
    ids: { tagId: await things.protectedTag() },
    body: { inodeId: await things.workbook() },
  }),
  // Administrators have access to everything that exists; anyone can request a missing file.
  createWorkbookComment: () => ({ body: { body: 'Look at this.' } }),
  replyToWorkbookComment: () => ({ body: { body: 'Look at this.' } }),
  updateWorkbookComment: () => ({ body: { body: 'Look at this.' } }),
  createAccessRequest: () => ({ ids: { inodeId: crypto.randomUUID() }, body: {} }),
  createAccountTypeRequest: () => ({ body: {} }),
  approveAccessRequest: () => ({ body: {} }),
  denyAccessRequest: () => ({ body: {} }),
  approveTagRequest: () => ({ body: {} }),
  denyTagRequest: () => ({ body: {} }),
  deleteUserAttributeForTeam: async (things, { ask }) => {
    const assignments = [{ teamId: await things.team(), value: text }]
    await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/teams`, { assignments })
    return {}
  },
  deleteUserAttributeForUser: async (things, { ask }) => {
    const assignments = [{ userId: await things.member(), value: text }]
    await ask('admin', 'POST', `/v2/user-attributes/${await things.userAttribute()}/users`, { assignments })
    return {}
  },
  createConnection: (things) => ({ body: { name: things.name('Connection'), details: postgres } }),
  updateConnection: async (things) => ({
    ids: { connectionId: await things.connection() },
    body: { name: things.name('Connection'), details: postgres },
  }),
  updateConnectionDeprecated: async (things) => ({
    ids: { connectionId: await things.connection() },
    body: { name: things.name('Connection') },
  }),
  v3alpha_createConnection: (things) => ({ body: { name: things.name('Connection'), details: nestedPostgres } }),
  v3alpha_getConnection: async (things) => ({ ids: { connectionId: await things.connection() } }),
  v3alpha_patchConnection: async (things) => ({
    ids: { connectionId: await things.connection() },
    body: { name: things.name('Connection') },
  }),
  annotateConnectionTable: (things) => ({ body: { description: things.name('Orders') } }),
  postConnectionDbtArtifacts: async (things) => ({
    ids: { connectionId: await things.connection() },
    body: await dbtForm(),
  }),
  deleteConnection: async (things) => ({ ids: { connectionId: await things.connection() } }),
  startConnectionSignIn: () => ({ body: {} }),
  finishConnectionSignIn: () => ({ body: { state: 'nobody began it', code: 'code' } }),
  testConnectionDetails: () => ({ body: { name: 'Connection', details: postgres } }),
  testConnection: async (things) => ({ ids: { connectionId: await things.connection() } }),
  syncConnectionPath: async (things) => ({
    ids: { connectionId: await things.connection() },
    body: { path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
  }),
  checkConnectionImpact: () => ({ body: { changes: [{ path: ['RETAIL', 'PUBLIC', 'ORDERS'] }] } }),
  checkFormula: async (things) => ({
    body: { workbookId: await things.workbook(), elementId: 'orders', formula: '1 + 1' },
  }),
  assistFormula: async (things) => ({
    body: { workbookId: await things.workbook(), elementId: 'orders', formula: '1 +', position: 3 },
  }),
  setConnectionPassthrough: async (things) => ({
    ids: { connectionId: await things.connection() },
    body: { isAllowed: true },
  }),
  updateBulkCopySetting: () => ({ body: { enabled: true } }),
  updateLicenseUpgradeRequestsSetting: () => ({ body: { enabled: true } }),
  createStorageIntegration: async (things, { storageSetting }) => {
    await things.auditTrail()
    return { body: { name: `n-${newUuid()}`, provider: 's3', s3: storageSetting } }
  },
  updateStorageIntegration: (_, { storageSetting }) => ({ body: { s3: storageSetting } }),
  updateAuditSettings: () => ({ body: { retentionDays: 60 } }),
  updateExportRules: () => ({ body: { sameTeamOnly: false } }),
  updateSlackSetting: () => ({ body: { token: 'xoxb-good' } }),
  updateMailServer: (_, { mailServer }) => ({ body: mailServer }),
  testMailServer: (_, { mailServer }) => ({ body: mailServer }),
  putStorageSetting: (_, { storageSetting }) => ({ body: storageSetting }),
  updatePublicEmbedsSetting: () => ({ body: { enabled: true } }),
  v3alpha_createIpAllowlistEntries: () => ({ body: { entries: [{ ip: '127.0.0.0/8', scope: 'ui' }] } }),
  v3alpha_deleteIpAllowlistEntries: (things) => ({ body: { ipAllowlistEntryIds: [things.unknownId] } }),
  addFavorite: async (things, { people }) => ({
    body: { memberId: people.edit.memberId, inodeId: await things.folder() },
  }),
  shortcutsCreate: async (things, { workspaceId }) => ({
    body: { parentId: workspaceId, target: { id: await things.workbook() } },
  }),
  getDataModelElementQuery: () => ({ ids: { elementId: 'orders' } }),
}

const nestedPostgres = {
  type: 'postgres',
  serverHostname: '127.0.0.1',
  port: 1,
  database: 'shop',
  authentication: {
    type: 'service-account',
    serviceAccount: { type: 'basic-auth', username: 'reader', password: 'x' },
  },
}
const postgres = { type: 'postgres', host: '127.0.0.1', port: 1, database: 'd', user: 'u', password: 'p' }
const bearer = { authMethod: 'bearer', bearer: { token: 'secret' } }
const text = { val: 'x', type: 'string' }

/** As an administrator, so that there is something to publish and to discard. */
async function changeDraft(things: Things, { ask }: World): Promise<void> {
  const edits = [{ op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'Y' }]
  await ask('admin', 'POST', `/v2/workbooks/${await things.workbook()}/draft/edits`, { baseRevision: 1, edits })
}

async function changeModelDraft(things: Things, { ask }: World): Promise<void> {
  const edits = [{ op: 'set', at: ['pages', { id: 'p' }, 'name'], value: 'Y' }]
  await ask('admin', 'POST', `/v2/dataModels/${await things.dataModel()}/draft/edits`, { baseRevision: 1, edits })
}

async function bookmarkOf(things: Things) {
  return { workbookVersion: 1, name: 'View', isShared: false, exploreKey: await things.customView('link') }
}

async function grantTo(things: Things, permission: string) {
  return { grants: [{ grantee: { memberId: await things.member() }, permission }] }
}

async function nameOfNewTag(things: Things): Promise<string> {
  await things.tag()
  return things.tagName()
}

const swapPolicy = (fromConnectionId: string) => {
  const all = { swapType: 'all' }
  const swaps = { connectionSwaps: [{ to: { path0: all, path1: all } }] }
  return { type: 'connection', name: 'Policy', fromConnectionId, swaps }
}

const tableForItself = (tableId: string) => {
  const table = { type: 'table', tableId }
  return { sourceMapping: [{ from: table, to: table }] }
}
