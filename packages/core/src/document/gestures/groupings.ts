import type { BaseElement, Grouping, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import {
  type ColumnHolder,
  changeElement,
  columnHolder,
  editsBetween,
  keptList,
  withElement,
  without,
} from './change-element.ts'

/** Where a column of a table is computed. */
export type ColumnLevel = { kind: 'rows' } | { kind: 'summary' } | { kind: 'grouping'; groupingId: string }

/** The level of a column: the grouping that lists it, the summary, or the rows. */
export function levelOfColumn({ groupings = [], summary = [] }: ColumnHolder, columnId: string): ColumnLevel {
  const grouping = groupings.find(
    ({ groupBy = [], calculations = [] }) => groupBy.includes(columnId) || calculations.includes(columnId),
  )
  if (grouping) return { kind: 'grouping', groupingId: grouping.id }
  return { kind: summary.includes(columnId) ? 'summary' : 'rows' }
}

/**
 * Groups by columns as the innermost grouping. `isAggregate` returns which of the other row columns aggregate: they become calculations of
 * the new grouping, with one value for each group.
 */
export function groupByColumns(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  groupingId: string,
  isAggregate: (columnId: string) => boolean = () => false,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const keys = columnIds.filter((id) => element.columns.some((column) => column.id === id))
    if (keys.length === 0) return element
    const isFirst = (element.groupings ?? []).length === 0
    const moving = element.columns.filter(
      ({ id }) => !keys.includes(id) && levelOfColumn(element, id).kind === 'rows' && isFirst && isAggregate(id),
    )
    const free = detached(withoutKeys(element, new Set(keys)), [...keys, ...moving.map(({ id }) => id)])
    const sorted = (element.sort ?? []).filter(({ columnId }) => keys.includes(columnId))
    const grouping: Grouping = {
      id: groupingId,
      groupBy: keys,
      ...(moving.length > 0 ? { calculations: moving.map(({ id }) => id) } : {}),
      ...(sorted.length > 0 ? { sort: sorted } : {}),
    }
    return { ...free, groupings: [...(free.groupings ?? []), grouping] }
  })
}

/** Removes columns from the keys of groupings; they become columns of the rows again. */
export function ungroupColumns(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
): DocumentEdit[] {
  return changeGroupings(document, elementId, (element) => withoutKeys(element, new Set(columnIds)))
}

/** Removes a grouping; its calculations move to the next outer grouping, else to the next inner one, else to the summary. */
export function removeGrouping(document: WorkbookDocument, elementId: string, groupingId: string): DocumentEdit[] {
  return changeGroupings(document, elementId, (element) => {
    const grouping = element.groupings?.find(({ id }) => id === groupingId)
    return grouping ? dissolve(element, grouping) : element
  })
}

/** Moves a grouping; `after` null makes it the outermost. */
export function moveGrouping(
  document: WorkbookDocument,
  elementId: string,
  groupingId: string,
  after: string | null,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const moved = element.groupings?.find(({ id }) => id === groupingId)
    if (!moved || !element.groupings) return element
    const others = element.groupings.filter(({ id }) => id !== groupingId)
    const at = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
    return { ...element, groupings: [...others.slice(0, at), moved, ...others.slice(at)] }
  })
}

/** Groups by another column and keeps the calculations and the order of the grouping. */
export function replaceKey(
  document: WorkbookDocument,
  elementId: string,
  columnId: string,
  replacement: string,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const free = detached(withoutKeys(element, new Set([replacement])), [replacement])
    const swap = (id: string) => (id === columnId ? replacement : id)
    return {
      ...free,
      groupings: free.groupings?.map((grouping) => ({
        ...grouping,
        groupBy: grouping.groupBy?.map(swap) ?? [],
        ...(grouping.sort
          ? { sort: grouping.sort.map((entry) => ({ ...entry, columnId: swap(entry.columnId) })) }
          : {}),
      })),
    } as BaseElement
  })
}

/** Makes columns keys of a grouping, before the key at a position; they are removed from their previous grouping. */
export function moveToKeys(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  groupingId: string,
  at: number,
): DocumentEdit[] {
  return changeGroupings(document, elementId, (element) => {
    const target = element.groupings?.find(({ id }) => id === groupingId)
    if (!target) return element
    const before = (target.groupBy ?? []).slice(0, at).filter((id) => !columnIds.includes(id)).length
    // The target is changed first: it must not be dissolved when its own key is the one that moves.
    const elsewhere = new Set(columnIds.filter((id) => !target.groupBy?.includes(id)))
    const free = detached(withoutKeys(element, elsewhere), columnIds)
    const groupings = (free.groupings ?? []).map((grouping) => {
      if (grouping.id !== groupingId) return grouping
      const others = grouping.groupBy ?? []
      return { ...grouping, groupBy: [...others.slice(0, before), ...columnIds, ...others.slice(before)] }
    })
    return { ...free, groupings }
  })
}

/** Moves columns to another level: calculations of a grouping, the summary, or the rows. */
export function moveToLevel(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  level: ColumnLevel,
  after?: string,
): DocumentEdit[] {
  return changeGroupings(document, elementId, (element) => {
    const free = detached(withoutKeys(element, new Set(columnIds)), columnIds)
    switch (level.kind) {
      case 'rows':
        return free
      case 'summary':
        return { ...free, summary: placed(free.summary ?? [], columnIds, after) }
      case 'grouping': {
        const groupings = free.groupings?.map((grouping) =>
          grouping.id === level.groupingId
            ? { ...grouping, calculations: placed(grouping.calculations ?? [], columnIds, after) }
            : grouping,
        )
        return groupings ? { ...free, groupings } : free
      }
    }
  })
}

/** A list with ids placed after another one; at the end when that one is not in the list. */
export function placed(list: readonly string[], ids: readonly string[], after?: string): string[] {
  const others = list.filter((id) => !ids.includes(id))
  const at = after === undefined ? -1 : others.indexOf(after)
  return at < 0 ? [...others, ...ids] : [...others.slice(0, at + 1), ...ids, ...others.slice(at + 1)]
}

/** The element without the columns as keys; a grouping without remaining keys is dissolved. */
export function withoutKeys(element: ColumnHolder, columnIds: ReadonlySet<string>): ColumnHolder {
  let next = element
  for (const grouping of element.groupings ?? []) {
    const keys = grouping.groupBy ?? []
    const left = keys.filter((id) => !columnIds.has(id))
    if (left.length === keys.length) continue
    if (left.length === 0) {
      next = dissolve(next, next.groupings?.find(({ id }) => id === grouping.id) ?? grouping, columnIds)
      continue
    }
    next = {
      ...next,
      groupings: (next.groupings ?? []).map((other) =>
        other.id === grouping.id ? { ...withSort(other, (id) => !columnIds.has(id)), groupBy: left } : other,
      ),
    }
  }
  return next
}

function withSort(grouping: Grouping, isKept: (columnId: string) => boolean): Grouping {
  const sort = (grouping.sort ?? []).filter(({ columnId }) => isKept(columnId))
  return sort.length > 0 ? { ...grouping, sort } : without(grouping, 'sort')
}

function dissolve(element: ColumnHolder, grouping: Grouping, leaving: ReadonlySet<string> = new Set()): ColumnHolder {
  const all = element.groupings ?? []
  const index = all.findIndex(({ id }) => id === grouping.id)
  const rest = all.filter(({ id }) => id !== grouping.id)
  const calculations = (grouping.calculations ?? []).filter((id) => !leaving.has(id))
  const successor = rest[index - 1] ?? rest[index]
  const groupings = rest.map((other) =>
    other === successor && calculations.length > 0
      ? { ...other, calculations: [...(other.calculations ?? []), ...calculations] }
      : other,
  )
  const summary = successor ? element.summary : [...(element.summary ?? []), ...calculations]
  const next = { ...element, groupings: keptList(element.groupings, groupings) }
  const whole = groupings.length > 0 ? next : without(next, 'groupings')
  return (summary && summary.length > 0 ? { ...whole, summary } : whole) as ColumnHolder
}

/** The element with the columns removed from groupings, the summary and the order of rows, so that they can be placed elsewhere. */
function detached(element: ColumnHolder, columnIds: readonly string[]): ColumnHolder {
  const isKept = (id: string) => !columnIds.includes(id)
  const groupings = element.groupings?.map((grouping) => {
    const { groupBy, calculations } = grouping
    const next: Grouping = {
      ...withSort(grouping, isKept),
      ...(groupBy ? { groupBy: groupBy.filter(isKept) } : {}),
      ...(calculations ? { calculations: calculations.filter(isKept) } : {}),
    }
    return next.calculations?.length === 0 ? without(next, 'calculations') : next
  })
  const summary = element.summary?.filter(isKept)
  const sort = element.sort?.filter(({ columnId }) => isKept(columnId))
  const next: ColumnHolder = { ...element }
  if (groupings) next.groupings = groupings
  if (summary) next.summary = summary
  if (sort) next.sort = sort
  const empty = [
    ...(summary?.length === 0 && element.summary?.length !== 0 ? ['summary'] : []),
    ...(sort?.length === 0 && element.sort?.length !== 0 ? ['sort'] : []),
  ]
  return empty.length > 0 ? without(next, ...empty) : next
}

function changeGroupings(
  document: WorkbookDocument,
  elementId: string,
  change: (element: ColumnHolder) => ColumnHolder,
): DocumentEdit[] {
  const element = columnHolder(document, elementId)
  if (!element) return []
  const next = change(element)
  return editsBetween(document, readersFollow(withElement(document, next), element, next))
}

/** Elements that read a removed grouping read all columns of the source instead. */
export function readersFollow(document: WorkbookDocument, before: ColumnHolder, after: ColumnHolder): WorkbookDocument {
  const left = new Set((after.groupings ?? []).map(({ id }) => id))
  const gone = new Set((before.groupings ?? []).map(({ id }) => id).filter((id) => !left.has(id)))
  if (gone.size === 0) return document
  let next = document
  for (const reader of Object.values(document.elements)) {
    const source = withoutGroupings(reader.source, before.id, gone)
    if (source !== reader.source) next = withElement(next, { ...reader, source })
  }
  return next
}

function withoutGroupings(source: unknown, elementId: string, gone: ReadonlySet<string>): unknown {
  if (Array.isArray(source)) {
    const items = source.map((item) => withoutGroupings(item, elementId, gone))
    return items.some((item, index) => item !== source[index]) ? items : source
  }
  if (!isRecord(source)) return source
  if (source.kind === 'table' && source.elementId === elementId && gone.has(String(source.groupingId))) {
    return without(source, 'groupingId')
  }
  const entries = Object.entries(source).map(
    ([name, value]) => [name, withoutGroupings(value, elementId, gone)] as const,
  )
  return entries.some(([name, value]) => value !== source[name]) ? Object.fromEntries(entries) : source
}
