import { sql } from 'kysely'
import { Secret } from '../../packages/server/src/config/index.ts'
import { createStore, type StoreOptions } from '../../packages/server/src/store/index.ts'
import { type Migration, migrations } from '../../packages/server/src/store/migrations/index.ts'

/** Upgrades that each do several things, so that a kill finds one half done. `FAULTS_MIGRATIONS` says how many there are. */
export function upgrades(count: number): Migration[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `9${String(index).padStart(3, '0')}-fault`,
    async up(tx) {
      await sql`create table ${sql.table(`fault_${index}`)} (number integer)`.execute(tx)
      for (let row = 0; row < rowsOfUpgrade; row += 1) {
        await sql`insert into ${sql.table(`fault_${index}`)} values (${row})`.execute(tx)
      }
    },
  }))
}
export const rowsOfUpgrade = 40

if (process.send) {
  const { FAULTS_DATA = '', FAULTS_DATABASE_URL, FAULTS_MIGRATIONS } = process.env
  const options: StoreOptions = {
    dataDir: FAULTS_DATA,
    databaseUrl: FAULTS_DATABASE_URL ? new Secret(FAULTS_DATABASE_URL) : null,
    migrations: [...migrations, ...upgrades(Number(FAULTS_MIGRATIONS))],
  }
  process.send({ state: 'starts' })
  const store = await createStore(options)
  await store.close()
  process.send({ state: 'done' }, () => process.disconnect())
}
