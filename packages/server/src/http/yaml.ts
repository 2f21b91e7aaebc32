import { createRequire } from 'node:module'
import { type BodyLimits, bodyLimits } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Document, Node } from 'yaml'
import { isExactWhole } from './json-bounds.ts'

/** Loaded with the first YAML text, because most servers never need it. */
let loaded: typeof import('yaml') | undefined
function yaml(): typeof import('yaml') {
  loaded ??= createRequire(import.meta.url)('yaml') as typeof import('yaml')
  return loaded
}

export const yamlMediaType = 'application/yaml'
const otherNames = ['application/x-yaml', 'text/yaml', 'text/x-yaml', 'text/vnd.yaml']

/** Parsing takes far longer than JSON, and blocks the main event loop. */
const longestBytes = 2_000_000
/** Maximum expansion by aliases: a few lines could otherwise become gigabytes. */
const mostAliases = 100

export function isYaml(mediaType: string): boolean {
  return mediaType === yamlMediaType || otherNames.includes(mediaType) || mediaType.endsWith('+yaml')
}

/**
 * Parses one YAML 1.2 document to a JSON value: no tags beyond those of JSON, no duplicate fields. Throws `invalid_request` with the line
 * or the exceeded limit, `body_too_large` beyond 2 MB.
 */
export function parseYaml(text: string, limits: BodyLimits = bodyLimits.large): unknown {
  if (text.length > longestBytes) throw new AppError('body_too_large', { limitBytes: longestBytes })
  assertFewTokens(text, limits)
  try {
    const documents = yaml().parseAllDocuments(text, {
      version: '1.2',
      schema: 'core',
      // The parser compares each key with every other one of its map; duplicates are checked below in linear time.
      uniqueKeys: false,
      logLevel: 'error',
    })
    const [document] = documents
    if (documents.length > 1) throw unreadable('The body holds several YAML documents; send one.')
    if (!document || !('toJS' in document)) return null
    const [problem] = [...document.errors, ...document.warnings]
    if (problem?.message.includes('call stack')) throw unreadable('The body is nested too deep.')
    if (problem) throw unreadable(`The body is not YAML: ${problem.message.split('\n')[0]}`)
    assertUniqueNames(document, limits)
    assertExactNumbers(document)
    const value: unknown = document.toJS({ maxAliasCount: mostAliases })
    assertJson(value, limits)
    return value
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof RangeError) throw unreadable('The body is nested too deep.')
    if (error instanceof ReferenceError) throw unreadable(`The body is not YAML: ${error.message}`)
    throw error
  }
}

/** Prints every value literally: no folded lines, no aliases. */
export function printYaml(value: unknown): string {
  return yaml().stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.2', schema: 'core' })
}

/**
 * Whether the client wants YAML instead of JSON: by `format`, or by an Accept header that names it without JSON before it. Every JSON text
 * is YAML too, so JSON suits a client that does not say (docs/decisions).
 */
export function wantsYaml(accept: string | undefined, format: unknown): boolean {
  if (format !== undefined) return format === 'yaml' || format === 'yml'
  let best = { quality: 0, isYaml: false }
  for (const entry of (accept ?? '').toLowerCase().split(',')) {
    const [mediaType = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const isJson = mediaType === 'application/json' || mediaType === '*/*' || mediaType === 'application/*'
    if (!isJson && !isYaml(mediaType)) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2)) || 0
    if (quality > best.quality) best = { quality, isYaml: isYaml(mediaType) }
  }
  return best.isYaml
}

/** A value takes at least one token; a field with indents, marks and blanks at most about six. */
const tokensOfValue = 6

/** The lexer is linear and builds nothing, so that no tree is built of a text with too many nodes. */
function assertFewTokens(text: string, { values }: BodyLimits): void {
  let tokens = 0
  for (const _token of new (yaml().Lexer)().lex(text)) {
    tokens += 1
    if (tokens > values * tokensOfValue) throw unreadable(`The body holds more than ${values} values.`)
  }
}

function assertUniqueNames(document: Document, { names }: BodyLimits): void {
  yaml().visit(document, {
    Map(_key, map) {
      if (map.items.length > names) throw unreadable(`The body has more than ${names} fields in one object.`)
      const seen = new Set<unknown>()
      for (const { key } of map.items) {
        const name = nameOf(key)
        if (seen.has(name)) throw unreadable(`The body is not YAML: Map keys must be unique; "${name}" is not.`)
        seen.add(name)
      }
    },
  })
}

/** Integers that a float cannot represent would change their last digits. */
function assertExactNumbers(document: Document): void {
  yaml().visit(document, {
    Scalar(_key, { value, source }) {
      if (typeof value !== 'number' || source === undefined || !/^[-+]?\d+$/.test(source)) return
      if (Number.isSafeInteger(value) || isExactWhole(source.replace('+', ''))) return
      throw unreadable(`The body holds the number ${source}, which readers cannot hold exactly; send it as text.`)
    },
  })
}

function nameOf(key: unknown): string {
  const { value } = key as Node & { value?: unknown }
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/**
 * Iterative, because the text may be deeply nested, and limited in depth, because an alias may occur inside its own anchor.
 */
function assertJson(value: unknown, { depth: deepest, values: mostParts }: BodyLimits): void {
  const waiting: { part: unknown; depth: number }[] = [{ part: value, depth: 0 }]
  let parts = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { part, depth } = next
    parts += 1
    if (parts > mostParts)
      throw unreadable(`The body holds more than ${mostParts} values once its aliases are followed.`)
    if (typeof part === 'number' && !Number.isFinite(part))
      throw unreadable('The body holds a number that JSON cannot express.')
    if (typeof part !== 'object' || part === null) continue
    if (depth >= deepest) throw unreadable(`The body is nested deeper than ${deepest} levels.`)
    if (Object.hasOwn(part, '__proto__')) throw unreadable('"__proto__" is not a name of a field.')
    for (const inner of Object.values(part)) waiting.push({ part: inner, depth: depth + 1 })
  }
}

function unreadable(reason: string): AppError {
  return new AppError('invalid_request', { reason, hint: 'Correct the body and send it again.' })
}
