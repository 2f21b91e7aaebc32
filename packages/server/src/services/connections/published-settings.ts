import type { Connection, ConnectionDetails } from '@octavo/core/contract'
import type { ConnectionRow } from '../../store/connections.ts'

/** The place that a connection writes to, and whether writing is on. */
export interface WritePlace {
  isOn: boolean
  /** Empty when the platform has no databases above its schemas, or for the connection's own database. */
  database: string
  schema: string
}

/** The write place in stored settings; null when none was set. */
export function writePlaceOf({ published }: Settings): WritePlace | null {
  return isRecord(published) && isRecord(published.write) ? (published.write as unknown as WritePlace) : null
}

/** The schema that a connection may write into; null without write access. */
export function writeSchemaOf({ settings }: Pick<ConnectionRow, 'settings'>): string | null {
  const write = writePlaceOf(JSON.parse(settings))
  return write?.isOn && write.schema !== '' ? write.schema : null
}

/**
 * Fields of the contract that are not settings of our engines: they are accepted, stored and returned. `userAttributes.role` selects the
 * role that people read with (`roleAttributeOf` of the connectors), `useOauth` and its settings make members sign in themselves; the others
 * have no effect. A connector's own settings define which of these fields it reads itself.
 */
const texts = ['account', 'warehouse', 'role', 'materializationWarehouse', 'exportsWarehouse'] as const
const others = ['userAttributes', 'roleSwitching'] as const
const oauth = {
  metadataUrl: 'oauthMetadataUrl',
  clientId: 'oauthClientId',
  scopes: 'oauthScopes',
  idpType: 'oauthIdpType',
  usePkce: 'oauthUsePkce',
  useJwt: 'oauthUseJwt',
  audience: 'oauthAudience',
  userClaim: 'oauthUserClaim',
} as const
const auditLog = 'inputTableAuditLogSchema'
const names: ReadonlySet<string> = new Set([...texts, ...others, auditLog, ...Object.keys(oauth)])

type Settings = Readonly<Record<string, unknown>>

/** Separates the connector's own fields, named by `own`, from fields that are only stored. */
export function splitDetails(
  details: Omit<ConnectionDetails, 'type'>,
  own: ReadonlySet<string>,
): { given: Record<string, unknown>; published: Record<string, unknown> } {
  const isPublished = ([name]: [string, unknown]) => names.has(name) && !own.has(name)
  const entries = Object.entries(details)
  return {
    given: Object.fromEntries(entries.filter((entry) => !isPublished(entry))),
    published: Object.fromEntries(entries.filter(isPublished)),
  }
}

/** The published fields of stored settings: texts always, empty when missing; others only when they were set. */
export function publishedFields(settings: Settings): Partial<Connection> {
  const stored = isRecord(settings.published) ? settings.published : {}
  const value = (name: string) => settings[name] ?? stored[name]
  const given = (entries: readonly (readonly [string, string])[]) =>
    Object.fromEntries(
      entries.flatMap(([name, published]) => (value(name) === undefined ? [] : [[published, value(name)]])),
    )
  const text = (name: string) => {
    const found = value(name)
    return typeof found === 'string' ? found : ''
  }
  return {
    ...Object.fromEntries([...texts, 'user'].map((name) => [name, text(name)])),
    ...given(others.map((name) => [name, name] as const)),
    ...given(Object.entries(oauth)),
    ...auditLogSchema(value(auditLog)),
    isIndependentOAuth: value('metadataUrl') !== undefined,
  }
}

/** Stored as `writeDatabase` or `writeCatalog` with `writeSchema`, depending on the platform, and returned under one pair of names. */
function auditLogSchema(stored: unknown): Pick<Connection, typeof auditLog> {
  if (!isRecord(stored)) return {}
  const text = (name: string) => (typeof stored[name] === 'string' ? stored[name] : '')
  const { writebackSchemaId } = stored
  return {
    [auditLog]: {
      database: text('writeDatabase') || text('writeCatalog'),
      schema: text('writeSchema'),
      ...(typeof writebackSchemaId === 'string' ? { writebackSchemaId } : {}),
    },
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
