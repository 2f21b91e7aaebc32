import type { Problem } from '@octavo/core/errors'
import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Compile } from 'typebox/schema'
import { Settings } from 'typebox/system'

// TypeBox stops at eight errors by default; people want to fix all of them at once.
Settings.Set({ maxErrors: 200 })

export type Check = (value: unknown) => Problem[]

const compiled = new WeakMap<TSchema, Check>()

/** The validator of a schema, compiled on first use. */
export function checkOf(schema: TSchema): Check {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const validator = Compile(schema)
  const check: Check = (value) => {
    if (validator.Check(value)) return []
    const [, errors] = validator.Errors(value)
    return problemsOf(errors, value)
  }
  compiled.set(schema, check)
  return check
}

/**
 * Errors of the validator as paths and messages. Alternatives are combined: a list of constants is one problem that names them, and of
 * several object shapes only those whose constants match the value are reported.
 */
export function problemsOf(errors: readonly TLocalizedValidationError[], value: unknown): Problem[] {
  const problems: Problem[] = []
  for (const error of withoutForeignBranches(errors)) {
    const path = pathOf(error.instancePath)
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      if (!errors.some((other) => other !== error && isInside(other.instancePath, error.instancePath))) {
        problems.push({ path, message: 'fits none of the allowed forms' })
      }
      continue
    }
    if (error.keyword === 'required') {
      const names = (error.params as { requiredProperties: string[] }).requiredProperties
      for (const name of names) problems.push({ path: path === '' ? name : `${path}.${name}`, message: 'is required' })
      continue
    }
    problems.push({ path, message: messageOf(error, value) })
  }
  return mergedWords(problems)
}

function messageOf(error: TLocalizedValidationError, value: unknown): string {
  const params = error.params as { allowedValue?: unknown; allowedValues?: unknown[]; pattern?: unknown }
  switch (error.keyword) {
    case 'const':
      return `${wordsPrefix}${JSON.stringify(params.allowedValue)}`
    case 'enum':
      return `${wordsPrefix}${(params.allowedValues ?? []).map((word) => JSON.stringify(word)).join(', ')}`
    case 'additionalProperties':
    case 'boolean':
      return 'is not known here'
    case 'maxItems': {
      const found = valueAt(value, error.instancePath)
      return Array.isArray(found) ? `${error.message}, but has ${found.length}` : error.message
    }
    case 'pattern':
      return patternsInWords.get(String(params.pattern)) ?? error.message
    default:
      return error.message
  }
}

/** Descriptions of the contract's common patterns. */
const patternsInWords: ReadonlyMap<string, string> = new Map([
  ['\\S', 'must not be blank'],
  ['^[^\\s@]+@[^\\s@]+$', 'must be an email address, such as ada@example.com'],
  ['^https?://', 'must be an address that begins with https:// or http://'],
])

const wordsPrefix = 'must be one of '

/** Merges problems of one path: `must be one of "a"` and `must be one of "b"` become `must be one of "a", "b"`. */
function mergedWords(problems: readonly Problem[]): Problem[] {
  const byPath = new Map<string, Problem>()
  for (const problem of problems) {
    const known = byPath.get(problem.path)
    if (known === undefined) byPath.set(problem.path, problem)
    else if (known.message.startsWith(wordsPrefix) && problem.message.startsWith(wordsPrefix)) {
      const words = new Set([...wordsIn(known.message), ...wordsIn(problem.message)])
      byPath.set(problem.path, { ...known, message: wordsPrefix + [...words].join(', ') })
    } else if (!known.message.split('; ').includes(problem.message)) {
      byPath.set(problem.path, { ...known, message: `${known.message}; ${problem.message}` })
    }
  }
  return [...byPath.values()]
}

function wordsIn(message: string): string[] {
  return message.slice(wordsPrefix.length).split(', ')
}

/** Drops the errors of alternatives whose constants do not match when another alternative's constants do. */
function withoutForeignBranches(errors: readonly TLocalizedValidationError[]): TLocalizedValidationError[] {
  const dropped = new Set<TLocalizedValidationError>()
  for (const union of errors) {
    if (union.keyword !== 'anyOf' && union.keyword !== 'oneOf') continue
    const prefix = `${union.schemaPath}/${union.keyword}/`
    const branches = new Map<string, { errors: TLocalizedValidationError[]; isForeign: boolean }>()
    for (const error of errors) {
      if (!error.schemaPath.startsWith(prefix) || !isInside(error.instancePath, union.instancePath)) continue
      const [number = '', ...rest] = error.schemaPath.slice(prefix.length).split('/')
      const branch = branches.get(number) ?? { errors: [], isForeign: false }
      const isFixedWord = error.keyword === 'const' && rest.length === 2 && rest[0] === 'properties'
      branches.set(number, { errors: [...branch.errors, error], isForeign: branch.isForeign || isFixedWord })
    }
    const all = [...branches.values()]
    if (all.every((branch) => branch.isForeign)) continue
    for (const branch of all) if (branch.isForeign) for (const error of branch.errors) dropped.add(error)
  }
  return errors.filter((error) => !dropped.has(error))
}

function isInside(path: string, holder: string): boolean {
  return path === holder || path.startsWith(`${holder}/`)
}

function valueAt(value: unknown, pointer: string): unknown {
  let found = value
  for (const name of namesOf(pointer)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

const namesOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((raw) => raw.replaceAll('~1', '/').replaceAll('~0', '~'))

/** `/pages/0/name` as `pages[0].name`; names that are not words are quoted. */
export function pathOf(pointer: string): string {
  let path = ''
  for (const name of namesOf(pointer)) path += fieldOf(path, name, /^\d+$/.test(name))
  return path
}

export function fieldOf(path: string, name: string, isIndex: boolean): string {
  if (isIndex) return `[${name}]`
  if (!/^[\w$-]+$/.test(name)) return `[${JSON.stringify(name)}]`
  return path === '' ? name : `.${name}`
}
