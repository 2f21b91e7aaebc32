import { type Static, Type } from 'typebox'
import { knownLocales } from '../format/index.ts'
import { Empty, Id, MemberId, Words } from './common.ts'
import { operation } from './define.ts'

export const SignInRequest = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 320 }), password: Type.String({ minLength: 1, maxLength: 1024 }) },
  { $id: 'SignInRequest' },
)
export type SignInRequest = Static<typeof SignInRequest>

export const WebSession = Type.Object(
  {
    member: Type.Object({
      memberId: MemberId,
      email: Type.String(),
      firstName: Type.String(),
      lastName: Type.String(),
      accountType: Type.String({ description: 'Name of the account type.' }),
      isAdmin: Type.Boolean(),
      teamIds: Type.Array(Id, { description: 'Teams of the member.' }),
      permissions: Type.Array(Type.String(), { description: 'Feature permissions of the account type.' }),
      language: Type.Union([Type.String(), Type.Null()], {
        description: 'Locale of the interface; null for that of the browser.',
      }),
    }),
    organization: Type.Object({
      organizationId: Id,
      name: Type.String(),
      slug: Type.String({ description: 'First segment of web addresses.' }),
      zone: Type.String({ description: 'IANA zone of all queries.' }),
      locale: Type.Union([Type.String(), Type.Null()], {
        description: 'Format of numbers and dates; null for that of the browser.',
      }),
      bulkCopy: Type.Boolean({ description: 'Many cells of a table may be copied at once in the web app.' }),
      contentHosts: Type.Array(Type.String(), {
        description: 'Origins of other hosts whose pictures and pages workbooks may show.',
      }),
    }),
    sendsMail: Type.Boolean({ description: 'A mail server is available.' }),
    viewAs: Type.Optional(
      Type.Object(
        {
          actor: Type.Object({
            memberId: MemberId,
            email: Type.String(),
            firstName: Type.String(),
            lastName: Type.String(),
          }),
        },
        {
          description: 'Present while the actor, an administrator, views as `member`; nothing can be changed.',
        },
      ),
    ),
    csrfToken: Type.String({
      description: 'Send it as the header x-octavo-csrf with every request that is not a GET.',
    }),
  },
  { $id: 'WebSession' },
)
export type WebSession = Static<typeof WebSession>

export const signIn = operation({
  id: 'signIn',
  method: 'POST',
  path: '/auth/sign-in',
  summary: 'Sign in with email and password',
  description: 'Returns a cookie that scripts cannot read, and the token that write requests must send.',
  tag: 'session',
  auth: 'none',
  body: SignInRequest,
  answers: { 200: WebSession },
  errors: ['unauthorized', 'too_many_attempts', 'csrf_failed', 'address_not_allowed'],
})

export const signOut = operation({
  id: 'signOut',
  method: 'POST',
  path: '/auth/sign-out',
  summary: 'End the session of this browser',
  tag: 'session',
  auth: 'session',
  answers: { 200: Empty },
})

export const getSession = operation({
  id: 'getSession',
  method: 'GET',
  path: '/auth/session',
  summary: 'Who is signed in with this browser',
  tag: 'session',
  auth: 'session',
  answers: { 200: WebSession },
})

export const changeProfile = operation({
  id: 'changeProfile',
  method: 'PATCH',
  path: '/auth/profile',
  summary: 'Choose your language of the interface',
  tag: 'session',
  auth: 'session',
  body: Type.Object(
    {
      language: Type.Union([Words(knownLocales), Type.Null()], {
        description: 'Locale of the interface; null for that of the browser.',
      }),
    },
    { $id: 'ProfileChange' },
  ),
  answers: { 200: WebSession },
  errors: ['conflict'],
})

export const startViewAs = operation({
  id: 'startViewAs',
  method: 'POST',
  path: '/auth/view-as',
  summary: 'View as another member, until that is ended',
  description:
    'For administrators; the member must not be an administrator. Every tab of this session shows what the member sees; nothing can be changed.',
  tag: 'session',
  auth: 'session',
  body: Type.Object({ memberId: MemberId }),
  answers: { 200: WebSession },
  errors: ['forbidden', 'not_found'],
})

export const endViewAs = operation({
  id: 'endViewAs',
  method: 'DELETE',
  path: '/auth/view-as',
  summary: 'Stop viewing as another member',
  tag: 'session',
  auth: 'session',
  answers: { 200: WebSession },
})

export const sessionOperations = [signIn, signOut, getSession, changeProfile, startViewAs, endViewAs] as const
