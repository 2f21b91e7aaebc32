import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type ExportRequest, mostPixels } from '@octavo/core/contract'
import { Resvg } from '@resvg/resvg-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteLogo, putLogo } from '../../store/organization-logos.ts'
import { progressesOf } from '../testing/progresses-of.ts'
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
const sales = {
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
}
/** A range above all values of the table. */
const domain = { min: 1e12, max: 1.1e12 }
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
          body: `## The year\nAll told **{{Sum([Sales/Amount])|,.2f}}** of [sales](https://example.com/{{Min([Sales/Note])}}).\n\n- one\n- two`,
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
        {
          id: 'frame',
          kind: 'embed',
          url: 'https://example.com/?of={{Max([Sales/Region])}}&sum={{Sum([Sales/Amount])}}',
        },
        { id: 'away', kind: 'image', source: { kind: 'url', url: 'https://example.com/logo.png' }, alt: 'Our logo' },
      ],
    },
    {
      id: 'second',
      name: 'Second page',
      elements: [sales],
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
      id: 'maps',
      name: 'Maps',
      elements: (['us-state', 'us-zipcode'] as const).map((regionType) => ({
        id: regionType,
        kind: 'region-map',
        name: `Amount by ${regionType}`,
        source: { ...source, path: ['RETAIL', 'PUBLIC', 'PLACES'] },
        columns: columns(regionType, { Place: '[PLACES/PLACE]', Sum: 'Sum([PLACES/AMOUNT])' }),
        region: { id: `${regionType}-Place`, regionType },
        color: { by: 'scale', column: `${regionType}-Sum` },
      })),
    },
    {
      id: 'written-from-right',
      name: 'שלום Aa עולם Ab',
      elements: [
        { id: 'sayings', kind: 'text', body: 'שלום Ba עולם Bb\n\n- שלום Ca עולם Cb\n- Da שלום Db\n\nEa שלום Eb' },
        {
          id: 'sums',
          kind: 'table',
          name: 'שלום Fa עולם Fb',
          source,
          columns: columns('sums', { 'שלום Ga עולם Gb': 'Sum([SALES/AMOUNT])' }),
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
      "CREATE TABLE PUBLIC.PLACES AS SELECT * FROM (VALUES ('CA', 12), ('Texas', 40), ('Atlantis', 5)) AS t(PLACE, AMOUNT)",
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

async function fileOf(request: ExportRequest) {
  const { queryId } = await bench.exports.create(bench.viewer, document, request)
  await bench.openWorker().runDue()
  const download = await bench.exports.download(bench.viewer, queryId)
  if (download.state !== 'file') throw new Error('The report is not ready.')
  return { ...download, queryId, content: await buffer(download.stream) }
}

async function reportOf(request: Omit<ExportRequest, 'format'>, format: Partial<ExportRequest['format']> = {}) {
  const download = await fileOf({ ...request, format: { type: 'pdf', layout: 'portrait', ...format } })
  const path = join(folder, `${download.queryId}.pdf`)
  writeFileSync(path, download.content)
  const read = (command: string, ...args: string[]) =>
    execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const info = read('pdfinfo', path)
  return {
    ...download,
    path,
    text: read('pdftotext', '-layout', path, '-'),
    links: read('pdfinfo', '-url', path).match(/https?:\S+/g) ?? [],
    pages: Number(/Pages:\s+(\d+)/.exec(info)?.[1]),
    size: /Page size:\s+([\d.]+ x [\d.]+)/.exec(info)?.[1],
    isTagged: /Tagged:\s+yes/.test(info),
    title: /Title:\s+(.*)/.exec(info)?.[1]?.trim(),
  }
}

describe.skipIf(!hasPoppler)(`a PDF${skipReason}`, { timeout: 120_000 }, () => {
  it('of a page has its texts, numbers, charts and pivot tables, and notes of what is left out', async () => {
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
      expect.stringContaining('The page in "example.com" is not in the report'),
      expect.stringContaining('"Our logo" is not in the report: it lies at example.com'),
    ])
  })

  it('has texts in the direction of their first letter, and written texts at the side where they begin', async () => {
    const report = await reportOf({ pageId: 'written-from-right' })
    const read = execFileSync('pdftotext', ['-bbox', '-f', '1', '-l', '1', report.path, '-'], { encoding: 'utf8' })
    const words = new Map(
      [...read.matchAll(/xMin="([\d.]+)".*>([A-G][ab])</g)].map(([, x, word = '']) => [word, Number(x)] as const),
    )
    const at = (word: string) => words.get(word) ?? Number.NaN
    for (const line of ['A', 'B', 'C', 'F', 'G']) expect([line, at(`${line}a`) > at(`${line}b`)]).toEqual([line, true])
    for (const line of ['D', 'E']) expect([line, at(`${line}a`) < at(`${line}b`)]).toEqual([line, true])
    const middle = Number(report.size?.split(' ')[0]) / 2
    for (const word of ['Bb', 'Cb', 'Da']) expect([word, at(word) > middle]).toEqual([word, true])
    for (const word of ['Aa', 'Eb', 'Fa']) expect([word, at(word) < middle]).toEqual([word, true])
  })

  it('has links to addresses with computed values', async () => {
    const { links } = await reportOf({ pageId: 'first' })
    expect(links).toEqual(
      expect.arrayContaining(['https://example.com/note%200', 'https://example.com/?of=West&sum=4498500.00']),
    )
  })

  it('of the dark theme is dark, has the same texts, and passes the check of accessible files', async () => {
    const [light, dark] = [await reportOf({ pageId: 'first' }), await reportOf({ pageId: 'first' }, { theme: 'dark' })]
    expect(dark).toMatchObject({ isTagged: true, pages: light.pages, text: light.text })
    expect(dark.checksum).not.toBe(light.checksum)
  })

  it('has the logo of the organization on every sheet, and ignores a logo that cannot be drawn', async () => {
    const images = (path: string) =>
      execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => /^\s*\d+\s+\d+\s+image/.test(line))
    const plain = await reportOf({ pageId: 'first' })
    await setLogo(new Resvg(logoSvg).render().asPng())
    const report = await reportOf({ pageId: 'first' })
    expect(report).toMatchObject({ isTagged: true, pages: plain.pages, text: plain.text, leftOut: plain.leftOut })
    expect(images(report.path).length - images(plain.path).length).toBe(report.pages)
    await setLogo(Buffer.from('\x89PNG\r\n\x1a\nno picture', 'latin1'))
    const without = await reportOf({ pageId: 'first' })
    expect(without.pages).toBe(plain.pages)
    expect(without.leftOut).toContain('The logo of the organization is not a picture that can be drawn.')
    await bench.store.maintain('no logo', (tx) => deleteLogo(tx, bench.viewer.organizationId))
  })

  it('shows what controls restrict, in the line above the page and in the numbers', async () => {
    const report = await reportOf({ pageId: 'first', parameters: { 'Up-To': 'min:,max:9' } })
    expect(report.text).toMatch(/Up to: .*9/)
    expect(report.text).toContain('All told 45.00 of sales')
    expect((await reportOf({ pageId: 'first' })).text).not.toContain('Up to')
  })

  it('has 1,000 rows of a table over several sheets, repeats its header, and notes that there are more', async () => {
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

  it('draws maps with the shapes of the screen, and a table of values for regions without shapes', async () => {
    const report = await reportOf({ pageId: 'maps' })
    expect(report.text).toContain('without a place on the map: Atlantis')
    expect(report.text).toContain('Shapes for US ZIP codes are not included.')
    for (const value of ['CA', 'Texas', '40']) expect(report.text).toContain(value)
    expect(report.leftOut).toEqual([
      '"Amount by us-state" is without a place on the map: Atlantis.',
      '"Amount by us-zipcode" is a table of its values. Shapes for US ZIP codes are not included.',
    ])
    const filled = await pictureOf({ elementId: 'us-state' })
    const [red, green, blue] = [0xea, 0xed, 0xef]
    // Pixels of the states that the data does not name.
    expect(filled.colored(red, green, blue)).toBeGreaterThan(5_000)
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
  ] as const)('has sheets of the size %s, portrait and landscape', async (pageSize, size) => {
    const [width, height] = size.split(' x ')
    const upright = await reportOf({ elementId: 'bars' }, { pageSize })
    const landscape = await reportOf({ elementId: 'bars' }, { pageSize, layout: 'landscape' })
    expect([upright.size, landscape.size]).toEqual([size, `${height} x ${width}`])
    expect([upright.pages, landscape.pages]).toEqual([1, 1])
  })

  it('never interprets text as markup, writes other scripts, and names characters that no font has', async () => {
    const report = await reportOf({ pageId: 'awkward' })
    const packed = report.text.replace(/[\s\u200b]/g, '')
    expect(packed).toContain(hostile.replace(/\s/g, ''))
    expect(report.title?.replace(/\s+/g, ' ')).toBe(`Board report ${hostile}`.trim())
    for (const script of ['สวัสดี', '😀🎉', 'Ελληνικά', 'Кириллица', 'Zürich–“é”']) expect(packed).toContain(script)
    expect(report.missingLetters).toEqual(['字', '漢'])
    expect(packed).toContain('Chinese\ufffd\ufffdhere')
    expect(report.pages).toBeLessThan(4)
  })

  it('fails with the name of an element that cannot be computed', async () => {
    await expect(reportOf({ pageId: 'broken' })).rejects.toThrow('The element "bad" cannot be computed')
  })
})

const logoSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><rect width="240" height="80" rx="12" fill="#c2185b"/><circle cx="40" cy="40" r="24" fill="#fff"/></svg>'

function setLogo(content: Buffer) {
  const stamp = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
  const file = { media_type: 'image/png', size_bytes: content.length, content: content.toString('base64') }
  return bench.store.maintain('a logo', (tx) =>
    putLogo(tx, { organization_id: bench.viewer.organizationId, ...file, ...stamp }),
  )
}

/** A PNG with its size, and how many of its pixels have a colour. */
async function pictureOf(request: Omit<ExportRequest, 'format'>, format: Partial<ExportRequest['format']> = {}) {
  const download = await fileOf({ ...request, format: { type: 'png', ...format } })
  const [width, height] = [download.content.readUInt32BE(16), download.content.readUInt32BE(20)]
  const colored = (red: number, green: number, blue: number) => {
    const href = `data:image/png;base64,${download.content.toString('base64')}`
    const image = `<image width="${width}" height="${height}" href="${href}"/>`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`
    const { pixels } = new Resvg(svg).render()
    let count = 0
    for (let at = 0; at < pixels.length; at += 4) {
      if (pixels[at] === red && pixels[at + 1] === green && pixels[at + 2] === blue) count++
    }
    return count
  }
  return { ...download, width, height, colored }
}

describe('the progress of a report', { timeout: 120_000 }, () => {
  it('counts its queries, then its pages, until it is typeset', async () => {
    const format = { type: 'pdf' as const, layout: 'portrait' as const }
    const seen = await progressesOf(bench, document, { format })
    const steps = seen.map(({ step }) => step)
    expect([...new Set(steps)]).toEqual(['reading', 'drawing', 'typesetting'])
    const read = seen.filter(({ step }) => step === 'reading')
    expect(read[0]?.done).toBe(0)
    expect(read.at(-1)?.done).toBe(read.at(-1)?.total)
    expect(read.at(-1)?.total).toBeGreaterThan(3)
    expect(read.map(({ done }) => done)).toEqual(read.map(({ done }) => done).sort((a, b) => a - b))
    const pages = seen.at(-1)?.total ?? 0
    expect(pages).toBeGreaterThan(1)
    expect(seen.filter(({ step }) => step === 'drawing').map(({ done }) => done)).toEqual([...Array(pages).keys()])
    expect(seen.at(-1)).toEqual({ step: 'typesetting', done: pages, total: pages, rows: null, rowTotal: null })
  })

  it('has no total for a single picture', async () => {
    const seen = await progressesOf(bench, document, { elementId: 'words', format: { type: 'png' } })
    expect(seen.slice(-2)).toEqual([
      { step: 'drawing', done: 0, total: null, rows: null, rowTotal: null },
      { step: 'typesetting', done: 1, total: null, rows: null, rowTotal: null },
    ])
  })
})

describe('a PNG', { timeout: 120_000 }, () => {
  it('of the first sheet of a PDF has the size and the colors of that sheet, of whatever goes on below it', async () => {
    const sheet = { layout: 'landscape' as const, pageSize: 'a4' as const }
    const [of, many, narrow] = [
      await pictureOf({ elementId: 'bars' }, { sheet }),
      await pictureOf({ pageId: 'second' }, { sheet }),
      await pictureOf({ elementId: 'bars' }, { sheet, pixelWidth: 400, theme: 'dark' }),
    ]
    expect([of.width, of.height]).toEqual([842, 595])
    expect([many.width, many.height]).toEqual([842, 595])
    expect(many.pageCount).toBeGreaterThan(10)
    expect([narrow.width, narrow.height]).toEqual([400, 283])
    // Pixels of letters and lines on a full first sheet.
    expect(many.colored(255, 255, 255)).toBeLessThan(842 * 595)
    expect(many.colored(255, 255, 255)).toBeGreaterThan(0.5 * 842 * 595)
  })

  it.each([
    ['of a page, as wide as a screen', { pageId: 'first' }, {}, { width: 1440 }],
    ['of a page at twice the pixels', { pageId: 'first' }, { scale: 2 }, { width: 2880 }],
    ['of a page in a width', { pageId: 'first' }, { pixelWidth: 700 }, { width: 700 }],
    [
      'of an element in a size',
      { elementId: 'bars' },
      { pixelWidth: 500, pixelHeight: 300 },
      { width: 500, height: 300 },
    ],
    [
      'of an element in a size that is too small to lay it out',
      { elementId: 'bars' },
      { pixelWidth: 60, pixelHeight: 40 },
      { width: 60, height: 40 },
    ],
    ['of an element with null for its size', { elementId: 'kpi' }, { pixelWidth: null, pixelHeight: null }, {}],
  ])('%s', async (_, request, format, size) => {
    const picture = await pictureOf(request, format)
    expect(picture).toMatchObject({ mediaType: 'image/png', pageCount: 1, ...size })
    expect(picture.height).toBeGreaterThan(30)
  })

  it('of a page keeps its proportions within the size that is asked for', async () => {
    const whole = await pictureOf({ pageId: 'first' })
    const flat = await pictureOf({ pageId: 'first' }, { pixelWidth: mostPixels, pixelHeight: 300 })
    expect(Math.abs(flat.height - 300)).toBeLessThanOrEqual(1)
    expect(flat.width / flat.height).toBeCloseTo(whole.width / whole.height, 1)
  })

  it('of an element is as large as its place on the page, and larger by the scale', async () => {
    const [once, thrice] = [
      await pictureOf({ elementId: 'bars' }),
      await pictureOf({ elementId: 'bars' }, { scale: 3 }),
    ]
    expect(once.width).toBeGreaterThan(300)
    expect(Math.abs(thrice.width - 3 * once.width)).toBeLessThanOrEqual(1)
  })

  it('of the dark theme has its background and its colours', async () => {
    const { colored } = await pictureOf({ elementId: 'bars' }, { pixelWidth: 800, pixelHeight: 400, theme: 'dark' })
    expect(colored(0x14, 0x18, 0x1a)).toBeGreaterThan(100_000)
    expect(colored(0x85, 0xb1, 0xff)).toBeGreaterThan(10_000)
    expect(colored(0xff, 0xff, 0xff)).toBe(0)
  })

  it('of a page has the logo of the organization above it', async () => {
    const plain = await pictureOf({ pageId: 'first' })
    await setLogo(new Resvg(logoSvg).render().asPng())
    const picture = await pictureOf({ pageId: 'first' })
    expect(picture.height - plain.height).toBe(44)
    expect(picture.colored(0xc2, 0x18, 0x5b)).toBeGreaterThan(1000)
    const element = await pictureOf({ elementId: 'bars' })
    expect(element.colored(0xc2, 0x18, 0x5b)).toBe(0)
    await bench.store.maintain('no logo', (tx) => deleteLogo(tx, bench.viewer.organizationId))
  })

  it('has the marks of a chart in their colour and its labels in theirs', async () => {
    const { colored } = await pictureOf({ elementId: 'bars' }, { pixelWidth: 800, pixelHeight: 400 })
    const [blue, label] = [colored(0x14, 0x6b, 0xd2), colored(0x56, 0x5f, 0x62)]
    expect(blue).toBeGreaterThan(5000)
    // Pixels of the names of three regions.
    expect(label).toBeGreaterThan(30)
  })

  it('shows what controls restrict and says what it lacks', async () => {
    const all = await pictureOf({ pageId: 'first' })
    const some = await pictureOf({ pageId: 'first', parameters: { 'Up-To': 'min:,max:9' } })
    expect(some.height).toBeGreaterThan(all.height)
    expect(all.leftOut).toEqual([
      expect.stringContaining('The page in "example.com" is not in the report'),
      expect.stringContaining('"Our logo" is not in the report: it lies at example.com'),
    ])
  })

  it('of a page with a long table is as high as the page on the screen', async () => {
    const { height, leftOut } = await pictureOf({ pageId: 'second' })
    expect(height).toBeLessThan(2000)
    expect(leftOut).toEqual([expect.stringContaining('Sales')])
  })

  it('that would be too large is made smaller and says so', async () => {
    const { width, height, leftOut } = await pictureOf({ pageId: 'first' }, { scale: 3 })
    expect(width).toBeLessThan(3 * 1440)
    expect(width * height).toBeLessThan(16_100_000)
    expect(leftOut.at(-1)).toContain(`The picture is ${width} pixels wide`)
  })
})

describe('a request for a PNG', () => {
  it.each([
    ['of the workbook', {}, {}, 'A workbook is exported as xlsx, pdf, not as png'],
    ['with rows', { pageId: 'first' }, {}, 'A PNG shows rows as the page does', { rowLimit: 5 }],
    ['without pixels', { pageId: 'first' }, { pixelWidth: 0 }, `from 1 to ${mostPixels}`],
    ['with too many pixels', { pageId: 'first' }, { pixelHeight: mostPixels + 1 }, `from 1 to ${mostPixels}`],
    ['with a scale and a width', { pageId: 'first' }, { scale: 2, pixelWidth: 5 }, 'not both'],
    ['of a page that is not there', { pageId: 'none' }, {}, 'No page has the id'],
  ] as [string, Partial<ExportRequest>, object, string, Partial<ExportRequest>?][])(
    '%s is refused',
    async (_, what, format, message, more = {}) => {
      const request = { ...what, ...more, format: { type: 'png' as const, ...format } }
      await expect(bench.exports.create(bench.viewer, document, request)).rejects.toThrow(message)
    },
  )

  it.each([{ scale: 2 }, { pixelWidth: 5 }, { pixelHeight: 5 }])(
    'fields of a PNG on a CSV are refused: %j',
    async (fields) => {
      const request = { elementId: 'sales', format: { type: 'csv' as const, ...fields } }
      await expect(bench.exports.create(bench.viewer, document, request)).rejects.toThrow('Only a PNG has a')
    },
  )
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

describe('a chart', { timeout: 300_000 }, () => {
  it('whose axis begins above all of its values has a picture', async () => {
    const above = { ...bars, id: 'above', kind: 'line-chart', yAxis: { ...bars.yAxis, format: { scale: { domain } } } }
    const page = { id: 'page', name: 'Page', elements: [sales, above] }
    const published = await bench.publish({ ...workbook, pages: [page] })
    const { queryId } = await bench.exports.create(
      bench.viewer,
      { ...published, shown: published.content },
      { elementId: 'above', format: { type: 'png' } },
    )
    await bench.openWorker().runDue()
    const download = await bench.exports.download(bench.viewer, queryId)
    if (download.state === 'file') download.stream.destroy()
    expect(download).toMatchObject({ state: 'file', pageCount: 1 })
  })
})
