import { type Static, Type } from 'typebox'
import { namedQuery } from './api-credentials.ts'
import { AuditFields, countedPageOf, Empty, Id, nameOfMost, Words } from './common.ts'
import { operation } from './define.ts'

const paramTypes = ['array', 'boolean', 'number', 'object', 'raw', 'string'] as const
const orNull = <const T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

export type ConnectorParam = Static<typeof ConnectorParam>
export const ConnectorParam = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: 255 }),
    mode: Words(['static', 'dynamic'], { description: 'dynamic: the caller supplies the value.' }),
    value: Type.Optional(
      orNull(
        Type.String({ maxLength: 8192 }),
        'The value of a static parameter, or the default of a dynamic one. Null: none.',
      ),
    ),
    type: Type.Optional(orNull(Words(paramTypes), 'The type of values from the caller; null and `raw`: any value.')),
    shape: Type.Optional(
      orNull(
        Type.Object({}, { additionalProperties: true }),
        'The schema of objects and arrays. Stored and returned; values are not checked against it.',
      ),
    ),
  },
  { $id: 'ConnectorParam' },
)

const params = (maxItems: number, description: string) => Type.Array(ConnectorParam, { maxItems, description })
const request = {
  method: Words(['GET', 'POST', 'DELETE', 'PATCH', 'PUT', 'OPTIONS', 'HEAD']),
  url: Type.String({
    minLength: 1,
    maxLength: 4096,
    description:
      'An http or https address. `{name}` and `{{name}}` in its path and query stand for path parameters. Its host has to match the allowlist of the credential.',
  }),
  headers: params(100, 'Headers of the request.'),
  pathParams: params(50, 'Values for the placeholders of the URL; each placeholder has one.'),
  queryParams: params(100, 'Added to the query of the URL; an array gives one parameter for each of its items.'),
  body: Type.String({
    maxLength: 262_144,
    description:
      'Template of the body; empty for none. `{{name}}` is replaced with a value: in JSON as a JSON value, or as text within quotes.',
  }),
}

export type ConnectorRequest = Static<typeof ConnectorRequest>
export const ConnectorRequest = Type.Object(request, { $id: 'ConnectorRequest' })
export type ConnectorRequestRead = Static<typeof ConnectorRequestRead>
export const ConnectorRequestRead = Type.Object(
  { ...request, bodyParams: params(1000, 'The placeholders of the body, in their order.') },
  { $id: 'ConnectorRequestRead' },
)

const config = {
  timeout: Type.Object({
    requestSec: Type.Number({ minimum: 1, maximum: 120, description: 'Seconds for one request. 30 when absent.' }),
  }),
  retry: Type.Object({
    maxRetries: Type.Integer({ minimum: 0, maximum: 5, description: '0 when absent.' }),
    retryableStatusCodes: Type.Array(Type.Integer({ minimum: 300, maximum: 599 }), {
      maxItems: 50,
      description: '429, 502, 503 and 504 when absent.',
    }),
  }),
  redirects: Type.Object({
    maxRedirects: Type.Integer({
      minimum: 0,
      maximum: 10,
      description: '5 when absent. Redirects to another host are not followed but returned as the response.',
    }),
  }),
  rateLimit: Type.Object({
    maxRequestsPerWindow: Type.Integer({ minimum: 1, maximum: 10_000, description: 'Calls a minute. 60 when absent.' }),
  }),
}

export type ConnectorConfig = Static<typeof ConnectorConfig>
export const ConnectorConfig = Type.Object(config, { $id: 'ConnectorConfig' })
export type ConnectorConfigInput = Static<typeof ConnectorConfigInput>
export const ConnectorConfigInput = Type.Partial(ConnectorConfig, { $id: 'ConnectorConfigInput' })

export type ApiConnector = Static<typeof ApiConnector>
export const ApiConnector = Type.Object(
  {
    apiConnectorId: Id,
    name: Type.String(),
    params: ConnectorRequestRead,
    config: ConnectorConfig,
    description: Type.Optional(Type.String()),
    authId: Type.Optional(orNull(Id, 'Its credential; null for none.')),
    ...AuditFields,
  },
  { $id: 'ApiConnector' },
)

export type ApiConnectorSummary = Static<typeof ApiConnectorSummary>
export const ApiConnectorSummary = Type.Object(
  { apiConnectorId: Id, name: Type.String(), description: Type.String() },
  { $id: 'ApiConnectorSummary' },
)

const path = '/v2/api-connectors'
const pathOfOne = '/v2/api-connectors/{apiConnectorId}'
const tag = 'apiConnectors'
const description = Type.String({ maxLength: 4096 })

export const listApiConnectors = operation({
  id: 'listApiConnectors',
  method: 'GET',
  path,
  tag,
  summary: 'List API connectors',
  description: 'All of the organization, for members who manage them; none for others.',
  query: Type.Object(namedQuery),
  answers: { 200: countedPageOf(ApiConnectorSummary, 'ApiConnectorPage') },
  errors: ['invalid_request'],
})

export type ApiConnectorCreate = Static<typeof ApiConnectorCreate>
export const ApiConnectorCreate = Type.Object(
  {
    name: nameOfMost(255),
    params: ConnectorRequest,
    description: Type.Optional(description),
    config: Type.Optional(ConnectorConfigInput),
    authId: Type.Optional(Type.String({ description: 'The id of an API credential.' })),
  },
  { $id: 'ApiConnectorCreate' },
)

export const createApiConnector = operation({
  id: 'createApiConnector',
  method: 'POST',
  path,
  tag,
  summary: 'Define an outgoing API call',
  body: ApiConnectorCreate,
  answers: { 200: ApiConnector },
  errors: ['forbidden'],
})

export const getApiConnector = operation({
  id: 'getApiConnector',
  method: 'GET',
  path: pathOfOne,
  tag,
  summary: 'Get an API connector',
  answers: { 200: ApiConnector },
  errors: ['not_found'],
})

export type ApiConnectorPatch = Static<typeof ApiConnectorPatch>
export const ApiConnectorPatch = Type.Object(
  {
    name: Type.Optional(nameOfMost(255)),
    description: Type.Optional(orNull(description, 'Null clears it.')),
    params: Type.Optional(ConnectorRequest),
    config: Type.Optional(ConnectorConfigInput),
    authId: Type.Optional(orNull(Type.String(), 'Null removes the credential.')),
  },
  { $id: 'ApiConnectorPatch' },
)

export const updateApiConnector = operation({
  id: 'updateApiConnector',
  method: 'PATCH',
  path: pathOfOne,
  tag,
  summary: 'Change an API connector',
  description: 'Absent fields stay unchanged; `params` is replaced as a whole, each part of `config` separately.',
  body: ApiConnectorPatch,
  bodyOptional: true,
  answers: { 200: ApiConnector },
  errors: ['forbidden', 'not_found'],
})

export const deleteApiConnector = operation({
  id: 'deleteApiConnector',
  method: 'DELETE',
  path: pathOfOne,
  tag,
  summary: 'Retire an API connector',
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

const values = (description: string) =>
  Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description, maxProperties: 1000 }))

export type ApiConnectorTest = Static<typeof ApiConnectorTest>
export const ApiConnectorTest = Type.Object(
  {
    headers: values('Values of dynamic headers by their keys.'),
    pathParams: values('Values of dynamic path parameters.'),
    queryParams: values('Values of dynamic query parameters.'),
    bodyParams: values('Values of the placeholders of the body.'),
  },
  { $id: 'ApiConnectorTest', description: 'Values for one call.' },
)

export type ApiConnectorTestResult = Static<typeof ApiConnectorTestResult>
export const ApiConnectorTestResult = Type.Object(
  {
    url: Type.String({ description: 'The final address after redirects.' }),
    status: Type.Integer(),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: 'Headers of the response, without those that set cookies or request authentication.',
    }),
    body: Type.String({ description: 'The first megabyte. Secrets of the credential are replaced by `[secret]`.' }),
    bodyEncoding: Words(['utf8', 'base64'], { description: 'base64: the body is not text.' }),
    isTruncated: Type.Boolean({ description: 'The body was longer.' }),
    requestCount: Type.Integer({ description: 'Requests that were sent, with retries and redirects.' }),
    durationMs: Type.Integer(),
  },
  { $id: 'ApiConnectorTestResult' },
)

export const testApiConnector = operation({
  id: 'testApiConnector',
  method: 'POST',
  path: '/v2/api-connectors/{apiConnectorId}/test',
  tag,
  summary: 'Test an API connector with a real call',
  description:
    'The call is sent, once or as often as `config` allows. Every status of the other server is returned as the result of the test; `call_failed` if it cannot be reached.',
  body: ApiConnectorTest,
  bodyOptional: true,
  cannotBeUndone: true,
  rate: 'send',
  answers: { 200: ApiConnectorTestResult },
  errors: ['forbidden', 'not_found', 'call_failed', 'call_limit_reached'],
})

export const apiConnectorOperations = [
  listApiConnectors,
  createApiConnector,
  getApiConnector,
  updateApiConnector,
  deleteApiConnector,
  testApiConnector,
] as const
