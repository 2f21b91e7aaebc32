import type { InputTableChanged } from '@octavo/core/contract'
import { columnsOf, type DataElement, isRequiredColumn, rowIdColumn } from '@octavo/core/document'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '../../api.ts'
import { type ElementData, useMaybeEditor, useOfPage, useReadPage } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { type Conflict, EntryStore } from './entry-store.ts'
import { inputModeOf } from './input-modes.ts'
import { refusalText, refusedIn, stopText } from './refusals.ts'

/** Ids of the rows of the page; undefined where the table has no column that names its rows. */
function rowIdsOf(element: DataElement, data: ElementData): readonly string[] | undefined {
  const columnId = rowIdColumn(element)
  const level = data.levels.get('base')
  const place = level?.columns.findIndex(({ id }) => id === columnId) ?? -1
  const values = level?.values[place]
  return values && level ? values.slice(0, level.rowCount).map(String) : undefined
}

/** The rows that an error reports as changed since they were read. */
function conflictsIn(error: unknown): readonly Conflict[] {
  if (!(error instanceof ApiError) || error.code !== 'row_conflict') return []
  return (error.details as { rows: Conflict[] }).rows
}

/** Entering rows into an input table: whether the reader may, and the entries so far. */
export function useEntry(element: DataElement, data: ElementData) {
  const readPage = useReadPage()
  const { t } = useTranslation('inputTables')
  const editor = useMaybeEditor()
  const mode = inputModeOf(element)
  const isLive = mode === 'edit'
  const may = useOfPage(({ entersRows }) => entersRows?.has(mode) === true)
  const seen = useRef(data.inputRevision)
  seen.current = data.inputRevision
  const required = useMemo(
    () =>
      columnsOf(element)
        .filter(isRequiredColumn)
        .map(({ id }) => id),
    [element],
  )
  const needed = useRef(required)
  needed.current = required
  const words = useRef(t)
  words.current = t
  const [store] = useState(
    () =>
      new EntryStore({
        isLive,
        async send(body) {
          // Columns that were just made must be there before their cells.
          await editor?.settled()
          const { workbookId } = readPage()
          const path = `/v2/workbooks/${workbookId}/elements/${element.id}/rows`
          return call<InputTableChanged>(path, { method: 'POST', body })
        },
        onStored: () => readPage().data.reload(),
        explain: (error) => refusalText(words.current, error) ?? explain(error).message,
        refusedIn,
        baseRevision: () => seen.current,
        conflictsIn,
        required: () => needed.current,
      }),
  )
  const state = useSyncExternalStore(store.subscribe, () => store.state)
  const [isOpen, setOpen] = useState(false)
  const rowIds = useMemo(() => rowIdsOf(element, data), [element, data])
  useEffect(() => {
    if (data.status === 'ready' || data.status === 'failed') store.shown()
  }, [store, data])
  const canEnter = may && rowIds !== undefined
  return {
    elementId: element.id,
    store,
    state,
    mode,
    isLive,
    required,
    /** The person may enter rows here, and the table names its rows. */
    canEnter,
    /** The table lacks the column that names its rows, without which nothing can be entered here. */
    hasNoIds: may && data.status === 'ready' && rowIds === undefined,
    /** Cells accept typing. */
    isOpen: canEnter && data.editsStopped === undefined && (isLive || isOpen),
    /** Why rows cannot be entered now. */
    stopped: data.editsStopped === undefined ? undefined : stopText(t, data.editsStopped),
    setOpen,
    rowIds: rowIds ?? [],
  }
}

export type EntryOfTable = ReturnType<typeof useEntry>
