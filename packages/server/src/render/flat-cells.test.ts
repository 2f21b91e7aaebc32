import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResultBatch } from '@octavo/core/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDuckdbConnector, type DuckdbConnector, type EngineSession } from '../connectors/index.ts'
import { csvHeader, type FlatFormat, flatRows, uniqueNames } from './flat-cells.ts'
import { flatFile } from './flat-file.ts'
import { floatText } from './float-text.ts'
import { rowsOfBatches } from './rows-of-batches.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-flat-'))
const never = () => new AbortController().signal
const budget = { timeoutMs: 20_000, maxRows: null }
let connector: DuckdbConnector
let session: EngineSession

beforeAll(async () => {
  connector = createDuckdbConnector({ folders: [folder], spillFolder: null, memoryLimitMb: 1024 })
  await connector.build(join(folder, 'DB.duckdb'), ['CHECKPOINT'], never())
  session = await connector.open({ path: join(folder, 'DB.duckdb') })
})
afterAll(async () => {
  await connector.close()
  rmSync(folder, { recursive: true, force: true })
})

/** One row of unusual values and one of nulls, for every type. */
const awkward = [
  `'plain'`,
  `''`,
  `'=1+1'`,
  `'+1'`,
  `'-1'`,
  `'@a'`,
  `chr(9) || 'tab'`,
  `chr(13) || 'cr'`,
  `chr(10) || 'lf'`,
  `'＝1'`,
  `'a"b'`,
  `'a,b'`,
  `'=a,"b"'`,
  `'line' || chr(13) || chr(10) || 'end'`,
  `'👩‍👩‍👧 漢字 é'`,
  `chr(8232) || chr(1) || chr(127)`,
  `'back\\slash / slash'`,
  `' <b>&amp;</b> '`,
  `'_x0041_x0042_ _x000D_'`,
  `chr(0) || chr(7) || chr(65534) || chr(65535) || chr(9)`,
  `repeat('a', 40000)`,
  `repeat('é', 20000)`,
  `repeat('👩', 16384)`,
  `repeat('<', 32767)`,
  `TRUE`,
  `(-9223372036854775808)::BIGINT`,
  `127::TINYINT`,
  `999999999999999::BIGINT`,
  `(-1000000000000000)::BIGINT`,
  `18446744073709551615::UBIGINT`,
  `340282366920938463463374607431768211455::UHUGEINT`,
  `(-170141183460469231731687303715884105728)::HUGEINT`,
  `9999999999999.99::DECIMAL(18, 2)`,
  `(-10000000000000.00)::DECIMAL(18, 2)`,
  `0.000000000000000999999999999999::DECIMAL(38, 30)`,
  `0.000000000000001::DECIMAL(38, 30)`,
  `1e308::DOUBLE`,
  `2.2250738585072014e-308::DOUBLE`,
  `DATE '1900-02-28'`,
  `DATE '9999-12-31'`,
  `DATE '10000-01-01'`,
  `DATE '0044-03-15 (BC)'`,
  `DATE 'infinity'`,
  `TIMESTAMP '9999-12-31 23:59:59.999999'`,
  `TIMESTAMP '2024-05-20 00:00:00'`,
  `TIMESTAMP '1850-05-20 00:00:00.000001'`,
  `TIMESTAMP 'infinity'`,
  `170141183460469231731687303715884105727::HUGEINT`,
  `-0.01::DECIMAL(18, 2)`,
  `1234567890123456.70::DECIMAL(18, 2)`,
  `12345678901234567890123456789012.123456::DECIMAL(38, 6)`,
  `0.1::DOUBLE + 0.2::DOUBLE`,
  `1::DOUBLE`,
  `(-0.0)::DOUBLE`,
  `1e15::DOUBLE`,
  `9007199254740993::DOUBLE`,
  `1e16::DOUBLE`,
  `1.7976931348623157e308::DOUBLE`,
  `5e-324::DOUBLE`,
  `0.0001::DOUBLE`,
  `0.00012345::DOUBLE`,
  `0.00001::DOUBLE`,
  `123456.789e-7::DOUBLE`,
  `0.1::FLOAT`,
  `'nan'::DOUBLE`,
  `'-inf'::DOUBLE`,
  `DATE '1900-03-01'`,
  `DATE '2100-02-28'`,
  `TIMESTAMP '1969-12-31 23:59:59.999999'`,
  `TIMESTAMP '2024-05-20 13:45:00.120'`,
  `TIMESTAMPTZ '2024-05-20 13:45:00.5+02'`,
  `TIME '13:45:00'`,
  `INTERVAL '-3 days'`,
  `'\\x00ab'::BLOB`,
  `'6ba7b810-9dad-11d1-80b4-00c04fd430c8'::UUID`,
  `[1, NULL, 3]`,
  `['a,b', '"']`,
  `{'a': 1, 'b': 'x"y'}`,
  `'{"a": [1, 2]}'::JSON`,
  `MAP {'k': 1}`,
]
const statement = {
  text:
    `SELECT ${awkward.map((sql, index) => `${sql} AS c${index}`).join(', ')} UNION ALL ` +
    `SELECT ${awkward.map(() => 'NULL').join(', ')}`,
  values: [],
}
const names = uniqueNames(awkward.map((_, index) => (index % 7 === 0 ? `na"me, ${index}` : `c${index}`)))

async function batchesOf(text: string): Promise<{ batches: ResultBatch[]; types: Parameters<typeof flatRows>[1] }> {
  const stream = await session.query({ text, values: [] }, budget, never())
  const batches: ResultBatch[] = []
  for await (const batch of stream.batches) batches.push(batch)
  return { batches, types: stream.columns.map(({ type }) => type) }
}

const styles = awkward.map((_, index) => index % 3)

async function linesOf(
  text: string,
  kind: FlatFormat['kind'],
  keys: readonly string[],
  neutraliseFormulas = true,
): Promise<string> {
  const format = { kind, names: keys, neutraliseFormulas, styles }
  const stream = await session.formatRows?.({ text, values: [] }, format, budget, never())
  let file = ''
  for await (const { bytes } of stream?.chunks ?? []) file += new TextDecoder().decode(bytes)
  return file
}

describe('flat cells', () => {
  it.each(['csv', 'jsonl', 'xlsx'] as const)('%s: lines keep the order of the statement', async (kind) => {
    const text = `SELECT i AS n, 'text ' || i % 7 AS t, 'more ' || i % 3 AS u FROM range(100000) r(i) ORDER BY hash(i), i`
    const { batches } = await batchesOf(text)
    const expected = batches.flatMap(({ columns }) => columns[0]?.values.map(String) ?? [])
    const lines = await linesOf(text, kind, ['n', 't', 'u'])
    const first = { csv: /^(\d+),/, jsonl: /"n":(\d+)/, xlsx: /<v>(\d+)<\/v>/ }[kind]
    const found = lines
      .trimEnd()
      .split(/\r?\n/)
      .map((line) => first.exec(line)?.[1])
    expect(found.findIndex((value, index) => value !== expected[index])).toBe(-1)
    expect(found.length).toBe(expected.length)
  })

  it.each([
    ['csv', true],
    ['csv', false],
    ['json', true],
    ['jsonl', true],
    ['xlsx', true],
  ] as const)(
    'have the same bytes from the engine and from batches: %s, neutralised %s',
    async (kind, neutraliseFormulas) => {
      const { batches, types } = await batchesOf(statement.text)
      const fromBatches = batches
        .map((batch) => flatRows(batch, types, { kind, names, neutraliseFormulas, styles }))
        .join(kind === 'json' ? ',\n' : '')
      const fromEngine = await linesOf(statement.text, kind, names, neutraliseFormulas)
      expect(differenceOf(fromEngine, fromBatches)).toBeNull()
    },
  )

  it('contain the same cells in CSV and JSON as page data', async () => {
    const { batches, types } = await batchesOf(statement.text)
    const csv = parseCsv(await linesOf(statement.text, 'csv', names, false))
    const json = JSON.parse(
      `[${(await linesOf(statement.text, 'json', names)).replace(/:(-?\d[\d.e+-]*)([,}])/g, ':"$1"$2')}]`,
    )
    const cells = batches.flatMap((batch) =>
      Array.from({ length: batch.rowCount }, (_, row) => batch.columns.map(({ values }) => values[row] ?? null)),
    )
    for (const [row, expected] of cells.entries()) {
      for (const [index, cell] of expected.entries()) {
        const what = `${awkward[index]} in row ${row}`
        const isNested = types[index]?.kind === 'variant' || types[index]?.kind === 'array'
        const text = typeof cell === 'number' ? floatText(cell) : cell === null ? '' : String(cell)
        expect(csv[row]?.[index], what).toBe(text)
        const inJson = json[row][names[index] ?? '']
        if (isNested && cell !== null)
          expect(inJson, what).toEqual(JSON.parse(String(cell).replace(/:(\d+)/g, ':"$1"')))
        else expect(inJson, what).toEqual(typeof cell === 'number' ? floatText(cell) : cell)
      }
    }
  })

  it.each([
    ['=1', `'=1`],
    ['-1', `'-1`],
    ['\tx', `'\tx`],
    ['＋x', `'＋x`],
    ['=a,b', `"'=a,b"`],
    ['a=b', 'a=b'],
    ['', '""'],
    ['x"y', '"x""y"'],
  ])('neutralises and quotes the header %j', (name, written) => {
    expect(csvHeader([name], true)).toBe(`${written}\r\n`)
  })

  it.each([
    ['csv', '*,\r\n,1\r\n'],
    ['jsonl', '{"a":"*","b":null}\n{"a":null,"b":1}\n'],
    ['xlsx', '<row><c t="inlineStr"><is><t>*</t></is></c><c/></row>\n<row><c/><c><v>1</v></c></row>\n'],
  ] as const)('%s: a cell with several values has the mark of the screen and differs from null', (kind, text) => {
    const batch: ResultBatch = {
      rowCount: 2,
      columns: [{ values: [null, null], states: ['several', null] }, { values: [null, '1'] }],
    }
    const types = [{ kind: 'int64' }, { kind: 'int64' }] as const
    expect(flatRows(batch, types, { kind, names: ['a', 'b'], neutraliseFormulas: true })).toBe(text)
  })

  it('writes no empty line for a single empty column', async () => {
    expect(await linesOf('SELECT NULL::BIGINT UNION ALL SELECT NULL', 'csv', ['a'])).toBe('""\r\n""\r\n')
    expect(await linesOf(`SELECT NULL::VARCHAR UNION ALL SELECT ''`, 'csv', ['a'])).toBe('""\r\n""\r\n')
  })

  it('keeps the order of the statement over many rows', async () => {
    const text = 'SELECT range AS n FROM range(30000) ORDER BY (range * 7919) % 30011'
    const { batches } = await batchesOf(text)
    const expected = batches.flatMap(({ columns }) => columns[0]?.values ?? []).join('\r\n')
    expect((await linesOf(text, 'csv', ['n'])).trimEnd()).toBe(expected)
  })

  it.each([
    [1e15, '1000000000000000'],
    [1e16, '1e+16'],
    [1.5e-5, '1.5e-05'],
    [-1e-100, '-1e-100'],
    [0, '0'],
    [-0, '0'],
  ])('writes the float %d as %s', (value, text) => expect(floatText(value)).toBe(text))

  it('makes names unique without changing those that already are', () => {
    expect(uniqueNames(['a', 'a', 'b', 'a (2)', 'a'])).toEqual(['a', 'a (2)', 'b', 'a (2) (2)', 'a (3)'])
  })
})

describe('a flat file', () => {
  async function* none(): AsyncGenerator<ResultBatch> {}

  it.each([
    ['csv', 'a,b\r\n'],
    ['json', '[]\n'],
    ['jsonl', ''],
  ] as const)('of no rows is still a %s file', async (kind, file) => {
    const format = { kind, names: ['a', 'b'], neutraliseFormulas: true }
    let written = ''
    for await (const chunk of flatFile(rowsOfBatches(none(), [], format, never()), format)) {
      written += new TextDecoder().decode(chunk)
    }
    expect(written).toBe(file)
  })
})

/** The first difference of two texts with its surroundings, because the whole texts are too long to read. */
function differenceOf(left: string, right: string): { left: string; right: string } | null {
  if (left === right) return null
  let at = 0
  while (left[at] === right[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 40)
  return { left: around(left), right: around(right) }
}

/** RFC 4180, for one file that has no empty lines. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (let at = 0; at < text.length; ) {
    const match = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n)/y
    match.lastIndex = at
    const found = match.exec(text)
    if (!found) throw new Error(`Not CSV at ${at}: ${text.slice(at, at + 40)}`)
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    at = match.lastIndex
    if (found[3] === '\r\n' && at < text.length) rows.push([])
  }
  return rows
}
