import type { CsvFile } from '@octavo/core/contract'
import { call } from '../../../api.ts'
import { textOfFile } from '../../data/text-of-file.ts'
import type { PickedSource } from './SourcePicker.tsx'
import { sourceColumn } from './source-entries.ts'

/** Uploads a CSV file as a table of a connection, and answers with it as a source with all of its columns. */
export async function uploadCsv(file: File, connectionId: string): Promise<PickedSource> {
  const name = file.name.replace(/\.(csv|tsv|txt)$/i, '')
  const uploaded = await call<CsvFile>(`/v2/connections/${encodeURIComponent(connectionId)}/csv`, {
    method: 'POST',
    body: { name, csv: await textOfFile(file) },
  })
  return {
    source: { kind: 'csv-table', connectionId, inodeId: uploaded.csvId },
    columns: uploaded.columns.map((column) => sourceColumn(uploaded.name, column.name, column.type).column),
    name: uploaded.name,
  }
}
