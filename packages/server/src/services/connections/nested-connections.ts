import type { Viewer } from '@octavo/core/access'
import type {
  ConnectionInput,
  NestedConnection,
  NestedConnectionInput,
  NestedConnectionPatch,
  NestedDetails,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { secretSettings } from '../../connectors/index.ts'
import type { Secrets } from '../../secrets/index.ts'
import { type ConnectionRow, findConnection } from '../../store/connections.ts'
import { isUuid, type Store } from '../../store/index.ts'
import { serviceOf } from '../service/service.ts'
import type { Asked, ConnectionChanges } from './connection-changes.ts'
import { storedType } from './connection-metadata.ts'
import type { Connections } from './connections.ts'
import { writePlaceOf } from './published-settings.ts'

export type NestedConnections = ReturnType<typeof createNestedConnections>

/** Connections in the nested form of the contract. Updates keep fields that they do not mention. */
export function createNestedConnections(parts: Parts) {
  return serviceOf(parts, { create, get, change })
}

interface Parts {
  store: Store
  secrets: Secrets
  connections: Connections
  connectionChanges: ConnectionChanges
}

async function create(
  parts: Parts,
  viewer: Viewer,
  { name, details }: NestedConnectionInput,
  request: Asked,
): Promise<NestedConnection> {
  const input = withDetails({ name, details: { type: details.type } }, details)
  const { connectionId } = await parts.connectionChanges.create(viewer, input, request)
  return get(parts, viewer, connectionId)
}

/** Returns deleted connections too. */
async function get(parts: Parts, viewer: Viewer, id: string): Promise<NestedConnection> {
  return nested(await rowOf(parts, viewer, id))
}

async function change(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { name, details }: NestedConnectionPatch,
  request: Asked,
): Promise<NestedConnection> {
  const row = await rowOf(parts, viewer, id)
  // Without a name this only checks the right to change, before the stored secrets are read.
  await parts.connectionChanges.rename(viewer, row.id, name !== undefined && details === undefined ? { name } : {})
  if (details === undefined) return get(parts, viewer, row.id)
  if (storedType(details.type) !== row.type) {
    const message = `The connection is of the type "${row.type}", which cannot change.`
    throw new AppError('invalid_request', { reason: message, problems: [{ path: 'details.type', message }] })
  }
  const present = inputOf(row, secretSettings(parts.secrets, row))
  await parts.connectionChanges.replace(
    viewer,
    row.id,
    withDetails({ ...present, name: name ?? row.name }, details),
    request,
  )
  return get(parts, viewer, row.id)
}

async function rowOf({ connections, store }: Parts, viewer: Viewer, id: string): Promise<ConnectionRow> {
  await connections.get(viewer, id)
  const row = isUuid(id) ? await findConnection(store.db, viewer.organizationId, id.toLowerCase()) : undefined
  if (!row) throw new AppError('not_found', { kind: 'connection', id })
  return row
}

/** A stored connection as a request that would recreate it. */
function inputOf(row: ConnectionRow, secret: Record<string, unknown>): ConnectionInput {
  const stored = JSON.parse(row.settings) as Record<string, unknown>
  const { published, ...settings } = stored
  const { write: _, ...others } = (published ?? {}) as Record<string, unknown>
  const write = writePlaceOf(stored)
  const poolSizes = JSON.parse(row.pool_sizes) as NonNullable<ConnectionInput['poolSizes']>
  return {
    name: row.name,
    details: { ...others, ...settings, ...secret, type: row.type as ConnectionInput['details']['type'] },
    timeout: JSON.parse(row.timeouts) as NonNullable<ConnectionInput['timeout']>,
    poolSizes: { isPoolConfigured: false, ...poolSizes },
    useFriendlyNames: row.use_friendly_names === 1,
    allowPrivilegedRole: row.allows_privileged_role === 1,
    ...(write === null
      ? {}
      : {
          writeAccess: write.isOn,
          writeSchema: write.schema,
          ...(write.database ? { writeDatabase: write.database } : {}),
        }),
  }
}

/** The request with the nested details merged into it. */
function withDetails(input: ConnectionInput, wanted: NestedDetails): ConnectionInput {
  const { serverHostname, httpPath, authentication, writeAccess, settings, python, sourceSwap, ...rest } = wanted
  for (const [name, value] of Object.entries({ python, sourceSwap })) {
    if (value != null) throw new AppError('not_supported', { what: `Connections have no "${name}" yet.` })
  }
  return withSettings(
    withWriteAccess(
      {
        ...input,
        details: {
          ...input.details,
          ...rest,
          ...(serverHostname === undefined ? {} : { host: serverHostname }),
          ...(httpPath === undefined || httpPath === '' ? {} : { httpPath }),
          ...signInOf(authentication),
        },
      },
      writeAccess,
    ),
    settings,
  )
}

function signInOf(authentication: NestedDetails['authentication']): Partial<ConnectionInput['details']> {
  if (authentication === undefined) return {}
  if (authentication.type === 'oauth') return { useOauth: true }
  const { username, password, accessToken } = authentication.serviceAccount ?? {}
  return {
    ...(username === undefined ? {} : { user: username }),
    ...(password === undefined ? {} : { password }),
    ...(accessToken === undefined ? {} : { accessToken }),
  }
}

function withWriteAccess(input: ConnectionInput, wanted: NestedDetails['writeAccess']): ConnectionInput {
  if (wanted === undefined) return input
  const { writeAccess: _, writeDatabase: __, writeSchema: ___, ...others } = input
  const first = wanted?.writeDestinations[0]?.destination
  if (first === undefined) return others
  const database = first.catalog ?? first.database
  return { ...others, writeAccess: true, writeSchema: first.schema, ...(database ? { writeDatabase: database } : {}) }
}

function withSettings(input: ConnectionInput, wanted: NestedDetails['settings']): ConnectionInput {
  if (wanted === undefined) return input
  if (wanted === null) {
    const { timeout: _, poolSizes: __, useFriendlyNames: ___, ...others } = input
    return others
  }
  const { connectionTimeoutSecs: seconds, connectionQueueSize: queue, useFriendlyNames } = wanted
  return {
    ...input,
    ...(seconds === undefined ? {} : { timeout: { ...input.timeout, default: seconds } }),
    ...(queue === undefined ? {} : { poolSizes: { ...input.poolSizes, isPoolConfigured: true, adhocPoolSize: queue } }),
    ...(useFriendlyNames === undefined ? {} : { useFriendlyNames }),
  }
}

function nested(row: ConnectionRow): NestedConnection {
  const settings = JSON.parse(row.settings) as Record<string, unknown>
  const write = writePlaceOf(settings)
  const text = (name: string) => (typeof settings[name] === 'string' ? settings[name] : '')
  const timeouts = JSON.parse(row.timeouts) as { default: number }
  const { adhocPoolSize } = JSON.parse(row.pool_sizes) as { adhocPoolSize?: number }
  return {
    connectionId: row.id,
    name: row.name,
    details: {
      type: row.type,
      serverHostname: text('host'),
      httpPath: text('httpPath'),
      ...(typeof settings.port === 'number' ? { port: settings.port } : {}),
      ...(text('database') === '' ? {} : { database: text('database') }),
      ...(typeof settings.useTls === 'boolean' ? { useTls: settings.useTls } : {}),
      ...(text('role') === '' ? {} : { role: text('role') }),
      authentication: {
        type: 'service-account',
        serviceAccount: { type: 'basic-auth', ...(text('user') === '' ? {} : { username: text('user') }) },
      },
      ...(write?.isOn
        ? {
            writeAccess: {
              writeDestinations: [
                { destination: { catalog: write.database || text('database'), schema: write.schema } },
              ],
            },
          }
        : {}),
      settings: {
        connectionTimeoutSecs: timeouts.default,
        useFriendlyNames: row.use_friendly_names === 1,
        ...(adhocPoolSize === undefined ? {} : { connectionQueueSize: adhocPoolSize }),
      },
    },
  }
}
