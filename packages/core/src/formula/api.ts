/** The interface of the formula part: the typed expression, its problems, and its translation to SQL. */
import type { SqlExpression } from '../sql/index.ts'
import type { Cell, ValueType } from '../types/index.ts'

/** Half-open range of UTF-16 offsets in the formula text. */
export interface Span {
  start: number
  end: number
}

/** A problem of a formula is a value, not an exception: the checker reports it and continues. */
export interface FormulaProblem {
  severity: 'error' | 'warning'
  /** snake_case, for example `unknown_function`, `unknown_column`, `wrong_type`, `circular_reference`. */
  code: string
  message: string
  hint?: string
  span: Span
}

/** The target of a bound reference. Ids are stable; names are printed from them. */
export type ReferenceTarget =
  /** A column of the same element. */
  | { kind: 'column'; columnId: string }
  /** A column of the source of the element (a table of the warehouse, custom SQL, another element, a join leg). */
  | { kind: 'source-column'; sourceId: string; columnId: string }
  /** A column of another element of the document, read inside Lookup, Rollup or dynamic text. */
  | { kind: 'element-column'; elementId: string; columnId: string }
  | { kind: 'metric'; metricId: string }
  /** `scopeId`: the data model, and its version, that it is a control of. */
  | { kind: 'control'; controlId: string; scopeId?: string; part?: 'min' | 'max' | 'start' | 'end' }

/** Typed expression. With `span` every later problem can refer to a range of the text. */
export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null; type: ValueType | null; span: Span }
  | { kind: 'reference'; target: ReferenceTarget; type: ValueType; nullable: boolean; span: Span }
  /** A call of a function or operator; operators are functions with the names `+`, `and`, `not`, ... */
  | { kind: 'call'; name: string; class: FunctionClass; args: Expression[]; type: ValueType; span: Span }

export type FunctionClass = 'row' | 'aggregate' | 'window' | 'level-shift' | 'lookup' | 'system' | 'macro' | 'display'

/** Names that a formula may use. The document and plan parts build one for each element. */
export interface FormulaScope {
  /**
   * Resolves the segments of a reference, `['Orders', 'Status']` or `['Status']`, with an optional part (`.min`). Returns null when the
   * name does not exist; `candidates` are used for the hint. By the span of the reference a stored binding can take precedence over the
   * name.
   */
  resolve(segments: readonly string[], part?: string, span?: Span): ResolvedReference | null
  candidates(): readonly string[]
}

export interface ResolvedReference {
  target: ReferenceTarget
  /** Null while the type is unknown because the referenced column has an error of its own. */
  type: ValueType | null
  nullable: boolean
  /** The correct spelling, when the formula writes the name in another case: a warning. */
  spelling?: string
}

export interface CheckedFormula {
  /** Null when an error makes the formula unusable. */
  expression: Expression | null
  type: ValueType | null
  problems: FormulaProblem[]
  /** Every reference that resolved, in text order, for bindings and dependency graphs. */
  references: { target: ReferenceTarget; span: Span }[]
}

/** The data of a viewer that viewer functions read. */
export interface FormulaViewer {
  email: string | null
  firstName: string
  lastName: string
  teams: readonly { name: string }[]
  /** User attributes by name. */
  attributes: Readonly<Record<string, string>>
}

/** How the plan turns one expression into SQL: the plan decides about references, aggregates and windows. */
export interface EmitContext {
  dialect: string
  /** IANA name of the organization's zone. */
  zone: string
  /** The instant bound for Now and Today, ISO with `Z`, to the second. */
  now: string
  reference(target: ReferenceTarget, span: Span): SqlExpression
  /** True where the SELECT groups its rows: expressions there are computed for groups, even when they read only keys. */
  isGrouped?: boolean
  /** The viewer, for the viewer functions. Without a viewer they return null and false, so that policies return no rows. */
  viewer?: FormulaViewer
  /**
   * The value of a control that is used where a constant is required (a date unit, a mode). Undefined when it has none: the call is then
   * null.
   */
  constant?(target: ReferenceTarget): Cell | undefined
  /** Called for every call that is not of class `row` or `system`; return null to emit it in place. */
  call?(expression: Extract<Expression, { kind: 'call' }>): SqlExpression | null
}
