import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, Id, MemberId, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'

export const accessRequestStates = ['pending', 'approved', 'denied', 'withdrawn'] as const
/** What can be requested: access to a file or folder, or a higher account type. */
export const accessRequestKinds = ['file', 'accountType'] as const
/** Permissions that can be requested: for workbooks, data models and folders. */
export const requestedPermissions = ['view', 'explore', 'organize', 'edit'] as const

export type AccessRequest = Static<typeof AccessRequest>
export const AccessRequest = Type.Object(
  {
    requestId: Id,
    state: Words(accessRequestStates),
    kind: Words(accessRequestKinds),
    inodeId: Type.Union([Type.String(), Type.Null()], {
      description: 'The file or folder. Null for a request for an account type.',
    }),
    inodeType: Type.Union([Type.String(), Type.Null()], {
      description: 'Null while you may not see the file, or when there is none.',
    }),
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the file. Null while you may not see it, or when there is none.',
    }),
    permission: Type.String({
      description:
        'The requested permission; once approved, the granted one. For a request for an account type: the id of the assigned type, empty until then.',
    }),
    requestedBy: MemberId,
    requestedAt: Timestamp,
    message: Type.String(),
    decidedBy: Type.Union([MemberId, Type.Null()]),
    decidedAt: Type.Union([Timestamp, Type.Null()]),
    reason: Type.String({ description: 'The comment of the person who decided.' }),
    mayDecide: Type.Boolean({ description: 'Whether you may approve or deny it.' }),
  },
  { $id: 'AccessRequest' },
)

const text = (description: string) => Type.Optional(Type.String({ maxLength: 4096, description }))

export type NewAccessRequest = Static<typeof NewAccessRequest>
export const NewAccessRequest = Type.Object(
  {
    permission: Type.Optional(Words(requestedPermissions, { description: 'What you want to do. Default view.' })),
    message: text('For those who decide.'),
  },
  { $id: 'NewAccessRequest' },
)

const tag = 'files'
const params = Type.Object({ accessRequestId: Type.String() })

export const listAccessRequests = operation({
  id: 'listAccessRequests',
  method: 'GET',
  path: '/v2/accessRequests',
  tag,
  summary: 'List the requests for access that you made, and those for files that you own, the newest first',
  description:
    'With `inodeId` all requests for that file, if you may share it. Administrators see all requests; members who may manage account types see requests for account types.',
  query: Type.Object({
    ...pageQuery,
    state: Type.Optional(Words(accessRequestStates)),
    inodeId: Type.Optional(Type.String({ description: 'Only those for this file; its urlId is accepted too.' })),
  }),
  answers: { 200: countedPageOf(AccessRequest, 'AccessRequestPage') },
  errors: ['not_found'],
})

export const createAccessRequest = operation({
  id: 'createAccessRequest',
  method: 'POST',
  path: '/v2/files/{inodeId}/accessRequests',
  tag,
  summary: 'Ask for access to a file or folder',
  description:
    'The owner gets a mail if a mail server is set. The response is the same for a file that does not exist as for one that you may not see. While you have a pending request for the file, it is returned and no second one is created.',
  params: Type.Object({ inodeId: Type.String({ description: 'Its urlId is accepted too.' }) }),
  body: NewAccessRequest,
  answers: { 200: AccessRequest },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const createAccountTypeRequest = operation({
  id: 'createAccountTypeRequest',
  method: 'POST',
  path: '/v2/accountTypeRequests',
  tag,
  summary: 'Ask for an account type that may do more',
  description:
    'The administrators get a mail if a mail server is set. The member who approves chooses the type. While you have a pending request, it is returned and no second one is created. The organization can switch such requests off.',
  body: Type.Object({ message: text('What you want to do, for those who decide.') }, { $id: 'NewAccountTypeRequest' }),
  bodyOptional: true,
  answers: { 200: AccessRequest },
  errors: ['forbidden', 'conflict'],
})

export const approveAccessRequest = operation({
  id: 'approveAccessRequest',
  method: 'POST',
  path: '/v2/accessRequests/{accessRequestId}:approve',
  tag,
  summary: 'Grant the requested access, or less, or grant an account type',
  params,
  body: Type.Object(
    {
      permission: Type.Optional(
        Words(requestedPermissions, { description: 'The permission to grant. Absent: the requested one.' }),
      ),
      accountTypeId: Type.Optional(
        Type.String({ description: 'The account type to assign. Required for a request for an account type.' }),
      ),
      reason: text('For the member who asked.'),
    },
    { $id: 'AccessApproval' },
  ),
  answers: { 200: AccessRequest },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const denyAccessRequest = operation({
  id: 'denyAccessRequest',
  method: 'POST',
  path: '/v2/accessRequests/{accessRequestId}:deny',
  tag,
  summary: 'Refuse a request for access',
  params,
  body: Type.Object({ reason: text('For the member who asked.') }, { $id: 'AccessDenial' }),
  answers: { 200: AccessRequest },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const withdrawAccessRequest = operation({
  id: 'withdrawAccessRequest',
  method: 'DELETE',
  path: '/v2/accessRequests/{accessRequestId}',
  tag,
  summary: 'Withdraw a pending request of your own',
  params,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const accessRequestOperations = [
  listAccessRequests,
  createAccessRequest,
  createAccountTypeRequest,
  approveAccessRequest,
  denyAccessRequest,
  withdrawAccessRequest,
] as const
