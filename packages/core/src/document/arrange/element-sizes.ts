import type { BaseElement } from '../api.ts'
import type { ElementGroup } from '../elements/define.ts'
import { type ElementKind, elementKinds } from '../elements/index.ts'
import { pageColumns } from '../layout.ts'
import { rowsOf } from '../place-elements.ts'

/** The number of the page's 24 columns that a new element of each group is wide. */
const pageShares: Readonly<Record<ElementGroup, number>> = {
  table: 24,
  value: 4,
  chart: 12,
  map: 12,
  control: 4,
  content: 12,
  structure: 12,
  ai: 12,
}
/** Kinds whose width differs from the rest of their group. */
const ownShares: ReadonlyMap<string, number> = new Map<ElementKind, number>([
  ['text', 12],
  ['image', 8],
  ['button', 4],
  ['divider', 24],
  ['page-break', 24],
  ['navigation', 24],
])

/** The size of a new element in a grid with the given number of columns. */
export function usualSize(element: BaseElement, columns = pageColumns): { width: number; height: number } {
  const group = elementKinds.get(element.kind)?.group ?? 'content'
  const share = ownShares.get(element.kind) ?? pageShares[group]
  const width = Math.max(1, Math.min(columns, Math.round((share * columns) / pageColumns)))
  // In a narrow grid a control with a sixth of the width would be too small to read.
  const isTooNarrow = columns < pageColumns && share < pageColumns / 2
  return { width: isTooNarrow ? Math.max(width, Math.ceil(columns / 3)) : width, height: rowsOf(element) }
}
