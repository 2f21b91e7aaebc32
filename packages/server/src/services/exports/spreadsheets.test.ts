import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type ExportBench, openExportBench } from '../testing/export-bench.ts'

describeStores('exports as spreadsheets', (openStore) => {
  let bench: ExportBench['bench']
  let sheetsOf: ExportBench['sheetsOf']

  beforeAll(async () => {
    ;({ bench, sheetsOf } = await openExportBench(openStore))
  })
  afterAll(() => bench.close())

  const xlsx = { type: 'xlsx' as const }

  describe('a spreadsheet', () => {
    it('of a pivot table can show each label once, next to all of its rows', async () => {
      const formatting = { pivotHeaderStyle: 'merged' as const }
      const [sheet] = (await sheetsOf({ elementId: 'pivot', format: xlsx, formatting })).sheets
      expect(sheet?.rows.map((row) => row.slice(0, 3))).toEqual([
        ['Odd', 'Early', 'Total'],
        [false, false, 1_999_000],
        [null, true, 249_500],
        [true, false, 2_000_000],
        [null, true, 250_000],
        [null, false, null],
        [null, true, null],
      ])
      expect(sheet?.merges).toEqual([
        { startRow: 1, startCol: 0, endRow: 2, endCol: 0 },
        { startRow: 3, startCol: 0, endRow: 6, endCol: 0 },
      ])
      expect(sheet?.cells?.get('1,0')?.style?.alignment?.vertical).toBe('top')
      const [repeated] = (
        await sheetsOf({ elementId: 'pivot', format: xlsx, formatting: { pivotHeaderStyle: 'repeated' } })
      ).sheets
      expect(repeated?.rows.map(([odd]) => odd)).toEqual(['Odd', false, false, true, true, true, true])
      expect(repeated?.merges ?? []).toEqual([])
    })

    it('merges no labels of other elements', async () => {
      const formatting = { pivotHeaderStyle: 'merged' as const }
      const [sheet] = (await sheetsOf({ elementId: 'awkward', format: xlsx, formatting })).sheets
      expect(sheet?.merges ?? []).toEqual([])
      expect(sheet?.rows[1]?.[0]).toBe('=1+1')
    })

    it('can have a last sheet about how it was made', async () => {
      const asked = { format: xlsx, rowLimit: 3, formatting: { includeMetadata: true } }
      const file = await sheetsOf({ pageId: 'second', ...asked })
      expect(file).toMatchObject({ sheetCount: 3, rowCount: 6 })
      expect(file.sheets.map(({ name }) => name)).toEqual(['second-table', 'second-rows', 'Metadata'])
      const { firstName, lastName, email } = bench.viewer
      const made = new Date(bench.clock.at).toISOString()
      expect(file.sheets[2]?.rows).toEqual([
        ['Workbook', 'Date', 'Time (UTC)', 'User'],
        [
          'Sales: "north"/south',
          new Date(made.slice(0, 10)),
          made.slice(11, 19),
          `${`${firstName} ${lastName}`.trim()} <${email}>`,
        ],
      ])
    })

    it('as a spreadsheet holds typed cells, with the format of the column in its style', async () => {
      const { sheets, ...file } = await sheetsOf({ elementId: 'money', format: xlsx, rowLimit: 2 })
      expect(file).toMatchObject({ sheetCount: 1, rowCount: 2, isTruncated: true, rowLimit: 2 })
      expect(file.mediaType).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(sheets[0]?.rows).toEqual([
        ['N', 'Total', 'Day'],
        [0, 0, new Date('2024-01-01')],
        [1, 1, new Date('2024-01-02')],
      ])
      expect(sheets[0]?.cells?.get('1,1')?.style?.numFmt).toBe('"$"#,##0.00')
      expect(sheets[0]?.cells?.get('1,2')?.style?.numFmt).toBe('yyyy-mm-dd')
    })

    it('of a page is a spreadsheet with a sheet for each element', async () => {
      const file = await sheetsOf({ pageId: 'second', format: xlsx, rowLimit: 3 })
      expect(file).toMatchObject({ fileName: 'Sales north south - Second page.xlsx', sheetCount: 2, rowCount: 6 })
      expect(file.isTruncated).toBe(true)
      expect(file.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
        ['second-table', 4],
        ['second-rows', 4],
      ])
    })

    it('of a page writes groups once, in bold rows above their own', async () => {
      const [sheet] = (await sheetsOf({ pageId: 'groups', format: xlsx })).sheets
      const rows = sheet?.rows.map((row) => row.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell)))
      expect(rows).toEqual([
        ['Odd', 'Total', 'Third', 'Rows', 'N'],
        ['false', 12, null, null, null],
        [null, null, 0, 2, null],
        [null, null, null, null, 0],
        [null, null, null, null, 6],
        [null, null, 1, 1, null],
        [null, null, null, null, 4],
        [null, null, 2, 1, null],
        [null, null, null, null, 2],
        ['true', 16, null, null, null],
        [null, null, 0, 1, null],
        [null, null, null, null, 3],
        [null, null, 1, 2, null],
        [null, null, null, null, 1],
        [null, null, null, null, 7],
        [null, null, 2, 1, null],
        [null, null, null, null, 5],
      ])
      const isBold = (row: number, column: number) => sheet?.cells?.get(`${row},${column}`)?.style?.font?.bold === true
      expect([isBold(1, 0), isBold(1, 1), isBold(2, 2), isBold(3, 4)]).toEqual([true, true, true, false])
    })

    it('of one element repeats the values of its groups on each row, for further work', async () => {
      const [sheet] = (await sheetsOf({ elementId: 'grouped', format: xlsx, rowLimit: 2 })).sheets
      expect(sheet?.rows.slice(1)).toEqual([
        [false, 12, 0, 2, 0],
        [false, 12, 0, 2, 6],
      ])
    })
  })
})
