import { findGrid, findNode, type Rect } from '@octavo/core/document'
import { EditorSteps } from './editor-steps.ts'

/** Selects elements by keys and menus. */
export class SelectionActions extends EditorSteps {
  selectAll(): void {
    const { document, pageId } = this.editor.state
    const elementIds = document.layout.find(({ id }) => id === pageId)?.children.map(({ elementId }) => elementId) ?? []
    this.editor.select({ elementIds })
  }

  /** The next element in reading order; false at the end. */
  selectNext(step: 1 | -1): boolean {
    const [id] = this.selectedIds
    const grid = (id === undefined ? undefined : findNode(this.document.layout, id)?.grid) ?? this.pageGrid()
    const order = [...(grid?.children ?? [])].sort(
      (a, b) => a.row.start - b.row.start || a.column.start - b.column.start,
    )
    const at = order.findIndex(({ elementId }) => elementId === id)
    const next = id === undefined ? (step === 1 ? order[0] : order.at(-1)) : order[at + step]
    if (!next) return false
    this.editor.select({ elementIds: [next.elementId] })
    return true
  }

  /** Selects the nearest element in a direction; with `isAdding` the selected ones stay selected. */
  selectNear(columns: number, rows: number, isAdding: boolean): void {
    const last = this.selectedIds.at(-1)
    const found = last === undefined ? undefined : findNode(this.document.layout, last)
    if (!found) {
      this.selectNext(1)
      return
    }
    const middle = ({ column, row }: Rect) => ({ x: (column.start + column.end) / 2, y: (row.start + row.end) / 2 })
    const here = middle(found.node)
    const near = found.grid.children
      .flatMap((node) => {
        const { x, y } = middle(node)
        const along = (x - here.x) * columns + (y - here.y) * rows
        const across = Math.abs((x - here.x) * rows) + Math.abs((y - here.y) * columns)
        return along > 0 ? [{ id: node.elementId, distance: along + across * 2 }] : []
      })
      .sort((a, b) => a.distance - b.distance)[0]
    if (!near) return
    this.editor.select({ elementIds: isAdding ? [...new Set([...this.selectedIds, near.id])] : [near.id] })
  }

  selectInside(): void {
    const [id] = this.selectedIds
    const node = id === undefined ? undefined : findNode(this.document.layout, id)?.node
    const first =
      node?.tag === 'Container'
        ? node.children[0]
        : node?.tag === 'TabbedContainer'
          ? node.tabs[0]?.children[0]
          : undefined
    if (first) this.editor.select({ elementIds: [first.elementId] })
  }

  selectParent(): void {
    const [id] = this.selectedIds
    const parent = id === undefined ? undefined : findNode(this.document.layout, id)?.containers.at(-1)
    this.editor.select({ elementIds: parent === undefined ? [] : [parent] })
  }

  private pageGrid() {
    return findGrid(this.document.layout, { root: this.editor.state.pageId })?.grid
  }
}
