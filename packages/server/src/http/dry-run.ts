import { type OperationDefinition, takesDryRun } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { TSchema } from 'typebox'
import { type AuditEvent, type Store, withChange } from '../store/index.ts'
import { Reply } from './handle.ts'

type Fields = Readonly<Record<string, unknown>>

interface Requested {
  /** Whether the request asks for a dry run. */
  isRequested: boolean
  /** The query of the operation itself. */
  rest: string
}

/** Removes `dryRun` from the query of an address, unless the operation declares it. Throws `invalid_request`. */
export function dryRunOfQuery(operation: OperationDefinition, query: string): Requested {
  if (!query.includes('dryRun') || !supportsDryRun(operation) || operation.query?.properties.dryRun !== undefined) {
    return { isRequested: false, rest: query }
  }
  const values = new URLSearchParams(query)
  const isRequested = flagOf(values.get('dryRun') ?? 'false')
  values.delete('dryRun')
  return { isRequested, rest: values.toString() }
}

/** The same for a body that is an object: the flag, and the body without it. */
export function dryRunOfBody(
  operation: OperationDefinition,
  body: { schema: TSchema; value: unknown },
): { isRequested: boolean; value: unknown } {
  const { value } = body
  const declared = (body.schema as { properties?: Fields }).properties
  const isTaken = isFields(value) && Object.hasOwn(value, 'dryRun') && declared?.dryRun === undefined
  if (!isTaken || !supportsDryRun(operation)) return { isRequested: false, value }
  const { dryRun, ...rest } = value
  return { isRequested: flagOf(dryRun), value: rest }
}

/** The same for a body of an operation without a body. */
export function isDryRunFlag(operation: OperationDefinition, body: unknown): boolean {
  return isFields(body) && Object.hasOwn(body, 'dryRun') && supportsDryRun(operation) && flagOf(body.dryRun)
}

/** Throws `dry_run_not_supported` when the effects of an operation cannot be rolled back. */
export function requireDryRun(operation: OperationDefinition): void {
  if (!takesDryRun(operation)) throw new AppError('dry_run_not_supported', { operation: operation.id })
}

/**
 * Runs an operation and rolls back all of its writes. The response equals the real one, with `changes`: the writes in order.
 */
export async function answerDryRun(dryRun: Store['dryRun'], run: () => Promise<unknown>): Promise<unknown> {
  const { result, events } = await dryRun(run)
  const changes = events.map(changeOf)
  if (!(result instanceof Reply)) return isFields(result) ? { ...result, changes } : result
  const { status, payload, headers } = result
  // A response without a body cannot include the changes, so the dry run returns only them.
  if (payload.kind === 'empty') return new Reply(200, { kind: 'json', value: { changes } }, headers)
  if (payload.kind !== 'json' || !isFields(payload.value)) return result
  return new Reply(status, { kind: 'json', value: { ...payload.value, changes } }, headers)
}

/** Read operations have nothing to roll back; for them the name is unknown like any other. */
function supportsDryRun({ method, onlyReads }: OperationDefinition): boolean {
  return method !== 'GET' && onlyReads !== true
}

function flagOf(value: unknown): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  const problem = { path: 'dryRun', message: 'must be true or false' }
  throw new AppError('invalid_request', { reason: `"dryRun" ${problem.message}.`, problems: [problem] })
}

function changeOf({ action, object, details = {}, change }: AuditEvent) {
  return { action, object, ...withChange(details, change) }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
