import { AppError, type ConnectionStep } from '@octavo/core/errors'
import { DestinationRefused } from '../../outbound/index.ts'
import { isCertificateProblem, stepOfLink, untrusted } from '../link-steps.ts'

/** The coordinator's description of a failed statement. */
export interface PageError {
  message: string
  errorCode: number
  errorName: string
  errorType: string
}

export const label = 'Trino or Starburst'
const source = `${label} connection`

/** A problem of the connection that lasts until somebody changes its settings. */
export const failed = (step: ConnectionStep, reason: string, cause?: unknown) =>
  new AppError('source_unavailable', { source, reason, step }, { cause })
const passing = (step: ConnectionStep, reason: string, cause?: unknown) =>
  new AppError('source_unavailable', { source, reason, step, isPassing: true }, { cause })

/** The error of a request without a response. */
export function unreachable(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof DestinationRefused) return failed('reach', error.message, error)
  if (isCertificateProblem(error)) return failed('tls', untrusted, error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // OpenSSL reports wrong settings with error codes of its own.
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return failed('tls', 'No TLS connection can be made to the server.', error)
  }
  if (error instanceof SyntaxError) return failed('reach', 'The server that answers is not a Trino coordinator.', error)
  if (stepOfLink(error) === 'name') return failed('name', 'No server has this name.', error)
  const isSilent = ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ABORT_ERR'].includes(code)
  return passing('reach', isSilent ? 'The server does not answer.' : 'The connection to the server broke.', error)
}

/** The error of a response that is not a page. */
export function refusedAnswer(status: number, text: string, method: string): AppError {
  const reason = cleaned(text)
  if (status === 401) return failed('signIn', 'The server refuses the user or the password.', reason)
  if (status === 403) return failed('permission', `The server refuses the user${reason === '' ? '' : `: ${reason}`}.`)
  if (status >= 500)
    return passing('reach', 'The server is starting, or accepts no more queries at the moment.', reason)
  // The statement has ended, because its rows were not fetched for too long.
  if (method === 'GET' && (status === 404 || status === 410)) {
    return new AppError('query_failed', { reason: 'The server does not know the statement any more.' })
  }
  return failed('reach', `The server that answers is not a Trino coordinator (status ${status}).`)
}

const overTime = /^(EXCEEDED_TIME_LIMIT|EXCEEDED_CPU_LIMIT|ABANDONED_QUERY)$/
const overMemory = /^(EXCEEDED_\w*MEMORY_LIMIT|CLUSTER_OUT_OF_MEMORY|EXCEEDED_LOCAL_MEMORY_LIMIT|EXCEEDED_SPILL_LIMIT)$/
const restarts = /^(SERVER_SHUTTING_DOWN|SERVER_STARTING_UP|NO_NODES_AVAILABLE|REMOTE_HOST_GONE|QUERY_QUEUE_FULL)$/
const stopped = /^(USER_CANCELED|ADMINISTRATIVELY_KILLED|ADMINISTRATIVELY_PREEMPTED)$/
const roleRefused = /^(ROLE_NOT_FOUND|INVALID_ROLE)$/

/** Converts the error of a statement by its `errorName`: https://trino.io/docs/current/develop/client-protocol.html */
export function errorOf(error: PageError): AppError {
  const cause = { cause: error }
  const { errorName, message } = error
  if (stopped.test(errorName)) return new AppError('query_cancelled', {}, cause)
  if (overTime.test(errorName)) {
    return new AppError('query_over_budget', { budget: 'time', limit: 'the time limit of the server' }, cause)
  }
  if (overMemory.test(errorName)) {
    return new AppError('query_over_budget', { budget: 'memory', limit: 'the memory of the server' }, cause)
  }
  if (restarts.test(errorName))
    return passing('reach', 'The server is starting, or accepts no more queries at the moment.', error)
  if (roleRefused.test(errorName) || /^Access Denied: Cannot set role/i.test(message)) {
    return failed('role', 'The server has no such role, or the user may not act as it.', error)
  }
  return new AppError('query_failed', { reason: cleaned(message), engineCode: errorName }, cause)
}

/** True for a table, a schema or a catalog that does not exist. */
export function isMissing(error: unknown): boolean {
  const { errorName } = ((error instanceof AppError ? error.cause : null) ?? {}) as Partial<PageError>
  return /^(TABLE|SCHEMA|CATALOG)_NOT_FOUND$/.test(errorName ?? '')
}

/** Removes file names of the server from a message. */
function cleaned(text: string): string {
  return text
    .replace(/(?:file:)?\/(?:tmp|home|usr|var|etc|data|opt)\/\S*/g, '...')
    .replace(/\s+/g, ' ')
    .slice(0, 500)
}
