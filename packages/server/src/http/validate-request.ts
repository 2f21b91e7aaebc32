import { type OperationDefinition, paramsSchemaOf } from '@octavo/core/contract'
import { AppError, type Problem } from '@octavo/core/errors'
import type { TObject } from 'typebox'
import type { BodyReader } from './body-reader.ts'
import { dryRunOfBody, dryRunOfQuery, isDryRunFlag, requireDryRun } from './dry-run.ts'
import { mayHoldNul, textsWithNul } from './nul.ts'
import { checkOf } from './problems.ts'
import { readBody, readFlags } from './read-body.ts'
import { readParams, readQuery } from './read-query.ts'
import { nearestName, type UnknownName, unknownFields } from './unknown-names.ts'

export interface RawRequest {
  params: Record<string, string>
  /** The part of the address after `?`. */
  query: string
  contentType: string | undefined
  body: Buffer | undefined
}

export interface ValidRequest {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  /** The request is a dry run that must not change anything. */
  isDryRun: boolean
  /** Names that the operation does not define, for the Warning header. */
  warnings: string[]
}

/** Maximum problems that a response lists; the message counts the others. */
const mostProblems = 200
const paramsSchemas = new WeakMap<OperationDefinition, TObject>()

/**
 * The parts of a request as its operation declares them. Nothing is dropped and every problem is reported at once: throws
 * `invalid_request`, `unknown_parameter` (a name that looks like a misspelling), `unsupported_media_type`, or `not_found` for malformed
 * ids.
 */
export async function validateRequest(
  operation: OperationDefinition,
  raw: RawRequest,
  { isStrict, reader }: { isStrict: boolean; reader: BodyReader },
): Promise<ValidRequest> {
  const params = paramsOf(operation, raw.params)
  const inQuery = dryRunOfQuery(operation, raw.query)
  const query = readQuery(operation.query, inQuery.rest)
  const known = Object.keys(operation.query?.properties ?? {})
  const unknown: UnknownName[] = query.unknown.map((name) => ({
    path: name,
    name,
    nearest: nearestName(
      name,
      known.filter((candidate) => !Object.hasOwn(query.values, candidate)),
    ),
  }))
  refuse(
    'query parameter',
    unknown,
    [
      ...query.problems,
      ...textsWithNul(query.values),
      ...(operation.query === undefined ? [] : checkOf(operation.query)(query.values)),
    ],
    isStrict,
  )

  const isStreamed = operation.streamedBody === true
  const read = isStreamed ? undefined : await readBody(operation, raw.contentType, raw.body, reader)
  const inBody = read === undefined ? undefined : dryRunOfBody(operation, read)
  const flags = await readFlags(operation, raw.body, reader)
  const isDryRun = inQuery.isRequested || inBody?.isRequested === true || isDryRunFlag(operation, flags)
  if (isDryRun) requireDryRun(operation)
  const unknownInBody: UnknownName[] = []
  if (read !== undefined && inBody !== undefined) {
    const problems = checkOf(read.schema)(inBody.value)
    if (read.isMissing === true && problems.length === 0) problems.push({ path: '', message: 'is required' })
    const unknownFieldsOfBody = unknownFields(read.schema, inBody.value)
    unknownInBody.push(
      ...(problems.length === 0 ? unknownFieldsOfBody : takenForMissing(unknownFieldsOfBody, problems)),
    )
    if (raw.body !== undefined && mayHoldNul(raw.body)) problems.push(...textsWithNul(inBody.value))
    refuse('field', unknownInBody, problems, isStrict)
  }
  return {
    params,
    query: query.values,
    body: inBody?.value,
    isDryRun,
    warnings: [
      ...unknown.map(({ path }) => `unknown query parameter ${path}`),
      ...unknownInBody.map(({ path }) => `unknown field ${path}`),
    ],
  }
}

function paramsOf(operation: OperationDefinition, values: Record<string, string>): Record<string, unknown> {
  const schema = paramsSchemas.get(operation) ?? paramsSchemaOf(operation)
  paramsSchemas.set(operation, schema)
  const read = readParams(schema, values)
  const [problem] = [...textsWithNul(read), ...checkOf(schema)(read)]
  if (problem !== undefined) {
    const kind = problem.path.replace(/Id$/, '') || 'object'
    throw new AppError('not_found', { kind, id: values[problem.path] ?? '' })
  }
  return read
}

/** In an invalid body, only names that resemble a missing one add information. */
function takenForMissing(unknown: readonly UnknownName[], problems: readonly Problem[]): UnknownName[] {
  const missing = new Set(problems.filter(({ message }) => message === 'is required').map(({ path }) => path))
  return unknown.filter(({ path, name, nearest }) => {
    const holder = path.slice(0, path.length - name.length)
    return nearest !== null && missing.has(`${holder}${nearest}`)
  })
}

function refuse(what: string, unknown: readonly UnknownName[], problems: readonly Problem[], isStrict: boolean): void {
  const [misspelt] = unknown.flatMap(({ path, nearest }) => (nearest === null ? [] : [{ name: path, nearest }]))
  if (misspelt !== undefined) throw new AppError('unknown_parameter', misspelt)
  const all = [
    ...problems,
    ...(isStrict ? unknown.map(({ path }) => ({ path, message: 'is not known to this operation' })) : []),
  ]
  const [first] = all
  if (first === undefined) return
  const more = all.length > 1 ? ` and ${all.length - 1} more problems` : ''
  const place = first.path === '' ? 'The body' : `The ${what} "${first.path}"`
  throw new AppError('invalid_request', {
    reason: `${place} ${first.message}${more}.`,
    problems: all.slice(0, mostProblems),
  })
}
