import { type Static, Type } from 'typebox'
import type { ColumnFormat } from '../document/index.ts'
import { Empty, Words } from './common.ts'
import { ConnectionPath, catalogErrors } from './connections.ts'
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
    uniqueId: Type.String({ description: 'The dbt id, such as model.shop.orders.' }),
    resourceType: Type.String({ description: 'model, seed, snapshot or source.' }),
    description: Type.Optional(Type.String()),
    exposures: Type.Array(DbtExposure, { description: 'Exposures that depend on the table, by name.' }),
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
    friendlyName: Type.Optional(Type.String({ description: 'The name that members gave it.' })),
    description: Type.Optional(Type.String({ description: 'The description by members, otherwise by dbt.' })),
    visibility: Words(['included', 'hidden']),
    mayAnnotate: Type.Boolean({ description: 'You may name, describe and hide the table and its columns.' }),
    dbt: Type.Optional(DbtNode),
  },
  { $id: 'TableDetails' },
)

export const getConnectionTable = operation({
  id: 'getConnectionTable',
  method: 'GET',
  path: '/v2/connections/tables/{tableId}',
  tag: 'connections',
  summary: 'Get the annotations of a table',
  params: Type.Object({ tableId: Type.String({ description: 'The `inodeId` that a lookup returns, or a `urlId`.' }) }),
  answers: { 200: TableDetails },
  errors: ['not_found'],
})

const words = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]))
const annotated = {
  friendlyName: words(255),
  description: words(4096),
  visibility: Type.Optional(Words(['included', 'hidden'])),
}

export type TableAnnotationChange = Static<typeof TableAnnotationChange>
export const TableAnnotationChange = Type.Object(
  {
    ...annotated,
    columns: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'The name in the data platform.' }),
          ...annotated,
          format: Type.Optional(
            Type.Union([
              Type.Unsafe<ColumnFormat>({
                type: 'object',
                required: ['kind'],
                properties: { kind: { enum: ['number', 'datetime'] }, formatString: { type: 'string' } },
                additionalProperties: true,
                description: 'In the form of columns of documents.',
              }),
              Type.Null(),
            ]),
          ),
        }),
        { maxItems: 1_000 },
      ),
    ),
  },
  { $id: 'TableAnnotationChange' },
)

export const annotateConnectionTable = operation({
  id: 'annotateConnectionTable',
  method: 'PATCH',
  path: '/v2/connections/tables/{tableId}',
  tag: 'connections',
  summary: 'Name, describe or hide a table and its columns',
  description:
    'Absent fields stay unchanged; null removes a value. Needs the right to annotate the connection or the path. Columns that are added to a document from now on have the name, the description and the format; hidden tables and columns are not offered.',
  params: Type.Object({ tableId: Type.String({ description: 'The `inodeId` that a lookup returns, or a `urlId`.' }) }),
  body: TableAnnotationChange,
  answers: { 200: TableDetails },
  errors: ['forbidden', 'invalid_request', ...catalogErrors],
})

export const postConnectionDbtArtifacts = operation({
  id: 'postConnectionDbtArtifacts',
  method: 'POST',
  path: '/v2/connections/{connectionId}/dbtArtifacts',
  tag: 'connections',
  summary: 'Upload the artifacts of a dbt run',
  description:
    'The manifest of the archive describes tables and columns of the connection and names the exposures that read them. An upload replaces the previous one. Tables are found by schema and name, and by database where paths of the connection have one, whatever their case.',
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

export const tableDetailsOperations = [getConnectionTable, annotateConnectionTable, postConnectionDbtArtifacts] as const
