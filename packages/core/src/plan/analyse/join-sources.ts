import {
  type CheckOptions,
  checkFormula,
  type Expression,
  type FormulaScope,
  mapExpression,
  type Span,
  walkExpression,
} from '../../formula/index.ts'
import { formulaTypeOf } from '../../types/index.ts'
import { acrossConnections, type EnginePlace, placeOfAll } from '../model/across-connections.ts'
import type { JoinLeg, SourceColumn, SourceJoin, SourceModel } from '../model/element-model.ts'
import { failure } from '../model/failure.ts'
import { legColumn, rowKeyOfLeg, severalOf } from '../model/join-slots.ts'
import type { JoinCondition, JoinStep, Slot } from '../model/logical.ts'
import { sourceSlot } from '../model/source-slots.ts'
import type { SourceOutcome } from './analysis.ts'
import { boundColumn, type ElementBindings } from './bound-columns.ts'
import { isRecord } from './controls.ts'
import { isTableRef, type TableRef } from './table-ref.ts'

/** A leg with the source that the document names for it. */
interface Leg extends JoinLeg {
  ref: TableRef
}

const TYPES: ReadonlyMap<string, JoinStep['join']> = new Map([
  ['inner', 'inner'],
  ['left-outer', 'left'],
  ['right-outer', 'right'],
  ['full-outer', 'full'],
  ['lookup', 'left'],
])

const OPERATORS: Record<string, JoinCondition['operator']> = {
  '=': '=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  'is-distinct-from': 'is-distinct-from',
  'is-not-distinct-from': 'is-not-distinct-from',
  within: 'within',
  intersects: 'intersects',
}

/** Operators that compare for equality, so that each row of one side matches one key of the other. */
const EQUAL = new Set<JoinCondition['operator']>(['=', 'is-not-distinct-from'])

/** The rows of several tables joined; a lookup join never adds or removes rows of its left side. */
export function joinSource(
  source: Readonly<Record<string, unknown>>,
  resolve: (ref: TableRef) => SourceOutcome,
  optionsOf: (place: EnginePlace) => CheckOptions,
  bindings: ElementBindings,
): SourceOutcome {
  const listed: unknown[] = Array.isArray(source.joins) ? source.joins : []
  const primary = primaryOf(source, listed.filter(isRecord))
  if (!primary) return failure('element_invalid', 'The join does not say which source is its first.')
  const place = placeOfAll(
    [primary, ...listed.filter(isRecord).map((join) => join.right)].flatMap((ref) => {
      const resolved = isTableRef(ref) ? resolve(ref) : null
      return resolved?.ok ? [resolved.source] : []
    }),
  )
  const legs: Leg[] = []
  const legOf = (ref: TableRef) => legs.find((leg) => JSON.stringify(leg.ref) === JSON.stringify(ref))
  const addLeg = (ref: TableRef, name: unknown) => {
    const resolved = resolve(ref)
    if (!resolved.ok) return resolved
    const given = typeof name === 'string' && name !== '' ? name : (resolved.source.prefixes[0] ?? 'Source')
    legs.push({ ref, index: legs.length, name: given, source: resolved.source })
    return null
  }
  const failed = addLeg(primary, source.name)
  if (failed) return failed
  const joins: SourceJoin[] = []
  const open = listed.filter(isRecord)
  while (open.length > 0) {
    const at = open.findIndex((join) => isTableRef(join.left) && legOf(join.left))
    const [join] = at < 0 ? [] : open.splice(at, 1)
    const left = join && isTableRef(join.left) ? legOf(join.left) : undefined
    if (!join || !left || !isTableRef(join.right)) {
      return failure(
        'element_invalid',
        'The left side of a join is neither the first source nor the right side of another join.',
      )
    }
    const problem = addLeg(join.right, join.name)
    if (problem) return problem
    const right = legs.at(-1)
    if (!right) break
    const on = conditionsOf(join, left, right, optionsOf(place ?? left.source), {
      bindings,
      path: `source.joins[${listed.indexOf(join)}].columns`,
    })
    if (typeof on === 'string') return failure('element_invalid', on)
    const joinType = String(join.joinType ?? 'left-outer')
    const type = TYPES.get(joinType)
    if (!type) return failure('element_invalid', `There is no join of type "${joinType}".`)
    joins.push({ left, right, type, isLookup: joinType === 'lookup', on })
  }
  return combined(legs, joins, place)
}

function primaryOf(source: Readonly<Record<string, unknown>>, joins: Record<string, unknown>[]): TableRef | null {
  if (isTableRef(source.primarySource)) return source.primarySource
  const rights = new Set(joins.map((join) => JSON.stringify(join.right)))
  const lefts = joins.map((join) => join.left)
  // In a self join the table is on both sides.
  const first = lefts.find((left) => !rights.has(JSON.stringify(left))) ?? lefts[0]
  return isTableRef(first) ? first : null
}

function combined(legs: readonly Leg[], joins: readonly SourceJoin[], place: EnginePlace | null): SourceOutcome {
  const [first] = legs
  if (!first) return failure('element_invalid', 'The join has no sources.')
  const { connectionId, dialect } = place ?? first.source
  // The two halves of a full join do not carry the marks for several values.
  const hasMarks = joins.every(({ type }) => type !== 'full')
  const isLookedUp = (leg: Leg) => hasMarks && joins.some(({ right, isLookup }) => right === leg && isLookup)
  const columns = legs.flatMap((leg) =>
    leg.source.columns.map(
      ({ several: _, ...column }): SourceColumn => ({
        ...column,
        id: legColumn(leg, column.id),
        prefixes: [leg.name],
        nullable: true,
        ...originOf(leg.source, column.id),
        ...(isLookedUp(leg) ? { several: severalOf(leg, column) } : {}),
      }),
    ),
  )
  const any = (key: 'now' | 'today' | 'viewer') => legs.some((leg) => leg.source.dependsOn[key])
  return {
    ok: true,
    source: {
      connectionId,
      dialect,
      prefixes: [first.name],
      elementId: null,
      columns,
      metrics: [],
      required: legs.flatMap((leg) => leg.source.required),
      // Rows that are copied from another connection have no stable order.
      rowKey: connectionId === acrossConnections ? [] : rowKeyOf(first, joins),
      dependsOn: { now: any('now'), today: any('today'), viewer: any('viewer') },
      rows: { kind: 'join', first, joins },
    },
  }
}

function originOf({ elementId, documentId }: SourceModel, columnId: string): Pick<SourceColumn, 'origin'> {
  if (elementId === null) return {}
  return { origin: { elementId, columnId, ...(documentId === undefined ? {} : { documentId }) } }
}

/**
 * The row keys of all sources combined, which are unique in the join; a lookup adds no rows. The two halves of a full join are a union,
 * which has no row key.
 */
function rowKeyOf(first: JoinLeg, joins: readonly SourceJoin[]): Slot[] {
  const legs = [first, ...joins.filter(({ isLookup }) => !isLookup).map(({ right }) => right)]
  const hasKeys = legs.every(({ source }) => source.rowKey.length > 0) && joins.every(({ type }) => type !== 'full')
  return hasKeys ? legs.flatMap(rowKeyOfLeg) : []
}

function conditionsOf(
  join: Record<string, unknown>,
  left: Leg,
  right: Leg,
  options: CheckOptions,
  written: { bindings: ElementBindings; path: string },
): JoinCondition[] | string {
  const listed: unknown[] = Array.isArray(join.columns) ? join.columns : []
  if (listed.length === 0) return `The join with ${right.name} has no keys.`
  const conditions: JoinCondition[] = []
  for (const [index, key] of listed.entries()) {
    if (!isRecord(key)) continue
    const { left: leftFormula, right: rightFormula, op } = key
    const operator = OPERATORS[String(op ?? '=')]
    if (!operator) return `There is no join operator "${String(op)}".`
    if (join.joinType === 'lookup' && !EQUAL.has(operator)) {
      return `A lookup join finds rows by equal keys; "${operator}" with ${right.name} could find several.`
    }
    const bound = (leg: Leg, side: 'left' | 'right') => (span: Span | undefined) =>
      boundColumn(written.bindings, `${written.path}[${index}].${side}`, span, leg.source)
    const sides = [
      keyOf(left, leftFormula, options, bound(left, 'left')),
      keyOf(right, rightFormula, options, bound(right, 'right')),
    ]
    const [a, b] = sides
    if (typeof a === 'string') return a
    if (typeof b === 'string') return b
    if (!a || !b) continue
    const problem = problemOfKeys(a, b, operator, options.dialect ?? left.source.dialect)
    if (problem) return `The join with ${right.name} cannot compare ${leftFormula} with ${rightFormula}: ${problem}`
    conditions.push({ left: a, right: b, operator })
  }
  return conditions
}

function problemOfKeys(
  a: Expression,
  b: Expression,
  operator: JoinCondition['operator'],
  dialect: string,
): string | null {
  const kinds = [a, b].map(({ type }) => (type ? formulaTypeOf(type) : null))
  const [left, right] = kinds
  if (operator === 'within' || operator === 'intersects') {
    const scope: FormulaScope = {
      resolve: ([side]) => {
        const { type } = side === 'A' ? a : b
        return { target: { kind: 'column', columnId: side ?? '' }, type, nullable: true }
      },
      candidates: () => [],
    }
    const name = operator === 'within' ? 'Within' : 'Intersects'
    return checkFormula(`${name}([A], [B])`, scope, { dialect }).problems[0]?.message ?? null
  }
  return left && right && left !== right ? `one is ${left}, the other ${right}.` : null
}

/** A join key: a formula over the columns of its side, which are named without a prefix. */
function keyOf(
  leg: Leg,
  formula: unknown,
  options: CheckOptions,
  bound: (span: Span | undefined) => SourceColumn | undefined,
): Expression | string {
  const scope: FormulaScope = {
    resolve(segments, _part, span) {
      const name = segments.at(-1)?.toLowerCase()
      const column =
        bound(span) ??
        leg.source.columns.find((candidate) => candidate.names.some((known) => known.toLowerCase() === name))
      return column
        ? {
            target: { kind: 'source-column', sourceId: leg.name, columnId: column.id },
            type: column.type,
            nullable: true,
          }
        : null
    },
    candidates: () => leg.source.columns.map((column) => column.names[0] ?? column.id),
  }
  const { expression, problems } = checkFormula(String(formula ?? ''), scope, options)
  if (!expression)
    return `The join key ${String(formula)} of ${leg.name} cannot be read: ${problems[0]?.message ?? 'it is empty'}`
  let isOfRow = true
  walkExpression(expression, (node) => {
    isOfRow &&= node.kind !== 'call' || node.class === 'row' || node.class === 'system'
    return undefined
  })
  if (!isOfRow) return `The join key ${String(formula)} of ${leg.name} must be a value of each row, without aggregates.`
  return mapExpression(expression, (node) =>
    node.kind === 'reference' && node.target.kind === 'source-column'
      ? { ...node, target: { kind: 'column', columnId: sourceSlot(legColumn(leg, node.target.columnId)) } }
      : null,
  )
}
