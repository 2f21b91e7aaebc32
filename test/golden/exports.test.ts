/**
 * Compares what a reader sees with the content of files: screen data, CSV, JSON, JSON lines and spreadsheet of one element, with the API,
 * cell by cell; and the files themselves, so that a change of a format is noticed.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { ExportRequest } from '@octavo/core/contract'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportedDocument } from '../../packages/server/src/services/exports/exports.ts'
import { openQueryBench, type QueryBench } from '../../packages/server/src/services/testing/query-bench.ts'
import { columns, rows, tableStatements } from './awkward-values.ts'
import { cellsOfCsv, cellsOfJson, cellsOfSheet, partsOf, type ReadCell } from './export-readers.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const workbook = {
  name: 'Awkward',
  folderId: '22222222-2222-4222-8222-222222222222',
  schemaVersion: 1,
  pages: [
    {
      id: 'page',
      name: 'Page',
      elements: [
        {
          id: 'values',
          kind: 'table',
          name: 'Awkward values',
          source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'AWKWARD'] },
          columns: columns.map(({ name, title }) => ({ id: name, name: title, formula: `[AWKWARD/${name}]` })),
          sort: [{ columnId: 'N', direction: 'ascending' }],
        },
      ],
    },
  ],
}

let bench: QueryBench
let document: ExportedDocument
let screen: ReadCell[][]

beforeAll(async () => {
  bench = await openQueryBench({ tables: tableStatements })
  const published = await bench.publish(workbook)
  document = { ...published, shown: published.content }
  screen = await screenCells()
})
afterAll(() => bench.close())

/** Rows of the page data stream, as the browser receives them. */
async function screenCells(): Promise<ReadCell[][]> {
  const found: ReadCell[][] = []
  const page = { document, elementIds: ['values'], purpose: 'dashboard' as const }
  for await (const event of bench.pageData.run(bench.viewer, page, bench.signal)) {
    if (event.event === 'error') throw new Error(event.message)
    if (event.event !== 'batch') continue
    const [first = []] = event.columns
    for (let row = 0; row < first.length; row++) found.push(event.columns.map((cells) => cells[row] ?? null))
  }
  return found
}

async function fileOf(request: Omit<ExportRequest, 'elementId'>): Promise<Buffer> {
  const { queryId } = await bench.exports.create(bench.viewer, document, { elementId: 'values', ...request })
  await bench.openWorker().runDue()
  const download = await bench.exports.download(bench.viewer, queryId)
  if (download.state !== 'file') throw new Error('The export is not ready.')
  const file = await buffer(download.stream)
  expect(download.checksum).toBe(createHash('sha256').update(file).digest('hex'))
  expect(download).toMatchObject({ rowCount: rows.length, isTruncated: false, sizeBytes: file.byteLength })
  return file
}

describe('a document of awkward values', () => {
  it('has on the screen the values of the database', () => {
    expect(screen).toEqual(rows.map((row) => columns.map(({ name }) => row[name] ?? null)))
  })

  it('has in CSV the values of the screen', async () => {
    const file = await fileOf({ format: { type: 'csv' } })
    await expect(file.toString('utf8')).toMatchFileSnapshot('exports/awkward.csv')
    expect(cellsOfCsv(file.toString('utf8'), columns)).toEqual(screen)
  })

  it.each(['json', 'jsonl'] as const)('has in %s the values of the screen', async (type) => {
    const file = (await fileOf({ format: { type } })).toString('utf8')
    await expect(file).toMatchFileSnapshot(`exports/awkward.${type}`)
    expect(cellsOfJson(file, type, columns)).toEqual(screen)
  })

  it('has in a spreadsheet the values of the screen', async () => {
    const file = await fileOf({ format: { type: 'xlsx' } })
    keep('awkward.xlsx', file)
    const { sheets } = await readXlsx(file, { readStyles: true })
    const [sheet] = sheets
    if (!sheet) throw new Error('No sheet.')
    expect(sheet.name).toBe('Awkward values')
    const [header, ...body] = sheet.rows
    expect(header).toEqual(columns.map(({ title }) => title))
    expect(cellsOfSheet(body, columns)).toEqual(screen)
    const kinds = body.map((row) => columns.map((_, index) => kindOf(row[index])).join(' '))
    const formats = columns.map((_, index) => sheet.cells?.get(`1,${index}`)?.style?.numFmt ?? 'General')
    await expect(`${formats.join(' | ')}\n${kinds.join('\n')}\n`).toMatchFileSnapshot('exports/awkward.xlsx.kinds')
    const parts = partsOf(file)
    await expect(parts.get('xl/worksheets/sheet1.xml')).toMatchFileSnapshot('exports/awkward.xlsx.sheet1.xml')
    await expect(parts.get('xl/styles.xml')).toMatchFileSnapshot('exports/awkward.xlsx.styles.xml')
  })

  it('executes no formula in a spreadsheet', async () => {
    const { sheets } = await readXlsx(await fileOf({ format: { type: 'xlsx' } }), { readStyles: true })
    const formulas = [...(sheets[0]?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined)
    expect(formulas).toEqual([])
    const texts = sheets[0]?.rows.map(([, text]) => text)
    expect(texts).toEqual(expect.arrayContaining(['=1+1', '+1', '-1', '@SUM(A1)']))
  })
})

const kindOf = (value: unknown) =>
  value === null || value === undefined ? '-' : value instanceof Date ? 'date' : typeof value

/** Stores the file for inspection with another program. */
function keep(name: string, file: Buffer): void {
  const folder = process.env.OCTAVO_KEEP_EXPORTS
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${name}`, file)
}
