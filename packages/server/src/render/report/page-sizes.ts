import type { PageSize } from '@octavo/core/contract'

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
/** Points of a pixel at which the smallest text of the app can be read on paper. */
const readableScale = 0.64
/** A sheet shows no more pixels than this: larger paper makes everything larger. */
const mostPixels = 1380

/** The sheet in its orientation, and the pixels that its width and height show. */
export function canvasOf(pageSize: PageSize, layout: 'portrait' | 'landscape') {
  const [short, long] = pageSizes[pageSize]
  const [width, height] = layout === 'portrait' ? [short, long] : [long, short]
  const room = width - 2 * margin
  const pixels = Math.min(mostPixels, Math.round(room / readableScale))
  const scale = room / pixels
  /** The foot takes 22 pixels. */
  const roomBelow = height - 2 * margin - 22 * scale
  return { paper: { width, height, margin }, scale, width: pixels, height: Math.floor(roomBelow / scale) }
}
