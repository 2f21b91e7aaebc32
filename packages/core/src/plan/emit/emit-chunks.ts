import type { ProjectStep } from '../model/logical.ts'
import { slotsOfPlanExpression } from '../model/logical.ts'
import { sizeOf } from './emit-expressions.ts'

/** An expression with more nodes than this is not repeated by its readers: its relation becomes a CTE. */
const LARGEST_INLINED = 60

/** The requested columns of the step, and the columns that they read. */
export function neededColumns(step: ProjectStep, wanted: ReadonlySet<string>): ProjectStep['columns'] {
  const needed = new Set(wanted)
  const columns: ProjectStep['columns'] = []
  for (const item of [...step.columns].reverse()) {
    if (!needed.has(item.slot.id)) continue
    columns.push(item)
    for (const id of slotsOfPlanExpression(item.expression)) needed.add(id)
  }
  return columns.reverse()
}

/** The columns that the result needs, or that are read behind a later fence than the one where they are computed. */
export function readLater(chunks: readonly ProjectStep['columns'][], wanted: ReadonlySet<string>): Set<string> {
  const later = new Set(wanted)
  const madeAt = new Map(chunks.flatMap((chunk, index) => chunk.map(({ slot }) => [slot.id, index] as const)))
  for (const [index, chunk] of chunks.entries()) {
    for (const { expression } of chunk) {
      for (const id of slotsOfPlanExpression(expression)) if ((madeAt.get(id) ?? -1) < index) later.add(id)
    }
  }
  return later
}

/**
 * Groups columns by the number of fences below them. A column that would become too large by inlining what it reads is placed behind the
 * next fence, with all others of its depth: a long chain has one CTE for every few steps.
 */
export function chunksOf(
  needed: ProjectStep['columns'],
  sizeBelow: (slot: string) => number,
): ProjectStep['columns'][] {
  const chunks: ProjectStep['columns'][] = []
  const placed = new Map<string, { chunk: number; size: number }>()
  for (const item of needed) {
    const reads = slotsOfPlanExpression(item.expression)
    const placeOf = (id: string) => placed.get(id) ?? { chunk: 0, size: sizeBelow(id) }
    let chunk = Math.max(0, ...reads.map((id) => placeOf(id).chunk))
    const sizeIn = (at: number) =>
      reads.reduce((sum, id) => sum + (placeOf(id).chunk === at ? placeOf(id).size - 1 : 0), sizeOf(item.expression))
    const isInPlace = reads.some((id) => placeOf(id).chunk === chunk && placeOf(id).size > 1)
    if (isInPlace && sizeIn(chunk) > LARGEST_INLINED) chunk += 1
    placed.set(item.slot.id, { chunk, size: sizeIn(chunk) })
    const list = chunks[chunk]
    if (list) list.push(item)
    else chunks[chunk] = [item]
  }
  return Array.from({ length: chunks.length }, (_, index) => chunks[index] ?? [])
}
