import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GoldenEngine } from '../golden/engines.ts'
import {
  compileOrThrow,
  dataElementIds,
  goldenCatalog,
  goldenContext,
  readDocument,
  readLevel,
} from '../golden/run-case.ts'
import { openMariadbAt } from '../golden/server-engines.ts'
import { goldenTables } from '../golden/tables.ts'
import { newDatabase, whySkipped } from './servers.ts'

const golden = new URL('../golden/', import.meta.url)
const cases = readdirSync(golden, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/rows.json`, golden)))
  .map((entry) => entry.name)

const dialect = 'mariadb'
const skipped = whySkipped('mariadb')

describe.skipIf(skipped)(`the golden documents on MariaDB${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let engine: GoldenEngine
  beforeAll(async () => {
    engine = await openMariadbAt(await newDatabase('mariadb'))
    for (const table of goldenTables) await engine.create(table)
  }, 120_000)
  afterAll(() => engine?.close())

  test.each(cases)('%s gives the known rows', async (name) => {
    const read = (file: string) => JSON.parse(readFileSync(new URL(`${name}/${file}`, golden), 'utf8'))
    const document = readDocument(read('document.json'))
    const { customSql, ...overrides } = existsSync(new URL(`${name}/context.json`, golden)) ? read('context.json') : {}
    const context = goldenContext(
      goldenCatalog({ dialect, ...(customSql ? { customSql: () => customSql } : {}) }),
      overrides,
    )
    const elements: Record<string, unknown> = {}
    for (const elementId of dataElementIds(document)) {
      const element = compileOrThrow(document, elementId, context)
      const levels = []
      for (const level of element.levels) levels.push(await readLevel(engine, level))
      elements[elementId] = { levels, flat: await readLevel(engine, element.flat) }
    }
    expect(elements).toEqual(read('rows.json'))
  })
})
