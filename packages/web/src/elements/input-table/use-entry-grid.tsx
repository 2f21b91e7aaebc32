import { choicesSource, mostEntered } from '@octavo/core/document'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Block, CellPlace, GridHandle, GridProps } from '../../grid/index.ts'
import { notify } from '../../ui/index.ts'
import { CellField, type Step } from './CellField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { type EntryPlan, noEntries } from './entries.ts'
import { before, entryAt, fillBlock, fillFrom, rowsOf, type WrittenTable, writeTexts } from './entry-plans.ts'
import { OfferedChoiceField } from './OfferedChoiceField.tsx'
import { cellsOfText } from './pasted-rows.ts'
import type { EntryOfTable } from './use-entry.ts'
import '../../i18n/input-tables.ts'

/** The cell that is written into, by its row, which may move meanwhile, and the text so far. */
interface OpenCell {
  /** Undefined for the last row, which is none yet. */
  rowKey: string | undefined
  columnId: string
  text: string
}

/** Asks how texts are pasted that do not fit as they are; false where they do. */
export type AskPaste = (texts: readonly (readonly string[])[], at: CellPlace) => boolean

/** Writing into the cells of a grid: keys, the field of the open cell, pasting, and what the menu of cells does. */
export function useEntryGrid(table: WrittenTable, entry: EntryOfTable, askPaste: AskPaste) {
  const { t } = useTranslation('inputTables')
  const handle = useRef<GridHandle>(null)
  const [open, setOpen] = useState<OpenCell>()
  const { source, columns } = table
  const writes = { ...entryWrites(table, entry), handle }
  const { store } = entry
  const isTyping = open !== undefined
  useEffect(() => {
    if (isTyping) store.hold()
    else store.release()
  }, [store, isTyping])

  function openCell({ row, column }: CellPlace, start?: string): boolean {
    const target = columns.get(source.columns[column]?.id ?? '')
    if (!target || source.row(row).placeholder) return false
    if (target.kind === 'checkbox') {
      const isOn = entryAt(table, row, target.id).cell === true
      writes.apply(writeTexts(table, { row, column }, [[isOn ? 'false' : 'true']]))
      return true
    }
    setOpen({ rowKey: source.rowKey(row), columnId: target.id, text: start ?? entryAt(table, row, target.id).text })
    return true
  }
  function close(place: CellPlace, step: Step) {
    setOpen(undefined)
    handle.current?.focusCell(stepped(place, step, table))
  }
  const onOtherKey: GridProps['onOtherKey'] = (event, focus, cells) => {
    if (!entry.isOpen || !cells || !focus) return false
    const place = { row: focus.row, column: source.columns.findIndex(({ id }) => id === focus.columnId) }
    const isUsed = onWritingKey(event, place, cells, { table, writes, openCell })
    // The editor of the document has other commands under these keys.
    if (isUsed) event.stopPropagation()
    return isUsed
  }
  function onPaste(text: string, cells: Block) {
    if (text === '') return
    const texts = cellsOfText(text)
    const [rows, width] = [texts.length, Math.max(...texts.map((line) => line.length))]
    if (rows > mostEntered.rows || width > mostEntered.columns) {
      notify({ title: t('pasteTooLarge', { rows, columns: width, ...mostOf }), tone: 'danger' })
      return
    }
    const [only = ''] = texts[0] ?? []
    if (rows === 1 && width === 1) writes.apply(fillOrWrite(table, cells, only))
    else if (!askPaste(texts, { row: cells.top, column: cells.left }))
      writes.apply(writeTexts(table, { row: cells.top, column: cells.left }, texts))
  }

  const onText = (text: string) => open && setOpen({ ...open, text })
  const field = open && fieldOf(table, { ...open, entry, noMatch: t('noChoice') }, { onText, close, ...writes })
  const grid: Partial<GridProps> = {
    handle,
    onOtherKey,
    ...(entry.isOpen ? { onOpenCell: (place) => void openCell(place), onPaste } : {}),
    ...(field ? { field } : {}),
  }
  return { grid, writes }
}

export type EntryWrites = ReturnType<typeof useEntryGrid>['writes']

const mostOf = { mostRows: mostEntered.rows, mostColumns: mostEntered.columns }

function entryWrites(table: WrittenTable, { store }: EntryOfTable) {
  return {
    /** One step: rows are changed and others added. */
    apply(plan: EntryPlan): void {
      store.write(plan, before(table, plan))
    },
    remove(block: Block): void {
      const { keys, rows } = rowsOf(table, block)
      const added = rows.map((cells, index) => ({ key: `again ${keys[index]}`, cells, restores: keys[index] ?? '' }))
      store.remove(keys, { ...noEntries, added })
    },
    duplicate(block: Block): void {
      store.write({ changed: [], added: rowsOf(table, block).rows }, noEntries)
    },
    clear(block: Block): void {
      this.apply(fillBlock(table, block, () => ''))
    },
    fill(block: Block, direction: 'down' | 'right'): void {
      this.apply(fillFrom(table, block, direction))
    },
    undo: () => store.undo(),
    addRow: () => void store.write({ changed: [], added: [{}] }, noEntries),
  }
}

/** A text in all selected cells, or in the last row that is none yet. */
function fillOrWrite(table: WrittenTable, cells: Block, text: string): EntryPlan {
  const filled = fillBlock(table, cells, () => text)
  return filled.changed.length > 0 ? filled : writeTexts(table, { row: cells.top, column: cells.left }, [[text]])
}

interface Writing {
  table: WrittenTable
  writes: ReturnType<typeof entryWrites>
  openCell: (place: CellPlace, start?: string) => boolean
}

/** Keys of cells that are written into; false for those that keep their usual meaning. */
function onWritingKey(
  event: KeyboardEvent,
  place: CellPlace,
  cells: Block,
  { table, writes, openCell }: Writing,
): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  const isCommand = ctrlKey || metaKey
  if (isCommand && altKey && key === '=') {
    if (table.canAdd) writes.addRow()
    return table.canAdd
  }
  if (isCommand) return onCommandKey(key.toLowerCase(), cells, writes)
  if (altKey) return key === 'ArrowDown' && openCell(place)
  if (key === 'Delete' || key === 'Backspace') {
    writes.clear(cells)
    return true
  }
  if (key === 'F2' || key === 'Enter') return openCell(place)
  if (key.length !== 1) return false
  const column = table.columns.get(table.source.columns[place.column]?.id ?? '')
  // Typing into a column that accepts nothing does nothing, and must not run a command of the page either.
  if (!column) return true
  return column.kind === 'checkbox' ? key !== ' ' || openCell(place) : openCell(place, key)
}

function onCommandKey(key: string, cells: Block, writes: Writing['writes']): boolean {
  switch (key) {
    case 'z':
      writes.undo()
      return true
    case 'd':
      writes.fill(cells, 'down')
      return true
    case 'r':
      writes.fill(cells, 'right')
      return true
    default:
      return false
  }
}

/** Where the open cell is now; undefined once its row or column is gone. */
function openedIn(
  { source }: WrittenTable,
  { rowKey, columnId }: OpenCell,
  { store }: EntryOfTable,
): CellPlace | undefined {
  const row = source.placeOf(rowKey === undefined ? undefined : store.nameOf(rowKey))
  const column = source.columns.findIndex(({ id }) => id === columnId)
  return row < 0 || column < 0 ? undefined : { row, column }
}

interface FieldActions {
  onText: (text: string) => void
  close: (place: CellPlace, step: Step) => void
  apply: (plan: EntryPlan) => void
}

/** The field of the open cell; none when its row or column is gone. */
function fieldOf(
  table: WrittenTable,
  { entry, noMatch, ...open }: OpenCell & { entry: EntryOfTable; noMatch: string },
  { onText, close, apply }: FieldActions,
): { row: number; column: number; node: ReactNode } | undefined {
  const { text } = open
  const { row, column } = openedIn(table, open, entry) ?? { row: -1, column: -1 }
  const target = table.columns.get(table.source.columns[column]?.id ?? '')
  if (!target) return undefined
  const onDone = (written: string, step: Step) => {
    if (written !== entryAt(table, row, target.id).text) apply(writeTexts(table, { row, column }, [[written]]))
    close({ row, column }, step)
  }
  const shared = {
    label: table.source.columns[column]?.name ?? target.id,
    text,
    onText,
    onDone,
    onCancel: () => close({ row, column }, 'stay'),
  }
  const choosing = { before: entryAt(table, row, target.id).text, isSeveral: target.kind === 'multi-select', noMatch }
  const node = choicesSource(target.column) ? (
    <OfferedChoiceField {...shared} {...choosing} elementId={entry.elementId} columnId={target.id} kind={target.kind} />
  ) : target.choices !== undefined ? (
    <ChoiceField {...shared} {...choosing} choices={target.choices} />
  ) : (
    <CellField {...shared} placeholder={target.kind === 'datetime' ? 'YYYY-MM-DD' : undefined} />
  )
  return { row, column, node }
}

function stepped({ row, column }: CellPlace, step: Step, { source }: WrittenTable): CellPlace {
  // The last row, as soon as it has a value, is followed by another one.
  const isNew = source.rowKey(row) === undefined
  const [lastRow, lastColumn] = [source.rowCount - (isNew ? 0 : 1), source.columns.length - 1]
  switch (step) {
    case 'down':
      return { row: Math.min(lastRow, row + 1), column }
    case 'up':
      return { row: Math.max(0, row - 1), column }
    case 'right':
      return { row, column: Math.min(lastColumn, column + 1) }
    case 'left':
      return { row, column: Math.max(0, column - 1) }
    case 'stay':
      return { row, column }
  }
}
