import { type Static, Type } from 'typebox'
import { Timestamp } from './common.ts'
import { operation } from './define.ts'
import { WebSession } from './session.ts'

const session = Type.Omit(WebSession, ['csrfToken'], {
  $id: 'EmbedMember',
  description: 'Who the session is for, and the organization. Requests carry the session token and no CSRF token.',
})

export type EmbedSession = Static<typeof EmbedSession>
export const EmbedSession = Type.Object(
  {
    sessionToken: Type.String({
      description: 'Send it as "Authorization: Bearer <token>". Only this response contains it.',
    }),
    expiresAt: Timestamp,
    session,
  },
  { $id: 'EmbedSession' },
)

export type EmbedSessionState = Static<typeof EmbedSessionState>
export const EmbedSessionState = Type.Object({ session }, { $id: 'EmbedSessionState' })

const tag = 'session'

export const startEmbedSession = operation({
  id: 'startEmbedSession',
  method: 'POST',
  path: '/auth/embed',
  tag,
  summary: 'Begin a session inside the page of another product',
  description:
    'Accepts a JWT that the other product has signed with HS256 and the secret of a credential with the ' +
    'scope embed; its kid is the client id. Also accepts the whole address of an embed record that is ' +
    'signed in the older way; the response then has the headers Deprecation and Sunset. ' +
    'Each token works once. A member of the kind embed is created or updated as its claims say; the session ends at exp.',
  auth: 'none',
  body: Type.Object(
    {
      token: Type.String({ minLength: 1, maxLength: 16_384 }),
      memberId: Type.Optional(
        Type.String({
          description:
            'Member of the session that this one renews: a token of another member is refused and changes nothing.',
        }),
      ),
      sessionToken: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 512,
          description:
            'Token of the session that this one renews: responses in progress continue until the new exp. A token ' +
            'without a valid session, or of a session that another credential signed, renews nothing.',
        }),
      ),
    },
    { $id: 'StartEmbedSessionRequest' },
  ),
  answers: { 200: EmbedSession },
  errors: ['unauthorized', 'forbidden', 'csrf_failed', 'address_not_allowed'],
})

export const getEmbedSession = operation({
  id: 'getEmbedSession',
  method: 'GET',
  path: '/auth/embed',
  tag,
  summary: 'Get the member of an embed session',
  description: 'For the token of an embed session only. A page that is loaded again in its frame continues with it.',
  answers: { 200: EmbedSessionState },
  errors: ['forbidden'],
})

export const embedSessionOperations = [startEmbedSession, getEmbedSession] as const
