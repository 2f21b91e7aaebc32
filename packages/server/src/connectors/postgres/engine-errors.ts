import { AppError } from '@octavo/core/errors'
import { DestinationRefused } from '../../outbound/index.ts'

export const label = 'PostgreSQL'

/** The error of a link that could not be opened. Class 28 and `3D000` are about the user, the password and the database. */
export function unreachable(error: unknown): AppError {
  const source = `${label} connection`
  if (error instanceof DestinationRefused) {
    return new AppError('source_unavailable', { source, reason: error.message }, { cause: error })
  }
  const code = codeOf(error)
  if (code.startsWith('28')) {
    return new AppError(
      'source_unavailable',
      { source, reason: 'The server refuses the user or the password.' },
      { cause: error },
    )
  }
  if (code === '3D000') {
    return new AppError('source_unavailable', { source, reason: 'The server has no such database.' }, { cause: error })
  }
  const isWithoutTls = error instanceof Error && /does not support SSL|certificate|self-signed/i.test(error.message)
  if (isWithoutTls) {
    const reason = 'No TLS connection can be made to the server.'
    return new AppError('source_unavailable', { source, reason }, { cause: error })
  }
  const reason = code.startsWith('53') ? 'The server has no free place.' : 'The server does not answer.'
  return new AppError('source_unavailable', { source, reason, isPassing: true }, { cause: error })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The error of a statement by its SQLSTATE: the classes 08 and 57P are about the link and the server. */
export function errorOf(error: unknown): AppError {
  const code = codeOf(error)
  if (code === '57014') return new AppError('query_cancelled', {}, { cause: error })
  if (code === '53200') {
    return new AppError('query_over_budget', { budget: 'memory', limit: 'the memory of the server' }, { cause: error })
  }
  if (!/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P')) {
    const details = { source: `${label} connection`, reason: 'The link to the server broke.', isPassing: true } as const
    return new AppError('source_unavailable', details, { cause: error })
  }
  const text = error instanceof Error ? error.message : String(error)
  return new AppError(
    'query_failed',
    { reason: text.replace(/\s+/g, ' ').slice(0, 500), engineCode: code },
    { cause: error },
  )
}
