import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { embeddedStore } from '../../store/testing.ts'
import { type Role, requestsOf, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

/**
 * A viewer without the attribute values of a policy sees no rows that it protects, in any response. The policies are in a data model: a
 * filter on a table, one on custom SQL, and one on a column.
 */
let documents: TestServices
let connectionId = ''
let modelId = ''
let workbookId = ''
const files: string[] = []
const server = useServer(embeddedStore(), async (platform) => {
  documents = buildTestServices(platform, {
    async sendMail({ files: attached = [] }) {
      for (const { content } of attached) files.push(await textOf(content))
      return { refused: [] }
    },
  })
  connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
  return documents.routes
})
const { send, done } = requestsOf(server, 'builder')

/** Every text value that identifies a row. */
const secrets = ['web', 'counter', 'app', 'shipped', 'completed', 'returned']

const policy = {
  columns: [{ id: 'may', formula: 'CurrentUserAttributeText("Channel") = [Channel]', name: 'May', hidden: true }],
  filters: [{ id: 'f', columnId: 'may', kind: 'list', mode: 'include', values: [true] }],
}
const model = () => ({
  name: 'Guarded',
  folderId: server().platform.people.builder.homeFolderId,
  schemaVersion: 1,
  pages: [
    {
      id: 'p',
      name: 'P',
      elements: [
        {
          id: 'orders',
          kind: 'table',
          name: 'Orders',
          source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
          columns: [
            { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
            { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
            { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
            ...policy.columns,
          ],
          filters: policy.filters,
          metrics: [{ id: 'm', name: 'Orders', formula: 'Count()' }],
        },
        {
          id: 'by-hand',
          kind: 'table',
          name: 'By hand',
          source: { kind: 'sql', connectionId, statement: 'SELECT CHANNEL, STATUS FROM PUBLIC.ORDERS -- all' },
          columns: [
            { id: 'h-channel', formula: '[Custom SQL/CHANNEL]', name: 'Channel' },
            { id: 'h-status', formula: '[Custom SQL/STATUS]', name: 'Status' },
            ...policy.columns,
          ],
          filters: policy.filters,
        },
        {
          id: 'columns',
          kind: 'table',
          name: 'Columns',
          source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
          columns: [
            { id: 'c-id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
            { id: 'c-status', formula: '[ORDERS/STATUS]', name: 'Status' },
          ],
          columnSecurities: [
            {
              id: 's',
              restrictedColumns: ['c-status'],
              criteria: {
                kind: 'user-attribute',
                assignments: [{ userAttributeId: 'Channel', value: 'web' }],
              },
            },
          ],
        },
      ],
    },
  ],
})
/** Edits that show, move and replace what policies protect. */
const changes = [
  ['list', { type: 'swap-columns', column: 'l-channel', with: 'l-all' }],
  ['groups', { type: 'move-columns', columns: ['g-channel'], to: { type: 'base' } }],
  ['pivot', { type: 'move-columns', columns: ['pr'], to: { type: 'shelf', shelf: 'columnsBy' } }],
  ['bars', { type: 'swap-columns', column: 'x', with: 'y' }],
  ['hidden', { type: 'hide-columns', columns: { type: 'columns', columns: ['v-id'] }, others: 'opposite' }],
].map(([element, change]) => ({ effect: 'modify-element', element, change }))

const workbook = () => {
  const source = (elementId: string) => ({ kind: 'data-model', dataModelId: modelId, elementId })
  const column = (id: string, formula: string) => ({ id, formula, name: id })
  const rowsOf = { kind: 'table', elementId: 'list' }
  return {
    name: 'Book',
    folderId: server().platform.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [
      {
        id: 'p',
        name: 'P',
        elements: [
          {
            id: 'list',
            kind: 'table',
            name: 'List',
            source: source('orders'),
            columns: [
              column('l-channel', '[Orders/Channel]'),
              column('l-status', '[Orders/Status]'),
              column('l-all', 'Max([l-status])'),
            ],
            summary: ['l-all'],
          },
          {
            id: 'groups',
            kind: 'table',
            name: 'Groups',
            source: source('orders'),
            columns: [column('g-channel', '[Orders/Channel]'), column('g-count', '[Metrics/Orders]')],
            groupings: [{ id: 'g', groupBy: ['g-channel'], calculations: ['g-count'] }],
          },
          {
            id: 'kpi',
            kind: 'kpi-chart',
            name: 'Kpi',
            source: rowsOf,
            columns: [column('k', 'Max([List/l-status])')],
            value: { columnId: 'k' },
          },
          {
            id: 'bars',
            kind: 'bar-chart',
            name: 'Bars',
            source: rowsOf,
            columns: [column('x', '[List/l-channel]'), column('y', 'CountDistinct([List/l-status])')],
            xAxis: { columnId: 'x' },
            yAxis: { columnIds: ['y'] },
          },
          {
            id: 'pivot',
            kind: 'pivot-table',
            name: 'Pivot',
            source: rowsOf,
            columns: [column('pr', '[List/l-channel]'), column('pv', 'Max([List/l-status])')],
            values: ['pv'],
            rowsBy: [{ id: 'pr' }],
          },
          {
            id: 'sql',
            kind: 'table',
            name: 'Sql',
            source: source('by-hand'),
            columns: [column('s-channel', '[By hand/Channel]'), column('s-status', '[By hand/Status]')],
          },
          {
            id: 'looked',
            kind: 'table',
            name: 'Looked',
            source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
            columns: [
              column('o-id', '[ORDERS/ORDER_ID]'),
              column('o-up', 'Rollup(Max([List/l-status]), [o-id] > 0, [List/l-status] != "")'),
            ],
          },
          {
            id: 'hidden',
            kind: 'table',
            name: 'Hidden',
            source: source('columns'),
            columns: [column('v-id', '[Columns/Id]'), column('v-status', 'Upper([Columns/Status])')],
          },
          {
            id: 'change',
            kind: 'button',
            text: 'Change',
            actions: [{ id: 'change', trigger: 'on-click', effects: changes }],
          },
          {
            id: 'ctl',
            kind: 'control',
            controlId: 'Pick',
            controlType: 'list',
            name: 'Pick',
            selectionMode: 'multiple',
            source: { kind: 'source', source: rowsOf, columnId: 'l-status' },
          },
        ],
      },
    ],
  }
}
const elementIds = ['list', 'groups', 'kpi', 'bars', 'pivot', 'sql', 'looked', 'hidden']
/** Compares in lower case, to find values that a formula has changed. */
const holdsSecret = (text: string) => secrets.filter((secret) => text.toLowerCase().includes(secret))

async function pageOf(as: Role, body: object = {}) {
  const { lines } = await send('POST', `/v2/workbooks/${workbookId}/pages/p/data`, body, as)
  const events = lines as {
    event: string
    elements?: string[]
    resultId?: string
    level?: string
    columns?: unknown[]
  }[]
  expect(events.filter(({ event }) => event === 'error')).toEqual([])
  expect(events.at(-1)).toEqual({ event: 'end' })
  return events
}
const cellsIn = (events: Awaited<ReturnType<typeof pageOf>>) =>
  JSON.stringify(events.filter(({ event }) => event === 'batch'))

test('a reader with the attribute value sees the rows that it allows, in every response', async () => {
  const { userAttributeId } = await done('POST', '/v2/user-attributes', { name: 'Channel', description: '' }, 'admin')
  const { memberId } = server().platform.people.builder
  const assignments = [{ userId: memberId, value: { val: 'web', type: 'string' } }]
  await done('POST', `/v2/user-attributes/${userAttributeId}/users`, { assignments }, 'admin')
  modelId = String((await done('POST', '/v2/dataModels/spec', model())).dataModelId)
  workbookId = String((await done('POST', '/v2/workbooks/spec', workbook())).workbookId)
  await documents.share(workbookId, 'analyst', 'explore')
  const events = await pageOf('builder')
  const seen = holdsSecret(cellsIn(events))
  expect(seen).toEqual(expect.arrayContaining(['web', 'completed', 'returned']))
  expect(seen).not.toContain('counter')
  // The whole column becomes visible.
  expect(seen).toContain('shipped')
})

test('a reader without a value sees no protected row on the page, in groups, totals, charts, lookups and lists of values', async () => {
  const events = await pageOf('analyst')
  const shown = events.flatMap(({ event, elements = [] }) => (event === 'schema' ? elements : []))
  expect(new Set(shown)).toEqual(new Set([...elementIds, 'ctl']))
  expect(holdsSecret(JSON.stringify(events.filter(({ event }) => event === 'batch')))).toEqual([])
  for (const elementId of ['list', 'groups', 'bars', 'sql', 'ctl']) {
    const results = events.flatMap(({ event, elements, resultId, level }) =>
      event === 'schema' && level !== 'summary' && elements?.includes(elementId) ? [resultId] : [],
    )
    const rows = events.filter(({ event, resultId }) => event === 'done' && results.includes(resultId))
    expect(rows.map((row) => (row as { rows?: number }).rows ?? 0).at(-1), elementId).toBe(0)
  }
})

test('nor after any step of an action that changes the elements', async () => {
  const modifications = changes.map((_, step) => ({ sequenceId: 'change', step }))
  for (const list of [modifications, ...modifications.map((one) => [one])]) {
    expect(holdsSecret(cellsIn(await pageOf('analyst', { modifications: list })))).toEqual([])
  }
  expect(holdsSecret(cellsIn(await pageOf('builder', { modifications })))).toEqual(
    expect.arrayContaining(['web', 'completed', 'returned']),
  )
})

test.each(elementIds)('nor in a file of %s', async (elementId) => {
  const body = { elementId, format: { type: 'csv' } }
  const { queryId } = await done('POST', `/v2/workbooks/${workbookId}/export`, body, 'analyst')
  await documents.worker.runDue()
  const file = await send('GET', `/v2/query/${queryId}/download`, undefined, 'analyst')
  expect(file.status, file.text).toBe(200)
  expect(holdsSecret(file.text)).toEqual([])
})

test.each(elementIds)('nor in the explanation of the cost of %s', async (elementId) => {
  const answer = await send('GET', `/v2/workbooks/${workbookId}/elements/${elementId}/explain`, undefined, 'analyst')
  expect(answer.status, answer.text).toBe(200)
  expect(holdsSecret(answer.text)).toEqual([])
})

test('nor in a file that a schedule of theirs sends', async () => {
  const attachment = { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['list'] } }
  const order = (title: string) => ({
    target: [{ email: 'reader@example.com' }],
    schedule: { cronSpec: '0 * * * *', timezone: 'UTC' },
    configV2: { title, messageBody: '', exportAttachments: [attachment] },
  })
  const path = `/v2/workbooks/${workbookId}/schedules`
  const run = async (as: Role) => {
    const { scheduledNotificationId } = await done('POST', path, order(as), as)
    files.length = 0
    const { clock } = server().platform
    clock.advance(3_600_000 - (clock.now() % 3_600_000) + 1000)
    await documents.scheduleDue.tick()
    await documents.worker.runDue()
    await done('DELETE', `${path}/${scheduledNotificationId}`, undefined, 'admin')
    return files.join('\n')
  }
  expect(holdsSecret(await run('builder'))).toContain('web')
  const sent = await run('analyst')
  expect(sent).toContain('l-channel')
  expect(holdsSecret(sent)).toEqual([])
})

test('a job of a removed member produces no file', async () => {
  const { people, store } = server().platform
  const body = { elementId: 'hidden', format: { type: 'csv' } }
  const { queryId } = await done('POST', `/v2/workbooks/${workbookId}/export`, body, 'analyst')
  await done('DELETE', `/v2/members/${people.analyst.memberId}`, undefined, 'admin')
  await documents.worker.runDue()
  const row = await store.db
    .selectFrom('exports')
    .select(['state', 'file_key'])
    .where('id', '=', String(queryId))
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ state: 'failed', file_key: null })
})
