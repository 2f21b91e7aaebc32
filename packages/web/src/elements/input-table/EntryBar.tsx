import { type DataElement, setElementField } from '@octavo/core/document'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type ElementData, useMaybeEditor } from '../../editor/index.ts'
import { Button, lazyPart, Plus } from '../../ui/index.ts'
import { countOf, problemCount } from './entries.ts'
import type { WrittenTable } from './entry-plans.ts'
import { InputModeMenu } from './InputModeMenu.tsx'
import type { EntryOfTable } from './use-entry.ts'
import type { EntryWrites } from './use-entry-grid.tsx'

const AddColumnMenu = lazyPart(async () => ({ default: (await import('./AddColumnMenu.tsx')).AddColumnMenu }))

const ConflictDialog = lazyPart(async () => ({ default: (await import('./ConflictDialog.tsx')).ConflictDialog }))

interface EntryBarProps {
  element: DataElement
  data: ElementData
  entry: EntryOfTable
  table: WrittenTable
  writes: EntryWrites
}

/** Below the grid: who enters rows, new rows and columns, and what is not stored yet. */
export function EntryBar({ element, data, entry, table, writes }: EntryBarProps) {
  const { t } = useTranslation('inputTables')
  const editor = useMaybeEditor()
  const level = data.levels.get('base')
  const canChangeColumns = editor !== undefined && !editor.isView
  function addRow() {
    const row = table.source.rowCount - 1
    writes.addRow()
    const column = Math.max(
      0,
      table.source.columns.findIndex(({ id }) => table.columns.has(id)),
    )
    // The new row exists only after the next render.
    requestAnimationFrame(() => writes.handle.current?.focusCell({ row, column }))
  }
  return (
    <footer className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-surface px-3 py-1 text-xs text-muted">
      <InputModeMenu element={element} mode={entry.mode} canChange={canChangeColumns} />
      {entry.stopped !== undefined && (
        <p role="status" className="order-last basis-full text-danger [overflow-wrap:anywhere]">
          <span className="font-medium">{t('unableToEdit')}</span> {t('unableToEditWhy', { reason: entry.stopped })}
        </p>
      )}
      {table.canAdd && (
        <Button isSmall look="quiet" icon={Plus} onClick={addRow}>
          {t('row')}
        </Button>
      )}
      {canChangeColumns && (
        <Suspense>
          <AddColumnMenu element={element} table={table} />
        </Suspense>
      )}
      <span className="tabular">{t(level?.hasMore ? 'rowsLoaded' : 'rows', { count: level?.rowCount ?? 0 })}</span>
      {entry.state.conflicts.length > 0 && (
        <Suspense>
          <ConflictDialog entry={entry} table={table} />
        </Suspense>
      )}
      <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
        <EntryStatus entry={entry} />
        {entry.hasNoIds && canChangeColumns && (
          <Button
            isSmall
            onClick={() => {
              const columns = [{ id: 'ID', hidden: true }, ...element.columns]
              editor.apply(t('word.rowIds'), setElementField(editor.state.document, element.id, ['columns'], columns))
            }}
          >
            {t('addRowIds')}
          </Button>
        )}
        {entry.canEnter && !entry.isLive && <EditData entry={entry} />}
      </span>
    </footer>
  )
}

/** Says what is being stored, what was refused, and what a column does not accept. */
function EntryStatus({ entry }: { entry: EntryOfTable }) {
  const { t } = useTranslation('inputTables')
  const { state, store } = entry
  const wrong = problemCount(state.entries, entry.required)
  return (
    <>
      {entry.hasNoIds && <span>{t('lacksIds')}</span>}
      {wrong > 0 && <span className="text-danger">{t('wrong', { count: wrong })}</span>}
      {state.failure !== undefined && (
        <>
          <span role="alert" className="max-w-96 truncate text-danger" title={state.failure}>
            {state.failure}
          </span>
          {entry.isLive && (
            <>
              <Button isSmall onClick={() => void store.save()}>
                {t('again')}
              </Button>
              <Button isSmall look="quiet" onClick={() => store.discard()}>
                {t('discard')}
              </Button>
            </>
          )}
        </>
      )}
      <span role="status" className="empty:hidden">
        {state.isSaving ? t('saving') : ''}
      </span>
    </>
  )
}

/** Published tables: entries are collected, then stored together. */
function EditData({ entry }: { entry: EntryOfTable }) {
  const { t } = useTranslation('inputTables')
  const { state, store } = entry
  if (!entry.isOpen)
    return (
      <Button isSmall disabled={entry.stopped !== undefined} onClick={() => entry.setOpen(true)}>
        {t('editData')}
      </Button>
    )
  const count = countOf(state.unsaved)
  return (
    <>
      <Button
        isSmall
        look="quiet"
        onClick={() => {
          store.discard()
          entry.setOpen(false)
        }}
      >
        {count > 0 ? t('discard') : t('done')}
      </Button>
      <Button isSmall look="primary" disabled={count === 0} isBusy={state.isSaving} onClick={() => void store.save()}>
        {t('save', { count })}
      </Button>
    </>
  )
}
