import type { InputCell } from '@octavo/core/document'
import type { InputRow, InputRowChange } from '../../store/input-rows.ts'
import type { Header } from '../input-rows/connection-book.ts'

type Cells = Record<string, InputCell>

/** The author and time of a change. */
export interface Stamp {
  by: string
  at: number
  /** Revision of the table that the change creates. */
  revision: number
}

interface Writing {
  place: { organizationId: string; documentId: string; elementId: string }
  /** Position of the first new row. */
  firstPlace: number
  /** Rows that the same change has deleted. */
  gone?: ReadonlyMap<string, InputRow>
  stamp: Stamp
}

/**
 * Rows with new cells, one for each id, and their changes. Existing rows keep their position, their other cells and their author.
 */
export function writtenRows(
  known: ReadonlyMap<string, InputRow>,
  wanted: readonly { rowId: string; cells: Cells }[],
  { place: { organizationId, documentId, elementId }, firstPlace, gone = new Map(), stamp }: Writing,
): { rows: InputRow[]; changes: InputRowChange[] } {
  const written = new Map<string, { row: InputRow; before: Cells; after: Cells }>()
  let next = firstPlace
  for (const { rowId, cells } of wanted) {
    const row = known.get(rowId)
    const before = written.get(rowId)?.before ?? (row ? cellsOf(row) : {})
    const after = { ...(written.get(rowId)?.after ?? before), ...cells }
    written.set(rowId, {
      before,
      after,
      row: {
        organization_id: organizationId,
        document_id: documentId,
        element_id: elementId,
        row_id: rowId,
        place: written.get(rowId)?.row.place ?? row?.place ?? next++,
        cells: JSON.stringify(after),
        revision: stamp.revision,
        created_by: row?.created_by ?? stamp.by,
        created_at: row?.created_at ?? stamp.at,
        updated_by: stamp.by,
        updated_at: stamp.at,
      },
    })
  }
  const all = [...written.values()]
  return {
    rows: all.map(({ row }) => row),
    changes: all.map(({ row, before, after }) => {
      const replaced = gone.get(row.row_id)
      if (replaced) return changeOf(row, stamp, 'updated', cellsOf(replaced), after)
      return changeOf(row, stamp, known.has(row.row_id) ? 'updated' : 'inserted', before, after)
    }),
  }
}

/** Deletions of rows, each with all of its values; empty for a row that the same change writes again. */
export function removals(removed: readonly InputRow[], written: readonly InputRow[], stamp: Stamp): InputRowChange[] {
  const anew = new Set(written.map(({ row_id }) => row_id))
  return removed.flatMap((row) => (anew.has(row.row_id) ? [] : [changeOf(row, stamp, 'deleted', cellsOf(row), {})]))
}

/** Number of rows and total size of the table after a change. */
export function sizeAfter(
  { rowCount, sizeBytes }: Pick<Header, 'rowCount' | 'sizeBytes'>,
  removed: readonly InputRow[],
  known: ReadonlyMap<string, InputRow>,
  written: readonly InputRow[],
): Pick<Header, 'rowCount' | 'sizeBytes'> {
  const replaced = written.flatMap(({ row_id }) => known.get(row_id) ?? [])
  const bytes = (rows: readonly InputRow[]) => rows.reduce((sum, { cells }) => sum + Buffer.byteLength(cells), 0)
  return {
    rowCount: rowCount - removed.length - replaced.length + written.length,
    sizeBytes: sizeBytes - bytes(removed) - bytes(replaced) + bytes(written),
  }
}

const cellsOf = ({ cells }: InputRow): Cells => JSON.parse(cells) as Cells

function changeOf(
  { organization_id, document_id, element_id, row_id }: InputRow,
  { by, at, revision }: Stamp,
  kind: InputRowChange['kind'],
  before: Cells,
  after: Cells,
): InputRowChange {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)])
  const cells = [...ids].flatMap((id) => {
    const [old, now] = [before[id] ?? null, after[id] ?? null]
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [[id, { before: old, after: now }] as const]
  })
  return {
    organization_id,
    document_id,
    element_id,
    row_id,
    revision,
    kind,
    cells: JSON.stringify(Object.fromEntries(cells)),
    changed_by: by,
    changed_at: at,
  }
}
