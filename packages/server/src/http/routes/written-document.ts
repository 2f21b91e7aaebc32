import type { Problem } from '@octavo/core/errors'
import { finding, type WrittenSpec } from '../../services/documents/document-specs.ts'
import { isDryRun } from '../../store/index.ts'

/**
 * The answer to a document that was written as code, beside its id. `problems` keep its elements from returning rows: a
 * write reports them as warnings, a dry run is the verdict.
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

/** The same of one that was replaced: with its new version as ETag. */
export const versionTag = ({ record }: WrittenSpec) => ({ etag: `"${record.document.latest_version}"` })
