import {
  type BodyLimits,
  type BodyMediaType,
  bodiesOf,
  bodyLimits,
  bodySizeOf,
  type OperationDefinition,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { TSchema } from 'typebox'
import { type BodyReader, decodeUtf8, unreadable } from './body-reader.ts'
import { isYaml } from './yaml.ts'

export interface ReadBody {
  schema: TSchema
  value: unknown
  /** The operation needs a body and none was sent. */
  isMissing?: true
}

type Parser = (content: Buffer, limits: BodyLimits, reader: BodyReader, contentType: string) => Promise<unknown>

/** The parser of each media type. An operation may declare only these types. */
const parsers: { readonly [M in BodyMediaType]?: Parser } = {
  'application/json': parseJson,
  'application/yaml': (content, limits, reader) => reader.readYaml(content, limits),
  'application/x-www-form-urlencoded': parseForm,
  'multipart/form-data': parseParts,
}

/** Throws for an operation with an unsupported body type; called once at the start. */
export function assertReadable(operation: OperationDefinition): void {
  for (const [mediaType] of bodiesOf(operation)) {
    if (parsers[mediaType] === undefined) {
      throw new Error(`Operation ${operation.id} declares ${mediaType}, which nothing here reads.`)
    }
  }
}

/**
 * The parsed body with its schema; undefined without a body. Throws `unsupported_media_type`, and `invalid_request` for a body that cannot
 * be parsed or exceeds the limits of its operation.
 */
export async function readBody(
  operation: OperationDefinition,
  contentType: string | undefined,
  content: Buffer | undefined,
  reader: BodyReader,
): Promise<ReadBody | undefined> {
  const bodies = bodiesOf(operation)
  const [first] = bodies
  if (first === undefined) return undefined
  if (content === undefined || content.length === 0) {
    if (operation.bodyOptional === true) return undefined
    // An empty object, so that validation names the required fields; without any, the body itself is reported.
    return { schema: first[1], value: {}, isMissing: true }
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
  return { schema: body[1], value: await parse(content, bodyLimits[bodySizeOf(operation)], reader, contentType ?? '') }
}

/**
 * The JSON body of an operation without a body, parsed because it may request a dry run: undefined unless it contains `dryRun`. Otherwise a
 * client that sends the flag in the body, as for other operations, would make the change.
 */
export async function readFlags(
  operation: OperationDefinition,
  content: Buffer | undefined,
  reader: BodyReader,
): Promise<unknown> {
  const mayRequest = operation.method !== 'GET' && bodiesOf(operation).length === 0
  return mayRequest && content?.includes('dryRun')
    ? parseJson(content, bodyLimits[bodySizeOf(operation)], reader)
    : undefined
}

async function parseJson(content: Buffer, limits: BodyLimits, reader: BodyReader): Promise<unknown> {
  await reader.checkJson(content, limits)
  const text = decodeUtf8(content)
  try {
    const value: unknown = JSON.parse(text)
    // No field has this name, and it would be dangerous for code that copies objects. It may be written with escapes.
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

async function parseForm(content: Buffer, { names }: BodyLimits): Promise<unknown> {
  const fields: Record<string, string> = {}
  let separators = 0
  for (let at = content.indexOf('&'); at >= 0; at = content.indexOf('&', at + 1)) {
    separators += 1
    if (separators >= names) throw unreadable(`The body has more than ${names} fields.`)
  }
  for (const [name, value] of new URLSearchParams(decodeUtf8(content))) {
    if (Object.hasOwn(fields, name)) throw unreadable(`The field "${name}" must be given once.`)
    Object.defineProperty(fields, name, { value, enumerable: true })
  }
  return fields
}

/** Fields by name; a file is its content in base64, whatever its name and type. */
async function parseParts(
  content: Buffer,
  { names }: BodyLimits,
  _reader: BodyReader,
  contentType: string,
): Promise<unknown> {
  const parts = await new Response(new Uint8Array(content), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw unreadable('The body is not multipart/form-data with the boundary that the header names.')
    })
  const fields: Record<string, string> = {}
  for (const [name, value] of parts) {
    if (Object.hasOwn(fields, name)) throw unreadable(`The field "${name}" must be given once.`)
    if (Object.keys(fields).length >= names) throw unreadable(`The body has more than ${names} fields.`)
    const text = typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64')
    Object.defineProperty(fields, name, { value: text, enumerable: true })
  }
  return fields
}
