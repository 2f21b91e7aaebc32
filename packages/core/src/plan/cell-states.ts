import type { BatchColumn, Cell, ResultBatch } from '../types/index.ts'
import type { CompiledLevel } from './model/api.ts'

/**
 * Converts a result for readers: companion columns of the statement become states of the cells that they mark, and are removed. Batches of
 * a level without states are returned unchanged.
 */
export function applyCellStates(
  level: Pick<CompiledLevel, 'columns' | 'stateColumns'>,
  batch: ResultBatch,
): ResultBatch {
  if (level.stateColumns.length === 0) return batch
  const columns: BatchColumn[] = batch.columns.slice(0, level.columns.length)
  for (const state of level.stateColumns) {
    const index = level.columns.findIndex((column) => column.id === state.columnId)
    const column = columns[index]
    if (!column) continue
    const marks = state.state === 'several' ? batch.columns[state.index]?.values : undefined
    const states = column.values.map((_, row) =>
      state.state === 'restricted' || isTrue(marks?.[row]) ? state.state : null,
    )
    if (states.some((cell) => cell !== null)) columns[index] = { values: column.values, states }
  }
  return { rowCount: batch.rowCount, columns }
}

/** MySQL and MariaDB have no boolean values: their conditions return the integers 0 and 1. */
function isTrue(mark: Cell | undefined): boolean {
  return mark === true || (mark !== undefined && mark !== null && mark !== '' && Number(mark) === 1)
}
