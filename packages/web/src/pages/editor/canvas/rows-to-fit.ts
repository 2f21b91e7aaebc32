/** Limits the height, since a table may have a million rows. */
const mostRows = 60

/**
 * The number of grid rows that an element needs to show all of its text or table, at most 60; undefined where it is not
 * drawn. `rows` is its present height.
 */
export function rowsToFit(elementId: string, rows: number): number | undefined {
  const slot = document.querySelector(`[data-element="${CSS.escape(elementId)}"]`)
  const box = slot?.querySelector<HTMLElement>('[data-fit]')
  if (!slot || !box || rows < 1) return undefined
  const style = getComputedStyle(box)
  const pixels = (value: string) => Number.parseFloat(value) || 0
  const heights = partsOf(box).map((child) => child.getBoundingClientRect().height)
  const gaps = pixels(style.rowGap) * Math.max(0, heights.length - 1)
  const edges = box.offsetHeight - box.clientHeight + pixels(style.paddingTop) + pixels(style.paddingBottom)
  const needed = heights.reduce((sum, height) => sum + height, gaps + edges)
  const { height } = slot.getBoundingClientRect()
  return Math.min(mostRows, Math.max(1, Math.ceil((height - box.offsetHeight + needed) / (height / rows) - 0.01)))
}

/** Parts of a box that are stacked vertically; an element that only groups parts has no height of its own. */
function partsOf(box: Element): Element[] {
  return [...box.children].flatMap((child) =>
    getComputedStyle(child).display === 'contents' ? partsOf(child) : [child],
  )
}
