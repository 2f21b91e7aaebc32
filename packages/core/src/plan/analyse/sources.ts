import {
  type ControlElement,
  columnsOf,
  type DocumentElement,
  type ElementSource,
  elementName,
  findElement,
  friendlyName,
  isTemplateHole,
  leafSources,
  modelElementOf,
  namedElements,
  parseTemplate,
  scanReferences,
  sourceElementIds,
  type TableRef,
  versionTagOf,
} from '../../document/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { CatalogRelation, CompileContext } from '../model/api.ts'
import { baseLevel, type ElementModel, type SourceColumn, type SourceNeed } from '../model/element-model.ts'
import { failure, type PlanFailure, unreadable } from '../model/failure.ts'
import type { PlanCondition, ScanColumn } from '../model/logical.ts'
import { localType, rowSlot, sourceSlot } from '../model/source-slots.ts'
import type { Analysis, DocumentScope, SourceOutcome } from './analysis.ts'
import type { ElementBindings } from './bound-columns.ts'
import { clockOfControl, controlFilters } from './control-filters.ts'
import { controlItems, isRecord, offeredText } from './controls.ts'
import { bindCustomSql, type CustomSqlScope, customSqlKey } from './custom-sql.ts'
import { aimAt } from './document-index.ts'
import { clockOf, filterCondition } from './filters.ts'
import { joinSource } from './join-sources.ts'
import { csvSource, inputTableSource, requiredInputRows } from './stored-rows.ts'
import { transposeSource } from './transpose-source.ts'
import { unionSource } from './union-source.ts'

const NO_DEPENDENCES = { now: false, today: false, viewer: false }

/** The source of the rows of an element, with everything that its formulas may name. */
export function resolveSource(
  analysis: Analysis,
  scope: DocumentScope,
  source: ElementSource,
  element: { id: string; name: string | null },
): SourceOutcome {
  switch (source.kind) {
    case 'warehouse-table':
      return filteredTable(analysis, scope, source)
    case 'sql':
      return customSql(analysis, scope, source, element.name)
    case 'table':
      return elementSource(analysis, scope, source.elementId, source.groupingId)
    case 'data-model':
    case 'dataset':
      return dataModelSource(analysis, source)
    case 'csv-table':
      return csvSource(analysis, source)
    case 'empty':
    case 'linked':
      return inputTable(analysis, scope, source, element.id)
    case 'join':
      return joinSource(
        source,
        (ref) => resolveSource(analysis, scope, ref, element),
        (of) => analysis.checkOptions(of),
        bindingsOf(scope, element),
      )
    case 'union':
      return unionSource(source, (ref) => resolveSource(analysis, scope, ref, element), bindingsOf(scope, element))
    case 'transpose':
      return transposeSource(source, (ref) => resolveSource(analysis, scope, ref, element), bindingsOf(scope, element))
    default:
      return platformView(source.kind)
  }
}

const bindingsOf = ({ document }: DocumentScope, { id }: { id: string }): ElementBindings => document.bindings[id] ?? {}

/** Fails for objects that exist only inside one data platform; there is no connection to them here. */
function platformView(kind: string): SourceOutcome {
  const platforms: Record<string, string> = { 'metric-view': 'Databricks', 'semantic-view': 'Snowflake' }
  const platform = platforms[kind]
  return platform
    ? failure(
        'source_unavailable',
        `A ${kind.replace('-', ' ')} is an object of ${platform}, and there is no connector to ${platform} here.`,
        'Read the tables below it, and define its metrics on an element.',
      )
    : failure(
        'source_unavailable',
        `Nothing reads sources of kind "${kind}".`,
        'Read a table, custom SQL or an element.',
      )
}

/** Dialect of a connection; null when the viewer may not use it. */
function dialectOf(context: CompileContext, connectionId: string): string | null {
  return context.catalog.dialect(connectionId)
}

const noConnection = (connectionId: string) =>
  failure(
    'source_unavailable',
    `The connection "${connectionId}" does not exist or may not be used.`,
    'Check the connection and your right to use it.',
  )

function warehouseTable(analysis: Analysis, source: Extract<TableRef, { kind: 'warehouse-table' }>): SourceOutcome {
  const { catalog } = analysis.context
  const { connectionId, path } = source
  const dialect = dialectOf(analysis.context, connectionId)
  if (dialect === null) return noConnection(connectionId)
  const relation = catalog.table(connectionId, path)
  const shown = path.join('.')
  if ('unavailable' in relation) return unreadable(`The table ${shown} cannot be read`, relation)
  const name = path.at(-1) ?? shown
  const isFriendly = catalog.friendlyNames(connectionId)
  const rowKey = rowKeyOf(relation)
  return {
    ok: true,
    source: {
      connectionId,
      dialect,
      prefixes: [name, friendlyName(name)],
      elementId: null,
      columns: relationColumns(relation, isFriendly),
      metrics: [],
      required: [{ kind: 'warehouse-table', connectionId, path }],
      rowKey: rowKey.map(({ slot }) => slot),
      dependsOn: NO_DEPENDENCES,
      rows: {
        kind: 'scan',
        name,
        path,
        columns: [...scanColumns(relation), ...rowKey],
        isStoredInOrder: relation.rowOrder?.kind === 'stored',
        conditions: [],
      },
    },
  }
}

/** The table without the rows that controls filter out. */
function filteredTable(
  analysis: Analysis,
  scope: DocumentScope,
  source: Extract<TableRef, { kind: 'warehouse-table' }>,
): SourceOutcome {
  const resolved = warehouseTable(analysis, source)
  if (!resolved.ok) return resolved
  const table = resolved.source
  const target = aimAt.table(source.connectionId, source.path)
  const aimed = controlFilters(analysis, scope, target, target)
  const conditions: PlanCondition[] = []
  const dependsOn = { ...table.dependsOn }
  for (const { columnId, body, controlId } of aimed) {
    const wanted = columnId.toLowerCase()
    const column =
      table.columns.find(({ id }) => id === columnId) ??
      table.columns.find(({ names }) => names.some((name) => name.toLowerCase() === wanted))
    if (!column) {
      return failure(
        'element_invalid',
        `The control "${controlId}" aims at the column "${columnId}", which ${source.path.join('.')} does not have.`,
        'Choose a column of the table.',
      )
    }
    const outcome = filterCondition(body, sourceSlot(column.id), column.type, analysis.clock)
    if (!outcome.ok) return failure('element_invalid', outcome.reason)
    if (outcome.condition) conditions.push(outcome.condition)
    const clock = clockOf(body)
    dependsOn.today ||= clock.today
    dependsOn.now ||= clock.now
  }
  const { rows } = table
  return { ok: true, source: { ...table, dependsOn, rows: rows.kind === 'scan' ? { ...rows, conditions } : rows } }
}

function customSql(
  analysis: Analysis,
  scope: DocumentScope,
  source: Extract<ElementSource, { kind: 'sql' }>,
  elementTitle: string | null,
): SourceOutcome {
  const { connectionId } = source
  const required = requiredCustomSql(analysis, scope, source)
  if (!required.ok) return required
  const { custom, dialect, key } = required
  const relation = analysis.context.catalog.customSql(key)
  if ('unavailable' in relation) return unreadable('The custom SQL cannot be read', relation)
  const name = elementTitle ?? 'Custom SQL'
  return {
    ok: true,
    source: {
      connectionId,
      dialect,
      prefixes: ['Custom SQL', ...(elementTitle === null ? [] : [elementTitle])],
      elementId: null,
      columns: relationColumns(relation, false),
      metrics: [],
      required: [{ kind: 'sql', connectionId, dialect, sql: custom, key }],
      rowKey: [],
      dependsOn: custom.dependsOn,
      rows: {
        kind: 'custom-sql',
        name,
        sql: custom,
        columns: scanColumns(relation),
        dependsOn: custom.dependsOn,
      },
    },
  }
}

/** The bound custom SQL statement, before its columns are known. */
export function requiredCustomSql(
  analysis: Analysis,
  scope: DocumentScope,
  { connectionId, statement }: Extract<ElementSource, { kind: 'sql' }>,
) {
  const dialect = dialectOf(analysis.context, connectionId)
  if (dialect === null) return noConnection(connectionId)
  const clock = { today: false, now: false }
  const reads = (control: ControlElement) => {
    const own = clockOfControl(analysis, scope, control)
    clock.today ||= own.today
    clock.now ||= own.now
  }
  const custom = bindCustomSql(statement, {
    control: (controlId) => analysis.control(scope, controlId),
    items: (control, part) => {
      reads(control)
      return controlItems(analysis.controlValue(scope, control), part, analysis.controlType(scope, control))
    },
    viewer: analysis.context.viewer,
    dialect,
    options: analysis.checkOptions({ connectionId, dialect }),
    reference(controlId, part) {
      const control = analysis.control(scope, controlId)
      if (control) reads(control)
      return analysis.controlOperand(scope, controlId, part)
    },
    offered: (control) => offeredText(control, analysis.controlValue(scope, control)),
    element: (title) => elementRows(analysis, scope, connectionId, title),
  })
  if (!custom.ok) return failure('element_invalid', custom.reason)
  custom.dependsOn.today ||= clock.today
  custom.dependsOn.now ||= clock.now
  return { ok: true as const, custom, dialect, key: customSqlKey(connectionId, statement, custom.values) }
}

/** The rows of an element for custom SQL: a query of its own, with columns under their display names. */
function elementRows(
  analysis: Analysis,
  scope: DocumentScope,
  connectionId: string,
  title: string,
): ReturnType<CustomSqlScope['element']> {
  const elementId = analysis.elementNamed(scope, title, '')
  if (elementId === undefined)
    return { ok: false, reason: `Custom SQL names the element "${title}", which does not exist.` }
  const read = elementSource(analysis, scope, elementId, undefined)
  if (!read.ok) return { ok: false, reason: read.failure.message }
  const { source } = read
  if (source.connectionId !== connectionId || !source.element) {
    return { ok: false, reason: `Custom SQL names the element "${title}", which is on another connection.` }
  }
  const key = JSON.stringify([elementId, source.columns.map(({ names, type }) => [names[0], type])])
  return { ok: true, hole: { kind: 'element', source, key }, dependsOn: source.dependsOn }
}

function elementSource(
  analysis: Analysis,
  scope: DocumentScope,
  elementId: string,
  groupingId: string | undefined,
): SourceOutcome {
  const outcome = analysis.model(scope, elementId)
  if (!outcome.ok) return unavailableElement(scope, elementId, outcome.failure)
  const { model } = outcome
  const index = groupingId === undefined ? -1 : model.groupings.findIndex((grouping) => grouping.id === groupingId)
  if (groupingId !== undefined && index < 0) {
    return failure('element_invalid', `The element "${elementId}" has no grouping "${groupingId}".`)
  }
  if (index >= 0 && model.brokenKey && model.brokenKey.level <= index + 1) {
    const { name } = model.brokenKey
    return failure('element_invalid', `The groups of "${model.name}" cannot be computed: "${name}" has an error.`)
  }
  const level = groupingId === undefined ? baseLevel(model) : index + 1
  const columns = model.columns.filter((column) => column.level <= level && column.expression && column.type)
  const ids = columns.map((column) => column.id)
  const rowKey = groupingId === undefined ? model.source.rowKey : []
  return {
    ok: true,
    source: {
      connectionId: model.source.connectionId,
      dialect: model.source.dialect,
      prefixes: [model.name],
      elementId,
      columns: columns.flatMap((column): SourceColumn[] =>
        column.type
          ? [
              {
                id: column.id,
                names: [column.name],
                type: column.type,
                nullable: true,
                isRestricted: column.isRestricted,
              },
            ]
          : [],
      ),
      // Metrics are computed over rows; groups have none.
      metrics: groupingId === undefined ? metricsOf(model) : [],
      element: model,
      required: model.required,
      rowKey,
      dependsOn: model.dependsOn,
      rows: { kind: 'element', model, level, columnIds: ids, rowKey },
    },
  }
}

function inputTable(
  analysis: Analysis,
  scope: DocumentScope,
  source: Extract<ElementSource, { kind: 'empty' | 'linked' }>,
  elementId: string,
): SourceOutcome {
  const element = findElement(scope.document, elementId)
  if (!element) return failure('element_invalid', `The document has no element "${elementId}".`)
  if (source.kind === 'empty') return inputTableSource(analysis, scope, element, null, source.connectionId)
  const parent = elementSource(analysis, scope, source.from, undefined)
  return parent.ok ? inputTableSource(analysis, scope, element, parent.source, parent.source.connectionId) : parent
}

const BROKEN_SOURCE = 'The source'

function unavailableElement(scope: DocumentScope, elementId: string, cause: PlanFailure): SourceOutcome {
  // Reports the broken source itself, not the elements on the way to it.
  if (cause.message.startsWith(BROKEN_SOURCE)) return { ok: false, failure: cause }
  const name = elementNameOf(scope, elementId)
  return { ok: false, failure: { ...cause, message: `${BROKEN_SOURCE} ${name} cannot be computed: ${cause.message}` } }
}

function elementNameOf(scope: DocumentScope, elementId: string): string {
  const element = findElement(scope.document, elementId)
  return `"${(element && elementName(element)) ?? elementId}"`
}

function metricsOf(model: ElementModel) {
  const { metrics } = model.element
  if (!Array.isArray(metrics)) return []
  return metrics.filter(isRecord).flatMap((metric) => {
    const { id, name, formula, format, timeline } = metric
    if (typeof id !== 'string' || typeof formula !== 'string') return []
    return [{ id, name: typeof name === 'string' ? name : id, formula, format, timeline }]
  })
}

function dataModelSource(
  analysis: Analysis,
  source: Extract<TableRef, { kind: 'data-model' | 'dataset' }>,
): SourceOutcome {
  const read = modelElementOf(source)
  if (!read) return failure('element_invalid', 'The source cannot be read.')
  const { elementId, dataModelId: documentId } = read
  const scope = analysis.dataModel(documentId, versionTagOf(source))
  if ('unavailable' in scope) {
    const what = source.kind === 'dataset' ? 'dataset' : 'data model'
    return unreadable(`The ${what} cannot be read`, scope)
  }
  const groupingId = source.kind === 'dataset' ? undefined : source.groupingId
  const outcome = elementSource(analysis, scope, elementId, groupingId)
  if (!outcome.ok) return outcome
  return { ok: true, source: { ...outcome.source, elementId, documentId } }
}

function relationColumns(relation: CatalogRelation, isFriendly: boolean): SourceColumn[] {
  return relation.columns.map(({ name, type, nullable }) => ({
    id: name,
    names: isFriendly ? [friendlyName(name), name] : [name, friendlyName(name)],
    type: localType(type),
    nullable,
    isRestricted: false,
  }))
}

/** The columns that identify a row of a table, read as the engine stores them so that an index can be used. */
function rowKeyOf({ columns, rowOrder }: CatalogRelation): ScanColumn[] {
  const raw = (column: string, index: number, type: ValueType): ScanColumn => ({
    slot: { id: rowSlot(index), name: column, type, nullable: false },
    column,
    isInstant: false,
    isRaw: true,
  })
  if (rowOrder?.kind === 'stored') return [raw(rowOrder.column, 0, { kind: 'int64' })]
  const key = rowOrder?.columns ?? []
  const found = key.flatMap((name, index) => {
    const column = columns.find((candidate) => candidate.name === name)
    return column ? [raw(name, index, column.type)] : []
  })
  return found.length === key.length ? found : []
}

function scanColumns(relation: CatalogRelation): ScanColumn[] {
  return relation.columns.map(({ name, type, nullable }) => ({
    slot: { id: sourceSlot(name), name, type: localType(type), nullable },
    column: name,
    isInstant: type.kind === 'instant',
  }))
}

/** The sources of an element outside the documents, as far as the catalogue can already name them. */
export function collectRequired(analysis: Analysis, elementId: string): SourceNeed[] {
  const found = new Map<string, SourceNeed>()
  const inputTables = new Set<string>()
  const connectionIds = new Set<string>()
  const seen = new Set<string>()
  const visit = (scope: DocumentScope, id: string) => {
    const key = JSON.stringify([scope.scopeId, id])
    if (seen.has(key)) return
    seen.add(key)
    const element = findElement(scope.document, id)
    if (!element) return
    for (const source of leafSources(element.source)) visitSource(scope, source)
    if (element.kind === 'input-table') visitInputRows(scope, element)
    for (const other of elementsLookedInto(analysis, scope, element)) visit(scope, other)
  }
  const visitInputRows = (scope: DocumentScope, { id, source }: DocumentElement) => {
    if (isRecord(source) && source.kind === 'linked') visit(scope, String(source.from))
    if (isRecord(source) && source.kind === 'empty') connectionIds.add(String(source.connectionId))
    if (scope.dataModelId === null) inputTables.add(id)
  }
  const visitSource = (scope: DocumentScope, source: Record<string, unknown>): void => {
    const { kind, connectionId } = source
    if (kind === 'table') {
      visit(scope, String(source.elementId))
    } else if (kind === 'csv-table' && typeof connectionId === 'string' && typeof source.inodeId === 'string') {
      const { inodeId: csvId } = source
      found.set(JSON.stringify(['csv', csvId]), { kind: 'csv', connectionId, csvId })
    } else if (kind === 'warehouse-table' && typeof connectionId === 'string' && Array.isArray(source.path)) {
      const path = source.path.map(String)
      found.set(JSON.stringify([connectionId, path]), { kind, connectionId, path })
    } else if (kind === 'sql' && typeof connectionId === 'string' && typeof source.statement === 'string') {
      for (const { title } of namedElements(source.statement)) {
        const named = analysis.elementNamed(scope, title, '')
        if (named !== undefined) visit(scope, named)
      }
      const required = requiredCustomSql(analysis, scope, { kind, connectionId, statement: source.statement })
      if (!required.ok) return
      const { custom: sql, dialect, key } = required
      found.set(key, { kind, connectionId, dialect, sql, key })
      const holes = parseTemplate(source.statement).flatMap((part) => (isTemplateHole(part) ? [part.formula] : []))
      for (const control of holes.length > 0 ? analysis.controls(scope) : []) {
        if (holes.some((hole) => hole.includes(control.controlId))) visit(scope, control.id)
      }
    } else {
      const read = modelElementOf(source)
      if (!read) return
      const { dataModelId, elementId: readId } = read
      const versionTagId = versionTagOf(source)
      found.set(JSON.stringify([dataModelId, versionTagId]), {
        kind: 'data-model',
        dataModelId,
        ...(versionTagId === undefined ? {} : { versionTagId }),
      })
      const model = analysis.dataModel(dataModelId, versionTagId)
      if (!('unavailable' in model)) visit(model, readId)
    }
  }
  visit(analysis.root, elementId)
  for (const need of found.values()) if ('connectionId' in need) connectionIds.add(need.connectionId)
  return [...found.values(), ...requiredInputRows(analysis, inputTables, connectionIds)]
}

/** The elements of the same document that the element reads: its sources, and the elements in its formulas and relationships. */
export function elementsBelow(analysis: Analysis, scope: DocumentScope, elementId: string): string[] {
  const element = findElement(scope.document, elementId)
  if (!element) return []
  return [...elementsLookedInto(analysis, scope, element), ...sourceElementIds(element.source)]
}

/** Elements and controls that formulas refer to, and elements that relationships lead to. */
function elementsLookedInto(analysis: Analysis, scope: DocumentScope, element: DocumentElement): string[] {
  const relationships = Array.isArray(element.relationships) ? element.relationships.filter(isRecord) : []
  const found = new Set(relationships.map(({ targetElementId }) => String(targetElementId)))
  const references = columnsOf(element).flatMap((column) => scanReferences(column.formula ?? ''))
  for (const { segments } of references) {
    const [first, second] = segments
    if (first === undefined) continue
    // The type of a control over a column is the type of the column.
    const id =
      second === undefined ? analysis.control(scope, first)?.id : analysis.elementNamed(scope, first, element.id)
    if (id !== undefined) found.add(id)
  }
  return [...found]
}
