import type { ValueType } from '../types/index.ts'
import type { FormulaProblem, Span } from './api.ts'
import { checkFormula } from './check.ts'
import type { FunctionRegistry, MacroFunction } from './functions/define.ts'
import { functions as builtIn } from './functions/index.ts'
import { tokenize } from './lexer.ts'
import { signatureOf } from './signature.ts'
import { FLOAT64, LOGICAL, TEXT, TIMESTAMP, VARIANT } from './value-types.ts'

export const CUSTOM_ARGUMENT_TYPES = ['text', 'number', 'date', 'logical', 'variant', 'any'] as const

export interface CustomFunctionArgument {
  name: string
  type: (typeof CUSTOM_ARGUMENT_TYPES)[number]
  description?: string | undefined
}

/** A function that an organization defines once: a formula over its arguments, read as `[argument]`. */
export interface CustomFunction {
  name: string
  /** Earlier names, which existing formulas may still use. */
  formerNames?: readonly string[]
  description: string
  arguments: readonly CustomFunctionArgument[]
  body: string
}

/** A problem of a definition, and the part of it that has it. */
export interface CustomFunctionProblem extends FormulaProblem {
  /** `name`, `arguments[0].name`, `body`; the span refers to that text. */
  path: string
}

const NAME = /^[A-Z][A-Za-z0-9]{0,127}$/
const RESERVED = new Set(['and', 'or', 'not', 'true', 'false', 'null'])
const MOST_ARGUMENTS = 64

/**
 * The built-in functions together with the functions of an organization. An earlier name is valid as long as no function has it now; a name
 * that a built-in function has since taken means the built-in one.
 */
export function withCustomFunctions(
  custom: readonly CustomFunction[],
  base: FunctionRegistry = builtIn,
): FunctionRegistry {
  if (custom.length === 0) return base
  const byName = new Map<string, MacroFunction>()
  const add = (name: string, macro: MacroFunction) => {
    const key = name.toLowerCase()
    if (!base.find(name) && !byName.has(key)) byName.set(key, macro)
  }
  const macros = custom.map((definition) => [definition, macroOf(definition)] as const)
  for (const [{ name }, macro] of macros) add(name, macro)
  for (const [{ formerNames = [] }, macro] of macros) for (const name of formerNames) add(name, macro)
  const own = macros.filter(([{ name }, macro]) => byName.get(name.toLowerCase()) === macro)
  return {
    find: (name) => base.find(name) ?? byName.get(name.toLowerCase()) ?? null,
    names: [...base.names, ...own.map(([{ name }]) => name)].sort(),
    all: [...base.all, ...own.map(([, macro]) => macro)],
  }
}

/** The signature: `WithTax(net, rate)`. */
export function signatureOfCustom(definition: CustomFunction): string {
  return signatureOf(macroOf(definition)).label
}

/** Names of the functions that a formula calls, as written. */
export function definitionCalls(text: string): string[] {
  const { tokens } = tokenize(text)
  return tokens.flatMap((token) => (token.kind === 'name' ? [token.text] : []))
}

function macroOf({ name, description, arguments: args, body }: CustomFunction): MacroFunction {
  return {
    name,
    class: 'macro',
    category: 'custom',
    summary: description || 'A function of your organization.',
    params: args.map(({ name: argument, type, description: doc }) => ({
      name: argument,
      type,
      ...(doc ? { doc } : {}),
    })),
    returns: () => TEXT,
    examples: [],
    body,
  }
}

/**
 * The problems of a definition, given the other definitions. An argument may be any value of its type, including a constant.
 */
export function checkCustomFunction(
  definition: CustomFunction,
  others: readonly CustomFunction[],
): { type: ValueType | null; problems: CustomFunctionProblem[] } {
  const problems: CustomFunctionProblem[] = []
  const report = (path: string, code: string, message: string, hint: string, span: Span) =>
    problems.push({ severity: 'error', path, code, message, hint, span })
  const { name, arguments: args } = definition
  const whole = { start: 0, end: name.length }
  if (!NAME.test(name)) {
    const hint = 'Letters and digits, a capital letter first, at most 128 characters.'
    report('name', 'invalid_name', `A custom function cannot have the name "${name}".`, hint, whole)
  } else if (builtIn.find(name) || RESERVED.has(name.toLowerCase())) {
    report('name', 'name_taken', `${name} is a function of the language.`, 'Choose another name.', whole)
  } else if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    const hint = 'Names of functions differ by more than their case.'
    report('name', 'name_taken', `There is a custom function ${name} already.`, hint, whole)
  }
  if (args.length > MOST_ARGUMENTS) {
    const message = `A custom function has at most ${MOST_ARGUMENTS} arguments, not ${args.length}.`
    report('arguments', 'too_many_arguments', message, 'Take some away.', { start: 0, end: 0 })
  }
  args.forEach((argument, index) => {
    const first = args.findIndex(({ name: other }) => other.toLowerCase() === argument.name.toLowerCase())
    if (first === index) return
    const message = `Two arguments have the name "${argument.name}".`
    report(`arguments[${index}].name`, 'name_taken', message, 'Give each argument a name of its own.', {
      start: 0,
      end: argument.name.length,
    })
  })
  const { type, problems: ofBody } = checkBody(definition, others)
  problems.push(...ofBody.map((problem) => ({ ...problem, path: 'body' })))
  return { type, problems }
}

function checkBody(definition: CustomFunction, others: readonly CustomFunction[]) {
  const functions = withCustomFunctions([definition, ...others])
  return checkFormula(
    definition.body,
    {
      resolve: (segments) => {
        const [name] = segments.length === 1 ? segments : []
        const argument = definition.arguments.find((candidate) => candidate.name.toLowerCase() === name?.toLowerCase())
        if (!argument) return null
        // An argument may be used where a constant is required, like a control.
        const target = { kind: 'control', controlId: argument.name } as const
        return { target, type: typeOf(argument.type), nullable: true }
      },
      candidates: () => definition.arguments.map((argument) => argument.name),
    },
    { functions, expanding: [definition.name] },
  )
}

function typeOf(name: CustomFunctionArgument['type']): ValueType {
  switch (name) {
    case 'number':
      return FLOAT64
    case 'date':
      return TIMESTAMP
    case 'logical':
      return LOGICAL
    case 'variant':
      return VARIANT
    case 'text':
    case 'any':
      return TEXT
  }
}
