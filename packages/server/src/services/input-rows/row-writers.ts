import { editStopText } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { EngineWriter, Sessions } from '../../connectors/index.ts'

/** The connection and schema that store the rows. */
export interface RowPlace {
  connectionId: string
  schema: string
}

/** Time limits for a change of rows, and for moving all rows of a table. */
export const writeMs = 20_000
export const moveMs = 120_000

/** Throws `source_unavailable` when the connection cannot be opened or does not allow writing. */
export async function writerOf(
  { sessions }: { sessions: Sessions },
  organizationId: string,
  { connectionId, schema }: RowPlace,
): Promise<EngineWriter> {
  const { session, row } = await sessions.openOwn(organizationId, connectionId)
  const writer = session.writer?.(schema)
  if (writer) return writer
  const reason = editStopText('no_rows_kept')
  throw new AppError('source_unavailable', { source: `connection "${row.name}"`, reason })
}
