import { appendFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalogOf, createTables } from '../evaluator/check.ts'
import { documentOf, goldenTableOf } from '../evaluator/document.ts'
import { call, column, type Expr, literal, source } from '../evaluator/expression.ts'
import type { Element, Filter, TableData } from '../evaluator/model.ts'
import { int } from '../evaluator/values.ts'
import { localTime, transitions } from '../evaluator/zone-edges.ts'
import { type GoldenEngine, openDuckDb } from '../golden/engines.ts'
import { compileOrThrow, goldenContext, readLevel } from '../golden/run-case.ts'
import { openMariadbAt, openPostgresAt } from '../golden/server-engines.ts'
import { flavour, flavourLabel } from '../setup/flavour.ts'
import { newDatabase, whySkipped } from './servers.ts'

/**
 * Tests every zone at both sides of every change of its offset. The reference is this program's own zone data (ICU, with Intl). Zone data
 * differ between programs and years, which is not a defect. The test therefore checks two things: where the local time of an instant
 * agrees, everything derived from it agrees; and where it does not, everything follows the engine's local time. Differences in the data are
 * listed or bounded, and the deep run writes them to a file (OCTAVO_ZONES_LOG).
 */
const isDeep = process.env.OCTAVO_DEEP === '1'
const notable = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'America/Havana',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Cairo',
]
const zones = isDeep ? Intl.supportedValuesOf('timeZone') : notable
const units = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const
type Unit = (typeof units)[number]
/** Zones for which DuckDB has different data, from September 2026 on. */
const otherData = ['Africa/Casablanca', 'Africa/El_Aaiun']
const steps = [-7200, -1801, -1, 0, 1, 1799, 3600, 86_400]
const longAgo = { first: 1900, last: 2100 }
/** The range of years of MariaDB's TIMESTAMP. */
const unixTime = { first: 1970, last: 2037 }
const utcOf = (local: string) => Date.parse(`${local}Z`)

/** Instants around each change, and some where nothing changes. */
function instantsOf(zone: string, { first, last }: { first: number; last: number }): number[] {
  const years = isDeep
    ? Array.from({ length: last - first + 1 }, (_, index) => first + index)
    : [1901, 1945, 1974, 2011, 2026, 2037, 2099].filter((year) => year >= first && year <= last)
  const edges = years.flatMap((year) => transitions(zone, year))
  const calm = years.filter((year) => year % 10 === 0 || !isDeep).map((year) => Date.UTC(year, 6, 1, 12, 34, 56))
  const earliest = first === 1970 ? Date.UTC(1970, 0, 2) : Number.NEGATIVE_INFINITY
  const all = [...calm, ...edges.flatMap((edge) => steps.map((step) => edge + step * 1000))]
  return [...new Set(all)].filter((at) => at >= earliest).toSorted((a, b) => a - b)
}

/** The start of the period of a local time; weeks begin on Sunday. */
function startOf(unit: Unit, local: string): string {
  const day = local.slice(0, 10)
  const month = Number(local.slice(5, 7))
  switch (unit) {
    case 'hour':
      return `${local.slice(0, 13)}:00:00`
    case 'day':
      return `${day}T00:00:00`
    case 'week': {
      const at = utcOf(`${day}T00:00:00`)
      return `${new Date(at - new Date(at).getUTCDay() * 86_400_000).toISOString().slice(0, 10)}T00:00:00`
    }
    case 'month':
      return `${local.slice(0, 7)}-01T00:00:00`
    case 'quarter':
      return `${local.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01T00:00:00`
    case 'year':
      return `${local.slice(0, 4)}-01-01T00:00:00`
  }
}

/** Every instant that a local time may be in the zone: none in a gap, two where the clocks are set back. */
function instantsOfLocal(zone: string, local: string, near: number): number[] {
  const wanted = utcOf(local)
  const offsets = [-90_000_000, 0, 90_000_000].map((by) => utcOf(localTime(zone, near + by)) - (near + by))
  return [...new Set(offsets.map((offset) => wanted - offset))].filter((at) => utcOf(localTime(zone, at)) === wanted)
}

const at: Expr = column('at')
function elementOf(zone: string, filters: Filter[] = []): Element {
  return {
    id: 'Main',
    source: { kind: 'warehouse-table', path: ['Z', 'T'] },
    columns: [
      { id: 'u', kind: 'int', expr: source('T', 'u') },
      { id: 'at', kind: 'date', expr: source('T', 'at') },
      ...units.map((unit) => ({ id: unit, kind: 'date' as const, expr: call('DateTrunc', literal(unit), at) })),
      { id: 'utc', kind: 'date', expr: call('ConvertTimezone', at, literal('UTC')) },
      { id: 'back', kind: 'date', expr: call('ConvertTimezone', column('utc'), literal(zone), literal('UTC')) },
    ],
    groupings: [],
    summary: [],
    sort: [{ columnId: 'u', direction: 'ascending' }],
    filters,
  }
}

const longForm = (cell: unknown) => {
  const text = String(cell).replace(' ', 'T')
  return text.length === 10 ? `${text}T00:00:00` : text
}

interface Found {
  mistakes: string[]
  /** Local times that differ because the engine's data differ. */
  data: string[]
  rows: number
}

async function checkZone(engine: GoldenEngine, zone: string, span: typeof longAgo): Promise<Found> {
  const instants = instantsOf(zone, span)
  const table: TableData = {
    path: ['Z', 'T'],
    columns: [
      { name: 'u', kind: 'int' },
      { name: 'at', kind: 'instant' },
    ],
    rows: instants.map((ms, index) => [int(index), { ms }]),
  }
  await createTables(engine, [goldenTableOf(table)])
  const read = async (filters: Filter[] = []) => {
    const document = documentOf({ tables: [table], elements: [elementOf(zone, filters)] })
    const context = goldenContext(catalogOf(engine.dialect, [goldenTableOf(table)]), { zone })
    const { levels } = compileOrThrow(document, 'Main', context)
    const base = levels.find(({ level }) => level === 'base')
    return base ? (await readLevel(engine, base)).rows : []
  }
  const found: Found = { mistakes: [], data: [], rows: instants.length }
  const rows = await read()
  if (rows.length !== instants.length) found.mistakes.push(`${zone}: ${rows.length} of ${instants.length} rows`)
  const periods = rows.map((row) => units.map((_, index) => longForm(row[index + 2])))
  for (const [index, row] of rows.entries()) {
    const ms = instants[index] ?? Number.NaN
    const local = longForm(row[1])
    const instant = new Date(ms).toISOString()
    const isSame = local === localTime(zone, ms)
    if (!isSame) found.data.push(`${zone} ${instant} ${local} ${localTime(zone, ms)}`)
    for (const [which, unit] of units.entries()) {
      const period = periods[index]?.[which]
      if (period !== startOf(unit, local)) found.mistakes.push(`${zone} ${instant}: ${unit} of ${local} is ${period}`)
    }
    const [utc, back] = [longForm(row[units.length + 2]), longForm(row[units.length + 3])]
    // A local time that occurs twice may be either instant.
    const may = instantsOfLocal(zone, local, ms)
    if (isSame && !may.includes(utcOf(utc))) found.mistakes.push(`${zone} ${instant}: ${local} is ${utc} in UTC`)
    if (isSame && may.includes(utcOf(utc)) && back !== local) {
      found.mistakes.push(`${zone} ${instant}: ${local} comes back as ${back}`)
    }
  }
  // A group must show what the filter on its period keeps: for each unit the largest period and the last.
  for (const [which, unit] of units.entries()) {
    const counts = Map.groupBy(periods.keys(), (index) => periods[index]?.[which]?.slice(0, 10) ?? '')
    const fullest = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]
    for (const [day, group] of [fullest, [...counts].at(-1)].filter((entry) => entry !== undefined)) {
      const filter: Filter = {
        id: 'f',
        columnId: unit,
        kind: 'date-range',
        mode: 'between',
        startDate: day,
        endDate: day,
      }
      const kept = (await read([filter])).map((row) => Number(row[0]))
      if (kept.join() !== group.join()) {
        found.mistakes.push(`${zone}: ${group.length} rows have ${unit} ${day}, its filter keeps ${kept.length}`)
      }
    }
  }
  return found
}

describe.each([
  ['DuckDB', 'duckdb', openDuckDb, longAgo, null],
  [
    'PostgreSQL',
    'postgres',
    async () => openPostgresAt(await newDatabase('postgres')),
    longAgo,
    whySkipped('postgres'),
  ],
  [flavourLabel, flavour, async () => openMariadbAt(await newDatabase('mariadb')), unixTime, whySkipped('mariadb')],
] as const)('zones on %s', (_, name, open, span, skipped) => {
  test.skipIf(skipped)(
    `periods, conversions both ways and filters agree at every edge${skipped ? ` (skipped: ${skipped})` : ''}`,
    { timeout: 3_600_000 },
    async () => {
      const engine = await open()
      const all: Found = { mistakes: [], data: [], rows: 0 }
      for (const zone of zones) {
        const { mistakes, data, rows } = await checkZone(engine, zone, span)
        all.mistakes.push(...mistakes)
        all.data.push(...data)
        all.rows += rows
      }
      await engine.close()
      const log = process.env.OCTAVO_ZONES_LOG
      if (log) {
        const years = Map.groupBy(all.data, (line) => line.split(' ')[0] ?? '')
        const lines = [...years].map(
          ([zone, found]) =>
            `${name} ${zone}: ${found.length} from ${found[0]?.slice(zone.length + 1, zone.length + 11)} to ${found.at(-1)?.slice(zone.length + 1, zone.length + 11)}`,
        )
        const head = `${name}: ${zones.length} zones, ${all.rows} instants, ${all.mistakes.length} mistakes, ${all.data.length} of other data`
        appendFileSync(log, `${[head, ...lines, ...all.mistakes.slice(0, 50)].join('\n')}\n`)
      }
      expect(all.mistakes.slice(0, 20)).toEqual([])
      // DuckDB includes its zone data. The servers use the data of their machine, which may lack recent changes.
      const others = new Set(all.data.map((line) => line.split(' ')[0]))
      if (name === 'duckdb') expect([...others].filter((zone) => !otherData.includes(String(zone)))).toEqual([])
      expect(all.data.length / all.rows).toBeLessThan(0.01)
    },
  )
})
