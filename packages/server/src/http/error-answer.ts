import { AppError, type ErrorBody } from '@octavo/core/errors'

export interface ErrorAnswer {
  status: number
  headers: Record<string, string>
  body: ErrorBody
  /** True for errors of the server, which are logged with their cause. */
  isBug: boolean
}

/** The response for any thrown value. Only AppErrors are reported to the client as they are; everything else is `internal`. */
export function errorAnswer(thrown: unknown, requestId: string): ErrorAnswer {
  const error = asAppError(thrown)
  const headers: Record<string, string> = {}
  if (error.status === 401) headers['www-authenticate'] = 'Bearer'
  if (error.status === 429 || error.status === 503 || 'retryAfterSeconds' in error.details)
    headers['retry-after'] = String(retryAfterOf(error))
  if (error.code === 'method_not_allowed')
    headers.allow = (error as AppError<'method_not_allowed'>).details.allowed.join(', ')
  return {
    status: error.status,
    headers,
    body: error.toBody(requestId),
    // A failed export was logged where it failed; the contract requires a 500 for it.
    isBug: error.status >= 500 && error.code !== 'not_ready' && error.code !== 'export_failed',
  }
}

function retryAfterOf(error: AppError): number {
  return 'retryAfterSeconds' in error.details ? error.details.retryAfterSeconds : 5
}

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof Error) {
    const { code, statusCode } = thrown as { code?: unknown; statusCode?: unknown }
    if (typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' && statusCode < 500) {
      return new AppError(
        'invalid_request',
        { reason: `The request cannot be read: ${thrown.message}.` },
        { cause: thrown },
      )
    }
  }
  return new AppError('internal', {}, { cause: thrown })
}

const reasonPhrases = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' }

/** The response to bytes that are not HTTP, written by hand because there is no request object. */
export function rawErrorAnswer(status: keyof typeof reasonPhrases, requestId: string): string {
  const phrase = reasonPhrases[status]
  const body = JSON.stringify(
    new AppError('invalid_request', { reason: `The request is not readable: ${phrase}.` }).toBody(requestId),
  )
  return [
    `HTTP/1.1 ${status} ${phrase}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
