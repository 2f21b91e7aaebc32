import { AppError } from '@octavo/core/errors'
import type { OpenDocument } from '../../services/documents/documents.ts'

/** The published version on code reads, the revision on drafts, and the state of a view with its version on views. */
export function entityTag({ record, version, isDraft, fingerprint }: OpenDocument): string {
  if (fingerprint !== undefined) return `"${version}-${fingerprint.slice(0, 16)}"`
  return isDraft ? `"draft-${record.document.draft_revision}"` : `"${version}"`
}

/** The version that an If-Match header demands; null for none or `*`. Throws `invalid_request` for anything else. */
export function versionOfIfMatch(header: string | string[] | undefined): number | null {
  if (header === undefined || header === '*') return null
  const version = typeof header === 'string' ? /^(?:W\/)?"(\d+)"$/.exec(header.trim())?.[1] : undefined
  if (version !== undefined) return Number(version)
  throw new AppError('invalid_request', {
    reason: `The header If-Match is not the ETag of a published version: ${String(header)}`,
    hint: 'Send the ETag of the answer that you read, for example "3".',
  })
}
