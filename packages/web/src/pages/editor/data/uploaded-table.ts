import type { Upload } from '@octavo/core/contract'
import type { PickedSource } from './picked-source.ts'
import { sourceColumn } from './source-entries.ts'

/** An uploaded table as a source with all of its columns. */
export function uploadedTable({ name, connectionId, uploadId, columns }: Upload): PickedSource {
  return {
    source: { kind: 'csv-table', connectionId, inodeId: uploadId },
    columns: columns.map((column) => sourceColumn(name, column.name, column.type).column),
    name,
  }
}
