import type { InputTableChange, InputTableChanged } from '@octavo/core/contract'
import type { CellProblem, InputCell } from '@octavo/core/document'
import type { Entry } from './entry-values.ts'

export type Cells = Readonly<Record<string, Entry>>

export interface AddedRow {
  /** Names the row until the server has given it an id. */
  key: string
  cells: Cells
  /** The deleted row that this one restores: earlier steps of undo name that row. */
  restores?: string
}

/** Entries that the rows of the page do not contain yet. */
export interface Entries {
  /** Cells by row id and column id; includes added rows that were changed while they were being sent. */
  changed: ReadonlyMap<string, Cells>
  added: readonly AddedRow[]
  removed: ReadonlySet<string>
}

/** Changes of one step: rows that are there, and rows that are added at the end. */
export interface EntryPlan {
  changed: { rowKey: string; cells: Cells }[]
  added: Cells[]
}

export const noEntries: Entries = { changed: new Map(), added: [], removed: new Set() }

export const isEmpty = ({ changed, added, removed }: Entries): boolean =>
  changed.size === 0 && added.length === 0 && removed.size === 0

/** Writes cells into a row: one of the page, or an added one. */
export function withCells(entries: Entries, rowKey: string, cells: Cells): Entries {
  if (entries.added.some(({ key }) => key === rowKey)) {
    const added = entries.added.map((row) => (row.key === rowKey ? { ...row, cells: { ...row.cells, ...cells } } : row))
    return { ...entries, added }
  }
  const changed = new Map(entries.changed).set(rowKey, { ...entries.changed.get(rowKey), ...cells })
  return { ...entries, changed }
}

export function withRow(entries: Entries, row: AddedRow): Entries {
  return { ...entries, added: [...entries.added, row] }
}

export function withoutRows(entries: Entries, rowKeys: readonly string[]): Entries {
  const gone = new Set(rowKeys)
  const ownKeys = new Set(entries.added.map(({ key }) => key))
  return {
    changed: new Map([...entries.changed].filter(([rowId]) => !gone.has(rowId))),
    added: entries.added.filter(({ key }) => !gone.has(key)),
    removed: new Set([...entries.removed, ...rowKeys.filter((key) => !ownKeys.has(key))]),
  }
}

/** `later` over `earlier`, as they are shown together. */
export function together(earlier: Entries, later: Entries): Entries {
  let entries: Entries = {
    changed: earlier.changed,
    added: [...earlier.added, ...later.added],
    removed: earlier.removed,
  }
  for (const [rowKey, cells] of later.changed) entries = withCells(entries, rowKey, cells)
  return later.removed.size > 0 ? withoutRows(entries, [...later.removed]) : entries
}

/** How many cells were entered and rows removed. */
export function countOf({ changed, added, removed }: Entries): number {
  const cells = [...changed.values(), ...added.map((row) => row.cells)].map((each) =>
    Math.max(1, Object.keys(each).length),
  )
  return cells.reduce((sum, count) => sum + count, removed.size)
}

/** Counts the cells that their columns refuse, and those that added rows lack in required columns. */
export function problemCount({ changed, added }: Entries, required: readonly string[]): number {
  const missing = added.flatMap(({ cells }) => required.filter((id) => cells[id] === undefined))
  const all = [...changed.values(), ...added.map(({ cells }) => cells)].flatMap((cells) => Object.values(cells))
  return missing.length + all.filter(({ problem }) => problem !== undefined).length
}

/** Separates the added rows that lack a value in a required column: they are not sent before they have one. */
export function split(entries: Entries, required: readonly string[]): { ready: Entries; held: Entries } {
  const isIncomplete = ({ cells }: AddedRow) =>
    required.some((id) => cells[id] === undefined || cells[id].cell === null)
  const held = entries.added.filter(isIncomplete)
  if (held.length === 0) return { ready: entries, held: noEntries }
  return {
    ready: { ...entries, added: entries.added.filter((row) => !isIncomplete(row)) },
    held: { ...noEntries, added: held },
  }
}

/** What is sent: cells with a problem are not. */
export function changeOf({ changed, added, removed }: Entries): InputTableChange {
  const update = [...changed].flatMap(([rowId, cells]) => {
    const values = valuesOf(cells)
    return Object.keys(values).length > 0 ? [{ rowId, values }] : []
  })
  const insert = added.map(({ cells }) => valuesOf(cells))
  return {
    ...(insert.length > 0 ? { insert } : {}),
    ...(update.length > 0 ? { update } : {}),
    ...(removed.size > 0 ? { delete: [...removed] } : {}),
  }
}

/** A cell or row that the server refuses, at its place in the sent change. */
export interface RefusedPlace {
  path: string
  problem: CellProblem
}

/** The entries with the cells marked that the server refused, and the refusals that name no cell of them. */
export function withRefused(
  entries: Entries,
  refused: readonly RefusedPlace[],
): { entries: Entries; others: RefusedPlace[] } {
  const updated = [...entries.changed].filter(([, cells]) => Object.keys(valuesOf(cells)).length > 0)
  const others: RefusedPlace[] = []
  let marked = entries
  for (const place of refused) {
    const [, list, index = '', columnId = ''] = /^(insert|update)\[(\d+)\](?:\.values)?\.(.+)$/.exec(place.path) ?? []
    const rowKey = list === 'insert' ? entries.added[Number(index)]?.key : updated[Number(index)]?.[0]
    const cells = list === 'insert' ? entries.added[Number(index)]?.cells : updated[Number(index)]?.[1]
    if (rowKey === undefined || list === undefined) others.push(place)
    else {
      const text = cells?.[columnId]?.text ?? ''
      marked = withCells(marked, rowKey, { [columnId]: { text, cell: null, problem: place.problem } })
    }
  }
  return { entries: marked, others }
}

/** Entries with the ids that the server has given to their rows. */
export function named(entries: Entries, sent: Entries, { inserted }: Pick<InputTableChanged, 'inserted'>): Entries {
  return renamed(entries, new Map(sent.added.map(({ key }, index) => [key, inserted[index] ?? key])))
}

/** Entries with other ids for some of their rows. */
export function renamed(entries: Entries, ids: ReadonlyMap<string, string>): Entries {
  if (ids.size === 0) return entries
  const idOf = (key: string) => ids.get(key) ?? key
  return {
    changed: new Map([...entries.changed].map(([key, cells]) => [idOf(key), cells])),
    added: entries.added.map((row) => ({
      ...row,
      key: idOf(row.key),
      ...(row.restores !== undefined && { restores: idOf(row.restores) }),
    })),
    removed: new Set([...entries.removed].map(idOf)),
  }
}

/** Cells that their column refuses; they remain as unsaved entries when the others are stored. */
export function onlyProblems({ changed, added }: Entries): Entries {
  const rows = [...changed, ...added.map(({ key, cells }) => [key, cells] as const)]
  const kept = rows.flatMap(([key, cells]) => {
    const wrong = Object.entries(cells).filter(([, { problem }]) => problem !== undefined)
    return wrong.length > 0 ? [[key, Object.fromEntries(wrong)] as const] : []
  })
  return { ...noEntries, changed: new Map(kept) }
}

function valuesOf(cells: Cells): Record<string, InputCell> {
  return Object.fromEntries(
    Object.entries(cells).flatMap(([columnId, { cell, problem }]) => (problem === undefined ? [[columnId, cell]] : [])),
  )
}
