import { type Static, Type } from 'typebox'
import { Empty, Timestamp } from './common.ts'
import { operation } from './define.ts'

const params = Type.Object({ connectionId: Type.String({ description: 'Id of the connection.' }) })

export type ConnectionSignIn = Static<typeof ConnectionSignIn>
export const ConnectionSignIn = Type.Object(
  {
    connectionId: Type.String(),
    connectionName: Type.String(),
    isNeeded: Type.Boolean({ description: 'The connection is read with the sign-in of each person (`useOauth`).' }),
    isSignedIn: Type.Boolean({ description: 'You have a valid sign-in.' }),
    user: Type.Union([Type.String(), Type.Null()], {
      description: 'Your account on the data platform; null while you are not signed in.',
    }),
    signedInAt: Type.Union([Timestamp, Type.Null()]),
    expiresAt: Type.Union([Timestamp, Type.Null()], {
      description:
        'When you have to sign in again; null if the sign-in is renewed automatically, and without a sign-in.',
    }),
  },
  { $id: 'ConnectionSignIn' },
)

export const getConnectionSignIn = operation({
  id: 'getConnectionSignIn',
  method: 'GET',
  path: '/v2/connections/{connectionId}/sign-in',
  tag: 'connections',
  summary: 'Get whether you are signed in at the data platform of a connection',
  description: 'For every member: readers of a document do not need a right to the connections that it uses.',
  params,
  answers: { 200: ConnectionSignIn },
  errors: ['forbidden', 'not_found'],
})

export const startConnectionSignIn = operation({
  id: 'startConnectionSignIn',
  method: 'POST',
  path: '/v2/connections/{connectionId}/sign-in',
  tag: 'connections',
  summary: 'Start signing in at the data platform of a connection',
  description:
    'The provider sends the browser back to `/connect-account` of this server. The attempt ends after ten minutes.',
  params,
  body: Type.Object({
    returnTo: Type.Optional(
      Type.String({
        pattern: '^/(?![/\\\\])',
        maxLength: 2000,
        description: 'A path of this server to which the browser goes afterwards; `/` when absent.',
      }),
    ),
  }),
  answers: { 200: Type.Object({ authorizationUrl: Type.String({ description: 'Where the browser signs in.' }) }) },
  errors: ['forbidden', 'not_found', 'not_supported', 'call_failed'],
})

export type FinishedSignIn = Static<typeof FinishedSignIn>
export const FinishedSignIn = Type.Object(
  { ...ConnectionSignIn.properties, returnTo: Type.String() },
  { $id: 'FinishedSignIn' },
)

export const finishConnectionSignIn = operation({
  id: 'finishConnectionSignIn',
  method: 'POST',
  path: '/v2/connections/sign-ins',
  tag: 'connections',
  summary: 'Finish signing in with the response of the provider',
  description: 'Only for the member who started it. If the data platform does not accept the token, nothing is stored.',
  body: Type.Object({
    state: Type.String({ minLength: 1, maxLength: 512 }),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 8192 })),
    iss: Type.Optional(Type.String({ maxLength: 2048 })),
    error: Type.Optional(Type.String({ maxLength: 512, description: 'The message of the provider if it refused.' })),
  }),
  answers: { 200: FinishedSignIn },
  errors: [
    'forbidden',
    'not_found',
    'not_supported',
    'call_failed',
    'source_unavailable',
    'privileged_role',
    'query_cancelled',
  ],
})

export const deleteConnectionSignIn = operation({
  id: 'deleteConnectionSignIn',
  method: 'DELETE',
  path: '/v2/connections/{connectionId}/sign-in',
  tag: 'connections',
  summary: 'Remove your sign-in at the data platform of a connection',
  params,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const connectionSignInOperations = [
  getConnectionSignIn,
  startConnectionSignIn,
  finishConnectionSignIn,
  deleteConnectionSignIn,
] as const
