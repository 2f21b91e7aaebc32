import { cellAt } from '@octavo/core/display'
import type { ControlElement } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import type { ElementData } from '../../editor/index.ts'
import { cellFormatter } from '../../formats.ts'

export interface ListOption {
  value: Cell
  label: string
  /** Rows with this value, as text. */
  count?: string
  /** Null and the empty text look different from values. */
  isMissing: boolean
}

export interface ListOptions {
  status: 'waiting' | 'ready' | 'failed'
  entries: ListOption[]
  isPartial: boolean
}

interface Words {
  null: string
  empty: string
}

/**
 * The options of a list control: the values in the document, or its column's values from the page data, with the label column and the
 * number of rows when they are available. Null is left out when the document says so.
 */
export function listOptions(element: ControlElement, data: ElementData, words: Words): ListOptions {
  const options = allOptions(element, data, words)
  const offersNull = (element.x as { showNull?: unknown } | undefined)?.showNull !== false
  return offersNull ? options : { ...options, entries: options.entries.filter(({ value }) => value !== null) }
}

function allOptions(element: ControlElement, data: ElementData, words: Words): ListOptions {
  const manual = manualValues(element)
  if (manual)
    return {
      status: 'ready',
      isPartial: false,
      entries: manual.map(({ value, label }) => option(value, label ?? shownCell(value, words))),
    }
  const rows = data.levels.get('base')
  if (!rows) {
    return {
      status: data.status === 'failed' || data.status === 'absent' ? 'failed' : 'waiting',
      entries: [],
      isPartial: false,
    }
  }
  const countColumn = rows.columns.findIndex((column, index) => index > 0 && column.id === 'count')
  const labelColumn = rows.columns.findIndex((_, index) => index > 0 && index !== countColumn)
  const place = Math.max(labelColumn, 0)
  const format = rows.columns[place] && cellFormatter(rows.columns[place].type)
  const formatCount = cellFormatter({ kind: 'int64' })
  const entries = Array.from({ length: rows.rowCount }, (_, row): ListOption => {
    const value = cellAt(rows, 0, row)
    const label = cellAt(rows, place, row)
    const text = label === null || label === '' ? shownCell(label, words) : (format?.(label) ?? String(label))
    const count = countColumn >= 0 ? formatCount(cellAt(rows, countColumn, row)) : undefined
    return option(value, text, count)
  })
  return { status: 'ready', entries, isPartial: rows.hasMore }
}

function option(value: Cell, label: string, count?: string): ListOption {
  return { value, label, isMissing: value === null || value === '', ...(count === undefined ? {} : { count }) }
}

function shownCell(cell: Cell, words: Words): string {
  return cell === null ? words.null : cell === '' ? words.empty : String(cell)
}

function manualValues(element: ControlElement): { value: Cell; label: string | undefined }[] | undefined {
  const source = element.source as { kind?: unknown; values?: unknown; labels?: unknown } | undefined
  if (source?.kind !== 'manual') return undefined
  const labels = Array.isArray(source.labels) ? source.labels : []
  return (Array.isArray(source.values) ? source.values : []).map((value: unknown, index) => {
    const label: unknown = labels[index]
    return { value: isCell(value) ? value : null, label: typeof label === 'string' ? label : undefined }
  })
}

function isCell(value: unknown): value is Cell {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** Items come as texts from the address and as typed cells from the data platform. */
export function isSameItem(left: Cell, right: Cell): boolean {
  return left === null || right === null ? left === right : String(left) === String(right)
}
