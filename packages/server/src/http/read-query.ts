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
  /** Known parameters, text turned into what their schemas ask for where it can be. */
  values: Record<string, unknown>
  unknown: string[]
  problems: Problem[]
}

/** Reads the query of an address. Only here is text turned into numbers and flags; bodies are taken as they are. */
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

/** The schema of the items where the parameter may be repeated. */
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

/** The text as the value that the schema asks for; the text itself where it is none, so that validation names it. */
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
