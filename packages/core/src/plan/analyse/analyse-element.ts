import {
  columnNames,
  columnsOf,
  type DataElement,
  type DocumentColumn,
  elementName,
  namedColumns,
} from '../../document/index.ts'
import { containsAggregate, dependencesOf, type Expression, functions, walkExpression } from '../../formula/index.ts'
import {
  baseLevel,
  type CheckedColumn,
  type ElementModel,
  type ModelColumn,
  type ModelFilter,
  type SourceModel,
  type SourceNeed,
  shelvesWith,
} from '../model/element-model.ts'
import { failure, type PlanFailure } from '../model/failure.ts'
import type { Analysis, DocumentScope, ModelOutcome } from './analysis.ts'
import { besideLookups } from './beside-lookups.ts'
import { checkColumns } from './check-columns.ts'
import type { CheckInput } from './check-input.ts'
import { brokenKeys, checkLevels } from './check-levels.ts'
import { clockOfControl, controlFilters } from './control-filters.ts'
import { aimAt } from './document-index.ts'
import { expandFolders, levelsOf, shapeOf, sortsOf } from './element-levels.ts'
import { clockOf, filterCondition } from './filters.ts'
import { hierarchyColumns, hierarchyFilter } from './hierarchy-filter.ts'
import { customFormulas, isCustomFormula } from './pivot-totals.ts'
import { columnSecuritiesOf, restrictedColumns } from './security.ts'
import { withSortColumns } from './sort-columns.ts'
import { resolveSource } from './sources.ts'
import { timelineOf } from './timeline.ts'
import { topNFilter } from './top-n.ts'
import { valueOrders } from './value-orders.ts'

/** Decides everything about an element that does not depend on which rows are requested. */
export function analyseElement(analysis: Analysis, scope: DocumentScope, written: DataElement): ModelOutcome {
  const element = withInputColumns(scope, written)
  const title = elementName(element)
  const prepared = checkInputOf(analysis, scope, element)
  if (!prepared.ok) return prepared
  const { source } = prepared.input
  const checked = checkColumns(prepared.input)
  const shape = shapeOf(element)
  const securities = columnSecuritiesOf(element)
  const hidden = restrictedColumns(securities, analysis.context.viewer)
  const hasAggregate = aggregationOf(checked.columns)

  const { groupings, levels, shown, axis, shelves } = levelsOf(element, shape, checked.columns, hasAggregate)
  const base = groupings.length + 1
  const columns = checked.columns.map((column): ModelColumn => {
    const level = isCustomFormula(column.id) ? 1 : (levels.get(column.id) ?? base)
    const isKey = groupings.some((grouping) => grouping.keys.includes(column.id))
    return { ...column, level, isKey, isRestricted: hidden.has(column.id), isRowLevel: false, hasWindow: false }
  })
  const model: ElementModel = {
    document: scope.document,
    element,
    name: title ?? 'Element',
    source,
    columns,
    byId: new Map(columns.map((column) => [column.id, column])),
    targets: checked.targets,
    required: allRequired(source, checked.targets),
    clock: analysis.clock,
    groupings,
    sort: sortsOf(element.sort),
    valueOrders: valueOrders(element, columns, analysis.clock),
    filters: [],
    securities,
    dependsOn: source.dependsOn,
    shape,
    axis,
    shelves,
    timeline: null,
    shown,
    brokenKey: null,
  }
  checkLevels(model)
  return withFilters(analysis, scope, model)
}

/** The model without its invalid keys, and with the filters of the element and of controls. */
function withFilters(analysis: Analysis, scope: DocumentScope, model: ElementModel): ModelOutcome {
  const { element, groupings, shelves, axis, shape, source } = model
  const brokenLevel = groupings.findIndex(({ keys }) => brokenKeys(model, keys).length > 0)
  const [brokenKey] = brokenLevel < 0 ? [] : brokenKeys(model, groupings[brokenLevel]?.keys ?? [])
  const isLeft = (key: string) => (model.byId.get(key)?.expression ?? null) !== null
  const keysLeft = groupings.map((grouping) => ({ ...grouping, keys: grouping.keys.filter(isLeft) }))
  const shelvesLeft = shelvesWith(shelves, isLeft)
  const { filters, byId } = withHiddenColumns(analysis, model, filtersOf(analysis, scope, model))
  const timeline = shape === 'kpi' ? timelineOf(element, byId) : null
  const whole: ElementModel = {
    ...model,
    columns: model.columns.filter((column) => !isCustomFormula(column.id)),
    groupings: withSortColumns(keysLeft, byId, source.dialect),
    shelves: shelvesLeft,
    axis: axis === null || isLeft(axis) ? axis : (shelvesLeft.rows.at(-1) ?? shelvesLeft.columns.at(-1) ?? axis),
    filters,
    byId,
    timeline,
    brokenKey: brokenKey ? { level: brokenLevel + 1, name: brokenKey.name } : null,
  }
  warnOfTotals(model)
  const problem = filterProblem(analysis, whole, filters)
  if (problem) return failure('element_invalid', problem)
  return { ok: true, model: { ...whole, dependsOn: dependencesOfModel(analysis, whole) } }
}

/** The input for checking the formulas of an element; fails when its source cannot be read. */
export function checkInputOf(
  analysis: Analysis,
  scope: DocumentScope,
  element: DataElement,
): { ok: true; input: CheckInput } | { ok: false; failure: PlanFailure } {
  element = withInputColumns(scope, element)
  const resolved = resolveSource(analysis, scope, element.source, { id: element.id, name: ownTitle(element) })
  if (!resolved.ok) return resolved
  const isFriendly = analysis.context.catalog.friendlyNames(resolved.source.connectionId)
  const source = besideLookups(analysis, scope, element, resolved.source)
  const columns = columnsOf(element).map((column, index) => calledAfter(scope, element.id, column, index, source))
  const names = columnNames(columns, { friendly: isFriendly })
  return { ok: true, input: { analysis, scope, element, source, names } }
}

/**
 * The element with the columns of an input table as other elements see them: named, and columns without a formula read from the stored
 * rows.
 */
function withInputColumns({ document }: DocumentScope, element: DataElement): DataElement {
  return element.kind === 'input-table' ? { ...element, columns: namedColumns(document, element) } : element
}

/**
 * A column without a name of its own that reads a data model column uses that column's current name, not the name at the time of writing.
 */
function calledAfter(
  { document }: DocumentScope,
  elementId: string,
  column: DocumentColumn,
  index: number,
  source: SourceModel,
): DocumentColumn {
  if (typeof column.name === 'string' && column.name !== '') return column
  const bindings = document.bindings[elementId]?.[`columns[${index}].formula`] ?? []
  const [binding] = bindings
  const isWhole = binding?.kind === 'column' && binding.start === 0 && binding.end === column.formula?.length
  if (!isWhole || binding.documentId === undefined) return column
  const { elementId: ofElement, documentId, columnId } = binding
  const isSource = ofElement === source.elementId && documentId === source.documentId
  const read = source.columns.find(({ id, origin }) =>
    isSource
      ? id === columnId
      : origin?.columnId === columnId && origin?.elementId === ofElement && origin?.documentId === documentId,
  )
  return read ? { ...column, formula: `[${read.names[0] ?? read.id}]` } : column
}

/** Reports the problems of formulas of totals and calculated lines at the value column that they belong to. */
function warnOfTotals(model: ElementModel): void {
  for (const { id, columnId } of customFormulas(model.element)) {
    const value = model.byId.get(columnId)
    const problems = (model.byId.get(id)?.problems ?? []).map((problem) => ({
      ...problem,
      severity: 'warning' as const,
      span: { start: 0, end: 0 },
    }))
    if (value) value.problems = [...value.problems, ...problems]
  }
}

function allRequired(source: SourceModel, targets: ReadonlyMap<string, ElementModel>): SourceNeed[] {
  const all = [...source.required, ...[...targets.values()].flatMap((target) => target.required)]
  return [...new Map(all.map((required) => [keyOfNeed(required), required])).values()]
}

function keyOfNeed(need: SourceNeed): string {
  return need.kind === 'sql' ? need.key : JSON.stringify(need)
}

/** The name that was given to the element itself, not the name of its source; null without one. */
function ownTitle(element: DataElement): string | null {
  const own = elementName({ ...element, source: undefined })
  return own === '' ? null : own
}

/** Whether a column aggregates, itself or through the columns that it reads. */
function aggregationOf(columns: readonly CheckedColumn[]): (columnId: string) => boolean {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const known = new Map<string, boolean>()
  const hasAggregate = (columnId: string): boolean => {
    const before = known.get(columnId)
    if (before !== undefined) return before
    known.set(columnId, false)
    const column = byId.get(columnId)
    const own = column?.expression
    const result =
      !!own && (containsAggregate(own) || picksRows(own) || column.reads.some((read) => hasAggregate(read)))
    known.set(columnId, result)
    return result
  }
  return hasAggregate
}

/** Functions such as First and Last, which pick one row of each group when their argument is finer than the groups. */
function picksRows(expression: Expression): boolean {
  let found = false
  walkExpression(expression, (node) => {
    if (node.kind !== 'call') return undefined
    const definition = functions.find(node.name)
    found ||= definition?.class === 'window' && definition.dual === true
    return undefined
  })
  return found
}

/** Filters of the element and of the controls that target it. */
function filtersOf(analysis: Analysis, scope: DocumentScope, model: ElementModel): ModelFilter[] {
  const own = (model.element.filters ?? [])
    .filter((filter) => filter.state !== 'disabled')
    .map((filter): ModelFilter => ({ columnId: filter.columnId, body: filter, controlId: null }))
  const { id } = model.element
  const target = aimAt.element(id)
  const fromRoot = scope.dataModelId === null ? target : aimAt.dataModel(scope.dataModelId, id)
  const aimed = controlFilters(analysis, scope, target, fromRoot)
  return [...own, ...aimed]
}

/**
 * Turns top-n filters into ranges over hidden rank columns, and hierarchy filters into hidden logical columns. They are
 * in `byId` only, not among the columns of the element.
 */
function withHiddenColumns(
  analysis: Analysis,
  model: ElementModel,
  filters: readonly ModelFilter[],
): { filters: ModelFilter[]; byId: Map<string, ModelColumn> } {
  const byId = new Map(model.byId)
  const result = filters.flatMap((filter, index) => {
    if (filter.body.kind === 'hierarchy') {
      const ids = hierarchyColumns(model.element, filter.columnId, (columnIds) =>
        expandFolders(model.element, columnIds),
      )
      const levels = ids.flatMap((id) => byId.get(id) ?? [])
      const broken = levels.find((level) => !level.expression)
      if (levels.length === 0 || broken) return [{ ...filter, columnId: broken?.id ?? filter.columnId }]
      const tested = hierarchyFilter(levels, filter, `path/${index}/${filter.columnId}`, analysis.clock, {
        dialect: model.source.dialect,
        base: baseLevel(model),
      })
      if (!tested) return []
      byId.set(tested.column.id, tested.column)
      return [tested.filter]
    }
    const column = byId.get(filter.columnId)
    if (filter.body.kind !== 'top-n' || !column?.expression) return [filter]
    const ranked = topNFilter(column, filter, `top-n/${index}/${column.id}`)
    if (!ranked) return []
    byId.set(ranked.column.id, ranked.column)
    return ranked.filters
  })
  return { filters: result, byId }
}

/** The problem of a filter that removes rows. Without the filter the element would show more than intended, so it shows nothing. */
function filterProblem(analysis: Analysis, model: ElementModel, filters: readonly ModelFilter[]): string | null {
  for (const { columnId, body, controlId } of filters) {
    const origin = controlId === null ? 'A filter' : `The control "${controlId}"`
    const column = model.byId.get(columnId)
    const outcome = filterCondition(body, columnId, column?.type ?? { kind: 'text' }, analysis.clock)
    if (outcome.ok && outcome.condition === null) continue
    if (!column) return `${origin} aims at the column "${columnId}", which does not exist.`
    if (!column.expression) return `${origin} aims at the column "${column.name}", which has an error.`
    if (!outcome.ok) return outcome.reason
  }
  return null
}

function dependencesOfModel(analysis: Analysis, model: ElementModel): ElementModel['dependsOn'] {
  const found = { ...model.source.dependsOn }
  for (const { dependsOn } of model.targets.values()) {
    found.now ||= dependsOn.now
    found.today ||= dependsOn.today
    found.viewer ||= dependsOn.viewer
  }
  const add = (expression: Expression | null) => {
    if (!expression) return
    const own = dependencesOf(expression)
    found.now ||= own.now
    found.today ||= own.today
    found.viewer ||= own.viewer
    walkExpression(expression, (node) => {
      if (node.kind !== 'reference' || node.target.kind !== 'control') return undefined
      const scope = analysis.scopeWith(node.target.scopeId ?? null)
      const control = scope && analysis.control(scope, node.target.controlId)
      const clock = control && clockOfControl(analysis, scope, control)
      found.today ||= clock?.today ?? false
      found.now ||= clock?.now ?? false
      return undefined
    })
  }
  for (const column of model.columns) add(column.expression)
  found.viewer ||= model.securities.length > 0
  for (const { body } of model.filters) {
    const clock = clockOf(body)
    found.today ||= clock.today
    found.now ||= clock.now
  }
  return found
}
