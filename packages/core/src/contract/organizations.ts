import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, pageQuery, Words } from './common.ts'
import { empty, operation, type RateGroup } from './define.ts'
import { uploadBytesLimits } from './uploads.ts'
import type { TableFormat } from './workbook-exports.ts'

const rowCap = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])
const rowCaps = { csv: rowCap, json: rowCap, jsonl: rowCap, xlsx: rowCap } satisfies Record<TableFormat, unknown>

const ratePerMinute = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])
const rates = { export: ratePerMinute, send: ratePerMinute, download: ratePerMinute } satisfies Record<
  RateGroup,
  unknown
>

const rowsText = 'The most rows of each element in an exported file, by format; null for all.'
const megabytesText = 'The largest size of an exported file; an export that would be larger fails.'
/** Default limits of the rows that are read from one connection to be joined with rows of another one. */
export const joinLimits = {
  rows: { usual: 1_000_000, most: 10_000_000 },
  megabytes: { usual: 256, most: 1024 },
} as const
const joinRowsText =
  'The most rows that are read from one connection to combine them with rows of another; 1,000,000 by default.'
const joinMegabytesText = 'The largest size of those rows; 256 by default.'
const uploadText = 'The largest size of an uploaded file in bytes; 209,715,200 by default.'
const ratesText =
  'Requests a minute for each credential, of operations that start exports, send files, and download; null for the ' +
  'value of the server.'

const originsText =
  'Origins whose pages may show embeds in a frame, besides this server: https://host.example.com, with a port if it is not the default one.'

const contentText =
  'Origins of other hosts whose pictures and pages workbooks may show: https://pictures.example.com. None by default.'

const embedTexts = {
  embedUserCreation: 'A signed token of an embed creates its member, if the member does not exist.',
  embedTokenSeconds: 'The longest lifetime of a signed token of an embed, from iat to exp.',
  embedAudienceRequired: 'A signed token of an embed must have an audience (aud), also with ver 1.0.',
  embedUrlSigning:
    'Embeds of records may be opened by addresses that are signed as a whole: the older way, which ends with its Sunset date.',
  embedAudiences:
    'Allowed values of aud in a signed token. Null: the audience of the published contract, and the address of this server.',
}

const syncText = 'Hours between two automatic syncs of a connection; null: it is synced on request only.'

export type OrganizationSettingsEntry = Static<typeof OrganizationSettingsEntry>
export const OrganizationSettingsEntry = Type.Object(
  {
    organizationId: Type.String(),
    name: Type.String({ description: 'The displayed name; addresses keep the first one.' }),
    timezone: Type.String({ description: 'IANA name: the zone of all queries.' }),
    locale: Type.Union([Type.String(), Type.Null()], { description: 'Null: that of the reader.' }),
    archiveDays: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Days in which deleted files can be restored; null for ever.',
    }),
    defaultMemberType: Type.Union([Type.String(), Type.Null()], {
      description: 'Account type of members who are invited without one; null for View.',
    }),
    bareLists: Type.Boolean({
      description:
        'Lists of members, teams and workspaces without `limit` return an array without paging, as before the cut-over.',
    }),
    apiUrl: Type.String({ description: 'Address of the API. Set by the operator; not changed here.' }),
    authUrl: Type.String({
      description:
        'Tokens are issued by POST /v2/auth/token of this address. Set by the operator (OCTAVO_AUTH_URL); not changed here.',
    }),
    connectionSyncHours: Type.Union([Type.Integer(), Type.Null()], { description: syncText }),
    exportRows: Type.Object(rowCaps, { description: rowsText }),
    exportMegabytes: Type.Integer({ description: megabytesText }),
    uploadBytes: Type.Integer({ description: uploadText }),
    joinRows: Type.Integer({ description: joinRowsText }),
    joinMegabytes: Type.Integer({ description: joinMegabytesText }),
    requestsPerMinute: Type.Object(rates, { description: ratesText }),
    embedOrigins: Type.Array(Type.String(), { description: originsText }),
    contentHosts: Type.Array(Type.String(), { description: contentText }),
    embedUserCreation: Type.Boolean({ description: embedTexts.embedUserCreation }),
    embedTokenSeconds: Type.Integer({ description: embedTexts.embedTokenSeconds }),
    embedAudienceRequired: Type.Boolean({ description: embedTexts.embedAudienceRequired }),
    embedUrlSigning: Type.Boolean({ description: embedTexts.embedUrlSigning }),
    embedAudiences: Type.Union([Type.Array(Type.String()), Type.Null()], { description: embedTexts.embedAudiences }),
  },
  { $id: 'OrganizationSettings' },
)

export type OrganizationSettingsChange = Static<typeof OrganizationSettingsChange>
export const OrganizationSettingsChange = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 128, pattern: '\\S' })),
    timezone: Type.Optional(Type.String({ maxLength: 128, description: 'IANA name, for example America/New_York.' })),
    locale: Type.Optional(
      Type.Union([Type.String({ maxLength: 64 }), Type.Null()], { description: 'For example de-CH.' }),
    ),
    archiveDays: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.Null()])),
    defaultMemberType: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'Name of an account type.' }),
    ),
    bareLists: Type.Optional(Type.Boolean()),
    connectionSyncHours: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 8760 }), Type.Null()], { description: syncText }),
    ),
    exportMegabytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_048_576, description: megabytesText })),
    uploadBytes: Type.Optional(Type.Integer({ minimum: 1, maximum: uploadBytesLimits.most, description: uploadText })),
    joinRows: Type.Optional(Type.Integer({ minimum: 1, maximum: joinLimits.rows.most, description: joinRowsText })),
    joinMegabytes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: joinLimits.megabytes.most, description: joinMegabytesText }),
    ),
    exportRows: Type.Optional(
      Type.Partial(Type.Object(rowCaps), { description: `${rowsText} A format that is absent stays.` }),
    ),
    requestsPerMinute: Type.Optional(
      Type.Partial(Type.Object(rates), { description: `${ratesText} An absent group stays unchanged.` }),
    ),
    embedOrigins: Type.Optional(
      Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100, description: originsText }),
    ),
    contentHosts: Type.Optional(
      Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100, description: contentText }),
    ),
    embedUserCreation: Type.Optional(Type.Boolean({ description: embedTexts.embedUserCreation })),
    embedTokenSeconds: Type.Optional(
      Type.Integer({ minimum: 60, maximum: 2_592_000, description: embedTexts.embedTokenSeconds }),
    ),
    embedAudienceRequired: Type.Optional(Type.Boolean({ description: embedTexts.embedAudienceRequired })),
    embedUrlSigning: Type.Optional(Type.Boolean({ description: embedTexts.embedUrlSigning })),
    embedAudiences: Type.Optional(
      Type.Union([Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 20 }), Type.Null()], {
        description: embedTexts.embedAudiences,
      }),
    ),
  },
  { $id: 'OrganizationSettingsChange' },
)

const tag = 'organizations'
const errors = ['forbidden'] as const

export const getOrganizationSettings = operation({
  id: 'getOrganizationSettings',
  method: 'GET',
  path: '/v2/organizations/settings',
  tag,
  summary: 'Read the settings of the organization',
  answers: { 200: OrganizationSettingsEntry },
  errors: [...errors],
})

export const updateOrganizationSettings = operation({
  id: 'updateOrganizationSettings',
  method: 'PATCH',
  path: '/v2/organizations/settings',
  tag,
  summary: 'Change settings of the organization; absent fields stay unchanged',
  body: OrganizationSettingsChange,
  bodyOptional: true,
  answers: { 200: OrganizationSettingsEntry },
  errors: [...errors],
})

export type SettingSwitch = Static<typeof SettingSwitch>
export const SettingSwitch = Type.Object({ enabled: Type.Boolean() }, { $id: 'SettingSwitch' })

export const getBulkCopySetting = operation({
  id: 'getBulkCopySetting',
  method: 'GET',
  path: '/v2/organizations/settings/bulkCopy',
  tag,
  summary: 'Read the switch for copying many cells at once',
  answers: { 200: SettingSwitch },
  errors: [...errors],
})

export const updateBulkCopySetting = operation({
  id: 'updateBulkCopySetting',
  method: 'PATCH',
  path: '/v2/organizations/settings/bulkCopy',
  tag,
  summary: 'Set the switch for copying many cells at once',
  description:
    'Off: in the web app one cell of a table is copied at a time. What may be exported depends on account types.',
  body: SettingSwitch,
  answers: { 200: SettingSwitch },
  errors: [...errors],
})

export const getLicenseUpgradeRequestsSetting = operation({
  id: 'getLicenseUpgradeRequestsSetting',
  method: 'GET',
  path: '/v2/organizations/settings/licenseUpgradeRequests',
  tag,
  summary: 'Read the switch for requests of members for another account type',
  answers: { 200: SettingSwitch },
  errors: [...errors],
})

export const updateLicenseUpgradeRequestsSetting = operation({
  id: 'updateLicenseUpgradeRequestsSetting',
  method: 'PATCH',
  path: '/v2/organizations/settings/licenseUpgradeRequests',
  tag,
  summary: 'Set the switch for requests of members for another account type',
  description: 'The setting is stored, but has no effect yet: members cannot ask for another account type.',
  body: SettingSwitch,
  answers: { 200: SettingSwitch },
  errors: [...errors],
})

export const getPublicEmbedsSetting = operation({
  id: 'getPublicEmbedsSetting',
  method: 'GET',
  path: '/v2/organizations/settings/publicEmbeds',
  tag,
  summary: 'Read the switch for public embedding of workbooks',
  answers: { 200: SettingSwitch },
  errors: [...errors],
})

export const updatePublicEmbedsSetting = operation({
  id: 'updatePublicEmbedsSetting',
  method: 'PATCH',
  path: '/v2/organizations/settings/publicEmbeds',
  tag,
  summary: 'Set the switch for public embedding of workbooks',
  body: SettingSwitch,
  answers: { 200: SettingSwitch },
  errors: [...errors],
})

const Scope = Words(['public-api', 'ui', 'both'], { description: 'What the address may reach.' })

export type AllowedIp = Static<typeof AllowedIp>
export const AllowedIp = Type.Object(
  {
    ipAllowlistEntryId: Type.String(),
    ip: Type.String({ description: 'IPv4, IPv6 or CIDR.' }),
    scope: Scope,
    description: Type.Optional(Type.String()),
    ...AuditFields,
  },
  { $id: 'AllowedIp' },
)

export const listAllowedIps = operation({
  id: 'v3alpha_listIpAllowlistEntries',
  method: 'GET',
  path: '/v3alpha/allowedIps',
  tag: 'allowedIps',
  summary: 'List allowed addresses, newest first',
  query: Type.Object(pageQuery),
  answers: { 200: countedPageOf(AllowedIp, 'AllowedIpPage') },
  errors: [...errors],
})

export type NewAllowedIps = Static<typeof NewAllowedIps>
export const NewAllowedIps = Type.Object(
  {
    entries: Type.Array(
      Type.Object({
        ip: Type.String({ maxLength: 64, description: 'IPv4, IPv6 or CIDR.' }),
        scope: Scope,
        description: Type.Optional(Type.String({ maxLength: 255 })),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { $id: 'NewAllowedIps' },
)

export const createAllowedIps = operation({
  id: 'v3alpha_createIpAllowlistEntries',
  method: 'POST',
  path: '/v3alpha/allowedIps:batchCreate',
  tag: 'allowedIps',
  summary: 'Add allowed addresses; from then on only these can reach the services of their scope',
  description: 'Refused if your own address would be locked out.',
  body: NewAllowedIps,
  answers: { 201: Type.Object({ entries: Type.Array(AllowedIp) }, { $id: 'AllowedIps' }) },
  errors: [...errors, 'conflict'],
})

export const deleteAllowedIps = operation({
  id: 'v3alpha_deleteIpAllowlistEntries',
  method: 'POST',
  path: '/v3alpha/allowedIps:batchDelete',
  tag: 'allowedIps',
  summary: 'Remove allowed addresses; without any address in a scope, every address can reach it',
  description: 'Refused if your own address would be locked out.',
  body: Type.Object(
    { ipAllowlistEntryIds: Type.Array(Type.String(), { maxItems: 200 }) },
    { $id: 'AllowedIpRemovals' },
  ),
  answers: { 204: empty('Removed.') },
  errors: [...errors, 'not_found', 'conflict'],
})

export const organizationOperations = [
  getOrganizationSettings,
  updateOrganizationSettings,
  getBulkCopySetting,
  updateBulkCopySetting,
  getLicenseUpgradeRequestsSetting,
  updateLicenseUpgradeRequestsSetting,
  getPublicEmbedsSetting,
  updatePublicEmbedsSetting,
  listAllowedIps,
  createAllowedIps,
  deleteAllowedIps,
] as const
