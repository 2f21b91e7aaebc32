import { decide, type Viewer } from '@octavo/core/access'
import { AppError, isAppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'

/** Who reads an error of a connection. */
interface Reader {
  access: Pick<Access, 'connectionFacts'>
  viewer: Viewer
  connectionId: string
}

/** Errors whose connection is not that of the statement that was asked for, by the connection. */
export const failedOn = new WeakMap<object, string>()

/**
 * An error as the reader may see it. The text of an engine can show values of rows and names of tables that no element
 * shows, so only people who may use the connection themselves read it; everybody else reads the code of the engine.
 */
export async function errorShownTo({ access, viewer, ...asked }: Reader, error: unknown): Promise<unknown> {
  if (!isAppError(error, 'query_failed')) return error
  const connectionId = failedOn.get(error) ?? asked.connectionId
  if ((await readableTexts({ access, viewer }, [connectionId])).has(connectionId)) return error
  const { engineCode } = error.details
  if (engineCode === undefined) return new AppError('query_failed', { reason: 'it ended with an error.' })
  return new AppError('query_failed', { reason: `it ended with the error ${engineCode}.`, engineCode })
}

/** Those of the connections whose own texts the viewer may read. */
export async function readableTexts(
  { access, viewer }: Pick<Reader, 'access' | 'viewer'>,
  connectionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const facts = await access.connectionFacts(viewer, connectionIds)
  return new Set([...facts].flatMap(([id, known]) => (decide(viewer, known, 'useAsSource').allowed ? [id] : [])))
}

/** The rows of a loop, whose errors are those that the reader may see. */
export async function* rowsShownTo<T, R>(reader: Reader, rows: AsyncGenerator<T, R>): AsyncGenerator<T, R> {
  try {
    return yield* rows
  } catch (error) {
    throw await errorShownTo(reader, error)
  }
}
