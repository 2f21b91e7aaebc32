import type { BaseElement, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { columnsOf, findElement } from '../lookups.ts'
import { withRequiredShelves } from '../required-shelves.ts'
import { type ColumnHolder, columnHolder, editsBetween, withElement, withExtra, without } from './change-element.ts'
import { readersFollow, withoutKeys } from './groupings.ts'
import { totalsOf } from './looks.ts'
import { withoutOrders } from './without-orders.ts'

/**
 * Removes columns with everything that refers to them: groupings, order, sort, summary, filters, formats, folders, shelves, links, actions,
 * and the targets of controls. Formulas that refer to them are kept and report the missing column.
 */
export function removeColumns(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
): DocumentEdit[] {
  return editsBetween(document, afterRemoval(document, elementId, columnIds))
}

function afterRemoval(document: WorkbookDocument, elementId: string, columnIds: readonly string[]): WorkbookDocument {
  const element = columnHolder(document, elementId)
  if (!element) return document
  const totals = totalsOf(element)
  const named = columnIds.filter((id) => element.columns.some((column) => column.id === id))
  const gone = new Set(named.flatMap((id) => [id, ...(totals[id] === undefined ? [] : [totals[id]])]))
  if (gone.size === 0) return document
  const changed = withoutOrders(withoutTotals(withoutColumns(element, gone), totals, gone), gone)
  let after = readersFollow(withElement(document, changed), element, changed)
  for (const id of Object.keys(after.elements)) {
    const other = findElement(after, id)
    if (!other || id === elementId) continue
    const next = withoutForeignColumns(other, elementId, gone)
    after = isEmptyControl(next)
      ? applyEdits(after, [{ op: 'remove', at: ['elements'], id: next.id }]).document
      : withElement(after, next)
    // Columns of a linked input table are removed with the columns that they show.
    after = afterRemoval(after, id, linkedColumns(other, elementId, gone))
  }
  for (const other of Object.values(after.elements)) {
    after = withElement(after, withoutEntered(other, elementId, gone))
  }
  const overlays = withoutEntered(after.overlays, elementId, gone)
  const { agents } = after
  return { ...after, overlays, ...(agents ? { agents: withoutEntered(agents, elementId, gone) } : {}) }
}

function withoutTotals(element: ColumnHolder, totals: Record<string, string>, gone: ReadonlySet<string>): ColumnHolder {
  if (Object.keys(totals).length === 0) return element
  const left = Object.entries(totals).filter(([id, total]) => !gone.has(id) && !gone.has(total))
  return withExtra(element, 'totals', left.length > 0 ? Object.fromEntries(left) : undefined)
}

/** A legend needs the column that it explains, and a drill control needs categories. */
function isEmptyControl({ kind, controlType, source, categories }: BaseElement): boolean {
  if (kind !== 'control') return false
  if (controlType === 'drill') return Array.isArray(categories) && categories.length === 0
  return controlType === 'legend' && source === undefined
}

/**
 * Effects that write rows of the table or modify it, without the removed columns. An effect that selects rows by such a column is removed:
 * without the condition it would change other rows. An effect that would change nothing without these columns is removed too.
 */
function withoutEntered<T>(value: T, tableId: string, gone: ReadonlySet<string>): T {
  if (Array.isArray(value)) {
    const items = value
      .filter((item) => !findsRowsBy(item, tableId, gone) && !modifiesOnly(item, tableId, gone))
      .map((item) => withoutEntered(item, tableId, gone))
    const isSame = items.length === value.length && items.every((item, index) => item === value[index])
    return (isSame ? value : items) as T
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => {
    if (value.table === tableId && name === 'values' && isRecord(field)) return [name, withoutFields(field, gone)]
    if (name === 'change' && modifies(value, tableId)) return [name, withoutListed(field, gone)]
    return [name, withoutEntered(field, tableId, gone)]
  })
  return entries.some(([name, field]) => field !== value[name]) ? (Object.fromEntries(entries) as T) : value
}

function findsRowsBy(effect: unknown, tableId: string, gone: ReadonlySet<string>): boolean {
  if (!isRecord(effect) || effect.table !== tableId || !isRecord(effect.whichRows)) return false
  const { column, primaryKeys } = effect.whichRows
  return gone.has(String(column)) || (isRecord(primaryKeys) && Object.keys(primaryKeys).some((id) => gone.has(id)))
}

const modifies = (effect: Record<string, unknown>, elementId: string) =>
  effect.effect === 'modify-element' && effect.element === elementId

/** The ids that a change of an element lists; undefined for a change that lists none. */
function listedIn({ columns }: Record<string, unknown>): unknown[] | undefined {
  const listed: unknown = isRecord(columns) ? columns.columns : columns
  return Array.isArray(listed) ? listed : undefined
}

function modifiesOnly(effect: unknown, elementId: string, gone: ReadonlySet<string>): boolean {
  if (!isRecord(effect) || !modifies(effect, elementId) || !isRecord(effect.change)) return false
  const { change } = effect
  const listed = listedIn(change)
  const isEmpty = listed !== undefined && listed.length > 0 && listed.every((id) => gone.has(String(id)))
  return isEmpty || gone.has(String(change.column)) || gone.has(String(change.with))
}

function withoutListed(change: unknown, gone: ReadonlySet<string>): unknown {
  const listed = isRecord(change) ? listedIn(change) : undefined
  if (!isRecord(change) || !listed?.some((id) => gone.has(String(id)))) return change
  const left = listed.filter((id) => !gone.has(String(id)))
  return { ...change, columns: isRecord(change.columns) ? { ...change.columns, columns: left } : left }
}

function withoutFields(record: Record<string, unknown>, gone: ReadonlySet<string>): Record<string, unknown> {
  const names = Object.keys(record).filter((name) => gone.has(name))
  return names.length > 0 ? without(record, ...names) : record
}

/** The element without some of its columns and without references to them. */
function withoutColumns(element: ColumnHolder, gone: ReadonlySet<string>): ColumnHolder {
  const { columns, source, ...fields } = withoutKeys(element, gone)
  const cleaned = clean(fields, (node) => pointsAt(node, gone), gone) as Partial<ColumnHolder>
  const frozen = frozenAfter(element, gone)
  const rest = columns.filter(({ id }) => !gone.has(id)).map((column) => withoutLink(column, gone))
  // Keeps the order of the element's fields, so that undo restores the document to the byte.
  const next = Object.entries(element).flatMap(([name, old]): [string, unknown][] => {
    if (name === 'columns') return [[name, rest]]
    if (name === 'source') return [[name, old]]
    if (name === 'frozenColumn') return frozen === undefined ? [] : [[name, frozen]]
    if (name === 'x') return [[name, withCleanKept(old, gone)]]
    return Object.hasOwn(cleaned, name) ? [[name, cleaned[name]]] : []
  })
  return withRequiredShelves(Object.fromEntries(next) as ColumnHolder)
}

/** Settings that are kept for another kind of the element must not bring back references to removed columns. */
function withCleanKept(x: unknown, gone: ReadonlySet<string>): unknown {
  if (!isRecord(x) || !isRecord(x.kept)) return x
  const kept = Object.entries(x.kept).map(([kind, settings]) => {
    if (!isRecord(settings)) return [kind, settings]
    const fields = withoutKeys(settings as unknown as ColumnHolder, gone) as unknown as Record<string, unknown>
    return [kind, clean(fields, (node) => pointsAt(node, gone), gone)]
  })
  return { ...x, kept: Object.fromEntries(kept) }
}

/** When the last frozen column is removed, the column before it becomes the last frozen one. */
function frozenAfter({ frozenColumn, order, columns }: ColumnHolder, gone: ReadonlySet<string>) {
  if (!frozenColumn || !gone.has(frozenColumn.columnId)) return frozenColumn ?? undefined
  const shown = order ?? columns.map(({ id }) => id)
  const before = shown.slice(0, shown.indexOf(frozenColumn.columnId)).filter((id) => !gone.has(id))
  const columnId = before.at(-1)
  return columnId === undefined ? undefined : { ...frozenColumn, columnId }
}

function withoutLink<C extends object>(column: C, gone: ReadonlySet<string>): C {
  const { link } = column as { link?: unknown }
  return isRecord(link) && gone.has(String(link.columnId)) ? without(column, 'link') : column
}

/** Fields that refer to a column of the element that contains them. */
const pointers = ['columnId', 'inColumn', 'axisId', 'column', 'sourceColumnId', 'by', 'dateColumnId'] as const
/** Lists of ids of such columns. */
const idLists: ReadonlySet<string> = new Set([
  'groupBy',
  'calculations',
  'summary',
  'order',
  'items',
  'columnIds',
  'values',
  'restrictedColumns',
])
/** Entries that are meaningless once one of these lists is empty. */
const neededLists: ReadonlySet<string> = new Set(['restrictedColumns', 'keys'])

function pointsAt(node: Record<string, unknown>, gone: ReadonlySet<string>): boolean {
  return pointers.some((name) => typeof node[name] === 'string' && gone.has(node[name]))
}

/**
 * A value without the entries that `isGone` matches, and without removed ids in lists of ids. An entry of a list of rules or actions is
 * removed as a whole when something inside it matches.
 */
function clean(
  value: Record<string, unknown>,
  isGone: (node: Record<string, unknown>) => boolean,
  gone: ReadonlySet<string>,
): Record<string, unknown> {
  const fields = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    if (name === 'x') return [[name, field]]
    if (isRecord(field)) return isGone(field) ? [] : [[name, clean(field, isGone, gone)]]
    if (!Array.isArray(field)) return [[name, field]]
    const isIds = idLists.has(name)
    const list = field.flatMap((item: unknown): unknown[] => {
      if (typeof item === 'string') return isIds && gone.has(item) ? [] : [item]
      if (!isRecord(item)) return [item]
      if (isGone(item) || (wholeEntries.has(name) && holds(item, isGone))) return []
      const inner = clean(item, isGone, gone)
      return isEmptied(item, inner) ? [] : [inner]
    })
    return [[name, list]]
  })
  return Object.fromEntries(fields)
}

/** Lists whose entries are removed as a whole: half of an action or of a reference mark is useless. */
const wholeEntries: ReadonlySet<string> = new Set(['actions', 'refMarks', 'trendlines'])

function holds(node: unknown, isGone: (node: Record<string, unknown>) => boolean): boolean {
  if (Array.isArray(node)) return node.some((item) => holds(item, isGone))
  return isRecord(node) && (isGone(node) || Object.values(node).some((field) => holds(field, isGone)))
}

/** A rule without columns, a relationship without keys, or a grouping without keys, which had some before. */
function isEmptied(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  const went = (name: string) =>
    Array.isArray(before[name]) && before[name].length > 0 && Array.isArray(after[name]) && after[name].length === 0
  if ([...neededLists].some(went)) return true
  return went('columnIds') && 'type' in before
}

/** Another element without its references to removed columns of this one: targets, choices, keys. */
function withoutForeignColumns(element: BaseElement, sourceId: string, gone: ReadonlySet<string>): BaseElement {
  const isSource = (source: unknown) => isRecord(source) && source.kind === 'table' && source.elementId === sourceId
  const isGone = (node: Record<string, unknown>) =>
    (isSource(node.source) && [node.columnId, node.displayColumnId].some((id) => gone.has(String(id)))) ||
    (node.element === sourceId && gone.has(String(node.column)))
  if (element.controlType === 'drill') return withoutDrillColumns(element, isSource, gone)
  const cleaned = holds(element, isGone)
    ? { ...clean(element, isGone, new Set()), id: element.id, kind: element.kind }
    : element
  return withoutPluginColumns(withoutRelationshipKeys(cleaned, sourceId, gone), sourceId, gone)
}

/** A drill control without the removed categories; a target shows nothing at a level whose column was removed. */
function withoutDrillColumns(
  element: BaseElement,
  isSource: (source: unknown) => boolean,
  gone: ReadonlySet<string>,
): BaseElement {
  const { source, categories, targets, value } = element
  if (!Array.isArray(targets) || !Array.isArray(categories)) return element
  const isOfSource = isRecord(source) && isSource(source.source)
  const isLeft = (category: unknown) => !(isOfSource && isRecord(category) && gone.has(String(category.columnId)))
  const left = categories.filter(isLeft)
  const first = left.find(isRecord)?.columnId
  const next: BaseElement = {
    ...element,
    ...(isOfSource && gone.has(String(source.columnId)) ? { source: { ...source, columnId: first } } : {}),
    categories: left,
    targets: targets.map((target: unknown) => {
      if (!isRecord(target) || !Array.isArray(target.columnIds)) return target
      const ids = target.columnIds.filter((_id: unknown, index) => isLeft(categories[index]))
      const isOurs = isSource(target.source)
      return { ...target, columnIds: ids.map((id: unknown) => (isOurs && gone.has(String(id)) ? null : id)) }
    }),
  }
  return isOfSource && gone.has(String(value)) ? without(next, 'value') : next
}

function withoutRelationshipKeys(element: BaseElement, targetId: string, gone: ReadonlySet<string>): BaseElement {
  if (!Array.isArray(element.relationships)) return element
  const relationships = element.relationships.flatMap((relationship: unknown): unknown[] => {
    if (!isRecord(relationship) || relationship.targetElementId !== targetId) return [relationship]
    if (!Array.isArray(relationship.keys)) return [relationship]
    const keys = relationship.keys.filter((key: unknown) => !isRecord(key) || !gone.has(String(key.targetColumnId)))
    return keys.length > 0 ? [{ ...relationship, keys }] : []
  })
  return { ...element, relationships }
}

/** The columns of a linked input table that show removed columns of its source. */
function linkedColumns(element: BaseElement, sourceId: string, gone: ReadonlySet<string>): string[] {
  const { source } = element
  if (!isRecord(source) || source.kind !== 'linked' || source.from !== sourceId) return []
  return columnsOf(element).flatMap(({ id, key }) => (gone.has(String(key)) ? [id] : []))
}

/** Removes settings of a plugin that select columns of the element that another setting selects. */
function withoutPluginColumns(element: BaseElement, sourceId: string, gone: ReadonlySet<string>): BaseElement {
  const { kind, config } = element
  if (kind !== 'plugin' || !isRecord(config)) return element
  const isOurs = (key: unknown) => {
    const named = typeof key === 'string' ? config[key] : undefined
    return isRecord(named) && named.elementId === sourceId
  }
  const entries = Object.entries(config).flatMap(([name, entry]): [string, unknown][] => {
    if (!isRecord(entry) || entry.kind !== 'column' || !isOurs(entry.source)) return [[name, entry]]
    if (gone.has(String(entry.columnId))) return []
    const { columnIds } = entry
    return [[name, Array.isArray(columnIds) ? { ...entry, columnIds: columnIds.filter((id) => !gone.has(id)) } : entry]]
  })
  return { ...element, config: Object.fromEntries(entries) }
}
