import { decide, type Viewer } from '@octavo/core/access'
import { AppError, isAppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'

/** The reader of a connection's error. */
interface Reader {
  access: Pick<Access, 'connectionFacts'>
  viewer: Viewer
  connectionId: string
}

/** The connection of an error, when it differs from the connection of the requested statement. */
export const failedOn = new WeakMap<object, string>()

/**
 * An error as the reader may see it. An engine's message can contain values of rows and names of tables that no element shows, so only
 * readers who may use the connection see it; others see the engine's error code.
 */
export async function errorShownTo({ access, viewer, ...asked }: Reader, error: unknown): Promise<unknown> {
  if (!isAppError(error, 'query_failed')) return error
  const connectionId = failedOn.get(error) ?? asked.connectionId
  if ((await readableTexts({ access, viewer }, [connectionId])).has(connectionId)) return error
  const { engineCode } = error.details
  if (engineCode === undefined) return new AppError('query_failed', { reason: 'it ended with an error.' })
  return new AppError('query_failed', { reason: `it ended with the error ${engineCode}.`, engineCode })
}

/** The connections whose own error messages the viewer may read. */
export async function readableTexts(
  { access, viewer }: Pick<Reader, 'access' | 'viewer'>,
  connectionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const facts = await access.connectionFacts(viewer, connectionIds)
  return new Set([...facts].flatMap(([id, known]) => (decide(viewer, known, 'useAsSource').allowed ? [id] : [])))
}

/** Yields the rows; errors are reduced to what the reader may see. */
export async function* rowsShownTo<T, R>(reader: Reader, rows: AsyncGenerator<T, R>): AsyncGenerator<T, R> {
  try {
    return yield* rows
  } catch (error) {
    throw await errorShownTo(reader, error)
  }
}
