import { type BodyMediaType, bodiesOf, type OperationDefinition } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { TSchema } from 'typebox'
import { isYaml, parseYaml } from './yaml.ts'

export interface ReadBody {
  schema: TSchema
  value: unknown
}

type Parser = (content: Buffer, schema: TSchema) => unknown
const deepest = 200

/** How each media type becomes a value. An operation may only declare types that stand here. */
const parsers: { readonly [M in BodyMediaType]?: Parser } = {
  'application/json': parseJson,
  'application/yaml': (content) => parseYaml(decodeUtf8(content)),
  'application/x-www-form-urlencoded': parseForm,
}

/** Throws for an operation whose bodies no parser reads; called once at the start. */
export function assertReadable(operation: OperationDefinition): void {
  for (const [mediaType] of bodiesOf(operation)) {
    if (parsers[mediaType] === undefined) {
      throw new Error(`Operation ${operation.id} declares ${mediaType}, which nothing here reads.`)
    }
  }
}

/** The body as a value with the schema that speaks about it; undefined for none. Throws `unsupported_media_type`. */
export function readBody(
  operation: OperationDefinition,
  contentType: string | undefined,
  content: Buffer | undefined,
): ReadBody | undefined {
  const bodies = bodiesOf(operation)
  const [first] = bodies
  if (first === undefined) return undefined
  if (content === undefined || content.length === 0) {
    if (operation.bodyOptional === true) return undefined
    // An empty body says the same as an empty object; what is required will be missed by name.
    return { schema: first[1], value: {} }
  }
  const mediaType = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const body = bodies.find(
    ([type]) =>
      type === mediaType ||
      (type === 'application/json' && /\+json$/.test(mediaType)) ||
      (type === 'application/yaml' && isYaml(mediaType)),
  )
  const parse = body === undefined ? undefined : parsers[body[0]]
  if (body === undefined || parse === undefined) {
    throw new AppError('unsupported_media_type', { mediaType, accepted: bodies.map(([type]) => type) })
  }
  return { schema: body[1], value: parse(content, body[1]) }
}

function parseJson(content: Buffer): unknown {
  const text = decodeUtf8(content)
  if (isDeeperThan(text, deepest)) throw unreadable(`The body is nested deeper than ${deepest} levels.`)
  try {
    const value: unknown = JSON.parse(text)
    // No field of ours is called so; kept, it would be a trap for code that copies objects. Its name may be written with escapes.
    if (text.includes('__proto__') || text.includes('\\u')) assertPlainNames(value)
    return value
  } catch (error) {
    throw unreadable(`The body is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

function assertPlainNames(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, '__proto__')) throw new SyntaxError('"__proto__" is not a name of a field')
  for (const part of Object.values(value)) assertPlainNames(part)
}

function parseForm(content: Buffer): unknown {
  const fields: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(decodeUtf8(content))) {
    if (Object.hasOwn(fields, name)) throw unreadable(`The field "${name}" must be given once.`)
    Object.defineProperty(fields, name, { value, enumerable: true })
  }
  return fields
}

function decodeUtf8(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw unreadable('The body is not UTF-8 text.')
  }
}

function unreadable(reason: string): AppError {
  return new AppError('invalid_request', { reason, hint: 'Correct the body and send it again.' })
}

/** Counts brackets outside strings, so that no recursion meets a hostile depth. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (isInString) {
      if (character === 92) index += 1
      else if (character === 34) isInString = false
    } else if (character === 34) isInString = true
    else if (character === 91 || character === 123) {
      depth += 1
      if (depth > limit) return true
    } else if (character === 93 || character === 125) depth -= 1
  }
  return false
}
