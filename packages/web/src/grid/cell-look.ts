import type { CSSProperties } from 'react'
import { classNames } from '../ui/index.ts'
import { isCertainToFit } from './column-widths.ts'
import type { GridCell, GridSource, GridWords } from './grid-types.ts'
import { type ColumnPlace, placeOf } from './visible-columns.ts'

/** What the cells of a row have in common. */
export interface CellsOfRow {
  /** Prefix of the ids of cells. */
  id: string
  source: GridSource
  words: GridWords
  index: number
  edges: readonly number[]
  /** Columns that stay in view. */
  frozen: number
  /** Columns of the selection in this row; -1 for none. */
  firstSelected: number
  lastSelected: number
  focusColumn: number
}

/** How a cell is drawn. */
export interface CellLook extends ColumnPlace {
  id: string
  columnIndex: number
  cell: GridCell
  /** The cell contains text and nothing else. */
  isText: boolean
  isSelected: boolean
  className: string
  title: string | undefined
  style: CSSProperties | undefined
}

const alignments = { start: 'justify-start', center: 'justify-center', end: 'justify-end' }
const textAlignments = { start: 'text-left', center: 'text-center', end: 'text-right' }
const markLooks = { changed: 'bg-warning-soft', wrong: 'bg-danger-soft text-danger' }

/** Classes of text that stands for a value. */
export const looks = {
  null: 'text-faint',
  several: 'text-muted',
  restricted: 'text-faint',
  error: 'text-danger',
  blank: '',
}

/** Pixels of a cell that its text cannot use: padding and line. */
const usedWidth = 25

/** `isSpecial`: the cell contains a field or the toggle of its row. */
export function cellLook(row: CellsOfRow, columnIndex: number, isSpecial = false): CellLook {
  const { source, words, index, edges, frozen } = row
  const cell = source.cell(index, columnIndex)
  const place = placeOf(edges, columnIndex)
  const isSelected = row.firstSelected >= 0 && columnIndex >= row.firstSelected && columnIndex <= row.lastSelected
  const isFrozen = columnIndex < frozen
  const { lines } = source.look
  const { align = 'start' } = source.columns[columnIndex] ?? {}
  // Text alone needs no element of its own, which the browser would have to lay out as well.
  const isText = !isSpecial && !cell.bar && !cell.href
  return {
    id: `${row.id}-${index}-${columnIndex}`,
    columnIndex,
    cell,
    isText,
    isSelected,
    ...place,
    title: isText ? titleOf(cell, words) : undefined,
    className: classNames(
      'absolute inset-y-0 px-3 tabular select-none',
      columnIndex === 0 && 'pl-4',
      (lines === 'all' || lines === 'vertical') && columnIndex < source.columns.length - 1 && 'border-r border-line/60',
      isText
        ? classNames(overflowOf(cell, place.width - usedWidth), textAlignments[align])
        : `flex items-center ${alignments[align]}`,
      columnIndex === frozen - 1 && 'frozen-edge',
      isSelected ? 'bg-accent-soft' : cell.mark ? markLooks[cell.mark] : isFrozen && 'bg-inherit',
      columnIndex === row.focusColumn && 'inset-ring-2 inset-ring-focus',
      isText && cell.look && looks[cell.look],
    ),
    style: isSelected ? withoutColors(cell.style) : cell.style,
  }
}

/**
 * A cell that clips its text is a layer for the browser, which costs as much time as all the rest of the cell: only text that might not fit
 * is clipped.
 */
function overflowOf({ text, style }: GridCell, width: number): string {
  return style === undefined && isCertainToFit(text, width) ? 'whitespace-nowrap' : 'truncate contain-strict'
}

/** The tooltip of a cell: its note, the meaning of its sign, or a text that may be truncated. */
export function titleOf({ note, look, text }: GridCell, words: GridWords): string | undefined {
  return note ?? titleOfLook(look, words) ?? (text.length > 24 ? text : undefined)
}

function titleOfLook(look: GridCell['look'], words: GridWords): string | undefined {
  switch (look) {
    case 'null':
      return words.noValue
    case 'several':
      return words.several
    case 'restricted':
      return words.restricted
    case 'error':
      return words.cellError
    default:
      return undefined
  }
}

/** The selection shows through; weight and slant stay. */
function withoutColors(style: CSSProperties | undefined): CSSProperties | undefined {
  if (style === undefined) return undefined
  const { backgroundColor: _, color: __, ...rest } = style
  return rest
}
