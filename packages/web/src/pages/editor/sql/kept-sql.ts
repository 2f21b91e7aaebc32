import { keepContent, readContent } from '../../../kept-text.ts'
import type { SqlControl } from './sql-element.ts'

/** Unfinished text from when the SQL editor was closed. */
export interface KeptSql {
  connectionId: string
  statement: string
  controls: SqlControl[]
}

const keyOf = (workbookId: string, elementId: string | undefined) => `sql ${workbookId} ${elementId ?? 'new'}`

/** The unsaved text of one element, or of a new one, in this browser; null if there is none. */
export function keptSql(workbookId: string, elementId: string | undefined): KeptSql | null {
  const text = readContent(keyOf(workbookId, elementId))
  try {
    // Written only by this app, with the shape above.
    return text === null ? null : (JSON.parse(text) as KeptSql)
  } catch {
    return null
  }
}

export function keepSql(workbookId: string, elementId: string | undefined, kept: KeptSql | null): void {
  keepContent(keyOf(workbookId, elementId), kept && JSON.stringify(kept))
}
