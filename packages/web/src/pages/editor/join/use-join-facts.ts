import type { ColumnDetails } from '@octavo/core/contract'
import {
  applyEdits,
  type DocumentColumn,
  type DocumentEdit,
  type ElementSource,
  elementName,
  findElement,
  type TableRef,
  type WorkbookDocument,
} from '@octavo/core/document'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import { type DraftEditor, elementEdits, newId, previewRows, savedControls, useEditor } from '../../../editor/index.ts'
import { readColumns, type SourceColumn, type SourceEntry } from '../data/source-entries.ts'
import { isCountable, isTableRef, type JoinDraft, type JoinKey, type JoinLeg, joinSource } from './join-source.ts'

/** Number of output rows that are shown. */
const shownRows = 50

/** The picker's name for a table; tables that the picker does not list get a name of their own. */
export function entryOf(document: WorkbookDocument, entries: readonly SourceEntry[], ref: TableRef): SourceEntry {
  const key = keyOf(ref)
  const listed = entries.find(({ source }) => isTableRef(source) && keyOf(source) === key)
  return listed
    ? { ...listed, source: ref }
    : { key, name: ownName(document, ref), place: '', group: 'tables', source: ref }
}

/** Identifies a table, independent of the grouping that is read. */
function keyOf(ref: TableRef): string {
  switch (ref.kind) {
    case 'warehouse-table':
      return JSON.stringify([ref.connectionId, ...ref.path])
    case 'table':
      return ref.elementId
    case 'data-model':
      return `${ref.dataModelId} ${ref.elementId}`
    case 'dataset':
      return ref.datasetId
  }
}

function ownName(document: WorkbookDocument, ref: TableRef): string {
  switch (ref.kind) {
    case 'warehouse-table':
      return ref.path.at(-1) ?? ''
    case 'table': {
      const element = findElement(document, ref.elementId)
      return (element && elementName(element)) ?? ref.elementId
    }
    case 'data-model':
      return ref.elementId
    case 'dataset':
      return ref.datasetId
  }
}

export type LegColumns = UseQueryResult<SourceColumn[]>

/** The columns of each leg, in their order. */
export function useLegColumns(document: WorkbookDocument, entries: readonly SourceEntry[], legs: readonly JoinLeg[]) {
  return useQueries({
    queries: legs.map(({ ref }) => {
      const entry = entryOf(document, entries, ref)
      return {
        queryKey: ['sources', 'columns', entry.key],
        queryFn: ({ signal }: { signal: AbortSignal }) => readColumns(document, entry, signal),
      }
    }),
  })
}

export interface Side {
  leg: JoinLeg
  columns: readonly SourceColumn[] | undefined
}

/** How well the keys match, for all of them together and, if there are several, for each. */
export function useMatches(left: Side, right: Side, keys: readonly JoinKey[]) {
  const editor = useEditor()
  const sets = keys.length > 1 ? [keys, ...keys.map((key) => [key])] : [keys]
  const isReady = isCountable(keys) && left.columns !== undefined && right.columns !== undefined
  const [all, ...each] = useQueries({
    queries: sets.map((set) => ({
      queryKey: ['join', 'match', editor.workbookId, editor.stored, left.leg.ref, right.leg.ref, set],
      enabled: isReady,
      staleTime: 60_000,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) => matchOf(editor, left, right, set, signal),
    })),
  })
  return { all, each: keys.length > 1 ? each : [] }
}

async function matchOf(editor: DraftEditor, left: Side, right: Side, keys: readonly JoinKey[], signal: AbortSignal) {
  const [own, other] = [newId(), newId()]
  const edits = [
    ...tableEdits(
      editor.state.document,
      editor,
      own,
      keyTable(
        left,
        own,
        keys.map((key) => key.left),
      ),
    ),
  ]
  const withOwn = applyEdits(editor.state.document, edits).document
  edits.push(
    ...tableEdits(
      withOwn,
      editor,
      other,
      keyTable(
        right,
        other,
        keys.map((key) => key.right),
      ),
    ),
  )
  const pairs = keys.map((_, at) => ({ columnId: keyId(own, at), otherColumnId: keyId(other, at) }))
  const { match } = await describe(editor, own, { match: { elementId: other, keys: pairs }, edits }, signal)
  return match ?? null
}

const keyId = (elementId: string, at: number) => `${elementId}-${at}`

/** A table over one side whose last columns are its keys. */
function keyTable({ leg, columns = [] }: Side, id: string, keys: readonly string[]) {
  const own = columns.map(({ column, name }): DocumentColumn => ({ ...column, id: newId(), name }))
  const added = keys.map((formula, at): DocumentColumn => ({ id: keyId(id, at), formula, name: keyId(id, at) }))
  return { source: leg.ref, columns: [...own, ...added], name: `Side ${id}` }
}

function tableEdits(
  document: WorkbookDocument,
  { state: { pageId } }: DraftEditor,
  id: string,
  fields: Record<string, unknown>,
): DocumentEdit[] {
  const place = { document, pageId, selection: { elementIds: [], columnIds: [] } }
  return [...applyEdits(document, elementEdits(place, id, { kind: 'table', fields })).applied]
}

function describe(editor: DraftEditor, elementId: string, body: Record<string, unknown>, signal: AbortSignal) {
  const place = `${encodeURIComponent(editor.workbookId)}/elements/${encodeURIComponent(elementId)}`
  const query = { ...editor.stored }
  return call<ColumnDetails>(`/v2/workbooks/${place}/columnDetails`, { method: 'POST', query, body, signal })
}

/** The number of rows of a draft, requested when it is complete. */
export function useRowCount(draft: JoinDraft, isReady: boolean) {
  const editor = useEditor()
  const source = joinSource(draft)
  return useQuery({
    queryKey: ['join', 'rows', editor.workbookId, editor.stored, source],
    enabled: isReady,
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const id = newId()
      const edits = tableEdits(editor.state.document, editor, id, { source, columns: [], name: `Rows ${id}` })
      return (await describe(editor, id, { countRows: true, edits }, signal)).rows ?? 0
    },
  })
}

/** The first rows of a source in some columns. */
export function useOutput(source: ElementSource, columns: readonly DocumentColumn[], isReady: boolean) {
  const editor = useEditor()
  const formulas = columns.map(({ formula, name }) => [formula, name])
  return useQuery({
    queryKey: ['join', 'output', editor.workbookId, editor.stored, source, formulas],
    enabled: isReady && columns.length > 0,
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) => {
      const elementId = newId()
      const fields = { source, columns: [...columns], name: `Output ${elementId}` }
      const edits = tableEdits(editor.state.document, editor, elementId, fields)
      const { workbookId, stored, state } = editor
      const asked = { workbookId, stored, pageId: state.pageId, elementId, level: 'base', limit: shownRows } as const
      return previewRows({ ...asked, edits, controls: savedControls }, signal)
    },
  })
}

/** The values of a column of a table as texts, each once, in their order; `limit` of them at most, nulls left out. */
export function useDistinctTexts(ref: TableRef | undefined, formula: string, limit: number, isReady: boolean) {
  const editor = useEditor()
  return useQuery({
    queryKey: ['sources', 'texts', editor.workbookId, editor.stored, ref, formula, limit],
    enabled: isReady && ref !== undefined,
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const [elementId, columnId] = [newId(), newId()]
      const columns = [{ id: columnId, name: `Text ${columnId}`, formula: `Text(${formula})` }]
      const groupings = [
        { id: newId(), groupBy: [columnId], calculations: [], sort: [{ columnId, direction: 'ascending' }] },
      ]
      const fields = { source: ref, columns, groupings, name: `Texts ${elementId}` }
      const edits = tableEdits(editor.state.document, editor, elementId, fields)
      const { workbookId, stored, state } = editor
      const asked = { workbookId, stored, pageId: state.pageId, elementId, level: 'g1', limit } as const
      const { rows } = await previewRows({ ...asked, edits, controls: savedControls }, signal)
      return rows.flatMap(([value]) => (value === null || value === undefined ? [] : [String(value)]))
    },
  })
}
