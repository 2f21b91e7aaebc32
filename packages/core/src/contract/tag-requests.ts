import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, Id, MemberId, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { lookupErrors, swaps } from './tags.ts'

export const tagRequestStates = ['pending', 'approved', 'denied', 'withdrawn'] as const

export type TagRequest = Static<typeof TagRequest>
export const TagRequest = Type.Object(
  {
    requestId: Id,
    state: Words(tagRequestStates),
    versionTagId: Id,
    tag: Type.String({ description: 'Name of the tag.' }),
    inodeId: Type.String({ description: 'The workbook, template or data model.' }),
    inodeType: Words(['workbook', 'template', 'data-model']),
    name: Type.String({ description: 'Name of the document.' }),
    version: Type.Number({ description: 'The version to be tagged.' }),
    requestedBy: MemberId,
    requestedAt: Timestamp,
    message: Type.String(),
    decidedBy: Type.Union([MemberId, Type.Null()]),
    decidedAt: Type.Union([Timestamp, Type.Null()]),
    reason: Type.String({ description: 'The comment of the person who decided.' }),
    mayDecide: Type.Boolean({ description: 'Whether you may approve or deny it.' }),
  },
  { $id: 'TagRequest' },
)

const text = (description: string) => Type.Optional(Type.String({ maxLength: 4096, description }))

export type NewTagRequest = Static<typeof NewTagRequest>
export const NewTagRequest = Type.Object(
  {
    inodeId: Type.String({ description: 'The workbook, template or data model; its urlId is accepted too.' }),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent: the latest published one.' })),
    message: text('For those who decide.'),
    ...swaps,
    grantSourceAccess: Type.Optional(Type.Boolean()),
    isDefault: Type.Optional(Type.Boolean()),
  },
  { $id: 'NewTagRequest' },
)

const tag = 'tags'
const params = Type.Object({ requestId: Type.String() })
const decision = Type.Object({ reason: text('For the member who asked.') }, { $id: 'TagRequestDecision' })

export const listTagRequests = operation({
  id: 'listTagRequests',
  method: 'GET',
  path: '/v2/tags/requests',
  tag,
  summary: 'List the requests for protected tags that you sent or may decide, the newest first',
  query: Type.Object({
    ...pageQuery,
    state: Type.Optional(Words(tagRequestStates)),
    tagId: Type.Optional(Type.String()),
  }),
  answers: { 200: countedPageOf(TagRequest, 'TagRequestPage') },
})

export const createTagRequest = operation({
  id: 'createTagRequest',
  method: 'POST',
  path: '/v2/tags/{tagId}/requests',
  tag,
  summary: 'Ask for a protected tag on a version of a workbook or data model',
  description:
    'For members who may tag the document, but not with this tag. The approvers get a mail if a mail server is set.',
  body: NewTagRequest,
  answers: { 200: TagRequest },
  errors: ['forbidden', 'not_found', 'conflict', 'invalid_document', ...lookupErrors],
})

export const getTagRequest = operation({
  id: 'getTagRequest',
  method: 'GET',
  path: '/v2/tags/requests/{requestId}',
  tag,
  summary: 'Get a request for a protected tag',
  params,
  answers: { 200: TagRequest },
  errors: ['not_found'],
})

export const approveTagRequest = operation({
  id: 'approveTagRequest',
  method: 'POST',
  path: '/v2/tags/requests/{requestId}:approve',
  tag,
  summary: 'Approve a request: put the tag on the version, with the rights of the member who asked',
  params,
  body: decision,
  answers: { 200: TagRequest },
  errors: ['forbidden', 'not_found', 'conflict', 'invalid_document', ...lookupErrors],
})

export const denyTagRequest = operation({
  id: 'denyTagRequest',
  method: 'POST',
  path: '/v2/tags/requests/{requestId}:deny',
  tag,
  summary: 'Refuse a request for a protected tag',
  params,
  body: decision,
  answers: { 200: TagRequest },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const withdrawTagRequest = operation({
  id: 'withdrawTagRequest',
  method: 'DELETE',
  path: '/v2/tags/requests/{requestId}',
  tag,
  summary: 'Withdraw a pending request of your own',
  params,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const tagRequestOperations = [
  listTagRequests,
  createTagRequest,
  getTagRequest,
  approveTagRequest,
  denyTagRequest,
  withdrawTagRequest,
] as const
