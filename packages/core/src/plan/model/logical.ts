/**
 * The logical plan: what has to be computed, as plain data, before any SQL. A plan is a list of steps; each step makes a relation out of
 * earlier steps. A relation is rows with *slots*: columns named by an id that is unique in the plan of one element. Expressions are formula
 * expressions whose references all have the form `{ kind: 'column', columnId: <slot id> }` or `{ kind: 'control' }`.
 */
import type { Expression } from '../../formula/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import type { EntriesTable } from './api.ts'

/** Index of a step in `LogicalPlan.steps`. A step reads only steps with smaller ids. */
export type StepId = number

export interface Slot {
  id: string
  /** Display name, from which aliases are derived. */
  name: string
  type: ValueType
  nullable: boolean
}

export interface LogicalPlan {
  steps: PlanStep[]
}

export type PlanStep =
  | ScanStep
  | CustomSqlStep
  | StoredRowsStep
  | SingleRowStep
  | ProjectStep
  | FilterStep
  | FenceStep
  | SideStep
  | AggregateStep
  | GroupingSetsStep
  | GroupsOfSetStep
  | WindowStep
  | BroadcastStep
  | MatchStep
  | JoinStep
  | UnionStep
  | LimitStep

interface NamedStep {
  /** The purpose of the step, from which CTEs are named. */
  name: string
}

/** Rows of a table or view. Instants become local timestamps in this step and nowhere else. */
export interface ScanStep extends NamedStep {
  kind: 'scan'
  path: readonly string[]
  columns: ScanColumn[]
  /** True when a plain read, filtered or not, returns the rows in the order in which they are stored. */
  isStoredInOrder: boolean
  /** Marks an uploaded table, whose name is its whole path. */
  isUpload?: true
  /** Marks rows of another connection, which are a table for this statement only. */
  isSide?: true
}

/** Rows of a custom SQL statement, with values in its holes. */
export interface CustomSqlStep extends NamedStep {
  kind: 'custom-sql'
  strings: readonly string[]
  /** The content of each hole. */
  values: readonly SqlHole[]
  columns: ScanColumn[]
}

/** Rows that Octavo stores itself: sent with the statement as one bound value, or read from the table of entered rows. */
export interface StoredRowsStep extends NamedStep {
  kind: 'stored-rows'
  /** Equal ids mean equal rows. */
  rowsId: string
  /** `json`: an array of objects with a text for each column, by `column`. `ids`: for each of `columns` its id among the entered cells. */
  rows: { kind: 'json'; json: string } | { kind: 'entries'; table: EntriesTable; ids: string[] }
  columns: ScanColumn[]
}

/** Values are bound, and an identifier is quoted by the dialect. Nothing is pasted into the text. */
export type SqlHole =
  | { kind: 'values'; items: readonly PlanValue[] }
  | { kind: 'formula'; expression: Expression }
  | { kind: 'identifier'; name: string }
  /** Rows of an element of the document as a query of its own, with the columns under their names. */
  | { kind: 'element'; plan: LogicalPlan; result: ResultShape }

/** The relation of a plan that a statement returns. */
export interface ResultShape {
  step: StepId
  /** Columns of the statement in order: slot, and the name from which its alias is derived. */
  columns: { slot: string; name: string }[]
  orderBy: readonly PlanOrder[]
  /** An order for windows of unsorted rows; no two different rows are equal in it. */
  ties?: readonly PlanOrder[]
  distinct?: boolean
  limit?: number
  offset?: number
}

export interface ScanColumn {
  slot: Slot
  /** Name in the source. */
  column: string
  /** True for an instant, which is converted to the time zone of the organization. */
  isInstant: boolean
  /** True for a column that only orders rows: it is read as the engine stores it, so that an index can be used. */
  isRaw?: boolean
}

export interface PlanValue {
  value: Cell
  type: ValueType
}

/** One row without columns, for a summary without aggregates. */
export interface SingleRowStep extends NamedStep {
  kind: 'single-row'
}

/** The rows of `input` with the slots of `keep` and the columns, each of which may read the ones before it. */
export interface ProjectStep extends NamedStep {
  kind: 'project'
  input: StepId
  /** Slot ids of the input to keep; null for all. */
  keep: readonly string[] | null
  columns: PlanColumn[]
}

/** The rows for which every condition is true. */
export interface FilterStep extends NamedStep {
  kind: 'filter'
  input: StepId
  conditions: PlanCondition[]
}

/**
 * The rows of `input`, which a policy has filtered: the engine must not evaluate anything above this step for any other row. See
 * `fencePolicies`.
 */
export interface FenceStep extends NamedStep {
  kind: 'fence'
  input: StepId
}

/** The rows of `input`, which another connection computes. They arrive unordered. */
export interface SideStep extends NamedStep {
  kind: 'side'
  input: StepId
  connectionId: string
  dialect: string
}

/** One row for each combination of keys (nulls equal each other); exactly one row without keys. */
export interface AggregateStep extends NamedStep {
  kind: 'aggregate'
  input: StepId
  keys: Slot[]
  measures: PlanColumn[]
}

/**
 * The rows of `input` grouped in several ways, one set after the other: for each set the rows of an aggregation by its keys. Keys that are
 * not in the set are null.
 */
export interface GroupingSetsStep extends NamedStep {
  kind: 'grouping-sets'
  input: StepId
  keys: Slot[]
  /** Ids of the keys of each set. */
  sets: (readonly string[])[]
  /** For each key that is not in every set an int64 slot: 0 where the row is grouped by the key, else 1. */
  marks: { key: string; slot: Slot }[]
  measures: PlanColumn[]
}

/** The rows of one set of a `grouping-sets` step, with their own slot names. */
export interface GroupsOfSetStep extends NamedStep {
  kind: 'groups-of-set'
  input: StepId
  /** The value of each mark in the set. */
  marks: { slot: string; isGrouped: boolean }[]
  columns: { slot: Slot; from: string }[]
}

/** The rows of `input` with columns that are computed from neighbouring rows. */
export interface WindowStep extends NamedStep {
  kind: 'window'
  input: StepId
  columns: PlanWindow[]
}

/** Joins the rows of `input` with the single row of `from` that has the same keys; never adds rows. */
export interface BroadcastStep extends NamedStep {
  kind: 'broadcast'
  input: StepId
  from: StepId
  /** Null equals null where a key can be null. Empty: `from` has one row. */
  keys: { left: string; right: string; isNullable: boolean }[]
  columns: { slot: Slot; from: string }[]
  /** True when rows without a partner are removed: `from` contains the groups that a filter left. */
  onlyMatches: boolean
}

/** The rows of `input` for which `from` has a row with equal keys, or the rows for which it has none. Null equals nothing. */
export interface MatchStep extends NamedStep {
  kind: 'match'
  input: StepId
  from: StepId
  keys: { left: string; right: string }[]
  /** True to keep the rows with a partner, false to keep the rows without one. */
  isKept: boolean
}

/** Two relations joined as a join source defines; the slots of the two sides are distinct. */
export interface JoinStep extends NamedStep {
  kind: 'join'
  left: StepId
  right: StepId
  join: 'inner' | 'left' | 'right' | 'full'
  on: JoinCondition[]
}

export interface JoinCondition {
  left: Expression
  right: Expression
  operator:
    | '='
    | '!='
    | '<'
    | '<='
    | '>'
    | '>='
    | 'is-distinct-from'
    | 'is-not-distinct-from'
    /** For geographies. */
    | 'within'
    | 'intersects'
}

/** All rows of the inputs; a slot is null for rows of an input that does not have it. */
export interface UnionStep extends NamedStep {
  kind: 'union'
  inputs: { step: StepId; slots: (string | null)[] }[]
  columns: Slot[]
  /** Ids of columns of numbers whose type has no room for some numbers of the inputs; these are null. */
  withoutRoom?: readonly string[]
}

/** `limit` rows of `input` after the first `offset` in an order; without an order, in the order in which they are stored. */
export interface LimitStep extends NamedStep {
  kind: 'limit'
  input: StepId
  orderBy: PlanOrder[]
  /** Undefined for all rows. */
  limit: number | undefined
  offset: number
}

export interface PlanColumn {
  slot: Slot
  expression: PlanExpression
}

export interface PlanWindow {
  slot: Slot
  /** A call of class `window`; its function may sort by one of its own arguments and defines the frame. */
  call: Extract<Expression, { kind: 'call' }>
  partitionBy: readonly string[]
  orderBy: readonly PlanOrder[]
}

export interface PlanOrder {
  slot: string
  direction: 'ascending' | 'descending'
  nulls: 'first' | 'last'
}

export type PlanExpression =
  | { kind: 'formula'; expression: Expression }
  | { kind: 'slot'; slot: string }
  | { kind: 'null'; type: ValueType }
  /** Aggregate: the value that all rows share, else null. */
  | { kind: 'pick'; slot: string; type: ValueType }
  /** Aggregate: the value of the row whose number is 1. */
  | { kind: 'pick-first'; slot: string; number: string; type: ValueType }
  /** Aggregate: the value when there is one row, else null. */
  | { kind: 'only'; slot: string; type: ValueType }
  /** Aggregate: true when there are several rows, whatever they hold. */
  | { kind: 'many'; slot: string; type: ValueType }
  /** Aggregate: true when the rows have different values. */
  | { kind: 'several'; slot: string; type: ValueType }
  /** True when at least one of the logical slots is true. */
  | { kind: 'any'; slots: readonly string[] }

/** Filters as data, with the three-valued logic of SQL: a row is kept when the whole condition is true. */
export type PlanCondition =
  /** `type` is the type of the slot. */
  | { kind: 'in'; slot: string; type: ValueType; values: readonly PlanValue[] }
  | { kind: 'compare'; slot: string; type: ValueType; operator: '=' | '<' | '<=' | '>' | '>='; value: PlanValue }
  /** Equal, or both null. */
  | { kind: 'same'; slot: string; value: PlanValue }
  | { kind: 'is-null'; slot: string }
  /** A logical formula over slots. */
  | { kind: 'formula'; expression: Expression }
  | { kind: 'true' | 'false' }
  | { kind: 'not'; item: PlanCondition }
  | { kind: 'and' | 'or'; items: readonly PlanCondition[] }

/** Slots that a condition reads. */
export function slotsOfCondition(condition: PlanCondition): string[] {
  switch (condition.kind) {
    case 'in':
    case 'compare':
    case 'same':
    case 'is-null':
      return [condition.slot]
    case 'formula':
      return slotsOfExpression(condition.expression)
    case 'not':
      return slotsOfCondition(condition.item)
    case 'and':
    case 'or':
      return condition.items.flatMap(slotsOfCondition)
    case 'true':
    case 'false':
      return []
  }
}

/** Slots that a lowered formula expression reads. */
export function slotsOfExpression(expression: Expression): string[] {
  switch (expression.kind) {
    case 'reference':
      return expression.target.kind === 'column' ? [expression.target.columnId] : []
    case 'call':
      return expression.args.flatMap(slotsOfExpression)
    default:
      return []
  }
}

export function slotsOfPlanExpression(expression: PlanExpression): string[] {
  switch (expression.kind) {
    case 'formula':
      return slotsOfExpression(expression.expression)
    case 'any':
      return [...expression.slots]
    case 'pick-first':
      return [expression.slot, expression.number]
    case 'null':
      return []
    default:
      return [expression.slot]
  }
}
