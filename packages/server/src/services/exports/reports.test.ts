import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ExportRequest } from '@octavo/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openQueryBench, type QueryBench } from '../testing/query-bench.ts'
import type { ExportedDocument } from './exports.ts'

const hasPoppler = (() => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
const skipReason = hasPoppler ? '' : ' (skipped: there is no pdftotext)'

const source = {
  kind: 'warehouse-table',
  connectionId: '11111111-1111-4111-8111-111111111111',
  path: ['RETAIL', 'PUBLIC', 'SALES'],
}
const columns = (id: string, formulas: Record<string, string>) =>
  Object.entries(formulas).map(([name, formula]) => ({ id: `${id}-${name}`, name, formula }))
const hostile = '#set page(fill: red) $x^2$ *bold* <label> @ref [a](b) \\ "quoted" /* c */ #{panic()}'
const bars = {
  id: 'bars',
  kind: 'bar-chart',
  name: 'Amount by region',
  source: { kind: 'table', elementId: 'sales' },
  columns: columns('bars', { Region: '[Sales/Region]', Total: 'Sum([Sales/Amount])' }),
  xAxis: { columnId: 'bars-Region' },
  yAxis: { columnIds: ['bars-Total'] },
}
const workbook = {
  name: `Board report ${hostile}`,
  folderId: '22222222-2222-4222-8222-222222222222',
  schemaVersion: 1,
  pages: [
    {
      id: 'first',
      name: 'First page',
      elements: [
        {
          id: 'words',
          kind: 'text',
          body: `## The year\nAll told **{{Sum([Sales/Amount])|,.2f}}** of sales.\n\n- one\n- two`,
        },
        {
          id: 'kpi',
          kind: 'kpi-chart',
          name: 'Total',
          source: { kind: 'table', elementId: 'sales' },
          columns: columns('kpi', { Amount: 'Sum([Sales/Amount])' }),
          value: { columnId: 'kpi-Amount' },
        },
        bars,
        {
          id: 'pivot',
          kind: 'pivot-table',
          name: 'Region by odd',
          source: { kind: 'table', elementId: 'sales' },
          columns: columns('pivot', {
            Region: '[Sales/Region]',
            Odd: '[Sales/N] % 2 = 1',
            Total: 'Sum([Sales/Amount])',
          }),
          rowsBy: [{ id: 'pivot-Region' }],
          columnsBy: [{ id: 'pivot-Odd' }],
          values: ['pivot-Total'],
        },
        {
          id: 'pick',
          kind: 'control',
          controlId: 'Up-To',
          controlType: 'number-range',
          name: 'Up to',
          filters: [{ source: { kind: 'table', elementId: 'sales' }, columnId: 'sales-N' }],
        },
        { id: 'frame', kind: 'embed', url: 'https://example.com/' },
        { id: 'away', kind: 'image', source: { kind: 'url', url: 'https://example.com/logo.png' }, alt: 'Our logo' },
      ],
    },
    {
      id: 'second',
      name: 'Second page',
      elements: [
        {
          id: 'sales',
          kind: 'table',
          name: 'Sales',
          source,
          columns: columns('sales', {
            N: '[SALES/N]',
            Region: '[SALES/REGION]',
            Amount: '[SALES/AMOUNT]',
            Note: '[SALES/NOTE]',
          }),
          sort: [{ columnId: 'sales-N', direction: 'ascending' }],
          conditionalFormats: [{ type: 'dataBars', columnIds: ['sales-Amount'] }],
          x: { expandRows: true },
        },
      ],
    },
    {
      id: 'awkward',
      name: 'Awkward',
      elements: [
        {
          id: 'texts',
          kind: 'table',
          name: 'Texts',
          source: { ...source, path: ['RETAIL', 'PUBLIC', 'TEXTS'] },
          columns: columns('texts', { T: '[TEXTS/T]' }),
          x: { expandRows: true },
        },
      ],
    },
    {
      id: 'broken',
      name: 'Broken',
      visibility: 'hidden',
      elements: [
        { id: 'bad', kind: 'table', name: 'Bad one', source, columns: columns('bad', { X: '[SALES/NOT THERE]' }) },
      ],
    },
    {
      id: 'hidden',
      name: 'Hidden page',
      visibility: 'hidden',
      elements: [{ id: 'secret', kind: 'text', body: 'Not for readers' }],
    },
  ],
}
const scripts = ['שלום עולם', 'مرحبا', 'สวัสดี', '😀🎉', 'Ελληνικά', 'Кириллица', 'Zürich – “é”']

let bench: QueryBench
let document: ExportedDocument
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-reports-'))
  bench = await openQueryBench({
    tables: [
      `CREATE TABLE PUBLIC.SALES AS SELECT range AS N, ['East', 'West', 'North'][range % 3 + 1] AS REGION,
       CAST(range AS DECIMAL(12, 2)) AS AMOUNT, 'note ' || range AS NOTE FROM range(3000)`,
      'CREATE TABLE PUBLIC.TEXTS (T VARCHAR)',
      `INSERT INTO PUBLIC.TEXTS VALUES ${[hostile, ...scripts, 'Chinese 漢字 here', 'a\u0000b\u202ec'].map((text) => `('${text.replaceAll("'", "''").replace('\u0000', "' || chr(7) || '")}')`).join(', ')}, (repeat('x', 1000000)), (repeat('word ', 200000))`,
    ],
  })
  const published = await bench.publish(workbook)
  document = { ...published, shown: published.content }
  // Loads the typesetter, which takes long on a busy machine.
  if (hasPoppler) await reportOf({ elementId: 'bars' })
}, 240_000)
afterAll(async () => {
  await bench.close()
  rmSync(folder, { recursive: true, force: true })
})

async function reportOf(request: Omit<ExportRequest, 'format'>, format: Partial<ExportRequest['format']> = {}) {
  const asked = { ...request, format: { type: 'pdf' as const, layout: 'portrait' as const, ...format } }
  const { queryId } = await bench.exports.create(bench.viewer, document, asked)
  await bench.openWorker().runDue()
  const download = await bench.exports.download(bench.viewer, queryId)
  if (download.state !== 'file') throw new Error('The report is not ready.')
  const path = join(folder, `${queryId}.pdf`)
  writeFileSync(path, await buffer(download.stream))
  const read = (command: string, ...args: string[]) =>
    execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const info = read('pdfinfo', path)
  return {
    ...download,
    path,
    text: read('pdftotext', '-layout', path, '-'),
    pages: Number(/Pages:\s+(\d+)/.exec(info)?.[1]),
    size: /Page size:\s+([\d.]+ x [\d.]+)/.exec(info)?.[1],
    isTagged: /Tagged:\s+yes/.test(info),
    title: /Title:\s+(.*)/.exec(info)?.[1]?.trim(),
  }
}

describe.skipIf(!hasPoppler)(`a PDF${skipReason}`, { timeout: 120_000 }, () => {
  it('of a page has the texts, numbers, charts and pivot tables of the page, and says what it lacks', async () => {
    const report = await reportOf({ pageId: 'first' })
    expect(report.text).toContain('First page')
    expect(report.text).toContain('The year')
    expect(report.text).toContain('4,498,500.00')
    for (const text of ['Amount by region', 'East', 'North', 'West', 'Region by odd', '748,500.00', '1/2', 'Version 1'])
      expect(report.text.replace(/[\s,]/g, '')).toContain(text.replace(/[\s,]/g, ''))
    expect(report.text).toContain('2026-11-20 06:00 UTC')
    expect(report).toMatchObject({
      mediaType: 'application/pdf',
      pageCount: 2,
      pages: 2,
      isTagged: true,
      isTruncated: true,
    })
    expect(report.leftOut).toEqual([
      expect.stringContaining('elements of the kind embed'),
      expect.stringContaining('"Our logo" is not in the report: it lies at example.com'),
    ])
  })

  it('shows what controls restrict, in the line above the page and in the numbers', async () => {
    const report = await reportOf({ pageId: 'first', parameters: { 'Up-To': 'min:,max:9' } })
    expect(report.text).toMatch(/Up to: .*9/)
    expect(report.text).toContain('All told 45.00 of sales')
    expect((await reportOf({ pageId: 'first' })).text).not.toContain('Up to')
  })

  it('holds 1,000 rows of a table that goes on over sheets, repeats its head and says that there are more', async () => {
    const report = await reportOf({ pageId: 'second' })
    expect(report.pages).toBeGreaterThan(10)
    expect(report.pageCount).toBe(report.pages)
    expect(report.text.match(/^\s*N\s+Region\s+Amount\s+Note\s*$/gm)).toHaveLength(report.pages)
    expect(report.text).toContain('note 999')
    expect(report.text).not.toContain('note 1000')
    expect(report.text).toContain('Shows the first 1,000 rows; more were left out.')
    expect(report).toMatchObject({ rowCount: 1000, isTruncated: true })
  })

  it('of the workbook has the pages of its readers, one after the other', async () => {
    const { text } = await reportOf({})
    expect(text.indexOf('First page')).toBeLessThan(text.indexOf('Second page'))
    expect(text).not.toContain('Hidden page')
  })

  it('of an element has that element alone', async () => {
    const { text, pages } = await reportOf({ elementId: 'bars' }, { layout: 'landscape' })
    expect(text).toContain('Amount by region')
    expect(text).not.toContain('The year')
    expect(pages).toBe(1)
  })

  it.each([
    ['letter', '612 x 792'],
    ['a3', '841.89 x 1190.55'],
  ] as const)('has sheets of the size %s, upright and lying', async (pageSize, size) => {
    const [width, height] = size.split(' x ')
    const upright = await reportOf({ elementId: 'bars' }, { pageSize })
    const lying = await reportOf({ elementId: 'bars' }, { pageSize, layout: 'landscape' })
    expect([upright.size, lying.size]).toEqual([size, `${height} x ${width}`])
    expect([upright.pages, lying.pages]).toEqual([1, 1])
  })

  it('reads no text as markup, writes other scripts, and names letters that no font has', async () => {
    const report = await reportOf({ pageId: 'awkward' })
    const packed = report.text.replace(/[\s\u200b]/g, '')
    expect(packed).toContain(hostile.replace(/\s/g, ''))
    expect(report.title?.replace(/\s+/g, ' ')).toBe(`Board report ${hostile}`.trim())
    for (const script of ['สวัสดี', '😀🎉', 'Ελληνικά', 'Кириллица', 'Zürich–“é”']) expect(packed).toContain(script)
    expect(report.missingLetters).toEqual(['字', '漢'])
    expect(packed).toContain('Chinese\ufffd\ufffdhere')
    expect(report.pages).toBeLessThan(4)
  })

  it('fails by the name of an element that cannot be computed', async () => {
    await expect(reportOf({ pageId: 'broken' })).rejects.toThrow('The element "bad" cannot be computed')
  })
})

describe('a request for a PDF', () => {
  const create = (format: Partial<ExportRequest['format']>, more: Partial<ExportRequest> = {}) =>
    bench.exports.create(bench.viewer, document, { pageId: 'first', format: { type: 'pdf', ...format }, ...more })

  it.each([
    ['without a layout', {}, {}, 'portrait or landscape'],
    ['with rows', { layout: 'portrait' as const }, { rowLimit: 5 }, 'rowLimit is for files of rows'],
    [
      'with a page size of a spreadsheet',
      { type: 'xlsx' as const, pageSize: 'a4' as const },
      {},
      'Only a PDF has a page size',
    ],
    ['of a page that is not there', { layout: 'portrait' as const }, { pageId: 'none' }, 'No page has the id'],
  ])('%s is refused', async (_, format, more, message) => {
    await expect(create(format, more)).rejects.toThrow(message)
  })
})
