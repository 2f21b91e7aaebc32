import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { createStore } from '../../packages/server/src/store/index.ts'
import { migrations } from '../../packages/server/src/store/migrations/index.ts'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import { endAll, isWhole, migrate, openLedger, rounds, timeLimitMs } from './processes.ts'
import { rowsOfUpgrade, upgrades } from './upgrades.ts'

afterAll(endAll)

describeStores('a process that is killed while it migrates', (openStore) => {
  test(
    'leaves every upgrade done or not started, and the next process continues at once',
    async () => {
      const count = rounds(1_000, 2)
      let kills = 0
      let halfway = 0
      while (kills < count) {
        const place = await openStore.place()
        const perPlace = 30
        let isDone = false
        for (let attempt = 0; !isDone; attempt += 1) {
          const killAt = attempt < 5 ? Math.floor(Math.random() * perPlace) : null
          const startedAt = performance.now()
          isDone = await migrate(place, perPlace, killAt)
          // Nothing waits for the lease of a dead process, which would take a minute.
          expect(performance.now() - startedAt).toBeLessThan(30_000)
          if (!isDone) kills += 1
          const ledger = await openLedger(place)
          const names = await ledger.rows<{ name: string }>(
            "select name from migrations where name like '9%' order by name",
          )
          for (const [index] of names.entries()) {
            const [found] = await ledger.rows<{ rows: number }>(`select count(*) as rows from fault_${index}`)
            expect(Number(found?.rows)).toBe(rowsOfUpgrade)
          }
          await expect(ledger.rows(`select * from fault_${names.length}`)).rejects.toThrow()
          await ledger.close()
          if (names.length > 0 && names.length < perPlace) halfway += 1
          if (isDone) expect(names).toHaveLength(perPlace)
        }
        expect(await isWhole(place)).toBe(true)
        const store = await createStore({ ...place, migrations: [...migrations, ...upgrades(perPlace)] })
        await store.close()
        checkCopies(join(place.dataDir, 'backups'))
      }
      console.info(`${kills} kills, ${halfway} of them between two upgrades`)
      expect(halfway).toBeGreaterThan(0)
    },
    timeLimitMs(3 * 3_600_000, 240_000),
  )
})

/** Files with their final names are complete; a copy that was interrupted has another name. */
function checkCopies(folder: string): void {
  if (!existsSync(folder)) return
  const copies = readdirSync(folder).filter((name) => name.endsWith('.db'))
  expect(copies.length).toBeLessThanOrEqual(3)
  for (const copy of copies) {
    const file = new DatabaseSync(join(folder, copy), { readOnly: true })
    expect(file.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    file.close()
  }
}
