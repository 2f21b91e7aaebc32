import { AppError } from '@octavo/core/errors'
import type { EngineWriter, Sessions } from '../../connectors/index.ts'

/** The connection and its schema in which rows stand. */
export interface RowPlace {
  connectionId: string
  schema: string
}

/** How long a change of rows may take, and how long moving all rows of a table. */
export const writeMs = 20_000
export const moveMs = 120_000

/** Throws `source_unavailable` where the connection cannot be opened or does not write. */
export async function writerOf(
  { sessions }: { sessions: Sessions },
  organizationId: string,
  { connectionId, schema }: RowPlace,
): Promise<EngineWriter> {
  const { session, row } = await sessions.openOwn(organizationId, connectionId)
  const writer = session.writer?.(schema)
  if (writer) return writer
  const reason = 'Its data platform keeps no rows of input tables.'
  throw new AppError('source_unavailable', { source: `connection "${row.name}"`, reason })
}
