import { AppError } from '@octavo/core/errors'
import type { IfMatch } from '../../services/answers/if-match.ts'
import type { OpenDocument } from '../../services/documents/open-document.ts'

/** The published version on code reads, the revision on drafts, and the state of a view with its version on views. */
export function entityTag({ record, version, isDraft, fingerprint }: OpenDocument): string {
  if (fingerprint !== undefined) return `"${version}-${fingerprint.slice(0, 16)}"`
  return isDraft ? `"draft-${record.document.draft_revision}"` : `"${version}"`
}

const oneTag = /^(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")$/

/**
 * The ETags of an If-Match header; null for none or `*`. A weak tag counts as the strong one, because compressing proxies weaken tags.
 * Throws `invalid_request` for a malformed list.
 */
export function ifMatchOf({ headers }: { headers: Readonly<Record<string, string | string[] | undefined>> }): IfMatch {
  const header = headers['if-match']
  if (header === undefined || header === '*') return null
  return String(header)
    .split(',')
    .map((part) => {
      const tag = oneTag.exec(part.trim())?.[1]
      if (tag !== undefined) return tag
      throw new AppError('invalid_request', {
        reason: `The header If-Match is not a list of ETags: ${String(header)}`,
        hint: 'Send the ETag of the answer that you read with its quotation marks, for example "3".',
      })
    })
}
