import type { ConnectorParam, ConnectorRequest } from '@octavo/core/contract'

/** A placeholder. `isQuoted`: inside the quotes of a JSON string. */
interface Hole {
  name: string
  isQuoted: boolean
}

/** The body of a connector; `json` when it is a JSON value after its placeholders are filled. */
export interface BodyTemplate {
  kind: 'json' | 'form' | 'text'
  pieces: readonly (string | Hole)[]
}

const bodyHole = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g
const urlHole = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}|\{\s*([A-Za-z_][\w.-]*)\s*\}/g

/** The distinct names of the placeholders of a URL. */
export function urlHolesOf(url: string): string[] {
  return [...new Set([...url.matchAll(urlHole)].map(([, double, single]) => double ?? single ?? ''))]
}

/** Fills each placeholder of the URL with a text. */
export const fillUrl = (url: string, textOf: (name: string) => string): string =>
  url.replace(urlHole, (_, double: string | undefined, single: string | undefined) => textOf(double ?? single ?? ''))

/** The part of a URL before its path. It decides which server is called, so placeholders are not allowed in it. */
export const originPartOf = (url: string): string => /^[^:/?#]*:?\/*[^/?#]*/.exec(url)?.[0] ?? ''

export function bodyTemplateOf({ body, headers }: Pick<ConnectorRequest, 'body' | 'headers'>): BodyTemplate {
  const pieces = piecesOf(body)
  const mediaType = headers.find(({ key }) => key.toLowerCase() === 'content-type')?.value ?? ''
  if (mediaType.toLowerCase().startsWith('application/x-www-form-urlencoded')) return { kind: 'form', pieces }
  const sample = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.isQuoted ? 'x' : 'null')).join('')
  return { kind: isJson(sample) ? 'json' : 'text', pieces }
}

function piecesOf(body: string): (string | Hole)[] {
  const pieces: (string | Hole)[] = []
  let end = 0
  let isQuoted = false
  for (const match of body.matchAll(bodyHole)) {
    const before = body.slice(end, match.index)
    isQuoted = isQuotedAfter(before, isQuoted)
    pieces.push(before, { name: match[1] ?? '', isQuoted })
    end = match.index + match[0].length
  }
  return [...pieces, body.slice(end)]
}

/** Whether a JSON string is still open after `text`. */
function isQuotedAfter(text: string, isQuotedBefore: boolean): boolean {
  let isQuoted = isQuotedBefore
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === '\\' && isQuoted) at += 1
  }
  return isQuoted
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The distinct placeholders of the body as parameters, in order of appearance. */
export function bodyParamsOf(request: Pick<ConnectorRequest, 'body' | 'headers'>): ConnectorParam[] {
  const { kind, pieces } = bodyTemplateOf(request)
  const types = new Map<string, ConnectorParam['type']>()
  for (const piece of pieces) {
    if (typeof piece === 'string') continue
    const type = kind === 'text' ? 'raw' : kind === 'form' || piece.isQuoted ? 'string' : null
    const known = types.get(piece.name)
    types.set(piece.name, known === undefined || known === type ? type : null)
  }
  return [...types].map(([key, type]) => ({ key, mode: 'dynamic', value: null, type: type ?? null, shape: null }))
}
