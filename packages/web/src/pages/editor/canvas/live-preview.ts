import { findGrid, type GridAddress, gridsOf, type LayoutRoot, type Rect } from '@octavo/core/document'
import { guidesOf, pixelsOf, readGridBox } from './geometry.ts'

interface Wanted {
  grid: GridAddress
  rect: Rect
  /** Elements that move; they are shown paler at their old place. */
  elementIds: readonly string[]
}

interface SlotStyle {
  gridColumn: string
  gridRow: string
  opacity: string
}

/**
 * While something moves, shows where it would be dropped: a placeholder in full size, guides at equal edges, its size,
 * and the neighbours that would move aside. Styles are set on the page itself, without React, so that a frame costs
 * little: slots are looked up once, everything is measured before anything is changed, and only differences are
 * written. `clear` restores everything.
 */
export class LivePreview {
  private readonly surface: HTMLElement
  private readonly placeholder: HTMLElement
  private slots: ReadonlyMap<string, HTMLElement>
  private readonly before = new Map<HTMLElement, SlotStyle>()
  private guides: HTMLElement[] = []

  constructor(surface: HTMLElement) {
    this.surface = surface
    this.slots = slotsIn(surface)
    this.placeholder = document.createElement('div')
    this.placeholder.className = 'canvas-placeholder'
    this.placeholder.setAttribute('aria-hidden', 'true')
    surface.append(this.placeholder)
  }

  show(layout: readonly LayoutRoot[], wanted: Wanted): void {
    // Another editor's change may have rendered the page again since.
    if ([...this.slots.values()].some((slot) => !slot.isConnected)) this.slots = slotsIn(this.surface)
    const drawn = this.measure(layout, wanted)
    this.applyStyles(this.stylesOf(layout, wanted.elementIds))
    for (const guide of this.guides) guide.remove()
    this.guides = []
    if (drawn) this.draw(drawn, wanted.rect)
  }

  clear(): void {
    this.applyStyles(new Map())
    for (const guide of this.guides) guide.remove()
    this.placeholder.remove()
  }

  /** The slots that look different from the document, with their styles. */
  private stylesOf(layout: readonly LayoutRoot[], elementIds: readonly string[]): Map<HTMLElement, SlotStyle> {
    const styles = new Map<HTMLElement, SlotStyle>()
    for (const { grid: each, address } of gridsOf(layout)) {
      const name = 'root' in address ? address.root : address.container
      for (const { elementId, column, row } of each.children) {
        if (elementIds.includes(elementId)) continue
        const slot = this.slots.get(elementId)
        if (slot?.parentElement?.dataset.grid !== name) continue
        const own = this.before.get(slot) ?? slot.style
        const gridColumn = `${column.start} / ${column.end}`
        const gridRow = `${row.start} / ${row.end}`
        if (own.gridColumn === gridColumn && own.gridRow === gridRow) continue
        styles.set(slot, { gridColumn, gridRow, opacity: own.opacity })
      }
    }
    for (const id of elementIds) {
      const slot = this.slots.get(id)
      const own = slot && (this.before.get(slot) ?? slot.style)
      if (slot && own) styles.set(slot, { gridColumn: own.gridColumn, gridRow: own.gridRow, opacity: '0.35' })
    }
    return styles
  }

  private applyStyles(styles: ReadonlyMap<HTMLElement, SlotStyle>): void {
    for (const [slot, style] of this.before) {
      if (styles.has(slot)) continue
      write(slot, style)
      this.before.delete(slot)
    }
    for (const [slot, style] of styles) {
      const { gridColumn, gridRow, opacity } = slot.style
      if (!this.before.has(slot)) this.before.set(slot, { gridColumn, gridRow, opacity })
      write(slot, style)
    }
  }

  /** Where the placeholder and the guides are, from the upper left corner of the canvas. */
  private measure(layout: readonly LayoutRoot[], { grid, rect, elementIds }: Wanted): Drawn | undefined {
    const found = findGrid(layout, grid)
    const box = found && readGridBox(this.surface, grid, found.grid.columns)
    if (!found || !box) return undefined
    const origin = this.surface.getBoundingClientRect()
    const neighbours = found.grid.children.filter(({ elementId }) => !elementIds.includes(elementId))
    const guides = guidesOf(rect, neighbours).map(({ axis, line }) => ({
      axis,
      at:
        axis === 'column'
          ? box.left + (line - 1) * box.columnWidth - origin.left
          : box.top + (line - 1) * box.rowHeight - origin.top,
    }))
    const { left, top, width, height } = pixelsOf(box, rect)
    return { left: left - origin.left, top: top - origin.top, width, height, guides }
  }

  private draw({ left, top, width, height, guides }: Drawn, { column, row }: Rect): void {
    Object.assign(this.placeholder.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    })
    this.placeholder.dataset.size = `${column.end - column.start} × ${row.end - row.start}`
    this.guides = guides.map(({ axis, at }) => {
      const guide = document.createElement('div')
      guide.className = 'canvas-guide'
      Object.assign(
        guide.style,
        axis === 'column'
          ? { left: `${at}px`, top: '0', width: '1px', height: '100%' }
          : { top: `${at}px`, left: '0', height: '1px', width: '100%' },
      )
      this.surface.append(guide)
      return guide
    })
  }
}

interface Drawn {
  left: number
  top: number
  width: number
  height: number
  guides: readonly { axis: 'column' | 'row'; at: number }[]
}

function slotsIn(surface: HTMLElement): ReadonlyMap<string, HTMLElement> {
  const slots = surface.querySelectorAll<HTMLElement>('[data-element]')
  // The first slot with a name counts, as for a selector.
  return new Map([...slots].reverse().map((slot) => [slot.dataset.element ?? '', slot]))
}

/** Setting a style to its current value would still make the browser compute it again. */
function write(slot: HTMLElement, style: SlotStyle): void {
  for (const name of ['gridColumn', 'gridRow', 'opacity'] as const) {
    if (slot.style[name] !== style[name]) slot.style[name] = style[name]
  }
}
