import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'

/** The published contract: the facts in published/*.yaml, unchanged. A document is parsed when it is first needed. */
export interface PublishedOperation {
  id: string
  file: string
  method: string
  path: string
  tag: string
  /** Parameters of the operation and its path, with resolved references. */
  parameters: PublishedParameter[]
  /** Media types of the body with their schemas. */
  body: Record<string, Json>
  /** Success statuses with their media types and schemas. */
  answers: Record<number, Record<string, Json>>
}
export interface PublishedParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Json
}
export type Json = { [name: string]: unknown }

const folder = join(dirname(fileURLToPath(import.meta.url)), 'published')
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
const texts = new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
const documents = new Map<string, Json>()
const origin = 'https://published.invalid/'
const methods = ['get', 'post', 'put', 'patch', 'delete']

export function documentOf(file: string): Json {
  const known = documents.get(file)
  if (known !== undefined) return known
  const text = texts.get(file)
  if (text === undefined) throw new Error(`There is no published file ${file}.`)
  const document = parse(text, { maxAliasCount: 100 }) as Json
  documents.set(file, document)
  return document
}

/** Follows `$ref` to the end; the file is the one that contains the result. */
export function follow(node: unknown, file: string): { node: Json; file: string } {
  const reference = (node as Json).$ref
  if (typeof reference !== 'string') return { node: node as Json, file }
  const [other = '', pointer = ''] = reference.split('#')
  const target = other === '' ? file : other.replace('./', '')
  let found: unknown = documentOf(target)
  for (const part of pointer.split('/').slice(1)) {
    found = (found as Json)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  if (found === undefined) throw new Error(`The reference ${reference} of ${file} leads nowhere.`)
  return follow(found, target)
}

/** A part of a file with absolute references, which can be followed from any other file. */
export function absolute<T>(value: T, file: string): T {
  return JSON.parse(
    JSON.stringify(value, (name, part: unknown) =>
      name === '$ref' && typeof part === 'string' && part.startsWith('#') ? `./${file}${part}` : part,
    ),
  ) as T
}

function* operationsOf(file: string): Generator<PublishedOperation> {
  const paths = (documentOf(file).paths ?? {}) as Record<string, Json>
  for (const [path, item] of Object.entries(paths)) {
    for (const method of methods) {
      const operation = item[method] as Json | undefined
      if (operation === undefined) continue
      const parameters = [...((item.parameters ?? []) as Json[]), ...((operation.parameters ?? []) as Json[])]
      yield {
        id: String(operation.operationId),
        file,
        method: method.toUpperCase(),
        path,
        tag: String((operation.tags as string[] | undefined)?.[0] ?? file.replace('.yaml', '')),
        parameters: parameters.map((parameter) => {
          const { node } = follow(parameter, file)
          return { ...(node as unknown as PublishedParameter), required: node.required === true }
        }),
        body: contentOf(operation.requestBody, file),
        answers: Object.fromEntries(
          Object.entries((operation.responses ?? {}) as Json)
            .filter(([status]) => /^2/.test(status))
            .map(([status, response]) => [status, contentOf(response, file)]),
        ),
      }
    }
  }
}

/** Schemas by media type; each is a reference to its original place, so that its own references can be resolved. */
function contentOf(holder: unknown, file: string): Record<string, Json> {
  if (holder === undefined) return {}
  const { node, file: at } = follow(holder, file)
  const content = (node.content ?? {}) as Record<string, { schema?: unknown }>
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [type, { schema: schema ?? {}, file: at } as Json]),
  )
}

let all: PublishedOperation[] | undefined

/** Every published operation; parses every file. */
export function publishedOperations(): readonly PublishedOperation[] {
  all ??= files.flatMap((file) => [...operationsOf(file)])
  return all
}

const byId = new Map<string, PublishedOperation | null>()

/** The published operation with this id; null for an operation of our own. Parses only the file that contains it. */
export function publishedOperation(id: string): PublishedOperation | null {
  const known = byId.get(id)
  if (known !== undefined) return known
  const file = files.find((name) => texts.get(name)?.match(new RegExp(`operationId: ${id}$`, 'm')))
  const found = file === undefined ? undefined : [...operationsOf(file)].find((operation) => operation.id === id)
  byId.set(id, found ?? null)
  return found ?? null
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, addUsedSchema: false })
addFormats.default(ajv)
const added = new Set<string>()
const validators = new Map<string, ValidateFunction>()

/** Gives the validator every document that this one refers to, directly or indirectly. */
function addDocument(file: string): void {
  if (added.has(file)) return
  added.add(file)
  ajv.addSchema({ ...documentOf(file), $id: origin + file })
  for (const [, other = ''] of texts.get(file)?.matchAll(/\.\/([\w-]+\.yaml)#/g) ?? []) addDocument(other)
}

function validatorOf(key: string, { schema, file }: Json): ValidateFunction {
  const known = validators.get(key)
  if (known !== undefined) return known
  addDocument(String(file))
  const validator = ajv.compile({
    $id: `${origin}answers-${encodeURIComponent(key)}`,
    ...absolute(schema as Json, String(file)),
  })
  validators.set(key, validator)
  return validator
}

const errorAnswer: Json = { schema: { $ref: './common.yaml#/components/schemas/ApiError' }, file: 'common.yaml' }

/** Responses to requests that the published contract does not have. */
const answersBeyond: Readonly<Record<string, (body: unknown) => boolean>> = {
  // With dryRun: a check result for the contents.
  createWorkbook: (body) => typeof body === 'object' && body !== null && 'valid' in body,
}

/** Connections in the nested form are published for one platform; ours are for others, in the same form. */
const ofAnyPlatform = (body: unknown): unknown => {
  const { details, ...rest } = body as { details?: object }
  return { ...rest, details: { ...details, type: 'databricks' } }
}

/** Responses whose published values cover only part of what is returned here. */
const asPublished: Readonly<Record<string, (body: unknown) => unknown>> = {
  v3alpha_createConnection: ofAnyPlatform,
  v3alpha_getConnection: ofAnyPlatform,
  v3alpha_patchConnection: ofAnyPlatform,
}

/**
 * Why a response does not match the published contract; empty when it does, and for operations of our own. Bodies that are not JSON are
 * passed as undefined, and only their status is checked.
 */
export function publishedProblems(operationId: string, status: number, body: unknown): string[] {
  const operation = publishedOperation(operationId)
  if (operation === null) return []
  if (status === 304) return []
  const content = status >= 400 ? { 'application/json': errorAnswer } : operation.answers[status]
  if (content === undefined) return [`the status ${status} is not published`]
  const json = content['application/json']
  if (json === undefined || body === undefined) return []
  if (status < 400 && answersBeyond[operationId]?.(body)) return []
  const validate = validatorOf(status >= 400 ? 'error' : `${operationId} ${status}`, json)
  if (validate(status < 400 ? (asPublished[operationId]?.(body) ?? body) : body)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`.trim(),
  )
}

/** Throws when a response does not match the published contract. Usable by any test. */
export function expectPublished(operationId: string, status: number, body: unknown): void {
  const problems = publishedProblems(operationId, status, body)
  if (problems.length === 0) return
  throw new Error(`The answer of ${operationId} (${status}) is not as published:\n- ${problems.join('\n- ')}`)
}
