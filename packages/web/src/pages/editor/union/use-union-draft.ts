import {
  type DocumentColumn,
  findElement,
  isDataElement,
  type TableRef,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newId, useEditor, useEditorState } from '../../../editor/index.ts'
import { explain } from '../../../explain.ts'
import { type SourceColumn, type SourceEntry, useSourceEntries } from '../data/source-entries.ts'
import { columnsQuery } from '../data/typed-columns.ts'
import { combinePlan, isTableRef, prefixOf } from '../join/join-plan.ts'
import type { JoinStart } from '../join/join-source.ts'
import { entryOf } from '../join/use-join-facts.ts'
import {
  addedColumns,
  emptyUnion,
  type LegColumns,
  lostIds,
  readNames,
  readUnion,
  respelled,
  type UnionDraft,
  type UnionRow,
  withLeg,
  withOffered,
  withReadNames,
} from './union-source.ts'

/** The draft of a union: its tables, and the matching of their columns. */
export function useUnionDraft(start: JoinStart) {
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const sources = useSourceEntries(document)
  const queries = useQueryClient()
  const entry = (ref: TableRef) => entryOf(document, sources.entries, ref)
  const asked = (of: SourceEntry) => columnsQuery(editor, document, of)
  const plan = start.kind === 'element' ? combinePlan(document, start.elementId, 'union') : undefined
  const elementId = start.kind === 'element' && plan !== 'beside' ? start.elementId : undefined

  const [firstRefs] = useState(() => refsAtStart(document, start))
  const first = useQueries({ queries: firstRefs.map((ref) => asked(entry(ref))) })
  const [edited, setDraft] = useState<UnionDraft>()
  const isRead = first.every(({ data }) => data !== undefined)
  const before = isRead
    ? draftAtStart(
        document,
        start,
        firstRefs.map(entry),
        first.map(({ data }) => data ?? []),
      )
    : undefined
  const draft = edited ?? before
  const legs = useQueries({ queries: (draft?.legs ?? []).map(({ ref }) => asked(entry(ref))) })
  const known: LegColumns = legs.map(({ data }) => data)

  const [isChoosing, setChoosing] = useState(firstRefs.length < 2)
  const [reading, setReading] = useState<{ name: string; error?: string }>()

  /** Adds a source as the next table. */
  async function take(taken: SourceEntry) {
    if (!isTableRef(taken.source) || !draft) return
    setReading({ name: taken.name })
    try {
      const columns = await queries.fetchQuery(asked(taken))
      const leg = { ref: taken.source, name: taken.name }
      setDraft(withLeg(draft, leg, columns, { known, takesNew: elementId === undefined }))
      setChoosing(draft.legs.length === 0)
      setReading(undefined)
    } catch (error) {
      setReading({ name: taken.name, error: explain(error).message })
    }
  }

  /** A new column with the style of the first column of its row. */
  function columnOf(row: UnionRow): Pick<DocumentColumn, 'id' | 'format'> {
    const [look] = row.columns.flatMap((name, at) => legs[at]?.data?.find((column) => column.name === name) ?? [])
    return { id: newId(), ...(look?.column.format ? { format: look.column.format } : {}) }
  }
  const has = elementId !== undefined && draft ? readNames(document, elementId, draft.prefix) : new Set<string>()
  const failed = first.find(({ error }) => error)?.error ?? undefined
  return {
    ...{ document, sources, plan, elementId, draft, setDraft, known, isChoosing, setChoosing, reading, failed },
    take,
    added: draft ? addedColumns(draft, has, columnOf) : [],
    lost: elementId !== undefined && before && draft ? lostIds(document, elementId, before, draft) : [],
    formulas:
      plan === 'in-place' && elementId !== undefined && draft ? respelled(draft, document, elementId) : undefined,
  }
}

export type UnionDraftState = ReturnType<typeof useUnionDraft>

/** The tables with which the dialog starts. */
function refsAtStart(document: WorkbookDocument, start: JoinStart): readonly TableRef[] {
  if (start.kind === 'new') return isTableRef(start.first) ? [start.first] : []
  const element = findElement(document, start.elementId)
  const plan = combinePlan(document, start.elementId, 'union')
  if (plan === 'beside') return [{ kind: 'table', elementId: start.elementId }]
  if (plan === 'edit') return readUnion(element?.source, () => '')?.legs.map(({ ref }) => ref) ?? []
  return element && isDataElement(element) && isTableRef(element.source) ? [element.source] : []
}

function draftAtStart(
  document: WorkbookDocument,
  start: JoinStart,
  entries: readonly SourceEntry[],
  columns: readonly SourceColumn[][],
): UnionDraft {
  const plan = start.kind === 'element' ? combinePlan(document, start.elementId, 'union') : undefined
  if (start.kind === 'element' && plan === 'edit') {
    const names = new Map(entries.map(({ source, name }) => [JSON.stringify(source), name]))
    const nameOf = (ref: TableRef) => names.get(JSON.stringify(ref)) ?? ''
    const read = readUnion(findElement(document, start.elementId)?.source, nameOf) ?? emptyUnion
    return columns.reduce((draft, each, at) => withOffered(draft, at, each), read)
  }
  const [first] = entries
  if (!first || !isTableRef(first.source)) return emptyUnion
  const leg = { ref: first.source, name: first.name }
  const isInPlace = start.kind === 'element' && plan === 'in-place'
  const prefix = isInPlace ? prefixOf(document, start.elementId, first.name) : emptyUnion.prefix
  const draft = withLeg({ ...emptyUnion, prefix }, leg, columns[0] ?? [], { known: [], takesNew: true })
  return isInPlace ? withReadNames(draft, document, start.elementId) : draft
}
