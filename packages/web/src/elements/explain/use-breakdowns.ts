import { aggregatingColumns, type ColumnHolder } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { useQuery } from '@tanstack/react-query'
import { previewRows, useOpenPage } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { type FilterValue, filterValue } from '../quick-filter/filter-value.ts'
import { useDrillNames } from '../quick-filter/use-drill-names.ts'
import { type BreakdownColumn, breakdownColumns } from './breakdown-columns.ts'
import { type Breakdown, breakdownEdits } from './breakdown-edits.ts'
import { type Contributions, contributionsOf, strengthOf } from './contributions.ts'
import { type ExplainedAxis, type ExplainedMeasure, pointsOf } from './explained-chart.ts'
import { columnOf, labelOf, levelOfPreview } from './explained-rows.ts'
import { type Point, sumOf } from './points.ts'
import type { PreviewPlace } from './use-preview.ts'

/** A change divided by the values of a column. */
export interface DividedChange {
  column: Pick<BreakdownColumn, 'id' | 'shownName' | 'isOwn' | 'formula' | 'name'>
  contributions: Contributions
  label: (cell: Cell) => string
}

/** Columns with more values are not shown. */
export const mostValues = 50
const mostColumns = 5
/** How many columns are tried; each is one query. */
const mostTried = 15

export interface Asked {
  element: ColumnHolder
  axis: ExplainedAxis
  measure: ExplainedMeasure
  /** The two periods, and the change of the whole between them. */
  between: { before: Cell; last: Cell; total: number | null } | undefined
  place: PreviewPlace | undefined
}

/** Divides the change between two periods by columns of the element and its source, the most telling column first. */
export function useBreakdowns({ element, axis, measure, between, place }: Asked) {
  const { document } = useOpenPage()
  const { names, isKnown } = useDrillNames(element)
  const isFiltered = (element.filters ?? []).some(
    ({ columnId, state }) => state !== 'disabled' && aggregatingColumns(element.columns)(columnId),
  )
  const { data, error, isPending } = useQuery({
    queryKey: ['explained', element, measure.columnId, axis.columnId, between, place],
    enabled: isKnown && place !== undefined && between !== undefined && !isFiltered,
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      if (!place || !between) return []
      const columns = breakdownColumns(document, element, axis.columnId, names).slice(0, mostTried)
      const read = (by: BreakdownColumn) => divided({ element, axis, measure, between, place }, by, signal)
      return strongest(await firstFew(columns, read))
    },
  })
  return { changes: data, isFiltered, isPending: !isFiltered && isPending, failure: error && explain(error).message }

  async function divided(
    asked: Asked & { between: NonNullable<Asked['between']>; place: PreviewPlace },
    { shownName, isOwn, ...by }: BreakdownColumn,
    signal: AbortSignal,
  ): Promise<DividedChange | undefined> {
    const { before, last, total } = asked.between
    const keys = [before, last].map((cell): FilterValue => filterValue(cell, { kind: 'text' }))
    const breakdown: Breakdown = { measureId: measure.columnId, axisId: axis.columnId, by, keys }
    const rows = levelOfPreview(
      await previewRows(
        {
          ...asked.place,
          level: 'base',
          limit: 2 * mostValues + 1,
          edits: [...asked.place.edits, ...breakdownEdits(document, element.id, breakdown)],
        },
        signal,
      ),
    )
    if (!columnOf(rows, by.id) || !columnOf(rows, measure.columnId)) return undefined
    const points = pointsOf(rows, measure.columnId, axis.columnId, by.id)
    if (!isReadable(points)) return undefined
    const contributions = contributionsOf(points, asked.between, { isAdditive: measure.isAdditive, total })
    return { column: { ...by, shownName, isOwn }, contributions, label: labelOf(element, rows, by.id) }
  }
}

function isReadable(points: readonly Point[]): boolean {
  const { size } = new Set(points.map(({ split }) => split))
  return size > 1 && size <= mostValues
}

/** Reads columns, a few at a time, until enough of them can be shown. Fails only where no column can be read. */
async function firstFew(
  columns: readonly BreakdownColumn[],
  read: (column: BreakdownColumn) => Promise<DividedChange | undefined>,
): Promise<DividedChange[]> {
  const found: DividedChange[] = []
  const failures: unknown[] = []
  for (let at = 0; at < columns.length && found.length < mostColumns; at += mostColumns) {
    const outcomes = await Promise.allSettled(columns.slice(at, at + mostColumns).map(read))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') failures.push(outcome.reason)
      else if (outcome.value) found.push(outcome.value)
    }
  }
  if (found.length === 0 && failures.length > 0) throw failures[0]
  return found.slice(0, mostColumns)
}

const strongest = (changes: readonly DividedChange[]) =>
  changes.toSorted((one, other) => strengthOf(other.contributions) - strengthOf(one.contributions))

/** The values of the axis, computed by the data platform without the column that divides them. */
export function useWholeValues({ element, axis, measure, place }: Omit<Asked, 'between'>, isNeeded: boolean) {
  const { document } = useOpenPage()
  return useQuery({
    queryKey: ['explainedWhole', element, measure.columnId, axis.columnId, place],
    enabled: isNeeded && place !== undefined,
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      if (!place) return undefined
      const edits = breakdownEdits(document, element.id, { measureId: measure.columnId, axisId: axis.columnId })
      const request = { ...place, level: 'base', limit: 10_000, edits: [...place.edits, ...edits] } as const
      const rows = levelOfPreview(await previewRows(request, signal))
      return pointsOf(rows, measure.columnId, axis.columnId).map(({ key, value }) => ({ key, value }))
    },
  })
}

/** The change of the whole between two periods; null where one of them has no value. */
export function totalChange(values: readonly { key: Cell; value: number | null }[], before: Cell, last: Cell) {
  const at = (key: Cell) => values.find((value) => value.key === key)?.value ?? null
  const [then, now] = [at(before), at(last)]
  return then === null || now === null ? null : sumOf([now, -then])
}
