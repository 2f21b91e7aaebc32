import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GoldenEngine } from '../golden/engines.ts'
import { contextOf, goldenCases } from '../golden/golden-cases.ts'
import { compileOrThrow, readLevel } from '../golden/run-case.ts'
import { openMariadbAt, openPostgresAt, openTrino } from '../golden/server-engines.ts'
import { goldenTables } from '../golden/tables.ts'
import { flavour, flavourLabel } from '../setup/flavour.ts'
import { newDatabase, whySkipped } from './servers.ts'

describe.each([
  [flavourLabel, flavour, async () => openMariadbAt(await newDatabase('mariadb'))],
  ['PostgreSQL', 'postgres', async () => openPostgresAt(await newDatabase('postgres'))],
  ['Trino', 'trino', openTrino],
] as const)('the golden documents on a %s server', (_title, dialect, open) => {
  const skipped = whySkipped(dialect)
  let engine: GoldenEngine
  beforeAll(async () => {
    if (skipped !== null) return
    engine = await open()
    for (const table of goldenTables) await engine.create(table)
  }, 120_000)
  afterAll(() => engine?.close())

  const cases = goldenCases.filter(({ settings }) => settings.not?.[dialect] === undefined)
  test.skipIf(skipped).each(cases)(
    `$name returns the known rows${skipped ? ` (skipped: ${skipped})` : ''}`,
    async (golden) => {
      const elements: Record<string, unknown> = {}
      for (const elementId of golden.shown) {
        const element = compileOrThrow(golden.document, elementId, contextOf(golden, dialect))
        const levels = []
        for (const level of element.levels) levels.push(await readLevel(engine, level))
        elements[elementId] = { levels, flat: await readLevel(engine, element.flat) }
      }
      expect(elements).toEqual(JSON.parse(readFileSync(`${golden.folder}rows.json`, 'utf8')))
    },
  )
})
