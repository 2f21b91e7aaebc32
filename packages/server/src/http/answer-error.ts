import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { bodyLimits } from '@octavo/core/contract'
import { isAppError } from '@octavo/core/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withRequest } from '../store/index.ts'
import { errorAnswer, rawErrorAnswer } from './error-answer.ts'
import { mayExceed } from './read-bytes.ts'
import type { Serving } from './serving.ts'

/** Records a refusal of the authorization check in the audit log; a failed write of the log does not change the response. */
export async function noteDenial({ options, states }: Serving, error: unknown, request: FastifyRequest): Promise<void> {
  const { viewer, operation, params = {} } = states.get(request) ?? {}
  if (viewer === undefined || operation === undefined || !isAppError(error, 'forbidden')) return
  try {
    await withRequest({ id: request.id, address: request.ip }, () =>
      options.denials(viewer, { operation: operation.id, ids: params, reason: error.message }),
    )
  } catch (failure) {
    const facts = { requestId: request.id, operation: operation.id, err: failure }
    options.log.error(facts, 'a denial is not in the log')
  }
}

export function answerError(
  { options: { log }, states }: Serving,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const operation = states.get(request)?.operation
  const { status, headers, body, isBug } = errorAnswer(thrown, request.id)
  if (isBug) log.error({ requestId: request.id, operation: operation?.id, err: thrown }, body.code)
  else if (status === 401 && operation?.auth === 'client') headers['www-authenticate'] = 'Basic realm="octavo"'
  // Closes the connection after this response instead of reading the rest of an unwanted body.
  if (!request.raw.readableEnded && mayExceed(request.headers, bodyLimits.open.bytes)) headers.connection = 'close'
  return reply
    .code(status)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store', ...headers })
    .send(body)
}

/** Responds to bytes that are not an HTTP request, in the form of any other error. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  socket.end(rawErrorAnswer(status, randomUUID()))
}
