import { type Static, Type } from 'typebox'
import { operation } from './define.ts'

const clientFields = {
  client_id: Type.Optional(Type.String({ description: 'Instead of HTTP Basic.' })),
  client_secret: Type.Optional(Type.String({ description: 'Instead of HTTP Basic.' })),
}

/** The fields of every grant; which are required depends on `grant_type`, and the error message says so. */
export const TokenRequest = Type.Object(
  {
    grant_type: Type.String({
      description: 'client_credentials, refresh_token or urn:ietf:params:oauth:grant-type:token-exchange.',
    }),
    refresh_token: Type.Optional(Type.String({ description: 'Required by the grant refresh_token.' })),
    subject_token: Type.Optional(
      Type.String({
        maxLength: 8192,
        description:
          'Exchange: a JWT that you sign (HS256) with the secret of the credential named in kid; sub is the email of the member.',
      }),
    ),
    subject_token_type: Type.Optional(Type.String({ description: 'urn:ietf:params:oauth:token-type:jwt' })),
    actor_token: Type.Optional(Type.String({ description: 'Exchange: your access token, sent as bearer token too.' })),
    actor_token_type: Type.Optional(Type.String({ description: 'urn:ietf:params:oauth:token-type:access_token' })),
    ...clientFields,
  },
  { $id: 'TokenRequest' },
)
export type TokenRequest = Static<typeof TokenRequest>

export const Token = Type.Object(
  {
    access_token: Type.String(),
    refresh_token: Type.String({ description: 'Can be used once; every response contains the next one.' }),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'Seconds.' }),
  },
  { $id: 'Token' },
)
export type Token = Static<typeof Token>

export const ExchangedToken = Type.Object(
  {
    access_token: Type.String(),
    issued_token_type: Type.Literal('urn:ietf:params:oauth:token-type:access_token'),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds.' }),
  },
  { $id: 'ExchangedToken' },
)
export type ExchangedToken = Static<typeof ExchangedToken>

export const postToken = operation({
  id: 'postToken',
  method: 'POST',
  path: '/v2/auth/token',
  summary: 'Get, refresh or exchange an access token',
  description:
    'Send the client id and secret by HTTP Basic or as form fields, to the `authUrl` of the organization if it differs from the address of the API; another address responds with 401 and names the right one. A refresh token works once: using it a second time ends every token that came from the same sign-in. With the exchange an administrator gets a token of another member who is not an administrator; that token cannot export or send anything, and audit events name both members.',
  tag: 'auth',
  auth: 'client',
  body: { 'application/x-www-form-urlencoded': TokenRequest },
  answers: { 200: Type.Union([Token, ExchangedToken]) },
  errors: ['too_many_attempts', 'forbidden', 'not_found'],
})

export const authOperations = [postToken] as const
