import type { GoldenTable } from '../golden/engines.ts'
import { CONNECTION, readDocument } from '../golden/run-case.ts'
import { print } from './expression.ts'
import type { Channel, Chart, Element, Filter, LegRef, Source, TableData, Transpose, Workbook } from './model.ts'
import { isDecimal, isList, isMoment, isNumber, show, toFloat, type Value } from './values.ts'

/** The data model that contains some elements of a workbook. */
export const MODEL = '22222222-2222-4222-8222-222222222222'

/** A workbook in the published form, read like any document. */
export function documentOf(workbook: Workbook, more: Record<string, unknown>[] = []) {
  const model = workbook.model ?? []
  const own = workbook.elements.filter(({ id }) => !model.includes(id))
  return readDocument(bodyOf([...own.map((element) => elementOf(element, model)), ...more]))
}

/** The elements in its data model. */
export function modelOf({ elements, model = [] }: Workbook) {
  return readDocument(bodyOf(elements.filter(({ id }) => model.includes(id)).map((element) => elementOf(element))))
}

const bodyOf = (elements: Record<string, unknown>[]) => ({
  name: 'Random',
  schemaVersion: 1,
  pages: [{ id: 'page', name: 'Page', elements }],
})

/** `model`: elements in the data model, which does not contain this one. */
export function elementOf(element: Element, model: readonly string[] = []): Record<string, unknown> {
  if (element.chart) return chartOf(element, element.chart, model)
  return {
    id: element.id,
    kind: 'table',
    name: element.id,
    source: sourceOf(element.source, model),
    columns: element.columns.map(({ id, expr }) => ({ id, name: id, formula: print(expr, (name) => name) })),
    groupings: element.groupings.map(({ id, keys, calculations, sort }) => ({ id, groupBy: keys, calculations, sort })),
    summary: element.summary,
    sort: element.sort,
    filters: element.filters.map(filterOf),
    ...(element.folder ? { folders: [{ id: element.folder.id, name: 'Levels', items: element.folder.columns }] } : {}),
    ...(element.metrics
      ? {
          metrics: element.metrics.map(({ name, expr }) => ({ id: name, name, formula: print(expr, (id) => id) })),
        }
      : {}),
    ...(element.securities
      ? {
          columnSecurities: element.securities.map(({ columns, criteria }, index) => ({
            id: `security ${index}`,
            restrictedColumns: columns,
            criteria,
          })),
        }
      : {}),
    ...(element.relationships
      ? {
          relationships: element.relationships.map(({ id, name, target, local, external }) => ({
            id,
            name,
            targetElementId: target,
            keys: [{ sourceColumnId: local, targetColumnId: external }],
          })),
        }
      : {}),
  }
}

function chartOf(element: Element, chart: Chart, model: readonly string[]): Record<string, unknown> {
  const { kind, shelves, measures } = chart
  const [first = '', ...others] = measures
  const pointer = (columnId: string) => ({ id: columnId })
  const { x_axis: axis, color, trellis_row: row, trellis_column: column } = shelves
  const by = ({ columnId, sort }: Channel) => ({ columnId, sort: sort && trellisSort(sort) })
  const trellis = { ...(row ? { rowsBy: [by(row)] } : {}), ...(column ? { columnsBy: [by(column)] } : {}) }
  const channels: Record<string, unknown> =
    kind === 'kpi-chart'
      ? { value: { columnId: first } }
      : kind === 'pie-chart' || kind === 'donut-chart'
        ? { value: pointer(first), color: color && { id: color.columnId, sort: color.sort } }
        : { xAxis: axis, yAxis: { columnIds: measures }, color: color && { by: 'category', column: color.columnId } }
  if (kind === 'combo-chart' && others.length > 0) channels.yAxis2 = { columnIds: others }
  if (kind === 'scatter-chart') channels.size = pointer(measures.at(-1) ?? first)
  if (kind === 'donut-chart' && others[0] !== undefined) channels.holeValue = pointer(others[0])
  return {
    id: element.id,
    kind,
    name: element.id,
    source: sourceOf(element.source, model),
    columns: element.columns.map(({ id, expr }) => ({ id, name: id, formula: print(expr, (name) => name) })),
    filters: element.filters.map(filterOf),
    ...Object.fromEntries(Object.entries(channels).filter(([, value]) => value !== undefined)),
    ...(row || column ? { trellis } : {}),
  }
}

/** The sort of panels uses a type where the sort of an axis uses fields. */
function trellisSort({ direction, by, aggregation }: NonNullable<Channel['sort']>) {
  if (by === undefined) return { type: 'values', direction }
  if (by === 'row-count') return { type: 'row-count', direction }
  return { type: 'column', columnId: by, direction, ...(aggregation ? { aggregation } : {}) }
}

function legOf(ref: LegRef, model: readonly string[]) {
  if (ref.kind !== 'table') return { ...ref, connectionId: CONNECTION }
  return model.includes(ref.elementId) ? { ...ref, kind: 'data-model', dataModelId: MODEL } : ref
}

function sourceOf(source: Source, model: readonly string[]): Record<string, unknown> {
  if (source.kind === 'union')
    return {
      kind: 'union',
      sources: source.sources.map((ref) => legOf(ref, model)),
      matches: source.matches.map(({ output, columns }) => ({
        outputColumnName: output,
        sourceColumns: columns.map((name) => (name === null ? null : `[${name}]`)),
      })),
    }
  if (source.kind === 'transpose') return { ...transposeOf(source), source: legOf(source.source, model) }
  if (source.kind !== 'join') return { ...legOf(source, model) }
  const columns = source.on.map(({ left, right, op }) => ({ left: `[${left}]`, right: `[${right}]`, op }))
  const { joinType, rightName: name } = source
  const join = { left: legOf(source.left, model), right: legOf(source.right, model), columns, name, joinType }
  return { kind: 'join', name: source.leftName, joins: [join] }
}

function transposeOf(source: Transpose): Record<string, unknown> {
  const { kind, direction } = source
  if (source.direction === 'column-to-row') {
    const { merged: columnsToMerge, label, value } = source
    return { kind, direction, columnsToMerge, columnLabelForMergedColumns: label, columnLabelForValues: value }
  }
  const { names: columnToTranspose, values: valueColumn, outputs: outputColumns, aggregate } = source
  return { kind, direction, columnToTranspose, valueColumn, outputColumns, aggregate }
}

function filterOf(filter: Filter): Record<string, unknown> {
  if (filter.kind !== 'list') return { ...filter }
  return { ...filter, values: filter.values.map(listValue) }
}

function listValue(value: Value) {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  return isNumber(value) ? toFloat(value) : show(value)
}

/** The table as the golden engines create it. */
export function goldenTableOf({ path, columns, rows }: TableData): GoldenTable {
  return {
    path,
    columns: columns.map(({ name, kind }) => ({ name, type: typeOf(kind), nullable: true })),
    rows: rows.map((row) => row.map((value, index) => cellOf(value, columns[index]?.kind ?? 'text'))),
  }
}

function typeOf(kind: TableData['columns'][number]['kind']): GoldenTable['columns'][number]['type'] {
  if (kind === 'decimal') return { kind, precision: 12, scale: 2 }
  // Together they need 56 digits.
  if (kind === 'wide' || kind === 'fraction') return { kind: 'decimal', precision: 38, scale: kind === 'wide' ? 0 : 18 }
  return {
    kind: (
      {
        int: 'int64',
        float: 'float64',
        text: 'text',
        logical: 'logical',
        date: 'date',
        timestamp: 'timestamp',
        instant: 'instant',
      } as const
    )[kind],
  }
}

function cellOf(value: Value, kind: string) {
  if (isMoment(value)) return kind === 'date' ? show(value).slice(0, 10) : show(value) + (kind === 'instant' ? 'Z' : '')
  if (isList(value)) throw new Error('Tables hold no lists')
  return isDecimal(value) ? show(value) : value
}
