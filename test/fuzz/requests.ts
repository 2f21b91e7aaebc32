import { stringify } from 'yaml'
import type { Random } from './random.ts'
import { anyValue, goodValue, type Json, oddTexts, spoiled, type ValueSource } from './schema-values.ts'
import type { SeenValues } from './seen-values.ts'

export interface FuzzOperation {
  id: string
  method: string
  path: string
  definition: Json
}

export interface FuzzRequest {
  operation: FuzzOperation
  method: string
  /** Path and query as they stand in the request line. */
  url: string
  headers: Record<string, string>
  body: Buffer | null
  /** Path parameters that were sent, to know what the answer belongs to. */
  params: Record<string, string>
}

export interface Callers {
  tokens: readonly string[]
  /** Ids that only reading requests may name: without them nobody could ask any more. */
  kept: ReadonlySet<string>
}

export function operationsOfDocument(document: Json): FuzzOperation[] {
  return Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, definition]) => ({
      id: String(definition.operationId),
      method: method.toUpperCase(),
      path,
      definition,
    })),
  )
}

export function createRequests(given: { document: Json; random: Random; seen: SeenValues; callers: Callers }) {
  const { document, random, seen, callers } = given
  const components = (document.components as Json).schemas as Record<string, Json>
  const resolve = (schema: Json): Json => {
    const reference = schema.$ref
    if (typeof reference !== 'string') return schema
    const { $ref: _reference, ...beside } = schema
    return resolve({ ...components[reference.replace('#/components/schemas/', '')], ...beside })
  }

  /** Mostly right requests, many that are wrong in one place, and some that are wrong altogether. */
  return function requestFor(operation: FuzzOperation): FuzzRequest {
    const params: Record<string, string> = {}
    const source: ValueSource = { random, resolve, seen: (name) => seen.find(name, params) }
    const kind = random.next()
    const isSpoiled = kind > 0.45
    const isWild = kind > 0.85
    const parameters = (operation.definition.parameters ?? []) as Json[]
    let path = operation.path
    for (const { name, schema } of parameters.filter((parameter) => parameter.in === 'path')) {
      let value = seen.find(String(name), params) ?? String(goodValue(schema as Json, source, String(name)))
      if (isSpoiled && random.chance(0.2)) value = random.pick(oddTexts)
      if (operation.method !== 'GET' && callers.kept.has(value)) value = 'none'
      // Without its segment the path would be another one.
      if (value === '' || value === '.') value = 'x'
      params[String(name)] = value
      path = path.replace(`{${name}}`, () => encoded(value))
    }
    const query = new URLSearchParams()
    for (const parameter of parameters.filter((candidate) => candidate.in === 'query')) {
      if (parameter.required !== true && random.chance(0.65)) continue
      const name = String(parameter.name)
      const values = [goodValue(parameter.schema as Json, source, name)].flat()
      for (const value of values) query.append(name, String(value))
      if (!isSpoiled || random.chance(0.5)) continue
      const slip = random.below(3)
      if (slip === 0) query.append(name, String(values[0]))
      else if (slip === 1) query.append(`${name}s`, String(values[0]))
      else query.set(name, random.pick(oddTexts))
    }
    const headers: Record<string, string> = {}
    if (random.chance(isWild ? 0.6 : 0.97)) headers.authorization = `Bearer ${random.pick(callers.tokens)}`
    if (random.chance(0.1)) headers['accept-encoding'] = random.pick(['gzip', 'br', 'gzip;q=0', '*'])
    if (random.chance(0.1))
      headers.accept = random.pick(['application/json', 'application/yaml', 'text/html', '*/*', ''])
    if (random.chance(0.08)) headers['idempotency-key'] = random.pick(['a', 'b', 'c', 'x'.repeat(300), ''])
    if (random.chance(0.05)) headers['if-match'] = random.pick(['"1"', '*', 'W/"2"', 'nonsense', '"1", "2"', ''])
    if (random.chance(0.05)) headers['if-none-match'] = random.pick(['"1"', '*', 'nonsense'])
    let body = bodyFor(operation, source, isSpoiled, headers)
    let { method } = operation
    let search = query.size > 0 ? `?${query}` : ''
    if (isWild) {
      if (random.chance(0.1)) method = random.pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'GET', 'POST'])
      if (random.chance(0.1))
        search = random.pick(['?', '?&&&', '?=', '?a=%', '?a=%ff', '?page=%00', `?${'a=1&'.repeat(500)}`])
      if (random.chance(0.1)) path += random.pick(['/', '%', '/..', '//', '/%2e%2e', ';x=1', '%00', ':verb'])
      if (random.chance(0.1))
        headers.authorization = random.pick([
          'Bearer',
          'Basic x',
          'Bearer a b',
          'Basic Og==',
          `Bearer ${'x'.repeat(3000)}`,
        ])
      if (random.chance(0.1))
        headers.cookie = random.pick(['octavo_session=x', '=;;;', 'octavo_session=%00', `a=${'b'.repeat(3000)}`])
      if (random.chance(0.1)) headers.origin = random.pick(['null', 'https://elsewhere.example', 'nonsense'])
      if (random.chance(0.2)) headers['content-type'] = random.pick(oddMediaTypes)
      if (random.chance(0.2) && body !== null) body = body.subarray(0, random.below(body.length + 1))
      if (random.chance(0.1)) body = random.pick(oddBodies)
    }
    return { operation, method, url: `${path}${search}`, headers, body, params }
  }

  function bodyFor(
    operation: FuzzOperation,
    source: ValueSource,
    isSpoiled: boolean,
    headers: Record<string, string>,
  ): Buffer | null {
    const body = operation.definition.requestBody as Json | undefined
    if (body === undefined) return isSpoiled && random.chance(0.1) ? Buffer.from('{}') : null
    if (body.required !== true && random.chance(0.2)) return null
    const [mediaType, { schema }] = random.pick(Object.entries(body.content as Record<string, { schema: Json }>))
    const isDocument = JSON.stringify(schema).includes('DocumentBody')
    let value = isDocument && random.chance(0.85) ? documentFor(source) : goodValue(schema, source)
    if (typeof value === 'object' && value !== null && 'contents' in value && random.chance(0.8)) {
      value = { ...value, contents: documentFor(source) }
    }
    if (isSpoiled) value = random.chance(0.9) ? spoiled(value, source) : anyValue(source)
    headers['content-type'] = mediaType
    if (mediaType === 'application/x-www-form-urlencoded') {
      const fields = Object.entries((value ?? {}) as Json).map(([name, field]) => [
        name,
        typeof field === 'string' ? field : (JSON.stringify(field) ?? ''),
      ])
      return Buffer.from(new URLSearchParams(fields).toString())
    }
    if (mediaType === 'application/yaml' && random.chance(0.7)) return Buffer.from(stringify(value) ?? '')
    return Buffer.from(JSON.stringify(value) ?? '')
  }

  /** A document that was read, as somebody would send it to make another or to replace it. */
  function documentFor(source: ValueSource): unknown {
    if (seen.bodies.length === 0) return {}
    const { documentVersion, ...document } = structuredClone(random.pick(seen.bodies)) as Json
    const folderId = source.seen('homeFolderId')
    return { ...document, ...(random.chance(0.1) ? { documentVersion } : {}), ...(folderId ? { folderId } : {}) }
  }
}

const oddMediaTypes = [
  '',
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'a'.repeat(500),
  '/',
  'application/yaml',
  'application/vnd.x+json',
]
const oddBodies: readonly Buffer[] = [
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from('{"a":'),
  Buffer.from('{"a":1,"a":2}'),
  Buffer.from('"text"'),
  Buffer.from('[]'),
  Buffer.from('null'),
  Buffer.from('{"\\u005f_proto__":{"isAdmin":true}}'),
  Buffer.from('['.repeat(50_000)),
  Buffer.from(`{"name":"${'x'.repeat(200_000)}"}`),
  Buffer.from('a: &a [*a]\nb: *a'),
  Buffer.from('&a [&b [*a, *a], *b]'),
  Buffer.from('!!js/function "x"'),
  Buffer.from('\u{feff}{}'),
  Buffer.from('1e400'),
]

/** Percent-encoded, as far as the text is Unicode at all. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}
