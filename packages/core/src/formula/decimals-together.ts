import { caseWhen, cast, dialectOf, type SqlExpression, sql } from '../sql/index.ts'
import type { ValueType } from '../types/index.ts'
import type { Expression } from './api.ts'
import { type FunctionDefinition, paramOf } from './functions/define.ts'
import { asDecimal, TOTAL } from './value-types.ts'
import { pieces } from './words/ansi.ts'
import { type PairWords, type Words, wordsOf } from './words/index.ts'

type Call = Extract<Expression, { kind: 'call' }>

const MOST_DIGITS = 38

/**
 * The number of decimals of these exact numbers together, when no type of 38 digits holds all of them, such as a total of whole numbers and
 * 1.5; null when one does, and for other types. DuckDB and Trino compare decimals in their common type, and fail for the whole statement when one
 * number does not fit.
 */
export function scaleWithoutRoom(types: readonly (ValueType | null | undefined)[]): number | null {
  const known = types.flatMap((type) => type ?? [])
  const decimals = known.flatMap((type) => asDecimal(type) ?? [])
  if (decimals.length < known.length || decimals.length < 2) return null
  const scale = Math.max(...decimals.map((type) => type.scale))
  const whole = Math.max(...decimals.map((type) => type.precision - type.scale))
  return whole + scale > MOST_DIGITS ? scale : null
}

/**
 * Numbers in a form in which the engine compares them exactly: themselves, or on DuckDB and Trino the digits before and after the point as a pair.
 */
export function comparableNumbers(
  numbers: readonly SqlExpression[],
  types: readonly (ValueType | null | undefined)[],
  dialect: string,
): readonly SqlExpression[] {
  const scale = dialectOf(dialect).comparesInCommonType ? scaleWithoutRoom(types) : null
  if (scale === null) return numbers
  const words = wordsOf(dialectOf(dialect).name)
  return numbers.map((number, index) => {
    const type = types[index]
    return type ? pairOf(number, type, scale, words) : number
  })
}

/** The pairs of the same scale have the order of their numbers, also below zero: both parts have the sign of the number. */
function pairOf(number: SqlExpression, type: ValueType, scale: number, words: Words): SqlExpression {
  return pairsOf(words).once(number, (name) => pairOfName(name, type, scale, words))
}

function pairOfName(number: SqlExpression, type: ValueType, scale: number, words: Words): SqlExpression {
  const own = asDecimal(type)?.scale ?? 0
  const front = words.trunc(number)
  const fraction = cast(
    own === 0 ? sql`0` : sql`${number} - ${cast(front, { kind: 'decimal', precision: MOST_DIGITS, scale: own })}`,
    { kind: 'decimal', precision: MOST_DIGITS, scale },
  )
  const pair = pairsOf(words).of(cast(own === 0 ? number : front, TOTAL), fraction)
  return caseWhen([{ when: sql`${number} IS NOT NULL`, value: pair }])
}

/** The number of a pair; null when its type has no room for it. */
function numberOf(pair: SqlExpression, scale: number, words: Words): SqlExpression {
  return pairsOf(words).parts(pair, (front, fraction) => {
    const fitted = words.fitted(front, { kind: 'decimal', precision: MOST_DIGITS, scale })
    return pieces(['', ' + ', ''], fitted, fraction)
  })
}

function pairsOf({ pairs }: Words): PairWords {
  if (!pairs) throw new Error('This engine compares decimals without pairs.')
  return pairs
}

/** A number of any decimal type as a number of this one; null when it does not fit. */
export function fittedNumber(number: SqlExpression, type: ValueType, dialect: string): SqlExpression {
  return wordsOf(dialectOf(dialect).name).fitted(number, type)
}

/** The numbers with the same number of decimals, if no type of 38 digits holds all of them; a number that does not fit becomes null. */
export function fittedTogether(
  numbers: readonly SqlExpression[],
  types: readonly (ValueType | null | undefined)[],
  { fitted }: Pick<Words, 'fitted'>,
): readonly SqlExpression[] {
  const scale = scaleWithoutRoom(types)
  if (scale === null) return numbers
  return numbers.map((number, index) => {
    const type = types[index]
    const own = type && asDecimal(type)
    const hasRoom = !own || own.precision - own.scale <= MOST_DIGITS - scale
    return hasRoom ? number : fitted(number, { kind: 'decimal', precision: MOST_DIGITS, scale })
  })
}

/** The arguments that the SQL of a call must use, and a function that converts its result to the type of the call. */
export interface DecimalsTogether {
  args: readonly SqlExpression[]
  result(made: SqlExpression): SqlExpression
}

/**
 * Prepares decimals that share no type of 38 digits: those that are only compared are compared exactly, and a result that does not fit the
 * type of the call is null for its row.
 */
export function decimalsTogether(
  definition: FunctionDefinition,
  call: Call,
  args: readonly SqlExpression[],
  dialect: string,
): DecimalsTogether {
  let made: DecimalsTogether = { args, result: (result) => result }
  if ((definition.class !== 'row' && definition.class !== 'window') || !dialectOf(dialect).isVerified) return made
  const { returns } = definition
  const returned = typeof returns === 'object' && 'alike' in returns ? returns.alike : null
  for (const [name, members] of groupsOf(definition, call)) {
    const types = members.map((index) => call.args[index]?.type)
    if (scaleWithoutRoom(types) === null) continue
    made =
      name === returned
        ? ofResult(definition, made, members, types, call.type, dialect)
        : { ...made, args: replaced(made.args, members, (given) => comparableNumbers(given, types, dialect)) }
  }
  return made
}

function ofResult(
  definition: FunctionDefinition,
  made: DecimalsTogether,
  members: readonly number[],
  types: readonly (ValueType | null | undefined)[],
  type: ValueType,
  dialect: string,
): DecimalsTogether {
  if (type.kind !== 'decimal') return made
  const words = wordsOf(dialectOf(dialect).name)
  if ('choosesByValue' in definition && definition.choosesByValue) {
    return dialectOf(dialect).comparesInCommonType
      ? {
          args: replaced(made.args, members, (given) => comparableNumbers(given, types, dialect)),
          result: (chosen) => numberOf(chosen, type.scale, words),
        }
      : { ...made, result: (chosen) => words.fitted(chosen, type) }
  }
  return {
    ...made,
    args: replaced(made.args, members, (given) => fittedTogether(given, types, words)),
  }
}

/** The arguments that have one type together, by the name of that type. */
function groupsOf(definition: FunctionDefinition, call: Call): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  call.args.forEach((_arg, index) => {
    const param = paramOf(definition, index, call.args.length)
    const name = typeof param?.type === 'object' && 'alike' in param.type ? param.type.alike : null
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), index])
  })
  return groups
}

function replaced(
  args: readonly SqlExpression[],
  members: readonly number[],
  change: (given: readonly SqlExpression[]) => readonly SqlExpression[],
): readonly SqlExpression[] {
  const changed = change(members.map((index) => args[index] ?? sql`NULL`))
  return args.map((arg, index) => changed[members.indexOf(index)] ?? arg)
}
