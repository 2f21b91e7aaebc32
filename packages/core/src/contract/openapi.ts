import { type TSchema, Type } from 'typebox'
import { type ErrorCode, errorCodes } from '../errors/index.ts'
import { ApiError } from './common.ts'
import {
  type Answer,
  answerKind,
  answersOf,
  bodiesOf,
  errorsOf,
  jsonSchemaOf,
  lineSchemaOf,
  type OperationDefinition,
  paramsSchemaOf,
  takesDryRun,
  takesIdempotencyKey,
} from './define.ts'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

/** OpenAPI 3.1 of the operations. Schemas with an `$id` become components; the output is deterministic. */
export function openApiOf(operations: readonly OperationDefinition[], version: string): JsonObject {
  const components = new Components()
  const paths: { [path: string]: JsonObject } = {}
  for (const operation of operations) {
    const path = paths[operation.path] ?? {}
    path[operation.method.toLowerCase()] = operationObject(operation, components)
    paths[operation.path] = path
  }
  const tags = [...new Set(operations.map((operation) => operation.tag))].sort()
  components.refer(ApiError)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo',
      version,
      description:
        'Workbooks over your data platform. Every response has the header `x-request-id`; every failure has the body ApiError.',
    },
    externalDocs: { description: 'JSON Schemas of workbooks and data models', url: '/schemas/' },
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An access token of POST /v2/auth/token.' },
        clientAuth: { type: 'http', scheme: 'basic', description: 'Client id and client secret.' },
        sessionAuth: {
          type: 'apiKey',
          in: 'cookie',
          name: 'octavo_session',
          description: 'The session of a browser; requests other than GET also carry x-octavo-csrf.',
        },
      },
      schemas: components.sorted(),
    },
  }
}

const security: Record<NonNullable<OperationDefinition['auth']>, Json> = {
  viewer: [{ bearerAuth: [] }, { sessionAuth: [] }],
  client: [{ clientAuth: [] }, {}],
  session: [{ sessionAuth: [] }],
  signed: [{ bearerAuth: [] }, { sessionAuth: [] }, {}],
  none: [],
}

function operationObject(operation: OperationDefinition, components: Components): JsonObject {
  const bodies = bodiesOf(operation)
  const params = paramsSchemaOf(operation)
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    ...(operation.requires === undefined ? {} : { 'x-requires': operation.requires }),
    security: security[operation.auth ?? 'viewer'],
    parameters: [
      ...Object.entries(params.properties).map(([name, schema]) => parameter('path', name, schema, true, components)),
      ...Object.entries(operation.query?.properties ?? {}).map(([name, schema]) =>
        parameter('query', name, schema, operation.query?.required?.includes(name) ?? false, components),
      ),
      ...(takesDryRun(operation) && operation.query?.properties.dryRun === undefined
        ? [parameter('query', 'dryRun', dryRun, false, components)]
        : []),
      ...(takesIdempotencyKey(operation)
        ? [parameter('header', 'Idempotency-Key', idempotencyKey, false, components)]
        : []),
      ...(operation.ifMatch === true ? [parameter('header', 'If-Match', ifMatch, false, components)] : []),
      ...(operation.etag === true ? [parameter('header', 'If-None-Match', ifNoneMatch, false, components)] : []),
    ],
    ...(bodies.length === 0
      ? {}
      : {
          requestBody: {
            required: operation.bodyOptional !== true,
            content: Object.fromEntries(bodies.map(([type, schema]) => [type, { schema: components.refer(schema) }])),
          },
        }),
    responses: {
      ...Object.fromEntries(
        answersOf(operation).map(([status, answer]) => [
          status,
          { ...response(answer, components, operation.yaml === true), ...(operation.etag === true ? etagHeader : {}) },
        ]),
      ),
      ...furtherResponses(operation),
      ...errorResponses(errorsOf(operation), components),
    },
  }
}

/** Additional responses of an operation: to If-None-Match, and to a dry run of an operation without a response body. */
function furtherResponses(operation: OperationDefinition): JsonObject {
  const isEmpty = answersOf(operation).every(([, answer]) => answerKind(answer) === 'empty')
  const further: JsonObject = {}
  if (isEmpty && takesDryRun(operation)) {
    further[200] = { description: 'Only for a dry run.', content: { 'application/json': { schema: dryRunAnswer } } }
  }
  if (operation.etag === true)
    further[304] = { description: 'Not modified: If-None-Match has the current ETag. No body.' }
  return further
}

const dryRun = Type.Boolean({
  default: false,
  description:
    'Nothing is changed: the response is that of the real request, with `changes`, the list of what would ' +
    'have been written. May also be a field of the body.',
})

/** For an operation whose response has no body. */
const dryRunAnswer: JsonObject = {
  type: 'object',
  properties: { changes: { type: 'array', items: { type: 'object' } } },
  required: ['changes'],
}

const idempotencyKey = Type.String({
  minLength: 1,
  maxLength: 255,
  description:
    'A new value for each new request. For 24 hours, a retry with the same value and the same request ' +
    'changes nothing again and gets the first response, with the header `Idempotency-Replayed: true`.',
})

const ifMatch = Type.String({
  description:
    'The ETag of the state that the change was made for, several separated by commas, or `*` for any. If ' +
    'the current ETag is another one, the response is 412 `precondition_failed`, and nothing is changed.',
})

const ifNoneMatch = Type.String({
  description:
    'The ETags that the client already has. The response is 304 without a body when the current ETag is one of them.',
})

const etagHeader = {
  headers: { ETag: { description: 'Changes with the answer.', schema: { type: 'string' } } },
} as const

function parameter(
  where: 'path' | 'query' | 'header',
  name: string,
  schema: TSchema,
  required: boolean,
  components: Components,
) {
  const { description, ...rest } = components.refer(schema) as JsonObject
  return { name, in: where, required, ...(description === undefined ? {} : { description }), schema: rest }
}

function response(answer: Answer, components: Components, isAlsoYaml: boolean): JsonObject {
  const json = jsonSchemaOf(answer)
  if (json !== undefined) {
    const schema = components.refer(json)
    const yaml: JsonObject = isAlsoYaml ? { 'application/yaml': { schema } } : {}
    return { description: 'Success.', content: { 'application/json': { schema }, ...yaml } }
  }
  const line = lineSchemaOf(answer)
  const { description, mediaTypes = [] } = answer as { description: string; mediaTypes?: readonly string[] }
  if (line !== undefined) {
    const schema = components.refer(line)
    return { description: `${description} One JSON value a line.`, content: { 'application/x-ndjson': { schema } } }
  }
  if (mediaTypes.length === 0) return { description }
  return {
    description,
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: fileSchemaOf(type) }])),
  }
}

/** A file with JSON content is described as arbitrary JSON; any other as bytes. */
const fileSchemaOf = (mediaType: string): JsonObject =>
  mediaType === 'application/json' ? {} : { type: 'string', format: 'binary' }

/** One response for each status, with its possible codes. */
function errorResponses(codes: readonly ErrorCode[], components: Components): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = errorCodes[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const schema = components.refer(ApiError)
  const entries = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    entries.map(([status, of]) => [
      status,
      { description: of.map((code) => `\`${code}\``).join(', '), content: { 'application/json': { schema } } },
    ]),
  )
}

/** Collects the named schemas, and refers to them from everywhere else. */
class Components {
  readonly #schemas = new Map<string, { json: Json; source: string }>()

  refer(schema: TSchema): Json {
    return this.#json(JSON.parse(JSON.stringify(schema)) as Json)
  }

  sorted(): JsonObject {
    const entries = [...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(entries.map(([name, { json }]) => [name, json]))
  }

  #json(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.#json(item))
    if (typeof value !== 'object' || value === null) return value
    const { $id, ...rest } = value
    if (typeof $id !== 'string') return this.#fields(value)
    const source = JSON.stringify(rest)
    const known = this.#schemas.get($id)
    if (known !== undefined && known.source !== source) throw new Error(`Two schemas are called ${$id}.`)
    if (known === undefined) {
      this.#schemas.set($id, { json: null, source })
      this.#schemas.set($id, { json: this.#fields(rest), source })
    }
    return { $ref: `#/components/schemas/${$id}` }
  }

  #fields(value: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.#json(field)]))
  }
}
