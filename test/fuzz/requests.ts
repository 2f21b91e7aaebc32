import { stringify } from 'yaml'
import type { FuzzPlatform } from './fuzz-platform.ts'
import { type HintState, hintOf } from './hints.ts'
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
  /** Path and query as in the request line. */
  url: string
  headers: Record<string, string>
  body: Buffer | null
  /** Path parameters that were sent, to relate the response to them. */
  params: Record<string, string>
  /** The request is intentionally valid. */
  isRight: boolean
}

export interface Callers {
  /** The administrator's token is first, since much of the contract is for administrators only. */
  tokens: readonly string[]
  administrator: FuzzPlatform['administrator']
  /** The server under test. */
  url: FuzzPlatform['url']
  builder: HintState['builder']
}

/** Objects that a request must not modify or delete, because the run needs them. */
export interface Kept {
  /** Ids of the callers and their credentials: only reading requests use them. */
  callers: ReadonlySet<string>
  /** Ids that existed at the start, such as the sample's: they are read and used, never changed or deleted. */
  sample: ReadonlySet<string>
}

/** Whether the path of such a request may contain it. */
export function mayName(kept: Kept, method: string | undefined, value: string): boolean {
  if (method === 'GET') return true
  return !kept.callers.has(value) && (method === 'POST' || !kept.sample.has(value))
}

export interface Wanted {
  random: Random
  /** `right`: an intentionally valid request by the administrator; `any`: many are damaged, some are arbitrary. */
  manner: 'right' | 'any'
  /** Fixed path parameters. */
  bound: Readonly<Record<string, string>>
  /** The responses of the previous operations. */
  answers: ReadonlyMap<string, Json>
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

/** Follows a reference into the document. */
export function resolverOf(document: Json): (schema: Json) => Json {
  const components = (document.components as Json).schemas as Record<string, Json>
  return function resolve(schema) {
    const reference = schema.$ref
    if (typeof reference !== 'string') return schema
    const { $ref: _reference, ...beside } = schema
    return resolve({ ...components[reference.replace('#/components/schemas/', '')], ...beside })
  }
}

export function createRequests(given: { document: Json; seen: SeenValues; callers: Callers; kept: Kept }) {
  const { document, seen, callers, kept } = given
  const resolve = resolverOf(document)

  /** Mostly valid requests, many that are wrong in one place, and some that are completely wrong. */
  return function requestFor(operation: FuzzOperation, wanted: Wanted): FuzzRequest {
    const { random, bound } = wanted
    const params: Record<string, string> = {}
    const isRight = wanted.manner === 'right'
    const find = (name: string, parents: Record<string, string>, accepts: (value: string) => boolean) =>
      seen.find(random, name, { parents, accepts, isStrict: isRight })
    const isHarmless = (value: string): boolean => mayName(kept, operation.method, value)
    const source: ValueSource = {
      random,
      resolve,
      // Lists of ids are for operations on many objects at once.
      seen: (name) => find(name, params, (value) => !name.endsWith('Ids') || !kept.callers.has(value)),
    }
    const kind = isRight ? 0 : random.next()
    const isSpoiled = kind > 0.45
    const isWild = kind > 0.85
    const hint = hintOf(operation)
    const state: HintState = {
      random,
      platform: callers,
      builder: callers.builder,
      params: { ...bound },
      answers: wanted.answers,
      seen: source.seen,
    }
    const reported = isRight ? hint.params?.(wanted.answers) : undefined
    const parameters = (operation.definition.parameters ?? []) as Json[]
    let path = operation.path
    for (const { name, schema } of parameters.filter((parameter) => parameter.in === 'path')) {
      const key = String(name)
      const list = operation.path.slice(0, operation.path.indexOf(`/{${key}}`))
      const named = reported?.[key]
      const found =
        (typeof named === 'string' ? named : undefined) ?? bound[key] ?? find(key, { ...params, list }, isHarmless)
      let value = found ?? (operation.method === 'GET' ? String(goodValue(schema as Json, source, key)) : 'none')
      if (isSpoiled && random.chance(0.2)) value = random.pick(oddTexts)
      // Without its segment the path would be a different one.
      if (value === '' || value === '.') value = 'x'
      params[key] = value
      state.params = { ...state.params, [key]: value }
      path = path.replace(`{${name}}`, () => encoded(value))
    }
    const query = new URLSearchParams()
    for (const parameter of parameters.filter((candidate) => candidate.in === 'query')) {
      if (parameter.required !== true && random.chance(isRight ? 0.85 : 0.65)) continue
      const name = String(parameter.name)
      // A cursor belongs to one list and its filters, so nearly every other one is refused.
      if (isRight && /^page(Token)?$/.test(name)) continue
      const values = [goodValue(parameter.schema as Json, source, name)].flat()
      for (const value of values) query.append(name, String(value))
      if (!isSpoiled || random.chance(0.5)) continue
      const slip = random.below(3)
      if (slip === 0) query.append(name, String(values[0]))
      else if (slip === 1) query.append(`${name}s`, String(values[0]))
      else query.set(name, random.pick(oddTexts))
    }
    for (const [name, value] of Object.entries(hint.query?.(state) ?? {})) query.set(name, value)
    const headers: Record<string, string> = {}
    if (isRight) headers.authorization = `Bearer ${callers.tokens[0]}`
    else if (random.chance(isWild ? 0.6 : 0.97)) headers.authorization = `Bearer ${random.pick(callers.tokens)}`
    if (random.chance(0.1)) headers['accept-encoding'] = random.pick(['gzip', 'br', 'gzip;q=0', '*'])
    if (random.chance(0.1))
      headers.accept = random.pick(['application/json', 'application/yaml', 'text/html', '*/*', ''])
    if (!isRight) {
      if (random.chance(0.08)) headers['idempotency-key'] = random.pick(['a', 'b', 'c', 'x'.repeat(300), ''])
      if (random.chance(0.05)) headers['if-match'] = random.pick(['"1"', '*', 'W/"2"', 'nonsense', '"1", "2"', ''])
      if (random.chance(0.05)) headers['if-none-match'] = random.pick(['"1"', '*', 'nonsense'])
    }
    for (const [name, value] of Object.entries(hint.headers?.(state) ?? {})) {
      if (value === '') delete headers[name]
      else headers[name] = value
    }
    const hinted = isRight || random.chance(0.7) ? hint.body?.(state) : undefined
    let body = bodyFor(operation, { source, isSpoiled, headers, hinted, isRight })
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
    return { operation, method, url: `${path}${search}`, headers, body, params, isRight }
  }

  function bodyFor(
    operation: FuzzOperation,
    given: {
      source: ValueSource
      isSpoiled: boolean
      isRight: boolean
      headers: Record<string, string>
      hinted: unknown
    },
  ): Buffer | null {
    const { source, isSpoiled, isRight, headers, hinted } = given
    const { random } = source
    const body = operation.definition.requestBody as Json | undefined
    if (body === undefined) return isSpoiled && random.chance(0.1) ? Buffer.from('{}') : null
    if (body.required !== true && random.chance(0.2)) return null
    const [mediaType, { schema }] = random.pick(Object.entries(body.content as Record<string, { schema: Json }>))
    let value = hinted ?? madeBody(schema, source, isRight)
    if (isSpoiled) value = random.chance(0.9) ? spoiled(value, source) : anyValue(source)
    headers['content-type'] = mediaType
    if (mediaType === 'application/x-www-form-urlencoded') {
      const fields = Object.entries((value ?? {}) as Json).map(([name, field]) => [
        name,
        typeof field === 'string' ? field : (JSON.stringify(field) ?? ''),
      ])
      return Buffer.from(new URLSearchParams(fields).toString())
    }
    if (mediaType === 'multipart/form-data') {
      headers['content-type'] = `${mediaType}; boundary=${formBoundary}`
      return formOf((value ?? {}) as Json)
    }
    if (mediaType === 'application/yaml' && random.chance(0.7)) return Buffer.from(stringify(value) ?? '')
    return Buffer.from(JSON.stringify(value) ?? '')
  }

  function madeBody(schema: Json, source: ValueSource, isRight: boolean): unknown {
    const { random } = source
    const isDocument = JSON.stringify(schema).includes('DocumentBody')
    if (isDocument && random.chance(isRight ? 0.95 : 0.85)) return documentFor(source)
    const value = goodValue(schema, source)
    const holdsContents = typeof value === 'object' && value !== null && 'contents' in value
    return holdsContents && random.chance(0.8) ? { ...value, contents: documentFor(source) } : value
  }

  /** A document that was read, as a client would send it to create another one or to replace it. */
  function documentFor(source: ValueSource): unknown {
    const { random } = source
    const { documentVersion, ...document } = structuredClone(seen.body(random) ?? {}) as Json
    const folderId = source.seen('homeFolderId')
    return { ...document, ...(random.chance(0.1) ? { documentVersion } : {}), ...(folderId ? { folderId } : {}) }
  }
}

const formBoundary = 'fuzz'

/** A form; its field `file` is a CSV file. */
function formOf(fields: Json): Buffer {
  const parts = Object.entries(fields).map(([name, field]) => {
    const file = name === 'file' ? '; filename="file.csv"' : ''
    const text = typeof field === 'string' ? field : (JSON.stringify(field) ?? '')
    return `--${formBoundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`
  })
  return Buffer.from(`${parts.join('')}--${formBoundary}--\r\n`)
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

/** Percent-encoded, as far as the text is valid Unicode. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}
