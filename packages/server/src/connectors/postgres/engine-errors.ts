import { AppError, type ConnectionStep } from '@octavo/core/errors'
import { DestinationRefused } from '../../outbound/index.ts'
import { isCertificateProblem, stepOfLink, untrusted } from '../link-steps.ts'

export const label = 'PostgreSQL'
export const source = `${label} connection`

/** The error of a connection that could not be opened. Class 28 and `3D000` are about the user, the password and the database. */
export function unreachable(error: unknown): AppError {
  const failed = (step: ConnectionStep, reason: string) =>
    new AppError('source_unavailable', { source, reason, step }, { cause: error })
  const passing = (step: ConnectionStep, reason: string) =>
    new AppError('source_unavailable', { source, reason, step, isPassing: true }, { cause: error })
  if (error instanceof DestinationRefused) return failed('reach', error.message)
  const code = codeOf(error)
  const text = error instanceof Error ? error.message : ''
  // A pg_hba.conf that requires TLS has no entry for connections without it.
  if (code.startsWith('28') && /no encryption/i.test(text))
    return failed('tls', 'The server accepts only connections with TLS.')
  if (code.startsWith('28')) return failed('signIn', 'The server refuses the user or the password.')
  if (code === '3D000') return failed('database', 'The server has no such database.')
  if (code === '42501') return failed('permission', 'The user may not open the database.')
  if (isCertificateProblem(error)) return failed('tls', untrusted)
  if (/does not support SSL/i.test(text)) return failed('tls', 'No TLS connection can be made to the server.')
  if (code.startsWith('53')) return passing('signIn', 'The server accepts no more connections at the moment.')
  return stepOfLink(error) === 'name'
    ? failed('name', 'No server has this name.')
    : passing('reach', 'The server does not answer.')
}

/** The error of `SET ROLE`. */
export function roleRefused(error: unknown, role: string): unknown {
  const code = codeOf(error)
  const reasons: Record<string, string> = {
    '22023': `The server has no role "${role}".`,
    '42501': `The user may not act as the role "${role}".`,
  }
  const reason = reasons[code]
  if (reason === undefined) return error
  return new AppError('source_unavailable', { source, reason, step: 'role' }, { cause: error })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The error of a statement by its SQLSTATE: the classes 08 and 57P are about the connection and the server. */
export function errorOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  if (code === '57014') return new AppError('query_cancelled', {}, { cause: error })
  if (code === '53200') {
    return new AppError('query_over_budget', { budget: 'memory', limit: 'the memory of the server' }, { cause: error })
  }
  if (!/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P')) {
    const details = { source, reason: 'The connection to the server broke.', isPassing: true } as const
    return new AppError('source_unavailable', details, { cause: error })
  }
  const text = error instanceof Error ? error.message : String(error)
  return new AppError(
    'query_failed',
    { reason: text.replace(/\s+/g, ' ').slice(0, 500), engineCode: code },
    { cause: error },
  )
}
