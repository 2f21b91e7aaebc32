import type { DialectFamily, DialectName, SqlExpression, SqlOrder } from '../../sql/index.ts'
import type { Cell, FormulaType, ValueType } from '../../types/index.ts'
import type { FormulaViewer, FunctionClass } from '../api.ts'
import type { Words } from '../words/words.ts'

/**
 * The type of an argument. `sortable` is number, date or text. `{ alike: 'T' }` requires one type for all arguments with the same letter,
 * which `of` can restrict.
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
  /** The allowed texts of a constant. */
  values?: readonly string[]
  /** Returns why a literal is not allowed; null when it is. */
  problemOf?(constant: Cell): string | null
  /** Dialects that do not support this argument, each with the reason. */
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
   * True when the call is computed for each row and no argument contains an aggregate, a window or a subquery: DuckDB supports only such
   * calls inside TRY, and not inside grouping keys.
   */
  isOfRow: boolean
  /** True when the decimals of the call are totals of shorter numbers, which do not come near 38 digits. */
  isOfTotals: boolean
  /** For aggregates that depend on the order of their rows: the number of each row, if known. */
  order?: SqlExpression
  /** Windows only: a call over the same window, for functions that consist of several calls. */
  over?(call: SqlExpression, firstOrder?: SqlOrder): SqlExpression
}

export type Emit = (args: readonly SqlExpression[], info: EmitInfo) => SqlExpression

/** Why an engine does not support something, in words for the user. */
export interface Unsupported {
  unsupported: string
}

/** Written once, with the words of the requesting dialect. */
export type PortableEmit = (args: readonly SqlExpression[], info: EmitInfo, words: Words) => SqlExpression

/** A dialect is looked up by its own name first, then by its families; an entry covers every dialect. */
export type SqlByDialect = {
  readonly [K in DialectName | DialectFamily]?: (K extends 'portable' ? PortableEmit : Emit) | Unsupported
}

/** The same reason for several dialects. */
export function unsupportedOn(reason: string, ...names: readonly DialectName[]): SqlByDialect {
  return Object.fromEntries(names.map((name) => [name, { unsupported: reason }]))
}

/** Values as documents write them: dates as `2024-05-20 13:45:00`. */
export type ExampleValue =
  | string
  | number
  | boolean
  | null
  | readonly ExampleValue[]
  | { readonly [key: string]: ExampleValue }

export type ExampleRow = Readonly<Record<string, ExampleValue>>

/**
 * Engines that cannot compute an example although they have the function, each with the reason. Tests still run the example there and fail
 * once it works, so that the reason gets removed.
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

/** The result depends on the element: a table of these rows, its groupings, and other elements. */
export interface ElementExample {
  formula: string
  rows: readonly ExampleRow[]
  element: {
    /**
     * Keys of each grouping, outermost first; the formula is a calculation of the innermost grouping, or of the summary when the list is
     * empty. Absent: the formula is a column of the rows.
     */
    groupBy?: readonly (readonly string[])[]
    /** Other columns by name; aggregates are calculations of the innermost grouping. */
    columns?: Readonly<Record<string, string>>
    /** The rows keep the order in which they are written: they are sorted by a hidden row number. */
    inOrder?: true
    /** Order of the level of the formula. */
    sort?: { column: string; direction: 'ascending' | 'descending' }
    /** Other elements of the document, by name. */
    others?: Readonly<Record<string, readonly ExampleRow[]>>
    /** Controls of the page by `controlId`: the document's control, with the chosen value. */
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
  /** Alternative names of the function. */
  aliases?: readonly string[]
  category: string
  summary: string
  params: readonly Param[]
  /** The parameter of an argument, for functions where it does not follow from `params` in order (If, Switch). */
  paramAt?(index: number, count: number): Param
  /** Arguments from this index on come in pairs. */
  pairsFrom?: number
  /** Named type, or a function of the types of the arguments; a null type is the literal Null. */
  returns: ReturnType | ((types: readonly (ValueType | null)[], constants: readonly (Cell | undefined)[]) => ValueType)
  examples: readonly FunctionExample[]
  /** The handling of nulls, when it differs from the rule of the class. */
  nulls?: string
  /** Supported, but not shown in lists and completions. */
  unlisted?: boolean
  /** Written as an operator, with this many operands. */
  operator?: boolean
  /** Calls a function of the warehouse by name: only on connections that allow it. */
  isPassthrough?: boolean
  /** A whole number far from the limits of 64 bits, such as a count or a year: sums of such numbers need no overflow check. */
  isSmall?: boolean
  /** What a cached result depends on. */
  dependsOn?: 'now' | 'today' | 'viewer'
}

export interface RowFunction extends Base {
  class: 'row' | 'system'
  sql: SqlByDialect
  /** Which argument is the result depends on their values, as for the first that is not null and for the largest. */
  choosesByValue?: boolean
}

export interface AggregateFunction extends Base {
  class: 'aggregate'
  sql: SqlByDialect
  /** Depends on the order of its rows: the plan adds the number of each row as an additional argument. */
  isOrdered?: boolean
}

export interface WindowHooks {
  /** Argument to order by and its direction; the order of the level when absent or undefined. */
  order?(info: EmitInfo, argumentCount: number): { argument: number; direction: 'ascending' | 'descending' } | undefined
  /** Index from which on arguments are additional partition keys. */
  partitionFrom?: number
  /** Frame of the window, as SQL text. */
  frame?(info: EmitInfo): string | undefined
  /** Applied to the value of the window, such as a cast back to int64. */
  finish?(window: SqlExpression, info: EmitInfo, dialect: string): SqlExpression
}

export interface WindowFunction extends Base {
  class: 'window'
  /** The call before OVER. */
  sql: SqlByDialect
  window: WindowHooks
  /** Also an aggregate when its argument is at a finer level. */
  dual?: boolean
  /** Dialects without such a window, where the plan builds it from two nested ones. */
  inStepsOn?: readonly DialectName[]
}

/** Compiled by the plan: it changes keys or reads another element. */
export interface PlannedFunction extends Base {
  class: 'level-shift' | 'lookup' | 'display'
}

/** Defined by an organization: its body replaces the call, with the arguments in place of `[name]`. */
export interface MacroFunction extends Base {
  class: 'macro'
  body: string
}

export type FunctionDefinition = RowFunction | AggregateFunction | WindowFunction | PlannedFunction | MacroFunction

/** The parameter of an argument, in a call with this number of arguments. */
export function paramOf(definition: FunctionDefinition, index: number, count: number): Param | undefined {
  return definition.paramAt?.(index, count) ?? definition.params[Math.min(index, definition.params.length - 1)]
}

export function defineFunction<T extends FunctionDefinition & { class: FunctionClass }>(definition: T): T {
  return definition
}

/** Functions that formulas may call; names are case-insensitive. */
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
