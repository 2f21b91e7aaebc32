import { type Findings, invalid, joinPath, misspelled, noFindings, showValue } from './problems.ts'

/** The subset of JSON Schema that our TypeBox schemas use. */
export interface SchemaNode {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly SchemaNode[]
  /** For a union of objects: the field that distinguishes its branches. Our own keyword. */
  discriminator?: string
  /** How the message describes the expected value, when the type alone is not clear enough. */
  expected?: string
  /** Returns why a string is not accepted, for rules that JSON Schema cannot express. */
  check?: (value: string) => string | null
  properties?: Readonly<Record<string, SchemaNode>>
  required?: readonly string[]
  /** False: unknown fields are reported. Absent: they are ignored. */
  additionalProperties?: boolean | SchemaNode
  patternProperties?: Readonly<Record<string, SchemaNode>>
  items?: SchemaNode
  minItems?: number
  minLength?: number
  minimum?: number
  maximum?: number
}

/** Names of fields that exist somewhere in the format; they are never treated as misspellings. */
export type KnownFields = ReadonlySet<string>

/**
 * Compares a value with a schema and reports every problem at its deepest path. For a union it reports the problems of the branch that the
 * discriminator selects, never that "no branch fits".
 */
export function checkSchema(
  schema: SchemaNode,
  value: unknown,
  path: string,
  known: KnownFields = new Set(),
  findings: Findings = noFindings(),
): Findings {
  const fail: Fail = (message, hint) => {
    findings.problems.push({ path, message, ...(hint === undefined ? {} : { hint }) })
  }

  if (schema.anyOf) {
    checkUnion(schema, schema.anyOf, value, path, known, findings)
    return findings
  }
  const literals = 'const' in schema ? [schema.const] : schema.enum
  if (literals) {
    if (!literals.includes(value)) fail(`Invalid value: ${showValue(value)}`, oneOf(literals))
    return findings
  }
  switch (schema.type) {
    case undefined:
      return findings
    case 'string':
      checkString(schema, value, fail)
      return findings
    case 'number':
    case 'integer':
      checkNumber(schema, value, fail)
      return findings
    case 'boolean':
      if (typeof value !== 'boolean') fail(`Invalid boolean: ${showValue(value)}`)
      return findings
    case 'null':
      if (value !== null) fail(`Invalid null: ${showValue(value)}`)
      return findings
    case 'array':
      if (!Array.isArray(value)) {
        fail(`Invalid array: ${showValue(value)}`)
        return findings
      }
      if (schema.minItems !== undefined && value.length < schema.minItems) {
        fail(`Invalid array: ${value.length} entries`, `At least ${schema.minItems}.`)
      }
      if (schema.items) {
        for (const [index, item] of value.entries()) {
          checkSchema(schema.items, item, joinPath(path, index), known, findings)
        }
      }
      return findings
    case 'object':
      if (isRecord(value)) checkObject(schema, value, path, known, findings)
      else fail(`Invalid object: ${showValue(value)}`)
      return findings
    default:
      throw new Error(`checkSchema does not know the schema type "${schema.type}"`)
  }
}

type Fail = (message: string, hint?: string) => void

function checkString({ expected = 'string', minLength, check }: SchemaNode, value: unknown, fail: Fail) {
  if (typeof value !== 'string') return fail(`Invalid ${expected}: ${showValue(value)}`)
  if (minLength !== undefined && value.length < minLength) {
    return fail(`Invalid ${expected}: ${showValue(value)}`, 'It must not be empty.')
  }
  const reason = check?.(value)
  if (reason) fail(reason)
}

function checkNumber({ type, minimum, maximum }: SchemaNode, value: unknown, fail: Fail): void {
  const fits = typeof value === 'number' && (type === 'number' || Number.isInteger(value))
  if (!fits) fail(`Invalid ${type}: ${showValue(value)}`)
  else if (minimum !== undefined && value < minimum) fail(`Invalid ${type}: ${value}`, `At least ${minimum}.`)
  else if (maximum !== undefined && value > maximum) fail(`Invalid ${type}: ${value}`, `At most ${maximum}.`)
}

function checkObject(
  schema: SchemaNode,
  value: Record<string, unknown>,
  path: string,
  known: KnownFields,
  findings: Findings,
): void {
  const properties = schema.properties ?? {}
  for (const name of schema.required ?? []) {
    if (value[name] === undefined && properties[name]) {
      findings.problems.push({ path: joinPath(path, name), message: 'is required' })
    }
  }
  const entryOf = schema.patternProperties ? Object.values(schema.patternProperties)[0] : undefined
  for (const [name, field] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) {
      if (field !== undefined) checkSchema(property, field, joinPath(path, name), known, findings)
    } else if (entryOf) checkSchema(entryOf, field, joinPath(path, name), known, findings)
    else if (schema.additionalProperties === false) unknownField(name, value, properties, path, known, findings)
  }
}

/** An unknown field is kept with a warning; one that looks like a misspelling of a known field is refused. */
function unknownField(
  name: string,
  value: Record<string, unknown>,
  properties: Readonly<Record<string, SchemaNode>>,
  path: string,
  known: KnownFields,
  findings: Findings,
): void {
  const absent = Object.keys(properties).filter((property) => value[property] === undefined)
  const similar = known.has(name) ? null : misspelled(name, absent)
  if (similar === null) {
    findings.warnings.push({ path: joinPath(path, name), message: `Unknown field "${name}" is kept but has no effect` })
  } else {
    findings.problems.push({
      path: joinPath(path, name),
      message: `Unknown field "${name}"`,
      hint: `Did you mean "${similar}"?`,
    })
  }
}

function checkUnion(
  schema: SchemaNode,
  branches: readonly SchemaNode[],
  value: unknown,
  path: string,
  known: KnownFields,
  findings: Findings,
): void {
  const literals = branches.flatMap((branch) => ('const' in branch ? [branch.const] : (branch.enum ?? [])))
  if (literals.length > 0 && branches.every((branch) => 'const' in branch || branch.enum)) {
    if (literals.includes(value)) return
    if (value === undefined) findings.problems.push({ path, message: 'is required', hint: oneOf(literals) })
    else findings.problems.push({ path, message: `Invalid value: ${showValue(value)}`, hint: oneOf(literals) })
    return
  }
  const { discriminator } = schema
  if (discriminator !== undefined && isRecord(value)) {
    const chosen = branches.filter((branch) => isChosen(branch, discriminator, value[discriminator]))
    if (chosen.length === 0) {
      const names = branches.flatMap((branch) => literalsAt(branch, discriminator))
      findings.problems.push({
        path: joinPath(path, discriminator),
        message: invalid(discriminator, value[discriminator]),
        hint: oneOf(names),
      })
      return
    }
    reportBest(chosen, value, path, known, findings)
    return
  }
  const sameType = branches.filter((branch) => branch.type === undefined || branch.type === jsonType(value))
  if (sameType.length > 0) {
    reportBest(sameType, value, path, known, findings)
    return
  }
  const names = branches.map((branch) => branch.type ?? (branch.anyOf ? 'object' : showLiteral(branch.const)))
  const expected = [...new Set(names)].join(' or ')
  findings.problems.push({ path, message: `Invalid ${schema.expected ?? expected}: ${showValue(value)}` })
}

/**
 * Reports the branch that fits; otherwise the branch that knows most of the fields, then the one that fails deepest, then the one with the
 * fewest problems.
 */
function reportBest(
  branches: readonly SchemaNode[],
  value: unknown,
  path: string,
  known: KnownFields,
  findings: Findings,
): void {
  const results = branches.map((branch) => ({
    ...checkSchema(branch, value, path, known),
    knows: isRecord(value) ? Object.keys(value).filter((name) => knowsField(branch, name)).length : 0,
  }))
  const best = results.reduce((a, b) => {
    if (a.problems.length === 0 || b.problems.length === 0) {
      return b.problems.length < a.problems.length ||
        (b.problems.length === a.problems.length && b.warnings.length < a.warnings.length)
        ? b
        : a
    }
    if (a.knows !== b.knows) return b.knows > a.knows ? b : a
    if (depth(b) !== depth(a)) return depth(b) > depth(a) ? b : a
    return b.problems.length < a.problems.length ? b : a
  })
  findings.problems.push(...best.problems)
  findings.warnings.push(...best.warnings)
}

function knowsField(branch: SchemaNode, name: string): boolean {
  if (branch.anyOf) return branch.anyOf.some((inner) => knowsField(inner, name))
  return branch.properties !== undefined && Object.hasOwn(branch.properties, name)
}

function depth({ problems }: Findings): number {
  return Math.max(...problems.map(({ path }) => path.split(/[.[]/).length))
}

function literalsOf(schema: SchemaNode | undefined): unknown[] {
  if (!schema) return []
  if ('const' in schema) return [schema.const]
  return schema.anyOf ? schema.anyOf.flatMap(literalsOf) : [...(schema.enum ?? [])]
}

/** Discriminator values that select this branch; a branch may itself be a union with another discriminator. */
function literalsAt(branch: SchemaNode, discriminator: string): unknown[] {
  if (branch.anyOf) return branch.anyOf.flatMap((inner) => literalsAt(inner, discriminator))
  return literalsOf(branch.properties?.[discriminator])
}

/** A branch whose discriminator is optional is also selected by its absence. */
function isChosen(branch: SchemaNode, discriminator: string, value: unknown): boolean {
  if (branch.anyOf) return branch.anyOf.some((inner) => isChosen(inner, discriminator, value))
  if (value === undefined) return !branch.required?.includes(discriminator)
  return literalsOf(branch.properties?.[discriminator]).includes(value)
}

function jsonType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function oneOf(literals: readonly unknown[]): string {
  return `One of ${[...new Set(literals)].map((literal) => showLiteral(literal)).join(', ')}.`
}

function showLiteral(value: unknown): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Every field name in these schemas, for `KnownFields`. Schemas share parts, some of them hundreds of times. Each part is visited only
 * once, because every page of the app and every process computes this at its start.
 */
export function fieldNames(schemas: Iterable<SchemaNode>): Set<string> {
  const names = new Set<string>()
  const walked = new Set<SchemaNode>()
  const walk = (schema: SchemaNode): void => {
    if (walked.has(schema)) return
    walked.add(schema)
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      names.add(name)
      walk(property)
    }
    for (const branch of schema.anyOf ?? []) walk(branch)
    if (schema.items) walk(schema.items)
  }
  for (const schema of schemas) walk(schema)
  return names
}

/** Deepest nesting of objects and lists that a document may have; nothing in the format comes near it. */
export const maxNesting = 64

/** Iterative, so that later code may safely recurse. */
export function isNestedTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= maxNesting; depth++) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item).filter((inner) => typeof inner === 'object') : [],
    )
    if (level.length === 0) return false
  }
  return true
}
