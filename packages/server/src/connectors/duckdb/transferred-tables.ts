import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '@octavo/core/errors'
import type { Cell, ResultBatch, ValueType } from '@octavo/core/types'
import type { QueryBudget, TransferredTables } from '../api.ts'
import { createCsvWriter } from '../ingest/csv-writer.ts'
import { filesOfUpload } from '../ingest/upload-folder.ts'
import type { EngineProcess } from './engine-process.ts'
import type { DatabaseFile } from './messages.ts'
import { transferredTexts } from './store-transferred.ts'

/** Rows of other connections as tables of the embedded engine, next to uploaded tables. */
export function transferredTables(engine: EngineProcess, database: DatabaseFile, folder: string): TransferredTables {
  const placeOf = (name: string) => {
    const files = filesOfUpload(folder, name)
    if (files === null) throw new Error(`"${name}" is not the name of a table that can be stored.`)
    return dirname(files)
  }
  return {
    async store(table, types, batches, budget, signal) {
      const place = placeOf(table)
      mkdirSync(place, { recursive: true, mode: 0o700 })
      const file = join(place, transferredTexts)
      await writeTexts(file, batches, signal)
      await storeTexts(engine, database, { table, types }, budget, signal)
      rmSync(file, { force: true })
    },
    remove: (name) => rmSync(dirname(placeOf(name)), { recursive: true, force: true }),
  }
}

async function writeTexts(file: string, batches: AsyncIterable<ResultBatch>, signal: AbortSignal): Promise<void> {
  const writer = createCsvWriter(file)
  let number = 0
  try {
    for await (const { rowCount, columns } of batches) {
      for (let row = 0; row < rowCount; row += 1) {
        number += 1
        await writer.row(
          number,
          columns.map(({ values }) => textOf(values[row] ?? null)),
        )
      }
      if (signal.aborted) throw new AppError('query_cancelled', {})
    }
  } finally {
    await writer.end()
  }
}

/** A cell as the engine reads it in its type. */
function textOf(cell: Cell): string | null {
  return cell === null ? null : Object.is(cell, -0) ? '-0' : String(cell)
}

async function storeTexts(
  engine: EngineProcess,
  database: DatabaseFile,
  { table, types }: { table: string; types: readonly ValueType[] },
  { timeoutMs }: QueryBudget,
  signal: AbortSignal,
): Promise<void> {
  const run = await engine.run(database, { kind: 'transfer', table, types }, { timeoutMs, maxRows: null }, signal)
  for await (const _ of run.items) {
    // No rows arrive; the end of the stream is the end of the work.
  }
}
