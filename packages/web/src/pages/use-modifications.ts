import type { Modification, WorkbookDocument } from '@octavo/core/document'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { OpenPage } from '../editor/index.ts'
import { loadPart } from '../load-part.ts'

export interface ModifiedDocument {
  /** The document as this reader sees it. */
  document: WorkbookDocument
  /**
   * The changes as requests for its rows name them, and a function that adds one; the same object while nothing
   * changes.
   */
  changes: { modifications: readonly Modification[]; modify: NonNullable<OpenPage['modify']> }
}

interface Made {
  list: readonly Modification[]
  apply: typeof import('./modified-document.ts')['modifiedDocument']
}

const none: readonly Modification[] = []

/**
 * The changes of elements that steps of sequences have made for this reader, until the workbook is opened again. They
 * stay while the reader explores. If another version of the document no longer has one of the steps, all changes are
 * dropped.
 */
export function useModifications(document: WorkbookDocument): ModifiedDocument {
  const [made, setMade] = useState<Made>()
  const present = useRef(document)
  present.current = document
  const modify = useCallback(async (next: Modification) => {
    const { addModification, modifiedDocument } = await loadPart(() => import('./modified-document.ts'))
    const of = present.current
    setMade((before = { list: none, apply: modifiedDocument }) => {
      const valid = modifiedDocument(of, before.list) ? before.list : none
      return { list: addModification(of, valid, next), apply: modifiedDocument }
    })
  }, [])
  const modified = useMemo(
    () => (made && made.list.length > 0 ? made.apply(document, made.list) : null),
    [document, made],
  )
  const modifications = made && modified ? made.list : none
  const changes = useMemo(() => ({ modifications, modify }), [modifications, modify])
  return { document: modified ?? document, changes }
}
