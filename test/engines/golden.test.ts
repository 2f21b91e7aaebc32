import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GoldenEngine } from '../golden/engines.ts'
import { contextOf, goldenCases } from '../golden/golden-cases.ts'
import { compileOrThrow, readLevel } from '../golden/run-case.ts'
import { openMariadbAt } from '../golden/server-engines.ts'
import { goldenTables } from '../golden/tables.ts'
import { newDatabase, whySkipped } from './servers.ts'

const dialect = 'mariadb'
const skipped = whySkipped('mariadb')

describe.skipIf(skipped)(`the golden documents on MariaDB${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let engine: GoldenEngine
  beforeAll(async () => {
    engine = await openMariadbAt(await newDatabase('mariadb'))
    for (const table of goldenTables) await engine.create(table)
  }, 120_000)
  afterAll(() => engine?.close())

  test.each(goldenCases.filter(({ settings }) => settings.not?.mariadb === undefined))(
    '$name gives the known rows',
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
