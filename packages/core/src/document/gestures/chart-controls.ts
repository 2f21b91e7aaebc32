import type { BaseElement, ControlElement, WorkbookDocument } from '../api.ts'
import { colorColumn } from '../category-lists.ts'
import { isRecord } from '../check-schema.ts'
import { drillCategories, drillTargets } from '../drill.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { columnsOf, findElement, isControl } from '../lookups.ts'
import { elementName } from '../names.ts'
import { type ColumnHolder, columnHolder, editsBetween, without } from './change-element.ts'
import {
  type ControlTarget,
  columnsOfTarget,
  isSameSource,
  plainTarget,
  type TargetSource,
  targetSource,
} from './control-targets.ts'
import { changeControl } from './controls.ts'
import { columnsOnShelf, shelvesOfKind } from './shelves.ts'
import { referenceTo } from './suggestions.ts'

/** Kinds whose colours can be selected by a legend control. */
const withLegend = new Set([
  'bar-chart',
  'line-chart',
  'area-chart',
  'combo-chart',
  'scatter-chart',
  'pie-chart',
  'donut-chart',
])

/** A chart that a legend control acts on, and the column of its colours. */
export interface LegendTarget {
  elementId: string
  columnId: string
}

/** The rows that a legend or drill control reads. */
export function sourceOfControl({ source }: ControlElement): TargetSource | undefined {
  return isRecord(source) ? targetSource(source.source) : undefined
}

/** The fields of a control that replaces the legend of a chart; undefined when its colours do not come from categories. */
export function legendControlOf(document: WorkbookDocument, chartId: string): Record<string, unknown> | undefined {
  const chart = columnHolder(document, chartId)
  const columnId = chart && withLegend.has(chart.kind) ? colorColumn(chart) : undefined
  const target = chart && columnId !== undefined ? plainTarget(document, chart, columnId) : undefined
  if (!target || columnId === undefined) return undefined
  return {
    controlType: 'legend',
    name: nameOf(document, target),
    source: { kind: 'source', ...target },
    targets: [{ source: { kind: 'table', elementId: chartId }, columnId }],
  }
}

/** Every chart whose categories have colours, with the column of the colours. */
export function chartsWithLegend(document: WorkbookDocument): LegendTarget[] {
  return Object.values(document.elements).flatMap((element) => {
    const columnId = withLegend.has(element.kind) ? colorColumn(element) : undefined
    return columnId === undefined ? [] : [{ elementId: element.id, columnId }]
  })
}

/** The charts that a legend control acts on. Older documents list them in `filters`. */
export function legendTargetsOf(control: ControlElement): LegendTarget[] {
  const list = control.targets ?? control.filters
  return (Array.isArray(list) ? list : []).flatMap((target: unknown) => {
    if (!isRecord(target) || !isRecord(target.source) || target.source.kind !== 'table') return []
    return [{ elementId: String(target.source.elementId), columnId: String(target.columnId) }]
  })
}

/** Adds a chart to a legend control; a chart that it already acts on gets the new column. */
export function setLegendTarget(
  document: WorkbookDocument,
  controlElementId: string,
  { elementId, columnId }: LegendTarget,
): DocumentEdit[] {
  const entry = { source: { kind: 'table', elementId }, columnId }
  return changeControl(document, controlElementId, (control) => withChartTarget(control, elementId, entry))
}

/** Removes a chart from a control. The list remains, since these controls must have one. */
export function removeChartTarget(
  document: WorkbookDocument,
  controlElementId: string,
  elementId: string,
): DocumentEdit[] {
  return changeControl(document, controlElementId, (control) => withChartTarget(control, elementId, undefined))
}

/** Converts the targets of a drill control that were written as filters into targets, on the first change. */
function withChartTarget(control: ControlElement, elementId: string, entry: object | undefined): ControlElement {
  const before: unknown[] =
    control.controlType === 'drill'
      ? drillTargets(control).map((target) => ({
          source: { kind: 'table', elementId: target.elementId },
          columnIds: target.columnIds,
        }))
      : legendTargetsOf(control).map((target) => ({
          source: { kind: 'table', elementId: target.elementId },
          columnId: target.columnId,
        }))
  const isOf = (target: unknown) => isRecord(target) && isRecord(target.source) && target.source.elementId === elementId
  const targets = before.some(isOf)
    ? before.flatMap((target) => (isOf(target) ? (entry ? [entry] : []) : [target]))
    : [...before, ...(entry ? [entry] : [])]
  return { ...without(control, 'filters'), targets } as ControlElement
}

/** The fields of a control that drills into a dimension of a chart; undefined when nothing divides the chart's rows. */
export function drillControlOf(document: WorkbookDocument, chartId: string): Record<string, unknown> | undefined {
  const chart = columnHolder(document, chartId)
  const source = chart && targetSource(chart.source)
  const shelf = shelvesOfKind(chart?.kind ?? '').find(({ role }) => role === 'dimension')
  const [placed] = chart && shelf ? columnsOnShelf(chart, shelf.id) : []
  const columnId = chart && source && placed !== undefined ? columnRead(document, chart, source, placed) : undefined
  if (!source || columnId === undefined) return undefined
  return {
    controlType: 'drill',
    name: nameOf(document, { source, columnId }),
    source: { kind: 'source', source, columnId },
    categories: [{ columnId }],
    targets: [{ source: { kind: 'table', elementId: chartId }, columnIds: [placed] }],
  }
}

function nameOf(document: WorkbookDocument, { source, columnId }: ControlTarget): string | undefined {
  return columnsOfTarget(document, source).find((column) => column.columnId === columnId)?.name
}

/** The source column that a column of a chart reads: unchanged, or truncated, such as a date to its month. */
function columnRead(
  document: WorkbookDocument,
  chart: ColumnHolder,
  source: TargetSource,
  columnId: string,
): string | undefined {
  const formula = chart.columns.find(({ id }) => id === columnId)?.formula ?? ''
  const plain = plainTarget(document, chart, columnId)
  if (plain) return plain.columnId
  const prefix = prefixOf(document, chart, source)
  return columnsOfTarget(document, source).find(({ name }) =>
    formula.includes(referenceTo({ name, sourceName: prefix })),
  )?.columnId
}

/** The name by which formulas of a chart refer to its source: a table of the workbook, or a table of a data model. */
function prefixOf(document: WorkbookDocument, chart: BaseElement, source: TargetSource): string {
  const table = source.kind === 'table' ? findElement(document, source.elementId) : undefined
  if (table) return elementName(table) ?? ''
  for (const { formula } of columnsOf(chart)) {
    const prefix = /\[([^[\]/]+)\/[^[\]]+\]/.exec(String(formula))?.[1]
    if (prefix !== undefined) return prefix
  }
  return ''
}

/** Every element that reads the rows of a drill control and has a dimension. */
export function chartsToDrill(document: WorkbookDocument, control: ControlElement): string[] {
  const source = sourceOfControl(control)
  return Object.values(document.elements).flatMap((element) => {
    const own = targetSource(element.source)
    const isDivided = shelvesOfKind(element.kind).some(
      ({ id, role }) => role === 'dimension' && columnsOnShelf(element, id).length > 0,
    )
    return source && own && isDivided && isSameSource(own, source) ? [element.id] : []
  })
}

/**
 * Sets the levels of a drill control, outermost first. Every target gets a column for each level: one that shows it, or a new hidden one.
 */
export function setDrillLevels(
  document: WorkbookDocument,
  controlElementId: string,
  columnIds: readonly string[],
  newId: () => string,
): DocumentEdit[] {
  const control = drillControl(document, controlElementId)
  if (!control || columnIds.length === 0) return []
  const before = drillCategories(control)
  let next = document
  const targets = drillTargets(control).map((target) => {
    const ids = columnIds.map((columnId) => {
      const position = before.indexOf(columnId)
      if (position >= 0) return target.columnIds[position] ?? null
      const made = withColumnOf(next, target.elementId, control, columnId, newId)
      next = made.document
      return made.columnId
    })
    return { source: { kind: 'table', elementId: target.elementId }, columnIds: ids }
  })
  const { value, ...fields } = without(control, 'filters')
  const isKept = typeof value === 'string' && columnIds.includes(value)
  const source = { ...(isRecord(control.source) ? control.source : {}), columnId: columnIds[0] }
  const categories = columnIds.map((columnId) => ({ columnId }))
  return editsBetween(
    document,
    withControl(next, { ...fields, source, categories, targets, ...(isKept ? { value } : {}) } as ControlElement),
  )
}

/** Adds a chart to a drill control, with a column for each level: one that shows it, or a new hidden one. */
export function setDrillTarget(
  document: WorkbookDocument,
  controlElementId: string,
  chartId: string,
  newId: () => string,
): DocumentEdit[] {
  const control = drillControl(document, controlElementId)
  if (!control) return []
  let next = document
  const columnIds = drillCategories(control).map((columnId) => {
    const made = withColumnOf(next, chartId, control, columnId, newId)
    next = made.document
    return made.columnId
  })
  const entry = { source: { kind: 'table', elementId: chartId }, columnIds }
  return editsBetween(document, withControl(next, withChartTarget(control, chartId, entry)))
}

/** Sets the column that a chart shows at a level; null leaves the chart unchanged at that level. */
export function setDrillColumn(
  document: WorkbookDocument,
  controlElementId: string,
  { elementId, level, columnId }: { elementId: string; level: string; columnId: string | null },
): DocumentEdit[] {
  return changeControl(document, controlElementId, (control) => {
    const levels = drillCategories(control)
    const target = drillTargets(control).find((each) => each.elementId === elementId)
    const columnIds = levels.map((id, index) => (id === level ? columnId : (target?.columnIds[index] ?? null)))
    return withChartTarget(control, elementId, { source: { kind: 'table', elementId }, columnIds })
  })
}

function drillControl(document: WorkbookDocument, id: string): ControlElement | undefined {
  const element = findElement(document, id)
  return element && isControl(element) && element.controlType === 'drill' ? element : undefined
}

function withControl(document: WorkbookDocument, control: ControlElement): WorkbookDocument {
  return applyEdits(document, [{ op: 'set', at: ['elements', { id: control.id }], value: control }]).document
}

/** The element with a column that shows a source column of a control. Null when the element reads another source. */
function withColumnOf(
  document: WorkbookDocument,
  elementId: string,
  control: ControlElement,
  sourceColumnId: string,
  newId: () => string,
): { document: WorkbookDocument; columnId: string | null } {
  const chart = columnHolder(document, elementId)
  const source = sourceOfControl(control)
  const own = chart && targetSource(chart.source)
  const name = source && columnsOfTarget(document, source).find(({ columnId }) => columnId === sourceColumnId)?.name
  if (!chart || !own || !source || name === undefined || !isSameSource(own, source)) return { document, columnId: null }
  const formula = referenceTo({ name, sourceName: prefixOf(document, chart, source) })
  const shown = chart.columns.find(
    (column) =>
      column.formula.trim() === formula || plainTarget(document, chart, column.id)?.columnId === sourceColumnId,
  )
  if (shown) return { document, columnId: shown.id }
  const added = { id: newId(), formula, name, hidden: true }
  const value = { ...chart, columns: [...chart.columns, added] }
  const next = applyEdits(document, [{ op: 'set', at: ['elements', { id: elementId }], value }]).document
  return { document: next, columnId: added.id }
}
