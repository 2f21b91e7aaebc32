import { tableShape, tableView } from '@octavo/core/display'
import { type DataElement, hasProtectedColumn, isLinkedTable, type TableElement } from '@octavo/core/document'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ElementData, useMaybeEditor, useOfPage } from '../../editor/index.ts'
import { type Block, Grid, type GridColumn } from '../../grid/index.ts'
import { lazyPart } from '../../ui/index.ts'
import { useGridSource } from '../table/use-grid-source.ts'
import { useGridWords } from '../table/use-grid-words.ts'
import { useLoadingOfRows } from '../table/use-loading-of-rows.ts'
import { EntryBar } from './EntryBar.tsx'
import { EntryMenuItems } from './EntryMenuItems.tsx'
import { type WrittenTable, writeTexts } from './entry-plans.ts'
import { entrySource } from './entry-source.ts'
import { entryColumns } from './entry-values.ts'
import { takeFirstRows } from './first-rows.ts'
import { needsQuestion } from './paste-plan.ts'
import { type EntryOfTable, useEntry } from './use-entry.ts'
import { type AskPaste, useEntryGrid } from './use-entry-grid.tsx'
import { useProblemWords } from './use-problem-words.ts'
import '../../i18n/input-tables.ts'

const InputColumnMenu = lazyPart(async () => ({ default: (await import('./InputColumnMenu.tsx')).InputColumnMenu }))
const PasteDialog = lazyPart(async () => ({ default: (await import('./PasteDialog.tsx')).PasteDialog }))

const RowHistoryDialog = lazyPart(async () => ({ default: (await import('./RowHistoryDialog.tsx')).RowHistoryDialog }))

const PastRowsDialog = lazyPart(async () => ({ default: (await import('./PastRowsDialog.tsx')).PastRowsDialog }))

const noGroups: ReadonlySet<string> = new Set()

/** The grid of an input table and the bar below it. Loaded on demand. */
export function InputTableContent({ element, data }: { element: DataElement; data: ElementData }) {
  const editor = useMaybeEditor()
  const copiesOneCell = useOfPage((page) => page.copiesOneCell)
  const entry = useEntry(element, data)
  const { table, onSort, onView } = useWrittenTable(element, data, entry)
  const [pasted, setPasted] = useState<Parameters<AskPaste>>()
  const { grid, writes } = useEntryGrid(table, entry, (texts, at) => {
    const needsAnswer = needsQuestion(table, texts, at, editor !== undefined)
    if (needsAnswer) setPasted([texts, at])
    return needsAnswer
  })
  const [historyOf, setHistoryOf] = useState<string>()
  const [isPastOpen, setPastOpen] = useState(false)
  const words = useGridWords(element)
  useFirstFocus(element.id, entry, writes.handle, data)
  useEffect(() => {
    if (!entry.isOpen || data.status !== 'ready') return
    const rows = takeFirstRows(element.id)
    if (rows) writes.apply(writeTexts(table, { row: table.source.rowCount - 1, column: 0 }, rows))
  })
  const canChangeColumns = editor !== undefined && !editor.isView
  return (
    <div className="flex h-full min-h-0 flex-col border-t border-line">
      <div className="min-h-0 grow">
        <Grid
          source={table.source}
          words={words}
          isStale={data.isStale && entry.state.entries.changed.size === 0 && entry.state.entries.added.length === 0}
          copiesOneCell={copiesOneCell}
          onView={onView}
          {...(editor
            ? { onChoose: ({ id }: GridColumn) => editor.select({ elementIds: [element.id], columnIds: [id] }) }
            : { onSort })}
          {...(canChangeColumns && {
            menuOf: ({ id, name }: GridColumn) => (
              <Suspense>
                <InputColumnMenu element={element} columnId={id} name={name} table={table} />
              </Suspense>
            ),
          })}
          cellMenu={(cells, copy) => (
            <EntryMenuItems
              onHistory={canChangeColumns ? rowHistoryOf(table, cells, setHistoryOf) : undefined}
              onPast={canChangeColumns ? () => setPastOpen(true) : undefined}
              cells={cells}
              copy={copy}
              writes={entry.isOpen ? writes : undefined}
              canAdd={table.canAdd}
            />
          )}
          {...grid}
        />
      </div>
      <EntryBar element={element} data={data} entry={entry} table={table} writes={writes} />
      {historyOf !== undefined && (
        <Suspense>
          <RowHistoryDialog
            elementId={element.id}
            rowId={historyOf}
            table={table}
            onClose={() => setHistoryOf(undefined)}
          />
        </Suspense>
      )}
      {isPastOpen && (
        <Suspense>
          <PastRowsDialog elementId={element.id} table={table} onClose={() => setPastOpen(false)} />
        </Suspense>
      )}
      {pasted && (
        <Suspense>
          <PasteDialog
            element={element}
            table={table}
            texts={pasted[0]}
            at={pasted[1]}
            onPaste={writes.apply}
            onClose={() => setPasted(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Shows the history of the first selected row; undefined for one that the server does not have yet. */
function rowHistoryOf({ source }: WrittenTable, { top }: Block, show: (rowId: string) => void) {
  const rowId = source.pageRow(top) === undefined ? undefined : source.rowKey(top)
  return rowId === undefined ? undefined : () => show(rowId)
}

/** The rows of the page with what has been entered, and the columns that take entries. */
function useWrittenTable(element: DataElement, data: ElementData, entry: EntryOfTable) {
  const { t } = useTranslation('inputTables')
  const pageData = useOfPage((page) => page.data)
  const shown = useMemo((): TableElement => ({ ...element, kind: 'table' }), [element])
  const view = useMemo(() => tableView(tableShape(shown), data, noGroups), [shown, data])
  const sort = pageData.sortOf(element.id)
  const rows = useGridSource(shown, data, view, sort)
  const canAdd = entry.isOpen && !isLinkedTable(element) && !hasProtectedColumn(element)
  const { entries } = entry.state
  const { rowIds } = entry
  const columns = useMemo(() => entryColumns(element), [element])
  const newRow = t('newRow')
  const problem = useProblemWords()
  const source = useMemo(
    () => entrySource({ source: rows, rowIds, entries, hasNewRow: canAdd, columns, words: { newRow, problem } }),
    [rows, rowIds, entries, canAdd, columns, newRow, problem],
  )
  const table: WrittenTable = { source, columns, level: data.levels.get('base'), canAdd }
  const onSort = ({ id }: GridColumn) => {
    const isSame = sort?.columnId === id
    if (isSame && sort.direction === 'descending') pageData.sort(element.id, undefined)
    else pageData.sort(element.id, { level: 'base', columnId: id, direction: isSame ? 'descending' : 'ascending' })
  }
  return { table, onSort, onView: useLoadingOfRows(element.id, view, false) }
}

/** A new empty table focuses its first cell, so that the user can type or paste immediately. */
function useFirstFocus(
  elementId: string,
  { isOpen }: EntryOfTable,
  handle: ReturnType<typeof useEntryGrid>['writes']['handle'],
  data: ElementData,
) {
  const editor = useMaybeEditor()
  const isDone = useRef(false)
  const isEmpty = data.status === 'ready' && data.levels.get('base')?.rowCount === 0
  useEffect(() => {
    if (isDone.current || !editor || !isOpen || data.status !== 'ready') return
    isDone.current = true
    const { elementIds } = editor.state.selection
    if (isEmpty && elementIds.length === 1 && elementIds[0] === elementId)
      handle.current?.focusCell({ row: 0, column: 0 })
  }, [editor, isOpen, isEmpty, elementId, handle, data.status])
}
