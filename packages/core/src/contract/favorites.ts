import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, Id, MemberId, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { FileEntry, FilePage } from './files.ts'

const memberErrors = ['forbidden', 'not_found'] as const

export const NewFavorite = Type.Object(
  { memberId: MemberId, inodeId: Type.String({ description: 'Id of a file; its urlId is accepted too.' }) },
  { $id: 'NewFavorite' },
)

export const addFavorite = operation({
  id: 'addFavorite',
  method: 'POST',
  path: '/v2/favorites',
  tag: 'favorites',
  summary: 'Mark a document or folder as a favorite of a member; a second time changes nothing',
  body: NewFavorite,
  answers: { 200: Empty },
  errors: [...memberErrors],
})

export const listFavorites = operation({
  id: 'listFavorites',
  method: 'GET',
  path: '/v2/favorites/member/{memberId}',
  tag: 'favorites',
  summary: 'List the favorites of a member, the last added first',
  query: Type.Object(pageQuery),
  answers: { 200: FilePage },
  errors: [...memberErrors],
})

export const removeFavorite = operation({
  id: 'removeFavorite',
  method: 'DELETE',
  path: '/v2/favorites/member/{memberId}/file/{inodeId}',
  tag: 'favorites',
  summary: 'Remove a file from the favorites; the file stays',
  answers: { 200: Empty },
  errors: [...memberErrors],
})

export const listFavoriteInodes = operation({
  id: 'listFavoriteInodes',
  method: 'GET',
  path: '/v2/members/{memberId}/files/favorites',
  tag: 'members',
  summary: 'List the favorites of a member, the last added first',
  query: Type.Object(pageQuery),
  answers: { 200: FilePage },
  errors: [...memberErrors],
})

export type RecentFile = Static<typeof RecentFile>
export const RecentFile = Type.Object(
  { ...FileEntry.properties, lastInteractionAt: Type.Optional(Timestamp) },
  { $id: 'RecentFile' },
)

export const listRecentInodes = operation({
  id: 'listRecentInodes',
  method: 'GET',
  path: '/v2/members/{memberId}/files/recents',
  tag: 'members',
  summary: 'List the files that a member used recently, the last one first',
  query: Type.Object({
    ...pageQuery,
    includeExplorations: Type.Optional(
      Words(['true', 'false'], { description: 'This server stores no explorations, so the parameter has no effect.' }),
    ),
  }),
  answers: { 200: countedPageOf(RecentFile, 'RecentFilePage') },
  errors: [...memberErrors],
})

export const shortcutTargetTypes = [
  'workbook',
  'data-model',
  'dataset',
  'report',
  'folder',
  'table',
  'scope',
  'stored-procedure',
] as const

export type NewShortcut = Static<typeof NewShortcut>
export const NewShortcut = Type.Object(
  {
    parentId: Type.String({ description: 'Folder or workspace, by id or urlId.' }),
    target: Type.Object({
      id: Type.String({ description: 'A file, or a table, schema or database of a connection.' }),
    }),
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', description: 'Absent: the name of the target.' }),
    ),
  },
  { $id: 'NewShortcut' },
)
export type Shortcut = Static<typeof Shortcut>
export const Shortcut = Type.Object(
  {
    id: Id,
    urlId: Type.String(),
    name: Type.String(),
    parentId: Id,
    parentUrlId: Type.String(),
    path: Type.String(),
    target: Type.Object({ type: Words(shortcutTargetTypes), id: Id }),
    ownerId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    createdBy: Type.String(),
    updatedBy: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Shortcut' },
)

export const createShortcut = operation({
  id: 'shortcutsCreate',
  method: 'POST',
  path: '/v2/shortcuts',
  tag: 'shortcuts',
  summary: 'Create a shortcut in a folder or workspace',
  description: 'It gives no access to its target. Delete it like a file.',
  body: NewShortcut,
  answers: { 200: Shortcut },
  errors: ['forbidden', 'not_found'],
})

export const getShortcut = operation({
  id: 'getShortcut',
  method: 'GET',
  path: '/v2/shortcuts/{shortcutId}',
  tag: 'shortcuts',
  summary: 'Get a shortcut with its target, as far as you can see it',
  answers: { 200: Shortcut },
  errors: ['not_found'],
})

export const favoriteOperations = [
  addFavorite,
  listFavorites,
  removeFavorite,
  listFavoriteInodes,
  listRecentInodes,
  createShortcut,
  getShortcut,
] as const
