import type { ColumnFormat, DocumentColumn, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { columnName, columnNames } from '../names.ts'
import { type ColumnHolder, changeElement, columnHolder, without } from './change-element.ts'
import { type ColumnLevel, levelOfColumn, placed } from './groupings.ts'

export type NewColumn = Pick<DocumentColumn, 'id' | 'formula'> & { name?: string; format?: ColumnFormat }

/** Position and level of new columns: after a column; without a level, at the level of that column. */
export interface NewColumnPlace {
  after?: string | undefined
  level?: ColumnLevel | undefined
}

/** Adds columns. A name that already exists gets a number, `Revenue (1)`. */
export function addColumns(
  document: WorkbookDocument,
  elementId: string,
  columns: readonly NewColumn[],
  { after, level }: NewColumnPlace = {},
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const present = new Set(element.columns.map(({ id }) => id))
    const fresh = columns.filter(({ id }) => !present.has(id))
    if (fresh.length === 0) return element
    const taken = new Set(columnNames(element.columns).values())
    const named = fresh.map((column) => {
      if (column.name === undefined) return column
      const name = freeName(column.name, taken)
      taken.add(name)
      return { ...column, name }
    })
    return insertColumns(
      element,
      named,
      after,
      level ?? (after === undefined ? undefined : levelOfColumn(element, after)),
    )
  })
}

/** The name itself when it is free, else with the first free number. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 1; taken.has(free); number += 1) free = `${name} (${number})`
  return free
}

function insertColumns(
  element: ColumnHolder,
  columns: readonly DocumentColumn[],
  after: string | undefined,
  level: ColumnLevel = { kind: 'rows' },
): ColumnHolder {
  const ids = columns.map(({ id }) => id)
  const at = element.columns.findIndex(({ id }) => id === after)
  const all =
    at < 0
      ? [...element.columns, ...columns]
      : [...element.columns.slice(0, at + 1), ...columns, ...element.columns.slice(at + 1)]
  const next: ColumnHolder = { ...element, columns: all }
  if (level.kind !== 'summary' && element.order) next.order = placed(element.order, ids, after)
  if (level.kind === 'summary') next.summary = placed(element.summary ?? [], ids, after)
  if (level.kind === 'grouping') {
    next.groupings = (element.groupings ?? []).map((grouping) =>
      grouping.id === level.groupingId
        ? { ...grouping, calculations: placed(grouping.calculations ?? [], ids, after) }
        : grouping,
    )
  }
  return next
}

/** Copies of columns, each to the right of its column, with formula, format and look. */
export function duplicateColumns(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  newId: () => string,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const names = columnNames(element.columns)
    const taken = new Set(names.values())
    return columnIds.reduce((next, id) => {
      const column = element.columns.find((each) => each.id === id)
      if (!column) return next
      const name = freeName(names.get(id) ?? columnName(column), taken)
      taken.add(name)
      const level = levelOfColumn(element, id)
      return insertColumns(next, [{ ...column, id: newId(), name }], id, level)
    }, element)
  })
}

/** Renames a column; without a name it is named after its formula again. Formulas follow through their bindings. */
export function renameColumn(
  document: WorkbookDocument,
  elementId: string,
  columnId: string,
  name: string | undefined,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const others = element.columns.filter(({ id }) => id !== columnId)
    const taken = new Set(columnNames(others).values())
    const wanted = name?.trim()
    return changeColumns(element, [columnId], (column) =>
      wanted ? { ...column, name: freeName(wanted, taken) } : without(column, 'name'),
    )
  })
}

/** Changes the formula of a column; a name that the author set stays, a derived name follows the formula. */
export function setFormula(
  document: WorkbookDocument,
  elementId: string,
  columnId: string,
  formula: string,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) =>
    changeColumns(element, [columnId], (column) => ({ ...column, formula })),
  )
}

/** Sets fields of columns; undefined removes a field. */
export function setColumns(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  fields: Readonly<Partial<Record<'description' | 'hidden' | 'format' | 'link' | 'image', unknown>>>,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) =>
    changeColumns(element, columnIds, (column) => withFields(column, fields)),
  )
}

/** Sets parts of the style of columns (width, alignment, colours, wrap); undefined removes a part. */
export function setColumnStyle(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  style: Readonly<Record<string, unknown>>,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) =>
    changeColumns(element, columnIds, (column) => {
      const next = withFields(isRecord(column.style) ? column.style : {}, style)
      return Object.keys(next).length > 0 ? { ...column, style: next } : without(column, 'style')
    }),
  )
}

function withFields<R extends object>(record: R, fields: Readonly<Record<string, unknown>>): R {
  const gone = Object.keys(fields).filter((name) => fields[name] === undefined)
  const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { ...without(record, ...gone), ...kept }
}

export function changeColumns(
  element: ColumnHolder,
  columnIds: readonly string[],
  change: (column: DocumentColumn) => DocumentColumn,
): ColumnHolder {
  return {
    ...element,
    columns: element.columns.map((column) => (columnIds.includes(column.id) ? change(column) : column)),
  }
}

/** The new position of columns. */
export type ColumnMove = { to: 'start' | 'end' | 'left' | 'right' } | { after: string }

/**
 * Moves columns. Keys and calculations move within their grouping, whose columns are adjacent; all others in the order of the rows.
 */
export function moveColumns(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  move: ColumnMove,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const [first] = columnIds
    if (first === undefined) return element
    const level = levelOfColumn(element, first)
    if (level.kind === 'summary') return { ...element, summary: moved(element.summary ?? [], columnIds, move) }
    if (level.kind === 'rows') {
      const rest = new Set([...keysOf(element), ...(element.summary ?? [])])
      const shown = orderOf(element)
      const others = shown.filter((id) => rest.has(id))
      return {
        ...element,
        order: [
          ...others,
          ...moved(
            shown.filter((id) => !rest.has(id)),
            columnIds,
            move,
          ),
        ],
      }
    }
    return {
      ...element,
      groupings: (element.groupings ?? []).map((grouping) => {
        if (grouping.id !== level.groupingId) return grouping
        const list = grouping.groupBy?.includes(first) ? 'groupBy' : 'calculations'
        return { ...grouping, [list]: moved(grouping[list] ?? [], columnIds, move) }
      }),
    }
  })
}

function keysOf({ groupings = [] }: ColumnHolder): string[] {
  return groupings.flatMap(({ groupBy = [], calculations = [] }) => [...groupBy, ...calculations])
}

/** Columns and folders in display order; columns that `order` does not contain come last. */
export function orderOf({ columns, order = [], folders = [], summary = [] }: ColumnHolder): string[] {
  const inFolder = new Set(folders.flatMap(({ items = [] }) => items))
  const all = [...folders.map(({ id }) => id), ...columns.map(({ id }) => id)]
  const rest = all.filter((id) => !order.includes(id) && !inFolder.has(id) && !summary.includes(id))
  return [...order.filter((id) => all.includes(id)), ...rest]
}

/** The list with the ids moved to another position; ids that are not in it are inserted. */
function moved(list: readonly string[], ids: readonly string[], move: ColumnMove): string[] {
  const others = list.filter((id) => !ids.includes(id))
  const going = [...ids]
  if ('after' in move) return placed(others, going, move.after)
  const places = ids.map((id) => list.indexOf(id)).filter((place) => place >= 0)
  const before = (place: number) => list.slice(0, place).filter((id) => !ids.includes(id)).length
  const insert = (at: number) => [...others.slice(0, at), ...going, ...others.slice(at)]
  switch (move.to) {
    case 'start':
      return insert(0)
    case 'end':
      return insert(others.length)
    case 'left':
      return insert(Math.max(0, before(Math.min(...places)) - 1))
    case 'right':
      return insert(Math.min(others.length, before(Math.max(...places)) + 1))
  }
}

/** Freezes the columns up to the given one while the others scroll; null unfreezes all. */
export function freezeColumns(document: WorkbookDocument, elementId: string, upTo: string | null): DocumentEdit[] {
  return changeElement(document, elementId, (element) =>
    upTo === null ? without(element, 'frozenColumn') : { ...element, frozenColumn: { columnId: upTo } },
  )
}

/** The columns of an element; empty for an element without any. */
export function columnsOfElement(document: WorkbookDocument, elementId: string): readonly DocumentColumn[] {
  return columnHolder(document, elementId)?.columns ?? []
}
