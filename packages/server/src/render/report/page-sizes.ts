import type { PageSize } from '@octavo/core/contract'
import type { Size } from './element-node.ts'
import type { PicturePaper } from './report-order.ts'

/** Width and height of an upright sheet, in points. */
export const pageSizes: Readonly<Record<PageSize, readonly [width: number, height: number]>> = {
  letter: [612, 792],
  legal: [612, 1008],
  tabloid: [792, 1224],
  a0: [2383.94, 3370.39],
  a1: [1683.78, 2383.94],
  a2: [1190.55, 1683.78],
  a3: [841.89, 1190.55],
  a4: [595.28, 841.89],
}

const margin = 32
/** Points per pixel at which the smallest text of the app is readable on paper. */
const readableScale = 0.64
/** Maximum width of a sheet in pixels: larger paper enlarges everything. */
const mostPixels = 1380

/** The drawing surface in points, and the pixels that its width and height show. */
export interface Canvas extends Size {
  /** The height is null when the paper is as high as its content. */
  paper: { width: number; height: number | null; margin: number }
  /** Points per pixel. */
  scale: number
}

/** A sheet in its orientation. */
export function sheetCanvas(pageSize: PageSize, layout: 'portrait' | 'landscape') {
  const [short, long] = pageSizes[pageSize]
  const [width, height] = layout === 'portrait' ? [short, long] : [long, short]
  const room = width - 2 * margin
  const pixels = Math.min(mostPixels, Math.round(room / readableScale))
  const scale = room / pixels
  /** The footer takes 22 pixels. */
  const roomBelow = height - 2 * margin - 22 * scale
  return { paper: { width, height, margin }, scale, width: pixels, height: Math.floor(roomBelow / scale) }
}

/** Width of a page on the screen, and the margin around it. */
const screenWidth = 1440
const screenMargin = 24
const smallest = { width: 240, height: 120 }
/** Default size in pixels of an element that is not placed on its page. */
const usual = { width: 720, height: 450 }

/** A picture of a page is as wide as a screen and as high as the page. */
export const pageCanvas: Canvas = {
  paper: { width: screenWidth, height: null, margin: screenMargin },
  scale: 1,
  width: screenWidth - 2 * screenMargin,
  height: Number.POSITIVE_INFINITY,
}

/** Preview in a mail that shows it half as wide, so that it is sharp. */
export const previewPaper: PicturePaper = { kind: 'png', width: 1200, height: null, scale: 1 }

/** A card in lists, in pixels of the screen; drawn at double density for screens that support it. */
export const cardSize = { width: 268, height: 120, density: 2 }
/** Pixels of the page for each pixel of a card. */
const cardShrink = 4
const cardMargin = 12

/** The top of a page, laid out narrower than on the screen, so that its shapes are recognizable in a card. */
export const cardCanvas: Canvas = {
  paper: { width: cardSize.width * cardShrink, height: cardSize.height * cardShrink, margin: cardMargin },
  scale: 1,
  width: cardSize.width * cardShrink - 2 * cardMargin,
  height: cardSize.height * cardShrink - 2 * cardMargin,
}

/**
 * A picture of an element is laid out in the requested size, or as large as its place on the page; a very small one is laid out larger and
 * scaled down.
 */
export function elementCanvas({ width, height }: Pick<PicturePaper, 'width' | 'height'>, place: Size = usual): Canvas {
  const wanted = {
    width: width ?? ((height ?? place.height) * place.width) / place.height,
    height: height ?? ((width ?? place.width) * place.height) / place.width,
  }
  const grown = Math.max(1, smallest.width / wanted.width, smallest.height / wanted.height)
  const size = { width: wanted.width * grown, height: wanted.height * grown }
  return { paper: { ...size, margin: 0 }, scale: 1, ...size }
}

/** Maximum pixels of a picture, because each takes four bytes while it is drawn. */
const mostArea = 16_000_000

/** The width in pixels of a picture of this drawing. `isSmaller`: smaller than requested. */
export function pictureWidth({ width, height, scale }: PicturePaper, drawn: Size) {
  const asked =
    width === null && height === null
      ? scale
      : Math.min((width ?? Number.POSITIVE_INFINITY) / drawn.width, (height ?? Number.POSITIVE_INFINITY) / drawn.height)
  const most = Math.sqrt(mostArea / (drawn.width * drawn.height))
  return { width: Math.max(1, Math.round(drawn.width * Math.min(asked, most))), isSmaller: asked > most }
}
