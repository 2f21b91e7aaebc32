import { type ElementSource, findElement, isDataElement, sourceName } from '@octavo/core/document'
import { printReference } from '@octavo/core/formula'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { newId, useEditor, useEditorState } from '../../../editor/index.ts'
import { type SourceEntry, useSourceEntries } from '../data/source-entries.ts'
import { columnsQuery, typesOf } from '../data/typed-columns.ts'
import { isTableRef } from '../join/join-plan.ts'
import { entryOf } from '../join/use-join-facts.ts'
import { inReviewOrder, readsOfSource, reviewReads } from './source-review.ts'

/** The source that an element is to read, and what becomes of each column that it reads now. */
export function useSourceReview(elementId: string) {
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const sources = useSourceEntries(document)
  const [target, setTarget] = useState<SourceEntry>()
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | null>>(new Map())
  const element = findElement(document, elementId)
  const source = element && isDataElement(element) ? element.source : undefined
  const before = source ? nameOf(source) : ''
  const reads = useMemo(() => readsOfSource(document, elementId, before), [document, elementId, before])

  function nameOf(of: ElementSource): string {
    return isTableRef(of) ? entryOf(document, sources.entries, of).name : (sourceName(of) ?? '')
  }

  const columns = useQuery({ ...columnsQuery(editor, document, target), enabled: target !== undefined })
  const types = useQuery({
    queryKey: ['sources', 'types of reads', editor.workbookId, editor.stored, elementId, source, reads],
    enabled: source !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const asked = reads.map(({ key, segments }) => ({ key, id: newId(), formula: printReference([...segments]) }))
      const wanted = asked.map(({ id, formula }) => ({ id, formula }))
      const found = source ? await typesOf(editor, document, { source, columns: wanted }, signal) : new Map()
      return new Map(asked.flatMap(({ key, id }) => (found.has(id) ? [[key, found.get(id) ?? '']] : [])))
    },
  })
  const rows = useMemo(() => {
    if (!columns.data || types.isPending) return undefined
    const known = types.data ?? new Map<string, string>()
    const atFirst = reviewReads(reads, columns.data, known, new Map())
    return inReviewOrder(reviewReads(reads, columns.data, known, chosen), atFirst)
  }, [reads, columns.data, types.data, types.isPending, chosen])

  return {
    ...{ document, sources, source, before, target, rows, error: columns.error },
    take(entry: SourceEntry | undefined) {
      setTarget(entry)
      setChosen(new Map())
    },
    choose: (key: string, name: string | null) => setChosen(new Map(chosen).set(key, name)),
  }
}

export type SourceReviewState = ReturnType<typeof useSourceReview>
