import type { ColumnEntry } from '@octavo/core/contract'
import { type ElementSource, type Models, modelElementOf } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { listAll } from '../../data/list-all.ts'
import type { SourceEntry } from '../data/source-entries.ts'
import { columnsQuery } from '../data/typed-columns.ts'
import { inReviewOrder, isPlainRead, reviewReads } from '../source/source-review.ts'
import { typesOfReads } from '../source/types-of-reads.ts'
import { nameOfUsed, type PointedColumns, readsOfUsed, type UsedSource, withOwnChoices } from './swap-plan.ts'

const noColumns: PointedColumns = []

/** The effect of replacing a source of the workbook on each of its columns that the workbook refers to. */
export function useSwapReview(used: UsedSource, target: SourceEntry, models: Models) {
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | null>>(new Map())
  const before = usePointedColumns(used.source)
  const after = usePointedColumns(target.source)
  const reads = useMemo(() => {
    const names = new Map((before.data ?? noColumns).map(({ id, name }) => [id, name]))
    return readsOfUsed(document, used, models, (id) => names.get(id) ?? id)
  }, [document, used, models, before.data])
  const key = [editor.workbookId, editor.stored, used.key, reads.map((read) => read.key)]

  /** The types of columns that are read from a source that formulas call by this name. */
  const typesOver = (source: ElementSource, name: string, asked: typeof reads, signal: AbortSignal) => {
    const over = asked.map((read) => (isMetricRead(read) ? read : { ...read, segments: renamed(read.segments, name) }))
    return typesOfReads(editor, document, { source, reads: over }, signal)
  }
  const columns = useQuery(columnsQuery(editor, document, target))
  const types = useQuery({
    queryKey: ['swap', 'types', ...key],
    enabled: !before.isPending,
    staleTime: 60_000,
    queryFn: ({ signal }) => typesOver(used.source as ElementSource, nameOfUsed(used.source, models), reads, signal),
  })
  const further = useQuery({
    queryKey: ['swap', 'further', ...key, target.key],
    enabled: !before.isPending,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      typesOver(
        target.source,
        target.name,
        reads.filter((read) => !isPlainRead(read)),
        signal,
      ),
  })
  const isPending = before.isPending || after.isPending || types.isPending
  const rows = useMemo(() => {
    if (isPending || !columns.data || !further.data) return undefined
    const next = { columns: columns.data, metrics: further.data }
    const known = types.data ?? new Map<string, string>()
    const atFirst = reviewReads(reads, next, known, new Map())
    return inReviewOrder(withOwnChoices(reviewReads(reads, next, known, chosen)), atFirst)
  }, [isPending, reads, columns.data, further.data, types.data, chosen])
  const pointed = useMemo(
    () => ({ before: before.data ?? noColumns, after: after.data ?? noColumns }),
    [before.data, after.data],
  )
  return {
    ...{ document, reads, rows, pointed },
    error: columns.error ?? further.error ?? before.error ?? after.error,
    choose: (read: string, name: string | null) => setChosen(new Map(chosen).set(read, name)),
  }
}

const isMetricRead = (read: { segments: readonly string[] }) => read.segments.length === 2 && !isPlainRead(read)

const renamed = (segments: readonly string[], name: string) => [name, ...segments.slice(1)]

/** The columns of an element of a data model, which controls refer to by id; empty for other sources. */
function usePointedColumns(source: Record<string, unknown>) {
  const dataModelId = source.kind === 'data-model' ? modelElementOf(source)?.dataModelId : undefined
  return useQuery({
    queryKey: ['swap', 'columns of a data model', dataModelId, source.elementId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<PointedColumns> => {
      if (dataModelId === undefined) return noColumns
      const path = `/v2/dataModels/${encodeURIComponent(dataModelId)}/columns`
      const { entries } = await listAll<ColumnEntry>(path, { signal })
      return entries
        .filter(({ elementId }) => elementId === source.elementId)
        .map(({ columnId, name }) => ({ id: columnId, name }))
    },
  })
}
