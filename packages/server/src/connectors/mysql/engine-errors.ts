import { AppError, type ConnectionStep, isAppError } from '@octavo/core/errors'
import { DestinationRefused } from '../../outbound/index.ts'
import { isCertificateProblem, stepOfLink, untrusted } from '../link-steps.ts'

/** Numbers of errors of the server (share/errmsg-utf8.txt of MariaDB, messages_to_clients.txt of MySQL). */
const refusals = new Set([1044, 1045, 1129, 1130, 1251, 1698, 1820, 1862, 3118, 4151])
/** No such role, and one that the user was not granted (MariaDB, MySQL). */
const rolesRefused = new Set([1959, 3530, 3523])
const tlsRequired = 3159
const crowded = new Set([1040, 1203, 1226])
const timeouts = new Set([1969, 3024])
/** Node's error codes for a connection that could not be opened. */
const unanswered = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
const interrupted = new Set([1317])
const killed = new Set([1053, 1927])
const outOfMemory = new Set([1037, 1038, 1041, 1114, 1206])

/** Converts an error of the driver or the server to ours. */
export function errorOf(error: unknown, label: string): AppError {
  if (error instanceof AppError) return error
  const cause = { cause: error }
  const source = `${label} connection`
  const passing = (step: ConnectionStep, reason: string) =>
    new AppError('source_unavailable', { source, reason, step, isPassing: true }, cause)
  const failed = (step: ConnectionStep, reason: string) =>
    new AppError('source_unavailable', { source, reason, step }, cause)
  if (error instanceof DestinationRefused) return failed('reach', error.message)
  const { errno, sqlState, code } = partsOf(error)
  if (sqlState === null || errno === null || errno <= 0) {
    if (isCertificateProblem(error)) return failed('tls', untrusted)
    if (code === 'HANDSHAKE_NO_SSL_SUPPORT' || code === 'HANDSHAKE_SSL_ERROR') {
      return failed('tls', 'No TLS connection can be made to the server.')
    }
    if (stepOfLink(error) === 'name') return failed('name', 'No server has this name.')
    return passing(
      'reach',
      unanswered.has(code ?? '') ? 'The server does not answer.' : 'The connection to the server broke.',
    )
  }
  if (errno === tlsRequired) return failed('tls', 'The server accepts only connections with TLS.')
  if (refusals.has(errno)) return failed('signIn', 'The server refuses the user or the password.')
  if (crowded.has(errno)) return passing('signIn', 'The server accepts no more connections at the moment.')
  if (killed.has(errno)) return passing('reach', 'The connection to the server broke.')
  if (interrupted.has(errno)) return new AppError('query_cancelled', {}, cause)
  if (timeouts.has(errno)) {
    return new AppError('query_over_budget', { budget: 'time', limit: 'the time limit of the server' }, cause)
  }
  if (outOfMemory.has(errno)) {
    return new AppError('query_over_budget', { budget: 'memory', limit: 'the memory of the server' }, cause)
  }
  return new AppError('query_failed', { reason: textOf(error), engineCode: String(errno) }, cause)
}

/** The error of `SET ROLE`. */
export function roleRefused(error: unknown, label: string, role: string): unknown {
  const { errno } = partsOf(error instanceof AppError ? error.cause : error)
  if (errno === null || !rolesRefused.has(errno)) return error
  const reason = `The server has no role "${role}", or the user may not act as it.`
  return new AppError('source_unavailable', { source: `${label} connection`, reason, step: 'role' }, { cause: error })
}

/** True when a server does not know the collation of a statement. */
export function isUnknownCollation(error: unknown): boolean {
  return partsOf(error instanceof AppError ? error.cause : error).errno === 1273
}

/** True for a missing table or database, and for a view that reads a missing table. */
export function isMissing(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error
  const { errno } = partsOf(cause)
  return errno === 1146 || errno === 1049
}

/** True when a table was created after the start of the transaction that reads it. */
export function isDefinitionNew(error: unknown): boolean {
  return partsOf(error instanceof AppError ? error.cause : error).errno === 1412
}

/** True when the connection broke or the server closed it: it is unknown whether the statement was executed. */
export function isLinkLost(error: unknown): boolean {
  return isAppError(error, 'source_unavailable') && error.details.step === 'reach'
}

/** Errors of values: null, out of range, wrong format, not in the character set, too long. */
const refusedValues = new Set([1048, 1264, 1265, 1292, 1366, 1367, 1406])

/** The row of an insert (from 1) and the column whose value the server refused; null for other errors. */
export function refusedValue(error: unknown): { reason: string; row: number; column: string | null } | null {
  if (!isAppError(error, 'query_failed')) return null
  const { errno } = partsOf(error.cause)
  if (errno === null || !refusedValues.has(errno)) return null
  const { reason } = error.details
  const [, column = null, row = '1'] = /column (?:.*\.)?[`'](\w+)[`'](?: at row (\d+))?$/.exec(reason) ?? []
  return { reason, row: Number(row), column }
}

function partsOf(error: unknown): { errno: number | null; sqlState: string | null; code: string | null } {
  const parts = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  return {
    errno: typeof parts.errno === 'number' ? parts.errno : null,
    sqlState: typeof parts.sqlState === 'string' && parts.sqlState !== '' ? parts.sqlState : null,
    code: typeof parts.code === 'string' ? parts.code : null,
  }
}

function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  // Some messages contain file names of the server.
  return text
    .replace(/'(?:\.?\/)[^']*'/g, "'...'")
    .replace(/\s+/g, ' ')
    .slice(0, 500)
}
