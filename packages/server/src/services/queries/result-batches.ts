import { applyCellStates, type CompiledLevel } from '@octavo/core/plan'
import type { ResultBatch, ResultColumn } from '@octavo/core/types'
import type { EngineColumn } from '../../connectors/index.ts'

type PlannedColumns = Pick<CompiledLevel, 'columns' | 'stateColumns'>

/** Converts cells to the planned type when the engine chose another kind of number or has no booleans. */
export function asPlanned(
  batch: ResultBatch,
  engine: readonly EngineColumn[],
  planned: readonly ResultColumn[],
): ResultBatch {
  const isExact = (kind: string | undefined) => kind === 'int64' || kind === 'decimal'
  let columns = batch.columns
  planned.forEach(({ type }, index) => {
    const given = engine[index]?.type.kind
    const column = batch.columns[index]
    if (!column || given === type.kind) return
    if (type.kind === 'logical' && isExact(given)) {
      columns = columns.with(index, {
        ...column,
        values: column.values.map((cell) => (cell === null ? null : Number(cell) !== 0)),
      })
    } else if (type.kind === 'float64' && isExact(given)) {
      columns = columns.with(index, {
        ...column,
        values: column.values.map((cell) => (cell === null ? null : Number(cell))),
      })
    } else if (isExact(type.kind) && given === 'float64') {
      columns = columns.with(index, {
        ...column,
        values: column.values.map((cell) => (cell === null ? null : String(cell))),
      })
    }
  })
  return columns === batch.columns ? batch : { ...batch, columns }
}

/** Row ranges of each part in a batch: the first cell of a row is its part. */
export function partsIn({ rowCount, columns: [parts] }: ResultBatch): { part: number; from: number; to: number }[] {
  const found: { part: number; from: number; to: number }[] = []
  for (let row = 0; row < rowCount; row += 1) {
    const part = Number(parts?.values[row])
    const last = found.at(-1)
    if (last?.part === part) last.to = row + 1
    else found.push({ part, from: row, to: row + 1 })
  }
  return found
}

export function cutOut(
  batch: ResultBatch,
  engine: readonly EngineColumn[],
  { relation, columns }: { relation: PlannedColumns; columns: readonly number[] },
  from: number,
  to: number,
): ResultBatch {
  const own = {
    rowCount: to - from,
    columns: columns.map((at) => ({ values: batch.columns[at]?.values.slice(from, to) ?? [] })),
  }
  const given = columns.flatMap((at) => engine[at] ?? [])
  return applyCellStates(relation, asPlanned(own, given, relation.columns))
}

/** Approximate memory of the cells in bytes. */
export function sizeOf(batches: readonly ResultBatch[]): number {
  return batches.reduce((bytes, batch) => bytes + cellBytes(batch), 1024)
}

/** Approximate memory of a batch's cells in bytes. */
export function cellBytes({ columns }: ResultBatch): number {
  let bytes = 0
  for (const { values } of columns) {
    for (const cell of values) bytes += typeof cell === 'string' ? 24 + cell.length : 8
  }
  return bytes
}
