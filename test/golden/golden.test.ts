import { dialects } from '@octavo/core/sql'
import type { Statement } from '@octavo/core/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GoldenEngine, openDuckDb, openPostgres } from './engines.ts'
import { contextOf, type GoldenCase, goldenCases } from './golden-cases.ts'
import { compileOrThrow, type LevelResult, readLevel, readWhole } from './run-case.ts'
import { goldenTables } from './tables.ts'

let engines: GoldenEngine[] = []

beforeAll(async () => {
  engines = await Promise.all([openDuckDb(), openPostgres()])
  for (const engine of engines) for (const table of goldenTables) await engine.create(table)
})
afterAll(async () => {
  for (const engine of engines) await engine.close()
})

type ElementResult = { levels: LevelResult[]; flat: LevelResult }

/** Dialects whose files contain every level of every element; the others contain the flat relation of the last one. */
const IN_FULL = ['duckdb', 'postgres']

describe.each(goldenCases)('$name', (golden) => {
  const file = (name: string) => `${golden.folder}${name}`

  test('has a description of its purpose', () => {
    expect(golden.reason).toMatch(/^[A-Z].{20,}\.$/)
  })

  test.each(Object.keys(dialects))('compiles to the known SQL for %s', async (dialect) => {
    const unable = golden.settings.unable?.[dialect]
    const last = golden.shown.at(-1) ?? ''
    if (unable !== undefined) {
      expect(() => compileOrThrow(golden.document, last, contextOf(golden, dialect))).toThrow(unable)
      return
    }
    const ids = IN_FULL.includes(dialect) ? golden.shown : golden.shown.slice(-1)
    const texts = ids.flatMap((elementId) => statementsOf(golden, elementId, dialect))
    await expect(texts.join('\n')).toMatchFileSnapshot(file(`${dialect}.sql`))
  })

  test('returns the known rows, and the same ones on every engine', async () => {
    const results = await Promise.all(
      engines.map(async (engine) => {
        const elements: Record<string, ElementResult> = {}
        for (const elementId of golden.shown) {
          const element = compileOrThrow(golden.document, elementId, contextOf(golden, engine.dialect))
          const levels = []
          for (const level of element.levels) levels.push(await readLevel(engine, level))
          expect((await readWhole(engine, element)) ?? levels).toEqual(levels)
          elements[elementId] = { levels, flat: await readLevel(engine, element.flat) }
        }
        return elements
      }),
    )
    for (const other of results.slice(1)) expect(other).toEqual(results[0])
    await expect(print(results[0])).toMatchFileSnapshot(file('rows.json'))
  })

  test('returns the rows of SQL written by hand', async () => {
    expect(golden.expected).not.toEqual([])
    const [engine] = engines
    if (!engine) throw new Error('No engine is open.')
    for (const { elementId, level, sql } of golden.expected) {
      const element = compileOrThrow(golden.document, elementId, contextOf(golden, engine.dialect))
      const compiled = element.levels.find((item) => item.level === level)
      if (!compiled) throw new Error(`${elementId} has no level ${level}: ${element.levels.map((item) => item.level)}`)
      const ours = await readLevel(engine, compiled)
      const types = compiled.columns.map((column) => column.type)
      const byHand = await engine.rows({ text: sql, values: [] }, types)
      expect(plain(ours.rows)).toEqual(plain(byHand))
    }
  })
})

function statementsOf(golden: GoldenCase, elementId: string, dialect: string): string[] {
  const element = compileOrThrow(golden.document, elementId, contextOf(golden, dialect))
  const textOf = (name: string, { text, values }: Statement) => {
    const shown = values.map(({ value }, index) => `-- $${index + 1} = ${JSON.stringify(value)}`)
    return { title: `-- ${elementId}: ${name}`, text: [...shown, `${text};`, ''].join('\n') }
  }
  const window = { offset: 0, limit: 100 }
  const flat = textOf(`${element.flat.level}, flat`, element.flat.statement(window))
  const levels = element.levels.map((level) => textOf(level.level, level.statement(window)))
  const others = levels.filter((item) => item.text !== flat.text)
  const whole = element.whole ? [textOf('whole', element.whole.statement(100))] : []
  const missing = element.columns.flatMap(({ name, problems }) =>
    problems.filter(({ severity }) => severity === 'error').map(({ hint }) => `-- not available: ${name}: ${hint}`),
  )
  const isInFull = IN_FULL.includes(dialect) || golden.settings.everyLevel
  const wanted = [...(isInFull ? others : []), ...whole, flat]
  return wanted.map(({ title, text }) => [title, ...missing, text].join('\n'))
}

/** Rows without their order, numbers to nine digits, restricted cells as null. */
function plain(rows: readonly (readonly unknown[])[]): string[] {
  const cell = (value: unknown) => {
    if (value === '(restricted)') return null
    const isNumber = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    return isNumber && Number.isFinite(Number(value)) ? Number(Number(value).toPrecision(9)) : value
  }
  return rows.map((row) => JSON.stringify(row.map(cell))).sort()
}

/** JSON with one line for each row. */
function print(value: unknown): string {
  const row = (list: unknown[]) => `[${list.map((cell) => JSON.stringify(cell)).join(', ')}]`
  return `${JSON.stringify(value, null, 2).replace(/\[\n\s+(?:[^[\]{}]|\n)*?\n\s+\]/g, (list) => row(JSON.parse(list)))}\n`
}
