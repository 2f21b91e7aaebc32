import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { CompileContext } from '@octavo/core/plan'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GoldenEngine, openDuckDb, openPostgres } from './engines.ts'
import { compileOrThrow, dataElementIds, goldenCatalog, goldenContext, readDocument, readLevel } from './run-case.ts'
import { goldenTables } from './tables.ts'

const here = new URL('.', import.meta.url)
const cases = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/document.json`, here)))
  .map((entry) => entry.name)

let engines: GoldenEngine[] = []

beforeAll(async () => {
  engines = await Promise.all([openDuckDb(), openPostgres()])
  for (const engine of engines) for (const table of goldenTables) await engine.create(table)
})
afterAll(async () => {
  for (const engine of engines) await engine.close()
})

interface CaseSettings extends Partial<CompileContext> {
  /** Columns of the custom SQL of the case, as the engine would describe them. */
  customSql?: { columns: { name: string; type: { kind: 'text' }; nullable: boolean }[] }
}

describe.each(cases)('%s', (name) => {
  const read = (file: string) => JSON.parse(readFileSync(new URL(`${name}/${file}`, here), 'utf8'))
  const document = readDocument(read('document.json'))
  const { customSql, ...overrides }: CaseSettings = readdirSync(new URL(`${name}/`, here)).includes('context.json') ? read('context.json') : {}
  const contextFor = (dialect: string) =>
    goldenContext(goldenCatalog({ dialect, ...(customSql ? { customSql: () => customSql } : {}) }), overrides)

  test.each(['duckdb', 'postgres'] as const)('compiles to the known SQL for %s', async (dialect) => {
    const texts = dataElementIds(document).flatMap((elementId) => {
      const element = compileOrThrow(document, elementId, contextFor(dialect))
      return [...element.levels, { ...element.flat, level: `${element.flat.level}, flat` }].map((level) => {
        const { text, values } = level.statement({ offset: 0, limit: 100 })
        const shown = values.map(({ value }, index) => `-- $${index + 1} = ${JSON.stringify(value)}`)
        return [`-- ${elementId}: ${level.level}`, ...shown, `${text};`, ''].join('\n')
      })
    })
    await expect(texts.join('\n')).toMatchFileSnapshot(`${name}/${dialect}.sql`)
  })

  test('gives the known rows, and the same ones on every engine', async () => {
    const results = await Promise.all(
      engines.map(async (engine) => {
        const elements: Record<string, unknown> = {}
        for (const elementId of dataElementIds(document)) {
          const element = compileOrThrow(document, elementId, contextFor(engine.dialect))
          const levels = []
          for (const level of element.levels) levels.push(await readLevel(engine, level))
          elements[elementId] = { levels, flat: await readLevel(engine, element.flat) }
        }
        return elements
      }),
    )
    for (const other of results.slice(1)) expect(other).toEqual(results[0])
    await expect(print(results[0])).toMatchFileSnapshot(`${name}/rows.json`)
  })
})

/** JSON with one line for each row. */
function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(/\[\n\s+(?:[^[\]{}]|\n)*?\n\s+\]/g, (list) => JSON.stringify(JSON.parse(list)).replaceAll(',', ', '))}\n`
}
