import { explain } from '../explain.ts'
import { tellHost } from './host-channel.ts'

/** Codes that hosts of embeds know, by API code. */
const codes: Readonly<Record<string, string>> = {
  not_found: 'ENOENT',
  forbidden: 'EACCES',
  conflict: 'EEXIST',
  version_conflict: 'EEXIST',
  invalid_request: 'EINVAL',
  unauthorized: 'EINVAL',
  unknown_parameter: 'EINVAL',
  not_supported: 'EINVAL',
  invalid_document: 'ESTALE',
  source_unavailable: 'ESTALE',
  query_timeout: 'ETIMEDOUT',
  unreachable: 'NETWORK',
  stream_broken: 'NETWORK',
}

export const embedCodeOf = (code: string): string => codes[code] ?? 'UNKNOWN'

/** Reports an error to the page around the embed, in the codes that it knows. `details.embedCode` of the server comes first. */
export function tellHostOfError(error: unknown): void {
  const { code, message } = explain(error)
  tellHost('workbook:error', { code: ownCodeOf(error) ?? embedCodeOf(code), message })
}

function ownCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('details' in error)) return undefined
  const { embedCode } = (error.details ?? {}) as { embedCode?: unknown }
  return typeof embedCode === 'string' ? embedCode : undefined
}
