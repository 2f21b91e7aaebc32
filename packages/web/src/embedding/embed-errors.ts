import type { ErrorCode } from '@octavo/core/errors'
import { ApiError, unreachable } from '../api.ts'
import { explain } from '../explain.ts'
import { sendToHost } from './host-channel.ts'

/** An error as it is reported to hosts of embeds. */
type EmbedCode = 'EACCES' | 'EEXIST' | 'EINVAL' | 'ENOENT' | 'EPERM' | 'ESTALE' | 'ETIMEDOUT' | 'NETWORK' | 'UNKNOWN'

/** Failures that are not responses of the server. */
type OwnCode = typeof unreachable | 'stream_broken' | 'unreadable_answer'

/** Codes that hosts of embeds know, by code of the failure; a new code of the API has its entry here. */
const codes: Readonly<Record<ErrorCode | OwnCode, EmbedCode>> = {
  invalid_request: 'EINVAL',
  unknown_parameter: 'EINVAL',
  invalid_cursor: 'EINVAL',
  dry_run_not_supported: 'EINVAL',
  body_too_large: 'EINVAL',
  unsupported_media_type: 'EINVAL',
  unknown_operation: 'EINVAL',
  method_not_allowed: 'EINVAL',
  not_supported: 'EINVAL',
  control_required: 'EINVAL',
  unauthorized: 'EINVAL',
  csrf_failed: 'EINVAL',
  idempotency_key_reused: 'EEXIST',
  idempotency_in_progress: 'EEXIST',
  idempotency_answer_lost: 'EEXIST',
  conflict: 'EEXIST',
  draft_has_changes: 'EEXIST',
  draft_conflict: 'EEXIST',
  row_conflict: 'EEXIST',
  version_conflict: 'EEXIST',
  precondition_failed: 'EEXIST',
  forbidden: 'EACCES',
  address_not_allowed: 'EACCES',
  privileged_role: 'EACCES',
  edits_stopped: 'EPERM',
  not_found: 'ENOENT',
  invalid_document: 'ESTALE',
  source_unavailable: 'ESTALE',
  element_has_no_data: 'ESTALE',
  element_invalid: 'ESTALE',
  rate_limited: 'NETWORK',
  too_many_attempts: 'NETWORK',
  call_limit_reached: 'NETWORK',
  engine_unavailable: 'NETWORK',
  store_unavailable: 'NETWORK',
  not_ready: 'NETWORK',
  unreachable: 'NETWORK',
  stream_broken: 'NETWORK',
  query_over_budget: 'ETIMEDOUT',
  query_failed: 'UNKNOWN',
  query_cancelled: 'UNKNOWN',
  call_failed: 'UNKNOWN',
  export_failed: 'UNKNOWN',
  internal: 'UNKNOWN',
  unreadable_answer: 'UNKNOWN',
}

const known: ReadonlyMap<string, EmbedCode> = new Map(Object.entries(codes))

/** `UNKNOWN` for a code that this release does not know. */
export const embedCodeOf = (code: string): EmbedCode => known.get(code) ?? 'UNKNOWN'

/**
 * Reports an error to the page around the embed, in the codes that it knows. `details.embedCode` of the server comes first; of what is
 * missing only the workbook is `ENOENT`.
 */
export function sendErrorToHost(error: unknown): void {
  const { code, message } = explain(error)
  // Hosts compare texts, so they get the one of the server whatever the language of the reader.
  const sent = error instanceof ApiError && code !== unreachable ? error.sent : message
  sendToHost('workbook:error', { code: codeOf(error, code), message: sent })
}

function codeOf(error: unknown, code: string): string {
  const details = typeof error === 'object' && error !== null && 'details' in error ? error.details : undefined
  const { embedCode, kind, budget } = (details ?? {}) as { embedCode?: unknown; kind?: unknown; budget?: unknown }
  if (typeof embedCode === 'string') return embedCode
  if (code === 'not_found' && partKinds.has(kind)) return 'ESTALE'
  if (code === 'query_over_budget' && budget !== undefined && budget !== 'time') return 'UNKNOWN'
  return embedCodeOf(code)
}

const partKinds: ReadonlySet<unknown> = new Set(['page', 'element', 'connection'])
