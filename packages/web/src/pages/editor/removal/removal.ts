import {
  applyEdits,
  type DocumentEdit,
  findElement,
  holderListOf,
  keepAsData,
  removeElements,
  removeHolder,
  sourceElementIds,
  type WorkbookDocument,
  withContents,
} from '@octavo/core/document'
import { type ReviewedChange, reviewedEdits } from '../source/source-review.ts'

/** What is to be deleted: elements, or a page, overlay or panel with its elements. */
export interface Removal {
  elementIds: readonly string[]
  holderId?: string
}

/** What happens to the readers of deleted elements. */
export type RemovalChoice = 'keep' | 'delete' | 'replace'

/** The elements of a page, or else those selected. */
export function removalOf(document: WorkbookDocument, holderId: string, selected: readonly string[]): Removal {
  const list = holderListOf(document, holderId)
  const holder = list && document[list].find(({ id }) => id === holderId)
  return holder ? { elementIds: holder.elementIds, holderId } : { elementIds: selected }
}

/**
 * Remaining elements that read a deleted one, in document order, without controls that only take their values from it.
 */
export function directReaders(document: WorkbookDocument, { elementIds }: Removal): string[] {
  const named = withContents(document, elementIds)
  return Object.values(document.elements).flatMap(({ id, kind, source }) =>
    kind !== 'control' && !named.includes(id) && sourceElementIds(source).some((read) => named.includes(read))
      ? [id]
      : [],
  )
}

/** The readers that combine a deleted element with other sources, so that a single other source cannot replace it. */
export function combiningReaders(document: WorkbookDocument, readers: readonly string[]): string[] {
  return readers.filter((id) => {
    const source = findElement(document, id)?.source
    return !(typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'table')
  })
}

/** Deletes the elements with everything that reads them, or a page with its contents. */
export function removalEdits(document: WorkbookDocument, { elementIds, holderId }: Removal): DocumentEdit[] {
  return holderId === undefined ? removeElements(document, elementIds) : removeHolder(document, holderId)
}

/** Deletes elements, except those that others read, which move to a hidden page. */
export function keepingEdits(
  document: WorkbookDocument,
  removal: Removal,
  page: { id: string; name: string },
): DocumentEdit[] {
  const edits = keepAsData(document, removal.elementIds, page)
  if (removal.holderId === undefined) return edits
  return [...edits, ...removeHolder(applyEdits(document, edits).document, removal.holderId)]
}

/** Gives each reader another source, then deletes the elements that they read. */
export function replacingEdits(
  document: WorkbookDocument,
  removal: Removal,
  changes: ReadonlyMap<string, ReviewedChange>,
): DocumentEdit[] {
  let next = document
  const edits: DocumentEdit[] = []
  const make = (more: readonly DocumentEdit[]) => {
    edits.push(...more)
    next = applyEdits(next, more).document
  }
  for (const [elementId, change] of changes) make(reviewedEdits(next, elementId, change))
  make(removalEdits(next, removal))
  return edits
}
