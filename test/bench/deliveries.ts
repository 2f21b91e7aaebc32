import { startMailServer } from '../../packages/server/src/outbound/testing.ts'
import { benchDocument } from './documents.ts'
import { exportFile } from './export-file.ts'
import { send, summarize } from './measure.ts'
import type { Figure } from './report.ts'
import { seed } from './seed.ts'
import { getToken, startServer } from './server.ts'

const values = 500
const recipients = 300
const rows = 100_000
const fileRows = 1_000_000
const barMs = 120_000

/**
 * A table in which each recipient sees their own rows, a list control by whose values the burst splits, and a page with twelve elements.
 */
function deliveriesDocument(connectionId: string, folderId: string) {
  const source = { kind: 'table', elementId: 'sales' }
  const chart = (index: number) => {
    const kind = ['bar-chart', 'line-chart', 'area-chart'][index % 3]
    return {
      id: `chart-${index}`,
      kind,
      name: `Chart ${index}`,
      source,
      columns: [
        { id: `x-${index}`, name: 'Month', formula: 'DateTrunc("month", [Sales/Sold on])' },
        { id: `y-${index}`, name: 'Amount', formula: `Sum([Sales/Amount]) + ${index}` },
      ],
      xAxis: { columnId: `x-${index}` },
      yAxis: { columnIds: [`y-${index}`] },
    }
  }
  return {
    name: 'Deliveries',
    folderId,
    schemaVersion: 1,
    pages: [
      {
        id: 'page',
        name: 'Page',
        elements: [
          {
            id: 'sales',
            kind: 'table',
            name: 'Sales',
            source: { kind: 'warehouse-table', connectionId, path: ['BENCH', 'main', 'SALES'] },
            columns: [
              { id: 'group', name: 'Group', formula: `"Group " & Text(Mod([SALES/ID], ${values}))` },
              { id: 'sold', name: 'Sold on', formula: '[SALES/SOLD_ON]' },
              { id: 'amount', name: 'Amount', formula: '[SALES/AMOUNT]' },
              {
                id: 'mail',
                name: 'Mail',
                formula: `"group" & Text(Mod([SALES/ID], ${values})) & "@bench.example"`,
                hidden: true,
              },
            ],
          },
          {
            id: 'own',
            kind: 'table',
            name: 'Own',
            source,
            columns: [
              { id: 'own-group', name: 'Group', formula: '[Sales/Group]' },
              { id: 'own-amount', name: 'Amount', formula: '[Sales/Amount]' },
              { id: 'own-who', name: 'Who', formula: 'CurrentUserEmail()' },
              { id: 'own-mine', name: 'Mine', formula: '[Sales/Mail] = CurrentUserEmail()', hidden: true },
            ],
            filters: [{ id: 'policy', columnId: 'own-mine', kind: 'list', mode: 'include', values: [true] }],
          },
          {
            id: 'pick',
            kind: 'control',
            controlId: 'Pick',
            controlType: 'list',
            name: 'Group',
            mode: 'include',
            selectionMode: 'multiple',
            values: [],
            source: { kind: 'source', source, columnId: 'group' },
            filters: [{ source, columnId: 'group' }],
          },
        ],
      },
      { id: 'charts', name: 'Charts', elements: Array.from({ length: 12 }, (_, index) => chart(index)) },
    ],
  }
}

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

/** The time of exports and their deliveries on a separate server. */
export async function deliveriesBench(dataDir: string): Promise<Figure[]> {
  const mails = await startMailServer()
  process.env.OCTAVO_SMTP_URL = `smtp://127.0.0.1:${mails.port}`
  const first = await startServer(dataDir)
  await first.stop()
  const { connectionId } = await seed(dataDir, { rows, workbooks: 0, bigRows: fileRows })
  const server = await startServer(dataDir)
  try {
    const headers = { authorization: `Bearer ${await getToken(server.url)}`, 'content-type': 'application/json' }
    const call: Call = async (method, path, body) => {
      const given = body === undefined ? {} : { body: JSON.stringify(body) }
      const { text } = await send({ method, url: `${server.url}${path}`, headers, ...given })
      return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    }
    const { userId } = await call('GET', '/v2/whoami')
    const { homeFolderId } = await call('GET', `/v2/members/${userId}`)
    const document = deliveriesDocument(connectionId, String(homeFolderId))
    const { workbookId } = await call('POST', '/v2/workbooks/spec', document)
    const workbook = `/v2/workbooks/${workbookId}`
    const pdf = await pdfTimes(call, server.url, headers, workbook)
    const sentTo = (prefix: string) => mails.mails.filter(({ to }) => to[0]?.startsWith(prefix)).length

    const burst = await deliver(call, workbook, {
      target: [],
      config: {
        burst: { controlId: 'Pick' },
        dynamicRecipientSettings: { sourceNodeId: 'sales', recipientColumnId: 'mail' },
      },
      elementId: 'sales',
    })
    if (sentTo('group') !== values) throw new Error(`${sentTo('group')} of ${values} mails of the burst arrived.`)
    const emails = await readers(call, String(workbookId))
    mails.mails.length = 0
    const each = await deliver(call, workbook, {
      target: emails.map((email) => ({ email })),
      config: { runAsRecipient: true },
      elementId: 'own',
    })
    if (sentTo('group') !== recipients) throw new Error(`${sentTo('group')} of ${recipients} recipients got a mail.`)
    const files = await fileRates(call, server.url, headers, { connectionId, folderId: String(homeFolderId) })
    return [
      ...files,
      { figure: 'PDF of a page of 12 charts, with queries, median', value: pdf.median, unit: 'ms' },
      { figure: 'the same, p95', value: pdf.p95, unit: 'ms', beside: 'bar 1,000 ms' },
      {
        figure: `burst of ${values} values, a CSV file and mail each`,
        value: burst,
        unit: 'ms',
        beside: `bar ${barMs.toLocaleString('en-US')} ms`,
      },
      {
        figure: `CSV as ${recipients} recipients with rows of their own`,
        value: each,
        unit: 'ms',
        beside: `bar ${barMs.toLocaleString('en-US')} ms`,
      },
    ]
  } finally {
    await server.stop()
    await mails.close()
  }
}

/** Rows per second of files with rows, from the request to the last byte: the best of three, since the machine may be shared. */
async function fileRates(
  call: Call,
  url: string,
  headers: Record<string, string>,
  { connectionId, folderId }: { connectionId: string; folderId: string },
): Promise<Figure[]> {
  const { workbookId } = await call('POST', '/v2/workbooks/spec', benchDocument(connectionId, folderId))
  const figures: Figure[] = []
  for (const [type, bar] of [
    ['csv', '1,000,000'],
    ['xlsx', '250,000'],
  ] as const) {
    const times: number[] = []
    for (let run = 0; run < 3; run += 1) {
      const asked = { url, headers, workbookId: String(workbookId), elementId: 'big', type, rows: fileRows }
      times.push((await exportFile(asked)).ms)
    }
    const figure = `${type.toUpperCase()} of ${fileRows.toLocaleString('en-US')} rows, 10 columns, best of three`
    figures.push({ figure, value: fileRows / (Math.min(...times) / 1000), unit: 'rows/s', beside: `bar ${bar} rows/s` })
  }
  return figures
}

/** From the request to the last byte of the file; the filter changes, so that nothing is cached. */
async function pdfTimes(call: Call, url: string, headers: Record<string, string>, workbook: string) {
  const times: number[] = []
  for (let run = -2; run < 20; run += 1) {
    const started = performance.now()
    const body = {
      pageId: 'charts',
      format: { type: 'pdf', layout: 'portrait' },
      parameters: { Pick: `Group ${run + 2}` },
    }
    const { queryId } = await call('POST', `${workbook}/export`, body)
    for (;;) {
      const answer = await fetch(`${url}/v2/query/${queryId}/download`, { headers })
      const { byteLength } = await answer.arrayBuffer()
      if (answer.status === 200 && byteLength > 0) break
      if (answer.status !== 204) throw new Error(`The download answered ${answer.status}.`)
      await new Promise((again) => setTimeout(again, 20))
    }
    if (run >= 0) times.push(performance.now() - started)
  }
  return summarize(times)
}

/** From the request until the run has ended. */
async function deliver(
  call: Call,
  workbook: string,
  { target, config, elementId }: { target: object[]; config: object; elementId: string },
): Promise<number> {
  const { scheduledNotificationId } = await call('POST', `${workbook}/schedules`, {
    target,
    schedule: { cronSpec: '0 4 1 1 *', timezone: 'UTC' },
    configV2: {
      title: 'Bench',
      messageBody: '',
      exportAttachments: [
        { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: [elementId] } },
      ],
      ...config,
    },
  })
  const path = `${workbook}/schedules/${scheduledNotificationId}/runs`
  const started = performance.now()
  await call('POST', path)
  for (;;) {
    const { entries } = await call('GET', path)
    const [run] = entries as { state: string; reason: string | null }[]
    if (run?.state === 'success') return performance.now() - started
    if (run?.state === 'error' || run?.state === 'skipped') throw new Error(run.reason ?? run.state)
    await new Promise((again) => setTimeout(again, 100))
  }
}

/** Members who may see the workbook and have rows in it. */
async function readers(call: Call, workbookId: string): Promise<string[]> {
  const emails = Array.from({ length: recipients }, (_, index) => `group${index}@bench.example`)
  const members = emails.map((email, index) => ({
    email,
    firstName: `Reader ${index}`,
    lastName: 'Bench',
    memberType: 'View',
  }))
  await call('POST', '/v2/members:batchCreate?sendInvite=false', { members })
  await call('POST', '/v2/grants', { grantee: { isEveryone: true }, permission: 'view', inodeId: workbookId })
  return emails
}
