import type { Expression, Span } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'

type Call = Extract<Expression, { kind: 'call' }>

type Form =
  | 'value'
  | 'value-if'
  | 'count'
  | 'count-if'
  | 'count-rows-if'
  | 'text'
  | 'array'
  | 'zero'
  | 'unknown'
  | 'paid'
  | 'product'

/** The value of each aggregate over a single row, by function: Sum is the value itself, Count is 0 or 1. */
const ONE_ROW: Record<string, Form> = {
  Sum: 'value',
  Avg: 'value',
  Min: 'value',
  Max: 'value',
  Median: 'value',
  First: 'value',
  Last: 'value',
  PercentileCont: 'value',
  PercentileDisc: 'value',
  SumProduct: 'product',
  Count: 'count',
  CountDistinct: 'count',
  CountIf: 'count-rows-if',
  CountDistinctIf: 'count-if',
  SumIf: 'value-if',
  AvgIf: 'value-if',
  MinIf: 'value-if',
  MaxIf: 'value-if',
  ListAgg: 'text',
  ListAggDistinct: 'text',
  ArrayAgg: 'array',
  ArrayAggDistinct: 'array',
  XNPV: 'paid',
  VariancePop: 'zero',
  // A single row has neither a spread nor a regression line.
  StdDev: 'unknown',
  Variance: 'unknown',
  Corr: 'unknown',
  RegressionIntercept: 'unknown',
  RegressionR2: 'unknown',
  RegressionSlope: 'unknown',
}

export function hasOneRowForm(name: string): boolean {
  return Object.hasOwn(ONE_ROW, name)
}

/** Rewrites an aggregate at the level of its own argument as an expression of its arguments in the row. */
export function aggregateOfOneRow(call: Call): Expression {
  const { args, type, span } = call
  const [first, ...conditions] = args
  switch (ONE_ROW[call.name]) {
    case 'value':
      return first ? converted(first, type, span) : absent(type, span)
    case 'value-if':
      return first
        ? when(all(conditions, span), converted(first, type, span), absent(type, span), type, span)
        : absent(type, span)
    case 'count':
      return first
        ? when(make('IsNull', [first], { kind: 'logical' }, span), whole(0, span), whole(1, span), type, span)
        : whole(1, span)
    case 'count-if':
      return first
        ? when(all([known(first, span), ...conditions], span), whole(1, span), whole(0, span), type, span)
        : absent(type, span)
    case 'count-rows-if':
      return when(all(args, span), whole(1, span), whole(0, span), type, span)
    case 'text':
      return first?.type?.kind === 'text' ? first : first ? make('Text', [first], type, span) : absent(type, span)
    case 'array':
      return first
        ? when(known(first, span), make('Array', [first], type, span), absent(type, span), type, span)
        : absent(type, span)
    case 'paid':
      return present(args, type, span)
    case 'product':
      return args.map((arg) => converted(arg, type, span)).reduce((left, right) => make('*', [left, right], type, span))
    case 'zero':
      return first
        ? when(known(first, span), { ...whole(0, span), type }, absent(type, span), type, span)
        : absent(type, span)
    case 'unknown':
      return absent(type, span)
    default:
      throw new Error(`${call.name} has no form for a single row.`)
  }
}

/** The present value of a single payment on its own day is its amount, provided that the rate and the date are known. */
function present([rate, flow, date]: readonly Expression[], type: ValueType, span: Span): Expression {
  if (!rate || !flow || !date) return absent(type, span)
  const isKnown = all([known(rate, span), known(date, span)], span)
  return when(isKnown, converted(flow, type, span), absent(type, span), type, span)
}

/** Avg and Median of a number are float64. */
function converted(value: Expression, type: ValueType, span: Span): Expression {
  if (value.type?.kind === type.kind || type.kind !== 'float64') return value
  return make('/', [value, whole(1, span)], type, span)
}

function all(conditions: Expression[], span: Span): Expression {
  const [first, ...others] = conditions
  const start = first ?? { kind: 'literal' as const, value: true, type: { kind: 'logical' as const }, span }
  return others.reduce((joined, other) => make('and', [joined, other], { kind: 'logical' }, span), start)
}

function known(value: Expression, span: Span): Expression {
  return make('IsNotNull', [value], { kind: 'logical' }, span)
}

function when(condition: Expression, then: Expression, otherwise: Expression, type: ValueType, span: Span): Expression {
  return make('If', [condition, then, otherwise], type, span)
}

function make(name: string, args: Expression[], type: ValueType, span: Span): Expression {
  return { kind: 'call', name, class: 'row', args, type, span }
}

function whole(value: 0 | 1, span: Span): Expression {
  return { kind: 'literal', value: String(value), type: { kind: 'int64' }, span }
}

function absent(type: ValueType, span: Span): Expression {
  return { kind: 'literal', value: null, type, span }
}
