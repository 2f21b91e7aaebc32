import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import type { UploadEncoding, UploadFormat } from '@octavo/core/contract'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, test } from 'vitest'
import { createIngest } from './ingest.ts'
import { stagedFiles } from './messages.ts'

const root = mkdtempSync(join(tmpdir(), 'octavo-ingest-'))
afterAll(() => rmSync(root, { recursive: true }))
const signal = new AbortController().signal
const ingest = createIngest()
let count = 0

interface Given {
  format?: UploadFormat
  encoding?: UploadEncoding | null
  sheet?: string | null
}

function staged(content: string | Uint8Array): string {
  count += 1
  const folder = join(root, String(count))
  mkdirSync(folder)
  writeFileSync(join(folder, stagedFiles.input), content)
  return folder
}

async function read(content: string | Uint8Array, { format = 'csv', encoding = null, sheet = null }: Given = {}) {
  const folder = staged(content)
  return { folder, ...(await ingest.read({ folder, format, encoding, sheet }, 'someone', signal)) }
}

const refusal = (content: string | Uint8Array, given: Given = {}) =>
  read(content, given).then(
    () => 'no refusal',
    (error: Error) => error.message,
  )

/** A Parquet file that the engine writes. */
async function parquet(query: string): Promise<string> {
  const path = join(root, `${crypto.randomUUID()}.parquet`)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
  return path
}

/** The rows of the table that `convert` made. */
async function rowsOf(folder: string, file: string = stagedFiles.table) {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const reader = await connection.runAndReadAll(`SELECT * FROM read_parquet('${join(folder, file)}') ORDER BY 1`)
  const rows = reader.getRowsJson()
  connection.closeSync()
  instance.closeSync()
  return rows
}

const workbook = (rows: (string | number | boolean | Date | null)[][], name = 'Sheet') =>
  writeXlsx({ sheets: [{ name, rows }] })

describe('uploaded files', () => {
  const all = [
    ['9007199254740993', '12.50', '007', '2026-05-01', '2026-05-01 09:30', 'true', '1e3', 'said "yes"'],
    ['-9223372036854775808', '-3', '8', '2026-05-31', '2026-05-31T00:00:00', 'FALSE', '2', 'zwei\nZeilen'],
    ['', '', '', '', '', '', '', ''],
  ]
  const types = ['int64', 'decimal(18,2)', 'text', 'date', 'timestamp', 'logical', 'float64', 'text']
  const names = ['id', 'money', 'code', 'day', 'moment', 'flag', 'float', 'note']
  const quoted = (cell: string) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const csv = (separator: string) =>
    [names, ...all]
      .map((row) => row.map(quoted).join(separator))
      .join('\r\n')
      .concat('\r\n')

  test.each<[string, string | Uint8Array, Given]>([
    ['commas', csv(','), {}],
    ['semicolons after a byte order mark', `\uFEFF${csv(';')}`, {}],
    ['tabs', csv('\t'), { format: 'tsv' }],
    ['UTF-16', Buffer.from(`\uFEFF${csv(',')}`, 'utf16le'), {}],
    [
      'JSON lines',
      all
        .map((row) =>
          JSON.stringify(Object.fromEntries(row.flatMap((cell, at) => (cell === '' ? [] : [[names[at], cell]])))),
        )
        .join('\n'),
      { format: 'jsonl' },
    ],
  ])('with %s have columns of the narrowest types, exact', async (_, content, given) => {
    const { columns, rows, preview, folder } = await read(content, given)
    expect(columns).toEqual(names.map((name, at) => ({ name, type: types[at] })))
    expect(rows).toBe(3)
    expect(preview).toEqual(all.map((row) => row.map((cell) => (cell === '' ? null : cell))))
    const wanted = columns.map(({ name, type }, at) => ({ from: at + 1, name, type }))
    const task = { folder, format: given.format ?? 'csv', columns: wanted, rowsBefore: 0, as: 'table' as const }
    expect(await ingest.convert(task, 'someone', signal)).toEqual({ kind: 'converted', rows: 3 })
    expect(await rowsOf(folder)).toEqual([
      ['1', '9007199254740993', '12.50', '007', '2026-05-01', '2026-05-01 09:30:00', true, 1000, 'said "yes"'],
      ['2', '-9223372036854775808', '-3.00', '8', '2026-05-31', '2026-05-31 00:00:00', false, 2, 'zwei\nZeilen'],
      ['3', null, null, null, null, null, null, null, null],
    ])
  })

  /** Each column with its cells as the file contains them, the expected type, and the expected cells of the table. */
  test.each<[string, string, [name: string, cells: string[], type: string, values: unknown[]][]]>([
    [
      'decimal commas and days first',
      ';',
      [
        ['Betrag', ['1.234,50', '-0,5', '12'], 'decimal(18,2)', ['1234.50', '-0.50', '12.00']],
        ['Stück', ['3', '5', '9007199254740993'], 'int64', ['3', '5', '9007199254740993']],
        ['Groß', ['1 234 567,891', '2,5', ''], 'decimal(18,3)', ['1234567.891', '2.500', null]],
        ['Drei', ['1,234', '0', '7'], 'decimal(18,3)', ['1.234', '0.000', '7.000']],
        ['Datum', ['31.05.2026', '1.6.2026', ''], 'date', ['2026-05-31', '2026-06-01', null]],
        [
          'Zeit',
          ['31.05.2026 9:30', '01.06.2026', '02.06.2026 23:59:59.5'],
          'timestamp',
          ['2026-05-31 09:30:00', '2026-06-01 00:00:00', '2026-06-02 23:59:59.5'],
        ],
        ['Breite', ['48.1371', '52.52', '53.55'], 'decimal(18,4)', ['48.1371', '52.5200', '53.5500']],
        ['Unklar', ['1.234', '5.678', '9'], 'text', ['1.234', '5.678', '9']],
        ['Adresse', ['192.168.0.1', '10.0.0.1', '10.0.0.2'], 'text', ['192.168.0.1', '10.0.0.1', '10.0.0.2']],
      ],
    ],
    [
      'commas between thousands and months first',
      ',',
      [
        ['Amount', ['1,234.50', '-1,234,567.00', '12'], 'decimal(18,2)', ['1234.50', '-1234567.00', '12.00']],
        ['Count', ['1,234', '12', '123'], 'int64', ['1234', '12', '123']],
        ['Ordered', ['5/31/2026', '06/01/2026', ''], 'date', ['2026-05-31', '2026-06-01', null]],
      ],
    ],
    [
      'nothing that tells how it writes numbers and dates',
      ',',
      [
        ['Number', ['1,234', '5', '7'], 'text', ['1,234', '5', '7']],
        ['Dot', ['1.234', '5', '7'], 'decimal(18,3)', ['1.234', '5.000', '7.000']],
        ['Date', ['01/02/2026', '03/04/2026', ''], 'text', ['01/02/2026', '03/04/2026', null]],
        ['No date', ['31.02.2026', '01.02.2026', ''], 'text', ['31.02.2026', '01.02.2026', null]],
      ],
    ],
    ['slashes and days first', ',', [['Date', ['31/05/2026', '1/6/2026'], 'date', ['2026-05-31', '2026-06-01']]]],
  ])('with %s are read by their notation, or stay texts', async (_, separator, given) => {
    const lines = [given.map(([name]) => name)]
    for (const at of given[0]?.[1].keys() ?? []) lines.push(given.map(([, cells]) => cells[at] ?? ''))
    const content = lines.map((line) =>
      line.map((cell) => (cell.includes(separator) ? `"${cell}"` : cell)).join(separator),
    )
    const { columns, folder } = await read(content.join('\n'))
    expect(columns).toEqual(given.map(([name, , type]) => ({ name, type })))
    const wanted = columns.map(({ name, type }, at) => ({ from: at + 1, name, type }))
    await ingest.convert(
      { folder, format: 'csv', columns: wanted, rowsBefore: 0, as: 'table' as const },
      'someone',
      signal,
    )
    const rows = await rowsOf(folder)
    for (const [at, [, , , values]] of given.entries()) expect(rows.map((row) => row[at + 1])).toEqual(values)
  })

  test('ambiguous values are read by the notation of the file once the uploader chooses their type', async () => {
    const { folder } = await read('Preis;Menge\n2,50;1.234\n3,75;5.678')
    const columns = [
      { from: 1, name: 'Preis', type: 'float64' },
      { from: 2, name: 'Menge', type: 'int64' },
    ]
    await ingest.convert({ folder, format: 'csv', columns, rowsBefore: 0, as: 'table' as const }, 'someone', signal)
    expect(await rowsOf(folder)).toEqual([
      ['1', 2.5, '1234'],
      ['2', 3.75, '5678'],
    ])
  })

  test('numbers of JSON keep their notation, and nested values are JSON', async () => {
    const { columns, preview } = await read(
      '{"id":9223372036854775807,"money":12345678901234567890.123456789}\n\n{"id":1,"tags":["a",1.50],"who":{"n":90071992547409931}}\n',
      { format: 'jsonl' },
    )
    expect(columns).toEqual([
      { name: 'id', type: 'int64' },
      { name: 'money', type: 'decimal(38,9)' },
      { name: 'tags', type: 'text' },
      { name: 'who', type: 'text' },
    ])
    expect(preview).toEqual([
      ['9223372036854775807', '12345678901234567890.123456789', null, null],
      ['1', null, '["a",1.50]', '{"n":90071992547409931}'],
    ])
  })

  test('a sheet of XLSX, the first one or by its name', async () => {
    const rows = [
      ['Id', 'When', 'Done', 'Share', ''],
      [],
      [1, new Date('2026-05-01T00:00:00Z'), true, 0.25],
      [2, null, null, null],
    ]
    const { columns, preview } = await read(await workbook(rows), { format: 'xlsx' })
    expect(columns).toEqual([
      { name: 'Id', type: 'int64' },
      { name: 'When', type: 'date' },
      { name: 'Done', type: 'logical' },
      { name: 'Share', type: 'decimal(18,2)' },
    ])
    expect(preview).toEqual([
      ['1', '2026-05-01', 'true', '0.25'],
      ['2', null, null, null],
    ])
    expect(await refusal(await workbook(rows), { format: 'xlsx', sheet: 'Other' })).toBe(
      'The file has no sheet "Other" with rows.',
    )
  })

  test('Parquet keeps its types', async () => {
    const path = await parquet(
      `SELECT 9007199254740993::BIGINT AS id, 1::UTINYINT AS small, 18446744073709551615::UBIGINT AS big, 12.50::DECIMAL(9,2) AS money,
        0.1::FLOAT AS share, DATE '2026-05-01' AS day, TIMESTAMPTZ '2026-05-01 10:00:00+02' AS moment, {'a': [1]} AS nested, 'x' AS "na""me"`,
    )
    const folder = staged('')
    copyFileSync(path, join(folder, stagedFiles.input))
    const { columns } = await ingest.read({ folder, format: 'parquet', encoding: null, sheet: null }, 'someone', signal)
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'id int64',
      'small int64',
      'big decimal(38,0)',
      'money decimal(9,2)',
      'share float64',
      'day date',
      'moment instant',
      'nested text',
      'na"me text',
    ])
  })

  test.each([
    ['int64', 'a,b\n1,5\n2,"x\ny"\n\n3,5.5\n', ['line 3: "x\\ny"', 'line 6: "5.5"']],
    ['decimal(18,1)', 'a,b\n1,1.25\n', ['line 2: "1.25"']],
    ['date', 'a,b\n1,2026-02-30\n', ['line 2: "2026-02-30"']],
    ['logical', 'a,b\n1,maybe\n', ['line 2: "maybe"']],
  ])(
    'a value that is not a valid %s is reported with its line, and no table remains',
    async (type, content, places) => {
      const { folder } = await read(content)
      const columns = [{ from: 2, name: 'b', type }]
      const failed = ingest.convert(
        { folder, format: 'csv', columns, rowsBefore: 0, as: 'table' as const },
        'someone',
        signal,
      )
      await expect(failed).rejects.toMatchObject({
        code: 'invalid_request',
        details: {
          problems: places.map((place) => ({
            path: place.split(':')[0],
            message: `${place.slice(place.indexOf(':') + 2)} in "b" is not ${type}.`,
          })),
        },
      })
    },
  )
})

describe('hostile files are refused with a readable reason', () => {
  const wide = Array.from({ length: 1_000_000 }, (_, at) => `c${at}`).join(',')
  test.each<[string, string | Uint8Array, Given, RegExp]>([
    ['no byte at all', '', {}, /^The file is empty\.$/],
    ['a million columns', wide, {}, /^The first line (names \d+ columns|is longer than)/],
    [
      '501 columns',
      Array.from({ length: 501 }, (_, at) => `c${at}`).join(','),
      {},
      /names 501 columns; a table has at most 500/,
    ],
    ['a line without an end', `a\n${'x'.repeat(40_000_000)}`, {}, /^Line 2 is longer than/],
    [
      'bytes that are no UTF-8',
      Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0x31, 0x2c, 0xe9, 0x0a]),
      {},
      /^The file is not UTF-8 text/,
    ],
    ['zero bytes', 'a,b\n1,\0\n', {}, /^Line 2 holds a character with the code 0/],
    ['a zero byte in a name', 'a\0,b\n1,2\n', {}, /^Line 1 holds a character with the code 0/],
    ['a quote that never closes', 'a,b\n1,"x\n', {}, /^Line 2 has a quote that never closes/],
    ['a quote that never closes in the names', '"a,b\n1,2\n', {}, /^A quote that opens on line 1 never closes/],
    ['fields that are missing', 'a,b\n1,2\n3\n', {}, /^Line 3 has 1 fields, and the first line names 2 columns/],
    ['broken JSON', '{"a":1}\n{"a":', { format: 'jsonl' }, /^Line 2 is not JSON/],
    ['JSON that is no object', '[1]\n', { format: 'jsonl' }, /^Line 1 is not a JSON object/],
    [
      'JSON of many fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${at}`, 1]))),
      { format: 'jsonl' },
      /more than 500 fields/,
    ],
    ['JSON of great depth', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, { format: 'jsonl' }, /./],
    [
      'text that calls itself Parquet',
      'PAR1 nothing PAR1',
      { format: 'parquet' },
      /^The file cannot be read as PARQUET/,
    ],
    ['text that calls itself XLSX', 'a,b\n1,2', { format: 'xlsx' }, /^The file cannot be read as XLSX/],
    ['no sheet', zipOf([['x.txt', Buffer.from('x')]]), { format: 'xlsx' }, /^The file cannot be read as XLSX/],
  ])('%s', async (_, content, given, message) => {
    expect(await refusal(content, given)).toMatch(message)
  })

  test('Parquet that lies about its size', async () => {
    const good = readFileSync(await parquet("SELECT range AS a, repeat('x', 100) AS b FROM range(10000)"))
    for (const damage of [
      (bytes: Buffer) => bytes.writeUInt32LE(0x7fffffff, bytes.length - 8),
      (bytes: Buffer) => bytes.fill(0xff, 8, 2000),
      (bytes: Buffer) => bytes.fill(0x7f, bytes.length - 300, bytes.length - 8),
    ]) {
      const bytes = Buffer.from(good)
      damage(bytes)
      expect(await refusal(bytes, { format: 'parquet' })).toMatch(/cannot be read|memory/)
    }
  })

  test('an archive that unpacks to more than the limit', async () => {
    const cells = '<c t="inlineStr"><is><t>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx</t></is></c>'.repeat(50)
    const row = `<row>${cells}</row>`
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row.repeat(60_000)}</sheetData></worksheet>`
    const bomb = zipOf([
      [
        '[Content_Types].xml',
        Buffer.from(
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
        ),
      ],
      [
        '_rels/.rels',
        Buffer.from(
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        ),
      ],
      [
        'xl/workbook.xml',
        Buffer.from(
          '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
        ),
      ],
      [
        'xl/_rels/workbook.xml.rels',
        Buffer.from(
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        ),
      ],
      ['xl/worksheets/sheet1.xml', Buffer.from(sheet)],
    ])
    expect(bomb.length).toBeLessThan(2_000_000)
    const small = createIngest({ residentLimitMb: 300, diskLimitMb: 64 })
    const folder = staged(bomb)
    const reading = small.read({ folder, format: 'xlsx', encoding: null, sheet: null }, 'someone', signal)
    await expect(reading).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/MB/) })
  })

  test('slow and abandoned tasks are ended', async () => {
    const folder = staged(`a,b\n${'1,2\n'.repeat(2_000_000)}`)
    const task = { folder, format: 'csv' as const, encoding: null, sheet: null }
    const slow = createIngest({ timeoutMs: 1 }).read(task, 'someone', signal)
    await expect(slow).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/seconds/) })
    const controller = new AbortController()
    const left = ingest.read(task, 'someone', controller.signal)
    controller.abort()
    await expect(left).rejects.toMatchObject({ code: 'query_cancelled' })
  })
})

/** A ZIP archive of deflated entries. */
function zipOf(entries: readonly (readonly [string, Buffer])[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of entries) {
    const data = deflateRawSync(content)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(data.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(name.length, 22)
    const title = Buffer.from(name)
    local.push(Buffer.from('PK\x03\x04'), head, title, data)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, place, title)
    offset += 30 + title.length + data.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end])
}
