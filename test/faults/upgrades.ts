import { sql } from 'kysely'
import type { Migration } from '../../packages/server/src/store/migrations/index.ts'

/** Upgrades that each have several steps, so that a kill interrupts one halfway; each reports its start. */
export function upgrades(count: number, begins: (index: number) => void = () => {}): Migration[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `9${String(index).padStart(3, '0')}-fault`,
    async up(tx) {
      begins(index)
      await sql`create table ${sql.table(`fault_${index}`)} (number integer)`.execute(tx)
      for (let row = 0; row < rowsOfUpgrade; row += 1) {
        await sql`insert into ${sql.table(`fault_${index}`)} values (${row})`.execute(tx)
      }
    },
  }))
}
export const rowsOfUpgrade = 40
