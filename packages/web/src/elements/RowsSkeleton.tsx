import { pivotShape, tableShape } from '@octavo/core/display'
import { columnNames, type DataElement, type DocumentColumn, type TableElement } from '@octavo/core/document'
import { useMemo } from 'react'
import { ShapedSkeleton } from '../ui/index.ts'

/** The place of rows that are loading, below the names of the columns that will be shown. */
export function RowsSkeleton({ element }: { element: DataElement }) {
  const heads = useMemo(() => headsAhead(element), [element])
  return <ShapedSkeleton shape="table" heads={heads} />
}

/**
 * The names of the columns that an element shows first, before its rows arrive: the outermost group of a table with its calculations, the
 * rows and values of a pivot table, else all visible columns. Empty where the document does not contain a name or formula.
 */
export function headsAhead(element: DataElement): string[] {
  const names = columnNames(element.columns)
  const shown = new Map(
    element.columns.map((column) => [column.id, isNamed(column) ? (names.get(column.id) ?? '') : '']),
  )
  return idsAhead(element).flatMap((id) => shown.get(id) ?? [])
}

function idsAhead(element: DataElement): readonly string[] {
  if (element.kind === 'pivot-table') {
    const { rows, values } = pivotShape(element)
    return [...rows, ...values]
  }
  const { groupKeys, hiddenColumnIds } = tableShape(element as TableElement)
  const [first] = (element as TableElement).groupings ?? []
  const ids = first ? [...(groupKeys[0] ?? []), ...(first.calculations ?? [])] : element.columns.map(({ id }) => id)
  return ids.filter((id) => !hiddenColumnIds.has(id))
}

const isNamed = ({ name, formula }: DocumentColumn) =>
  [name, formula].some((text) => typeof text === 'string' && text.trim() !== '')
