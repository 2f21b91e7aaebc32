import { AppError, isAppError } from '@octavo/core/errors'
import type { ResultBatch, StatementSide } from '@octavo/core/types'
import { createSingleFlight, digest, type SingleFlight, sidesOf } from '../../cache/index.ts'
import {
  type AcrossConnections,
  type OpenConnection,
  type QueryStream,
  type SideLimits,
  storedRevision,
  type TransferredTables,
  uploadedTable,
} from '../../connectors/index.ts'
import { newUuid } from '../../store/index.ts'
import { failedOn } from './engine-texts.ts'
import { budgetOf, type ReadyStatement, runPrepared, type StatementRequest } from './prepared-statements.ts'
import { asPlanned } from './result-batches.ts'

/**
 * Reads the rows that other connections compute for a statement, each as a query of its connection: in its pool, within its timeout, in the
 * history. Concurrent requests for the same rows share them. When one side fails, or no request waits any more, the others stop.
 */
export async function transferSides(asked: StatementRequest, signal: AbortSignal): Promise<ReadyStatement> {
  const { statement, connection } = asked
  const { sides } = statement
  const { across } = connection
  if (!sides) return { statement, release: () => {} }
  if (!across) throw new Error('Rows of several connections can be joined only in the embedded engine.')
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  const reading = sides.map((side) => hold({ asked, across, side }, both))
  try {
    const held = await Promise.all(reading)
    return {
      statement: { ...statement, sides: sides.map((side, index) => ({ ...side, storedAs: held[index]?.table ?? '' })) },
      release: () => {
        for (const { release } of held) release()
      },
    }
  } catch (error) {
    stop.abort()
    for (const each of await Promise.allSettled(reading)) if (each.status === 'fulfilled') each.value.release()
    throw error
  }
}

interface SideToRead {
  asked: StatementRequest
  across: AcrossConnections
  side: StatementSide
}

/** A table of a side that is being read or waited for. */
interface HeldTable {
  users: number
  table: string | null
}

/** Tables of sides by a key of their rows. */
interface Held {
  flights: SingleFlight<string>
  tables: Map<string, HeldTable>
}
const heldTables = new WeakMap<TransferredTables, Held>()

async function hold(read: SideToRead, signal: AbortSignal): Promise<{ table: string; release(): void }> {
  const { across, side, asked } = read
  const { transferred } = across
  const connection = await across.open(side.connectionId)
  const { subject } = connection
  const { organization_id, id, revision } = connection.row
  const { purpose } = asked.asker
  const rows = sidesOf({ ...asked.statement, sides: [side] })
  const key = digest(['side', organization_id, id, revision, subject, purpose, across.limits, rows])
  const held = heldTables.get(transferred) ?? { flights: createSingleFlight<string>(), tables: new Map() }
  heldTables.set(transferred, held)
  const mine = held.tables.get(key) ?? { users: 0, table: null }
  held.tables.set(key, mine)
  mine.users += 1
  const release = () => {
    mine.users -= 1
    if (mine.users > 0) return
    if (held.tables.get(key) === mine) held.tables.delete(key)
    if (mine.table !== null) transferred.remove(mine.table)
  }
  try {
    mine.table ??= await held.flights.run(key, signal, (shared) => transfer(read, connection, shared))
    return { table: mine.table, release }
  } catch (error) {
    release()
    throw error
  }
}

/** Reads the rows of a side into a table; removes the table when that fails. */
async function transfer(
  { asked, across, side }: SideToRead,
  connection: OpenConnection,
  signal: AbortSignal,
): Promise<string> {
  const { asker, owner, log } = asked
  const { transferred, limits } = across
  const table = uploadedTable(newUuid(), storedRevision)
  const budget = budgetOf(connection, asker.purpose, limits.rows, limits.bytes)
  const ofSide = { connection, statement: side.statement, asker, owner, budget, log }
  try {
    const store = async (stream: QueryStream) => {
      const types = side.columns.map(({ type }) => type)
      await transferred.store(table, types, rowsOf(stream, side), budget, signal)
      if (stream.summary().truncated) throw tooMany(side, 'rows', limits)
      return {}
    }
    await runPrepared(ofSide, signal, store, async ({ statement }) => ({ statement, release: () => {} }))
    // No request waits for the rows any more.
    if (signal.aborted) throw new AppError('query_cancelled', {})
    return table
  } catch (error) {
    transferred.remove(table)
    if (isAppError(error, 'query_over_budget') && error.details.budget === 'bytes') throw tooMany(side, 'bytes', limits)
    if (error instanceof AppError) failedOn.set(error, side.connectionId)
    throw error
  }
}

async function* rowsOf({ columns, batches }: QueryStream, side: StatementSide): AsyncGenerator<ResultBatch> {
  for await (const batch of batches) yield asPlanned(batch, columns, side.columns)
}

function tooMany({ name }: StatementSide, budget: 'rows' | 'bytes', { rows, bytes }: SideLimits): AppError {
  const limit = budget === 'rows' ? `${inWords(rows)} rows` : `${inWords(Math.round(bytes / 1024 ** 2))} MB`
  return new AppError('query_over_budget', { budget, limit, side: name })
}

const inWords = (number: number) => number.toLocaleString('en-US')
