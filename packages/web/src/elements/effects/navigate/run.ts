import type { RunEffect } from '../effect.ts'

/** Goes to a page or an element of this workbook. */
export const navigate: RunEffect = ({ target }, { showPage, showElement }) => {
  if (typeof target !== 'object' || target === null) return
  if ('page' in target && typeof target.page === 'string') showPage(target.page)
  if ('element' in target && typeof target.element === 'string') showElement(target.element)
}
