import { type ElementSource, findElement, isDataElement, sourceName } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { type SourceEntry, useSourceEntries } from '../data/source-entries.ts'
import { columnsQuery } from '../data/typed-columns.ts'
import { isTableRef } from '../join/join-plan.ts'
import { entryOf } from '../join/use-join-facts.ts'
import { inReviewOrder, metricsRead, readsOfSource, reviewReads, type SourceRead } from './source-review.ts'
import { typesOfReads } from './types-of-reads.ts'

/**
 * The new source of an element, and the effect on each column that the element reads now. `given`: the source is chosen
 * elsewhere.
 */
export function useSourceReview(elementId: string, given?: SourceEntry) {
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const sources = useSourceEntries(document)
  const [taken, setTaken] = useState<SourceEntry>()
  const target = given ?? taken
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | null>>(new Map())
  const element = findElement(document, elementId)
  const source = element && isDataElement(element) ? element.source : undefined
  const before = source ? nameOf(source) : ''
  const reads = useMemo(() => readsOfSource(document, elementId, before), [document, elementId, before])

  function nameOf(of: ElementSource): string {
    return isTableRef(of) ? entryOf(document, sources.entries, of).name : (sourceName(of) ?? '')
  }

  const typesOver = (of: ElementSource, asked: readonly SourceRead[], signal: AbortSignal) =>
    typesOfReads(editor, document, { source: of, reads: asked }, signal)
  const columns = useQuery({ ...columnsQuery(editor, document, target), enabled: target !== undefined })
  const types = useQuery({
    queryKey: ['sources', 'types of reads', editor.workbookId, editor.stored, elementId, source, reads],
    enabled: source !== undefined,
    staleTime: 60_000,
    queryFn: ({ signal }) => (source ? typesOver(source, reads, signal) : new Map<string, string>()),
  })
  const metrics = useQuery({
    queryKey: ['sources', 'metrics of reads', editor.workbookId, editor.stored, elementId, target?.key, reads],
    enabled: target !== undefined,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      target ? typesOver(target.source, metricsRead(reads), signal) : new Map<string, string>(),
  })
  const rows = useMemo(() => {
    if (!columns.data || !metrics.data || types.isPending) return undefined
    const known = types.data ?? new Map<string, string>()
    const next = { columns: columns.data, metrics: metrics.data }
    const atFirst = reviewReads(reads, next, known, new Map())
    return inReviewOrder(reviewReads(reads, next, known, chosen), atFirst)
  }, [reads, columns.data, metrics.data, types.data, types.isPending, chosen])

  return {
    ...{ document, sources, source, before, target, rows, error: columns.error ?? metrics.error },
    take(entry: SourceEntry | undefined) {
      setTaken(entry)
      setChosen(new Map())
    },
    choose: (key: string, name: string | null) => setChosen(new Map(chosen).set(key, name)),
  }
}

export type SourceReviewState = ReturnType<typeof useSourceReview>
