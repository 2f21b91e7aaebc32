import { namedLocale } from '@octavo/core/format'
import type { ResultBatch, ValueType } from '@octavo/core/types'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import type { FlatFileRows } from './flat-file.ts'
import { rowsOfBatches } from './rows-of-batches.ts'
import { type SheetRows, sheetName, xlsxFile } from './xlsx-file.ts'

const never = () => new AbortController().signal
const types: ValueType[] = [{ kind: 'int64' }, { kind: 'text' }, { kind: 'date' }]

async function* numbered(count: number, atOnce = 1000): AsyncGenerator<ResultBatch> {
  for (let start = 0; start < count; start += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, count - start) }, (_, index) => start + index)
    yield {
      rowCount: rows.length,
      columns: [
        { values: rows.map(String) },
        { values: rows.map((row) => (row % 3 === 0 ? null : `line\n${row}`)) },
        { values: rows.map(() => '2024-02-29') },
      ],
    }
  }
}

function source(name: string, batches: AsyncIterable<ResultBatch>, signal = never()): SheetRows {
  return {
    name,
    columns: ['N', 'Text', 'Day'].map((column, index) => ({ name: column, type: types[index] ?? { kind: 'text' } })),
    open: async (styles) =>
      rowsOfBatches(batches, types, { kind: 'xlsx', names: [], neutraliseFormulas: false, styles }, signal),
  }
}

async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('a spreadsheet', () => {
  it('has a frozen, styled header and typed rows', async () => {
    const facts = { sheets: [] }
    const bytes = await bytesOf(xlsxFile([source('Orders', numbered(3))], facts))
    const { sheets } = await readXlsx(bytes, { readStyles: true })
    expect(facts.sheets).toEqual(['Orders'])
    expect(sheets.map(({ name }) => name)).toEqual(['Orders'])
    expect(sheets[0]?.rows).toEqual([
      ['N', 'Text', 'Day'],
      [0, null, new Date('2024-02-29')],
      [1, 'line\n1', new Date('2024-02-29')],
      [2, 'line\n2', new Date('2024-02-29')],
    ])
    expect(sheets[0]?.freezePane).toMatchObject({ rows: 1 })
    expect(sheets[0]?.cells?.get('0,0')?.style?.font?.bold).toBe(true)
  })

  it('continues an outline on the next sheet with the rows of its groups', async () => {
    const facts = { sheets: [] }
    const grouped = { ...source('A', numbered(20, 3)), outlineLevels: [1, 1, 0] }
    const { sheets } = await readXlsx(await bytesOf(xlsxFile([grouped], facts, { maxRows: 10 })), { readStyles: true })
    const day = new Date('2024-02-29')
    expect(sheets.map(({ rows }) => rows[1])).toEqual(sheets.map(() => [null, null, day]))
    expect(sheets.every(({ rows }) => rows.length <= 10)).toBe(true)
    const numbers = sheets.flatMap(({ rows }) => rows.slice(2).map(([number]) => number))
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, number) => number))
    expect(sheets.map(({ cells }) => cells?.get('1,2')?.style?.font?.bold)).toEqual(sheets.map(() => true))
  })

  it('writes dates as the locale does', async () => {
    const bytes = await bytesOf(xlsxFile([source('A', numbered(1))], { sheets: [] }, { locale: namedLocale('en-gb') }))
    const { sheets } = await readXlsx(bytes, { readStyles: true })
    expect(sheets[0]?.cells?.get('1,2')?.style?.numFmt).toBe('dd/mm/yyyy')
    expect(sheets[0]?.rows[1]?.[2]).toEqual(new Date('2024-02-29'))
  })

  it.each([
    { count: 0, rows: [0] },
    { count: 9, rows: [9] },
    { count: 10, rows: [9, 1] },
    { count: 27, rows: [9, 9, 9] },
    { count: 28, rows: [9, 9, 9, 1] },
  ])('with $count rows and 9 in a sheet has sheets with $rows rows, each with its header', async ({ count, rows }) => {
    const facts = { sheets: [] as string[] }
    const file = await bytesOf(
      xlsxFile([source('A', numbered(count, 7)), source('a', numbered(1))], facts, { maxRows: 10 }),
    )
    const { sheets } = await readXlsx(file)
    expect(sheets.map((sheet) => sheet.rows.length - 1)).toEqual([...rows, 1])
    expect(new Set(sheets.map((sheet) => sheet.rows[0]?.join()))).toEqual(new Set(['N,Text,Day']))
    expect(sheets.slice(0, -1).flatMap((sheet) => sheet.rows.slice(1).map(([n]) => n))).toEqual(
      Array.from({ length: count }, (_, n) => n),
    )
    expect(sheets.map(({ name }) => name)).toEqual(facts.sheets)
    expect(new Set(facts.sheets.map((name) => name.toLowerCase())).size).toBe(facts.sheets.length)
  })

  it.each([
    ['Plain', 'Plain'],
    ['a/b\\c:d*e?f[g]', 'a b c d e f g'],
    [`'quoted'`, 'quoted'],
    ['', 'Sheet'],
    ['///', 'Sheet'],
    ['History', 'Sheet History'],
    ['x'.repeat(40), 'x'.repeat(31)],
    [`${'x'.repeat(30)}👩`, 'x'.repeat(30)],
  ])('names the sheet of %j %j', (wanted, name) => expect(sheetName(wanted, new Set())).toBe(name))

  it('gives every sheet a different name', () => {
    const taken = new Set<string>()
    expect(['A', 'a', 'A', 'x'.repeat(40), 'x'.repeat(40)].map((name) => sheetName(name, taken))).toEqual([
      'A',
      'a (2)',
      'A (3)',
      'x'.repeat(31),
      `${'x'.repeat(27)} (2)`,
    ])
  })
})

describe('the thread that writes rows', () => {
  const format = { kind: 'csv' as const, names: ['N', 'Text', 'Day'], neutraliseFormulas: true }

  it('reads batches only as fast as rows are consumed', async () => {
    let given = 0
    async function* counted() {
      for await (const batch of numbered(100_000)) {
        given++
        yield batch
      }
    }
    const rows = rowsOfBatches(counted(), types, format, never())
    await rows.next()
    await rows.next()
    expect(given).toBeLessThanOrEqual(4)
    await rows.return(undefined)
  })

  it('ends the file with an error when it dies', async () => {
    async function* broken(): AsyncGenerator<ResultBatch> {
      yield* numbered(10)
      // A column without cells, which no connector sends.
      yield { rowCount: 1, columns: [{ values: null as unknown as string[] }] }
    }
    await expect(bytesOf(bytesIn(rowsOfBatches(broken(), types, format, never())))).rejects.toMatchObject({
      code: 'export_failed',
    })
  })

  it('ends when the export is cancelled, and releases the engine', async () => {
    const stop = new AbortController()
    let isClosed = false
    async function* endless() {
      try {
        for (;;) yield* numbered(1000)
      } finally {
        isClosed = true
      }
    }
    const rows = rowsOfBatches(endless(), types, format, stop.signal)
    await rows.next()
    stop.abort(new Error('cancelled'))
    await expect(bytesOf(bytesIn(rows))).rejects.toThrow('cancelled')
    expect(isClosed).toBe(true)
  })

  it('passes on the error of the engine', async () => {
    async function* failing(): AsyncGenerator<ResultBatch> {
      yield* numbered(5)
      throw new Error('the engine')
    }
    await expect(bytesOf(bytesIn(rowsOfBatches(failing(), types, format, never())))).rejects.toThrow('the engine')
    const sheet = source('A', failing())
    await expect(bytesOf(xlsxFile([sheet], { sheets: [] }))).rejects.toThrow('the engine')
  })
})

async function* bytesIn(rows: AsyncIterable<FlatFileRows>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of rows) yield bytes
}
