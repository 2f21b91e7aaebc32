import { classNames } from '../ui/index.ts'
import { type CellLook, looks, titleOf } from './cell-look.ts'
import type { GridCell, GridWords } from './grid-types.ts'

/** A cell of the page and the look that it has. */
interface DrawnCell {
  node: HTMLElement
  look: CellLook
}

/** The cells in an element, by column. */
export type DrawnCells = Map<number, DrawnCell>

/**
 * Draws the cells of a row, in the order of their columns. A scroll step of a wide table adds more than a hundred cells, for which
 * components would take several times as long as the elements themselves; so the grid creates these elements, and changes only what differs.
 */
export function drawCells(host: HTMLElement, drawn: DrawnCells, wanted: readonly CellLook[], words: GridWords): void {
  const columns = new Set(wanted.map(({ columnIndex }) => columnIndex))
  for (const [column, { node }] of drawn) {
    if (columns.has(column)) continue
    node.remove()
    drawn.delete(column)
  }
  let next = host.firstChild
  for (const look of wanted) {
    const known = drawn.get(look.columnIndex)
    if (known && canChange(known.look, look)) {
      change(known, look)
      next = known.node.nextSibling
      continue
    }
    const node = cellNode(host.ownerDocument, look, words)
    if (known) {
      known.node.replaceWith(node)
      next = node.nextSibling
    } else host.insertBefore(node, next)
    drawn.set(look.columnIndex, { node, look })
  }
}

/** Text without a style of its own is changed in place; other cells are created again when they differ. */
function canChange(known: CellLook, look: CellLook): boolean {
  if (known.isText && look.isText && !known.style && !look.style) return true
  return JSON.stringify(known) === JSON.stringify(look)
}

function change(drawn: DrawnCell, look: CellLook): void {
  const { node, look: known } = drawn
  if (known.id !== look.id) node.id = look.id
  if (known.left !== look.left) node.style.left = `${look.left}px`
  if (known.width !== look.width) node.style.width = `${look.width}px`
  if (known.className !== look.className) node.className = look.className
  if (known.isSelected !== look.isSelected) node.setAttribute('aria-selected', String(look.isSelected))
  if (known.cell.mark !== look.cell.mark)
    setOrRemove(node, 'aria-invalid', look.cell.mark === 'wrong' ? 'true' : undefined)
  if (known.title !== look.title) setOrRemove(node, 'title', look.title)
  if (known.cell.text !== look.cell.text) node.textContent = look.cell.text
  drawn.look = look
}

/** A node of each column as it is without its text, for the cells that have nothing else of their own: a copy costs much less. */
const templates = new Map<string, HTMLElement>()
const mostTemplates = 500

function cellNode(document: Document, look: CellLook, words: GridWords): HTMLElement {
  if (!look.isText || look.style || look.title !== undefined || look.cell.mark) return newNode(document, look, words)
  const { columnIndex, left, width, isSelected, className } = look
  const key = `${columnIndex} ${left} ${width} ${isSelected} ${className}`
  let template = templates.get(key)
  if (!template) {
    if (templates.size >= mostTemplates) templates.clear()
    template = newNode(document, { ...look, id: '', cell: { text: '', raw: '' } }, words)
    templates.set(key, template)
  }
  const node = template.cloneNode() as HTMLElement
  node.id = look.id
  node.textContent = look.cell.text
  return node
}

function newNode(document: Document, look: CellLook, words: GridWords): HTMLElement {
  const node = document.createElement('div')
  node.id = look.id
  node.className = look.className
  node.setAttribute('role', 'gridcell')
  node.setAttribute('aria-colindex', String(look.columnIndex + 1))
  node.setAttribute('aria-selected', String(look.isSelected))
  if (look.cell.mark === 'wrong') node.setAttribute('aria-invalid', 'true')
  if (look.title !== undefined) node.title = look.title
  node.style.left = `${look.left}px`
  node.style.width = `${look.width}px`
  for (const [property, value] of Object.entries(look.style ?? {})) setStyle(node, property, value)
  if (look.isText) node.textContent = look.cell.text
  else node.append(...contentNodes(document, look.cell, words))
  return node
}

function setOrRemove(node: HTMLElement, attribute: string, value: string | undefined): void {
  if (value === undefined) node.removeAttribute(attribute)
  else node.setAttribute(attribute, value)
}

/** Sets a property with the name and value that a component would have: the only lengths among them are sizes of text. */
function setStyle(node: HTMLElement, property: string, value: unknown): void {
  Object.assign(node.style, { [property]: property === 'fontSize' ? `${value}px` : String(value) })
}

/** The bar of a cell, and its text or link. */
export function contentNodes(document: Document, cell: GridCell, words: GridWords): HTMLElement[] {
  const text = textNode(document, cell, words)
  return cell.bar ? [barNode(document, cell.bar), text] : [text]
}

function textNode(document: Document, cell: GridCell, words: GridWords): HTMLElement {
  if (cell.href && !cell.bar?.hidesText) return linkNode(document, cell.href, cell.text)
  const node = document.createElement('span')
  node.textContent = cell.text
  if (cell.bar?.hidesText) {
    node.className = 'sr-only'
    return node
  }
  node.className = classNames('relative truncate', cell.look && looks[cell.look])
  const title = titleOf(cell, words)
  if (title !== undefined) node.title = title
  return node
}

function linkNode(document: Document, href: string, text: string): HTMLElement {
  const node = document.createElement('a')
  node.href = href
  node.target = '_blank'
  node.rel = 'noopener noreferrer'
  node.tabIndex = -1
  node.title = href
  node.className = 'truncate text-accent-text underline underline-offset-2 hover:text-accent-text'
  node.textContent = text
  return node
}

function barNode(document: Document, bar: NonNullable<GridCell['bar']>): HTMLElement {
  const node = document.createElement('span')
  node.setAttribute('aria-hidden', 'true')
  node.className = 'absolute inset-y-1 rounded-xs opacity-60'
  node.style.left = `${bar.from * 100}%`
  node.style.width = `${(bar.to - bar.from) * 100}%`
  node.style.backgroundColor = bar.color
  return node
}
