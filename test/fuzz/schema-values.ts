import type { Random } from './random.ts'

export type Json = { [name: string]: unknown }

export interface ValueSource {
  random: Random
  /** Follows a reference into the document. */
  resolve(schema: Json): Json
  /** A value that was seen under this name in a response, usually of the right kind. */
  seen(name: string): string | undefined
}

/** Texts that commonly break programs. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  'NaN',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeffx',
  'line\r\nbreak',
  '\u202eright to left',
  '👩‍👩‍👧‍👦 ﷽ Ω',
  "'; DROP TABLE members; --",
  '" OR 1=1',
  '%00%ff',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '$(id)',
  '{{7*7}}',
  '=1+1',
  '*',
  '9'.repeat(400),
  '1e999',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF',
  '2026-02-30T25:61:00Z',
  '0001-01-01T00:00:00Z',
  '[Column]',
  'Sum([',
  'x'.repeat(9_000),
]
const oddNumbers: readonly number[] = [0, -1, 1.5, -0, 1e308, -1e308, 5e-324, 2 ** 53, -(2 ** 63), 2 ** 31, 1e21]
const plainWords = ['West', 'Revenue', 'a', 'Order lines', 'zz', '2026-01-01', '10', 'min:1', 'Page 1']

/** A value that the schema allows, or nearly: only some patterns and formats are known here. */
export function goodValue(schema: Json, source: ValueSource, name = '', depth = 0): unknown {
  const { random } = source
  const shape = source.resolve(schema)
  if (shape.const !== undefined) return shape.const
  if (Array.isArray(shape.enum)) return random.pick(shape.enum)
  const alternatives = (shape.anyOf ?? shape.oneOf) as Json[] | undefined
  if (alternatives !== undefined) return goodValue(random.pick(alternatives), source, name, depth)
  const parts = (shape.allOf as Json[] | undefined) ?? []
  const merged: Json = Object.assign({}, ...parts.map((part) => goodValue(part, source, name, depth)))
  const type = Array.isArray(shape.type) ? random.pick(shape.type) : shape.type
  switch (type) {
    case 'object':
      return { ...merged, ...objectOf(shape, source, depth) }
    case 'array': {
      const least = Number(shape.minItems ?? 0)
      const most = Math.min(Number(shape.maxItems ?? 3), 3)
      const length = depth > 5 ? least : Math.max(least, random.below(most + 1))
      const item = (shape.items ?? {}) as Json
      return Array.from({ length }, () => goodValue(item, source, name, depth + 1))
    }
    case 'integer':
    case 'number': {
      const seen = /version$|revision$|^since$/i.test(name) && random.chance(0.7) ? source.seen(name) : undefined
      if (seen !== undefined && Number.isInteger(Number(seen))) return Number(seen)
      const least = Number(shape.minimum ?? 0)
      const most = Number(shape.maximum ?? least + (/version/i.test(name) ? 3 : 1_000))
      return random.chance(0.3) ? random.pick([least, most]) : least + random.below(Math.min(most - least, 1_000) + 1)
    }
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'string':
      return textOf(shape, source, name)
    default:
      return parts.length > 0 ? merged : anyValue(source, depth)
  }
}

function objectOf(shape: Json, source: ValueSource, depth: number): Json {
  const { random } = source
  const properties = (shape.properties ?? {}) as Record<string, Json>
  const required = new Set((shape.required ?? []) as string[])
  // Often few optional fields, because many exclude each other.
  const share = random.pick([0, 0.15, 0.4])
  const value: Json = {}
  for (const [name, field] of Object.entries(properties)) {
    if (required.has(name) || (depth < 5 && random.chance(share)))
      value[name] = goodValue(field, source, name, depth + 1)
  }
  const others = [...Object.values((shape.patternProperties ?? {}) as Record<string, Json>), shape.additionalProperties]
  const open = others.find((other) => typeof other === 'object' && other !== null) as Json | undefined
  if (open !== undefined && depth < 5) {
    for (let count = random.below(3); count > 0; count -= 1) {
      value[source.seen('controlId') ?? random.pick(plainWords)] = goodValue(open, source, '', depth + 1)
    }
  }
  return value
}

function textOf(shape: Json, source: ValueSource, name: string): string {
  const { random } = source
  if (shape.format === 'date-time') return '2026-01-02T03:04:05Z'
  if (shape.format === 'date') return '2026-01-02'
  if (shape.format === 'email' || name === 'email') return `person${random.below(1_000_000)}@example.com`
  // A new object needs a unique name.
  if (name === 'name' && random.chance(0.6)) return `${random.pick(plainWords)} ${random.below(1_000_000)}`
  const seen = random.chance(0.8) ? source.seen(name) : undefined
  const text = seen ?? (shape.format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : random.pick(plainWords))
  return text.padEnd(Number(shape.minLength ?? 0), 'x').slice(0, Number(shape.maxLength ?? 1_000))
}

/** Any value, not too deeply nested. */
export function anyValue(source: ValueSource, depth = 0): unknown {
  const { random } = source
  switch (random.below(depth > 3 ? 5 : 8)) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
      return random.pick(oddNumbers)
    case 3:
      return random.pick(oddTexts)
    case 4:
      return random.pick(plainWords)
    case 5:
      return Array.from({ length: random.below(4) }, () => anyValue(source, depth + 1))
    case 6:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [
          random.pick([...plainWords, ...oddTexts.slice(0, 12), 'id', 'kind', 'name']),
          anyValue(source, depth + 1),
        ]),
      )
    default:
      return nested(random.pick([30, 150, 260]))
  }
}

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** The value with one to three changes: another type, an odd value, a field omitted, added, or misspelt. */
export function spoiled(value: unknown, source: ValueSource): unknown {
  const { random } = source
  let result = structuredClone(value)
  for (let count = 1 + random.below(3); count > 0; count -= 1) result = spoiledOnce(result, source)
  return result
}

function spoiledOnce(value: unknown, source: ValueSource): unknown {
  const { random } = source
  const places = [...placesOf(value)]
  if (places.length === 0) return anyValue(source)
  const { holder, key } = random.pick(places)
  const old = holder[key]
  switch (random.below(9)) {
    case 0:
      delete holder[key]
      break
    case 1:
      holder[`${key.slice(0, -1)}${key.slice(-1).toUpperCase()}x`] = old
      break
    case 2:
      holder[key.length > 3 ? `${key.slice(0, 2)}${key[3]}${key[2]}${key.slice(4)}` : `${key}s`] = old
      break
    case 3:
      holder[key] = Array.isArray(old) ? Array.from({ length: 600 }, () => old[0] ?? 1) : [old]
      break
    case 4:
      holder[key] = typeof old === 'string' ? Number(old.length) : JSON.stringify(old)
      break
    case 5:
      holder[key] = random.pick(oddTexts)
      break
    case 6:
      holder[key] = source.seen(key) ?? random.pick(oddNumbers)
      break
    default:
      holder[key] = anyValue(source, 1)
  }
  return value
}

function* placesOf(value: unknown, depth = 0): Generator<{ holder: Json; key: string }> {
  if (typeof value !== 'object' || value === null || depth > 40) return
  for (const [key, part] of Object.entries(value)) {
    yield { holder: value as Json, key }
    yield* placesOf(part, depth + 1)
  }
}
