import type { Cell, ValueType } from '../types/index.ts'

/**
 * SQL as a tree. Function entries and passes build it; a dialect prints it. No SQL is ever joined from strings
 * outside this part, values are bound, and identifiers are quoted by the dialect.
 */
export type SqlExpression = SqlExpressionNode & {
  /** True for a fragment that holds no aggregate, window or subquery: see `isOfRow`. */
  isOfRow?: true
  /** True for a whole number of less than 2^53: see `isSmall`. */
  isSmall?: true
  /** True for what has the same value in every row: see `isConstant`. */
  isConstant?: true
  /** What is known of the size of a float. */
  float?: FloatFacts
}

/**
 * The size of a float that is not 0 lies between two powers of two, as long as the size of each leaf lies between 2^-100
 * and 2^100.
 */
export interface FloatFacts {
  low: number
  high: number
  /** Columns whose size nobody knows before the statement runs; none where the limits hold in any case. */
  leaves: readonly SqlExpression[]
  /** The float without tests: right while the limits hold. */
  plain: SqlExpression
  /** The float with a test of every operation that may leave the limits. */
  careful: SqlExpression
  /** False where the two are the same. */
  isTested: boolean
}

type SqlExpressionNode =
  /** A column of a relation in scope; `relation` is its alias. */
  | { kind: 'column'; relation?: string; name: string }
  /** A value beside the statement. */
  | { kind: 'value'; value: Cell; type: ValueType }
  /** A fragment made by the `sql` template tag: `strings` are program text, never input. */
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
      /** Program text such as `ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`. */
      frame?: string
    }
  | { kind: 'subquery'; query: SqlQuery }
  /** A condition: the query has a row, or has none. */
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
  /** Alias of a relation whose columns are all given, before `columns`. */
  allOf?: string
  columns: readonly SqlSelectColumn[]
  from?: SqlFrom
  where?: readonly SqlExpression[]
  groupBy?: readonly SqlExpression[]
  /** Several ways to group the same rows, one after the other, in place of `groupBy`. */
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
  /** True when the engine must not put its expressions in place again: they would grow beyond measure. */
  isFence?: boolean
  /** True when the engine must compute it for itself, whoever reads it. */
  isMaterialized?: boolean
  /** True when the engine must know its rows before it computes anything of what reads it. */
  isPolicyFence?: boolean
  /** CTEs of its own, which nothing else reads. */
  ctes?: readonly SqlCte[]
  query: SqlSelect | SqlUnion | SqlRaw | SqlRows
}

/** Rows that come with the statement: one bound JSON text, an array of objects. What an object lacks is null. */
export interface SqlRows {
  kind: 'rows'
  json: SqlExpression
  /** `key` is the field of the objects, a text there whatever the type. */
  columns: readonly { key: string; type: ValueType }[]
}

/** Custom SQL: program text of a user, always wrapped as a subquery or CTE; control values stand beside it. */
export interface SqlRaw {
  kind: 'raw'
  /** Text between the values: one more than `values`. */
  strings: readonly string[]
  values: readonly SqlExpression[]
}

export interface SqlQuery {
  kind: 'query'
  /** Printed as a leading comment when the caller wants one. */
  comment?: string
  ctes: readonly SqlCte[]
  body: SqlSelect | SqlUnion
}

export type SqlFrom =
  /** `isUpload`: a table that was uploaded, which the statement has to name beside its text. */
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

/** Builds a fragment: sql`STRPOS(${text}, ${search})`. Only expressions stand in the holes. */
export function sql(strings: TemplateStringsArray, ...args: SqlExpression[]): SqlExpression {
  return { kind: 'fragment', strings: [...strings], args }
}
