import {
  columnNames,
  columnsOf,
  type DocumentColumn,
  type DocumentEdit,
  type ElementSource,
  findElement,
  leafSources,
  scanReferences,
  sourceElementIds,
  type TableRef,
  type WorkbookDocument,
} from '@octavo/core/document'
import { parseFormula, printReference } from '@octavo/core/formula'
import { changeSourceEdits, type LostColumn, namesOfLost } from '../data/change-source.ts'
import { isTableRef } from './join-plan.ts'

/** In the order in which they are offered; the first is the default. */
export const joinKinds = ['left-outer', 'inner', 'right-outer', 'full-outer', 'lookup'] as const
export type JoinKind = (typeof joinKinds)[number]

export const joinOperators = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'is-distinct-from',
  'is-not-distinct-from',
  'within',
  'intersects',
] as const
export type JoinOperator = (typeof joinOperators)[number]

/** Formulas over the columns of each side, such as `[Order Id]`, and how they are compared. */
export interface JoinKey {
  left: string
  right: string
  op: JoinOperator
}

/** A table that takes part in a join. */
export interface JoinLeg {
  /** Distinguishes the tables of a draft, which may contain one table twice. */
  id: string
  ref: TableRef
  /** The name of the source in formulas of the element, before the slash. */
  name: string
}

/** How another table is joined to those before it. */
export interface JoinStep {
  /** A leg before this one. */
  leftId: string
  right: JoinLeg
  kind: JoinKind
  keys: readonly JoinKey[]
}

export interface JoinDraft {
  first: JoinLeg
  steps: readonly JoinStep[]
}

/** The start of a join: nothing or a source for a new element, or an existing element. */
export type JoinStart = { kind: 'new'; first?: ElementSource } | { kind: 'element'; elementId: string }

/** A column of a leg, by its name in formulas. */
export interface SideColumn {
  name: string
  type: string | undefined
}

export { isTableRef }

export function legsOf({ first, steps }: JoinDraft): JoinLeg[] {
  return [first, ...steps.map(({ right }) => right)]
}

/**
 * Parses the join of an element; undefined when the source is not a join, or its tables are not connected. `nameOf` returns the name of a
 * table that the join does not name.
 */
export function readJoin(source: unknown, nameOf: (ref: TableRef) => string): JoinDraft | undefined {
  if (!isRecord(source) || source.kind !== 'join') return undefined
  const open = listOf(source.joins)
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const isRight = (ref: unknown) => open.some(({ right }) => same(right, ref))
  const primary = source.primarySource ?? (open.find(({ left }) => !isRight(left)) ?? open[0])?.left
  if (!isTableRef(primary)) return undefined
  const first: JoinLeg = { id: 'leg-0', ref: primary, name: textOf(source.name) ?? nameOf(primary) }
  const legs = [first]
  const steps: JoinStep[] = []
  while (open.length > 0) {
    const at = open.findIndex(({ left }) => legs.some(({ ref }) => same(ref, left)))
    const [join] = at < 0 ? [] : open.splice(at, 1)
    const left = join && legs.find(({ ref }) => same(ref, join.left))
    if (!join || !left || !isTableRef(join.right)) return undefined
    const right = { id: `leg-${legs.length}`, ref: join.right, name: textOf(join.name) ?? nameOf(join.right) }
    legs.push(right)
    const kind = joinKinds.find((each) => each === join.joinType) ?? 'left-outer'
    steps.push({ leftId: left.id, right, kind, keys: listOf(join.columns).map(keyOf) })
  }
  return { first, steps }
}

function keyOf({ left, right, op }: Record<string, unknown>): JoinKey {
  return { left: textOf(left) ?? '', right: textOf(right) ?? '', op: joinOperators.find((each) => each === op) ?? '=' }
}

/** The source for a draft: the table itself while nothing is joined to it. */
export function joinSource({ first, steps }: JoinDraft): ElementSource {
  if (steps.length === 0) return first.ref
  const refOf = (id: string) => legsOf({ first, steps }).find((leg) => leg.id === id)?.ref ?? first.ref
  return {
    kind: 'join',
    name: first.name,
    primarySource: first.ref,
    joins: steps.map(({ leftId, right, kind, keys }) => ({
      left: refOf(leftId),
      right: right.ref,
      name: right.name,
      joinType: kind,
      columns: keys.map(({ left, right: other, op }) => ({ left, right: other, ...(op === '=' ? {} : { op }) })),
    })),
  }
}

/** The draft with one more table, joined to the first by the proposed keys. */
export function withJoined(draft: JoinDraft, ref: TableRef, name: string, keys: readonly JoinKey[]): JoinDraft {
  const legs = legsOf(draft)
  const free = Math.max(...legs.map(({ id }) => Number(id.slice('leg-'.length)))) + 1
  const right = { id: `leg-${free}`, ref, name: freeName(name, legs) }
  return { ...draft, steps: [...draft.steps, { leftId: draft.first.id, right, kind: 'left-outer', keys }] }
}

function freeName(name: string, legs: readonly JoinLeg[]): string {
  const taken = new Set(legs.map((leg) => leg.name.toLowerCase()))
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name} ${count}`
    if (!taken.has(tried.toLowerCase())) return tried
  }
}

export function withStep(draft: JoinDraft, legId: string, change: Partial<JoinStep>): JoinDraft {
  return { ...draft, steps: draft.steps.map((step) => (step.right.id === legId ? { ...step, ...change } : step)) }
}

/** The draft without a table and without the tables that are joined to it. */
export function withoutLeg(draft: JoinDraft, legId: string): JoinDraft {
  const gone = new Set([legId])
  const steps = draft.steps.filter(({ leftId, right }) => {
    if (gone.has(leftId)) gone.add(right.id)
    return !gone.has(right.id)
  })
  return { ...draft, steps }
}

/** Whether a join is complete: there is at least one key, and each side of every key is a formula. */
export function isComplete({ steps }: JoinDraft): boolean {
  return steps.every(({ keys }) => keys.length > 0 && keys.every(isWritten))
}

function isWritten({ left, right }: JoinKey): boolean {
  return [left, right].every((formula) => parseFormula(formula).tree !== null)
}

/** Lookups find one row by equal keys; other comparisons could find several. */
export function mayLookUp(keys: readonly JoinKey[]): boolean {
  return keys.every(({ op }) => op === '=' || op === 'is-not-distinct-from')
}

/** Whether matches of the keys can be counted: only for comparisons by equality. */
export function isCountable(keys: readonly JoinKey[]): boolean {
  return keys.length > 0 && keys.every((key) => key.op === '=' && isWritten(key))
}

/**
 * A pair of columns with equal names and types that is not a key yet; one that looks like a key is preferred. Types are
 * compared where both are known, and all number types count as equal.
 */
export function proposedKey(
  left: readonly SideColumn[],
  right: readonly SideColumn[],
  taken: readonly JoinKey[] = [],
): JoinKey | undefined {
  const pairs = left.flatMap(({ name, type }) => {
    const twin = right.find(
      (other) =>
        other.name.toLowerCase() === name.toLowerCase() &&
        (type === undefined || other.type === undefined || familyOf(other.type) === familyOf(type)),
    )
    if (!twin) return []
    const key: JoinKey = { left: printReference([name]), right: printReference([twin.name]), op: '=' }
    const isTaken = taken.some((each) => each.left === key.left && each.right === key.right)
    return isTaken ? [] : [{ key, looksLikeKey: /(^|\b|_)(id|key|code)$/i.test(name) }]
  })
  return (pairs.find(({ looksLikeKey }) => looksLikeKey) ?? pairs[0])?.key
}

/** The general kind of a type: platforms and data models use different names for types of numbers and dates. */
function familyOf(type: string): string {
  if (/^(int|num|dec|float|double|big|small|tiny|real)/i.test(type)) return 'number'
  if (/^(date|time)/i.test(type)) return 'date'
  return /char|text|string/i.test(type) ? 'text' : type.toLowerCase()
}

/** The column that a side of a key consists of; undefined for a formula. */
export function plainColumn(formula: string, columns: readonly SideColumn[]): string | undefined {
  const { tree } = parseFormula(formula)
  const name = tree?.kind === 'reference' && tree.segments.length === 1 ? tree.segments[0]?.toLowerCase() : undefined
  return columns.find((column) => column.name.toLowerCase() === name)?.name
}

/**
 * The columns of a table that are selected by default: not those with a leading underscore, not keys that the other side repeats, and none
 * of a lookup, whose columns are chosen individually.
 */
export function usualColumns(draft: JoinDraft, leg: JoinLeg, columns: readonly SideColumn[]): string[] {
  const step = draft.steps.find(({ right }) => right.id === leg.id)
  if (step?.kind === 'lookup') return []
  const repeated = (step?.keys ?? [])
    .filter(({ op }) => op === '=' && step?.kind !== 'full-outer' && step?.kind !== 'right-outer')
    .map(({ right }) => plainColumn(right, columns))
  return columns.map(({ name }) => name).filter((name) => !name.startsWith('_') && !repeated.includes(name))
}

/** Columns of an element that read columns of joined tables; a duplicate name includes its table, as in `Status (Orders)`. */
export function columnsOfLegs(
  legs: readonly { name: string; columns: readonly DocumentColumn[] }[],
  taken: readonly string[],
  newId: () => string,
): DocumentColumn[] {
  const names = new Set(taken.map((name) => name.toLowerCase()))
  return legs.flatMap(({ name: leg, columns }) =>
    columns.map((column): DocumentColumn => {
      const { tree } = parseFormula(column.formula)
      const own = (tree?.kind === 'reference' ? tree.segments.at(-1) : undefined) ?? ''
      const formula = printReference([leg, own])
      const shown = columnNames([{ id: column.id, formula }]).get(column.id) ?? own
      const isTaken = names.has(shown.toLowerCase())
      const name = isTaken ? `${shown} (${leg})` : shown
      names.add(name.toLowerCase())
      return { ...column, id: newId(), formula, ...(isTaken ? { name } : {}) }
    }),
  )
}

/** Why a table cannot be joined: it reads this element, or it is not a table yet. */
export type JoinRefusal = 'self' | 'descendant' | 'upload'

/** `elementId` is the element whose source becomes the join; absent for a new one. */
export function joinRefusal(
  document: WorkbookDocument,
  source: ElementSource,
  elementId: string | undefined,
): JoinRefusal | undefined {
  if (!isTableRef(source)) return 'upload'
  if (source.kind === 'table' && source.elementId === elementId) return 'self'
  if (source.kind === 'table' && elementId !== undefined && readsElement(document, source.elementId, elementId)) {
    return 'descendant'
  }
  return undefined
}

/** Whether sources are on several connections, as far as the document shows it. */
export function areAcross(document: WorkbookDocument, sources: readonly TableRef[]): boolean {
  return new Set(sources.flatMap((source) => connectionOf(document, source) ?? [])).size > 1
}

/** Whether an element is another one, or reads from it. */
function readsElement(document: WorkbookDocument, id: string, target: string, seen = new Set<string>()): boolean {
  if (id === target) return true
  if (seen.has(id)) return false
  seen.add(id)
  const element = findElement(document, id)
  return sourceElementIds(element?.source).some((from) => readsElement(document, from, target, seen))
}

/** The connection of a source; undefined when the document does not name it. */
function connectionOf(document: WorkbookDocument, source: unknown, seen = new Set<string>()): string | undefined {
  for (const leaf of leafSources(source)) {
    if (typeof leaf.connectionId === 'string') return leaf.connectionId
    if (leaf.kind !== 'table' || typeof leaf.elementId !== 'string' || seen.has(leaf.elementId)) continue
    seen.add(leaf.elementId)
    const found = connectionOf(document, findElement(document, leaf.elementId)?.source, seen)
    if (found !== undefined) return found
  }
  return undefined
}

/** Columns of an element that read a leg, by its name. */
export function columnsReading(document: WorkbookDocument, elementId: string, legName: string): DocumentColumn[] {
  const element = findElement(document, elementId)
  const wanted = legName.toLowerCase()
  return (element ? columnsOf(element) : []).filter(({ formula }) =>
    scanReferences(formula, 0, formula.length).some(
      ({ segments: [prefix, ...rest] }) => rest.length > 0 && prefix?.toLowerCase() === wanted,
    ),
  )
}

/** Ids of an element's columns that read legs which are removed from it. */
export function idsOfLegs(document: WorkbookDocument, elementId: string, legs: readonly JoinLeg[]): string[] {
  return [...new Set(legs.flatMap(({ name }) => columnsReading(document, elementId, name).map(({ id }) => id)))]
}

/** Columns of an element that are removed together with legs, with what uses them. */
export function lostColumns(document: WorkbookDocument, elementId: string, legs: readonly JoinLeg[]): LostColumn[] {
  return namesOfLost(document, elementId, idsOfLegs(document, elementId, legs))
}

/** Makes a join the source of an element, adds columns and removes those of dropped tables, in one step of undo. */
export function changeJoinEdits(
  document: WorkbookDocument,
  elementId: string,
  { source, added, gone }: { source: ElementSource; added: readonly DocumentColumn[]; gone: readonly JoinLeg[] },
): DocumentEdit[] {
  return changeSourceEdits(document, elementId, { source, added, lost: idsOfLegs(document, elementId, gone) })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What a join does to the number of rows; undefined until both numbers are known. */
export function fanOut(before: number | undefined, after: number | undefined) {
  if (before === undefined || after === undefined) return undefined
  return { before, after, factor: before === 0 ? 1 : after / before }
}
