import type { Problem } from '@octavo/core/errors'
import { finding, type WrittenSpec } from '../../services/documents/document-specs.ts'
import { isDryRun } from '../../store/index.ts'

/**
 * The response for a document written as code, besides its id. `problems` prevent its elements from returning rows: a write reports them as
 * warnings, a dry run as its result.
 */
export function writtenDocument({ record, warnings }: WrittenSpec, problems: readonly Problem[]) {
  const all = [...warnings, ...problems]
  return {
    success: true as const,
    documentVersion: record.document.latest_version,
    ...(all.length > 0 ? { warnings: all } : {}),
    ...(isDryRun() ? { valid: problems.length === 0 } : {}),
    ...(isDryRun() && problems.length > 0 ? { errors: problems.map(finding) } : {}),
  }
}

/** The ETag of a replaced document: its new version. */
export const versionTag = ({ record }: WrittenSpec) => ({ etag: `"${record.document.latest_version}"` })
