import { type Static, type TSchema, Type } from 'typebox'

/** Instants as RFC 3339 in UTC with milliseconds; dates of the API are never bare numbers. */
export const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds, ends in Z.' })
/** An opaque id; requests accept any string, responses use UUIDs. */
export const Id = Type.String({ description: 'Opaque identifier.' })
export const MemberId = Type.String({ description: 'Member id: 29 base62 characters.' })
export const UrlId = Type.String({ description: 'The UUID in base 62, for web addresses.' })

/** Any JSON object, whose fields are validated when its type is known. */
export const openObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description })

/** A name that people choose; blanks alone are refused. */
export const nameOfMost = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

export type ApiError = Static<typeof ApiError>
export const ApiError = Type.Object(
  {
    requestId: Type.String({ description: 'Created by the server for this request; also in the header x-request-id.' }),
    code: Type.String({ description: 'Short word for programs.' }),
    message: Type.String({ description: 'What happened, for people.' }),
    hint: Type.Optional(Type.String({ description: 'What to do next.' })),
    details: Type.Optional(Type.Unknown({ description: 'Facts by code, for example the problems of a document.' })),
  },
  { $id: 'ApiError' },
)

export type Empty = Static<typeof Empty>
export const Empty = Type.Object({}, { $id: 'Empty', description: 'An empty object.' })

/** Authors and times of creation and change; spread into the properties of records. */
export const AuditFields = {
  createdBy: Type.String({ description: 'Member id, or a process.' }),
  updatedBy: Type.String({ description: 'Member id, or a process.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
export type Audit = Static<typeof Audit>
export const Audit = Type.Object(AuditFields)

/** Query parameters of every list, for both paging styles. Spread into the query of an operation. */
export const pageQuery = {
  page: Type.Optional(
    Type.String({
      description:
        '`nextPage` of the previous response, a decimal integer. 0 is the first page; any number below 1,000,000,000 is the offset of a row.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50, description: 'Entries per page.' })),
  pageToken: Type.Optional(Type.String({ description: 'Cursor: nextPageToken of the previous response.' })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50, description: 'Entries per page.' })),
}
export const PageQuery = Type.Object(pageQuery)
export type PageQuery = Static<typeof PageQuery>

/** The envelope of a list, for both styles of paging. */
export interface PageOf<Entry> {
  entries: Entry[]
  nextPage: string | null
  hasMore: boolean
  nextPageToken?: string
}
/** With the number of all results, exact up to 10,000. */
export interface CountedPageOf<Entry> extends PageOf<Entry> {
  total: number
}

function pageFields<Entry extends TSchema>(entry: Entry) {
  return {
    entries: Type.Array(entry),
    nextPage: Type.Union([Type.String({ pattern: '^[0-9]+$' }), Type.Null()], {
      description: 'Value for `page`, a decimal integer as text; null on the last page.',
    }),
    hasMore: Type.Boolean({ description: 'Whether there is a page after this one.' }),
    nextPageToken: Type.Optional(Type.String({ description: 'Value for `pageToken`; absent on the last page.' })),
  }
}
/** The envelope schema of a list whose published form has no counts. */
export function pageOf<Entry extends TSchema>(entry: Entry, $id: string) {
  return Type.Object({ ...pageFields(entry), total: Type.Optional(Type.Integer()) }, { $id })
}
/** The default envelope schema. */
export function countedPageOf<Entry extends TSchema>(entry: Entry, $id: string) {
  const total = Type.Integer({ description: 'Count of all results; exact up to 10,000.' })
  return Type.Object({ ...pageFields(entry), total }, { $id })
}

/**
 * The page of a list that returned a bare array before the cut-over of the contract, and still does when the organization enables
 * `bareLists`. Typed as the page, because our clients never receive the array.
 */
export function pageOrArray<Page extends TSchema, Entry extends TSchema>(page: Page, entry: Entry) {
  return Type.Unsafe<Static<Page>>(Type.Union([page, Type.Array(entry)]))
}

/** One of several literals. */
export function Words<const W extends readonly [string, ...string[]]>(
  words: W,
  options: { description?: string } = {},
) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: [...words], ...options })
}

export const fileTypes = [
  'workspace',
  'folder',
  'workbook',
  'dataset',
  'data-model',
  'sql',
  'worksheet',
  'dashboard',
  'template',
  'table',
  'symlink',
  'report',
] as const
export const FileType = Words(fileTypes, { description: 'Kind of a file.' })
export type FileType = Static<typeof FileType>

export const inodePermissions = ['create', 'annotate', 'organize', 'explore', 'view', 'edit', 'apply'] as const
export const InodePermission = Words(inodePermissions, {
  description:
    'Right on a folder, workspace or document. On folders and workspaces organize is contribute and edit is manage.',
})
export type InodePermission = Static<typeof InodePermission>

export const connectionPermissions = ['admin', 'annotate', 'update', 'usage', 'writeback'] as const
export const ConnectionPermission = Words(connectionPermissions, {
  description: 'Right on a table, database or schema of a connection.',
})
export type ConnectionPermission = Static<typeof ConnectionPermission>

export const AnyPermission = Words([...inodePermissions, 'admin', 'update', 'usage', 'writeback'] as const)
/** Permissions that requests accept; responses contain the canonical word. */
export const RequestedPermission = Words(
  [...inodePermissions, 'admin', 'update', 'usage', 'writeback', 'comment'] as const,
  {
    description:
      '`comment` on a workbook means view: members who can view it may comment if their account type allows it.',
  },
)
export type AnyPermission = Static<typeof AnyPermission>

export const Grant = Type.Object(
  {
    grantId: Id,
    inodeId: Id,
    organizationId: Id,
    memberId: Type.Union([MemberId, Type.Null()]),
    teamId: Type.Union([Id, Type.Null()]),
    isEveryone: Type.Optional(
      Type.Boolean({ description: 'The grant is to everybody in the organization; then both ids are null.' }),
    ),
    tagId: Type.Optional(
      Type.String({ description: 'The version tag that the grant is limited to; absent: the whole object.' }),
    ),
    permission: AnyPermission,
    ...AuditFields,
  },
  { $id: 'Grant' },
)
export type Grant = Static<typeof Grant>
