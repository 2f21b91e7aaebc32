import { Readable } from 'node:stream'
import { answersOf, type OperationDefinition, type PageQuery, takesIdempotencyKey } from '@octavo/core/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerDryRun } from './dry-run.ts'
import type { HandlerContext, RequestFacts } from './handle.ts'
import { send } from './send.ts'
import { sentFileOf } from './sent-file.ts'
import { queryOf, type RequestState, type Serving } from './serving.ts'
import { untilGone } from './until-gone.ts'
import { type ValidRequest, validateRequest } from './validate-request.ts'
import { wantsYaml } from './yaml.ts'

/** Runs an operation for an authenticated request and sends what it returns. */
export async function answerOperation(
  serving: Serving,
  state: RequestState,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { operation, viewer } = state
  const { config, log, rateLimits } = serving.options
  if (viewer !== undefined) await rateLimits.ofViewer(operation, viewer, (headers) => reply.headers(headers))
  const valid = await validateRequest(
    operation,
    {
      params: state.params,
      query: queryOf(request),
      contentType: request.headers['content-type'],
      body: bodyOf(request),
    },
    { isStrict: config.strict, reader: serving.reader },
  )
  if (valid.warnings.length > 0) reply.header('warning', warningHeader(valid.warnings))
  const signal = untilGone(serving, reply, viewer)
  const context = contextOf(serving, state, valid, factsOf(serving, request, reply, signal))
  const result = await runOnce(serving, state, valid, context, request, reply)
  return send(reply, operation, result, {
    requestId: request.id,
    acceptEncoding: request.headers['accept-encoding'],
    ifNoneMatch: operation.method === 'GET' ? request.headers['if-none-match'] : undefined,
    asYaml: operation.yaml === true && wantsYaml(request.headers.accept, valid.query.format),
    signal,
    onLateError: (error) => log.error({ requestId: request.id, operation: operation.id, err: error }, 'stream failed'),
  })
}

const bodyOf = (request: FastifyRequest): Buffer | undefined =>
  Buffer.isBuffer(request.body) ? request.body : undefined

function factsOf(
  { addresses, starts }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): RequestFacts {
  const { id, headers, ip: address } = request
  const startedAt = starts.get(request) ?? performance.now()
  const setHeaders: RequestFacts['setHeaders'] = (given) => void reply.headers(given)
  const sentFile = () => sentFileOf(request.body instanceof Readable ? request.body : undefined, headers)
  return {
    id,
    headers,
    address,
    bodyBytes: bodyOf(request),
    sentFile,
    setHeaders,
    ...addresses.of(request),
    startedAt,
    signal,
  }
}

function contextOf(
  { options: { paged } }: Serving,
  { operation, viewer }: RequestState,
  valid: ValidRequest,
  facts: RequestFacts,
): HandlerContext<OperationDefinition> {
  const { page, limit, pageToken, pageSize, ...filters } = valid.query
  const paging = { page, limit, pageToken, pageSize } as PageQuery
  // The request was validated against this operation, so the contract's types hold.
  return {
    viewer,
    params: valid.params,
    query: valid.query,
    body: valid.body,
    request: facts,
    paged: (read) => {
      if (viewer === undefined) throw new Error(`Operation ${operation.id} has pages but no viewer.`)
      const { organizationId, memberId: actorId } = viewer
      return paged({ operation: operation.id, organizationId, actorId, filters: [valid.params, filters], paging }, read)
    },
  } as HandlerContext<OperationDefinition>
}

/** Runs the handler: as a dry run, once for its Idempotency-Key, or directly. */
async function runOnce(
  { options: { dryRun, once } }: Serving,
  { operation, route, viewer }: RequestState,
  { isDryRun }: ValidRequest,
  context: HandlerContext<OperationDefinition>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (isDryRun) return answerDryRun(dryRun, () => route.run(context))
  const key = request.headers['idempotency-key']
  if (viewer === undefined || key === undefined || !takesIdempotencyKey(operation)) return route.run(context)
  return once(
    {
      viewer,
      operation: operation.id,
      firstStatus: answersOf(operation)[0]?.[0] ?? 200,
      key: String(key),
      method: request.method,
      url: request.url,
      contentType: request.headers['content-type'],
      body: bodyOf(request),
      signal: context.request.signal,
      onReplay: () => reply.header('idempotency-replayed', 'true'),
    },
    async () => route.run(context),
  )
}

/** RFC 9111 warn-code 299. Names come from the request, so only plain characters are repeated. */
function warningHeader(warnings: readonly string[]): string {
  return warnings
    .slice(0, 10)
    .map((warning) => `299 octavo "${warning.replace(/[^\w .[\]-]/g, '?').slice(0, 120)}"`)
    .join(', ')
}
