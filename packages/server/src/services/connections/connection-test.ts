import type { ConnectionTest } from '@octavo/core/contract'
import { AppError, type ConnectionStep, isAppError } from '@octavo/core/errors'
import { dialectOf } from '@octavo/core/sql'
import type { EngineRole, EngineSession } from '../../connectors/index.ts'
import type { WritePlace } from './published-settings.ts'

/** A connection to test, saved or not. */
export interface Tried {
  /** Opens a separate session, which the test closes. */
  open(): Promise<{ session: EngineSession; dialect: string }>
  allowsPrivilegedRole: boolean
  write: WritePlace | null
  /** The test ends after this time, whatever the platform does. */
  timeoutMs: number
}

const mostMs = 15_000
const mayWrite =
  'The account may write. Octavo reads in read-only transactions; an account that can only read is safer.'

/** What to check when a step fails. */
const hints: Record<ConnectionStep, string> = {
  name: 'Check the spelling of the host, and whether this server can look up the name.',
  reach: 'Check the host and the port, and that no firewall stands between this server and the platform.',
  tls: 'Check whether the platform speaks TLS, and the certificate of its authority.',
  signIn: 'Check the user and the password, and from where the platform lets this user in.',
  version: 'Update the server, or connect to another one.',
  role: 'Check the name of the role, and grant it to the user.',
  database: 'Check the name of the database.',
  permission: 'Grant the user, or the role of the connection, the right to open the database and to read its tables.',
  write: 'Grant the right to make tables in the write schema, or turn write access off.',
}

/**
 * Tests reading, and writing when write access is on. A failure is returned with its step. Throws `privileged_role` for an account with
 * rights beyond tables, and `query_cancelled` when the signal aborts.
 */
export async function testOf(tried: Tried, signal: AbortSignal): Promise<ConnectionTest> {
  const write = tried.write?.isOn === true ? tried.write : null
  const timeoutMs = Math.min(tried.timeoutMs, mostMs)
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  const opening = tried.open()
  const close = () => opening.then(({ session }) => session.close()).catch(() => {})
  try {
    return await within(timeoutMs, signal, () => readAndWrite(opening, tried, write, both))
  } catch (error) {
    if (!isAppError(error) || error.code === 'query_cancelled' || error.code === 'privileged_role') throw error
    return { read: 'FAILED', write: write === null ? 'DISABLED' : 'FAILED', ...failureOf(error, 'permission') }
  } finally {
    stop.abort()
    // Do not wait for a platform that does not respond.
    void close()
  }
}

async function readAndWrite(
  opening: ReturnType<Tried['open']>,
  { allowsPrivilegedRole }: Tried,
  write: WritePlace | null,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const { session, dialect } = await opening
  const role = await roleOf(session, signal)
  if (!allowsPrivilegedRole) assertOrdinary(role)
  const budget = { timeoutMs: mostMs, maxRows: 1 }
  const stream = await session.query({ text: 'SELECT 1 AS one', values: [] }, budget, signal)
  for await (const _ of stream.batches) {
    // One row is enough to prove that reading works.
  }
  if (role.readsNothing) {
    const reason = 'The user may read no table.'
    throw new AppError('source_unavailable', { source: dialectOf(dialect).label, reason, step: 'permission' })
  }
  const { label, isVerified } = dialectOf(dialect)
  const platform = { dialect, label, isVerified }
  const warnings = role.mayWrite && write === null ? { warnings: [mayWrite] } : {}
  if (write === null) return { read: 'SUCCESS', write: 'DISABLED', platform, ...warnings }
  // The embedded engine has storage of its own; every other platform must be tried.
  if (!session.tryWrite && dialect !== 'duckdb') {
    const diagnosis = {
      step: 'write',
      message: `Octavo does not write to ${label} yet.`,
      hint: 'Turn write access off.',
    } as const
    return { read: 'SUCCESS', write: 'FAILED', platform, diagnosis }
  }
  try {
    await session.tryWrite?.(write.schema, signal, write.database)
    return { read: 'SUCCESS', write: 'SUCCESS', platform }
  } catch (error) {
    if (!isAppError(error) || error.code === 'query_cancelled') throw error
    const { diagnosis } = failureOf(error, 'write')
    return { read: 'SUCCESS', write: 'FAILED', platform, diagnosis }
  }
}

/** The reason of a failure; `usual` is the step for errors that name none. */
function failureOf(error: AppError, usual: ConnectionStep): Required<Pick<ConnectionTest, 'reason' | 'diagnosis'>> {
  const isSource = isAppError(error, 'source_unavailable')
  const step =
    (isSource ? error.details.step : undefined) ?? (isAppError(error, 'engine_unavailable') ? 'reach' : usual)
  const message = isSource ? error.details.reason : error.message
  return {
    reason: error.hint ? `${error.message} ${error.hint}` : error.message,
    diagnosis: { step, message, hint: hints[step] },
  }
}

/** The result of `work`, or an error when the time is over or the signal aborts: some drivers wait for ever. */
async function within<T>(timeoutMs: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let end = () => {}
  const ended = new Promise<never>((_, reject) => {
    const reason = `The server does not answer within ${timeoutMs / 1000} seconds.`
    const silent = new AppError('source_unavailable', { source: 'connection', reason, step: 'reach', isPassing: true })
    const timer = setTimeout(() => reject(silent), timeoutMs)
    const abort = () => reject(new AppError('query_cancelled', {}))
    signal.addEventListener('abort', abort)
    end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  })
  try {
    return await Promise.race([work(), ended])
  } finally {
    end()
  }
}

/** Null for an engine without accounts. */
export async function roleOf(session: EngineSession, signal: AbortSignal): Promise<EngineRole> {
  return (await session.role?.(signal)) ?? { privileges: [], mayWrite: false, readsNothing: false }
}

export function assertOrdinary({ privileges }: EngineRole): void {
  if (privileges.length > 0) throw new AppError('privileged_role', { privileges })
}
