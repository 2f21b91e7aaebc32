import type { Cell, ValueType } from '../types/index.ts'

/**
 * SQL as a tree. Function entries and passes build it; a dialect prints it. Outside this part SQL is never joined from strings; values are
 * bound, and identifiers are quoted by the dialect.
 */
export type SqlExpression = SqlExpressionNode & {
  /** True for a fragment without an aggregate, a window or a subquery: see `isOfRow`. */
  isOfRow?: true
  /** True for an integer below 2^53: see `isSmall`. */
  isSmall?: true
  /** True for a decimal that is a total of shorter ones: see `isTotal`. */
  isTotal?: true
  /** True for an expression with the same value in every row: see `isConstant`. */
  isConstant?: true
  /** A column that is the same value in every row that a comparison keeps: see `alsoOnColumns`. */
  reads?: SqlExpression
  /** The known limits of a float. */
  float?: FloatFacts
  /** The same decimal computed with fewer digits, which is faster, and an error where the number has more. */
  short?: { expression: SqlExpression }
}

/**
 * The absolute value of a float other than 0 is between two powers of two, provided that the absolute value of each leaf is between 2^-100
 * and 2^100.
 */
export interface FloatFacts {
  low: number
  high: number
  /** Columns whose values are not known before the statement runs; empty when the limits hold in any case. */
  leaves: readonly SqlExpression[]
  /** The float without tests: correct while the limits hold. */
  plain: SqlExpression
  /** The float with a test of every operation that may exceed the limits. */
  careful: SqlExpression
  /** False when the two are equal. */
  isTested: boolean
}

type SqlExpressionNode =
  /** A column of a relation in scope; `relation` is its alias. */
  | { kind: 'column'; relation?: string; name: string }
  /** A bound value. */
  | { kind: 'value'; value: Cell; type: ValueType }
  /** A fragment created by the `sql` template tag: `strings` are SQL text from this code, never input. */
  | { kind: 'fragment'; strings: readonly string[]; args: readonly SqlExpression[] }
  /** A separated list of expressions, for variadic calls. */
  | { kind: 'list'; items: readonly SqlExpression[]; separator: string }
  | { kind: 'null-safe-equal'; left: SqlExpression; right: SqlExpression }
  | { kind: 'cast'; expression: SqlExpression; type: ValueType }
  | { kind: 'case'; branches: readonly { when: SqlExpression; value: SqlExpression }[]; otherwise?: SqlExpression }
  | {
      kind: 'window'
      call: SqlExpression
      partitionBy: readonly SqlExpression[]
      orderBy: readonly SqlOrder[]
      /** SQL text such as `ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`. */
      frame?: string
    }
  | { kind: 'subquery'; query: SqlQuery }
  /** A condition: the query returns a row, or returns none. */
  | { kind: 'exists'; query: SqlSelect; isNot: boolean }

export interface SqlOrder {
  expression: SqlExpression
  direction: 'ascending' | 'descending'
  nulls?: 'first' | 'last'
}

export interface SqlSelectColumn {
  expression: SqlExpression
  alias: string
}

export interface SqlSelect {
  kind: 'select'
  distinct?: boolean
  /** Alias of a relation whose columns are all selected, before `columns`. */
  allOf?: string
  columns: readonly SqlSelectColumn[]
  from?: SqlFrom
  where?: readonly SqlExpression[]
  groupBy?: readonly SqlExpression[]
  /** Several groupings of the same rows, one after the other, in place of `groupBy`. */
  groupingSets?: readonly (readonly SqlExpression[])[]
  having?: readonly SqlExpression[]
  orderBy?: readonly SqlOrder[]
  limit?: number
  offset?: number
}

export interface SqlUnion {
  kind: 'union'
  all: boolean
  selects: readonly SqlSelect[]
}

export interface SqlCte {
  name: string
  /** True when the engine must not inline its expressions, which would grow exponentially. */
  isFence?: boolean
  /** True when the engine must materialize it, whatever reads it. */
  isMaterialized?: boolean
  /** True when the engine must determine its rows before it computes anything in its readers. */
  isPolicyFence?: boolean
  /** CTEs of its own, which nothing else reads. */
  ctes?: readonly SqlCte[]
  query: SqlSelect | SqlUnion | SqlRaw | SqlRows | SqlEntries
}

/** Rows that are sent with the statement: one bound JSON text, an array of objects. Fields missing in an object are null. */
export interface SqlRows {
  kind: 'rows'
  json: SqlExpression
  /** `key` is the field of the objects, which contains a text for every type. */
  columns: readonly { key: string; type: ValueType }[]
}

/** Rows that people entered, read with their types from the table that stores them as JSON; a cell that is not of its type is null. */
export interface SqlEntries {
  kind: 'entries'
  path: readonly string[]
  /** Names the state of the rows, so that no remembered result of an earlier state is used. */
  state: SqlExpression
  columns: readonly { key: string; type: ValueType; field: SqlEntryField }[]
}

/**
 * A column of entered rows: a cell by the id of its column, or a value that Octavo records for each row. `people` is JSON: emails by member
 * id.
 */
export type SqlEntryField<T = SqlExpression> =
  | { kind: 'cell'; id: T }
  | { kind: 'row-id' }
  | { kind: 'place' }
  | { kind: 'moment'; column: 'created_at' | 'updated_at' }
  | { kind: 'person'; column: 'created_by' | 'updated_by'; people: T }

/** Custom SQL: the SQL text of a user, always wrapped as a subquery or CTE; control values are bound. */
export interface SqlRaw {
  kind: 'raw'
  /** Text between the values: one more than `values`. */
  strings: readonly string[]
  values: readonly SqlExpression[]
}

export interface SqlQuery {
  kind: 'query'
  /** Printed as a leading comment, if the caller requests one. */
  comment?: string
  ctes: readonly SqlCte[]
  body: SqlSelect | SqlUnion
}

export type SqlFrom =
  /** `isUpload`: an uploaded table, whose name must be listed with the statement. */
  | { kind: 'table'; path: readonly string[]; alias: string; isUpload?: true }
  /** A CTE of the same query. */
  | { kind: 'relation'; name: string; alias: string }
  | { kind: 'derived'; query: SqlSelect | SqlUnion | SqlRaw; alias: string }
  | {
      kind: 'join'
      join: 'inner' | 'left' | 'right' | 'full' | 'cross'
      left: SqlFrom
      right: SqlFrom
      on?: SqlExpression
    }

/** Builds a fragment: sql`STRPOS(${text}, ${search})`. Only expressions may be inserted. */
export function sql(strings: TemplateStringsArray, ...args: SqlExpression[]): SqlExpression {
  return { kind: 'fragment', strings: [...strings], args }
}
