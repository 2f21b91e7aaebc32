import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api.ts'
import { type PastSql, withText } from './past-sql.ts'
import type { SqlSource } from './sql-element.ts'

/** Sends texts to the server one after the other; the list is read after them. */
let sending: Promise<unknown> = Promise.resolve()

/** Earlier statements of an element, or of new elements, which the server stores for their author; and a function that adds one. */
export function usePastSql(documentId: string, elementId: string | undefined) {
  /** Texts that were added since the list was read, the oldest first. */
  const [noted, setNoted] = useState<readonly PastSql[]>([])
  const path = `/v2/files/${documentId}/sqlTexts`
  const known = useQuery({
    queryKey: ['sql-texts', documentId, elementId],
    queryFn: async ({ signal }) => {
      await sending
      return call<{ entries: PastSql[] }>(path, { signal, query: { limit: 50, elementId: elementId ?? '' } })
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  function note({ connectionId, statement }: SqlSource, how: PastSql['how']) {
    setNoted((before) => [...before, { statement, connectionId, at: new Date().toISOString(), how }])
    const body = { elementId: elementId ?? null, connectionId, statement, how }
    // A text that could not be stored stays in the list while the dialog is open.
    sending = sending.then(() => call(path, { method: 'POST', body })).catch(() => {})
  }
  /** The previous text can be restored even if it never ran here. */
  function noteSaved(before: SqlSource | undefined, source: SqlSource) {
    if (before && before.statement !== source.statement) note(before, 'saved')
    note(source, 'saved')
  }
  const past = noted.reduce<readonly PastSql[]>(withText, known.data?.entries ?? [])
  return { past, noteRan: (source: SqlSource) => note(source, 'ran'), noteSaved }
}
