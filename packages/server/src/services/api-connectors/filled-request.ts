import type { ApiConnectorTest, ConnectorParam, ConnectorRequest } from '@octavo/core/contract'
import type { Problem } from '@octavo/core/errors'
import { hasDotSegments } from './connector-request.ts'
import { bodyTemplateOf, fillUrl } from './templates.ts'
import { isHeaderValue } from './web-addresses.ts'

/** A request that is ready to send: every parameter has its value. */
export interface FilledRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
  /** Null for a request without a body. */
  body: Buffer | null
}

/** Sends one request to another server, within the limits of the call that it belongs to. */
export type Send = (request: FilledRequest) => Promise<{ status: number; bytes: Buffer }>

type Place = keyof ApiConnectorTest
type Given = Readonly<Record<string, unknown>>

const placeWords: Record<Place, string> = {
  headers: 'header',
  pathParams: 'path parameter',
  queryParams: 'query parameter',
  bodyParams: 'placeholder in the body',
}

/** Fills a connector's request with the values of one call. Reports all problems at once; `filled` is null when there are any. */
export function fillRequest(
  request: ConnectorRequest,
  values: ApiConnectorTest,
): { filled: FilledRequest | null; problems: Problem[] } {
  const problems: Problem[] = []
  const headers = filledParams('headers', request.headers, values.headers, problems).map(
    ([name, value]): [string, string] => [name, textOf(value)],
  )
  for (const [name, value] of headers) {
    if (!isHeaderValue(value)) problems.push({ path: at('headers', name), message: 'No header can have this value.' })
  }
  const url = filledUrl(request, values, problems)
  const body = filledBody(request, values.bodyParams ?? {}, problems)
  if (body !== null && !headers.some(([name]) => name.toLowerCase() === 'content-type')) {
    headers.push(['content-type', isJsonBody(request) ? 'application/json' : 'text/plain; charset=utf-8'])
  }
  return { filled: problems.length > 0 ? null : { method: request.method, url, headers, body }, problems }
}

const isJsonBody = (request: ConnectorRequest): boolean => bodyTemplateOf(request).kind === 'json'

/** The parameters that have a value, with it. */
function filledParams(
  place: Place,
  params: readonly ConnectorParam[],
  given: Given = {},
  problems: Problem[],
): [key: string, value: unknown][] {
  const dynamic = params.filter(({ mode }) => mode === 'dynamic').map(({ key }) => key)
  noteUnknown(place, dynamic, given, problems)
  return params.flatMap((param): [string, unknown][] => {
    const { key, mode, value = null, type = null } = param
    if (mode === 'static' || !Object.hasOwn(given, key)) {
      if (mode === 'dynamic' && value === null) problems.push({ path: at(place, key), message: 'is required' })
      return value === null ? [] : [[key, value]]
    }
    const wanted = given[key]
    if (!isOfType(type, wanted)) problems.push({ path: at(place, key), message: `must be of type ${type}` })
    return wanted === null ? [] : [[key, wanted]]
  })
}

function noteUnknown(place: Place, known: readonly string[], given: Given, problems: Problem[]): void {
  for (const key of Object.keys(given).filter((key) => !known.includes(key))) {
    const message = `The connector has no dynamic ${placeWords[place]} "${key}".`
    problems.push({ path: at(place, key), message })
  }
}

const at = (place: Place, key: string): string =>
  /^[\w$-]+$/.test(key) ? `${place}.${key}` : `${place}[${JSON.stringify(key)}]`

function isOfType(type: ConnectorParam['type'], value: unknown): boolean {
  if (type === null || type === undefined || type === 'raw') return true
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

/** Texts unchanged, all other values as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function filledUrl(request: ConnectorRequest, values: ApiConnectorTest, problems: Problem[]): string {
  const inPath = new Map(filledParams('pathParams', request.pathParams, values.pathParams, problems))
  for (const { key } of request.pathParams) {
    const isNothing = inPath.has(key) ? textOf(inPath.get(key)) === '' : values.pathParams?.[key] === null
    if (isNothing) problems.push({ path: at('pathParams', key), message: 'must not be empty' })
  }
  const url = fillUrl(request.url, (name) => encoded(textOf(inPath.get(name) ?? '')))
  if (problems.length === 0 && hasDotSegments(url)) {
    problems.push({
      path: 'pathParams',
      message: 'The values make a path with segments "." or "..", which leads elsewhere.',
    })
  }
  const query = filledParams('queryParams', request.queryParams, values.queryParams, problems)
    .flatMap(([key, value]) =>
      Array.isArray(value) ? value.map((item): [string, unknown] => [key, item]) : [[key, value] as const],
    )
    .map(([key, value]) => `${encoded(key)}=${encoded(textOf(value))}`)
  if (query.length === 0) return url
  return `${url}${url.includes('?') ? (/[?&]$/.test(url) ? '' : '&') : '?'}${query.join('&')}`
}

/** Percent-encodes a text; a lone surrogate, which has no encoding, becomes the replacement character. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

function filledBody(request: ConnectorRequest, given: Given, problems: Problem[]): Buffer | null {
  if (request.body === '') return null
  const { kind, pieces } = bodyTemplateOf(request)
  const names = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]))
  noteUnknown('bodyParams', names, given, problems)
  for (const name of new Set(names)) {
    if (!Object.hasOwn(given, name)) problems.push({ path: at('bodyParams', name), message: 'is required' })
  }
  const text = pieces.map((piece) => {
    if (typeof piece === 'string') return piece
    const value = given[piece.name] ?? null
    if (kind === 'json' && !piece.isQuoted) return JSON.stringify(value)
    const plain = value === null ? '' : textOf(value)
    if (kind === 'json') return JSON.stringify(plain).slice(1, -1)
    return kind === 'form' ? encoded(plain) : plain
  })
  return Buffer.from(text.join(''), 'utf8')
}
