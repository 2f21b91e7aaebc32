import { type Static, Type } from 'typebox'
import { connectionSteps } from '../errors/index.ts'
import { Empty, nameOfMost, Words } from './common.ts'
import { Connection, ConnectionPath, catalogErrors, PoolSizes } from './connections.ts'
import { operation } from './define.ts'

const params = Type.Object({ connectionId: Type.String({ description: 'Id of the connection.' }) })

/** Types of platforms in the spelling of the contract. */
export const connectionTypes = [
  'postgres',
  'redshift',
  'alloydb',
  'mysql',
  'snowflake',
  'bigQuery',
  'databricks',
  'azuresql',
  'sqlserver',
  'starburst',
  'trino',
] as const

const idpTypes = [
  'aws_databricks',
  'azure_databricks',
  'gcp_databricks',
  'azuread',
  'auth0',
  'adfs',
  'okta',
  'ping',
  'snowflake',
  'unknown',
] as const

const SecretRef = Type.Object(
  { secretManagerId: Type.String(), secretId: Type.String() },
  { description: 'A value in an external secret manager; not supported yet.' },
)

export const Password = Type.Union(
  [Type.String(), Type.Object({ type: Type.Literal('plain'), value: Type.String() }), SecretRef],
  { description: 'Stored encrypted and never returned.' },
)

const stored = { description: 'Stored and returned; our engines do not use it.' }
const storedText = Type.Optional(Type.String(stored))

/** How members sign in themselves; see `useOauth`. */
const oauth = {
  useOauth: Type.Optional(
    Type.Boolean({
      description:
        'Everybody reads with their own account, whose access token is sent as the password; PostgreSQL only. Needs `metadataUrl` and `clientId`. `user` and `password` are then the service account, which lists tables, writes, and reads for public embeds.',
    }),
  ),
  metadataUrl: Type.Optional(
    Type.String({
      description: 'Address of the metadata of the OpenID provider (`/.well-known/openid-configuration`).',
    }),
  ),
  clientId: Type.Optional(Type.String()),
  clientSecret: Type.Optional(
    Type.Unknown({ description: 'Like `password` stored encrypted and never returned; absent for a public client.' }),
  ),
  scopes: Type.Optional(
    Type.Array(Type.String(), {
      description: '`openid`, `profile` and `email` when absent. With `offline_access` sign-ins can be renewed.',
    }),
  ),
  idpType: Type.Optional(Type.Union([Words(idpTypes), Type.Null()], stored)),
  usePkce: Type.Optional(Type.Union([Type.Boolean(), Type.Null()], { description: 'True when absent.' })),
  useJwt: Type.Optional(Type.Union([Type.Boolean(), Type.Null()], { description: 'True is not supported.' })),
  audience: Type.Optional(Type.String({ description: 'Sent to the provider as `audience`.' })),
  userClaim: Type.Optional(
    Type.String({ description: 'The claim that names the account on the platform; `preferred_username` when absent.' }),
  ),
}

/** Fields of other platforms; responses contain the OAuth settings with the prefix `oauth`. */
const storedOnly = {
  account: storedText,
  warehouse: storedText,
  materializationWarehouse: storedText,
  exportsWarehouse: storedText,
  userAttributes: Type.Optional(
    Type.Object(
      {
        role: Type.Optional(
          Type.String({
            description:
              'Name of a user attribute. Its value is the role with whose rights a person reads; people without a value cannot read anything.',
          }),
        ),
        warehouse: storedText,
      },
      { additionalProperties: true, description: 'User attributes that determine the role with which a person reads.' },
    ),
  ),
  roleSwitching: Type.Optional(Words(['allRoles', 'disabled'], stored)),
  inputTableAuditLogSchema: Type.Optional(
    Type.Object(
      {
        writeDatabase: Type.Optional(Type.String()),
        writeCatalog: Type.Optional(Type.String()),
        writeSchema: Type.String(),
        writebackSchemaId: Type.Optional(Type.String()),
      },
      stored,
    ),
  ),
  ...oauth,
}

const WritePlace = Type.Object(
  {
    writeDatabase: Type.Optional(Type.String()),
    writeCatalog: Type.Optional(Type.String()),
    writeProject: Type.Optional(Type.String()),
    writeSchema: Type.Optional(Type.String()),
    writeDataset: Type.Optional(Type.String()),
    materializationWarehouse: storedText,
  },
  { additionalProperties: true },
)

const WriteAccess = Type.Union([Type.Boolean(), WritePlace], {
  description: 'True together with `writeSchema`, or the place itself. It is tested with the connection.',
})

export type ConnectionDetails = Static<typeof ConnectionDetails>
export const ConnectionDetails = Type.Object(
  {
    type: Words(connectionTypes, {
      description:
        'Kind of data platform. `mysql` includes MariaDB; `trino` is accepted for `starburst`, which responses contain.',
    }),
    host: Type.Optional(Type.String()),
    port: Type.Optional(
      Type.Number({
        description: 'Defaults: 5432 for PostgreSQL, 3306 for MySQL, for Trino 443 with TLS and 8080 without.',
      }),
    ),
    database: Type.Optional(Type.String({ description: 'PostgreSQL only.' })),
    user: Type.Optional(Type.String()),
    password: Type.Optional(Password),
    accessToken: Type.Optional(Password),
    useTls: Type.Optional(
      Type.Boolean({
        description: 'TLS with certificate verification. On by default for Trino with a password or a token.',
      }),
    ),
    tlsAuthority: Type.Optional(
      Type.String({ description: 'PEM of the certificate authority, if it is not a public one.' }),
    ),
    role: Type.Optional(
      Type.String({ description: 'Statements run with the rights of this role, which the user must have.' }),
    ),
    writeAccess: Type.Optional(WriteAccess),
    writebackSchemas: Type.Optional(
      Type.Array(WritePlace, { description: 'Schemas to write into; the first is used.' }),
    ),
    ...storedOnly,
  },
  {
    $id: 'ConnectionDetails',
    additionalProperties: true,
    description: 'The type determines the fields. Supported: postgres, mysql, starburst (also written trino).',
  },
)

const seconds = Type.Optional(Type.Number({ minimum: 1, maximum: 86_400 }))

/** Fields as in responses; requests may also send each in its older place, with the same value. */
const metadata = {
  account: storedText,
  warehouse: storedText,
  user: Type.Optional(Type.String({ description: 'The same as `details.user`.' })),
  role: Type.Optional(Type.String({ description: 'The same as `details.role`.' })),
  writeAccess: Type.Optional(WriteAccess),
  friendlyName: Type.Optional(Type.Boolean({ description: 'The same as `useFriendlyNames`.' })),
  writeDatabase: Type.Optional(Type.String({ description: 'The database of `writeSchema`, if it has one.' })),
  writeSchema: Type.Optional(Type.String({ description: 'The schema that Octavo may write into.' })),
  materializationWarehouse: storedText,
}

const inputFields = {
  name: nameOfMost(255),
  details: ConnectionDetails,
  description: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'Accepted and ignored.' })),
  poolSizes: Type.Optional(PoolSizes),
  timeoutSecs: Type.Optional(Type.Number({ minimum: 1, maximum: 86_400, description: '120 when absent.' })),
  timeout: Type.Optional(
    Type.Object(
      { default: seconds, worksheet: seconds, dashboard: seconds, download: seconds },
      {
        description:
          'Seconds: for pages in the editor (`worksheet`), published pages (`dashboard`), files (`download`), and tables and columns (`default`). Absent fields have the value of `default`.',
      },
    ),
  ),
  useFriendlyNames: Type.Optional(Type.Boolean({ description: 'True when absent.' })),
  ...metadata,
  allowPrivilegedRole: Type.Optional(
    Type.Boolean({
      description:
        'True accepts an account that is a superuser, bypasses row security, reads files of the server or runs programs there. For administrators; audited.',
    }),
  ),
}

export type ConnectionInput = Static<typeof ConnectionInput>
export const ConnectionInput = Type.Object(inputFields, { $id: 'ConnectionInput' })

export type ConnectionUpdate = Static<typeof ConnectionUpdate>
export const ConnectionUpdate = Type.Object(
  { ...inputFields, restore: Type.Optional(Type.Boolean({ description: 'Restores a deleted connection.' })) },
  { $id: 'ConnectionUpdate' },
)

export const createConnection = operation({
  id: 'createConnection',
  method: 'POST',
  path: '/v2/connections',
  tag: 'connections',
  summary: 'Set up a connection',
  description:
    'If the platform can be reached, the account is checked; one with rights beyond tables is refused. Test the connection afterwards.',
  body: ConnectionInput,
  answers: { 201: Connection },
  errors: ['forbidden', 'not_supported', 'privileged_role'],
})

export const updateConnection = operation({
  id: 'updateConnection',
  method: 'PUT',
  path: '/v2/connections/{connectionId}',
  tag: 'connections',
  summary: 'Replace a connection, or restore a deleted one',
  description: 'Send every field of `details` that should stay, including secrets, which cannot be read.',
  params,
  body: ConnectionUpdate,
  answers: { 200: Connection },
  errors: ['forbidden', 'not_found', 'not_supported', 'privileged_role'],
})

export const renameConnection = operation({
  id: 'updateConnectionDeprecated',
  method: 'PATCH',
  path: '/v2/connections/{connectionId}',
  tag: 'connections',
  summary: 'Rename a connection (old; use PUT)',
  params,
  body: Type.Object({
    name: Type.Optional(inputFields.name),
    useOauth: Type.Optional(
      Type.Boolean({ description: 'The same as in `details`; true needs stored OAuth settings.' }),
    ),
  }),
  bodyOptional: true,
  answers: { 200: Connection },
  errors: ['forbidden', 'not_found'],
})

export const deleteConnection = operation({
  id: 'deleteConnection',
  method: 'DELETE',
  path: '/v2/connections/{connectionId}',
  tag: 'connections',
  summary: 'Delete a connection; PUT with `restore` restores it',
  params,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export type ConnectionTest = Static<typeof ConnectionTest>
export const ConnectionTest = Type.Object(
  {
    read: Words(['SUCCESS', 'FAILED']),
    write: Words(['DISABLED', 'SUCCESS', 'FAILED']),
    reason: Type.Optional(Type.String({ description: 'Why reading failed, and what to do.' })),
    diagnosis: Type.Optional(
      Type.Object(
        {
          step: Words(connectionSteps),
          message: Type.String(),
          hint: Type.String({ description: 'What to look at.' }),
        },
        { description: 'The failed step; the steps before it succeeded.' },
      ),
    ),
    warnings: Type.Optional(
      Type.Array(Type.String(), { description: 'Warnings, for example that the account may write.' }),
    ),
    platform: Type.Optional(
      Type.Object(
        {
          dialect: Type.String(),
          label: Type.String(),
          isVerified: Type.Boolean({ description: 'False for a platform that our tests do not cover.' }),
        },
        { description: 'The product and version that responded.' },
      ),
    ),
  },
  { $id: 'ConnectionTest' },
)

export const testConnection = operation({
  id: 'testConnection',
  method: 'GET',
  path: '/v2/connections/{connectionId}/test',
  tag: 'connections',
  summary: 'Check whether a connection can be read',
  description:
    'A failing platform is reported in a successful response, within the timeout of the connection and at most 15 seconds. With write access a table is created in the write schema and dropped again.',
  params,
  answers: { 200: ConnectionTest },
  errors: ['not_found', 'query_cancelled', 'privileged_role'],
})

export const testConnectionDetails = operation({
  id: 'testConnectionDetails',
  method: 'POST',
  path: '/v2/connections/test',
  tag: 'connections',
  summary: 'Check whether a connection would work, without setting it up',
  body: ConnectionInput,
  onlyReads: true,
  answers: { 200: ConnectionTest },
  errors: ['forbidden', 'not_supported', 'query_cancelled', 'privileged_role'],
})

export const syncConnection = operation({
  id: 'syncConnectionPath',
  method: 'POST',
  path: '/v2/connections/{connectionId}/sync',
  tag: 'connections',
  summary: 'Sync the catalogue below a path; an empty path means everything',
  description: 'Ids of tables stay the same, also if a table disappears and comes back.',
  params,
  query: Type.Object({
    useServiceAccount: Type.Optional(
      Type.Boolean({
        description:
          'Read with the service account if everybody signs in themselves, which also detects dropped tables. Has no effect on other connections.',
      }),
    ),
  }),
  body: Type.Object({ path: ConnectionPath }),
  answers: { 200: Empty },
  errors: catalogErrors,
})

export const connectionChangeOperations = [
  createConnection,
  updateConnection,
  renameConnection,
  deleteConnection,
  testConnection,
  testConnectionDetails,
  syncConnection,
] as const
