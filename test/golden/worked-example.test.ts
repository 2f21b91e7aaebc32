import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GoldenEngine, openDuckDb, openPostgres } from './engines.ts'
import { compileOrThrow, goldenCatalog, goldenContext, type LevelResult, readDocument, readLevel } from './run-case.ts'
import { stock } from './tables.ts'

const file = new URL('./worked-example/document.json', import.meta.url)
const document = readDocument(JSON.parse(readFileSync(file, 'utf8')))

/** The published result of the example, row by row: column, level, values in the order of the level. */
const values: [column: string, level: string, values: unknown[]][] = [
  ['Region Qty', 'g1', ['40', '70']],
  ['Store Qty', 'g2', ['10', '30', '70']],
  ['Avg of stores', 'g1', [20, 70]],
  ['Avg of rows', 'g1', [13.3333333333, 35]],
  ['Share', 'g2', [0.25, 0.75, 1]],
  ['Percent of total', 'g2', [0.25, 0.75, 1]],
  ['Grand total', 'g2', ['110', '110', '110']],
  ['Running', 'g2', ['10', '40', '70']],
  ['Running of regions', 'g1', ['40', '110']],
  ['Rank', 'g2', ['2', '1', '1']],
  ['Sum at its own level', 'g1', ['40', '70']],
  ['Total', 'summary', ['110']],
  ['Only store', 'g1', ['*', 'C']],
  ['Months', 'summary', ['2']],
]

/** The same for the rows, in the order of the keys, then Feb before Jan. */
const rowValues: [column: string, byRow: Record<string, unknown>][] = [
  ['Row share', { 'A Jan': 0.4, 'A Feb': 0.6, 'B Jan': 1, 'C Jan': 0.285714285714, 'C Feb': 0.714285714286 }],
  ['Row sum', { 'A Jan': '4', 'A Feb': '6', 'B Jan': '30', 'C Jan': '20', 'C Feb': '50' }],
]

describe.each([
  ['duckdb', openDuckDb],
  ['postgres', openPostgres],
] as const)('the worked example of the formula language on %s', (dialect, open) => {
  let engine: GoldenEngine
  const levels = new Map<string, LevelResult>()

  beforeAll(async () => {
    engine = await open()
    await engine.create(stock)
    const element = compileOrThrow(document, 'stock', goldenContext(goldenCatalog({ dialect })))
    for (const level of element.levels) levels.set(level.level, await readLevel(engine, level))
  })
  afterAll(() => engine.close())

  const columnOf = (level: string, column: string) => {
    const result = levels.get(level)
    const index = result?.columns.indexOf(column) ?? -1
    return result?.rows.map((row) => row[index])
  }

  test.each(values)('%s at %s', (column, level, expected) => {
    expect(columnOf(level, column)).toEqual(expected)
  })

  test.each(rowValues)('%s on the rows', (column, expected) => {
    const stores = columnOf('base', 'Store') ?? []
    const months = columnOf('base', 'Month') ?? []
    const found = Object.fromEntries((columnOf('base', column) ?? []).map((value, row) => [`${stores[row]} ${months[row]}`, value]))
    expect(found).toEqual(expected)
  })
})
