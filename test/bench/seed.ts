/** Fills a data folder on which a server has started once: a table with many rows behind a connection, and many workbooks. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { insertConnection } from '../../packages/server/src/store/connections.ts'
import { createStore, findFact, newUuid, urlIdOf } from '../../packages/server/src/store/index.ts'
import { updateOrganization } from '../../packages/server/src/store/organizations.ts'

export interface Seeded {
  connectionId: string
  file: string
}

export async function seed(
  dataDir: string,
  { rows, workbooks, bigRows }: { rows: number; workbooks: number; bigRows: number },
): Promise<Seeded> {
  const folder = join(dataDir, 'databases')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'BENCH.duckdb')
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  // The large table always exists, so that the document of the benchmark is valid.
  for (const [name, count] of [
    ['SALES', rows],
    ['BIG', bigRows],
  ] as const) {
    await connection.run(`CREATE TABLE main.${name} AS
    SELECT
      i AS ID,
      'Region ' || (hash(i) % 10) AS REGION,
      DATE '2022-01-01' + CAST(hash(i + 1) % 1000 AS INTEGER) AS SOLD_ON,
      'Customer ' || (hash(i + 2) % 50000) AS CUSTOMER,
      CAST(hash(i + 3) % 20 AS INTEGER) AS QUANTITY,
      CAST((hash(i + 4) % 100000) / 100.0 AS DECIMAL(12, 2)) AS AMOUNT,
      (hash(i + 5) % 1000) / 1000.0::DOUBLE AS SHARE,
      hash(i + 6) % 2 = 0 AS PAID,
      TIMESTAMP '2022-01-01' + INTERVAL (hash(i + 7) % 86400000) SECOND AS SOLD_AT,
      'note ' || i AS NOTE
    FROM range(${count}) AS numbers(i)`)
  }
  connection.closeSync()
  instance.closeSync()

  const store = await createStore({ dataDir })
  const organizationId = (await findFact(store.db, 'first_organization_id')) ?? ''
  const memberId = (await findFact(store.db, 'first_admin_id')) ?? ''
  const member = await store.db.selectFrom('members').select('home_folder_id').executeTakeFirstOrThrow()
  // Spreadsheets with more rows than the contract's default, as an organization may allow them.
  await store.maintain('bench row caps', (tx) =>
    updateOrganization(tx, organizationId, { settings: JSON.stringify({ exportRows: { xlsx: null } }) }),
  )
  const now = Date.now()
  const stamp = { created_by: memberId, updated_by: memberId }
  const connectionId = newUuid()
  await store.maintain('bench connection', (tx) =>
    insertConnection(tx, {
      organization_id: organizationId,
      id: connectionId,
      name: 'Bench',
      type: 'duckdb',
      settings: JSON.stringify({ path: file }),
      secrets_encrypted: null,
      is_sample: 0,
      is_archived: 0,
      use_friendly_names: 1,
      revision: 1,
      timeouts: JSON.stringify({ default: 120, worksheet: 120, dashboard: 120, download: 600 }),
      pool_sizes: JSON.stringify({ adhocPoolSize: 4, catalogPoolSize: 2, resultPoolSize: 4, schedulePoolSize: 2 }),
      last_active_at: now,
      ...stamp,
      created_at: now,
      updated_at: now,
    }),
  )
  const chunk = 2000
  for (let start = 0; start < workbooks; start += chunk) {
    await store.maintain('bench workbooks', async (tx) => {
      const ids = Array.from({ length: Math.min(chunk, workbooks - start) }, () => newUuid())
      // SQLite allows 32,766 values in a statement.
      for (let at = 0; at < ids.length; at += 500) {
        const part = ids.slice(at, at + 500)
        await tx
          .insertInto('inodes')
          .values(
            part.map((id, index) => ({
              organization_id: organizationId,
              id,
              url_id: urlIdOf(id),
              type: 'workbook',
              name: `Workbook ${start + at + index}`,
              parent_id: member.home_folder_id,
              owner_id: memberId,
              is_home: 0,
              description: '',
              badge: null,
              is_archived: 0,
              archived_at: null,
              archived_by: null,
              ...stamp,
              created_at: now - start - at - index,
              updated_at: now - start - at - index,
            })),
          )
          .execute()
        await tx
          .insertInto('documents')
          .values(
            part.map((id) => ({
              organization_id: organizationId,
              id,
              kind: 'workbook' as const,
              latest_version: 1,
              draft_revision: 1,
              published_revision: 1,
            })),
          )
          .execute()
      }
    })
  }
  await store.close()
  return { connectionId, file }
}
