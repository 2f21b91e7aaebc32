import { createRequire } from 'node:module'
import { AppError } from '@octavo/core/errors'

/** Loaded with the first YAML that comes or goes: most servers never need it. */
let loaded: typeof import('yaml') | undefined
function yaml(): typeof import('yaml') {
  loaded ??= createRequire(import.meta.url)('yaml') as typeof import('yaml')
  return loaded
}

export const yamlMediaType = 'application/yaml'
const otherNames = ['application/x-yaml', 'text/yaml', 'text/x-yaml', 'text/vnd.yaml']

/** Reading takes far longer than JSON does, on the loop that serves everybody. */
const longestBytes = 2_000_000
/** Times that an alias may stand for its anchor: a few lines could otherwise become gigabytes (WALLS 29). */
const mostAliases = 100
/** As for JSON. */
const deepest = 200
const mostParts = 1_000_000

export function isYaml(mediaType: string): boolean {
  return mediaType === yamlMediaType || otherNames.includes(mediaType) || mediaType.endsWith('+yaml')
}

/**
 * One YAML 1.2 document as the JSON value it says: no tags beyond those of JSON, every field once. Throws
 * `invalid_request` with the line, `body_too_large` beyond 2 MB.
 */
export function parseYaml(text: string): unknown {
  if (text.length > longestBytes) throw new AppError('body_too_large', { limitBytes: longestBytes })
  try {
    const documents = yaml().parseAllDocuments(text, {
      version: '1.2',
      schema: 'core',
      uniqueKeys: true,
      logLevel: 'error',
    })
    const [document] = documents
    if (documents.length > 1) throw unreadable('The body holds several YAML documents; send one.')
    if (!document || !('toJS' in document)) return null
    const [problem] = [...document.errors, ...document.warnings]
    if (problem?.message.includes('call stack')) throw unreadable('The body is nested too deep.')
    if (problem) throw unreadable(`The body is not YAML: ${problem.message.split('\n')[0]}`)
    const value: unknown = document.toJS({ maxAliasCount: mostAliases })
    assertJson(value)
    return value
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof RangeError) throw unreadable('The body is nested too deep.')
    if (error instanceof ReferenceError) throw unreadable(`The body is not YAML: ${error.message}`)
    throw error
  }
}

/** Text with every value as it is: no line is folded, no alias written. */
export function printYaml(value: unknown): string {
  return yaml().stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.2', schema: 'core' })
}

/**
 * True when the client wants YAML rather than JSON: `format` says so, or the Accept header does by naming it without
 * JSON before it. Every JSON text is YAML too, so JSON suits a client that did not say (docs/decisions).
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

/**
 * Walks without recursion, because what was nested in the text may be deep, and no further than a tree goes: an alias may
 * stand inside its own anchor.
 */
function assertJson(value: unknown): void {
  const waiting: { part: unknown; depth: number }[] = [{ part: value, depth: 0 }]
  let parts = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { part, depth } = next
    parts += 1
    if (parts > mostParts)
      throw unreadable(`The body holds more than ${mostParts} values once its aliases are followed.`)
    if (typeof part === 'number' && !Number.isFinite(part))
      throw unreadable('The body holds a number that JSON cannot say.')
    if (typeof part !== 'object' || part === null) continue
    if (depth >= deepest) throw unreadable(`The body is nested deeper than ${deepest} levels.`)
    if (Object.hasOwn(part, '__proto__')) throw unreadable('"__proto__" is not a name of a field.')
    for (const inner of Object.values(part)) waiting.push({ part: inner, depth: depth + 1 })
  }
}

function unreadable(reason: string): AppError {
  return new AppError('invalid_request', { reason, hint: 'Correct the body and send it again.' })
}
