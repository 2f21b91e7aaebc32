import type { BaseElement, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { changeElement } from './change-element.ts'
import { columnsOnShelf, type ShelfId, shelvesOfKind, withPath } from './shelves.ts'

/** The order of the values of a key. */
export interface ShelfSort {
  direction: 'ascending' | 'descending'
  /** A column, or `row-count`; absent: the values themselves. */
  by?: string
  /** How a column that does not aggregate becomes one number for each value. */
  aggregation?: string
}

/** A key of a shelf whose values can be sorted. */
export interface SortedKey {
  shelf: ShelfId
  columnId: string
  /** Undefined for the default order. */
  sort: ShelfSort | undefined
}

/** The sortable keys of an element, shelf by shelf. */
export function sortedKeys(element: BaseElement): SortedKey[] {
  return shelvesOfKind(element.kind).flatMap(({ id }) =>
    isSorted(element, id)
      ? columnsOnShelf(element, id).map((columnId) => ({ shelf: id, columnId, sort: readSort(element, id, columnId) }))
      : [],
  )
}

/** Sorts the values of a key; without a sort the default order is used. */
export function setShelfSort(
  document: WorkbookDocument,
  elementId: string,
  shelf: ShelfId,
  columnId: string,
  sort: ShelfSort | undefined,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const written = sort && writtenSort(shelf, sort)
    if (shelf === 'xAxis' || shelf === 'color') return withPath(element, [shelf, 'sort'], written) as BaseElement
    const path = listOf(shelf)
    const entries: unknown = path.reduce<unknown>(
      (holder, name) => (isRecord(holder) ? holder[name] : undefined),
      element,
    )
    if (!Array.isArray(entries)) return element
    const next = entries.map((entry: unknown) => {
      if (!isRecord(entry) || entry.columnId !== columnId) return entry
      const { sort: _before, ...rest } = entry
      return written === undefined ? rest : { ...rest, sort: written }
    })
    return withPath(element, path, next) as BaseElement
  })
}

function isSorted({ kind }: BaseElement, shelf: ShelfId): boolean {
  if (shelf === 'color') return kind === 'pie-chart' || kind === 'donut-chart'
  return ['xAxis', 'rowsBy', 'columnsBy', 'trellisRow', 'trellisColumn'].includes(shelf) && kind !== 'box-chart'
}

function listOf(shelf: ShelfId): string[] {
  if (shelf === 'trellisRow') return ['trellis', 'rowsBy']
  return shelf === 'trellisColumn' ? ['trellis', 'columnsBy'] : [shelf]
}

/** The sort of panels uses a type where the sort of axes uses fields. */
function writtenSort(shelf: ShelfId, { direction, by, aggregation }: ShelfSort): Record<string, unknown> {
  const isColumn = by !== undefined && by !== 'row-count'
  const aggregated = isColumn && aggregation !== undefined ? { aggregation } : {}
  if (shelf !== 'trellisRow' && shelf !== 'trellisColumn') {
    return { direction, ...(by === undefined ? {} : { by }), ...aggregated }
  }
  if (by === undefined) return { direction }
  return isColumn ? { type: 'column', columnId: by, direction, ...aggregated } : { type: 'row-count', direction }
}

function readSort(element: BaseElement, shelf: ShelfId, columnId: string): ShelfSort | undefined {
  const holder: unknown = listOf(shelf).reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), element)
  const entry: unknown = Array.isArray(holder)
    ? holder.find((each: unknown) => isRecord(each) && each.columnId === columnId)
    : holder
  const sort = isRecord(entry) ? entry.sort : undefined
  if (!isRecord(sort)) return undefined
  const by = sort.type === 'row-count' ? 'row-count' : (sort.by ?? sort.columnId)
  return {
    direction: sort.direction === 'descending' ? 'descending' : 'ascending',
    ...(typeof by === 'string' ? { by } : {}),
    ...(typeof sort.aggregation === 'string' ? { aggregation: sort.aggregation } : {}),
  }
}
