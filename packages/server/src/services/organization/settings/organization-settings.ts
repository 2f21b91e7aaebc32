import { joinLimits, type RateGroup, type TableFormat, uploadBytesLimits } from '@octavo/core/contract'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Clock, isOver } from '../../../config/index.ts'
import { createReadMemory, isDryRun, type Store } from '../../../store/index.ts'
import { findOrganization, type OrganizationRow } from '../../../store/organizations.ts'

const RowCap = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])
const Rate = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])

/** Settings that an organization may set; what is absent has the contract's value. */
export type OrganizationSettings = Static<typeof OrganizationSettings>
const OrganizationSettings = Type.Object({
  /** Requests a minute for each credential; null and absent for the value of the server. */
  requestsPerMinute: Type.Optional(
    Type.Object({
      export: Type.Optional(Rate),
      send: Type.Optional(Rate),
      download: Type.Optional(Rate),
    } satisfies Record<RateGroup, unknown>),
  ),
  /** Rows that an exported element has at most, by format; null for all. */
  exportRows: Type.Optional(
    Type.Object({
      csv: Type.Optional(RowCap),
      json: Type.Optional(RowCap),
      jsonl: Type.Optional(RowCap),
      xlsx: Type.Optional(RowCap),
    } satisfies Record<TableFormat, unknown>),
  ),
  /** Size of an exported file at most. */
  exportMegabytes: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Bytes of an uploaded file at most. */
  uploadBytes: Type.Optional(Type.Integer({ minimum: 1, maximum: uploadBytesLimits.most })),
  joinRows: Type.Optional(Type.Integer({ minimum: 1, maximum: joinLimits.rows.most })),
  joinMegabytes: Type.Optional(Type.Integer({ minimum: 1, maximum: joinLimits.megabytes.most })),
  /** BCP 47; null for that of the reader. */
  locale: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Lists of members, teams and workspaces without limit are bare arrays, as before the cut-over of the contract. */
  bareLists: Type.Optional(Type.Boolean()),
  /** Id of the account type that members get who are invited without one; null for View. */
  invitationTypeId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  bulkCopy: Type.Optional(Type.Boolean()),
  licenseUpgradeRequests: Type.Optional(Type.Boolean()),
  publicEmbeds: Type.Optional(Type.Boolean()),
  /** Origins whose pages may show embeds in a frame, beside this server. */
  embedOrigins: Type.Optional(Type.Array(Type.String())),
  /** Origins of other hosts whose pictures and pages workbooks may show. */
  contentHosts: Type.Optional(Type.Array(Type.String())),
  /** Signed tokens of embeds create the members that they name. */
  embedUserCreation: Type.Optional(Type.Boolean()),
  /** Life of a signed token of an embed at most. */
  embedTokenSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 2_592_000 })),
  /** Signed tokens of embeds have to name their audience. */
  embedAudienceRequired: Type.Optional(Type.Boolean()),
  /** Embeds may be opened by addresses that are signed as a whole. */
  embedUrlSigning: Type.Optional(Type.Boolean()),
  /** Audiences of signed tokens of embeds; null for those that every organization accepts. */
  embedAudiences: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  /** Days that deleted files lie in the archive before they go for good; null for ever. */
  archiveDays: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.Null()])),
  /** How often the secret of webhooks was replaced, and when last (Unix milliseconds); absent: never. */
  webhookSigning: Type.Optional(Type.Object({ generation: Type.Integer({ minimum: 0 }), rotatedAt: Type.Integer() })),
  /** The bot in Slack; its token is encrypted. Null once it was removed. */
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
  /** Buckets that exports may be written to, by name; the secrets of their keys are encrypted. */
  storages: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        bucket: Type.String(),
        /** Without / at its start, and with one at its end unless it is empty. */
        prefix: Type.String(),
        region: Type.String(),
        /** Null: that of AWS for the region. */
        endpoint: Type.Union([Type.String(), Type.Null()]),
        isPathStyle: Type.Boolean(),
        accessKeyId: Type.String(),
        secret: Type.String(),
        updatedAt: Type.Integer(),
        /** It is a storage integration of the audit log, for administrators alone. */
        integrationId: Type.Optional(Type.String()),
      }),
    ),
  ),
  /** The mail server that sends for it instead of the one of this server; its password is encrypted. Null once it was removed. */
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
  /** What the organization allows of exports that are sent. */
  exportRules: Type.Optional(
    Type.Object({
      minimumMinutes: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
      allowedDomains: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
      sameTeamOnly: Type.Optional(Type.Boolean()),
      asRecipientOnly: Type.Optional(Type.Boolean()),
      blindCopy: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
  /** Hours between two syncs of a connection that nobody asks for; null for none. */
  connectionSyncHours: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 8760 }), Type.Null()])),
})

/** A bucket that exports may be written to, as it is stored. */
export type SavedStorage = NonNullable<OrganizationSettings['storages']>[number]

/** The own mail server of an organization, as it is stored. */
export type SavedMailServer = NonNullable<OrganizationSettings['mailServer']>

/** The switches of the contract, with their values where nobody has set them. */
export const switchDefaults = { bulkCopy: true, licenseUpgradeRequests: true, publicEmbeds: true } as const

/** Rows of a file where the organization says nothing: as the contract has it for what spreadsheets and scripts load whole. */
export const defaultRowCaps: Readonly<Record<TableFormat, number | null>> = {
  csv: null,
  json: 1_000_000,
  jsonl: null,
  xlsx: 1_000_000,
}

/** Size of a file where the organization says nothing: the disk of the server is everybody's. */
export const defaultExportMegabytes = 2048

/** The same for files that go to cloud storage, which have no limit of rows. */
export const defaultStoredMegabytes = 5120

/** Connections are synced this often where the organization says nothing. */
export const defaultSyncHours = 24

/** Deleted files can be restored for this long where the organization says nothing. */
export const defaultArchiveDays = 30

export type EmbedSettings = ReturnType<typeof embedSettingsOf>

/** What signed tokens of embeds may do; where the organization says nothing, what the contract has. */
export const embedSettingsOf = (settings: OrganizationSettings) => ({
  embedOrigins: settings.embedOrigins ?? [],
  embedUserCreation: settings.embedUserCreation ?? true,
  embedTokenSeconds: settings.embedTokenSeconds ?? 2_592_000,
  embedAudienceRequired: settings.embedAudienceRequired ?? false,
  embedAudiences: settings.embedAudiences ?? null,
  embedUrlSigning: settings.embedUrlSigning ?? true,
})

/** A change acts within this time. */
const keptMs = 5_000

export type OrganizationSettingsReader = ReturnType<typeof createOrganizationSettings>

export function createOrganizationSettings({ store, clock }: { store: Store; clock: Clock }) {
  const kept = new Map<string, { settings: OrganizationSettings; until: number }>()
  return {
    /** Throws for settings that nobody could have saved: a row that was changed by hand. */
    async read(organizationId: string): Promise<OrganizationSettings> {
      const now = clock.now()
      const known = kept.get(organizationId)
      if (known && !isDryRun() && !isOver(known.until, keptMs, now)) return known.settings
      const row = await findOrganization(store.db, organizationId)
      const settings = settingsOf(row ?? { id: organizationId, settings: '{}' })
      if (!isDryRun()) kept.set(organizationId, { settings, until: now + keptMs })
      return settings
    },
    /** After a change by this process. */
    forget(organizationId: string): void {
      kept.delete(organizationId)
    },
  }
}

/** What an organization lets be read of one connection, so that its rows can meet those of another. */
export function createSideLimits(store: Store) {
  const remembered = createReadMemory(store)
  return async (organizationId: string) => {
    const row = await remembered(store, organizationId, () => findOrganization(store.db, organizationId))
    const settings = row ? settingsOf(row) : {}
    const { joinRows = joinLimits.rows.usual, joinMegabytes = joinLimits.megabytes.usual } = settings
    return { rows: joinRows, bytes: joinMegabytes * 1024 ** 2 }
  }
}

/** Throws for settings that nobody could have saved: a row that was changed by hand. */
export function settingsOf({ id, settings: text }: Pick<OrganizationRow, 'id' | 'settings'>): OrganizationSettings {
  const settings: unknown = JSON.parse(text)
  if (!Value.Check(OrganizationSettings, settings))
    throw new Error(`The settings of the organization ${id} are damaged.`)
  return settings
}
