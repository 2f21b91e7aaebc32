import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { createTable, type Migration } from './table.ts'

const runsAtOnce = 500

/**
 * Moves the statements of the query history to a table that stores each once. Old runs are deleted by organization, so
 * an index by time alone is dropped.
 */
export const queryStatements: Migration = {
  name: '0152-query-statements',
  async up(tx, types) {
    await createTable(tx, types, 'query_statements', {
      columns: { organization_id: 'text', statement_key: 'text', statement: 'text', noted_at: 'integer' },
      key: ['organization_id', 'statement_key'],
      indexes: [['noted_at']],
    })
    await sql`alter table query_runs add column statement_key ${sql.raw(types.text)} not null default ''`.execute(tx)
    await moveStatements(tx)
    await sql`alter table query_runs drop column statement`.execute(tx)
    await sql`drop index query_runs_by_started_at`.execute(tx)
  },
}

interface OldRun {
  organization_id: string
  started_at: number
  id: string
  statement: string
}

/** Reads the runs in the order of time, which is about the order of the rows in the file. */
async function moveStatements(tx: Kysely<Database>): Promise<void> {
  for (let last = { organization_id: '', started_at: 0, id: '' }; ; ) {
    const { rows } = await sql<OldRun>`
      select organization_id, started_at, id, statement from query_runs
      where (organization_id, started_at, id) > (${last.organization_id}, ${last.started_at}, ${last.id})
      order by organization_id, started_at, id
      limit ${sql.lit(runsAtOnce)}`.execute(tx)
    const equal = Map.groupBy(rows, (run) => `${run.organization_id} ${run.statement}`)
    for (const runs of equal.values()) await moveStatement(tx, runs)
    const end = rows.at(-1)
    if (end === undefined || rows.length < runsAtOnce) return
    last = end
  }
}

/** `runs`: runs of one organization with one statement, in the order of time. */
async function moveStatement(tx: Kysely<Database>, runs: readonly OldRun[]): Promise<void> {
  const latest = runs.at(-1)
  if (latest === undefined) return
  const { organization_id, statement, started_at } = latest
  const key = createHash('sha256').update(statement).digest('base64url').slice(0, 22)
  await sql`
    insert into query_statements (organization_id, statement_key, statement, noted_at)
    values (${organization_id}, ${key}, ${statement}, ${started_at})
    on conflict (organization_id, statement_key) do update set noted_at = excluded.noted_at`.execute(tx)
  await sql`
    update query_runs set statement_key = ${key}
    where organization_id = ${organization_id} and id in (${sql.join(runs.map(({ id }) => id))})`.execute(tx)
}
