import type { Clock } from '../../config/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import { editIds } from '../input-rows/connection-book.ts'
import { type RowPlace, writeMs, writerOf } from '../input-rows/row-writers.ts'
import { isOfConnection } from './edit-troubles.ts'

/** Marks are needed by the completion of an edit, minutes later, and by a job that is repeated within a day. */
const keptMs = 7 * 86_400_000

/**
 * Removes the ids of old edits from a connection. Call it when no edit older than these is open. When the connection refuses, the ids are
 * kept until the next time and edits continue: they detect by themselves whether they can be written.
 */
export async function pruneEditMarks(
  parts: { sessions: Sessions; clock: Clock },
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
  at: RowPlace | null,
): Promise<void> {
  if (at === null) return
  const marks = editIds(connectionId)
  const before = String(parts.clock.now() - keptMs)
  try {
    const writer = await writerOf(parts, organizationId, at)
    await writer.write(async (tx) => {
      if (await tx.has(marks.name)) await tx.remove(marks, { below: { column: 'at', value: before } })
    }, writeMs)
  } catch (error) {
    if (!isOfConnection(error)) throw error
  }
}
