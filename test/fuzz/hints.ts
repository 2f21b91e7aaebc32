import { createHmac } from 'node:crypto'
import type { FuzzPlatform } from './fuzz-platform.ts'
import type { Random } from './random.ts'
import type { FuzzOperation } from './requests.ts'
import type { Json } from './schema-values.ts'

export interface HintState {
  random: Random
  platform: Pick<FuzzPlatform, 'administrator' | 'url'>
  /** A user who builds workbooks and administers nothing. */
  builder: { memberId: string; token: string }
  /** Ids in the path of the request and of the previous operations. */
  params: Readonly<Record<string, string>>
  /** The responses of the previous operations, by id. */
  answers: ReadonlyMap<string, Json>
  /** A value that was seen under this name, preferably one that belongs to the ids of the path. */
  seen(name: string): string | undefined
}

/** Facts about valid requests that the document does not contain. */
export interface Hint {
  /** Operations to call first, in this order, with the same ids. */
  before?: readonly string[]
  /** Values for the path that no response contains under their names. */
  params?(answers: HintState['answers']): Readonly<Record<string, unknown>>
  /** A valid body; undefined when the state has nothing to create one from. */
  body?(state: HintState): unknown
  headers?(state: HintState): Record<string, string>
  query?(state: HintState): Record<string, string>
  /** The response has another status until background work is done: a valid request is repeated until this status. */
  until?: number
}

/** The session that the preceding sign-in has started. */
const session = ({ answers }: HintState): Record<string, string> => {
  const { cookie, csrfToken } = answers.get('signIn') ?? {}
  return { authorization: '', cookie: String(cookie), 'x-octavo-csrf': String(csrfToken) }
}

/** The input table that the fuzz test adds to drafts first. */
const rowsId = 'fuzz-rows'

/** One entry for each operation that does not succeed with a body made from its schema and ids of responses. */
const hints: Readonly<Record<string, Hint>> = {
  signIn: {
    headers: () => ({ authorization: '' }),
    body: ({ platform: { administrator } }) => ({ email: administrator.email, password: administrator.password }),
  },
  postToken: {
    headers: () => ({ authorization: '' }),
    body: ({ platform: { administrator } }) => ({
      grant_type: 'client_credentials',
      client_id: administrator.clientId,
      client_secret: administrator.clientSecret,
    }),
  },
  // Tokens are signed with an embed credential of the administrator.
  startEmbedSession: {
    before: ['createCredentials'],
    headers: () => ({ authorization: '' }),
    body: ({ answers, platform: { administrator }, random }) => ({
      token: embedToken(answers.get('createCredentials'), administrator.email, random.below(1_000_000_000)),
    }),
  },
  getEmbedSession: {
    before: ['createCredentials', 'startEmbedSession'],
    headers: ({ answers }) => ({ authorization: `Bearer ${answers.get('startEmbedSession')?.sessionToken}` }),
  },
  createCredentials: {
    before: ['whoAmI'],
    body: ({ answers, seen, random }) => ({
      ownerId: answers.get('whoAmI')?.userId ?? seen('memberId'),
      name: `Credential ${random.below(1_000)}`,
      scopes: ['api', 'embed'],
    }),
  },
  acceptInvitation: {
    before: ['createMember', 'createInvitation'],
    body({ answers }) {
      const [, token] = String(answers.get('createInvitation')?.url).split('#')
      return { token, password: 'a-password-of-the-fuzz' }
    },
  },
  // The document does not describe the older form of lists (`bareLists`).
  updateOrganizationSettings: {
    body: ({ random }) => ({ timezone: random.pick(['UTC', 'Europe/Berlin']), archiveDays: 1 + random.below(60) }),
  },
  v3alpha_createIpAllowlistEntries: {
    // Networks that contain the address of the run, which would otherwise lock itself out.
    body: ({ random }) => ({ entries: [{ ip: `127.0.0.0/${8 + random.below(17)}`, scope: 'both' }] }),
  },
  // A tenant on a cloud is refused, and slugs are unique.
  createTenant: {
    body: ({ random }) => ({
      tenantOrganizationName: `Tenant ${random.below(1_000)}`,
      tenantOrganizationSlug: `tenant-${random.below(1_000_000_000)}`,
    }),
  },
  patchTenant: {
    before: ['createTenant'],
    body: ({ random }) => ({ tenantOrganizationName: `Tenant ${random.below(1_000)}` }),
  },
  setUserAttributeForTenants: {
    before: ['createUserAttribute', 'createTenant'],
    body: ({ answers, random }) => ({
      assignments: [
        {
          tenantOrganizationId: answers.get('createTenant')?.tenantOrganizationId,
          value: { type: 'string', val: `v${random.below(10)}` },
        },
      ],
    }),
  },
  deleteUserAttributeForTenant: { before: ['createUserAttribute', 'createTenant', 'setUserAttributeForTenants'] },
  removeFavorite: {
    before: ['createWorkbook', 'addFavorite'],
    params: (answers) => ({
      memberId: answers.get('createWorkbook')?.ownerId,
      inodeId: answers.get('createWorkbook')?.workbookId,
    }),
  },
  addFavorite: {
    body({ params, answers, seen }) {
      const { ownerId, workbookId } = answers.get('createWorkbook') ?? {}
      return {
        memberId: ownerId ?? params.memberId ?? seen('memberId'),
        inodeId: workbookId ?? params.inodeId ?? seen('inodeId'),
      }
    },
  },
  updateConnection: { body: connectionBody },
  createGrant: {
    body({ random, builder, answers, seen }) {
      const inodeId = answers.get('createWorkbook')?.workbookId
      if (inodeId !== undefined) return { grantee: { memberId: builder.memberId }, permission: 'edit', inodeId }
      return {
        grantee: random.chance(0.5) ? { memberId: seen('memberId') } : { teamId: seen('teamId') },
        permission: random.pick(['view', 'explore', 'edit']),
        inodeId: seen('inodeId'),
      }
    },
  },
  listGrants: {
    query: ({ params: { workbookId } }): Record<string, string> =>
      workbookId === undefined ? {} : { inodeId: workbookId, directGrantsOnly: 'true' },
  },
  deleteConnectionGrant: { before: ['createConnectionGrant', 'listConnectionGrants'] },
  updateTeamMember: { before: ['createMember', 'updateTeamMembers'] },
  updateTeamMembers: {
    body: ({ params, seen }) => ({ add: [params.memberId ?? seen('memberId')], remove: [] }),
  },
  createVersionTag: {
    body: ({ random }) => ({
      name: `Tag ${random.below(1_000_000)}`,
      color: 'cyan',
      isProtected: random.chance(0.5),
    }),
  },
  // Requested by a user who may tag the workbook, but not with every tag.
  createTagRequest: {
    before: ['createVersionTag', 'createWorkbook', 'createGrant'],
    params: (answers) => ({ tagId: answers.get('createVersionTag')?.versionTagId }),
    headers: ({ builder, answers }): Record<string, string> =>
      answers.has('createGrant') ? { authorization: `Bearer ${builder.token}` } : {},
    body: ({ answers, seen }) => ({ inodeId: answers.get('createWorkbook')?.workbookId ?? seen('workbookId') }),
  },
  getTagRequest: { before: ['createTagRequest'] },
  withdrawTagRequest: { before: ['createTagRequest'] },
  checkFormula: { before: ['listWorkbookElements'], body: formulaBody },
  assistFormula: { before: ['listWorkbookElements'], body: (state) => ({ ...formulaBody(state), position: 1 }) },
  createConnection: { body: connectionBody },
  setConnectionPassthrough: { before: ['createConnection'] },
  copyTaggedWorkbook: {
    before: ['createWorkbook', 'tagWorkbook'],
    params: (answers) => ({ versionTag: answers.get('createVersionTag')?.name }),
  },
  createWorkbookComment: { before: ['createWorkbook'], body: () => ({ body: 'Look at this.' }) },
  ...Object.fromEntries(
    (['reply', 'update', 'delete', 'resolve', 'reopen'] as const).map((verb) => [
      verb === 'reply' ? 'replyToWorkbookComment' : `${verb}WorkbookComment`,
      {
        before: ['createWorkbook', 'createWorkbookComment'],
        params: (answers: HintState['answers']) => ({ commentId: answers.get('createWorkbookComment')?.threadId }),
        ...(verb === 'reply' || verb === 'update' ? { body: () => ({ body: 'And at that.' }) } : {}),
      },
    ]),
  ),
  // Requested by a user who cannot see what the administrator creates.
  createAccessRequest: {
    before: ['createWorkbook'],
    params: (answers) => ({ inodeId: answers.get('createWorkbook')?.workbookId }),
    headers: ({ builder }) => ({ authorization: `Bearer ${builder.token}` }),
    body: () => ({}),
  },
  // An administrator has nothing to request.
  createAccountTypeRequest: {
    headers: ({ builder }) => ({ authorization: `Bearer ${builder.token}` }),
    body: () => ({}),
  },
  approveAccessRequest: {
    before: ['createWorkbook', 'createAccessRequest'],
    params: (answers) => ({ accessRequestId: answers.get('createAccessRequest')?.requestId }),
    body: () => ({}),
  },
  denyAccessRequest: {
    before: ['createWorkbook', 'createAccessRequest'],
    params: (answers) => ({ accessRequestId: answers.get('createAccessRequest')?.requestId }),
  },
  withdrawAccessRequest: {
    before: ['createWorkbook', 'createAccessRequest'],
    params: (answers) => ({ accessRequestId: answers.get('createAccessRequest')?.requestId }),
  },
  denyTagRequest: { before: ['createTagRequest'] },
  approveTagRequest: { before: ['createTagRequest'] },
  deleteWorkbookGrant: { before: ['createWorkbookGrant', 'listGrants'] },
  tagWorkbook: {
    before: ['createVersionTag'],
    body: ({ params, answers, seen }) => ({
      workbookId: params.workbookId ?? seen('workbookId'),
      tag: answers.get('createVersionTag')?.name,
    }),
  },
  deleteTaggedworkbook: { before: ['createWorkbook', 'tagWorkbook'] },
  tagDataModel: {
    before: ['createVersionTag'],
    body: ({ params, answers, seen }) => ({
      dataModelId: params.dataModelId ?? seen('dataModelId'),
      tag: answers.get('createVersionTag')?.name,
    }),
  },
  deleteTaggedDataModel: { before: ['createDataModelSpec', 'tagDataModel'] },
  listConnectionPathGrants: { before: ['lookupConnection', 'listConnectionPaths'] },
  createConnectionPathGrant: {
    before: ['lookupConnection', 'listConnectionPaths'],
    body: ({ random, seen }) => ({
      grants: [{ grantee: { memberId: seen('memberId') }, permission: random.pick(['usage', 'annotate']) }],
    }),
  },
  deleteConnectionPathGrant: { before: ['createConnectionPathGrant', 'listConnectionPathGrants'] },
  lookupConnection: {
    // Tables of the sample.
    body: ({ random }) => ({ path: ['RETAIL', 'PUBLIC', random.pick(['ORDERS', 'CUSTOMERS', 'PRODUCTS'])] }),
  },
  getInodeConnectionPath: { before: ['lookupConnection'] },
  exportWorkbook: {
    body({ random, seen }) {
      const type = random.pick(['csv', 'json', 'jsonl', 'xlsx'])
      const whole = type === 'xlsx' && random.chance(0.5)
      return {
        format: { type },
        ...(whole ? { pageId: seen('pageId') } : { elementId: seen('elementId') }),
        ...(random.chance(0.5) ? { rowLimit: random.below(1_000) } : {}),
      }
    },
  },
  postWorkbookSchedule: {
    body({ random, seen }) {
      const elementId = seen('elementId')
      if (elementId === undefined) return undefined
      const workbookExportSource = { type: 'element', elementIds: [elementId] }
      return {
        target: [{ webhookUrl: 'https://hooks.octavo.invalid/orders' }],
        schedule: { cronSpec: random.pick(['0 9 * * 1-5', '*/30 * * * *']), timezone: 'Europe/Berlin' },
        configV2: {
          title: 'Orders',
          messageBody: '',
          exportAttachments: [{ formatOptions: { type: random.pick(['CSV', 'JSON', 'XLSX']) }, workbookExportSource }],
        },
      }
    },
  },
  sendWorkbook: {
    body({ random, seen }) {
      const elementId = seen('elementId')
      if (elementId === undefined) return undefined
      return {
        targets: [{ type: 'webhook', webhookUrl: 'https://hooks.octavo.invalid/orders' }],
        config: { title: 'Orders', messageBody: '' },
        attachments: [
          { formatOptions: { type: random.pick(['CSV', 'JSON', 'EXCEL']) }, source: { type: 'element', elementId } },
        ],
      }
    },
  },
  createOrgTranslation: {
    body: ({ random }) => ({ lng: random.pick(['de', 'fr', 'zh-cn']), translations: { a: 'b' } }),
  },
  getOrgTranslations: { before: ['createOrgTranslation', 'listOrgLocales'] },
  createWorkbookTranslation: {
    body: ({ random }) => ({ lng: random.pick(['de', 'fr', 'zh-cn']), lng_variant: random.pick(['x', 'y']) }),
  },
  getWorkbookTranslationsWithVariant: { before: ['createWorkbookTranslation', 'listWorkbookLocales'] },
  listWorkbookSends: { before: ['sendWorkbook'] },
  updateWorkbookSchedule: {
    before: ['postWorkbookSchedule'],
    body: ({ random }) => ({ suspensionAction: random.pick(['pause', 'resume']) }),
  },
  getWorkbookSchedule: { before: ['postWorkbookSchedule'] },
  deleteWorkbookSchedule: { before: ['postWorkbookSchedule'] },
  listWorkbookScheduleRuns: { before: ['postWorkbookSchedule'] },
  listWorkbookScheduleDeliveries: { before: ['postWorkbookSchedule', 'runWorkbookSchedule'] },
  runWorkbookSchedule: { before: ['postWorkbookSchedule'] },
  downloadQuery: { before: ['exportWorkbook'], until: 200 },
  cancelQuery: { before: ['exportWorkbook'] },
  getWorkbook: {
    query: ({ random }): Record<string, string> => (random.chance(0.5) ? { includeContents: 'true' } : {}),
  },
  updateWorkbookContents: {
    before: ['getWorkbook'],
    body({ answers }) {
      const { contents } = answers.get('getWorkbook') ?? {}
      return contents === undefined ? undefined : { contents }
    },
  },
  listDraftEdits: { before: ['getWorkbookDraft'] },
  listDataModelDraftEdits: { before: ['createDataModelSpec', 'getDataModelDraft'] },
  applyDataModelDraftEdits: {
    before: ['createDataModelSpec', 'getDataModelDraft'],
    body({ random, answers }) {
      const { revision, document } = (answers.get('getDataModelDraft') ?? {}) as { revision?: number; document?: Json }
      const pages = idsIn(document?.pages)
      if (revision === undefined || pages.length === 0) return undefined
      const value = `Named ${random.below(1_000)}`
      const edit = { op: 'set', at: ['pages', { id: random.pick(pages) }, 'name'], value }
      return { baseRevision: revision, edits: [edit] }
    },
  },
  changeInputTableRows: {
    before: ['getWorkbookDraft', 'applyDraftEdits'],
    params: () => ({ elementId: rowsId }),
    body: ({ random }) => ({ insert: [{ note: `Note ${random.below(1_000)}` }], replace: random.chance(0.2) }),
  },
  listInputRowHistory: {
    before: ['getWorkbookDraft', 'applyDraftEdits', 'changeInputTableRows'],
    params: () => ({ elementId: rowsId, rowId: 'any' }),
  },
  listInputTableRows: {
    before: ['getWorkbookDraft', 'applyDraftEdits', 'changeInputTableRows'],
    params: () => ({ elementId: rowsId }),
  },
  createApiCredential: {
    body: ({ random }) => ({
      name: `Key ${random.below(1_000)}`,
      allowlist: ['127.0.0.*'],
      credential: { authMethod: 'basic', basic: { username: 'u', password: 'p' } },
    }),
  },
  // The server calls itself.
  createApiConnector: {
    body: ({ random, platform: { url } }) => ({
      name: `Connector ${random.below(1_000)}`,
      params: {
        method: random.pick(['GET', 'HEAD']),
        url: `${url}/healthz`,
        headers: [],
        pathParams: [],
        queryParams: [],
        body: '',
      },
    }),
  },
  testApiConnector: { before: ['createApiConnector'], body: () => ({}) },
  uploadCsv: {
    body: ({ random }) => ({ name: `File ${random.below(1_000)}`, csv: `a,b\n1,${random.below(1_000)}\n,x` }),
  },
  uploadTable: {
    query: ({ random }): Record<string, string> => (random.chance(0.4) ? { preview: 'true' } : {}),
    body: ({ random }) => ({ file: `a,b\n1,${random.below(1_000)}\n` }),
  },
  getUpload: { before: ['uploadTable'] },
  importUpload: { before: ['uploadTable'], body: () => ({ name: 'Imported' }) },
  replaceUpload: { before: ['uploadTable'], body: () => ({ file: 'a,b\n2,3\n' }) },
  appendToUpload: { before: ['uploadTable'], body: () => ({ file: 'b,a\n4,5\n' }) },
  deleteUpload: { before: ['uploadTable'] },
  getCsv: { before: ['uploadCsv'] },
  deleteCsv: { before: ['uploadCsv'] },
  applyDraftEdits: {
    before: ['getWorkbookDraft'],
    body({ random, answers, seen }) {
      const { revision, document } = (answers.get('getWorkbookDraft') ?? {}) as { revision?: number; document?: Json }
      if (revision === undefined || document === undefined) return undefined
      const pages = idsIn(document.pages)
      const elements = idsIn(document.elements)
      if (pages.length === 0) return undefined
      const id = `fuzz${random.below(1_000)}`
      const name = `Named ${random.below(1_000)}`
      const text = {
        op: 'insert',
        at: ['elements'],
        entry: { id, kind: 'text', body: name },
        after: null,
        page: pages[0],
      }
      const connectionId = connectionIn(document.elements) ?? seen('connectionId')
      const source = { kind: 'empty', connectionId }
      const columns = [{ id: 'note', type: 'text', name: 'Note' }]
      const entry = { id: rowsId, kind: 'input-table', name: 'Rows', source, inputMode: 'edit', columns }
      const table = { op: 'insert', at: ['elements'], entry, after: null, page: pages[0] }
      // The draft first gets the table whose rows are requested next.
      if (connectionId !== undefined && !elements.includes(rowsId)) return { baseRevision: revision, edits: [table] }
      const edits: unknown[][] = [
        [{ op: 'set', at: ['pages', { id: random.pick(pages) }, 'name'], value: name }],
        ...(elements.includes(id) ? [] : [[text], [text, { op: 'remove', at: ['elements'], id }]]),
        ...(elements.length === 0
          ? []
          : [[{ op: 'set', at: ['elements', { id: random.pick(elements) }, 'name'], value: name }]]),
      ]
      return { baseRevision: revision, edits: random.pick(edits) }
    },
  },
}

/** The token that the embedding product signs for its user. */
function embedToken({ clientId, clientSecret }: Json = {}, sub: string, serial: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  const text = `${part({ alg: 'HS256', kid: clientId })}.${part({ sub, jti: `fuzz-${serial}`, iat, exp: iat + 600 })}`
  return `${text}.${createHmac('sha256', String(clientSecret)).update(text).digest('base64url')}`
}

function connectionBody({ random }: HintState) {
  return {
    name: `Elsewhere ${random.below(1_000_000)}`,
    details: { type: 'mysql', host: 'db.octavo.invalid', user: 'reader', password: 'a password' },
    useFriendlyNames: true,
  }
}

/** A formula for an element with columns of a workbook whose elements were listed. */
function formulaBody({ params, answers }: HintState) {
  const entries = (answers.get('listWorkbookElements')?.entries ?? []) as { elementId: string; columns?: unknown[] }[]
  const elementId = entries.find(({ columns = [] }) => columns.length > 0)?.elementId
  return { workbookId: params.workbookId, elementId, formula: '1 + 1' }
}

/** The hint of an operation; operations for browser sessions sign in first. */
export function hintOf({ id, definition }: FuzzOperation): Hint {
  const hint = hints[id] ?? {}
  const isForSessions = JSON.stringify(definition.security) === '[{"sessionAuth":[]}]'
  return isForSessions ? { ...hint, before: ['signIn', ...(hint.before ?? [])], headers: session } : hint
}

/** A connection that a table of the document reads. */
function connectionIn(elements: unknown): string | undefined {
  const sources = Array.isArray(elements) ? elements.map(({ source }: { source?: Json }) => source?.connectionId) : []
  return sources.find((id) => typeof id === 'string')
}

function idsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map(({ id }: { id: string }) => id) : []
}
