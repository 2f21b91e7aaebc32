import {
  constant,
  type DialectName,
  dialectOf,
  isConstant,
  isOfRow,
  isSmall,
  isTotal,
  ofRow,
  type SqlExpression,
  type SqlOrder,
  small,
  sql,
  total,
  value,
} from '../sql/index.ts'
import type { Cell, ValueType } from '../types/index.ts'
import type { EmitContext, Expression } from './api.ts'
import { decimalsTogether } from './decimals-together.ts'
import {
  type Emit,
  type EmitInfo,
  type FunctionDefinition,
  paramOf,
  type SqlByDialect,
  type Unsupported,
} from './functions/define.ts'
import { withSize } from './functions/float-arithmetic.ts'
import { functions } from './functions/index.ts'
import { TEXT } from './value-types.ts'
import { MissingWord, wordsOf } from './words/index.ts'

type Call = Extract<Expression, { kind: 'call' }>

/**
 * The SQL of an expression. References, and calls that are not row functions, are passed to the context first. Throws for calls that only
 * the plan can compile (level shifts, lookups) when the context does not handle them, and for functions that the dialect lacks:
 * `checkFormula` with `dialect` reports those before.
 */
export function toSql(expression: Expression, context: EmitContext): SqlExpression {
  switch (expression.kind) {
    case 'literal':
      return literal(expression.value, expression.type)
    case 'reference':
      return context.reference(expression.target, expression.span)
    case 'call': {
      if (expression.class !== 'row' && expression.class !== 'system') {
        const placed = context.call?.(expression)
        if (placed) return placed
      }
      const args = expression.args.map((arg) => toSql(arg, context))
      return emitCall(expression, args, context)
    }
  }
}

/** The SQL of a call, given the SQL of its arguments. */
export function emitCall(
  call: Call,
  given: readonly SqlExpression[],
  context: EmitContext,
  over?: EmitInfo['over'],
): SqlExpression {
  const definition = definitionOf(call.name)
  if (!('sql' in definition)) throw new Error(`${call.name} is placed by the plan.`)
  const emit = emitterOf(definition.sql, context.dialect)
  if (typeof emit !== 'function') throw new Error(`${call.name} is not available: ${emit.unsupported}`)
  const decimals = decimalsTogether(definition, call, given, context.dialect)
  const { args } = decimals
  if (definition.class === 'aggregate' && definition.isOrdered && call.args.length > definition.params.length) {
    const own = definition.params.length
    const order = args[own]
    const info = infoOf({ ...call, args: call.args.slice(0, own) }, context)
    return emit(args.slice(0, own), order ? { ...info, order } : info)
  }
  const isRow = definition.class === 'row' && !context.isGrouped && given.every(isOfRow)
  const info = {
    ...infoOf(call, context),
    isOfRow: isRow,
    isOfTotals: !isRow && isOfTotals(call, given),
    ...(over ? { over } : {}),
  }
  const missesConstant = call.args.some((arg, index) => {
    const param = paramOf(definition, index, call.args.length)
    return param?.constant && arg.kind === 'reference' && info.constants[index] === undefined
  })
  if (missesConstant) return value(null, call.type)
  const write = (operands: readonly SqlExpression[]) => emit(operands, info)
  const result = decimals.result(
    definition.class === 'row' ? wordsOf(dialectOf(context.dialect).name).once(args, write) : write(args),
  )
  const made = isRow ? ofRow(result) : info.isOfTotals ? total(result) : result
  const isOfConstants = (definition.class === 'row' || definition.class === 'system') && given.every(isConstant)
  // A warehouse function may return different results for the same arguments, so its call is not a constant.
  const written = isOfConstants && !definition.isPassthrough ? constant(made) : made
  const isSumOfSmall = (call.name === '+' || call.name === '-') && args.every(isSmall)
  if (definition.isSmall || isSumOfSmall) return small(written)
  if (call.type?.kind !== 'float64') return written
  return withSize(
    written,
    call.name,
    args.map((operand, index) => ({ operand, type: info.types[index] ?? TEXT })),
  )
}

/** The surroundings of a window: the keys of the outer groupings, and the order of its level. */
export interface WindowPlace {
  partitionBy: readonly SqlExpression[]
  orderBy: readonly SqlOrder[]
}

/**
 * A complete window call, given the SQL of its arguments. A function with its own sort argument uses that instead of the order of the
 * level; additional partition keys of the call follow the keys of the place.
 */
export function emitWindow(
  call: Call,
  args: readonly SqlExpression[],
  place: WindowPlace,
  context: EmitContext,
): SqlExpression {
  const definition = definitionOf(call.name)
  if (definition.class !== 'window') throw new Error(`${call.name} is not a window function.`)
  if (isMadeInSteps(call.name, context.dialect)) throw new Error(`${call.name} is placed by the plan.`)
  const info = infoOf(call, context)
  const { window } = definition
  const order = window.order?.(info, args.length)
  const expression = order && args[order.argument]
  const frame = window.frame?.(info)
  const orderBy = order && expression ? [{ expression, direction: order.direction }] : place.orderBy
  const partitionBy = [
    ...place.partitionBy,
    ...(window.partitionFrom === undefined ? [] : args.slice(window.partitionFrom)),
  ]
  let isOver = false
  const over = (inner: SqlExpression, firstOrder?: SqlOrder): SqlExpression => {
    isOver = true
    return {
      kind: 'window',
      call: inner,
      partitionBy,
      orderBy: firstOrder ? [firstOrder, ...orderBy] : orderBy,
      ...(frame ? { frame } : {}),
    }
  }
  const emitted = emitCall(call, args, context, over)
  const written = isOver ? emitted : over(emitted)
  const finished = window.finish?.(written, info, context.dialect) ?? written
  return definition.isSmall ? small(finished) : finished
}

/** Whether the plan has to build the window from two others. */
export function isMadeInSteps(name: string, dialect: string): boolean {
  const definition = definitionOf(name)
  return definition.class === 'window' && (definition.inStepsOn?.includes(dialectOf(dialect).name) ?? false)
}

/** Why the dialect cannot write this call with arguments of these types; null when it can. */
export function missingWord(call: Call, dialect: string): string | null {
  const definition = definitionOf(call.name)
  if (!('sql' in definition) || typeof emitterOf(definition.sql, dialect) !== 'function') return null
  if (isMadeInSteps(call.name, dialect)) return null
  const context: EmitContext = { dialect, zone: 'UTC', now: '1970-01-01T00:00:00Z', reference: () => sql`NULL` }
  const args = call.args.map(() => sql`NULL`)
  try {
    if (definition.class === 'window') emitWindow(call, args, { partitionBy: [], orderBy: [] }, context)
    else emitCall(call, args, context)
    return null
  } catch (error) {
    if (error instanceof MissingWord) return error.message
    throw error
  }
}

/** Whether the decimals of a call are totals, or have less than the most digits and so come from no total. */
function isOfTotals({ args }: Call, given: readonly SqlExpression[]): boolean {
  return args.every(({ type }, index) => {
    const expression = given[index]
    return type?.kind !== 'decimal' || type.precision < 38 || (expression !== undefined && isTotal(expression))
  })
}

/** The emitter of a function for a dialect, or why there is none. */
export function emitterOf(entry: SqlByDialect, dialect: string): Emit | Unsupported {
  const { name, families } = dialectOf(dialect)
  const keys: (DialectName | (typeof families)[number])[] = [name, ...families]
  for (const key of keys) {
    if (key === 'portable') {
      const { portable } = entry
      if (!portable) continue
      return typeof portable === 'function' ? (args, info) => portable(args, info, wordsOf(name)) : portable
    }
    const found = entry[key]
    if (found) return found
  }
  throw new Error(`A function has no entry for the dialect ${dialect}.`)
}

/** The definition behind a checked call; its name is canonical. */
export function definitionOf(name: string): FunctionDefinition {
  const definition = functions.find(name)
  if (!definition) throw new Error(`No function has the name ${name}.`)
  return definition
}

function infoOf(call: Call, context: EmitContext): EmitInfo {
  return {
    types: call.args.map((arg) => arg.type ?? TEXT),
    constants: call.args.map((arg) => constantOf(arg, context)),
    returns: call.type,
    zone: context.zone,
    now: context.now,
    viewer: context.viewer,
    isOfRow: false,
    isOfTotals: false,
  }
}

function constantOf(arg: Expression, context: EmitContext): Cell | undefined {
  if (arg.kind === 'literal') return arg.value
  if (arg.kind === 'reference') return context.constant?.(arg.target)
  const [operand] = arg.args
  if (arg.name === '-' && arg.args.length === 1 && operand?.kind === 'literal' && operand.value !== null) {
    return `-${String(operand.value)}`.replace(/^--/, '')
  }
  return undefined
}

function literal(cell: Cell, type: ValueType | null): SqlExpression {
  if (cell === true) return constant(sql`TRUE`)
  if (cell === false) return constant(sql`FALSE`)
  return value(cell, type ?? TEXT)
}
