import type { WrittenSpec } from '../../services/documents/document-specs.ts'

/** The answer to a document that was written as code, beside its id. */
export function writtenDocument({ record, warnings }: WrittenSpec) {
  return {
    success: true as const,
    documentVersion: record.document.latest_version,
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

/** The same of one that was replaced: with its new version as ETag. */
export const versionTag = ({ record }: WrittenSpec) => ({ etag: `"${record.document.latest_version}"` })
