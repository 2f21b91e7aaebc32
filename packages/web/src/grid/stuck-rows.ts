import type { GridSource } from './grid-types.ts'

/**
 * The open rows whose content is scrolled through: they stay under the header, outermost first. `top` is the first
 * pixel in view.
 */
export function stuckRows(source: GridSource, top: number): number[] {
  const { rowHeight } = source.look
  const stuck: number[] = []
  for (;;) {
    const covered = Math.floor((top + stuck.length * rowHeight) / rowHeight)
    if (covered >= source.rowCount) return stuck
    const ancestor = ancestorAt(source, covered, stuck.length)
    if (ancestor === undefined || ancestor * rowHeight >= top + stuck.length * rowHeight) return stuck
    stuck.push(ancestor)
  }
}

function ancestorAt(source: GridSource, index: number, depth: number): number | undefined {
  let at: number | undefined = index
  while (at !== undefined && source.row(at).depth > depth) at = source.row(at).parent
  if (at === undefined || source.row(at).depth !== depth) return undefined
  return at === index && !source.row(at).toggle?.isOpen ? undefined : at
}
