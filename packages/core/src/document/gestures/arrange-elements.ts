import type { LayoutRoot, WorkbookDocument } from '../api.ts'
import {
  findNode,
  groupNodes,
  heightOf,
  type Move,
  placeNodes,
  rectOf,
  standingTogether,
  ungroupNodes,
  widthOf,
} from '../arrange/index.ts'
import { addedNestingProblem } from '../check-nesting.ts'
import { applyEdits, type DocumentEdit, layoutEdits } from '../edits/index.ts'
import { newElement } from '../new-element.ts'
import { editsBetween } from './change-element.ts'
import { nothingGone, withoutPointers } from './remove-elements.ts'

/**
 * Edits that change the layout of the document, or the reason why the new layout is not allowed. Page breaks stay one row high, however
 * they are stretched.
 */
export function arrange(
  document: WorkbookDocument,
  layout: readonly LayoutRoot[],
): { edits: DocumentEdit[] } | { refused: string } {
  const problem = addedNestingProblem(document.layout, layout)
  if (problem) return { refused: problem.message }
  return { edits: layoutEdits(document, [...withFlatBreaks(document, layout)]) }
}

function withFlatBreaks(document: WorkbookDocument, layout: readonly LayoutRoot[]): readonly LayoutRoot[] {
  const moves = Object.values(document.elements).flatMap(({ id, kind }): Move[] => {
    const found = kind === 'page-break' ? findNode(layout, id) : undefined
    if (!found || heightOf(found.node) === 1) return []
    const { column, row } = found.node
    return [{ elementId: id, grid: found.address, rect: rectOf(column.start, row.start, widthOf(found.node), 1) }]
  })
  return moves.length > 0 ? placeNodes(layout, moves) : layout
}

/** Moves elements of one grid into a new container, or into the first tab of a tabbed one. */
export function groupElements(
  document: WorkbookDocument,
  elementIds: readonly string[],
  containerId: string,
  kind: 'container' | 'tabbed-container' = 'container',
): { edits: DocumentEdit[] } | { refused: string } {
  const standing = standingTogether(document.layout, elementIds)
  const [first] = standing
  const rootId = first && findNode(document.layout, first.node.elementId)?.rootId
  if (!first || rootId === undefined) return { edits: [] }
  const ids = standing.map(({ node }) => node.elementId)
  const entry = newElement(document, containerId, kind)
  const inserted = applyEdits(document, [{ op: 'insert', at: ['elements'], entry, after: null, page: rootId }]).document
  const layout = groupNodes(inserted.layout, ids, containerId)
  const problem = addedNestingProblem(document.layout, layout)
  if (problem) return { refused: problem.message }
  return { edits: editsBetween(document, { ...inserted, layout }) }
}

/** Removes containers and keeps their content where it is. */
export function ungroupElements(document: WorkbookDocument, containerIds: readonly string[]): DocumentEdit[] {
  let next = document
  for (const id of containerIds) {
    if (findNode(next.layout, id)?.node.tag === 'Element') continue
    const bare = { ...next, layout: ungroupNodes(next.layout, id) }
    next = applyEdits(bare, [{ op: 'remove', at: ['elements'], id }]).document
  }
  const gone = { ...nothingGone, element: (id: string) => containerIds.includes(id) }
  return next === document ? [] : editsBetween(document, withoutPointers(next, gone))
}
