import { titleLines } from '@octavo/core/display'
import { loadPart } from '../load-part.ts'

/** Pixels of the picture for each of the screen. */
const scale = 2

const tileOf = (elementId: string) => document.querySelector<HTMLElement>(`[data-element="${CSS.escape(elementId)}"]`)

/** Whether an element is drawn as a chart just now. */
export const hasPicture = (elementId: string): boolean =>
  tileOf(elementId)?.querySelector('[role=img] canvas') instanceof HTMLCanvasElement

/** Copies a chart as shown on screen, with its title, as a PNG to the clipboard. Rejects when the browser does not allow it. */
export async function copyPicture(elementId: string): Promise<void> {
  const tile = tileOf(elementId)
  if (!tile) throw new Error(`There is no element "${elementId}" on screen.`)
  // The browser requires the clipboard item during the click; the content of the item may follow later.
  const item = new ClipboardItem({ 'image/png': pictureOf(tile) })
  await navigator.clipboard.write([item])
}

async function pictureOf(tile: HTMLElement): Promise<Blob> {
  const { getInstanceByDom } = await loadPart(() => import('../chart/chart-library.ts'))
  const { left, top, width, height } = tile.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.scale(scale, scale)
  context.fillStyle = backgroundOf(tile)
  context.fillRect(0, 0, width, height)
  for (const text of tile.querySelectorAll<HTMLElement>('[data-title], [data-title] + p')) drawText(context, text, tile)
  for (const box of tile.querySelectorAll<HTMLElement>('[role=img]')) {
    const chart = getInstanceByDom(box)
    if (!chart) continue
    const at = box.getBoundingClientRect()
    const drawn = await loaded(chart.getDataURL({ type: 'png', pixelRatio: scale, backgroundColor: 'transparent' }))
    context.drawImage(drawn, at.left - left, at.top - top, at.width, at.height)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), 'image/png')
  })
}

function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  return image.decode().then(() => image)
}

/** The background of the tile, or of the element behind it. */
function backgroundOf(tile: HTMLElement): string {
  for (let box: HTMLElement | null = tile; box; box = box.parentElement) {
    const { backgroundColor } = getComputedStyle(box)
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor
  }
  return 'white'
}

/** What is written on the lines of a text; the last line may end with its box. */
function linesOf(context: CanvasRenderingContext2D, text: HTMLElement, { width, height }: DOMRect): string[] {
  const written = text.textContent ?? ''
  const isOneLine = height < 1.5 * Number.parseFloat(getComputedStyle(text).lineHeight)
  return isOneLine ? [written] : titleLines(written, width, (part) => context.measureText(part).width)
}

/** Draws a title or description at its position in the tile, on as many lines as it has there. */
function drawText(context: CanvasRenderingContext2D, text: HTMLElement, tile: HTMLElement): void {
  const { left, top } = tile.getBoundingClientRect()
  const box = text.getBoundingClientRect()
  const { font, color, textAlign } = getComputedStyle(text)
  const [align, across]: [CanvasTextAlign, number] =
    textAlign === 'center' ? ['center', box.width / 2] : textAlign === 'right' ? ['right', box.width] : ['left', 0]
  context.save()
  context.beginPath()
  context.rect(box.left - left, box.top - top, box.width, box.height)
  context.clip()
  context.font = font
  context.fillStyle = color
  context.textAlign = align
  context.textBaseline = 'middle'
  const lines = linesOf(context, text, box)
  const lineHeight = box.height / lines.length
  for (const [index, line] of lines.entries()) {
    context.fillText(line, box.left - left + across, box.top - top + lineHeight * (index + 0.5))
  }
  context.restore()
}
