import type { BaseElement } from '../api.ts'
import { elementKinds } from '../elements/index.ts'
import { pageColumns } from '../layout.ts'
import { rowsOf } from '../place-elements.ts'

/** Columns of the page that a new element of a group takes; the page has 24. */
const pageShares: Readonly<Record<string, number>> = {
  table: 24,
  value: 4,
  chart: 12,
  map: 12,
  control: 4,
  content: 12,
  structure: 12,
  ai: 12,
}
const sharesOfKinds: Readonly<Record<string, number>> = {
  text: 12,
  image: 8,
  button: 4,
  divider: 24,
  'page-break': 24,
  navigation: 24,
}

/** The size of a new element in a grid of so many columns. */
export function usualSize(element: BaseElement, columns = pageColumns): { width: number; height: number } {
  const group = elementKinds.get(element.kind)?.group ?? 'content'
  const share = sharesOfKinds[element.kind] ?? pageShares[group] ?? pageColumns / 2
  const width = Math.max(1, Math.min(columns, Math.round((share * columns) / pageColumns)))
  // In a narrow grid a control of one sixth of the width could not be read.
  const isTooNarrow = columns < pageColumns && share < pageColumns / 2
  return { width: isTooNarrow ? Math.max(width, Math.ceil(columns / 3)) : width, height: rowsOf(element) }
}
