import type { TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import { fieldOf } from './problems.ts'

export interface UnknownName {
  /** Path including the name. */
  path: string
  name: string
  /** A known name that it seems to misspell. */
  nearest: string | null
}

interface ObjectShape {
  properties?: Readonly<Record<string, TSchema>>
  additionalProperties?: unknown
  patternProperties?: Readonly<Record<string, TSchema>>
  items?: TSchema
  anyOf?: TSchema[]
  oneOf?: TSchema[]
  allOf?: TSchema[]
}

/** Maximum reported names: each unknown name is compared with every known one, which must not be done for a whole large body. */
const mostReported = 200

/**
 * Fields of a valid value that its schema does not define, at most 200. Objects with `additionalProperties` are open: their other fields
 * are data.
 */
export function unknownFields(schema: TSchema, value: unknown): UnknownName[] {
  return walk(schema, value, '').take(mostReported).toArray()
}

function* walk(schema: TSchema, value: unknown, path: string): Generator<UnknownName, undefined> {
  const shapes = shapesFor(schema, value)
  if (Array.isArray(value)) {
    const items = shapes.find((shape) => shape.items !== undefined)?.items
    if (items === undefined) return
    for (const [index, item] of value.entries()) yield* walk(items, item, path + fieldOf(path, String(index), true))
    return
  }
  if (typeof value !== 'object' || value === null) return
  const named = shapes.filter((shape) => shape.properties !== undefined)
  const known = Object.assign({}, ...named.map((shape) => shape.properties)) as Record<string, TSchema>
  const isOpen =
    named.length === 0 ||
    shapes.some((shape) => (shape.additionalProperties ?? false) !== false || shape.patternProperties !== undefined)
  for (const [name, field] of Object.entries(value)) {
    const fieldPath = path + fieldOf(path, name, false)
    const fieldSchema = Object.hasOwn(known, name) ? known[name] : schemaOfEntry(shapes, name)
    if (fieldSchema !== undefined) yield* walk(fieldSchema, field, fieldPath)
    else if (!isOpen) {
      const free = Object.keys(known).filter((candidate) => !Object.hasOwn(value, candidate))
      yield { path: fieldPath, name, nearest: nearestName(name, free) }
    }
  }
}

/** The entry schema of a map, whose keys are data. */
function schemaOfEntry(shapes: readonly ObjectShape[], name: string): TSchema | undefined {
  for (const { patternProperties = {}, additionalProperties } of shapes) {
    const [, found] = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(name)) ?? []
    if (found !== undefined) return found
    if (typeof additionalProperties === 'object' && additionalProperties !== null)
      return additionalProperties as TSchema
  }
  return undefined
}

/** The object shapes that apply to this value: the alternatives that it matches. */
function shapesFor(schema: TSchema, value: unknown): ObjectShape[] {
  const shape = schema as ObjectShape
  const alternatives = shape.anyOf ?? shape.oneOf
  const fitting = alternatives?.filter((alternative) => Check(alternative, value)) ?? []
  return [shape, ...[...fitting, ...(shape.allOf ?? [])].flatMap((part) => shapesFor(part, value))]
}

/** The known name that `name` probably misspells, or null. Ignores case, `_` and `-`; otherwise up to two edits. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[_-]/g, '')
  let nearest: string | null = null
  let fewest = name.length <= 3 ? 1 : name.length <= 5 ? 2 : 3
  for (const candidate of known) {
    const distance = plain(candidate) === plain(name) ? 0 : slips(plain(name), plain(candidate))
    if (distance < fewest) {
      fewest = distance
      nearest = candidate
    }
  }
  return nearest
}

/** Edit distance between two words: insertions, deletions, replacements and swaps of neighbours. */
function slips(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
