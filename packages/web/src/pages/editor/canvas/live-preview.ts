import { type GridAddress, gridsOf, type LayoutRoot, type Rect } from '@octavo/core/document'
import { guidesOf, pixelsOf, readGridBox } from './geometry.ts'

interface Wanted {
  grid: GridAddress
  rect: Rect
  /** Elements that move; they are shown paler where they stand. */
  elementIds: readonly string[]
}

/**
 * Shows while something moves where it would land: a placeholder in full size, guides at equal edges, its size, and the
 * neighbours where they would give way. Styles are set on the page itself, without React, so that a frame costs little;
 * `clear` puts everything back.
 */
export class LivePreview {
  private readonly surface: HTMLElement
  private readonly placeholder: HTMLElement
  private readonly changed = new Map<HTMLElement, { gridColumn: string; gridRow: string; opacity: string }>()
  private guides: HTMLElement[] = []

  constructor(surface: HTMLElement) {
    this.surface = surface
    this.placeholder = document.createElement('div')
    this.placeholder.className = 'canvas-placeholder'
    this.placeholder.setAttribute('aria-hidden', 'true')
    surface.append(this.placeholder)
  }

  show(layout: readonly LayoutRoot[], { grid, rect, elementIds }: Wanted): void {
    this.restore()
    for (const { grid: each, address } of gridsOf(layout)) {
      const name = 'root' in address ? address.root : address.container
      for (const node of each.children) if (!elementIds.includes(node.elementId)) this.place(node, name)
    }
    for (const id of elementIds) this.fade(id)
    this.drawPlaceholder(layout, grid, rect, elementIds)
  }

  clear(): void {
    this.restore()
    this.placeholder.remove()
  }

  private slotOf(elementId: string): HTMLElement | null {
    return this.surface.querySelector<HTMLElement>(`[data-element="${CSS.escape(elementId)}"]`)
  }

  private place({ elementId, column, row }: Rect & { elementId: string }, gridName: string): void {
    const slot = this.slotOf(elementId)
    if (slot?.parentElement?.dataset.grid !== gridName) return
    const gridColumn = `${column.start} / ${column.end}`
    const gridRow = `${row.start} / ${row.end}`
    if (slot.style.gridColumn === gridColumn && slot.style.gridRow === gridRow) return
    this.remember(slot)
    slot.style.gridColumn = gridColumn
    slot.style.gridRow = gridRow
  }

  private fade(elementId: string): void {
    const slot = this.slotOf(elementId)
    if (!slot) return
    this.remember(slot)
    slot.style.opacity = '0.35'
  }

  private remember(slot: HTMLElement): void {
    if (this.changed.has(slot)) return
    const { gridColumn, gridRow, opacity } = slot.style
    this.changed.set(slot, { gridColumn, gridRow, opacity })
  }

  private restore(): void {
    for (const [slot, style] of this.changed) Object.assign(slot.style, style)
    this.changed.clear()
    for (const guide of this.guides) guide.remove()
    this.guides = []
  }

  private drawPlaceholder(
    layout: readonly LayoutRoot[],
    address: GridAddress,
    rect: Rect,
    elementIds: readonly string[],
  ): void {
    const found = [...gridsOf(layout)].find((each) => JSON.stringify(each.address) === JSON.stringify(address))
    const box = found && readGridBox(this.surface, address, found.grid.columns)
    if (!found || !box) return
    const origin = this.surface.getBoundingClientRect()
    const { left, top, width, height } = pixelsOf(box, rect)
    Object.assign(this.placeholder.style, {
      left: `${left - origin.left}px`,
      top: `${top - origin.top}px`,
      width: `${width}px`,
      height: `${height}px`,
    })
    this.placeholder.dataset.size = `${rect.column.end - rect.column.start} × ${rect.row.end - rect.row.start}`
    const neighbours = found.grid.children.filter(({ elementId }) => !elementIds.includes(elementId))
    for (const { axis, line } of guidesOf(rect, neighbours)) {
      const guide = document.createElement('div')
      guide.className = 'canvas-guide'
      const at =
        axis === 'column'
          ? box.left + (line - 1) * box.columnWidth - origin.left
          : box.top + (line - 1) * box.rowHeight - origin.top
      Object.assign(
        guide.style,
        axis === 'column'
          ? { left: `${at}px`, top: '0', width: '1px', height: '100%' }
          : { top: `${at}px`, left: '0', height: '1px', width: '100%' },
      )
      this.surface.append(guide)
      this.guides.push(guide)
    }
  }
}
