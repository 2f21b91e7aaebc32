import type { Connection, ConnectionInput } from '@octavo/core/contract'

export const types = ['postgres', 'mysql', 'starburst'] as const
type Type = (typeof types)[number]
const usualPorts = { postgres: '5432', mysql: '3306' } as const

/** The default port of the platform; Trino's depends on TLS. */
export function usualPortOf({ type, useTls }: Pick<ConnectionForm, 'type' | 'useTls'>): string {
  if (type === 'starburst') return useTls ? '443' : '8080'
  return usualPorts[type]
}

export const timeoutNames = ['default', 'worksheet', 'dashboard', 'download'] as const
export const poolNames = ['adhocPoolSize', 'catalogPoolSize', 'resultPoolSize', 'schedulePoolSize'] as const
type TimeoutName = (typeof timeoutNames)[number]
type PoolName = (typeof poolNames)[number]

/** The form values, as text. */
export interface ConnectionForm {
  name: string
  type: Type
  host: string
  port: string
  database: string
  user: string
  password: string
  /** An access token instead of the password; Trino only. */
  accessToken: string
  role: string
  /** Name of the user attribute with the role of each reader; empty for one role for all. */
  roleAttribute: string
  /** Everybody signs in themselves; PostgreSQL only. */
  ownSignIn: boolean
  metadataUrl: string
  clientId: string
  clientSecret: string
  /** Separated by spaces. */
  scopes: string
  userClaim: string
  useTls: boolean
  tlsAuthority: string
  canWrite: boolean
  /** The catalog of the write schema; Trino only. */
  writeCatalog: string
  writeSchema: string
  friendly: boolean
  timeouts: Record<TimeoutName, string>
  pools: Record<PoolName, string>
}

const usualSeconds = 120
const usualPools: Record<PoolName, number> = {
  adhocPoolSize: 4,
  catalogPoolSize: 2,
  resultPoolSize: 3,
  schedulePoolSize: 1,
}

/** The user attributes of a connection, whose shape the contract leaves open. */
const attributesOf = (connection: Connection | null): { role?: string; warehouse?: string } =>
  connection?.userAttributes ?? {}

/** The known form values of a connection; its address and password are never returned. */
export function formOf(connection: Connection | null): ConnectionForm {
  const { timeout = { default: usualSeconds }, poolSizes = usualPools } = connection ?? {}
  const seconds = (name: TimeoutName) => String(timeout[name] ?? timeout.default)
  const places = (name: PoolName) => String(poolSizes[name] ?? usualPools[name])
  return {
    name: connection?.name ?? '',
    type: types.find((each) => each === connection?.type) ?? 'postgres',
    host: '',
    port: '',
    database: '',
    user: connection?.user ?? '',
    password: '',
    accessToken: '',
    role: connection?.role ?? '',
    roleAttribute: attributesOf(connection).role ?? '',
    ownSignIn: connection?.useOauth ?? false,
    metadataUrl: connection?.oauthMetadataUrl ?? '',
    clientId: connection?.oauthClientId ?? '',
    clientSecret: '',
    scopes: (connection?.oauthScopes ?? ['openid', 'profile', 'email', 'offline_access']).join(' '),
    userClaim: connection?.oauthUserClaim ?? '',
    useTls: true,
    tlsAuthority: '',
    canWrite: connection?.writeAccess ?? false,
    writeCatalog: connection?.writeDatabase ?? '',
    writeSchema: connection?.writeSchema ?? '',
    friendly: connection?.friendlyName ?? true,
    timeouts: {
      default: seconds('default'),
      worksheet: seconds('worksheet'),
      dashboard: seconds('dashboard'),
      download: seconds('download'),
    },
    pools: {
      adhocPoolSize: places('adhocPoolSize'),
      catalogPoolSize: places('catalogPoolSize'),
      resultPoolSize: places('resultPoolSize'),
      schedulePoolSize: places('schedulePoolSize'),
    },
  }
}

/** Names of missing or invalid fields. */
export function problemsOf(form: ConnectionForm): ReadonlySet<string> {
  const isWhole = (text: string, most: number) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most
  return new Set([
    ...(form.name.trim() === '' ? ['name'] : []),
    ...(form.host.trim() === '' ? ['host'] : []),
    ...(form.port === '' || isWhole(form.port, 65_535) ? [] : ['port']),
    ...(form.type === 'postgres' && form.database.trim() === '' ? ['database'] : []),
    ...(writesIntoCatalog(form) && form.writeCatalog.trim() === '' ? ['writeCatalog'] : []),
    ...(form.canWrite && form.writeSchema.trim() === '' ? ['writeSchema'] : []),
    ...(signsIn(form) && form.metadataUrl.trim() === '' ? ['metadataUrl'] : []),
    ...(signsIn(form) && form.clientId.trim() === '' ? ['clientId'] : []),
    ...timeoutNames.filter((name) => !isWhole(form.timeouts[name], 86_400)),
    ...poolNames.filter((name) => !isWhole(form.pools[name], 100)),
  ])
}

const writesIntoCatalog = ({ canWrite, type }: ConnectionForm): boolean => canWrite && type === 'starburst'

const signsIn = ({ ownSignIn, type }: ConnectionForm): boolean => ownSignIn && type === 'postgres'

/** Settings for signing in separately; fields that the form does not have stay unchanged. */
function signInOf(form: ConnectionForm, known: Connection | null): Partial<ConnectionInput['details']> {
  if (!signsIn(form)) return {}
  const { oauthUsePkce, oauthAudience } = known ?? {}
  const scopes = form.scopes.split(/\s+/).filter(Boolean)
  return {
    useOauth: true,
    metadataUrl: form.metadataUrl.trim(),
    clientId: form.clientId.trim(),
    ...(form.clientSecret !== '' && { clientSecret: form.clientSecret }),
    ...(scopes.length > 0 && { scopes }),
    ...(form.userClaim.trim() !== '' && { userClaim: form.userClaim.trim() }),
    ...(oauthUsePkce !== undefined && { usePkce: oauthUsePkce }),
    ...(oauthAudience !== undefined && { audience: oauthAudience }),
  }
}

function userAttributesOf(
  { roleAttribute }: ConnectionForm,
  known: Connection | null,
): Partial<ConnectionInput['details']> {
  const { role: _, ...others } = attributesOf(known)
  const userAttributes = { ...others, ...(roleAttribute !== '' && { role: roleAttribute }) }
  return Object.keys(userAttributes).length > 0 ? { userAttributes } : {}
}

/** The request; it keeps the fields that the form does not have. */
export function inputOf(form: ConnectionForm, known: Connection | null): ConnectionInput {
  const { account, warehouse, materializationWarehouse } = known ?? {}
  const numbers = <Name extends string>(texts: Record<Name, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Number(text)]))
  return {
    name: form.name.trim(),
    details: {
      type: form.type,
      host: form.host.trim(),
      ...(form.port !== '' && { port: Number(form.port) }),
      ...(form.type === 'postgres' && { database: form.database.trim() }),
      ...(form.password !== '' && { password: form.password }),
      ...(form.type === 'starburst' && form.accessToken !== '' && { accessToken: form.accessToken }),
      ...userAttributesOf(form, known),
      ...signInOf(form, known),
      useTls: form.useTls,
      ...(form.useTls && form.tlsAuthority.trim() !== '' && { tlsAuthority: form.tlsAuthority.trim() }),
    },
    ...(account !== undefined && { account }),
    ...(warehouse !== undefined && { warehouse }),
    ...(materializationWarehouse !== undefined && { materializationWarehouse }),
    user: form.user.trim(),
    role: form.role.trim(),
    timeout: numbers(form.timeouts),
    poolSizes: numbers(form.pools),
    writeAccess: form.canWrite,
    ...(writesIntoCatalog(form) && { writeDatabase: form.writeCatalog.trim() }),
    writeSchema: form.writeSchema.trim(),
    friendlyName: form.friendly,
  }
}
