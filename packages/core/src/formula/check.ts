import { dialectOf } from '../sql/index.ts'
import { formulaTypeOf } from '../types/index.ts'
import type {
  CheckedFormula,
  Expression,
  FormulaProblem,
  FormulaScope,
  ReferenceTarget,
  ResolvedReference,
  Span,
} from './api.ts'
import { checkArguments } from './check-arguments.ts'
import { emitterOf, missingWord } from './emit.ts'
import { type FunctionDefinition, type FunctionRegistry, type MacroFunction, paramOf } from './functions/define.ts'
import { functions as builtIn } from './functions/index.ts'
import { replacementOf } from './functions/not-functions.ts'
import { nearestName } from './nearest.ts'
import { parseFormula } from './parser.ts'
import { printReference } from './print.ts'
import { isTooLarge } from './statement-size.ts'
import type { SyntaxNode } from './syntax.ts'
import { FLOAT64, INT64, LOGICAL, numberLiteralType, TEXT, VARIANT } from './value-types.ts'

export interface CheckOptions {
  functions?: FunctionRegistry
  /** Reports functions that this dialect does not have. */
  dialect?: string
  /** True when the connection allows formulas to call functions of the warehouse by name (`CallText`, `AggNumber`, ...). */
  allowsPassthrough?: boolean
  /** Custom functions whose bodies contain this formula, outermost first: calling one of them again is circular. */
  expanding?: readonly string[]
}

/**
 * Parses, binds and types a formula. Reports all problems at once, as far as it can be parsed; `expression` is null when one of them is an
 * error. Never throws, whatever the text.
 */
export function checkFormula(text: string, scope: FormulaScope, options: CheckOptions = {}): CheckedFormula {
  const { tree, problems } = parseFormula(text)
  if (!tree) return { expression: null, type: null, problems, references: [] }
  const checker = new Checker(scope, options, problems)
  const expression = checker.check(tree)
  if (expression) checker.checkResult(expression)
  if (expression) checker.checkSize(expression)
  const isUsable = expression !== null && !problems.some((problem) => problem.severity === 'error')
  problems.sort((a, b) => a.span.start - b.span.start)
  checker.references.sort((a, b) => a.span.start - b.span.start)
  return {
    expression: isUsable ? expression : null,
    type: isUsable ? expression.type : null,
    problems,
    references: checker.references,
  }
}

/** Display names of the functions that are written with symbols. */
const WRITTEN: Readonly<Record<string, string>> = { '{}': 'A record', '.': 'A path', '[]': 'An index' }

type Call = Extract<Expression, { kind: 'call' }>

const PARTS = new Set(['min', 'max', 'start', 'end'])

class Checker {
  readonly references: { target: ReferenceTarget; span: Span }[] = []
  private readonly scope: FormulaScope
  private readonly functions: FunctionRegistry
  private readonly dialect: string | undefined
  private readonly allowsPassthrough: boolean
  private readonly problems: FormulaProblem[]
  private readonly options: CheckOptions
  private readonly macro: MacroCall | undefined

  /** `macro`: the call of a custom function whose body is checked. */
  constructor(scope: FormulaScope, options: CheckOptions, problems: FormulaProblem[], macro?: MacroCall) {
    this.scope = scope
    this.options = options
    this.macro = macro
    this.functions = options.functions ?? builtIn
    this.dialect = options.dialect
    this.allowsPassthrough = options.allowsPassthrough ?? false
    this.problems = problems
  }

  /** Null when an operand has a problem that leaves the type unknown, which was already reported. */
  check(node: SyntaxNode): Expression | null {
    switch (node.kind) {
      case 'number':
        return numberLiteral(node.text, node.span)
      case 'text':
        return { kind: 'literal', value: node.value, type: TEXT, span: node.span }
      case 'logical':
        return { kind: 'literal', value: node.value, type: LOGICAL, span: node.span }
      case 'null':
        return { kind: 'literal', value: null, type: null, span: node.span }
      case 'reference':
        return this.reference(node, undefined, node.span)
      case 'call':
        return this.call(node.name, node.nameSpan, node.args, node.span)
      case 'unary':
        return this.call(node.operator, node.span, [node.operand], node.span)
      case 'binary':
        return this.call(node.operator, node.operatorSpan, [node.left, node.right], node.span)
      case 'path':
        return this.path(node)
      case 'index':
        return this.index(node)
      case 'record':
        return this.record(node)
    }
  }

  /** Checks the result of the whole formula, which is read as text when the driver has no other form for it. */
  checkResult(expression: Expression): void {
    const { type, span } = expression
    if (!this.dialect || (type?.kind !== 'variant' && type?.kind !== 'array')) return
    const text: Call = { kind: 'call', name: 'Text', class: 'row', args: [expression], type: TEXT, span }
    this.checkWords(text, this.dialect, span, 'A list or variant')
  }

  /** Checked only when there is no other problem: a formula with an error is never written as SQL. */
  checkSize(expression: Expression): void {
    const hasError = this.problems.some(({ severity }) => severity === 'error')
    if (hasError || !this.dialect || !isTooLarge(expression, this.dialect)) return
    const message = 'The SQL of this formula would be larger than the data platform can read.'
    this.problem('formula_too_large', message, expression.span, 'Compute its inner parts in columns of their own.')
  }

  private reference(
    node: Extract<SyntaxNode, { kind: 'reference' }>,
    part: string | undefined,
    span: Span,
  ): Expression | null {
    const [name] = node.segments
    const argument = node.segments.length === 1 && name !== undefined ? this.macro?.args.get(name.toLowerCase()) : null
    if (argument) return argument
    const resolved = this.resolve(node, part)
    if (!resolved) {
      this.unknownReference(node)
      return null
    }
    return this.bound(resolved, node.span, span)
  }

  private resolve(node: Extract<SyntaxNode, { kind: 'reference' }>, part?: string): ResolvedReference | null {
    return this.scope.resolve(node.segments, part, node.span)
  }

  private bound({ target, type, nullable, spelling }: ResolvedReference, bracket: Span, span: Span): Expression | null {
    this.references.push({ target, span: bracket })
    if (spelling !== undefined) {
      const name = printReference([spelling])
      const message = `The capitals of the name differ: ${name} is read.`
      const hint = `Write ${name}.`
      this.problems.push({ severity: 'warning', code: 'other_capitals', message, hint, span: bracket })
    }
    if (!type) {
      const hint = 'Fix that formula first.'
      this.problem('invalid_reference', 'The column that is named here has an error of its own.', bracket, hint)
      return null
    }
    return { kind: 'reference', target, type, nullable, span }
  }

  private unknownReference(node: Extract<SyntaxNode, { kind: 'reference' }>): void {
    const shown = printReference(node.segments)
    const isMetric = node.segments.length > 1 && node.segments[0]?.toLowerCase() === 'metrics'
    const near = nearestName(node.segments.join('/'), this.scope.candidates())
    this.problem(
      isMetric ? 'unknown_metric' : 'unknown_column',
      isMetric ? `No metric has the name ${shown}.` : `No column or control has the name ${shown}.`,
      node.span,
      near
        ? `Did you mean ${printReference(near.split('/'))}?`
        : 'Check the name, and that its element is a source here.',
    )
  }

  private path(node: Extract<SyntaxNode, { kind: 'path' }>): Expression | null {
    const { target } = node
    if (target.kind === 'reference' && PARTS.has(node.key.toLowerCase())) {
      const resolved = this.resolve(target, node.key.toLowerCase())
      if (resolved) return this.bound(resolved, target.span, node.span)
    }
    if (target.kind === 'record') return this.field(target, node.key, node.keySpan)
    const checked = this.check(target)
    if (!checked || !this.isVariant(checked)) return null
    this.checkForm('.', node.span)
    const key: Expression = { kind: 'literal', value: node.key, type: TEXT, span: node.keySpan }
    return { kind: 'call', name: '.', class: 'row', args: [checked, key], type: VARIANT, span: node.span }
  }

  /** A field of a record keeps its type. */
  private field(target: Extract<SyntaxNode, { kind: 'record' }>, key: string, keySpan: Span): Expression | null {
    const entry = target.entries.find((candidate) => candidate.key === key)
    this.record(target)
    if (entry) return this.check(entry.value)
    const near = nearestName(
      key,
      target.entries.map((candidate) => candidate.key),
    )
    const hint = near ? `Did you mean ${near}?` : undefined
    this.problem('unknown_field', `The record has no field ${key}.`, keySpan, hint)
    return null
  }

  private index(node: Extract<SyntaxNode, { kind: 'index' }>): Expression | null {
    if (node.target.kind === 'record' && node.index.kind === 'text') {
      return this.field(node.target, node.index.value, node.index.span)
    }
    const target = this.check(node.target)
    const index = this.check(node.index)
    if (!target || !index || !this.isVariant(target)) return null
    const kind = index.type ? formulaTypeOf(index.type) : 'null'
    if (kind !== 'number' && kind !== 'text') {
      this.problem('wrong_type', 'An index is a number counted from 0, or a key as text.', node.index.span)
      return null
    }
    this.checkForm(kind === 'text' ? '.' : '[]', node.span)
    const type = target.type?.kind === 'array' ? target.type.element : VARIANT
    return {
      kind: 'call',
      name: kind === 'text' ? '.' : '[]',
      class: 'row',
      args: [target, index],
      type,
      span: node.span,
    }
  }

  private isVariant(expression: Expression): boolean {
    const kind = expression.type?.kind
    if (kind === 'variant' || kind === 'array') return true
    const found = expression.type ? formulaTypeOf(expression.type) : 'null'
    const hint = found === 'text' ? 'Read the text as JSON first: Json([Column]).' : undefined
    this.problem('wrong_type', `Only a variant has parts; this is of type ${found}.`, expression.span, hint)
    return false
  }

  private record(node: Extract<SyntaxNode, { kind: 'record' }>): Expression | null {
    const args: Expression[] = []
    let isComplete = true
    this.checkForm('{}', node.span)
    for (const { key, keySpan, value } of node.entries) {
      const checked = this.check(value)
      if (!checked) isComplete = false
      else args.push({ kind: 'literal', value: key, type: TEXT, span: keySpan }, typedNull(checked))
    }
    return isComplete ? { kind: 'call', name: '{}', class: 'row', args, type: VARIANT, span: node.span } : null
  }

  private call(name: string, nameSpan: Span, nodes: readonly SyntaxNode[], span: Span): Expression | null {
    const definition = this.functions.find(name)
    const checked = nodes.map((node) => this.check(node))
    if (!definition) {
      this.unknownFunction(name, nameSpan)
      return null
    }
    if (definition.isPassthrough && !this.allowsPassthrough) {
      const message = `${definition.name} calls a function of the warehouse by name, which this connection does not allow.`
      const hint = 'Use a function of the language, or ask an administrator to allow such calls on the connection.'
      this.problem('passthrough_not_allowed', message, nameSpan, hint)
    }
    if (this.dialect && 'sql' in definition) this.checkDialect(definition, this.dialect, nameSpan)
    if (this.dialect) this.checkParams(definition, nodes, this.dialect)
    const result = checkArguments({ definition, nameSpan, span, args: checked, spans: nodes.map((node) => node.span) })
    this.problems.push(...result.problems)
    if (definition.class === 'macro') {
      return result.call?.kind === 'call' ? this.expanded(definition, result.call, nameSpan) : null
    }
    if (this.dialect && result.call?.kind === 'call') this.checkWords(result.call, this.dialect, nameSpan)
    return result.call
  }

  /** The body of a custom function in place of its call. */
  private expanded(
    { name, params, body }: MacroFunction,
    { args, span }: Extract<Expression, { kind: 'call' }>,
    nameSpan: Span,
  ): Expression | null {
    const { expanding = [] } = this.options
    if (expanding.includes(name)) {
      const circle = [...expanding.slice(expanding.indexOf(name)), name].join(' -> ')
      this.problem('circular_reference', `The custom functions call each other in a circle: ${circle}.`, nameSpan)
      return null
    }
    const { tree, problems } = parseFormula(body)
    const byName = new Map(args.map((arg, index) => [params[index]?.name.toLowerCase() ?? '', arg]))
    const scope: FormulaScope = { resolve: () => null, candidates: () => params.map((param) => param.name) }
    const options = { ...this.options, expanding: [...expanding, name] }
    const result = tree && new Checker(scope, options, problems, { args: byName }).check(tree)
    const error = problems.find((problem) => problem.severity === 'error')
    if (error) {
      const { code } = error
      const isCircle = code === 'circular_reference'
      const message = isCircle ? error.message : `The custom function ${name} cannot be used here: ${error.message}`
      this.problem(isCircle ? code : 'custom_function_invalid', message, nameSpan, error.hint)
      return null
    }
    if (!result) return null
    const placed = placedAt(result, span, new Set(args))
    if (sizeOf(placed) <= MAX_EXPANSION) return placed
    const message = `The custom function ${name} stands for a formula of more than ${MAX_EXPANSION} parts.`
    this.problem('formula_too_long', message, nameSpan, 'Use columns for its parts.')
    return null
  }

  /** Reports what a dialect lacks for arguments of these types. */
  private checkWords(call: Call, dialect: string, span: Span, what: string = call.name): void {
    const isReported = this.problems.some(
      ({ code, span: { start } }) => code === 'function_not_available' && start >= span.start,
    )
    if (dialectOf(dialect).isVerified || isReported) return
    const reason = missingWord(call, dialect)
    if (reason !== null)
      this.problem('function_not_available', `${what} is not available on this connection.`, span, reason)
  }

  private checkDialect(definition: Extract<FunctionDefinition, { sql: unknown }>, dialect: string, span: Span): void {
    const entry = emitterOf(definition.sql, dialect)
    if (typeof entry === 'function') return
    const message = `${WRITTEN[definition.name] ?? definition.name} is not available on this connection.`
    this.problem('function_not_available', message, span, entry.unsupported)
  }

  /** Checks syntax that uses symbols instead of a function name. */
  private checkForm(name: '{}' | '.' | '[]', span: Span): void {
    const definition = this.functions.find(name)
    if (this.dialect && definition && 'sql' in definition) this.checkDialect(definition, this.dialect, span)
  }

  /** Reports optional arguments that an engine does not support, such as a zone. */
  private checkParams(definition: FunctionDefinition, nodes: readonly SyntaxNode[], dialect: string): void {
    const { name } = dialectOf(dialect)
    nodes.forEach((node, index) => {
      const param = paramOf(definition, index, nodes.length)
      const reason = param?.unsupported?.[name]
      if (!param || !reason) return
      const message = `The argument "${param.name}" of ${definition.name} is not available on this connection.`
      this.problem('function_not_available', message, node.span, reason)
    })
  }

  private unknownFunction(name: string, span: Span): void {
    const replacement = replacementOf(name)
    const near = replacement ? null : nearestName(name, this.functions.names)
    const hint = replacement ? `Use ${replacement}.` : near ? `Did you mean ${near}?` : undefined
    this.problem('unknown_function', `No function has the name ${name}.`, span, hint)
  }

  private problem(code: string, message: string, span: Span, hint?: string): void {
    this.problems.push({ severity: 'error', code, message, ...(hint ? { hint } : {}), span })
  }
}

/** The maximum number of calls and values in the expansion of one call of a custom function. */
const MAX_EXPANSION = 10_000

interface MacroCall {
  args: ReadonlyMap<string, Expression>
}

/** Sets the span of a custom function's body to that of its call; its arguments keep their own spans. */
export function placedAt(expression: Expression, span: Span, args: ReadonlySet<Expression> = new Set()): Expression {
  if (args.has(expression)) return expression
  if (expression.kind !== 'call') return { ...expression, span }
  return { ...expression, span, args: expression.args.map((arg) => placedAt(arg, span, args)) }
}

const sizes = new WeakMap<Expression, number>()

/** Arguments that are used several times count each time, but their size is computed once. */
function sizeOf(expression: Expression): number {
  if (expression.kind !== 'call') return 1
  const known = sizes.get(expression)
  if (known !== undefined) return known
  const size = expression.args.reduce((sum, arg) => sum + sizeOf(arg), 1)
  sizes.set(expression, size)
  return size
}

function numberLiteral(text: string, span: Span): Expression {
  const type = numberLiteralType(text)
  if (type.kind === 'float64') return { kind: 'literal', value: finite(Number(text)), type: FLOAT64, span }
  if (type.kind === 'int64') return { kind: 'literal', value: BigInt(text).toString(), type: INT64, span }
  const [whole, decimals] = text.split('.')
  return { kind: 'literal', value: decimals ? `${whole || '0'}.${decimals}` : `${whole || '0'}`, type, span }
}

function finite(value: number): number | string {
  return Number.isFinite(value) ? value : 'Infinity'
}

function typedNull(expression: Expression): Expression {
  return expression.kind === 'literal' && expression.type === null ? { ...expression, type: TEXT } : expression
}
