import {
  type BaseElement,
  type ControlElement,
  columnNames,
  columnsOf,
  columnsOverRows,
  type DocumentColumn,
  elementLabel,
  emptyDocument,
  findControl,
  findElement,
  friendlyName,
  isControl,
  sourceElementIds,
  type TableElement,
  targetsOf,
  type WorkbookDocument,
} from '@octavo/core/document'
import { printReference } from '@octavo/core/formula'
import { columnForRead, keyOfRead, metricsOfTable, readsOfTable } from './reads-of-table.ts'

export interface TableModel {
  /** The table, the tables that it reads and the controls that they depend on. */
  document: WorkbookDocument
  /** The tables that are copied with it, and the controls. */
  tables: BaseElement[]
  controls: ControlElement[]
  /** The column that shows what a formula over rows reads of the present source, by the key of the read; empty unless it is the source. */
  columnOfRead: ReadonlyMap<string, string>
}

/** A table cannot become a data model when it depends on an element of a kind that data models do not hold. */
export interface RefusedModel {
  refused: BaseElement[]
}

export interface ModelRequest {
  /** The table will read the data model: it keeps the filters whose effect depends on other filters, and the model gets all columns that it needs. */
  isSource: boolean
  pageName: string
  newId: () => string
}

/** Kinds of controls that act on charts of a page and not on tables. */
const controlsOfPages: ReadonlySet<unknown> = new Set(['drill', 'legend', 'synced'])

/**
 * A data model of one table: elements keep their ids and column ids. Controls that only filter the table stay in the workbook; controls that
 * formulas read, or that filter a table below, come along with the targets that the data model has.
 */
export function modelOfTable(
  workbook: WorkbookDocument,
  elementId: string,
  { isSource, pageName, newId }: ModelRequest,
): TableModel | RefusedModel {
  const needed = neededBy(workbook, elementId)
  const refused = needed.filter((element) =>
    isControl(element) ? controlsOfPages.has(element.controlType) : element.kind !== 'table',
  )
  if (refused.length > 0) return { refused }
  const ids = new Set(needed.map(({ id }) => id))
  const controls = needed.filter(isControl)
  const tables = needed.filter((element) => !isControl(element))
  const titles = freeTitles(tables)
  const columnOfRead = new Map<string, string>()
  const copies = needed.map((element): BaseElement => {
    if (isControl(element)) return controlOfModel(element, ids, elementId)
    const table = { ...withoutActions(element), name: titles.get(element.id) ?? '' }
    if (element.id !== elementId) return { ...table, visibleAsSource: false }
    return isSource ? sourceTable(workbook, table as TableElement, { titles, columnOfRead, newId }) : table
  })
  const document: WorkbookDocument = {
    ...emptyDocument('data-model'),
    pages: [{ id: newId(), name: pageName, elementIds: copies.map(({ id }) => id) }],
    elements: Object.fromEntries(copies.map((element) => [element.id, element])),
    bindings: Object.fromEntries(Object.entries(workbook.bindings).filter(([id]) => ids.has(id))),
  }
  return { document, tables: tables.filter(({ id }) => id !== elementId), controls, columnOfRead }
}

/** Metrics of the present source that the table reads, which a table that reads the data model cannot use. */
export function metricsInTheWay(workbook: WorkbookDocument, elementId: string): string[] {
  const table = findElement(workbook, elementId)
  return table ? metricsOfTable(table) : []
}

/** The table first, then what it depends on, each once. */
function neededBy(document: WorkbookDocument, elementId: string): BaseElement[] {
  const found = new Set<string>([elementId])
  // The set grows during the loop, which also visits the new members.
  for (const id of found) {
    const element = findElement(document, id)
    if (!element) continue
    for (const needed of directlyNeeded(document, element)) found.add(needed)
    if (isControl(element) || id === elementId) continue
    for (const control of Object.values(document.elements)) {
      if (isControl(control) && control.controlType !== 'synced' && targetsElement(control, id)) found.add(control.id)
    }
  }
  return [...found].flatMap((id) => findElement(document, id) ?? [])
}

function directlyNeeded(document: WorkbookDocument, element: BaseElement): string[] {
  const bound = Object.values(document.bindings[element.id] ?? {}).flat()
  const bindings = bound.flatMap(({ documentId, elementId, controlId }) => {
    const control = controlId === undefined ? undefined : findControl(document, controlId)
    const isHere = documentId === undefined && elementId !== undefined && findElement(document, elementId)
    return [...(control ? [control.id] : []), ...(isHere ? [elementId] : [])]
  })
  const relationships: { targetElementId: string }[] = (element as Partial<TableElement>).relationships ?? []
  return [
    ...(isControl(element) ? offeringElements(element) : sourceElementIds(element.source)),
    ...bindings,
    ...relationships.map(({ targetElementId }) => targetElementId),
  ]
}

/** The element that offers the values of a control. */
function offeringElements({ source }: ControlElement): string[] {
  const { source: inner } = (source ?? {}) as { source?: { kind?: string; elementId?: string } }
  return inner?.kind === 'table' && inner.elementId !== undefined ? [inner.elementId] : []
}

const targetsElement = (control: ControlElement, elementId: string) =>
  targetsOf(control).some(({ source }) => source.kind === 'table' && source.elementId === elementId)

/** Names by which formulas of the data model refer to its tables; they are unique there. */
function freeTitles(tables: readonly BaseElement[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(tables.map((table) => [table.id, takeName(elementLabel(table), taken)]))
}

function takeName(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 1; taken.has(free); number += 1) free = `${name} (${number})`
  taken.add(free)
  return free
}

/**
 * The targets of a control that are below the table in the data model. Controls that filter the table itself stay in
 * the workbook.
 */
function controlOfModel(control: ControlElement, ids: ReadonlySet<string>, elementId: string): BaseElement {
  const { filters: _filters, parameters: _parameters, ...rest } = withoutActions(control)
  const kept = targetsOf(control).filter(
    ({ source }) => source.kind !== 'table' || (ids.has(source.elementId) && source.elementId !== elementId),
  )
  return kept.length > 0 ? { ...rest, filters: kept } : rest
}

/** Removed, because actions refer to pages and elements of the workbook. */
function withoutActions<Element extends BaseElement>(element: Element): Element {
  const { actions: _actions, contextMenu: _menu, ...rest } = element
  return rest as Element
}

/** The table as the source of the one in the workbook: with a column for everything that formulas over rows read of the present source. */
function sourceTable(
  workbook: WorkbookDocument,
  table: TableElement,
  parts: { titles: ReadonlyMap<string, string>; columnOfRead: Map<string, string>; newId: () => string },
): TableElement {
  const { titles, columnOfRead, newId } = parts
  const names = new Set(columnNames(table.columns).values())
  const added: DocumentColumn[] = []
  for (const read of readsOfTable(workbook, table.id)) {
    if (columnOfRead.has(keyOfRead(read))) continue
    const shown = columnForRead(table.columns, read)
    const prefix = titles.get(read.elementId ?? '') ?? read.segments[0] ?? ''
    const column = shown ?? newColumn(read.segments, names, prefix, newId())
    if (!shown) added.push(column)
    columnOfRead.set(keyOfRead(read), column.id)
  }
  const filters = (table.filters ?? []).filter((filter) => !dependsOnOthers(table, filter))
  const { filters: _filters, ...rest } = table
  const order = table.order ? { order: [...table.order, ...added.map(({ id }) => id)] } : {}
  return {
    ...rest,
    columns: [...table.columns, ...added],
    ...order,
    ...(filters.length > 0 ? { filters } : {}),
  }
}

function newColumn(segments: readonly string[], taken: Set<string>, prefix: string, id: string): DocumentColumn {
  const name = takeName(friendlyName(segments.at(-1) ?? ''), taken)
  return { id, formula: printReference([prefix, ...segments.slice(1)]), name }
}

/** Whether a filter has another effect when further filters apply: ranks, and columns over several rows. */
export function dependsOnOthers(table: BaseElement, { kind, columnId }: { kind: string; columnId: string }): boolean {
  return kind === 'top-n' || columnsOverRows(columnsOf(table))(columnId)
}
