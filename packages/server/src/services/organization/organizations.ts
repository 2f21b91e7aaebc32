import type { Viewer } from '@octavo/core/access'
import {
  joinLimits,
  type OrganizationSettingsChange,
  type OrganizationSettingsEntry,
  type SettingSwitch,
  uploadBytesLimits,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { findAccountType } from '../../store/account-types.ts'
import type { Store } from '../../store/index.ts'
import { findOrganization, type OrganizationRow, updateOrganization } from '../../store/organizations.ts'
import { serviceOf } from '../service/service.ts'
import { isAdminType, typeNamed } from './account-types/member-types.ts'
import {
  defaultArchiveDays,
  defaultExportMegabytes,
  defaultRowCaps,
  defaultSyncHours,
  embedSettingsOf,
  type OrganizationSettings,
  type OrganizationSettingsReader,
  settingsOf,
  switchDefaults,
} from './settings/organization-settings.ts'

export type Organizations = ReturnType<typeof createOrganizations>

/** The settings without the server's addresses, which are not stored. */
type StoredSettings = Omit<OrganizationSettingsEntry, 'apiUrl' | 'authUrl'>

type OrganizationSwitch = keyof typeof switchDefaults

/** Settings with a column of their own. */
type RowFields = Partial<Pick<OrganizationRow, 'zone' | 'name'>>

/** Settings of the organization; requires the Admin account type. */
export function createOrganizations(parts: Parts) {
  return serviceOf(parts, { get, update, getSwitch, setSwitch })
}

interface Parts {
  store: Store
  clock: Clock
  settings: OrganizationSettingsReader
}

async function read({ store }: Parts, viewer: Viewer): Promise<OrganizationRow> {
  requireRight(viewer, 'manageOrganization')
  const row = await findOrganization(store.db, viewer.organizationId)
  if (!row) throw new AppError('not_found', { kind: 'organization', id: viewer.organizationId })
  return row
}

/** Absent fields keep their values. */
async function change(
  parts: Parts,
  viewer: Viewer,
  changed: OrganizationSettings,
  fields: RowFields = {},
): Promise<OrganizationRow> {
  const { clock, store, settings } = parts
  requireRight(viewer, 'manageOrganization')
  const now = clock.now()
  await store.write<Record<string, unknown>>(
    (before) =>
      eventOf(viewer, {
        category: 'ORGANIZATION',
        action: 'ORGANIZATION_SETTINGS_CHANGED',
        object: { kind: 'organization', id: viewer.organizationId },
        change: { before, after: { ...changed, ...fields } },
      }),
    async (tx) => {
      const row = await findOrganization(tx, viewer.organizationId)
      if (!row) throw new AppError('not_found', { kind: 'organization', id: viewer.organizationId })
      const known = settingsOf(row)
      await updateOrganization(tx, viewer.organizationId, {
        settings: JSON.stringify(merged(known, changed)),
        ...fields,
        updated_at: now,
      })
      const before = Object.keys(changed).map((name) => [name, known[name as keyof OrganizationSettings] ?? null])
      const ofRow = Object.keys(fields).map((name) => [name, row[name as keyof RowFields]])
      return Object.fromEntries([...before, ...ofRow])
    },
  )
  settings.forget(viewer.organizationId)
  return read(parts, viewer)
}

/** Limits are changed one by one; absent ones keep their values. */
function merged(known: OrganizationSettings, changed: OrganizationSettings): OrganizationSettings {
  const { exportRows, requestsPerMinute } = changed
  return {
    ...known,
    ...changed,
    ...(exportRows === undefined ? {} : { exportRows: { ...known.exportRows, ...exportRows } }),
    ...(requestsPerMinute === undefined
      ? {}
      : { requestsPerMinute: { ...known.requestsPerMinute, ...requestsPerMinute } }),
  }
}

async function entry({ store }: Parts, row: OrganizationRow): Promise<StoredSettings> {
  const settings = settingsOf(row)
  const { locale = null, archiveDays = defaultArchiveDays, bareLists = false, invitationTypeId } = settings
  const type = invitationTypeId ? await findAccountType(store.db, row.id, invitationTypeId) : undefined
  const defaultMemberType = type?.name ?? null
  return {
    organizationId: row.id,
    name: row.name,
    timezone: row.zone,
    locale,
    archiveDays,
    bareLists,
    defaultMemberType,
    connectionSyncHours: settings.connectionSyncHours === undefined ? defaultSyncHours : settings.connectionSyncHours,
    exportMegabytes: settings.exportMegabytes ?? defaultExportMegabytes,
    uploadBytes: settings.uploadBytes ?? uploadBytesLimits.usual,
    joinRows: settings.joinRows ?? joinLimits.rows.usual,
    joinMegabytes: settings.joinMegabytes ?? joinLimits.megabytes.usual,
    exportRows: { ...defaultRowCaps, ...settings.exportRows },
    requestsPerMinute: { export: null, send: null, download: null, ...settings.requestsPerMinute },
    contentHosts: settings.contentHosts ?? [],
    ...embedSettingsOf(settings),
  }
}

/** Id of the type. It cannot be Admin, because guests and embed users are also invited without a type. */
async function typeForInvitations({ store }: Parts, viewer: Viewer, name: string | null): Promise<string | null> {
  if (name === null) return null
  const type = await typeNamed(store.db, viewer.organizationId, name)
  if (isAdminType(type)) {
    throw new AppError('invalid_request', { reason: 'Members who are invited without a type cannot become Admin.' })
  }
  return type.id
}

async function get(parts: Parts, viewer: Viewer): Promise<StoredSettings> {
  return entry(parts, await read(parts, viewer))
}

async function update(parts: Parts, viewer: Viewer, body: OrganizationSettingsChange): Promise<StoredSettings> {
  const { name, timezone, locale, archiveDays, bareLists, defaultMemberType } = body
  const { connectionSyncHours, exportMegabytes, uploadBytes, exportRows, requestsPerMinute, embedOrigins } = body
  const problems = [
    ...(timezone === undefined || zoneOf(timezone) !== null
      ? []
      : [{ path: 'timezone', message: `"${timezone}" is not the name of a time zone, such as Europe/Berlin.` }]),
    ...(locale == null || isLocale(locale)
      ? []
      : [{ path: 'locale', message: `"${locale}" is not a locale, such as de-CH.` }]),
    ...wrongOrigins('embedOrigins', embedOrigins),
    ...wrongOrigins('contentHosts', body.contentHosts),
  ]
  requireRight(viewer, 'manageOrganization')
  if (problems.length > 0) {
    throw new AppError('invalid_request', { reason: problems[0]?.message ?? 'A setting is wrong.', problems })
  }
  if (Object.keys(body).length === 0) return entry(parts, await read(parts, viewer))
  const rest = {
    ...(locale === undefined ? {} : { locale }),
    ...(archiveDays === undefined ? {} : { archiveDays }),
    ...(bareLists === undefined ? {} : { bareLists }),
    ...(connectionSyncHours === undefined ? {} : { connectionSyncHours }),
    ...(exportMegabytes === undefined ? {} : { exportMegabytes }),
    ...(uploadBytes === undefined ? {} : { uploadBytes }),
    ...(body.joinRows === undefined ? {} : { joinRows: body.joinRows }),
    ...(body.joinMegabytes === undefined ? {} : { joinMegabytes: body.joinMegabytes }),
    ...(exportRows === undefined ? {} : { exportRows }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(embedOrigins === undefined ? {} : { embedOrigins: [...new Set(embedOrigins)] }),
    ...(body.contentHosts === undefined ? {} : { contentHosts: [...new Set(body.contentHosts)] }),
    ...(body.embedUserCreation === undefined ? {} : { embedUserCreation: body.embedUserCreation }),
    ...(body.embedTokenSeconds === undefined ? {} : { embedTokenSeconds: body.embedTokenSeconds }),
    ...(body.embedAudienceRequired === undefined ? {} : { embedAudienceRequired: body.embedAudienceRequired }),
    ...(body.embedUrlSigning === undefined ? {} : { embedUrlSigning: body.embedUrlSigning }),
    ...(body.embedAudiences === undefined ? {} : { embedAudiences: body.embedAudiences }),
    ...(defaultMemberType === undefined
      ? {}
      : { invitationTypeId: await typeForInvitations(parts, viewer, defaultMemberType) }),
  }
  const zone = timezone === undefined ? null : zoneOf(timezone)
  const fields = { ...(zone === null ? {} : { zone }), ...(name === undefined ? {} : { name: name.trim() }) }
  return entry(parts, await change(parts, viewer, rest, fields))
}

async function getSwitch(parts: Parts, viewer: Viewer, name: OrganizationSwitch): Promise<SettingSwitch> {
  return { enabled: settingsOf(await read(parts, viewer))[name] ?? switchDefaults[name] }
}

async function setSwitch(
  parts: Parts,
  viewer: Viewer,
  name: OrganizationSwitch,
  enabled: boolean,
): Promise<SettingSwitch> {
  const row = await change(parts, viewer, { [name]: enabled })
  return { enabled: settingsOf(row)[name] ?? switchDefaults[name] }
}

function wrongOrigins(name: string, origins: readonly string[] = []): { path: string; message: string }[] {
  return origins.flatMap((origin, place) =>
    isOrigin(origin)
      ? []
      : [{ path: `${name}[${place}]`, message: `"${origin}" is not an origin, such as https://host.example.com.` }],
  )
}

/** An origin in the form that browsers send, without anything that a security policy would read as more than one host. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\/[a-z\d.:[\]_-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** The usual spelling of a time zone name; null for an invalid name. */
function zoneOf(name: string): string | null {
  // JavaScript accepts offsets as zones, but they are not names, and data platforms refuse them.
  if (/^[+-]/.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

function isLocale(name: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(name).length > 0
  } catch {
    return false
  }
}
