import {
  type Alignment,
  type Axis,
  addOverlay,
  addPage,
  alignNodes,
  applyEdits,
  arrange,
  type DocumentEdit,
  distributeNodes,
  elementsOfPage,
  findGrid,
  findNode,
  type GridAddress,
  groupElements,
  inOtherGrid,
  type LayoutRoot,
  type Move,
  moveBy,
  placeNodes,
  type Rect,
  rectOf,
  resizeBy,
  resizeNode,
  rowsInside,
  sameSize,
  setGridColumns,
  trimSpace,
  ungroupElements,
  type WorkbookDocument,
  withContents,
} from '@octavo/core/document'
import { newId } from '../../editor/index.ts'
import { rowsToFit } from './canvas/rows-to-fit.ts'
import { EditorSteps, freeName } from './editor-steps.ts'

/** Moves, sizes, aligns and groups elements, each as one step of undo. */
export class LayoutActions extends EditorSteps {
  drop(elementIds: readonly string[], layout: readonly LayoutRoot[]): void {
    this.arrangeTo(layout, this.word('move', elementIds), elementIds)
  }

  resize(elementId: string, rect: Rect): void {
    const { layout } = resizeNode(this.document.layout, elementId, rect)
    this.arrangeTo(layout, this.word('resize', [elementId]), [elementId])
  }

  nudge(columns: number, rows: number): void {
    const ids = this.selectedIds
    this.arrangeTo(moveBy(this.document.layout, ids, columns, rows), this.word('move', ids), ids)
  }

  grow(columns: number, rows: number): void {
    const [id] = this.selectedIds
    if (id === undefined) return
    this.arrangeTo(resizeBy(this.document.layout, id, columns, rows), this.word('resize', [id]), [id])
  }

  align(alignment: Alignment): void {
    const ids = this.selectedIds
    this.arrangeTo(alignNodes(this.document.layout, ids, alignment), this.word('align', ids), ids)
  }

  distribute(axis: Axis): void {
    const ids = this.selectedIds
    this.arrangeTo(distributeNodes(this.document.layout, ids, axis), this.word('distribute', ids), ids)
  }

  sameSize(axis: Axis): void {
    const ids = this.selectedIds
    this.arrangeTo(sameSize(this.document.layout, ids, axis), this.word('resize', ids), ids)
  }

  fullWidth(): void {
    const moves = this.selectedIds.flatMap((id) => {
      const found = findNode(this.document.layout, id)
      if (!found) return []
      const { node, address, grid } = found
      const rect = rectOf(1, node.row.start, grid.columns, node.row.end - node.row.start)
      return [{ elementId: id, grid: address, rect }]
    })
    this.arrangeTo(placeNodes(this.document.layout, moves), this.word('resize', this.selectedIds), this.selectedIds)
  }

  /**
   * Sets the height of a container to its contents, or of a text or table to what it shows; an empty one stays as it
   * is.
   */
  fitToContents(elementId: string): void {
    const node = findNode(this.document.layout, elementId)?.node
    if (!node) return
    const before = node.row.end - node.row.start
    const rows = node.tag === 'Element' ? rowsToFit(elementId, before) : rowsInside(node)
    if (!rows) return
    // Elements below move down; dragging the edge would shrink them instead.
    const layout = resizeBy(this.document.layout, elementId, 0, rows - before)
    this.arrangeTo(layout, this.word('resize', [elementId]), [elementId])
  }

  setDensity(containerId: string, columns: number, tab?: number): void {
    const grid = tab === undefined ? { container: containerId } : { container: containerId, tab }
    const layout = setGridColumns(this.document.layout, grid, columns)
    this.arrangeTo(layout, this.t('word.density'), this.selectedIds)
  }

  trim(): void {
    const [id] = this.selectedIds
    const node = id === undefined ? undefined : findNode(this.document.layout, id)?.node
    const grid = node?.tag === 'Container' ? { container: node.elementId } : { root: this.editor.state.pageId }
    this.arrangeTo(trimSpace(this.document.layout, grid), this.t('word.trim'), this.selectedIds)
  }

  moveTo(holderId: string): void {
    this.moveInto(this.document, [], holderId)
  }

  /** Moves the selection below the contents of a container. */
  moveToContainer(containerId: string): void {
    const rootId = findNode(this.document.layout, containerId)?.rootId
    if (rootId !== undefined) this.moveInto(this.document, [], rootId, { container: containerId })
  }

  /** Containers of the shown page that neither contain the selection nor are inside it. */
  containersToMoveTo(): string[] {
    const ids = this.selectedIds
    const held = new Set(withContents(this.document, ids))
    const parents = new Set(ids.map((id) => findNode(this.document.layout, id)?.containers.at(-1)))
    return elementsOfPage(this.document, this.editor.state.pageId).flatMap(({ id, kind }) =>
      kind === 'container' && !held.has(id) && !parents.has(id) ? [id] : [],
    )
  }

  /** Moves the selection to a new page or modal. */
  moveToNew(holder: 'page' | 'modal'): void {
    const id = newId()
    const { pages, overlays } = this.document
    const edits =
      holder === 'page'
        ? addPage(this.document, id, freeName(pages, this.t('page', { place: pages.length + 1 })))
        : addOverlay(this.document, id, holder, freeName(overlays, this.t('overlay.new.modal')))
    this.moveInto(applyEdits(this.document, edits).document, edits, id)
  }

  /** Moves the selection below the contents of another page; it keeps its share of the width. */
  private moveInto(
    document: WorkbookDocument,
    before: readonly DocumentEdit[],
    holderId: string,
    target: GridAddress = { root: holderId },
  ): void {
    const ids = this.selectedIds
    const into = findGrid(document.layout, target)?.grid
    let bottom = Math.max(1, ...(into?.children ?? []).map(({ row }) => row.end))
    const found = ids.flatMap((id) => findNode(document.layout, id) ?? [])
    const top = Math.min(...found.map(({ node }) => node.row.start))
    bottom -= Number.isFinite(top) ? top : 0
    const moves = found.map(({ node, grid }): Move => {
      const { column, row } = inOtherGrid(node, grid.columns, into?.columns ?? 24)
      const rect = { column, row: { start: row.start + bottom, end: row.end + bottom } }
      return { elementId: node.elementId, grid: target, rect }
    })
    const result = arrange(document, placeNodes(document.layout, moves))
    if ('refused' in result) {
      this.refuse(result.refused)
      return
    }
    const select = { elementIds: ids, columnIds: [] }
    this.editor.apply(this.word('move', ids), [...before, ...result.edits], { select, pageId: holderId })
  }

  group(kind: 'container' | 'tabbed-container' = 'container'): void {
    const ids = this.selectedIds
    if (ids.length === 0) return
    const id = newId()
    const result = groupElements(this.document, ids, id, kind)
    if ('refused' in result) this.refuse(result.refused)
    else this.editor.apply(this.t('word.group'), result.edits, { select: { elementIds: [id], columnIds: [] } })
  }

  ungroup(): void {
    const edits = ungroupElements(this.document, this.selectedIds)
    if (edits.length > 0) this.editor.apply(this.t('word.ungroup'), edits)
  }
}
