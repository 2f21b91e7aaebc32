import { useState } from 'react'
import { notePastSql, type PastSql, pastSql } from './past-sql.ts'
import type { SqlSource } from './sql-element.ts'

/** Earlier texts of an element, and what adds one. */
export function usePastSql(workbookId: string, elementId: string | undefined) {
  const [past, setPast] = useState(() => pastSql(workbookId, elementId))
  function note({ connectionId, statement }: SqlSource, how: PastSql['how']) {
    setPast(notePastSql(workbookId, elementId, { statement, connectionId, at: new Date().toISOString(), how }))
  }
  /** What was there before can be gone back to even if it never ran here. */
  function noteSaved(before: SqlSource | undefined, source: SqlSource) {
    if (before && before.statement !== source.statement) note(before, 'saved')
    note(source, 'saved')
  }
  return { past, noteRan: (source: SqlSource) => note(source, 'ran'), noteSaved }
}
