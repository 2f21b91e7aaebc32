import {
  columnNames,
  columnsOf,
  type DocumentColumn,
  findElement,
  isDataElement,
  type TableRef,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newId, useEditorState } from '../../../editor/index.ts'
import { explain } from '../../../explain.ts'
import { readColumns, type SourceColumn, type SourceEntry, useSourceEntries } from '../data/source-entries.ts'
import { joinPlan, prefixOf } from './join-plan.ts'
import {
  columnsOfLegs,
  isTableRef,
  type JoinDraft,
  type JoinKey,
  type JoinLeg,
  type JoinStart,
  legsOf,
  proposedKey,
  readJoin,
  usualColumns,
  withJoined,
  withoutLeg,
} from './join-source.ts'
import { entryOf, useLegColumns } from './use-join-facts.ts'

const emptyKey: JoinKey = { left: '', right: '', op: '=' }

/** The draft of a join: its tables, their keys, and the selected columns. */
export function useJoinDraft(start: JoinStart) {
  const document = useEditorState((state) => state.document)
  const sources = useSourceEntries(document)
  const plan = start.kind === 'element' ? joinPlan(document, start.elementId) : undefined
  const [before] = useState(() => startOf(document, sources.entries, start))
  const [draft, setDraft] = useState<JoinDraft | undefined>(before)
  const [isChoosing, setChoosing] = useState(before === undefined || before.steps.length === 0)
  const [taken, setTaken] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  const { take, reading } = useTake(document, sources.entries, draft, (next) => {
    if (draft) setChoosing(false)
    setDraft(next)
  })
  const legs = draft ? legsOf(draft) : []
  const columns = useLegColumns(document, sources.entries, legs)
  const keepsElement = plan === 'in-place' || plan === 'edit'
  const kept = new Set(keepsElement && before ? legsOf(before).map(({ id }) => id) : [])
  const elementId = start.kind === 'element' ? start.elementId : undefined
  const element = keepsElement && elementId !== undefined ? findElement(document, elementId) : undefined

  function takeOut(legId: string) {
    if (draft) setDraft(withoutLeg(draft, legId))
  }
  const columnsOfLeg = (id: string) => columns[legs.findIndex((leg) => leg.id === id)]
  const takenColumns = (leg: JoinLeg): readonly string[] =>
    taken.get(leg.id) ?? (draft ? usualColumns(draft, leg, columnsOfLeg(leg.id)?.data ?? []) : [])
  const setTakenColumns = (legId: string, names: readonly string[]) => setTaken(new Map([...taken, [legId, names]]))

  /** Columns that are added to those of the element. */
  function made(): DocumentColumn[] {
    const chosen = legs
      .filter(({ id }) => !kept.has(id))
      .map((leg) => ({
        name: leg.name,
        columns: (columnsOfLeg(leg.id)?.data ?? [])
          .filter(({ name }) => takenColumns(leg).includes(name))
          .map(({ column }) => column),
      }))
    return columnsOfLegs(chosen, element ? [...columnNames(columnsOf(element)).values()] : [], newId)
  }
  const gone = before && keepsElement ? legsOf(before).filter(({ id }) => !legs.some((leg) => leg.id === id)) : []
  return {
    ...{ document, sources, draft, setDraft, isChoosing, setChoosing, reading, legs, kept, gone, element },
    ...{ take, takeOut, columnsOfLeg, takenColumns, setTakenColumns, made },
  }
}

export type JoinDraftState = ReturnType<typeof useJoinDraft>

function firstOf({ source, name }: SourceEntry): JoinDraft | undefined {
  return isTableRef(source) ? { first: { id: 'leg-0', ref: source, name }, steps: [] } : undefined
}

function startOf(document: WorkbookDocument, entries: readonly SourceEntry[], start: JoinStart): JoinDraft | undefined {
  if (start.kind === 'new')
    return isTableRef(start.first) ? firstOf(entryOf(document, entries, start.first)) : undefined
  const nameOf = (ref: TableRef) => entryOf(document, entries, ref).name
  const own = findElement(document, start.elementId)
  const plan = joinPlan(document, start.elementId)
  if (plan === 'edit') return readJoin(own?.source, nameOf)
  if (plan === 'beside') return firstOf(entryOf(document, entries, { kind: 'table', elementId: start.elementId }))
  if (!own || !isDataElement(own) || !isTableRef(own.source)) return undefined
  const name = prefixOf(document, own.id, nameOf(own.source))
  return firstOf({ ...entryOf(document, entries, own.source), name })
}

/** Adds a source as the first table, or joins it to the first by the proposed key. */
function useTake(
  document: WorkbookDocument,
  entries: readonly SourceEntry[],
  draft: JoinDraft | undefined,
  onTaken: (draft: JoinDraft | undefined) => void,
) {
  const queries = useQueryClient()
  const [reading, setReading] = useState<{ name: string; error?: string }>()
  const columnsFor = (entry: SourceEntry): Promise<SourceColumn[]> =>
    queries.fetchQuery({
      queryKey: ['sources', 'columns', entry.key],
      queryFn: ({ signal }) => readColumns(document, entry, signal),
    })
  async function take(entry: SourceEntry) {
    if (!isTableRef(entry.source)) return
    setReading({ name: entry.name })
    try {
      if (!draft) onTaken(firstOf(entry))
      else {
        const [left, right] = await Promise.all([
          columnsFor(entryOf(document, entries, draft.first.ref)),
          columnsFor(entry),
        ])
        const key = proposedKey(left, right) ?? emptyKey
        onTaken(withJoined(draft, entry.source, entry.name, [key]))
      }
      setReading(undefined)
    } catch (error) {
      setReading({ name: entry.name, error: explain(error).message })
    }
  }
  return { take, reading }
}
