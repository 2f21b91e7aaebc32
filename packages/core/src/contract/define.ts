import { type Static, type TObject, type TSchema, type TString, Type } from 'typebox'
import type { FeaturePermission } from '../access/index.ts'
import type { ErrorCode } from '../errors/index.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call. `viewer`: a bearer token or a web session, both result in the same Viewer. `client`: the credentials of an API client in
 * the request itself. `session`: a web session only. `signed`: a bearer token or a web session, otherwise a signature that the handler
 * checks. `none`: anyone.
 */
export type AuthKind = 'viewer' | 'client' | 'session' | 'signed' | 'none'

export type BodyMediaType =
  | 'application/json'
  | 'application/x-www-form-urlencoded'
  | 'application/yaml'
  | 'multipart/form-data'

/** A request body by media type; a bare schema means JSON. */
export type Body = TSchema | { readonly [M in BodyMediaType]?: TSchema }

/** Bytes with their media type. */
export interface BinaryAnswer {
  readonly answer: 'binary'
  readonly mediaTypes: readonly string[]
  readonly description: string
}
/** A stream with one JSON value on each line, sent as soon as it is available. */
export interface LinesAnswer<Line extends TSchema = TSchema> {
  readonly answer: 'lines'
  readonly line: Line
  readonly description: string
}
export interface EmptyAnswer {
  readonly answer: 'empty'
  readonly description: string
}
export type Answer = TSchema | BinaryAnswer | LinesAnswer | EmptyAnswer

export type SuccessStatus = 200 | 201 | 202 | 204
export type Answers = { readonly [S in SuccessStatus]?: Answer }

/** Groups of operations that share a rate limit; the limits are settings of the organization. */
export type RateGroup = 'export' | 'send' | 'download'

export interface OperationDefinition {
  /** The operationId, unique in the contract. */
  readonly id: string
  readonly method: Method
  /** With `{name}` for parameters; the last segment may end with `:verb`. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly tag: string
  /** The feature permission that the caller's account type must have; absent for none. */
  readonly requires?: FeaturePermission
  /** `viewer` when absent. */
  readonly auth?: AuthKind
  /** Absent: every name in the path is a string. An id with an invalid form is a 404 like any unknown id. */
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: Body
  /** JSON bodies may also be sent as YAML, and JSON responses are sent as YAML to callers that request it (Accept, or `format`). */
  readonly yaml?: boolean
  /** The body contains a document or rows, so the limits `bodyLimits.large` apply. Implied by `yaml`. */
  readonly largeBody?: boolean
  /** The body is a file of any size, which the handler reads as a stream; it is not validated beforehand. */
  readonly streamedBody?: true
  /** The response represents a resource state: it has an ETag, and If-None-Match is supported. */
  readonly etag?: true
  /** The header If-Match contains the state that the request applies to: 412 `precondition_failed` when it has changed. */
  readonly ifMatch?: true
  /** Whether the body may be omitted. False when absent and a body is declared. */
  readonly bodyOptional?: boolean
  readonly answers: Answers
  /** The operation changes nothing although its method is not GET, such as a query with a body. */
  readonly onlyReads?: boolean
  /** The operation has effects on other servers that cannot be undone, so it has no dry run. */
  readonly cannotBeUndone?: true
  /** Requests of all operations in the group are counted together for each credential. */
  readonly rate?: RateGroup
  /** Error codes of this operation; codes that follow from its shape (see `errorsOf`) can be omitted. */
  readonly errors?: readonly ErrorCode[]
}

/** An entry of the contract. Validation, routing, OpenAPI and the client are derived from it; nothing repeats it. */
export type Operation<D extends OperationDefinition = OperationDefinition> = D

/** Checks the definition's shape and keeps its exact type. */
export function operation<const D extends OperationDefinition>(definition: D): Operation<D> {
  return definition
}

/** A file or other bytes. */
export function binary(mediaTypes: readonly string[], description: string): BinaryAnswer {
  return { answer: 'binary', mediaTypes, description }
}
/** A stream of JSON lines (application/x-ndjson). */
export function lines<Line extends TSchema>(line: Line, description: string): LinesAnswer<Line> {
  return { answer: 'lines', line, description }
}
/** No body. */
export function empty(description: string): EmptyAnswer {
  return { answer: 'empty', description }
}

/** The kind of a response; a schema means one JSON value. */
export function answerKind(answer: Answer): 'json' | 'binary' | 'lines' | 'empty' {
  return 'answer' in answer ? (answer as BinaryAnswer | LinesAnswer | EmptyAnswer).answer : 'json'
}
/** The schema of a JSON response; undefined for any other. */
export function jsonSchemaOf(answer: Answer): TSchema | undefined {
  return answerKind(answer) === 'json' ? (answer as TSchema) : undefined
}
/** The schema of one line of a stream; undefined for any other response. */
export function lineSchemaOf(answer: Answer): TSchema | undefined {
  return answerKind(answer) === 'lines' ? (answer as LinesAnswer).line : undefined
}

type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never

export type ParamsOf<D extends OperationDefinition> = D['params'] extends TSchema
  ? Static<D['params']>
  : { [N in PathNames<D['path']>]: string }

export type QueryOf<D extends OperationDefinition> = D['query'] extends TSchema
  ? Static<D['query']>
  : Record<never, never>

type StaticOfValues<B> = { [M in keyof B]: B[M] extends TSchema ? Static<B[M]> : never }[keyof B]
type BodySchemas<B> = B extends { readonly [M in BodyMediaType]?: TSchema }
  ? Extract<keyof B, BodyMediaType> extends never
    ? B extends TSchema
      ? Static<B>
      : undefined
    : StaticOfValues<Pick<B, Extract<keyof B, BodyMediaType>>>
  : B extends TSchema
    ? Static<B>
    : undefined

/** The validated body; a union when several media types are accepted. */
export type BodyOf<D extends OperationDefinition> = D['streamedBody'] extends true
  ? undefined
  : D['bodyOptional'] extends true
    ? BodySchemas<D['body']> | undefined
    : BodySchemas<D['body']>

type AnswerValue<A> = A extends { readonly answer: string } ? never : A extends TSchema ? Static<A> : never
type ValuesOfAnswers<A extends Answers> = { [S in keyof A]: AnswerValue<A[S]> }[keyof A]

/** The content of an operation's JSON responses; never when all are files, streams or empty. */
export type AnswerOf<D extends OperationDefinition> = ValuesOfAnswers<D['answers']>

/** The content of one line of an operation that streams. */
export type LineOf<D extends OperationDefinition> = {
  [S in keyof D['answers']]: D['answers'][S] extends LinesAnswer<infer Line> ? Static<Line> : never
}[keyof D['answers']]

const bodyMediaTypes: readonly BodyMediaType[] = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/yaml',
  'multipart/form-data',
]

/** The body schemas by media type, in documentation order; empty for an operation without a body. */
export function bodiesOf(definition: OperationDefinition): readonly [BodyMediaType, TSchema][] {
  const body = definition.body
  if (body === undefined) return []
  const byType = body as { readonly [M in BodyMediaType]?: TSchema }
  const found = bodyMediaTypes.flatMap((type): [BodyMediaType, TSchema][] => {
    const schema = byType[type]
    return schema === undefined ? [] : [[type, schema]]
  })
  const all: [BodyMediaType, TSchema][] = found.length > 0 ? found : [['application/json', body as TSchema]]
  const json = all.find(([type]) => type === 'application/json')
  return definition.yaml === true && json ? [...all, ['application/yaml', json[1]]] : all
}

/** The names in a path, in order. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
}

/** The schema of the path parameters, derived from the path when the operation does not define one. */
export function paramsSchemaOf(definition: OperationDefinition): TObject {
  if (definition.params !== undefined) return definition.params
  const properties: Record<string, TString> = {}
  for (const name of pathNames(definition.path)) properties[name] = Type.String()
  return Type.Object(properties)
}

/** Responses in ascending order of status. */
export function answersOf(definition: OperationDefinition): [SuccessStatus, Answer][] {
  return ([200, 201, 202, 204] as const).flatMap((status): [SuccessStatus, Answer][] => {
    const answer = definition.answers[status]
    return answer === undefined ? [] : [[status, answer]]
  })
}

/** Whether the operation changes something, or sends or exports data, rather than only reading. */
export function isWrite(definition: OperationDefinition): boolean {
  return definition.rate !== undefined || (definition.method !== 'GET' && definition.onlyReads !== true)
}

/**
 * Whether an operation cannot be done on behalf of another member with an exchanged token: exporting or sending data, scheduling that, and
 * operations on the paths of connections. From the published help pages.
 */
export function isForOneselfOnly({ rate, path }: OperationDefinition): boolean {
  return (
    rate === 'export' || rate === 'send' || /\/schedules(\/|$)/.test(path) || /^\/v2\/connections\/paths/.test(path)
  )
}

/** Whether requests are counted by client address, because no token identifies the caller. Probes are not counted. */
export function isCountedByAddress({ auth, tag }: OperationDefinition): boolean {
  return (auth === 'none' || auth === 'client' || auth === 'signed') && tag !== 'service'
}

/**
 * Whether a retry with the same `Idempotency-Key` receives the response of the first request. Not for bodies that are not stored, because
 * it could not be checked that a retry sends the same body.
 */
export function takesIdempotencyKey(definition: OperationDefinition): boolean {
  if (definition.streamedBody === true) return false
  return definition.method !== 'GET' && (definition.auth ?? 'viewer') === 'viewer' && answersAtOnce(definition)
}

/**
 * Whether `dryRun` runs the operation, responds like the real request, and undoes every change. The operations of our own sign-in page do
 * not support it: a wrong password would leave no trace.
 */
export function takesDryRun(definition: OperationDefinition): boolean {
  const { auth = 'viewer' } = definition
  if (definition.streamedBody === true || definition.cannotBeUndone === true) return false
  return isChange(definition) && (auth === 'viewer' || auth === 'client') && answersAtOnce(definition)
}

/** Whether every response is one JSON value or empty. */
function answersAtOnce(definition: OperationDefinition): boolean {
  const kinds = answersOf(definition).map(([, answer]) => answerKind(answer))
  return kinds.every((kind) => kind === 'json' || kind === 'empty')
}

/** Whether the operation writes something permanently. */
function isChange(definition: OperationDefinition): boolean {
  return definition.method !== 'GET' && definition.onlyReads !== true
}

/** Every error code that an operation may respond with: its own, and the ones that follow from its shape. Sorted, without duplicates. */
export function errorsOf(definition: OperationDefinition): ErrorCode[] {
  const codes = new Set<ErrorCode>(definition.errors ?? [])
  const auth = definition.auth ?? 'viewer'
  if (auth !== 'none') codes.add('unauthorized').add('address_not_allowed')
  if (isCountedByAddress(definition)) codes.add('too_many_attempts')
  if ((auth === 'viewer' || auth === 'session' || auth === 'signed') && definition.method !== 'GET')
    codes.add('csrf_failed')
  // A member who views the app as another one cannot change anything.
  if (definition.requires !== undefined) codes.add('forbidden')
  if (auth === 'viewer' && (isWrite(definition) || isForOneselfOnly(definition))) codes.add('forbidden')
  if (pathNames(definition.path).length > 0) codes.add('not_found')
  if (definition.query !== undefined) codes.add('invalid_request').add('unknown_parameter')
  if (definition.query?.properties.page !== undefined) codes.add('invalid_cursor')
  if (definition.body !== undefined) {
    codes.add('invalid_request').add('unknown_parameter').add('unsupported_media_type').add('body_too_large')
  }
  if (isChange(definition) && !takesDryRun(definition)) codes.add('dry_run_not_supported')
  if (takesIdempotencyKey(definition)) {
    codes.add('invalid_request').add('idempotency_key_reused')
    codes.add('idempotency_in_progress').add('idempotency_answer_lost')
  }
  if (definition.rate !== undefined) codes.add('rate_limited')
  if (definition.ifMatch === true) codes.add('precondition_failed').add('invalid_request')
  codes.add('internal')
  return [...codes].sort()
}
