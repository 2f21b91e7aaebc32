import { cellAt, type LevelRows } from '@octavo/core/display'
import type { Cell } from '@octavo/core/types'

export type Path = readonly string[]

/** A step of a hierarchy with the steps below it, in the order of the rows. */
export interface PathNode {
  path: Path
  children: PathNode[]
}

/** The steps that rows of paths have, a column for each level; a row ends at its first cell without a value. */
export function pathTree(rows: LevelRows | undefined): PathNode[] {
  const roots: PathNode[] = []
  const known = new Map<string, PathNode>()
  for (let row = 0; row < (rows?.rowCount ?? 0); row += 1) {
    let below = roots
    for (const step of stepsOf(rows, row).map((_, index, steps) => steps.slice(0, index + 1))) {
      const key = pathKey(step)
      let node = known.get(key)
      if (!node) {
        node = { path: step, children: [] }
        known.set(key, node)
        below.push(node)
      }
      below = node.children
    }
  }
  return roots
}

function stepsOf(rows: LevelRows | undefined, row: number): string[] {
  const cells = (rows?.columns ?? []).map((_, column): Cell => (rows ? cellAt(rows, column, row) : null))
  const [only] = cells
  // A column that contains whole paths has each of them as the text of a JSON list.
  const list: readonly Cell[] =
    cells.length === 1 && typeof only === 'string' && only.startsWith('[') ? pathOf(only) : cells
  const end = list.indexOf(null)
  return (end < 0 ? list : list.slice(0, end)).map(String)
}

export const pathKey = (path: Path): string => JSON.stringify(path)

/** The path that a text represents: a JSON list, otherwise a single step. */
export function pathOf(text: string): string[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.map(String) : [text]
  } catch {
    return [text]
  }
}

const isWithin = (path: Path, above: Path) =>
  above.length <= path.length && above.every((step, index) => step === path[index])

/** Whether a path is chosen, by itself or with one above it; `some` where only paths below it are. */
export function stateOfPath(path: Path, chosen: readonly Path[]): 'on' | 'some' | 'off' {
  if (chosen.some((each) => isWithin(path, each))) return 'on'
  return chosen.some((each) => isWithin(each, path)) ? 'some' : 'off'
}

/**
 * The selected paths after a click on one. A path includes everything below it, so deselecting below a selected path selects its other
 * children at each level between.
 */
export function toggledPath(path: Path, chosen: readonly Path[], roots: readonly PathNode[]): Path[] {
  if (stateOfPath(path, chosen) !== 'on') return [...chosen.filter((each) => !isWithin(each, path)), path]
  const above = chosen.find((each) => isWithin(path, each)) ?? path
  const others = chosen.filter((each) => each !== above && !isWithin(each, path))
  let level = roots
  const left: Path[] = []
  for (let depth = 1; depth <= path.length; depth += 1) {
    const step = path.slice(0, depth)
    if (depth > above.length) left.push(...level.filter((node) => !isWithin(path, node.path)).map((node) => node.path))
    level = level.find((node) => isWithin(step, node.path))?.children ?? []
  }
  return [...others, ...left]
}

/** The steps with a text in them or below them; all of them for an empty text. */
export function pathsWith(nodes: readonly PathNode[], text: string): PathNode[] {
  if (text === '') return [...nodes]
  return nodes.flatMap((node) => {
    const isFound = node.path.at(-1)?.toLocaleLowerCase().includes(text) === true
    const children = isFound ? node.children : pathsWith(node.children, text)
    return isFound || children.length > 0 ? [{ ...node, children }] : []
  })
}
