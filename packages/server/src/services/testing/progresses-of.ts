import type { ExportProgress, ExportRequest } from '@octavo/core/contract'
import { withComputedFormulas } from '@octavo/core/document'
import { findExport } from '../../store/exports.ts'
import { createExportFiles } from '../exports/export-files.ts'
import type { ExportOrder } from '../exports/export-requests.ts'
import type { ExportedDocument } from '../exports/exports.ts'
import type { countRowsBeside } from '../exports/row-counts.ts'
import type { QueryBench } from './query-bench.ts'

/**
 * The progress reported while the file of a request is produced, in order; until one `isEnough`, if that is given. `countRows` replaces
 * the count of rows beside the file.
 */
export async function progressesOf(
  bench: QueryBench,
  document: ExportedDocument,
  request: ExportRequest,
  isEnough: (progress: ExportProgress) => boolean = () => false,
  countRows: typeof countRowsBeside = async () => null,
): Promise<ExportProgress[]> {
  const { queryId } = await bench.exports.create(bench.viewer, document, request)
  const row = await findExport(bench.store.db, bench.organizationId, queryId)
  await bench.exports.cancel(bench.viewer, queryId)
  const order = JSON.parse(row?.request ?? '') as ExportOrder
  const seen: ExportProgress[] = []
  const computed = { ...document, content: withComputedFormulas(document.content) }
  const who = { viewer: bench.viewer, document: computed, owner: 'test', purpose: 'download' as const }
  const { content } = await createExportFiles({ ...bench, countRows }).open(who, order, bench.signal, (each) =>
    seen.push(each),
  )
  for await (const _ of content) if (seen.some(isEnough)) break
  return seen
}
