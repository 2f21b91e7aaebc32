import { type Static, Type } from 'typebox'
import { badges } from './badges.ts'
import {
  AuditFields,
  countedPageOf,
  Empty,
  FileType,
  InodePermission,
  MemberId,
  nameOfMost,
  pageQuery,
  Timestamp,
  Words,
} from './common.ts'
import { operation } from './define.ts'

const inodeId = Type.String({ description: 'Id of the file; its urlId is accepted too.' })

export type FileEntry = Static<typeof FileEntry>
export const FileEntry = Type.Object(
  {
    id: Type.String(),
    urlId: Type.String({ description: 'The id in base 62.' }),
    name: Type.String(),
    type: FileType,
    parentId: Type.String({ description: 'Folder or workspace that contains the file; empty at the top.' }),
    parentUrlId: Type.String({ description: 'Empty at the top.' }),
    permission: InodePermission,
    path: Type.String({
      description:
        'Names of the parents joined by /, from the workspace or My Documents down; for tables and schemas from `Connection Root` down.',
    }),
    badge: Type.Union([Type.String(), Type.Null()]),
    isArchived: Type.Boolean(),
    archivedAt: Type.Optional(Timestamp),
    archivedBy: Type.Optional(Type.Union([MemberId, Type.Null()])),
    description: Type.Optional(Type.String()),
    ownerId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    parentSourceUrlId: Type.Optional(
      Type.String({ description: 'urlId of the source document; only of documents that were deployed to a tenant.' }),
    ),
    ...AuditFields,
  },
  { $id: 'FileEntry' },
)

export type FilePermissionFilter = Static<typeof FilePermissionFilter>
export const FilePermissionFilter = Words(['view', 'explore', 'organize', 'edit'])

export const FilePage = countedPageOf(FileEntry, 'FilePage')

export const fileListQuery = {
  ...pageQuery,
  name: Type.Optional(Type.String({ description: 'A word in the name.' })),
  permissionFilter: Type.Optional(FilePermissionFilter),
  typeFilters: Type.Optional(
    Type.Union([FileType, Type.Array(FileType)], {
      description:
        'One word or a repeated key. A repeated key never returns workspaces. `table` cannot be combined with other types: it lists tables and views of connections, below `parentId` (a connection, database or schema) if that is given.',
    }),
  ),
  parentId: Type.Optional(Type.String()),
  directChildFilter: Type.Optional(Type.Boolean({ description: 'Only the direct children of parentId.' })),
  isArchived: Type.Optional(Type.Boolean({ description: 'Archived files instead of active ones.' })),
}

export const filesList = operation({
  id: 'filesList',
  method: 'GET',
  path: '/v2/files',
  tag: 'files',
  summary: 'List the files that you can reach, from a parent down',
  query: Type.Object(fileListQuery),
  answers: { 200: FilePage },
  errors: ['not_found'],
})

const newFile = {
  name: nameOfMost(255),
  description: Type.Optional(Type.String()),
  ownerId: Type.Optional(Type.String()),
  parentId: Type.Optional(Type.String({ description: 'Absent: My Documents of the owner.' })),
}

export type NewFile = Static<typeof NewFile>
export const NewFile = Type.Union(
  [
    Type.Object({ type: Type.Literal('workspace'), name: nameOfMost(255) }),
    Type.Object({ type: Type.Literal('folder'), ...newFile }),
    Type.Object({
      type: Type.Literal('workbook'),
      ...newFile,
      source: Type.Optional(Type.Object({ inodeId: Type.String(), version: Type.Number() })),
    }),
    Type.Object({ type: Type.Literal('report'), ...newFile }),
  ],
  { $id: 'NewFile' },
)

export const filesCreate = operation({
  id: 'filesCreate',
  method: 'POST',
  path: '/v2/files',
  tag: 'files',
  summary: 'Create an empty workspace, folder or workbook',
  body: NewFile,
  answers: { 200: FileEntry },
  errors: ['forbidden', 'not_found', 'not_supported', 'invalid_document'],
})

export const filesGet = operation({
  id: 'filesGet',
  method: 'GET',
  path: '/v2/files/{inodeId}',
  tag: 'files',
  summary: 'Get a file, or a database, schema or table of a connection',
  params: Type.Object({ inodeId }),
  answers: { 200: FileEntry },
  errors: ['not_found'],
})

export type FileChange = Static<typeof FileChange>
export const FileChange = Type.Object(
  {
    name: Type.Optional(nameOfMost(255)),
    description: Type.Optional(Type.String()),
    ownerId: Type.Optional(Type.String()),
    parentId: Type.Optional(Type.String()),
    restore: Type.Optional(Type.Boolean({ description: 'Restore a deleted file, to parentId if that is sent too.' })),
    badge: Type.Optional(
      Type.Union([Words(badges), Type.Null()], { description: 'Needs "manage-badges"; null removes it.' }),
    ),
  },
  { $id: 'FileChange' },
)

export const filesUpdate = operation({
  id: 'filesUpdate',
  method: 'PATCH',
  path: '/v2/files/{inodeId}',
  tag: 'files',
  summary: 'Rename, describe, move or restore a file, or change its owner',
  params: Type.Object({ inodeId }),
  body: FileChange,
  answers: { 200: FileEntry },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const filesDelete = operation({
  id: 'filesDelete',
  method: 'DELETE',
  path: '/v2/files/{inodeId}',
  tag: 'files',
  summary: 'Delete a folder or document; PATCH with restore brings it back',
  description:
    'Deleted files stay in the archive for 30 days unless the organization sets another time. With purge ' +
    'an administrator deletes an archived file permanently.',
  params: Type.Object({ inodeId }),
  query: Type.Object({
    purge: Type.Optional(Type.Boolean({ description: 'Delete an archived file permanently.' })),
  }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const fileOperations = [filesList, filesCreate, filesGet, filesUpdate, filesDelete] as const
