import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ABBREVIATED_ZONES, ZONE_NAMES } from '../../packages/core/src/formula/functions/zone-names.ts'
import { openDuckdb, openPostgres, type TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import { cellsOf } from '../evaluator/formula-rows.ts'
import { localTime } from '../evaluator/zone-edges.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { openMariadb, openPostgresServer, whySkipped } from './servers.ts'

const NOON = Date.UTC(2024, 6, 15, 12)
const TYPES = { Z: { kind: 'text' } } as const

const names = [...ZONE_NAMES, ...ABBREVIATED_ZONES.map(([name]) => name)]

/** Texts that some engines accept as zones and others reject, and texts that resemble entries of the list. */
const OTHERS = [
  'Nowhere',
  'europe/berlin',
  ' Europe/Berlin',
  'Europe/Berlin ',
  'Europe/Berlin\n',
  'Europe',
  '+02:00',
  'UTC+2',
  'FOO+3',
  'PDT',
  'SYSTEM',
  'Factory',
  'Africa/Abidjan,Africa/Accra',
  ',Africa/Accra,',
  ',',
  '',
  "O'Brien",
  '\\',
  'größe',
  '\u{1f600}',
]

describe.each([
  ['DuckDB', null, openDuckdb],
  ['PGlite', null, openPostgres],
  [flavourLabel, whySkipped('mariadb'), openMariadb],
  ['PostgreSQL', whySkipped('postgres'), openPostgresServer],
] as const)('zones in rows on %s', (_title, skipped, open) => {
  let engine: TestEngine
  beforeAll(async () => {
    if (skipped === null) engine = await open()
  })
  afterAll(() => engine?.close())

  test.skipIf(skipped)('every name of the database is a zone of the engine', async () => {
    const formula = 'ConvertTimezone(Date("2024-07-15 12:00:00"), [Z], "UTC")'
    const { cells } = await cellsOf(
      engine,
      formula,
      TYPES,
      names.map((name) => [name]),
    )
    const found = names.flatMap((name, at) => {
      const [expected, actual] = [localTime(name, NOON), cells[at]?.replace(' ', 'T').slice(0, 19)]
      return actual === expected ? [] : [`${name}: ${actual}, not ${expected}`]
    })
    expect(found).toEqual([])
  })

  test
    .skipIf(skipped)
    .each([
      'ConvertTimezone(Date("2024-07-15 12:00:00"), [Z], "UTC")',
      'ConvertTimezone(Date("2024-07-15 12:00:00"), "UTC", [Z])',
      'DateTrunc("day", Date("2024-07-15 12:00:00"), [Z])',
      'DatePart("hour", Date("2024-07-15 12:00:00"), [Z])',
      'Hour(Date("2024-07-15 12:00:00"), [Z])',
      'Count(Hour(Date("2024-07-15 12:00:00"), [Z]))',
    ])('%s is null in rows whose text is not such a name', async (formula) => {
    const rows = [['UTC'], ...OTHERS.map((text) => [text]), [null], ['Europe/Berlin']]
    const { cells } = await cellsOf(engine, formula, TYPES, rows)
    if (cells.length === 1) expect(cells).toEqual(['2'])
    else expect(rows.filter((_, at) => cells[at] !== null)).toEqual([['UTC'], ['Europe/Berlin']])
  })

  test.skipIf(skipped).each([
    ['"europe/berlin"', '2024-07-15 14:00:00'],
    ['"CET"', '2024-07-15 14:00:00'],
    ['"US/Eastern"', '2024-07-15 08:00:00'],
  ])('a literal zone, %s, is found in any case', async (zone, expected) => {
    const { cells } = await cellsOf(engine, `ConvertTimezone(Date("2024-07-15 12:00:00"), ${zone}, "UTC")`, TYPES, [
      [null],
    ])
    expect(cells[0]?.slice(0, 19)).toBe(expected)
  })
})
