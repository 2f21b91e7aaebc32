import { type Static, Type } from 'typebox'
import type { ColumnFormat } from '../document/index.ts'
import type { ErrorCode } from '../errors/index.ts'
import { countedPageOf, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'

const connectionId = Type.String({ description: 'Id of the connection.' })

export const PoolSizes = Type.Object(
  {
    isPoolConfigured: Type.Optional(Type.Boolean()),
    adhocPoolSize: Type.Optional(Type.Number()),
    schedulePoolSize: Type.Optional(Type.Number()),
    catalogPoolSize: Type.Optional(Type.Number()),
    resultPoolSize: Type.Optional(Type.Number()),
  },
  { $id: 'PoolSizes' },
)

const WritebackPlace = Type.Object({
  database: Type.String(),
  schema: Type.String(),
  writebackSchemaId: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
})

const emptyText = Type.String({ description: 'Empty if the platform has none.' })

const optionalTimeouts = {
  worksheet: Type.Optional(Type.Number()),
  dashboard: Type.Optional(Type.Number()),
  download: Type.Optional(Type.Number()),
}

export type Connection = Static<typeof Connection>
export const Connection = Type.Object(
  {
    organizationId: Type.String(),
    connectionId: Type.String(),
    isSample: Type.Boolean({ description: 'Built-in sample data.' }),
    isAuditLog: Type.Boolean(),
    lastActiveAt: Timestamp,
    name: Type.String(),
    type: Type.String({ description: 'Kind of data platform.' }),
    useOauth: Type.Boolean(),
    createdBy: Type.String(),
    updatedBy: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    isArchived: Type.Optional(Type.Boolean()),
    account: Type.Optional(emptyText),
    warehouse: Type.Optional(emptyText),
    user: Type.Optional(emptyText),
    role: Type.Optional(emptyText),
    timeout: Type.Object({ default: Type.Number(), ...optionalTimeouts }, { description: 'Seconds.' }),
    poolSizes: PoolSizes,
    writeAccess: Type.Boolean(),
    friendlyName: Type.Boolean({ description: 'Friendly column names are on.' }),
    writeDatabase: Type.Optional(Type.String({ description: 'Older form of the first of `writebacks`.' })),
    writeSchema: Type.Optional(Type.String({ description: 'Older form of the first of `writebacks`.' })),
    writebacks: Type.Optional(Type.Array(WritebackPlace)),
    writebackSchemas: Type.Optional(Type.Array(WritebackPlace)),
    materializationWarehouse: Type.Optional(emptyText),
    exportsWarehouse: Type.Optional(emptyText),
    inputTableAuditLogSchema: Type.Optional(
      Type.Object({
        database: Type.String(),
        schema: Type.String(),
        writebackSchemaId: Type.Optional(Type.String()),
      }),
    ),
    oauthMetadataUrl: Type.Optional(Type.String()),
    oauthClientId: Type.Optional(Type.String()),
    oauthScopes: Type.Optional(Type.Array(Type.String())),
    oauthIdpType: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    oauthUsePkce: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    oauthUseJwt: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    oauthAudience: Type.Optional(Type.String()),
    oauthUserClaim: Type.Optional(Type.String()),
    isIndependentOAuth: Type.Optional(
      Type.Boolean({ description: "Separate OAuth settings instead of the organization's." }),
    ),
    userAttributes: Type.Optional(
      Type.Object(
        { role: Type.Optional(Type.String()), warehouse: Type.Optional(Type.String()) },
        {
          additionalProperties: true,
          description: 'Names of the user attributes that determine the role with which a person reads.',
        },
      ),
    ),
    roleSwitching: Type.Optional(Words(['allRoles', 'disabled'])),
    allowsPassthrough: Type.Optional(
      Type.Boolean({
        description: 'Formulas may call functions of the data platform by name (CallText, AggNumber, ...).',
      }),
    ),
  },
  { $id: 'Connection' },
)

export const ConnectionPath = Type.Array(Type.String(), {
  maxItems: 3,
  description: 'Zero to three names, outermost first; empty means the whole connection.',
})

export type TableColumn = Static<typeof TableColumn>
export const TableColumn = Type.Object(
  {
    name: Type.String(),
    type: Type.Object({ type: Type.String() }, { additionalProperties: true }),
    visibility: Words(['included', 'hidden', 'removed']),
    description: Type.Optional(Type.String()),
    friendlyName: Type.Optional(Type.String({ description: 'The name that members gave it.' })),
    format: Type.Optional(
      Type.Unsafe<ColumnFormat>({ type: 'object', additionalProperties: true, description: 'Format of its values.' }),
    ),
  },
  { $id: 'TableColumn' },
)

export const listConnections = operation({
  id: 'listConnections',
  method: 'GET',
  path: '/v2/connections',
  tag: 'connections',
  summary: 'List the connections that you can use',
  query: Type.Object({
    ...pageQuery,
    includeArchived: Type.Optional(Type.Boolean({ description: 'Also deleted ones.' })),
    search: Type.Optional(Type.String({ description: 'A part of the name.' })),
  }),
  answers: { 200: countedPageOf(Connection, 'ConnectionPage') },
})

export const getConnection = operation({
  id: 'getConnection',
  method: 'GET',
  path: '/v2/connections/{connectionId}',
  tag: 'connections',
  summary: 'Get a connection',
  params: Type.Object({ connectionId }),
  answers: { 200: Connection },
  errors: ['not_found'],
})

export const setConnectionPassthrough = operation({
  id: 'setConnectionPassthrough',
  method: 'PUT',
  path: '/v2/connections/{connectionId}/passthrough',
  tag: 'connections',
  summary: 'Set whether formulas can call functions of the data platform by name',
  description:
    'Off until an administrator allows it: then everybody who writes a formula can run what the account of the connection may run.',
  params: Type.Object({ connectionId }),
  body: Type.Object({ isAllowed: Type.Boolean() }),
  answers: { 200: Connection },
  errors: ['not_found', 'forbidden'],
})

export type LookedUpObject = Static<typeof LookedUpObject>
export const LookedUpObject = Type.Object(
  {
    kind: Words(['scope', 'table', 'semanticView', 'metricView', 'stored-procedure']),
    inodeId: Type.String({ description: 'Can be used as connectionPathId and tableId.' }),
    url: Type.String({ description: 'Page of the object.' }),
  },
  { $id: 'LookedUpObject' },
)

/** Errors of operations that read the tables and columns of a data platform. */
export const catalogErrors = [
  'not_found',
  'source_unavailable',
  'query_failed',
  'query_cancelled',
  'query_over_budget',
  'engine_unavailable',
] as const satisfies readonly ErrorCode[]

export const lookupConnection = operation({
  id: 'lookupConnection',
  method: 'POST',
  onlyReads: true,
  path: '/v2/connection/{connectionId}/lookup',
  tag: 'connections',
  summary: 'Resolve the path of a database object to an id',
  params: Type.Object({ connectionId }),
  body: Type.Object({ path: ConnectionPath }),
  answers: { 200: LookedUpObject },
  errors: catalogErrors,
})

export type ConnectionPathEntry = Static<typeof ConnectionPathEntry>
export const ConnectionPathEntry = Type.Object(
  {
    connectionId: Type.String(),
    urlId: Type.String({ description: 'Can be used as connectionPathId.' }),
    path: ConnectionPath,
    friendlyName: Type.Optional(Type.String({ description: 'The name that members gave the table.' })),
    description: Type.Optional(Type.String({ description: 'The description that members gave the table.' })),
    visibility: Type.Optional(
      Words(['hidden'], { description: 'Not offered as a source; documents that read it continue to work.' }),
    ),
  },
  { $id: 'ConnectionPathEntry' },
)

export const listConnectionPaths = operation({
  id: 'listConnectionPaths',
  method: 'GET',
  path: '/v2/connections/paths',
  tag: 'connections',
  summary: 'List the known database paths',
  query: Type.Object({
    ...pageQuery,
    connectionId: Type.Optional(Type.String({ description: 'Only this connection.' })),
    search: Type.Optional(Type.String({ description: 'Only paths that contain this text, any case.' })),
    onlyTables: Type.Optional(Type.Boolean({ description: 'Only tables and views.' })),
  }),
  answers: { 200: countedPageOf(ConnectionPathEntry, 'ConnectionPathPage') },
})

export const getConnectionPath = operation({
  id: 'getInodeConnectionPath',
  method: 'GET',
  path: '/v2/connections/paths/{inodeId}',
  tag: 'connections',
  summary: 'Get the path of a table',
  params: Type.Object({ inodeId: Type.String() }),
  answers: { 200: Type.Object({ connectionId: Type.String(), path: ConnectionPath }) },
  errors: ['not_found'],
})

export const listConnectionTableColumns = operation({
  id: 'listConnectionTableColumns',
  method: 'GET',
  path: '/v2/connections/tables/{tableId}/columns',
  tag: 'connections',
  summary: 'List the columns of a table',
  params: Type.Object({ tableId: Type.String() }),
  query: Type.Object({ ...pageQuery }),
  answers: { 200: countedPageOf(TableColumn, 'TableColumnPage') },
  errors: catalogErrors,
})

export const connectionOperations = [
  listConnections,
  getConnection,
  setConnectionPassthrough,
  lookupConnection,
  listConnectionPaths,
  getConnectionPath,
  listConnectionTableColumns,
] as const
