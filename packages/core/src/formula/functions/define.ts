import type { DialectFamily, DialectName, SqlExpression, SqlOrder } from '../../sql/index.ts'
import type { Cell, FormulaType, ValueType } from '../../types/index.ts'
import type { FormulaViewer, FunctionClass } from '../api.ts'
import type { Words } from '../words/words.ts'

/**
 * What an argument may be. `sortable` is number, date or text. `{ alike: 'T' }` binds all arguments with the same
 * letter to one type, `of` restricts it.
 */
export type ParamType =
  | Exclude<FormulaType, 'null'>
  | 'any'
  | 'sortable'
  | readonly Exclude<FormulaType, 'null'>[]
  | { alike: string; of?: 'sortable' | 'number' }

export interface Param {
  name: string
  type: ParamType
  doc?: string
  optional?: boolean
  /** The last parameter may repeat. */
  repeats?: boolean
  /** A literal or a control, not a column. */
  constant?: boolean
  /** The texts that a constant may be. */
  values?: readonly string[]
  /** Says what a literal must be when it is something else; null when it will do. */
  problemOf?(constant: Cell): string | null
  /** Dialects that cannot do it when this argument is given, each with its reason. */
  unsupported?: { readonly [K in DialectName]?: string }
  /** Must contain an aggregate, for the level shifts. */
  aggregate?: boolean
}

export interface EmitInfo {
  /** Types of the arguments, in the order of the call. */
  types: readonly ValueType[]
  /** Values of the arguments that are literals or controls; undefined for the others. */
  constants: readonly (Cell | undefined)[]
  /** Type of the call. */
  returns: ValueType
  /** IANA name of the organization's zone. */
  zone: string
  /** ISO instant with `Z`. */
  now: string
  viewer: FormulaViewer | undefined
  /**
   * True when the call is computed for each row and no argument holds an aggregate, a window or a subquery: DuckDB
   * computes only such calls inside TRY, and not those of the keys of groups.
   */
  isOfRow: boolean
  /** Aggregates that follow the order of their rows: the number of each row, where it is known. */
  order?: SqlExpression
  /** Windows only: a call over the window of this one, for functions that are made of several. */
  over?(call: SqlExpression, firstOrder?: SqlOrder): SqlExpression
}

export type Emit = (args: readonly SqlExpression[], info: EmitInfo) => SqlExpression

/** Why an engine cannot do it, as the user reads it. */
export interface Unsupported {
  unsupported: string
}

/** Written once with the words of the dialect that asks. */
export type PortableEmit = (args: readonly SqlExpression[], info: EmitInfo, words: Words) => SqlExpression

/** A dialect is looked up by its own name first, then by its families; an entry leaves none out. */
export type SqlByDialect = {
  readonly [K in DialectName | DialectFamily]?: (K extends 'portable' ? PortableEmit : Emit) | Unsupported
}

/** The same reason for several dialects. */
export function unsupportedOn(reason: string, ...names: readonly DialectName[]): SqlByDialect {
  return Object.fromEntries(names.map((name) => [name, { unsupported: reason }]))
}

/** Values as a document writes them: dates as `2024-05-20 13:45:00`. */
export type ExampleValue =
  | string
  | number
  | boolean
  | null
  | readonly ExampleValue[]
  | { readonly [key: string]: ExampleValue }

export type ExampleRow = Readonly<Record<string, ExampleValue>>

/**
 * Engines that cannot compute an example although they have the function, each with its reason. Tests run it there all
 * the same: one that begins to work fails, so that the reason goes.
 */
export type NeverOn = { readonly [K in DialectName]?: string }

/** `[formula, result]`, or with rows: one result for an aggregate, one for each row for a row or window function. */
export type FunctionExample =
  | readonly [formula: string, result: ExampleValue]
  | {
      formula: string
      /** Dates as `2024-05-20 13:45:00`, geographies as well-known text. */
      rows: readonly ExampleRow[]
      result?: ExampleValue
      results?: readonly ExampleValue[]
      element?: undefined
      never?: NeverOn
    }
  | ElementExample

/** The meaning lies in the element: a table of these rows, how it is grouped, and other elements beside it. */
export interface ElementExample {
  formula: string
  rows: readonly ExampleRow[]
  element: {
    /**
     * Keys of each grouping, outermost first; the formula is a calculation of the innermost, of the summary where
     * there is none. Absent: the formula is a column of the rows.
     */
    groupBy?: readonly (readonly string[])[]
    /** Further columns by name; those that aggregate are calculations of the innermost grouping. */
    columns?: Readonly<Record<string, string>>
    /** The rows stand as they are written: sorted by a hidden column that counts them. */
    inOrder?: true
    /** Order of the level of the formula. */
    sort?: { column: string; direction: 'ascending' | 'descending' }
    /** Other elements of the document, by name. */
    others?: Readonly<Record<string, readonly ExampleRow[]>>
    /** Controls of the page by `controlId`: as the document writes them, with what is chosen. */
    controls?: Readonly<Record<string, ExampleControl>>
  }
  never?: NeverOn
  /** One for each row of the level, in its order. */
  results: readonly ExampleValue[]
  result?: undefined
}

export type ExampleControl =
  | { controlType: 'list'; values: readonly string[] }
  | { controlType: 'number-range'; min: number; max: number }
  | { controlType: 'date-range'; mode: 'between'; startDate: string; endDate: string }

export type ReturnType =
  | 'text'
  | 'integer'
  | 'number'
  | 'logical'
  | 'variant'
  | 'date'
  | 'timestamp'
  | { alike: string }

interface Base {
  name: string
  /** Other names that are read as this one. */
  aliases?: readonly string[]
  category: string
  summary: string
  params: readonly Param[]
  /** Which parameter an argument belongs to, where `params` in order does not say it (If, Switch). */
  paramAt?(index: number, count: number): Param
  /** Arguments from this index on come in pairs. */
  pairsFrom?: number
  /** Named type, or a function of the types of the arguments; a null type is the literal Null. */
  returns: ReturnType | ((types: readonly (ValueType | null)[], constants: readonly (Cell | undefined)[]) => ValueType)
  examples: readonly FunctionExample[]
  /** What nulls do, where it is not what the class does. */
  nulls?: string
  /** Understood, but not shown in lists and completions. */
  unlisted?: boolean
  /** Written as an operator, with this many operands. */
  operator?: boolean
  /** Calls a function of the warehouse by name: only on connections that allow it. */
  isPassthrough?: boolean
  /** A whole number far from the ends of 64 bits, such as a count or a year: sums of such numbers need no guard. */
  isSmall?: boolean
  /** What a cached result depends on. */
  dependsOn?: 'now' | 'today' | 'viewer'
}

export interface RowFunction extends Base {
  class: 'row' | 'system'
  sql: SqlByDialect
}

export interface AggregateFunction extends Base {
  class: 'aggregate'
  sql: SqlByDialect
  /** Follows the order of its rows: the plan adds the number of each row as one more argument. */
  isOrdered?: boolean
}

export interface WindowHooks {
  /** Argument to order by and its direction; the order of the level when absent or undefined. */
  order?(info: EmitInfo, argumentCount: number): { argument: number; direction: 'ascending' | 'descending' } | undefined
  /** Arguments that are further partition keys, from this index on. */
  partitionFrom?: number
  /** Frame of the window, as program text. */
  frame?(info: EmitInfo): string | undefined
  /** What is done to the value of the window, such as a cast back to int64. */
  finish?(window: SqlExpression, info: EmitInfo, dialect: string): SqlExpression
}

export interface WindowFunction extends Base {
  class: 'window'
  /** The call that stands before OVER. */
  sql: SqlByDialect
  window: WindowHooks
  /** Also an aggregate when its argument lives at a finer level. */
  dual?: boolean
  /** Dialects that have no such window: there the plan makes it of two others, one over the other. */
  inStepsOn?: readonly DialectName[]
}

/** Compiled by the plan: it changes keys or reads another element. */
export interface PlannedFunction extends Base {
  class: 'level-shift' | 'lookup' | 'display'
}

/** Defined by an organization: its body stands in for the call, with the arguments in the place of `[name]`. */
export interface MacroFunction extends Base {
  class: 'macro'
  body: string
}

export type FunctionDefinition = RowFunction | AggregateFunction | WindowFunction | PlannedFunction | MacroFunction

export function defineFunction<T extends FunctionDefinition & { class: FunctionClass }>(definition: T): T {
  return definition
}

/** Names that formulas may call, found without regard to case. */
export interface FunctionRegistry {
  find(name: string): FunctionDefinition | null
  /** Listed names, in alphabetical order. */
  names: readonly string[]
  all: readonly FunctionDefinition[]
}

export function createFunctionRegistry(definitions: readonly FunctionDefinition[]): FunctionRegistry {
  const byName = new Map<string, FunctionDefinition>()
  for (const definition of definitions) {
    for (const name of [definition.name, ...(definition.aliases ?? [])]) {
      const key = name.toLowerCase()
      if (byName.has(key)) throw new Error(`Two functions have the name ${name}.`)
      byName.set(key, definition)
    }
  }
  const names = definitions
    .filter((definition) => !definition.operator && !definition.unlisted)
    .map((definition) => definition.name)
    .sort()
  return { find: (name) => byName.get(name.toLowerCase()) ?? null, names, all: [...byName.values()] }
}
