import type { MouseEvent } from 'react'

/**
 * For `onContextMenu` of something with a menu button of its own, such as a head, a row or an entry: opens that menu. Links and text
 * fields keep the menu of the browser, as does what has no menu button.
 */
export function openOwnMenu(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a, input, textarea')) return
  const button = event.currentTarget.querySelector('[aria-haspopup="menu"]')
  if (!(button instanceof HTMLElement)) return
  event.preventDefault()
  event.stopPropagation()
  button.click()
}
