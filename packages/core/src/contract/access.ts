import { type Static, Type } from 'typebox'
import { countedPageOf, MemberId, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'

const nullable = Type.Union([Type.String(), Type.Null()])

export type AccessSource = Static<typeof AccessSource>
export const AccessSource = Type.Object(
  {
    kind: Words(['owner', 'grant']),
    permission: Type.String({ description: 'The permission on this object, before the account type limits it.' }),
    granted: Type.String({ description: 'The granted permission.' }),
    grantId: Type.Union([Type.String(), Type.Null()], { description: 'Null for ownership.' }),
    on: Type.Object(
      {
        id: nullable,
        name: nullable,
        type: Type.String({ description: 'workspace, folder, workbook, data-model, connection, path, ...' }),
      },
      { description: 'The object with the grant; id and name are null if you may not see it.' },
    ),
    isInherited: Type.Boolean({ description: 'It is inherited from a folder, workspace, path or connection above.' }),
    team: Type.Union([Type.Object({ teamId: Type.String(), name: nullable }), Type.Null()], {
      description: 'The team that has the grant; null if it is not granted to a team.',
    }),
    text: Type.String({ description: 'For people: "through team Sales on workspace Finance".' }),
  },
  { $id: 'AccessSource', description: 'One way in which a member or team gets a permission.' },
)

export type AccessEntry = Static<typeof AccessEntry>
export const AccessEntry = Type.Object(
  {
    grantee: Type.Object({
      kind: Words(['member', 'team', 'everyone']),
      id: Type.Union([Type.String(), Type.Null()], { description: 'Id of the member or team; null for everyone.' }),
      name: Type.Union([Type.String(), Type.Null()], { description: 'Null for a team that you may not see.' }),
      email: Type.Optional(Type.String()),
    }),
    permission: Type.Union([Type.String(), Type.Null()], {
      description:
        'The effective permission on this object; for a member, limited by the account type. Null: no access.',
    }),
    explanation: Type.String({ description: 'One sentence for people.' }),
    sources: Type.Array(AccessSource),
  },
  { $id: 'AccessEntry', description: 'A member, a team, or everyone, with every source of their access.' },
)
export const AccessPage = countedPageOf(AccessEntry, 'AccessPage')

export type MemberAccess = Static<typeof MemberAccess>
export const MemberAccess = Type.Object(
  {
    memberId: MemberId,
    name: Type.String(),
    email: Type.String(),
    accountType: Type.String(),
    isAdmin: Type.Boolean({ description: 'Administrators may do everything that the state of the object allows.' }),
    permission: Type.Union([Type.String(), Type.Null()], {
      description: 'The effective permission; null for no access.',
    }),
    explanation: Type.String({ description: 'For people: "Can view through team Sales on workspace Finance".' }),
    sources: Type.Array(AccessSource),
    actions: Type.Array(
      Type.Object({
        action: Type.String(),
        isAllowed: Type.Boolean(),
        reason: Type.String({ description: 'Why, or why not, as a text for the member.' }),
      }),
      { description: 'All actions on an object of this kind.' },
    ),
  },
  { $id: 'MemberAccess', description: 'What one member may do with an object, and why.' },
)

const aboutList =
  'One entry for each member, team or everyone that ownership or a grant reaches, here or on what holds it; the highest before the account ' +
  'type first, then everyone, teams, and members by name. ' +
  'Members of teams are not listed one by one, and administrators, who reach everything, not at all.'
const inodeId = Type.String({ description: 'Id of a document, folder or workspace; its urlId is accepted too.' })
const connectionId = Type.String()

export const listFileAccess = operation({
  id: 'listFileAccess',
  method: 'GET',
  path: '/v2/files/{inodeId}/access',
  tag: 'files',
  summary: 'List who has access to a file, with inherited access',
  description: aboutList,
  params: Type.Object({ inodeId }),
  query: Type.Object(pageQuery),
  answers: { 200: AccessPage },
  errors: ['forbidden', 'not_found'],
})

export const getFileAccess = operation({
  id: 'getFileAccess',
  method: 'GET',
  path: '/v2/files/{inodeId}/access/{memberId}',
  tag: 'files',
  summary: 'Get what a member may do with a file, and why',
  params: Type.Object({ inodeId, memberId: MemberId }),
  answers: { 200: MemberAccess },
  errors: ['forbidden', 'not_found'],
})

export const listConnectionAccess = operation({
  id: 'listConnectionAccess',
  method: 'GET',
  path: '/v2/connections/{connectionId}/access',
  tag: 'connections',
  summary: 'List who has access to a connection',
  description: aboutList,
  params: Type.Object({ connectionId }),
  query: Type.Object(pageQuery),
  answers: { 200: AccessPage },
  errors: ['forbidden', 'not_found'],
})

export const getConnectionAccess = operation({
  id: 'getConnectionAccess',
  method: 'GET',
  path: '/v2/connections/{connectionId}/access/{memberId}',
  tag: 'connections',
  summary: 'Get what a member may do with a connection, and why',
  params: Type.Object({ connectionId, memberId: MemberId }),
  answers: { 200: MemberAccess },
  errors: ['forbidden', 'not_found'],
})

export const accessOperations = [listFileAccess, getFileAccess, listConnectionAccess, getConnectionAccess] as const
