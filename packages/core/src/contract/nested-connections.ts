import { type Static, Type } from 'typebox'
import { nameOfMost, Words } from './common.ts'
import { connectionTypes, Password } from './connection-changes.ts'
import { operation } from './define.ts'

const params = Type.Object({ connectionId: Type.String({ description: 'Id of the connection.' }) })
const orNull = <T extends ReturnType<typeof Type.Object>>(shape: T) => Type.Union([shape, Type.Null()])

const destination = Type.Object({
  catalog: Type.Optional(
    Type.String({ description: 'The database, if the platform has databases above its schemas.' }),
  ),
  database: Type.Optional(Type.String({ description: 'As `catalog`.' })),
  schema: Type.String(),
})

const writeAccess = {
  writeDestinations: Type.Array(
    Type.Object({ destination, description: Type.Optional(Type.String({ description: 'Accepted and ignored.' })) }),
    { description: 'Schemas to write into; the first is used.' },
  ),
  inputTableAuditLogDestination: Type.Optional(destination),
}

const shownDestination = Type.Object({
  catalog: Type.String({ description: 'Empty if the platform has none.' }),
  schema: Type.String(),
})

const settings = {
  connectionTimeoutSecs: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: 86_400,
      description: 'Seconds to wait for the result of a query. 120 when absent.',
    }),
  ),
  connectionQueueSize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Queries of pages that run at once.' }),
  ),
  useFriendlyNames: Type.Optional(Type.Boolean()),
  enableHiveMetastore: Type.Optional(Type.Boolean({ description: 'Accepted; our engines do not use it.' })),
}

const place = {
  serverHostname: Type.Optional(Type.String()),
  httpPath: Type.Optional(Type.String({ description: 'For platforms with an HTTP API.' })),
  port: Type.Optional(Type.Number({ description: 'The same as in `/v2/connections`, like the fields below.' })),
  database: Type.Optional(Type.String()),
  useTls: Type.Optional(Type.Boolean()),
  tlsAuthority: Type.Optional(Type.String()),
  role: Type.Optional(Type.String()),
}

const Authentication = Type.Object(
  {
    type: Words(['service-account', 'oauth'], {
      description:
        '`oauth` keeps the OAuth settings that are stored; set them with `PUT /v2/connections/{connectionId}`.',
    }),
    serviceAccount: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Object({
          type: Type.Literal('basic-auth'),
          username: Type.Optional(Type.String()),
          password: Type.Optional(Type.String({ description: 'Stored encrypted and never returned.' })),
          accessToken: Type.Optional(Password),
        }),
      ]),
    ),
    userCredential: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { additionalProperties: true },
)

const unsupported = Type.Optional(
  Type.Union([Type.Null(), Type.Object({}, { additionalProperties: true })], { description: 'Not supported yet.' }),
)

export type NestedDetails = Static<typeof NestedDetails>
const NestedDetails = Type.Object(
  {
    type: Words(connectionTypes, {
      description: 'Kind of data platform. Supported now: postgres, mysql, starburst (also written trino).',
    }),
    ...place,
    authentication: Type.Optional(Authentication),
    writeAccess: Type.Optional(orNull(Type.Object(writeAccess))),
    settings: Type.Optional(orNull(Type.Object(settings))),
    python: unsupported,
    sourceSwap: unsupported,
  },
  { $id: 'NestedConnectionDetails', additionalProperties: true },
)

export type NestedConnection = Static<typeof NestedConnection>
export const NestedConnection = Type.Object(
  {
    connectionId: Type.String(),
    name: Type.String(),
    details: Type.Object({
      type: Type.String(),
      serverHostname: Type.String({ description: 'Empty if the platform has none.' }),
      httpPath: Type.String({ description: 'Empty if the platform has none.' }),
      port: place.port,
      database: place.database,
      useTls: place.useTls,
      role: place.role,
      authentication: Type.Object({
        type: Words(['service-account', 'oauth']),
        serviceAccount: Type.Object({ type: Type.Literal('basic-auth'), username: Type.Optional(Type.String()) }),
      }),
      writeAccess: Type.Optional(
        Type.Object({
          writeDestinations: Type.Array(Type.Object({ destination: shownDestination })),
          inputTableAuditLogDestination: Type.Optional(shownDestination),
        }),
      ),
      settings: Type.Optional(Type.Object(settings)),
    }),
  },
  { $id: 'NestedConnection', description: 'Secrets are never returned.' },
)

export type NestedConnectionInput = Static<typeof NestedConnectionInput>
export const NestedConnectionInput = Type.Object(
  { name: nameOfMost(255), details: NestedDetails },
  { $id: 'NestedConnectionInput' },
)

export type NestedConnectionPatch = Static<typeof NestedConnectionPatch>
export const NestedConnectionPatch = Type.Object(
  { name: Type.Optional(nameOfMost(255)), details: Type.Optional(NestedDetails) },
  { $id: 'NestedConnectionPatch' },
)

export const createNestedConnection = operation({
  id: 'v3alpha_createConnection',
  method: 'POST',
  path: '/v3alpha/connections',
  tag: 'connections',
  summary: 'Set up a connection, in the nested form',
  body: NestedConnectionInput,
  answers: { 201: NestedConnection },
  errors: ['forbidden', 'not_supported', 'privileged_role'],
})

export const getNestedConnection = operation({
  id: 'v3alpha_getConnection',
  method: 'GET',
  path: '/v3alpha/connections/{connectionId}',
  tag: 'connections',
  summary: 'Get a connection, in the nested form',
  params,
  answers: { 200: NestedConnection },
  errors: ['not_found'],
})

export const patchNestedConnection = operation({
  id: 'v3alpha_patchConnection',
  method: 'PATCH',
  path: '/v3alpha/connections/{connectionId}',
  tag: 'connections',
  summary: 'Change parts of a connection, in the nested form',
  description:
    'Absent fields stay unchanged, including secrets; null removes a value or restores its default. `details.type` must be the type of the connection.',
  params,
  body: NestedConnectionPatch,
  bodyOptional: true,
  answers: { 200: NestedConnection },
  errors: ['forbidden', 'not_found', 'not_supported', 'privileged_role'],
})

export const nestedConnectionOperations = [createNestedConnection, getNestedConnection, patchNestedConnection] as const
