import { type DocumentElement, inputConnection, type WorkbookDocument } from '@octavo/core/document'
import type { Sessions } from '../../connectors/index.ts'
import { type ConnectionRow, findConnection } from '../../store/connections.ts'
import type { Store } from '../../store/index.ts'
import { writeSchemaOf } from '../connections/published-settings.ts'
import type { RowPlace } from '../input-rows/row-writers.ts'

interface Parts {
  store: Store
  sessions: Sessions
}

/** Where the rows of an element should be stored; null for the store. */
export async function wantedPlace(
  parts: Parts,
  organizationId: string,
  document: WorkbookDocument,
  element: DocumentElement,
): Promise<RowPlace | null> {
  const connectionId = inputConnection(document, element)
  if (connectionId === null) return null
  const row = await findConnection(parts.store.db, organizationId, connectionId)
  return row ? placeOfConnection(parts, row) : null
}

/** The schema that a connection writes rows into; null without write access, and when the engine has no writer. */
export function placeOfConnection({ sessions }: Pick<Parts, 'sessions'>, row: ConnectionRow): RowPlace | null {
  const schema = writeSchemaOf(row)
  if (row.is_archived === 1 || schema === null) return null
  if (sessions.connector(row.type)?.capabilities.write !== true) return null
  return { connectionId: row.id, schema }
}
