import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import { publishedProblems } from '../contract/published.ts'
import type { FuzzOperation, FuzzRequest } from './requests.ts'
import type { Json } from './schema-values.ts'

export interface FuzzAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Decompressed. */
  body: Buffer
}

/**
 * Codes with status 500 that the published contract itself defines (download: `status: 500`, "Failed", for a file that could not be
 * created). They are regular responses with a reason that the caller can fix; an internal error is not.
 */
const publishedFailures: ReadonlyMap<string, string> = new Map([['downloadQuery', 'export_failed']])

const origin = 'https://octavo.invalid/openapi.json'

/** Lists that return a bare array when the organization requests it. */
const olderLists: ReadonlySet<string> = new Set(['listMembers', 'listTeams', 'listWorkspaces'])

/** Checks responses against an OpenAPI document and the published contract, and for content that no response may have. */
export function createAnswerCheck(document: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: origin, components: document.components })
  const validators = new Map<string, ValidateFunction>()

  function fits(key: string, schema: unknown, value: unknown): string | null {
    let validate = validators.get(key)
    if (validate === undefined) {
      const text = JSON.stringify(schema).replaceAll('"#/components/', `"${origin}#/components/`)
      validate = ajv.compile(JSON.parse(text))
      validators.set(key, validate)
    }
    if (validate(value)) return null
    const [error] = validate.errors ?? []
    return `${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`
  }

  function problemsOfError(operation: FuzzOperation | null, { status, headers }: FuzzAnswer, body: unknown): string[] {
    const misfit = fits('error', { $ref: '#/components/schemas/ApiError' }, body)
    if (misfit !== null) return [`an error body that is none: ${misfit}`]
    const { code, requestId } = body as { code: string; requestId: string }
    const problems: string[] = []
    if (requestId !== headers['x-request-id']) problems.push('the request id of the body is not that of the header')
    if (operation === null) return problems
    const response = (operation.definition.responses as Record<string, Json>)[status]
    if (response === undefined) problems.push(`the status ${status} (${code}) is not declared`)
    else if (!String(response.description).includes(`\`${code}\``)) problems.push(`the code ${code} is not declared`)
    return problems
  }

  /** All problems of the response; empty when it is as promised. */
  return function problemsOf(request: FuzzRequest, answer: FuzzAnswer): string[] {
    const { status, headers } = answer
    const { operation } = request
    const text = answer.body.toString('utf8')
    const mediaType = String(headers['content-type'] ?? '').split(';')[0] ?? ''
    const failure = status === 500 ? publishedFailures.get(operation.id) : undefined
    const isPublished = failure !== undefined && text.includes(`"code":"${failure}"`) && !text.includes('on our side')
    // A browser request for a page of the web app, which a clone has not built before its first start.
    const isPage = mediaType === 'text/html' && text.includes('The web app is not built yet')
    if (isPage && status === 503 && !samePath(operation.path, request.url)) return []
    if (status >= 500 && !isPublished) return [`the status ${status}: ${text.slice(0, 300)}`]
    const problems: string[] = []
    if (!/^[0-9a-f-]{36}$/.test(String(headers['x-request-id']))) problems.push('no request id')
    if (/node_modules|\.ts:\d+|\bat async /.test(text) && operation.id !== 'getOpenApi') problems.push('a stack trace')
    if (request.method === 'HEAD' || request.method === 'OPTIONS') {
      if (answer.body.length > 0 && status < 400) problems.push(`a body for ${request.method}`)
      return problems
    }
    const json = mediaType === 'application/json' ? safely(() => JSON.parse(text)) : undefined
    // Another method or a modified path may lead to another operation or to none. A header that is too long (431) is refused before the
    // operation is known.
    const isItself = request.method === operation.method && samePath(operation.path, request.url) && status !== 431
    if (status >= 400) return [...problems, ...problemsOfError(isItself ? operation : null, answer, json)]
    if (!isItself) return problems
    const response = (operation.definition.responses as Record<string, Json>)[status]
    if (response === undefined) return status === 304 ? problems : [...problems, `the status ${status} is not declared`]
    const content = response.content as Record<string, { schema: Json }> | undefined
    if (content === undefined) return answer.body.length > 0 ? [...problems, 'a body where none is declared'] : problems
    const schema = content[mediaType]?.schema
    if (schema === undefined) return [...problems, `the media type ${mediaType} is not declared`]
    const key = `${operation.id} ${status}`
    // An export as JSON lines is a file; our own streams have a schema for each line.
    if (mediaType === 'application/x-ndjson' && schema.type !== 'string') {
      for (const line of text.split('\n').filter(Boolean)) {
        const value = safely(() => JSON.parse(line))
        const misfit = fits(`${key} line`, schema, value)
        if (misfit !== null) problems.push(`a line that does not fit: ${misfit}`)
      }
      const last = text.trimEnd().split('\n').at(-1) ?? ''
      if (!last.startsWith('{"event":"end"')) problems.push('a stream without its end')
      return problems
    }
    if (mediaType !== 'application/json' && mediaType !== 'application/yaml') return problems
    const value = mediaType === 'application/json' ? json : safely(() => parse(text, { maxAliasCount: 100 }))
    const misfit = fits(key, schema, value)
    if (misfit !== null) problems.push(`a body that does not fit: ${misfit}`)
    // The published schema of a download describes an object inside its server, not the transferred file.
    if (headers['content-disposition'] !== undefined) return problems
    // A request of the run may have enabled the older form of these lists (`bareLists`), which is an array of their entries.
    const published = olderLists.has(operation.id) && Array.isArray(value) ? { entries: value, nextPage: null } : value
    return [
      ...problems,
      ...publishedProblems(operation.id, status, published).map((problem) => `not as published: ${problem}`),
    ]
  }
}

function safely(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Whether the address of the request still has the shape of the operation's path. */
function samePath(template: string, url: string): boolean {
  const path = url.split('?')[0] ?? ''
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(path) && !/%(?![0-9a-f]{2})/i.test(path)
}
