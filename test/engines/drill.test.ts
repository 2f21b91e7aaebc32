import { describe, test } from 'vitest'
import { cells, drillKeys, expectRowsOfEveryGroup } from '../golden/drill-cells.ts'
import { openMariadbAt, openPostgresAt } from '../golden/server-engines.ts'
import { flavour } from '../setup/flavour.ts'
import { newDatabase, whySkipped } from './servers.ts'

describe.each([
  [flavour, openMariadbAt],
  ['postgres', openPostgresAt],
] as const)('on %s', (dialect, open) => {
  const skipped = whySkipped(dialect)
  const title = 'below every group there are as many rows as its count says'
  test.skipIf(skipped)(`${title}${skipped ? ` (skipped: ${skipped})` : ''}`, async () => {
    const engine = await open(await newDatabase(dialect))
    try {
      await engine.create(cells)
      for (const keys of drillKeys) await expectRowsOfEveryGroup(engine, keys)
    } finally {
      await engine.close()
    }
  })
})
