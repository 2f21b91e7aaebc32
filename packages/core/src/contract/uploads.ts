import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, Id, nameOfMost, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'

export const uploadFormats = ['csv', 'tsv', 'jsonl', 'parquet', 'xlsx'] as const
export type UploadFormat = (typeof uploadFormats)[number]
export const uploadEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type UploadEncoding = (typeof uploadEncodings)[number]

export const uploadPlaces = ['engine', 'schema', 'statements'] as const
export type UploadPlaceKind = (typeof uploadPlaces)[number]

/** The maximum bytes of one file: the default of an organization, and the highest value that it may set. */
export const uploadBytesLimits = { usual: 200 * 1024 * 1024, most: 1024 * 1024 * 1024 } as const

const typeText = 'text, int64, decimal(p,s), float64, logical, date or timestamp.'

export type UploadColumn = Static<typeof UploadColumn>
export const UploadColumn = Type.Object({
  name: Type.String(),
  type: Type.String({ description: `${typeText} A Parquet file may also have instant.` }),
})

export type Upload = Static<typeof Upload>
export const Upload = Type.Object(
  {
    uploadId: Type.String({
      description: 'A source reads it as `{kind: "csv-table", connectionId, inodeId: uploadId}`.',
    }),
    connectionId: Id,
    name: Type.String({ description: 'The prefix of its columns in formulas.' }),
    state: Words(['receiving', 'reading', 'writing', 'preview', 'ready'], {
      description:
        '`receiving`, `reading` and `writing`: a request is sending the file, its rows are being read, or they are being written into the schema of the connection. `preview`: it becomes a table with `importUpload`, and is deleted after an hour.',
    }),
    place: Words(uploadPlaces, {
      description:
        'Where its rows are stored; for a preview, where they would be stored. `engine`: in the embedded engine. `schema`: in a table of `writeSchema` on the data platform, which reads them like any table. `statements`: they are sent with each statement that reads them.',
    }),
    writeSchema: Type.Optional(Type.String({ description: 'The schema with the table, if `place` is `schema`.' })),
    format: Words(uploadFormats),
    columns: Type.Array(UploadColumn),
    rows: Type.Integer(),
    sizeBytes: Type.Integer({
      description:
        'Size of the stored table, in a schema of its rows as text; while a file is received, the bytes received; while rows are written, the bytes written.',
    }),
    announcedBytes: Type.Optional(
      Type.Integer({
        description:
          'While a file is received: the bytes of the whole request. While rows are written: the bytes of all of them.',
      }),
    ),
    revision: Type.Integer({ description: 'How often its rows were replaced or appended to; 0 in a preview.' }),
    preview: Type.Optional(
      Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()])), {
        description: 'The first 50 rows as texts. In the answer of an upload with `preview=true` and of the preview.',
      }),
    ),
    ...AuditFields,
  },
  { $id: 'Upload' },
)

const uploadQuery = Type.Object({
  preview: Type.Optional(
    Type.Boolean({ description: 'Only a preview: the file becomes a table with `importUpload`.', default: false }),
  ),
})

const file = Type.String({ description: 'The file.', contentMediaType: 'application/octet-stream' })
const reading = {
  format: Type.Optional(Words(uploadFormats, { description: 'Absent: by the extension of the file name.' })),
  encoding: Type.Optional(
    Words(uploadEncodings, { description: 'For text files. Absent: by the byte order mark, otherwise UTF-8.' }),
  ),
  sheet: Type.Optional(Type.String({ description: 'For XLSX: the name of the sheet. Absent: the first one.' })),
}

const NewUpload = Type.Object(
  {
    file,
    name: Type.Optional(
      Type.String({ maxLength: 256, description: 'Absent: the name of the file without its extension.' }),
    ),
    columns: Type.Optional(
      Type.String({
        description: `JSON: an array of {name, type?, newName?} with the columns whose type or name is changed. Types: ${typeText}`,
      }),
    ),
    ...reading,
  },
  { $id: 'NewUpload' },
)
const UploadedRows = Type.Object({ file, ...reading }, { $id: 'UploadedRows' })

export type UploadImport = Static<typeof UploadImport>
export const UploadImport = Type.Object(
  {
    name: Type.Optional(nameOfMost(256)),
    columns: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'The name in the preview.' }),
          type: Type.Optional(Type.String({ description: typeText })),
          newName: Type.Optional(nameOfMost(256)),
        }),
        { maxItems: 500, description: 'Absent fields stay as in the preview.' },
      ),
    ),
  },
  { $id: 'UploadImport' },
)

const tag = 'connections'
const connectionParams = Type.Object({ connectionId: Type.String() })
const uploadParams = Type.Object({ connectionId: Type.String(), uploadId: Type.String() })
const errors = [
  'forbidden',
  'not_found',
  'invalid_request',
  'query_cancelled',
  'source_unavailable',
  'engine_unavailable',
] as const
const limits =
  'At most `uploadBytes` of the organization (200 MB unless it says otherwise, 1 GB at most), 500 columns, and lines of 16 MB; a request whose Content-Length is larger is refused before its first byte.'

export const uploadTable = operation({
  id: 'uploadTable',
  method: 'POST',
  path: '/v2/connections/{connectionId}/uploads',
  tag,
  summary: 'Upload a file as a table',
  description: `CSV and TSV with a line of names, JSON lines, Parquet or XLSX. Every column of a text has the narrowest type that all of its values have: logical, int64, decimal, float64, date, timestamp, else text; numbers with leading zeros or separators are texts. An empty field is null. ${limits} On a connection of the embedded engine the table is read in place. On one to PostgreSQL, MySQL or MariaDB with write access it is a table of the write schema, made whole or not at all, and statements join it like any other. Elsewhere, and where everybody reads with a role or a sign-in of their own, its rows go along with each statement, and a table has at most 100,000 rows and 8 MiB.`,
  params: connectionParams,
  query: uploadQuery,
  streamedBody: true,
  body: { 'multipart/form-data': NewUpload },
  answers: { 201: Upload },
  errors,
})

export const importUpload = operation({
  id: 'importUpload',
  method: 'POST',
  path: '/v2/connections/{connectionId}/uploads/{uploadId}/import',
  tag,
  summary: 'Create the table of a preview, optionally with other names and types',
  description:
    'A value that does not have the type of its column is an error that names its line, and nothing is stored; the preview stays.',
  params: uploadParams,
  body: UploadImport,
  bodyOptional: true,
  answers: { 200: Upload },
  errors,
})

export const listUploads = operation({
  id: 'listUploads',
  method: 'GET',
  path: '/v2/connections/{connectionId}/uploads',
  tag,
  summary: 'List the uploaded tables of a connection',
  description:
    'Tables of the caller, and for administrators of everybody, by name; uploads of the caller that are in progress come first.',
  params: connectionParams,
  query: Type.Object({ ...pageQuery }),
  answers: { 200: countedPageOf(Upload, 'Uploads') },
  errors: ['not_found'],
})

export const getUpload = operation({
  id: 'getUpload',
  method: 'GET',
  path: '/v2/connections/{connectionId}/uploads/{uploadId}',
  tag,
  summary: 'Get an uploaded table, for the member who uploaded it and for administrators',
  params: uploadParams,
  answers: { 200: Upload },
  errors: ['not_found'],
})

export const replaceUpload = operation({
  id: 'replaceUpload',
  method: 'PUT',
  path: '/v2/connections/{connectionId}/uploads/{uploadId}',
  tag,
  summary: 'Replace the rows of an uploaded table with the rows of another file',
  description: `The file must have every column of the table, in any order, with values of its type; further columns are added. Documents that read the table continue to work. ${limits}`,
  params: uploadParams,
  streamedBody: true,
  body: { 'multipart/form-data': UploadedRows },
  answers: { 200: Upload },
  errors: [...errors, 'conflict'],
})

export const appendToUpload = operation({
  id: 'appendToUpload',
  method: 'POST',
  path: '/v2/connections/{connectionId}/uploads/{uploadId}/rows',
  tag,
  summary: 'Append the rows of a file to an uploaded table',
  description: `The file must have the columns of the table, in any order and no others, with values of their types. ${limits}`,
  params: uploadParams,
  streamedBody: true,
  body: { 'multipart/form-data': UploadedRows },
  answers: { 200: Upload },
  errors: [...errors, 'conflict'],
})

export const deleteUpload = operation({
  id: 'deleteUpload',
  method: 'DELETE',
  path: '/v2/connections/{connectionId}/uploads/{uploadId}',
  tag,
  summary: 'Delete an uploaded table or a preview; elements that read it then have no rows',
  params: uploadParams,
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const uploadOperations = [
  uploadTable,
  listUploads,
  getUpload,
  importUpload,
  replaceUpload,
  appendToUpload,
  deleteUpload,
] as const
