import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Clock, StartupError } from '../config/index.ts'
import type { Engine, MigrationGuard } from './engines/engine.ts'
import { newUuid } from './ids.ts'
import type { Migration } from './migrations/index.ts'
import type { Database } from './schema.ts'

const leaseMs = 60_000
const pauseMs = 200

interface Books extends Database {
  migrations: { name: string; applied_at: number }
}

export interface MigrationReport {
  /** Names, in the order in which they ran (or would run). */
  pending: string[]
}

/**
 * Migrates the store to the newest schema of this program. Every migration is one transaction with its own bookkeeping entry. One process
 * migrates at a time: it holds a lease in its name, renewed by every migration. Another process takes over at once when the owner is known
 * to be killed, otherwise when the lease has expired. Before the first migration of a store with data, the engine makes a copy. Throws
 * StartupError for a store that a newer program has migrated.
 */
export async function migrate(
  engine: Engine,
  { clock, migrations }: { clock: Clock; migrations: readonly Migration[] },
): Promise<MigrationReport> {
  const writer = engine.writer as unknown as Kysely<Books>
  await makeBooks(engine)
  const pending = await pendingOf(writer, migrations)
  if (pending.length === 0) return { pending: [] }

  const owner = `${hostname()}/${process.pid}/${newUuid()}`
  const guard = await engine.guardMigration()
  try {
    await takeLease(writer, owner, clock, guard)
    // Read again under the lease: another process may have done the work in the meantime.
    const work = await pendingOf(writer, migrations)
    const [first] = work
    if (first && work.length < migrations.length) engine.copyBeforeUpgrade?.(first.name)
    for (const migration of work) {
      await writer.transaction().execute(async (tx) => {
        await keepLease(tx, owner, clock)
        await migration.up(tx as unknown as Kysely<Database>, engine.types)
        await tx.insertInto('migrations').values({ name: migration.name, applied_at: clock.now() }).execute()
      })
    }
    return { pending: work.map(({ name }) => name) }
  } finally {
    await writer.deleteFrom('leases').where('name', '=', 'migration').where('owner', '=', owner).execute()
    await guard.release()
  }
}

/** The migrations applied to a store; null for an empty store. Only reads. */
export async function readBook(engine: Engine): Promise<string[] | null> {
  const readers = engine.readers as unknown as Kysely<Books>
  const tables = await readers.introspection.getTables()
  if (!tables.some(({ name }) => name === 'migrations')) return null
  return (await readers.selectFrom('migrations').select('name').execute()).map(({ name }) => name)
}

async function makeBooks(engine: Engine): Promise<void> {
  const text = sql.raw(engine.types.text)
  const integer = sql.raw(engine.types.integer)
  await engine.writer.transaction().execute(async (tx) => {
    await engine.lockForMigration(tx)
    await sql`create table if not exists migrations (name ${text} not null primary key, applied_at ${integer} not null)`.execute(
      tx,
    )
    await sql`create table if not exists leases (name ${text} not null primary key, owner ${text} not null, until ${integer} not null)`.execute(
      tx,
    )
  })
}

async function pendingOf(writer: Kysely<Books>, migrations: readonly Migration[]): Promise<Migration[]> {
  const rows = await writer.selectFrom('migrations').select('name').execute()
  return pendingAfter(
    rows.map(({ name }) => name),
    migrations,
  )
}

/** The migrations missing from a store that has had these. Throws StartupError when a newer program has migrated it. */
export function pendingAfter(names: readonly string[], migrations: readonly Migration[]): Migration[] {
  const applied = new Set(names)
  const known = new Set(migrations.map(({ name }) => name))
  const foreign = [...applied].filter((name) => !known.has(name)).sort()
  if (foreign.length > 0) {
    throw new StartupError(
      `The store is newer than this program: it has been migrated by ${foreign.join(', ')}, which this program does not know.`,
      'Start the newer program, or restore the backup that was made before the upgrade.',
    )
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

async function takeLease(writer: Kysely<Books>, owner: string, clock: Clock, guard: MigrationGuard): Promise<void> {
  const giveUpAt = Date.now() + leaseMs + 5000
  for (;;) {
    const now = clock.now()
    const lease = { owner, until: now + leaseMs }
    // The holder of the guard takes the lease at once, even from a process that is gone. Without the guard only an expired lease may be
    // taken, never a free one, because the holder of the guard is about to take it.
    const taken = (await guard.tryHold())
      ? await writer
          .insertInto('leases')
          .values({ name: 'migration', ...lease })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(lease))
          .returning('owner')
          .execute()
      : await writer
          .updateTable('leases')
          .set(lease)
          .where('name', '=', 'migration')
          .where('until', '<', now)
          .returning('owner')
          .execute()
    if (taken.length > 0) return
    if (Date.now() > giveUpAt) {
      const holder = await writer
        .selectFrom('leases')
        .select('owner')
        .where('name', '=', 'migration')
        .executeTakeFirst()
      throw new StartupError(
        `The process ${holder?.owner ?? 'unknown'} has been migrating the store for too long.`,
        'Look at that process; when it is gone, start again.',
      )
    }
    await pause(pauseMs)
  }
}

/** Throws when the lease is lost, so that two processes never migrate at once. The update locks its row until the commit. */
async function keepLease(tx: Kysely<Books>, owner: string, clock: Clock): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('leases')
    .set({ until: clock.now() + leaseMs })
    .where('name', '=', 'migration')
    .where('owner', '=', owner)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('The migration lease was taken over by another process.')
}
