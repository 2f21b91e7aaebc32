import { type Static, Type } from 'typebox'
import { operation } from './define.ts'

const clientFields = {
  client_id: Type.Optional(Type.String({ description: 'Instead of HTTP Basic.' })),
  client_secret: Type.Optional(Type.String({ description: 'Instead of HTTP Basic.' })),
}

/** Fields of every grant; which are needed depends on `grant_type`, and the answer says so in words. */
export const TokenRequest = Type.Object(
  {
    grant_type: Type.String({ description: 'client_credentials or refresh_token.' }),
    refresh_token: Type.Optional(Type.String({ description: 'Needed by the grant refresh_token.' })),
    ...clientFields,
  },
  { $id: 'TokenRequest' },
)
export type TokenRequest = Static<typeof TokenRequest>

export const Token = Type.Object(
  {
    access_token: Type.String(),
    refresh_token: Type.String({ description: 'Works once; every answer carries the next one.' }),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'Seconds.' }),
  },
  { $id: 'Token' },
)
export type Token = Static<typeof Token>

export const postToken = operation({
  id: 'postToken',
  method: 'POST',
  path: '/v2/auth/token',
  summary: 'Get or refresh an access token',
  description:
    'Send the client id and secret by HTTP Basic or as form fields. A refresh token works once: using it a second time ends every token that came from the same sign-in.',
  tag: 'auth',
  auth: 'client',
  body: { 'application/x-www-form-urlencoded': TokenRequest },
  answers: { 200: Token },
  errors: ['too_many_attempts', 'not_supported'],
})

export const authOperations = [postToken] as const
