import { type Cell, type FormulaType, formulaTypeOf, type ValueType } from '../types/index.ts'
import type { Expression, FormulaProblem, Span } from './api.ts'
import { type FunctionDefinition, type Param, paramOf, type ReturnType } from './functions/define.ts'
import { signatureOf } from './signature.ts'
import { DATE, describeType, FLOAT64, INT64, LOGICAL, TEXT, TIMESTAMP, unify, VARIANT } from './value-types.ts'
import { containsAggregate } from './walk.ts'

interface Arguments {
  definition: FunctionDefinition
  nameSpan: Span
  span: Span
  /** Null where the argument has a problem of its own, which was already reported. */
  args: readonly (Expression | null)[]
  spans: readonly Span[]
}

/** Checks the types of the arguments against the parameters; returns the call when they match. */
export function checkArguments(given: Arguments): { call: Expression | null; problems: FormulaProblem[] } {
  const problems: FormulaProblem[] = []
  const { definition, args } = given
  const report = (code: string, message: string, span: Span, hint?: string, severity: 'error' | 'warning' = 'error') =>
    problems.push({ severity, code, message, ...(hint ? { hint } : {}), span })

  const count = countProblem(definition, args.length)
  if (count) {
    report('wrong_argument_count', count, given.nameSpan, `Write ${signatureOf(definition).label}.`)
    return { call: null, problems }
  }

  const groups = new Map<string, ValueType | null>()
  const missing = args.includes(null)
  const typed = args.map((arg, index) => {
    const param = paramOf(definition, index, args.length)
    if (!arg || !param) return arg
    checkConstant(definition, param, arg, report)
    if (param.aggregate && !containsAggregate(arg)) {
      const hint = `For example ${definition.name}(Sum([Column])).`
      report('not_an_aggregate', `${definition.name} needs an aggregate.`, arg.span, hint)
    }
    const problem = typeProblem(definition, param, index, arg, groups)
    if (problem) report('wrong_type', problem.message, arg.span, problem.hint)
    return arg
  })
  warnOfNull(definition, args, given.span, report)
  if (missing || problems.some((problem) => problem.severity === 'error')) return { call: null, problems }

  const complete = typed
    .filter((arg) => arg !== null)
    .map((arg, index) => {
      if (arg.kind !== 'literal' || arg.type) return arg
      return { ...arg, type: nullTypeFor(paramOf(definition, index, args.length), groups) }
    })
  const type = returnType(definition, complete, groups)
  const call: Expression = {
    kind: 'call',
    name: definition.name,
    class: definition.class,
    args: complete,
    type,
    span: given.span,
  }
  return { call, problems }
}

type Report = (code: string, message: string, span: Span, hint?: string, severity?: 'error' | 'warning') => void

function countProblem({ name, params, operator, pairsFrom }: FunctionDefinition, count: number): string | null {
  if (operator) return null
  if (pairsFrom !== undefined && count > pairsFrom && (count - pairsFrom) % 2 !== 0) {
    return `${name} takes its keys in pairs: a local key and an external key.`
  }
  const least = params.filter((param) => !param.optional).length
  const most = params.at(-1)?.repeats ? Number.POSITIVE_INFINITY : params.length
  if (count >= least && count <= most) return null
  const wanted =
    most === least
      ? amount(least)
      : most === Number.POSITIVE_INFINITY
        ? `at least ${amount(least)}`
        : `${least} to ${amount(most)}`
  return `${name} takes ${wanted}, not ${count}.`
}

function amount(count: number): string {
  return count === 0 ? 'no arguments' : count === 1 ? '1 argument' : `${count} arguments`
}

function checkConstant(definition: FunctionDefinition, param: Param, arg: Expression, report: Report): void {
  const isNegative = arg.kind === 'call' && arg.name === '-' && arg.args.length === 1 && arg.args[0]?.kind === 'literal'
  const problem = arg.kind === 'literal' || isNegative ? param.problemOf?.(constantOf(arg)) : null
  if (problem) {
    const message = `The argument "${param.name}" of ${definition.name} cannot be ${shown(arg)}.`
    report('invalid_constant', message, arg.span, problem)
    return
  }
  if (!param.constant) return
  const isControl = arg.kind === 'reference' && arg.target.kind === 'control'
  if (arg.kind !== 'literal' && !isNegative && !isControl) {
    const hint = param.values ? `One of ${quoted(param.values)}.` : 'Write the value itself, or a control.'
    const message = `The argument "${param.name}" of ${definition.name} must be a constant, not a column.`
    report('not_a_constant', message, arg.span, withOrderHint(definition, hint))
    return
  }
  if (definition.isPassthrough && arg.kind === 'reference') {
    const message = 'The name of a function cannot come from a control.'
    report('not_a_constant', message, arg.span, 'Write the name as text.')
    return
  }
  if (!param.values || arg.kind !== 'literal' || typeof arg.value !== 'string' || arg.type?.kind !== 'text') return
  if (!param.values.includes(arg.value.toLowerCase())) {
    const message = `"${arg.value}" is not a possible "${param.name}" of ${definition.name}.`
    report('unknown_constant', message, arg.span, `One of ${quoted(param.values)}.`)
  }
}

/** The value of a literal, or of a negated literal. */
function constantOf(arg: Expression): Cell {
  if (arg.kind === 'literal') return arg.value
  const [operand] = arg.kind === 'call' ? arg.args : []
  return operand?.kind === 'literal' && operand.value !== null ? `-${String(operand.value)}` : null
}

function shown(arg: Expression): string {
  const constant = constantOf(arg)
  return arg.kind === 'literal' && arg.type?.kind === 'text' ? `"${String(constant)}"` : String(constant ?? 'Null')
}

function quoted(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(', ')
}

function withOrderHint({ name, params }: FunctionDefinition, hint: string): string {
  const isUnitFirst = params[0]?.constant && params[0].values?.includes('day')
  return isUnitFirst
    ? `${hint} The unit comes first: ${name}("day", ${params
        .slice(1)
        .map((param) => param.name)
        .join(', ')}).`
    : hint
}

function typeProblem(
  definition: FunctionDefinition,
  param: Param,
  index: number,
  arg: Expression,
  groups: Map<string, ValueType | null>,
): { message: string; hint?: string } | null {
  const found: FormulaType = arg.type ? formulaTypeOf(arg.type) : 'null'
  const where = definition.operator
    ? `The operator ${definition.name}`
    : `The argument "${param.name}" of ${definition.name}`
  const { type } = param
  if (typeof type === 'object' && 'alike' in type) {
    const group = groups.get(type.alike)
    if (type.of === 'sortable' && !['number', 'date', 'text', 'null'].includes(found)) {
      return {
        message: `${where} needs ${describeType('sortable')}, not ${describeType(found)}.`,
        ...conversionHint('text', found),
      }
    }
    if (type.of === 'number' && !['number', 'null'].includes(found)) {
      return {
        message: `${where} needs ${describeType('number')}, not ${describeType(found)}.`,
        ...conversionHint('number', found),
      }
    }
    if (!arg.type) {
      if (group === undefined) groups.set(type.alike, null)
      return null
    }
    const unified = group ? unify(group, arg.type) : arg.type
    if (group && !unified) {
      const expected = formulaTypeOf(group)
      const message = definition.operator
        ? `The operator ${definition.name} needs values of one type, not ${describeType(expected)} and ${describeType(found)}.`
        : `${where} must be ${describeType(expected)} like the one before it, not ${describeType(found)}.`
      return { message, ...conversionHint(expected, found) }
    }
    groups.set(type.alike, unified)
    return null
  }
  if (found === 'null' || type === 'any') return null
  const accepted = typeof type === 'string' ? (type === 'sortable' ? ['number', 'date', 'text'] : [type]) : type
  if (accepted.some((name) => name === found)) return null
  // An array of the warehouse is accepted as a variant that contains an array, and vice versa.
  if (accepted.some((name) => name === 'array' || name === 'variant') && (found === 'array' || found === 'variant'))
    return null
  const expected = typeof type === 'string' ? describeType(type) : type.map(describeType).join(' or ')
  const first = accepted[0]
  const conversion = first === undefined ? {} : conversionHint(first, found)
  const hint = dateArithmeticHint(definition, found, index) ?? conversion.hint
  const order = definition.params[0]?.values?.includes('day') && hint ? withOrderHint(definition, hint) : hint
  return { message: `${where} needs ${expected}, not ${describeType(found)}.`, ...(order ? { hint: order } : {}) }
}

function dateArithmeticHint({ name, operator }: FunctionDefinition, found: FormulaType, index: number): string | null {
  if (!operator || found !== 'date') return null
  if (name === '-' && index === 0)
    return 'Use DateAdd("day", -1, date) to move a date, DateDiff("day", start, end) between two.'
  if (name === '+' || name === '-') return 'Use DateAdd("day", 1, date) to move a date.'
  return null
}

function conversionHint(expected: string, found: FormulaType): { hint?: string } {
  if (found === 'variant' && ['text', 'number', 'date', 'logical', 'sortable'].includes(expected)) {
    return { hint: 'Say what the variant holds: Text(x), Number(x), Date(x) or Logical(x).' }
  }
  if (found === 'array' && expected !== 'variant') {
    return { hint: 'A list of values is tested with ArrayContains(list, text) and ArrayLength(list).' }
  }
  switch (expected) {
    case 'text':
      return { hint: 'Convert it: Text(x).' }
    case 'number':
      return found === 'logical' ? { hint: 'Write If(x, 1, 0).' } : { hint: 'Convert it: Number(x).' }
    case 'date':
      return { hint: 'Convert it: Date(x), or DateParse(x, format).' }
    case 'logical':
      return found === 'number' ? { hint: 'Compare it: x = 1.' } : { hint: 'Compare it, or convert it: Logical(x).' }
    case 'variant':
    case 'array':
      return found === 'text' ? { hint: 'Read the text as JSON: Json(x).' } : {}
    default:
      return {}
  }
}

/** Warns about `[X] = Null`, which is never true, and about null tests of a list control, which is never null. */
function warnOfNull(
  definition: FunctionDefinition,
  args: readonly (Expression | null)[],
  span: Span,
  report: Report,
): void {
  const [only] = args
  const isTest = definition.name === 'IsNull' || definition.name === 'IsNotNull'
  if (isTest && only?.kind === 'reference' && only.target.kind === 'control' && only.type.kind === 'array') {
    const hint = `Count what is chosen: ArrayLength(x) ${definition.name === 'IsNull' ? '=' : '!='} 0.`
    report('list_is_never_null', 'A list in which nothing is chosen is empty, not null.', span, hint, 'warning')
  }
  if (!definition.operator || (definition.name !== '=' && definition.name !== '!=')) return
  if (!args.some((arg) => arg?.kind === 'literal' && arg.value === null)) return
  const hint = definition.name === '=' ? 'Use IsNull(x).' : 'Use IsNotNull(x).'
  report('comparison_with_null', 'A comparison with Null is never true.', span, hint, 'warning')
}

function nullTypeFor(param: Param | undefined, groups: Map<string, ValueType | null>): ValueType {
  const type = param?.type
  if (type === undefined || type === 'any' || type === 'sortable') return TEXT
  if (typeof type === 'object' && 'alike' in type)
    return groups.get(type.alike) ?? (type.of === 'number' ? INT64 : TEXT)
  return typeOfName(typeof type === 'string' ? type : (type[0] ?? 'text'))
}

function typeOfName(name: Exclude<FormulaType, 'null'>): ValueType {
  switch (name) {
    case 'text':
      return TEXT
    case 'number':
      return INT64
    case 'logical':
      return LOGICAL
    case 'date':
      return TIMESTAMP
    case 'variant':
    case 'array':
      return VARIANT
    case 'geography':
      return { kind: 'geography' }
  }
}

function groupOf(param: Param | undefined): string | null {
  return typeof param?.type === 'object' && 'alike' in param.type ? param.type.alike : null
}

function returnType(
  definition: FunctionDefinition,
  args: readonly Expression[],
  groups: Map<string, ValueType | null>,
): ValueType {
  const { returns } = definition
  if (typeof returns === 'function') {
    const constants: (Cell | undefined)[] = args.map((arg) =>
      arg.kind === 'literal' ? arg.value : (constantOf(arg) ?? undefined),
    )
    return returns(
      args.map((arg) => arg.type),
      constants,
    )
  }
  if (typeof returns === 'object') {
    const index = args.findIndex((_arg, at) => groupOf(paramOf(definition, at, args.length)) === returns.alike)
    return groups.get(returns.alike) ?? nullTypeFor(paramOf(definition, Math.max(0, index), args.length), groups)
  }
  return namedReturn(returns)
}

function namedReturn(name: Extract<ReturnType, string>): ValueType {
  switch (name) {
    case 'text':
      return TEXT
    case 'integer':
      return INT64
    case 'number':
      return FLOAT64
    case 'logical':
      return LOGICAL
    case 'date':
      return DATE
    case 'timestamp':
      return TIMESTAMP
    case 'variant':
      return VARIANT
  }
}
