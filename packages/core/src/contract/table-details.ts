import { type Static, Type } from 'typebox'
import { Empty, Words } from './common.ts'
import { ConnectionPath } from './connections.ts'
import { operation } from './define.ts'

const DbtExposure = Type.Object({
  name: Type.String(),
  label: Type.Optional(Type.String()),
  type: Type.Optional(Type.String({ description: 'For example dashboard, notebook, analysis.' })),
  description: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  ownerName: Type.Optional(Type.String()),
  ownerEmail: Type.Optional(Type.String()),
})

export type DbtNode = Static<typeof DbtNode>
export const DbtNode = Type.Object(
  {
    uniqueId: Type.String({ description: 'As dbt names it: model.shop.orders.' }),
    resourceType: Type.String({ description: 'model, seed, snapshot or source.' }),
    description: Type.Optional(Type.String()),
    exposures: Type.Array(DbtExposure, { description: 'What is said to be built on the table, by name.' }),
    uploadedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'DbtNode' },
)

export type TableDetails = Static<typeof TableDetails>
export const TableDetails = Type.Object(
  {
    tableId: Type.String(),
    connectionId: Type.String(),
    path: ConnectionPath,
    kind: Words(['database', 'schema', 'table', 'view']),
    description: Type.Optional(Type.String()),
    dbt: Type.Optional(DbtNode),
  },
  { $id: 'TableDetails' },
)

export const getConnectionTable = operation({
  id: 'getConnectionTable',
  method: 'GET',
  path: '/v2/connections/tables/{tableId}',
  tag: 'connections',
  summary: 'Get what is known about a table',
  params: Type.Object({ tableId: Type.String({ description: 'The `inodeId` that a lookup answers, or a `urlId`.' }) }),
  answers: { 200: TableDetails },
  errors: ['not_found'],
})

export const postConnectionDbtArtifacts = operation({
  id: 'postConnectionDbtArtifacts',
  method: 'POST',
  path: '/v2/connections/{connectionId}/dbtArtifacts',
  tag: 'connections',
  summary: 'Upload the artifacts of a dbt run',
  description:
    'The manifest of the archive describes tables and columns of the connection and names the exposures that read them. An upload replaces the one before. Tables are found by schema and name, and by database where paths of the connection have one, whatever their case.',
  params: Type.Object({ connectionId: Type.String({ description: 'Id of the connection.' }) }),
  largeBody: true,
  body: {
    'multipart/form-data': Type.Object(
      {
        artifacts: Type.String({
          minLength: 1,
          description: 'tar.gz of the dbt target folder, at most 10 MiB; its manifest.json has at most 64 MiB.',
          contentMediaType: 'application/octet-stream',
        }),
      },
      { $id: 'DbtArtifacts' },
    ),
  },
  answers: { 201: Empty },
  errors: ['forbidden', 'not_found', 'invalid_request'],
})

export const tableDetailsOperations = [getConnectionTable, postConnectionDbtArtifacts] as const
