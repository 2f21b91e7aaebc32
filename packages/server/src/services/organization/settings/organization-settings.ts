import { joinLimits, type RateGroup, type TableFormat, uploadBytesLimits } from '@octavo/core/contract'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Clock, isOver } from '../../../config/index.ts'
import { createReadMemory, isDryRun, type Store } from '../../../store/index.ts'
import { findOrganization, type OrganizationRow } from '../../../store/organizations.ts'

const RowCap = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])
const Rate = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])

/** Settings that an organization may change; absent ones have the contract's default. */
export type OrganizationSettings = Static<typeof OrganizationSettings>
const OrganizationSettings = Type.Object({
  /** Requests per minute for each credential; null and absent use the server's limit. */
  requestsPerMinute: Type.Optional(
    Type.Object({
      export: Type.Optional(Rate),
      send: Type.Optional(Rate),
      download: Type.Optional(Rate),
    } satisfies Record<RateGroup, unknown>),
  ),
  /** Maximum rows of an exported element, by format; null for all. */
  exportRows: Type.Optional(
    Type.Object({
      csv: Type.Optional(RowCap),
      json: Type.Optional(RowCap),
      jsonl: Type.Optional(RowCap),
      xlsx: Type.Optional(RowCap),
    } satisfies Record<TableFormat, unknown>),
  ),
  /** Maximum size of an exported file. */
  exportMegabytes: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Maximum size of an uploaded file in bytes. */
  uploadBytes: Type.Optional(Type.Integer({ minimum: 1, maximum: uploadBytesLimits.most })),
  joinRows: Type.Optional(Type.Integer({ minimum: 1, maximum: joinLimits.rows.most })),
  joinMegabytes: Type.Optional(Type.Integer({ minimum: 1, maximum: joinLimits.megabytes.most })),
  /** BCP 47; null uses the reader's locale. */
  locale: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Unpaged lists of members, teams and workspaces are bare arrays, as in the contract before its change to pages. */
  bareLists: Type.Optional(Type.Boolean()),
  /** Id of the account type of members who are invited without one; null for View. */
  invitationTypeId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  bulkCopy: Type.Optional(Type.Boolean()),
  licenseUpgradeRequests: Type.Optional(Type.Boolean()),
  publicEmbeds: Type.Optional(Type.Boolean()),
  /** Origins whose pages may frame embeds, besides this server. */
  embedOrigins: Type.Optional(Type.Array(Type.String())),
  /** Origins of other hosts whose pictures and pages workbooks may show. */
  contentHosts: Type.Optional(Type.Array(Type.String())),
  /** Signed embed tokens create the members that they name. */
  embedUserCreation: Type.Optional(Type.Boolean()),
  /** Maximum lifetime of a signed embed token. */
  embedTokenSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 2_592_000 })),
  /** Signed embed tokens must name their audience. */
  embedAudienceRequired: Type.Optional(Type.Boolean()),
  /** Embeds may be opened by signed addresses. */
  embedUrlSigning: Type.Optional(Type.Boolean()),
  /** Audiences that signed embed tokens may name; null for the server's defaults. */
  embedAudiences: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  /** Days before archived files are permanently deleted; null keeps them for ever. */
  archiveDays: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.Null()])),
  /** How often the secret of webhooks was replaced, and when last (Unix milliseconds); absent when never. */
  webhookSigning: Type.Optional(Type.Object({ generation: Type.Integer({ minimum: 0 }), rotatedAt: Type.Integer() })),
  /** The Slack bot, with an encrypted token. Null after it was removed. */
  slack: Type.Optional(
    Type.Union([
      Type.Object({
        token: Type.String(),
        workspace: Type.String(),
        bot: Type.String(),
        connectedAt: Type.Integer(),
      }),
      Type.Null(),
    ]),
  ),
  /** Buckets that exports may be written to, by name, with encrypted keys. */
  storages: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        bucket: Type.String(),
        /** No leading /, and a trailing one unless it is empty. */
        prefix: Type.String(),
        region: Type.String(),
        /** Null for the AWS endpoint of the region. */
        endpoint: Type.Union([Type.String(), Type.Null()]),
        isPathStyle: Type.Boolean(),
        accessKeyId: Type.String(),
        secret: Type.String(),
        updatedAt: Type.Integer(),
        /** Set for a storage integration of the audit log, which only administrators may use. */
        integrationId: Type.Optional(Type.String()),
      }),
    ),
  ),
  /** The organization's own mail server, with an encrypted password. Null after it was removed. */
  mailServer: Type.Optional(
    Type.Union([
      Type.Object({
        host: Type.String(),
        port: Type.Integer(),
        security: Type.Union([Type.Literal('tls'), Type.Literal('starttls'), Type.Literal('none')]),
        user: Type.Union([Type.String(), Type.Null()]),
        password: Type.Union([Type.String(), Type.Null()]),
        from: Type.String(),
        updatedAt: Type.Integer(),
      }),
      Type.Null(),
    ]),
  ),
  /** Rules for exports that are sent. */
  exportRules: Type.Optional(
    Type.Object({
      minimumMinutes: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
      allowedDomains: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
      sameTeamOnly: Type.Optional(Type.Boolean()),
      asRecipientOnly: Type.Optional(Type.Boolean()),
      blindCopy: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
  /** Hours between automatic syncs of a connection; null for none. */
  connectionSyncHours: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 8760 }), Type.Null()])),
})

/** A bucket that exports may be written to, in stored form. */
export type SavedStorage = NonNullable<OrganizationSettings['storages']>[number]

/** The own mail server of an organization, in stored form. */
export type SavedMailServer = NonNullable<OrganizationSettings['mailServer']>

/** The switches of the contract with their default values. */
export const switchDefaults = { bulkCopy: true, licenseUpgradeRequests: true, publicEmbeds: true } as const

/** Default maximum rows of a file, from the contract: the formats that spreadsheets and scripts load completely are limited. */
export const defaultRowCaps: Readonly<Record<TableFormat, number | null>> = {
  csv: null,
  json: 1_000_000,
  jsonl: null,
  xlsx: 1_000_000,
}

/** Default maximum size of a file, because the server's disk is shared. */
export const defaultExportMegabytes = 2048

/** Default maximum size of files that go to cloud storage, which have no limit of rows. */
export const defaultStoredMegabytes = 5120

/** Default hours between automatic syncs of connections. */
export const defaultSyncHours = 24

/** Default days for which deleted files can be restored. */
export const defaultArchiveDays = 30

export type EmbedSettings = ReturnType<typeof embedSettingsOf>

/** Settings of signed embed tokens, with the contract's defaults. */
export const embedSettingsOf = (settings: OrganizationSettings) => ({
  embedOrigins: settings.embedOrigins ?? [],
  embedUserCreation: settings.embedUserCreation ?? true,
  embedTokenSeconds: settings.embedTokenSeconds ?? 2_592_000,
  embedAudienceRequired: settings.embedAudienceRequired ?? false,
  embedAudiences: settings.embedAudiences ?? null,
  embedUrlSigning: settings.embedUrlSigning ?? true,
})

/** A change takes effect within this time. */
const keptMs = 5_000

export type OrganizationSettingsReader = ReturnType<typeof createOrganizationSettings>

export function createOrganizationSettings({ store, clock }: { store: Store; clock: Clock }) {
  const kept = new Map<string, { settings: OrganizationSettings; until: number }>()
  return {
    /** Throws for invalid settings, which only a row that was edited by hand can have. */
    async read(organizationId: string): Promise<OrganizationSettings> {
      const now = clock.now()
      const known = kept.get(organizationId)
      if (known && !isDryRun() && !isOver(known.until, keptMs, now)) return known.settings
      const row = await findOrganization(store.db, organizationId)
      const settings = settingsOf(row ?? { id: organizationId, settings: '{}' })
      if (!isDryRun()) kept.set(organizationId, { settings, until: now + keptMs })
      return settings
    },
    /** Call it after a change by this process. */
    forget(organizationId: string): void {
      kept.delete(organizationId)
    },
  }
}

/** Limits of an organization for reading rows of one connection to combine them with another. */
export function createSideLimits(store: Store) {
  const remembered = createReadMemory(store)
  return async (organizationId: string) => {
    const row = await remembered(store, organizationId, () => findOrganization(store.db, organizationId))
    const settings = row ? settingsOf(row) : {}
    const { joinRows = joinLimits.rows.usual, joinMegabytes = joinLimits.megabytes.usual } = settings
    return { rows: joinRows, bytes: joinMegabytes * 1024 ** 2 }
  }
}

/** Throws for invalid settings, which only a row that was edited by hand can have. */
export function settingsOf({ id, settings: text }: Pick<OrganizationRow, 'id' | 'settings'>): OrganizationSettings {
  const settings: unknown = JSON.parse(text)
  if (!Value.Check(OrganizationSettings, settings))
    throw new Error(`The settings of the organization ${id} are damaged.`)
  return settings
}
