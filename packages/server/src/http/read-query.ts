import type { Problem } from '@octavo/core/errors'
import type { TObject, TSchema } from 'typebox'

interface QuerySchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: TSchema[]
  items?: TSchema
}

export interface ReadQuery {
  /** Known parameters, with text converted to the types of their schemas where possible. */
  values: Record<string, unknown>
  unknown: string[]
  problems: Problem[]
}

/** Parses the query of an address. Only here is text converted to numbers and booleans; bodies are not converted. */
export function readQuery(schema: TObject | undefined, query: string): ReadQuery {
  const given = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(query)) {
    const values = given.get(name)
    if (values === undefined) given.set(name, [value])
    else values.push(value)
  }
  const result: ReadQuery = { values: {}, unknown: [], problems: [] }
  for (const [name, texts] of given) {
    const property =
      schema !== undefined && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (property === undefined) {
      result.unknown.push(name)
      continue
    }
    const [text] = texts
    const list = listSchema(property)
    if (list !== undefined && (texts.length > 1 || !acceptsOne(property))) {
      result.values[name] = texts.map((item) => coerced(list, item))
    } else if (texts.length > 1) {
      result.problems.push({ path: name, message: 'must be given once' })
    } else {
      result.values[name] = coerced(property, text ?? '')
    }
  }
  return result
}

/** Parameters of a path, one text each. */
export function readParams(schema: TObject, texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(texts)) values[name] = coerced(schema.properties[name] ?? {}, text)
  return values
}

/** The item schema of a repeatable parameter. */
function listSchema(schema: TSchema): TSchema | undefined {
  const { type, items, anyOf } = schema as QuerySchema
  if (type === 'array') return items
  return anyOf?.map(listSchema).find((found) => found !== undefined)
}

function acceptsOne(schema: TSchema): boolean {
  const { type, anyOf } = schema as QuerySchema
  if (anyOf !== undefined) return anyOf.some(acceptsOne)
  return type !== 'array'
}

/** The text converted to the schema's type; the text itself when that fails, so that validation names it. */
function coerced(schema: TSchema, text: string): unknown {
  const { type, anyOf } = schema as QuerySchema
  if (anyOf !== undefined) {
    for (const alternative of anyOf) {
      const value = coerced(alternative, text)
      if (typeof value !== 'string') return value
    }
    return text
  }
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if ((type === 'number' || type === 'integer') && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text)
  return text
}
