import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, Id, nameOfMost, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'

/** Authentication methods of connectors. Requests create the first five; the others occur only in responses of the published contract. */
export const authMethods = [
  'basic',
  'bearer',
  'apiKey',
  'oAuthClientCredentials',
  'awsSigV4',
  'oAuthAuthorizationCode',
  'oAuthPasswordCredentials',
] as const
const AuthMethod = Words(authMethods)

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) })
const secret = (minLength = 1) =>
  Type.String({ minLength, maxLength: 16_384, description: 'Stored encrypted and never returned.' })
const TokenAuthMethod = Words(['httpBasic', 'requestBody'], {
  description: 'How the client id and secret are sent to the token endpoint.',
})

const basic = { username: Type.String({ maxLength: 1024 }) }
const apiKey = {
  key: text(255, 'Name of the header or of the query parameter.'),
  isQueryParam: Type.Boolean({ description: 'False: a header.' }),
}
const clientCredentials = {
  clientId: text(1024),
  accessTokenUrl: text(4096, 'The https address of the token endpoint.'),
  scopes: Type.Array(text(1024), { maxItems: 100 }),
  accessTokenAuthMethod: TokenAuthMethod,
}
const fieldPath = Type.Optional(text(255, 'Name of a field; dots lead into objects.'))
const awsSigV4 = {
  accessKeyId: text(255),
  region: Type.Optional(text(63, 'For example `us-east-1`. Absent: derived from the host that is called.')),
  service: Type.Optional(text(63, 'For example `s3` or `execute-api`. Absent: derived from the host that is called.')),
  temporaryCredentialsUrl: Type.Optional(
    text(4096, 'Address that returns temporary credentials as JSON; the request to it is signed with the stored key.'),
  ),
  temporaryCredentialsResponseMapping: Type.Optional(
    Type.Object(
      {
        accessKeyField: fieldPath,
        secretKeyField: fieldPath,
        sessionTokenField: fieldPath,
        expirationField: fieldPath,
      },
      { description: 'Absent fields: AccessKeyId, SecretAccessKey, SessionToken (or Token), Expiration.' },
    ),
  ),
  temporaryCredentialsRequestParams: Type.Optional(
    Type.Array(
      Type.Object({
        key: text(255),
        value: Type.String({ maxLength: 8192, description: 'Returned in answers: put no secret here.' }),
        sendIn: Words(['queryParam', 'body', 'header']),
      }),
      { maxItems: 50, description: 'If one is sent in the body, the request is a POST of a form, otherwise a GET.' },
    ),
  ),
}

export type ApiCredentialInput = Static<typeof ApiCredentialInput>
export const ApiCredentialInput = Type.Union(
  [
    Type.Object({
      authMethod: Type.Literal('basic'),
      basic: Type.Object({ ...basic, password: secret(0) }),
    }),
    Type.Object({ authMethod: Type.Literal('bearer'), bearer: Type.Object({ token: secret() }) }),
    Type.Object({ authMethod: Type.Literal('apiKey'), apiKey: Type.Object({ ...apiKey, value: secret() }) }),
    Type.Object({
      authMethod: Type.Literal('oAuthClientCredentials'),
      oAuthClientCredentials: Type.Object({ ...clientCredentials, clientSecret: secret() }),
    }),
    Type.Object({
      authMethod: Type.Literal('awsSigV4'),
      awsSigV4: Type.Object({
        ...awsSigV4,
        secretAccessKey: secret(),
        sessionToken: Type.Optional(secret()),
      }),
    }),
  ],
  { $id: 'ApiCredentialInput', description: 'How to sign in, with the secrets.' },
)

const otherOauth = {
  accessTokenUrl: Type.String(),
  scopes: Type.Array(Type.String()),
  accessTokenAuthMethod: TokenAuthMethod,
}

export type ApiCredentialView = Static<typeof ApiCredentialView>
export const ApiCredentialView = Type.Union(
  [
    Type.Object({ authMethod: Type.Literal('basic'), basic: Type.Optional(Type.Object(basic)) }),
    Type.Object({ authMethod: Type.Literal('bearer') }),
    Type.Object({ authMethod: Type.Literal('apiKey'), apiKey: Type.Optional(Type.Object(apiKey)) }),
    Type.Object({
      authMethod: Type.Literal('oAuthClientCredentials'),
      oAuthClientCredentials: Type.Optional(Type.Object(clientCredentials)),
    }),
    Type.Object({ authMethod: Type.Literal('awsSigV4'), awsSigV4: Type.Optional(Type.Object(awsSigV4)) }),
    Type.Object({
      authMethod: Type.Literal('oAuthAuthorizationCode'),
      oAuthAuthorizationCode: Type.Optional(
        Type.Object({ clientId: Type.String(), authorizationUrl: Type.String(), ...otherOauth }),
      ),
    }),
    Type.Object({
      authMethod: Type.Literal('oAuthPasswordCredentials'),
      oAuthPasswordCredentials: Type.Optional(
        Type.Object({ username: Type.String(), clientId: Type.Optional(Type.String()), ...otherOauth }),
      ),
    }),
  ],
  { $id: 'ApiCredentialView', description: 'How to sign in, without the secrets.' },
)

const description = Type.String({ maxLength: 4096 })
const allowlist = Type.Array(
  Type.String({ maxLength: 253, description: 'Host name glob, for example `*.example.com`.' }),
  {
    maxItems: 100,
    description: 'Hosts that get the secrets; at least one. `["*"]` allows every host.',
  },
)

export type ApiCredential = Static<typeof ApiCredential>
export const ApiCredential = Type.Object(
  {
    apiCredentialId: Id,
    name: Type.String(),
    authMethod: AuthMethod,
    allowlist: Type.Array(Type.String()),
    credential: ApiCredentialView,
    description: Type.Optional(Type.String()),
    ...AuditFields,
  },
  { $id: 'ApiCredential' },
)

export type ApiCredentialSummary = Static<typeof ApiCredentialSummary>
export const ApiCredentialSummary = Type.Object(
  {
    apiCredentialId: Id,
    name: Type.String(),
    authMethod: AuthMethod,
    allowlist: Type.Array(Type.String()),
    description: Type.Optional(Type.String()),
  },
  { $id: 'ApiCredentialSummary' },
)

/** The query of the lists of API connectors and of their credentials. */
export const namedQuery = {
  ...pageQuery,
  orderBy: Type.Optional(
    Type.String({
      description: '`name` or `description`, with ` desc` after it for the other direction. By name when absent.',
    }),
  ),
  name: Type.Optional(Type.String({ description: 'A part of the name, in any case.' })),
}

const path = '/v2/api-credentials'
const pathOfOne = '/v2/api-credentials/{apiCredentialId}'
const tag = 'apiCredentials'

export const listApiCredentials = operation({
  id: 'listApiCredentials',
  method: 'GET',
  path,
  tag,
  summary: 'List the credentials of API connectors',
  query: Type.Object(namedQuery),
  answers: { 200: countedPageOf(ApiCredentialSummary, 'ApiCredentialPage') },
  errors: ['forbidden', 'invalid_request'],
})

export type ApiCredentialCreate = Static<typeof ApiCredentialCreate>
export const ApiCredentialCreate = Type.Object(
  { name: nameOfMost(255), allowlist, credential: ApiCredentialInput, description: Type.Optional(description) },
  { $id: 'ApiCredentialCreate' },
)

export const createApiCredential = operation({
  id: 'createApiCredential',
  method: 'POST',
  path,
  tag,
  summary: 'Store a credential for API connectors',
  description: 'Secrets are stored encrypted and never returned.',
  body: ApiCredentialCreate,
  answers: { 200: ApiCredential },
  errors: ['forbidden'],
})

export const getApiCredential = operation({
  id: 'getApiCredential',
  method: 'GET',
  path: pathOfOne,
  tag,
  summary: 'Get a credential of API connectors, without its secrets',
  answers: { 200: ApiCredential },
  errors: ['forbidden', 'not_found'],
})

export type ApiCredentialPatch = Static<typeof ApiCredentialPatch>
export const ApiCredentialPatch = Type.Object(
  {
    name: Type.Optional(nameOfMost(255)),
    description: Type.Optional(Type.Union([description, Type.Null()], { description: 'Null clears it.' })),
    allowlist: Type.Optional(allowlist),
    credential: Type.Optional(ApiCredentialInput),
  },
  { $id: 'ApiCredentialPatch' },
)

export const updateApiCredential = operation({
  id: 'updateApiCredential',
  method: 'PATCH',
  path: pathOfOne,
  tag,
  summary: 'Change a credential of API connectors',
  description:
    'Absent fields stay unchanged. `credential` replaces everything about signing in; leave it out to keep the secrets.',
  body: ApiCredentialPatch,
  bodyOptional: true,
  answers: { 200: ApiCredential },
  errors: ['forbidden', 'not_found'],
})

export const deleteApiCredential = operation({
  id: 'deleteApiCredential',
  method: 'DELETE',
  path: pathOfOne,
  tag,
  summary: 'Retire a credential of API connectors',
  description: 'It can no longer be assigned to a connector. Connectors that use it continue to use it.',
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const apiCredentialOperations = [
  listApiCredentials,
  createApiCredential,
  getApiCredential,
  updateApiCredential,
  deleteApiCredential,
] as const
