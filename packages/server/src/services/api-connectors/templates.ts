import type { ConnectorParam, ConnectorRequest } from '@octavo/core/contract'

/** A placeholder. `isQuoted`: within the quotes of a JSON text. */
interface Hole {
  name: string
  isQuoted: boolean
}

/** The body of a connector: `json` where it is a JSON value once its placeholders are filled. */
export interface BodyTemplate {
  kind: 'json' | 'form' | 'text'
  pieces: readonly (string | Hole)[]
}

const bodyHole = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g
const urlHole = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}|\{\s*([A-Za-z_][\w.-]*)\s*\}/g

/** The names of the placeholders of a URL, each once. */
export function urlHolesOf(url: string): string[] {
  return [...new Set([...url.matchAll(urlHole)].map(([, double, single]) => double ?? single ?? ''))]
}

/** The URL with a text for each placeholder. */
export const fillUrl = (url: string, textOf: (name: string) => string): string =>
  url.replace(urlHole, (_, double: string | undefined, single: string | undefined) => textOf(double ?? single ?? ''))

/** The part of a URL up to its path, where no placeholder may be: it decides who is called. */
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

/** Whether a JSON text is open after `text`. */
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

/** The placeholders of the body as parameters, in their order, each once. */
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
