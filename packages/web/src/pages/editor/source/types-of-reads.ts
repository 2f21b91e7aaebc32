import type { ElementSource, WorkbookDocument } from '@octavo/core/document'
import { printReference } from '@octavo/core/formula'
import { type DraftEditor, newId } from '../../../editor/index.ts'
import { typesOf } from '../data/typed-columns.ts'
import type { SourceRead } from './source-review.ts'

/**
 * Types of the columns that are read from a source, by the key of the read; columns that the source does not have are
 * left out.
 */
export async function typesOfReads(
  editor: DraftEditor,
  document: WorkbookDocument,
  { source, reads }: { source: ElementSource; reads: readonly Pick<SourceRead, 'key' | 'segments'>[] },
  signal: AbortSignal,
): Promise<Map<string, string>> {
  if (reads.length === 0) return new Map()
  const columns = reads.map(({ segments }) => ({ id: newId(), formula: printReference([...segments]) }))
  const found = await typesOf(editor, document, { source, columns }, signal)
  const typed = reads.map(({ key }, at) => ({ key, type: found.get(columns[at]?.id ?? '') }))
  return new Map(typed.flatMap(({ key, type }) => (type === undefined ? [] : [[key, type] as const])))
}
