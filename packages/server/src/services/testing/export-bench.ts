import { buffer, text } from 'node:stream/consumers'
import type { ExportRequest } from '@octavo/core/contract'
import { readXlsx } from 'hucre/xlsx'
import type { OpenStore } from '../../store/testing.ts'
import type { ExportedDocument } from '../exports/exports.ts'
import { openQueryBench } from './query-bench.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const table = (path: string[], id: string, columns: Record<string, string>, extra = {}) => ({
  id,
  kind: 'table',
  name: id,
  source: { kind: 'warehouse-table', connectionId, path },
  columns: Object.entries(columns).map(([name, formula]) => ({ id: `${id}-${name}`, formula, name })),
  ...extra,
})
const workbook = {
  name: 'Sales: "north"/south',
  folderId: '22222222-2222-4222-8222-222222222222',
  schemaVersion: 1,
  pages: [
    {
      id: 'page',
      name: 'Page',
      elements: [
        table(
          ['RETAIL', 'PUBLIC', 'ROWS'],
          'rows',
          { N: '[ROWS/N]', Label: '[ROWS/LABEL]', '=Amount': '[ROWS/AMOUNT]', Day: '[ROWS/DAY]', Rate: '[ROWS/RATE]' },
          { sort: [{ columnId: 'rows-N', direction: 'ascending' }] },
        ),
        table(['RETAIL', 'PUBLIC', 'AWKWARD'], 'awkward', {
          T: '[AWKWARD/T]',
          I: '[AWKWARD/I]',
          D: '[AWKWARD/D]',
          F: '[AWKWARD/F]',
          L: '[AWKWARD/L]',
          A: '[AWKWARD/A]',
          S: '[AWKWARD/S]',
        }),
        table(['RETAIL', 'PUBLIC', 'HEAVY'], 'heavy', { N: '[HEAVY/N]', Text: 'Repeat("x", [HEAVY/N] * 0 + 2000)' }),
        table(['RETAIL', 'PUBLIC', 'ROWS'], 'failing', { Bad: 'Number([ROWS/LABEL])' }),
        { id: 'words', kind: 'text', body: 'No data' },
        table(
          ['RETAIL', 'PUBLIC', 'ROWS'],
          'money',
          { N: '[ROWS/N]', Total: '[ROWS/AMOUNT]', Day: '[ROWS/DAY]' },
          { sort: [{ columnId: 'money-N', direction: 'ascending' }] },
        ),
        {
          id: 'pick',
          kind: 'control',
          controlId: 'Up-To',
          controlType: 'number-range',
          name: 'Up to',
          filters: [{ source: { kind: 'table', elementId: 'rows' }, columnId: 'rows-N' }],
        },
      ],
    },
    {
      id: 'crossed',
      name: 'Crossed',
      visibility: 'hidden',
      elements: [
        table(['RETAIL', 'PUBLIC', 'HEAVY'], 'many', { N: '[HEAVY/N]' }),
        table(
          ['RETAIL', 'PUBLIC', 'ROWS'],
          'pivot',
          { Odd: '[ROWS/N] % 2 = 1', Early: '[ROWS/N] < 1000', Total: 'Sum([ROWS/AMOUNT])' },
          {
            kind: 'pivot-table',
            rowsBy: [{ id: 'pivot-Odd' }],
            columnsBy: [{ id: 'pivot-Early' }],
            values: ['pivot-Total'],
            adhocCalcs: [
              {
                id: 'share',
                inColumn: 'pivot-Odd',
                value: 'true',
                position: 'below',
                name: 'Share of odd',
                calculations: [{ columnId: 'pivot-Total', formula: '[Total] / [Total (Column Total)]' }],
              },
            ],
          },
        ),
      ],
    },
    {
      id: 'groups',
      name: 'Groups',
      elements: [
        table(
          ['RETAIL', 'PUBLIC', 'ROWS'],
          'grouped',
          {
            Odd: '[ROWS/N] % 2 = 1',
            Total: 'Sum([ROWS/AMOUNT])',
            Third: '[ROWS/N] % 3',
            Rows: 'Count()',
            N: '[ROWS/N]',
          },
          {
            groupings: [
              { id: 'odd', groupBy: ['grouped-Odd'], calculations: ['grouped-Total'] },
              { id: 'third', groupBy: ['grouped-Third'], calculations: ['grouped-Rows'] },
            ],
            filters: [{ id: 'few', kind: 'number-range', columnId: 'grouped-N', max: 7 }],
            sort: [{ columnId: 'grouped-N', direction: 'ascending' }],
          },
        ),
      ],
    },
    { id: 'empty', name: 'Empty', elements: [{ id: 'more-words', kind: 'text', body: 'No data' }] },
    {
      id: 'second',
      name: 'Second/page',
      elements: [
        table(['RETAIL', 'PUBLIC', 'AWKWARD'], 'second-table', { T: '[AWKWARD/T]' }),
        table(['RETAIL', 'PUBLIC', 'ROWS'], 'second-rows', { N: '[ROWS/N]' }),
      ],
    },
  ],
}
// A format of a column, as documents write it.
const money = workbook.pages[0]?.elements.find(({ id }) => id === 'money') as { columns: Record<string, unknown>[] }
Object.assign(money.columns[1] ?? {}, { format: { kind: 'number', formatString: '$,.2f' } })

export type ExportBench = Awaited<ReturnType<typeof openExportBench>>

/** A workbook of tables and a pivot table over unusual, ordinary and many rows, and its exports. */
export async function openExportBench(openStore: OpenStore) {
  const bench = await openQueryBench({
    place: await openStore.place(),
    tables: [
      `CREATE TABLE PUBLIC.ROWS AS SELECT range AS N, 'label ' || range AS LABEL, CAST(range AS DECIMAL(12, 2)) AS AMOUNT,
      DATE '2024-01-01' + CAST(range AS INTEGER) AS DAY, range / 8 AS RATE FROM range(3000)`,
      `CREATE TABLE PUBLIC.AWKWARD (T VARCHAR, I BIGINT, D DECIMAL(18, 2), F DOUBLE, L BOOLEAN, A DATE, S TIMESTAMP)`,
      `INSERT INTO PUBLIC.AWKWARD VALUES
      ('=1+1', 9223372036854775807, -0.01, 0.1, true, '1900-03-01', '1969-12-31 23:59:59.999999'),
      ('a,"b"' || chr(13) || chr(10) || '👩‍👩‍👧', -9223372036854775808, 1234567890123456.70, 1e300, false, '2100-12-31', '2024-05-20 13:45:00'),
      ('', 0, 0, 1e-7, NULL, NULL, NULL), (NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
      `CREATE TABLE PUBLIC.HEAVY AS SELECT range AS N FROM range(1000000)`,
    ],
  })
  const published = await bench.publish(workbook)
  const document: ExportedDocument = { ...published, shown: published.content }
  const start = async (request: ExportRequest) => (await bench.exports.create(bench.viewer, document, request)).queryId

  async function downloaded(request: ExportRequest) {
    const queryId = await start(request)
    await bench.openWorker().runDue()
    const download = await bench.exports.download(bench.viewer, queryId)
    if (download.state !== 'file') throw new Error('The export is not ready.')
    return { ...download, queryId }
  }

  return {
    bench,
    document,
    start,
    /** The file as text. */
    async fileOf(request: ExportRequest) {
      const download = await downloaded(request)
      return { ...download, content: await text(download.stream) }
    },
    /** The sheets of a spreadsheet. */
    async sheetsOf(request: ExportRequest) {
      const download = await downloaded(request)
      return { ...download, ...(await readXlsx(await buffer(download.stream), { readStyles: true })) }
    },
  }
}
