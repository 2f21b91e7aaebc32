const reachable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/**
 * Moves the focus to the next or the previous region of the screen with something to focus: header, tabs, bars, panels,
 * canvas.
 */
export function focusRegion(step: 1 | -1): void {
  const { activeElement } = document
  // A dialog keeps the focus until it is closed.
  if (activeElement?.closest('[role=dialog], [role=alertdialog]')) return
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')]
  const from = regions.findIndex((region) => region.contains(activeElement))
  const first = from < 0 && step < 0 ? regions.length : from
  for (let moved = 1; moved <= regions.length; moved++) {
    const region = regions[(first + step * moved + regions.length) % regions.length]
    const target = region?.tabIndex === 0 ? region : region?.querySelector<HTMLElement>(reachable)
    if (!target) continue
    target.focus()
    return
  }
}

/** Focuses the first field of the panel on the right, when it is rendered. */
export function focusPanel(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('aside[data-region]')?.querySelector<HTMLElement>(reachable)?.focus()
  })
}
