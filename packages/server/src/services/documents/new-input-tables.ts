import type { Viewer } from '@octavo/core/access'
import { editStopText, inputConnection, type WorkbookDocument } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { findConnection } from '../../store/connections.ts'
import { findEditTrouble } from '../../store/edit-troubles.ts'
import type { Queryable } from '../../store/index.ts'
import type { DocumentParts } from './document-parts.ts'

/**
 * Throws `edits_stopped` when `content` has an input table that `before` does not have, and edits of the input tables of its connection are
 * stopped: nobody could enter rows into it.
 */
export async function requireEditableTables(
  parts: DocumentParts,
  db: Queryable,
  viewer: Viewer,
  content: WorkbookDocument,
  before: WorkbookDocument | null,
): Promise<void> {
  const asked = new Map<string, string>()
  for (const element of Object.values(content.elements)) {
    if (element.kind !== 'input-table' || before?.elements[element.id]?.kind === 'input-table') continue
    const connectionId = inputConnection(content, element)
    if (connectionId !== null && !asked.has(connectionId)) asked.set(connectionId, element.id)
  }
  for (const [connectionId, elementId] of asked) {
    const trouble = await findEditTrouble(db, viewer.organizationId, connectionId)
    if (!trouble) continue
    // The text of a data platform can contain names of tables, so only people who may use the connection see it.
    const source = { kind: 'input-table' as const, connectionId, elementId }
    const isHidden = (await parts.sourceRights.problems(db, viewer, content, [source])).length > 0
    if (isHidden) throw new AppError('edits_stopped', { connection: null, reason: editStopText('change_refused') })
    const connection = await findConnection(db, viewer.organizationId, connectionId)
    throw new AppError('edits_stopped', { connection: connection?.name ?? connectionId, reason: trouble.reason })
  }
}
