import type { Queue } from '../../queue/index.ts'
import { findConnection } from '../../store/connections.ts'
import { findEditTrouble } from '../../store/edit-troubles.ts'
import { writeSchemaOf } from './published-settings.ts'

/**
 * Enqueues the upkeep of a connection's input tables: checks whether edits work, finishes interrupted edits, and moves rows where allowed.
 * One job at a time.
 */
export async function enqueueRowSettling(
  queue: Queue,
  tx: Parameters<Queue['enqueue']>[0],
  { organizationId, connectionId, baseUrl }: { organizationId: string; connectionId: string; baseUrl: string | null },
): Promise<void> {
  const connection = await findConnection(tx, organizationId, connectionId)
  const writes = connection !== undefined && writeSchemaOf(connection) !== null
  if (!writes && !(await findEditTrouble(tx, organizationId, connectionId))) return
  await queue.enqueue(tx, {
    organizationId,
    kind: 'input-tables.settle',
    payload: { connectionId, baseUrl },
    actorId: 'system',
    uniqueKey: `input-tables.settle ${connectionId}`,
  })
}
