import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, MemberId, nameOfMost, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'

export type NewCredential = Static<typeof NewCredential>
export const NewCredential = Type.Object(
  {
    ownerId: MemberId,
    name: nameOfMost(128),
    description: Type.Optional(Type.String({ maxLength: 4096 })),
    scopes: Type.Optional(
      Type.Array(Words(['api', 'api-read', 'embed']), {
        minItems: 1,
        description:
          'Absent: api. With only api-read its tokens can read and nothing else. With embed it signs the tokens of embed sessions.',
      }),
    ),
    expiresAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The credential is invalid from then on. Absent: it does not expire.',
      }),
    ),
  },
  { $id: 'NewCredential' },
)

export type CredentialPair = Static<typeof CredentialPair>
export const CredentialPair = Type.Object(
  { clientId: Type.String(), clientSecret: Type.String({ description: 'Only this response contains it.' }) },
  { $id: 'CredentialPair' },
)

export type Credential = Static<typeof Credential>
export const Credential = Type.Object(
  {
    clientId: Type.String(),
    ownerId: MemberId,
    name: Type.String(),
    description: Type.String(),
    scopes: Type.Array(Words(['api', 'api-read', 'embed'])),
    lastUsedAt: Type.Union([Timestamp, Type.Null()]),
    expiresAt: Type.Union([Timestamp, Type.Null()]),
    urlSignedAt: Type.Union([Timestamp, Type.Null()], {
      description:
        'When it was last used to start an embed session in the older way, with a signed address; null: never.',
    }),
    ...AuditFields,
  },
  { $id: 'Credential', description: 'An API credential without its secret.' },
)
export const CredentialPage = countedPageOf(Credential, 'CredentialPage')

export const createCredentials = operation({
  id: 'createCredentials',
  method: 'POST',
  path: '/v2/credentials',
  tag: 'credentials',
  summary: 'Create a client id and secret for a member',
  body: NewCredential,
  answers: { 200: CredentialPair },
  errors: ['forbidden', 'not_found'],
})

export const listCredentials = operation({
  id: 'listCredentials',
  method: 'GET',
  path: '/v2/credentials',
  tag: 'credentials',
  summary: 'List the valid API credentials, newest first',
  query: Type.Object({ ...pageQuery, ownerId: Type.Optional(Type.String()) }),
  answers: { 200: CredentialPage },
  errors: ['forbidden'],
})

export const deleteCredentials = operation({
  id: 'deleteCredentials',
  method: 'DELETE',
  path: '/v2/credentials/{clientId}',
  tag: 'credentials',
  summary: 'Revoke a client id permanently; its tokens become invalid immediately',
  params: Type.Object({ clientId: Type.String() }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const credentialOperations = [createCredentials, listCredentials, deleteCredentials] as const
