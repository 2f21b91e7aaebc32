import { describe, expect, test } from 'vitest'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { compileOrThrow, goldenContext, readLevel } from '../golden/run-case.ts'
import { catalogOf, createTables } from './check.ts'
import { documentOf, goldenTableOf } from './document.ts'
import { call, column, literal, source } from './expression.ts'
import type { Element, Filter, TableData } from './model.ts'
import { int, type Moment, moment } from './values.ts'
import { localTime, transitions } from './zone-edges.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'
const every = Intl.supportedValuesOf('timeZone')
/** Half hours, quarter hours, changes at midnight, a skipped day, and no changes at all. */
const NOTABLE = [
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'America/Santiago',
  'UTC',
]
const zones = isDeep ? every : [...new Set([...NOTABLE, ...every.filter((_, index) => index % 25 === 0)])]
/** In 2011 Samoa skipped a day. `npm test` tests zones without special cases in this decade only. */
const yearsOf = (zone: string) => (isDeep ? [1974, 2011, 2026] : NOTABLE.includes(zone) ? [2011, 2026] : [2026])
const STEPS = [-86_400, -7200, -3601, -3600, -1800, -1, 0, 1, 1799, 1800, 3599, 3600, 5400, 7200, 86_400]

/** Zones and years for which the zone data of the engine and of this program differ; determined by comparison. */
const DIFFERENT_DATA: Record<string, ReadonlySet<string>> = {
  duckdb: new Set(['Africa/Casablanca 2026', 'Africa/El_Aaiun 2026']),
  postgres: new Set([]),
}

function instantsOf(zone: string, year: number): Moment[] {
  const edges = transitions(zone, year)
  const around = edges.length > 0 ? edges : [Date.UTC(year, 2, 29, 1)]
  return around.flatMap((edge) => STEPS.map((step) => ({ ms: edge + step * 1000 })))
}

function tableOf(instants: Moment[]): TableData {
  return {
    path: ['Z', 'T'],
    columns: [
      { name: 'u', kind: 'int' },
      { name: 'at', kind: 'instant' },
    ],
    rows: instants.map((instant, index) => [int(index), instant]),
  }
}

function elementOf(unit: string, filters: Filter[] = []): Element {
  return {
    id: 'Main',
    source: { kind: 'warehouse-table', path: ['Z', 'T'] },
    columns: [
      { id: 'u', kind: 'int', expr: source('T', 'u') },
      { id: 'at', kind: 'date', expr: source('T', 'at') },
      { id: 'period', kind: 'date', expr: call('DateTrunc', literal(unit), column('at')) },
      { id: 'n', kind: 'int', expr: call('Count') },
    ],
    groupings: [{ id: 'g', keys: ['period'], calculations: ['n'], sort: [] }],
    summary: [],
    sort: [{ columnId: 'u', direction: 'ascending' }],
    filters,
  }
}

async function levelsOf(engine: GoldenEngine, table: TableData, zone: string, element: Element) {
  const document = documentOf({ tables: [table], elements: [element] })
  const catalog = catalogOf(engine.dialect, [goldenTableOf(table)])
  const { levels } = compileOrThrow(document, 'Main', goldenContext(catalog, { zone }))
  const rows = async (name: string) => {
    const level = levels.find((candidate) => candidate.level === name)
    return level ? (await readLevel(engine, level)).rows : []
  }
  return {
    groups: (await rows('g1')).map(([period, n]) => ({ period: String(period), n: Number(n) })),
    ids: (await rows('base')).map((row) => Number(row[1] ?? row[0])),
  }
}

/** Checks the ids of the rows of one period, by the filter; and the periods with their counts. */
async function checkZone(engine: GoldenEngine, zone: string, year: number): Promise<string[]> {
  const table = tableOf(instantsOf(zone, year))
  await createTables(engine, [goldenTableOf(table)])
  const differences: string[] = []
  for (const unit of ['day', 'hour']) {
    const { groups, ids } = await levelsOf(engine, table, zone, elementOf(unit))
    const total = groups.reduce((sum, { n }) => sum + n, 0)
    if (total !== table.rows.length || new Set(ids).size !== table.rows.length)
      differences.push(`${zone} ${year}: ${total} of ${table.rows.length} rows by ${unit}`)
    const expected = new Map<string, number>()
    for (const [, at] of table.rows) {
      const local = localTime(zone, (at as Moment).ms)
      const period = unit === 'day' ? local.slice(0, 10) : `${local.slice(0, 13)}:00:00`
      expected.set(period, (expected.get(period) ?? 0) + 1)
    }
    for (const { period, n } of groups) {
      const key = unit === 'day' ? period.slice(0, 10) : period.slice(0, 19)
      if (expected.get(key) !== n) differences.push(`data: ${zone} ${year}`)
    }
    const days = [...new Set(groups.map(({ period }) => period.slice(0, 10)))]
    const seen: number[] = []
    for (const day of days) {
      const inGroups = groups.filter(({ period }) => period.startsWith(day)).reduce((sum, { n }) => sum + n, 0)
      for (const columnId of ['at', 'period']) {
        const filter: Filter = { id: 'f', columnId, kind: 'date-range', mode: 'on', date: day }
        const kept = await levelsOf(engine, table, zone, elementOf(unit, [filter]))
        const counted = kept.groups.reduce((sum, { n }) => sum + n, 0)
        if (counted !== inGroups || kept.ids.length !== inGroups)
          differences.push(
            `${zone} ${year}: ${day} has ${inGroups} by ${unit}, its filter on ${columnId} keeps ${counted}`,
          )
        if (columnId === 'at') seen.push(...kept.ids)
      }
    }
    if (new Set(seen).size !== seen.length || seen.length !== table.rows.length)
      differences.push(`${zone} ${year}: filters of all days keep ${seen.length} of ${table.rows.length} rows`)
  }
  return [...new Set(differences)]
}

describe.each([
  ['duckdb', openDuckDb],
  ['postgres', openPostgres],
] as const)('%s', (dialect, open) => {
  test('groups and filters of days and hours agree at every edge of a zone', { timeout: 1_800_000 }, async () => {
    const engine = await open()
    const differences: string[] = []
    for (const zone of zones)
      for (const year of yearsOf(zone)) differences.push(...(await checkZone(engine, zone, year)))
    await engine.close()
    const data = differences.filter((line) => line.startsWith('data: ')).map((line) => line.slice('data: '.length))
    expect(differences.filter((line) => !line.startsWith('data: '))).toEqual([])
    const listed = DIFFERENT_DATA[dialect]
    expect(data.filter((line) => !listed?.has(line))).toEqual([])
  })
})

test('the edges of a zone are found', () => {
  expect(transitions('Europe/Berlin', 2026)).toEqual([
    moment('2026-03-29T01:00:00').ms,
    moment('2026-10-25T01:00:00').ms,
  ])
})
