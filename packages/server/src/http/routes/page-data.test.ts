import { readPageData } from '@octavo/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const gone = { code: 'not_found', details: { kind: 'sequence' } }
const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

const modify = (element: string, change: object) => ({ effect: 'modify-element', element, change })
const action = (id: string, effects: object[], more: object = {}) => ({ id, trigger: 'on-click', effects, ...more })
const button = (id: string, actions: object[]) => ({ id, kind: 'button', text: id, actions })

/** A table with a hidden column, and buttons that change the table for the reader who presses them. */
function changingPages(connectionId: string) {
  const table = {
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: { kind: 'sql', connectionId, statement: "SELECT 'east' AS AREA, 'shipped' AS STATE, 5 AS NET, 3 AS COST" },
    columns: [
      { id: 'area', formula: '[Custom SQL/AREA]', name: 'Area' },
      { id: 'state', formula: '[Custom SQL/STATE]', name: 'State' },
      { id: 'net', formula: '[Custom SQL/NET]', name: 'Net' },
      { id: 'cost', formula: '[Custom SQL/COST]', name: 'Cost', hidden: true },
    ],
    groupings: [{ id: 'g', groupBy: ['area'] }],
  }
  const columns = { type: 'control', control: 'Which' }
  const actions = [
    action('show', [modify('orders', { type: 'show-columns', columns: { type: 'columns', columns: ['cost'] } })]),
    action('named', [modify('orders', { type: 'show-columns', columns, others: 'opposite' })]),
    action('group', [
      { effect: 'refresh-element', target: { type: 'element', element: 'orders' } },
      modify('orders', { type: 'move-columns', columns: ['state'], to: { type: 'grouping', groupingId: 'g' } }),
    ]),
    action('off', [modify('orders', { type: 'swap-columns', column: 'net', with: 'cost' })], { state: 'disabled' }),
  ]
  const which = {
    id: 'which',
    kind: 'control',
    controlType: 'segmented',
    controlId: 'Which',
    name: 'Which',
    source: { kind: 'manual', valueType: 'text', values: ['Net', 'State'] },
  }
  const secret = modify('orders', { type: 'hide-columns', columns: { type: 'columns', columns: ['net'] } })
  return [
    { id: 'changing', name: 'Changing', elements: [table, which, button('change', actions)] },
    {
      id: 'closed',
      name: 'Closed',
      visibility: 'hidden',
      elements: [button('secret', [action('hidden', [secret])])],
    },
  ]
}

/** An element that responds at once, and many that keep the engine busy far longer than any test. */
function busyWorkbook(connectionId: string, folderId: string) {
  const sqlElement = (id: string, statement: string) => ({
    id,
    kind: 'table',
    name: id,
    source: { kind: 'sql', connectionId, statement },
    columns: [{ id: `${id}-n`, name: 'N', formula: '[Custom SQL/N]' }],
  })
  const endless = (number: number) =>
    `SELECT count(*) + ${number} AS N FROM range(100000000) AS a(i), range(100000000) AS b(j) WHERE hash(i + j) % 7 = 0`
  return {
    name: 'Busy',
    folderId,
    schemaVersion: 1,
    pages: [
      { id: 'quick', name: 'Quick', elements: [sqlElement('one', 'SELECT 1 AS N')] },
      {
        id: 'slow',
        name: 'Slow',
        elements: Array.from({ length: 8 }, (_, at) => sqlElement(`slow${at}`, endless(at))),
      },
      ...changingPages(connectionId),
    ],
  }
}

describeStores('data of a page', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const builder = await documents.viewer('builder')
    const body = busyWorkbook(connectionId, platform.people.builder.homeFolderId)
    workbookId = (await documents.specs.create(builder, 'workbook', body)).record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    return documents.routes
  })
  const page = (id: string) => `/v2/workbooks/${workbookId}/pages/${id}/data`
  const refused = (name: string, modification: object, answer: object) => ({
    name: `a changed element: ${name}`,
    as: 'viewer' as const,
    path: () => page('changing'),
    body: { modifications: [{ sequenceId: 'show', step: 0 }, modification] },
    status: answer === gone ? 404 : 400,
    answer,
  })

  scenarios(
    'POST /v2/workbooks/{workbookId}/pages/{pageId}/data',
    server,
    [
      {
        name: 'streams the events of the page',
        as: 'viewer',
        path: () => page('quick'),
        body: {},
        status: 200,
        check: ({ lines }) => {
          const events = lines.map((line) => (line as { event: string }).event)
          expect(events).toEqual(['start', 'schema', 'batch', 'done', 'end'])
        },
      },
      {
        name: 'a page that does not exist',
        as: 'viewer',
        path: () => page('nowhere'),
        body: {},
        status: 404,
        answer: { code: 'not_found', details: { kind: 'page' } },
      },
      {
        name: 'a workbook of somebody else',
        as: 'stranger',
        path: () => page('quick'),
        body: {},
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'a workbook that does not exist',
        as: 'viewer',
        path: `/v2/workbooks/${unknownId}/pages/quick/data`,
        body: {},
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'the draft needs the right to edit',
        as: 'viewer',
        path: () => page('quick'),
        query: { draft: true },
        body: {},
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'a control that does not exist',
        as: 'viewer',
        path: () => page('quick'),
        body: { controls: { Region: 'West' } },
        status: 400,
        answer: { code: 'invalid_request' },
      },
      refused('a sequence that is not there', { sequenceId: 'nowhere', step: 0 }, gone),
      refused('a sequence of a page that is hidden from the reader', { sequenceId: 'hidden', step: 0 }, gone),
      ...(
        [
          ['a sequence that is turned off', { sequenceId: 'off', step: 0 }, 'sequenceId'],
          ['a step that does not change an element', { sequenceId: 'group', step: 0 }, 'step'],
          ['a step that the published sequence does not have', { sequenceId: 'group', step: 2 }, 'step'],
          ['a value that the control does not offer', { sequenceId: 'named', step: 0, names: ['Cost'] }, 'names'],
          ['no values of the control', { sequenceId: 'named', step: 0 }, 'names'],
          ['values without a control', { sequenceId: 'show', step: 0, names: ['Net'] }, 'names'],
        ] as const
      ).map(([name, modification, field]) =>
        refused(name, modification, {
          code: 'invalid_request',
          details: { problems: [{ path: `modifications[1].${field}` }] },
        }),
      ),
    ],
    {
      operation: readPageData,
      untested: {
        source_unavailable: 'comes as an event; before the first event only for a connection that goes meanwhile',
        engine_unavailable: 'the connector tests end the engine',
        invalid_document: 'edits that are not saved: column-details.test.ts',
      },
    },
  )

  test.each([
    ['nothing', [], { g1: ['area'], base: ['area', 'state', 'net'] }],
    [
      'a column that is shown',
      [{ sequenceId: 'show', step: 0 }],
      { g1: ['area'], base: ['area', 'state', 'net', 'cost'] },
    ],
    [
      'columns by the names in a control',
      [{ sequenceId: 'named', step: 0, names: ['Net'] }],
      { g1: ['area'], base: ['area', 'net'] },
    ],
    [
      'a key of a grouping',
      [{ sequenceId: 'group', step: 1 }],
      { g1: ['area', 'state'], base: ['area', 'state', 'net'] },
    ],
    [
      'one after the other',
      [
        { sequenceId: 'show', step: 0 },
        { sequenceId: 'group', step: 1 },
        { sequenceId: 'named', step: 0, names: ['Net'] },
      ],
      { g1: ['area', 'state'], base: ['area', 'state', 'net'] },
    ],
  ])('steps change elements for their reader: %s', async (_, modifications, expected) => {
    const columnsIn = (lines: readonly unknown[]) => {
      const events = lines as { event: string; level: string; columns: { id: string }[] }[]
      const levels = events.filter(({ event, level }) => event === 'schema' && level !== 'summary')
      return Object.fromEntries(levels.map(({ level, columns }) => [level, columns.map(({ id }) => id)]))
    }
    const windows = ['g1', 'base'].map((level) => ({ elementId: 'orders', level, offset: 0, limit: 10 }))
    const ask = async (body: object) =>
      columnsIn(
        (await server().request({ method: 'POST', path: page('changing'), as: 'viewer', body: { windows, ...body } }))
          .lines,
      )
    expect(await ask({ modifications })).toMatchObject(expected)
    expect(await ask({})).toMatchObject({ g1: ['area'], base: ['area', 'state', 'net'] })
  })

  test('every response has the duration of its steps, in Server-Timing and at the end of each result', async () => {
    const steps = ['authorization', 'compile', 'wait', 'engine', 'conversion', 'stream']
    const ask = (body: object) => server().request({ method: 'POST', path: page('quick'), as: 'viewer', body })
    for (const [body, isCached] of [
      [{ refresh: true }, false],
      [{}, true],
    ] as const) {
      const { headers, lines } = await ask(body)
      const done = lines.find((line) => (line as { event: string }).event === 'done') as {
        cached: boolean
        steps: Record<string, number>
      }
      expect(done.cached).toBe(isCached)
      expect(Object.keys(done.steps)).toEqual(steps)
      expect(Object.values(done.steps).every((ms) => ms >= 0)).toBe(true)
      expect(done.steps.engine === 0).toBe(isCached)
      const timed = String(headers['server-timing'])
        .split(', ')
        .map((entry) => entry.split(';dur=')[0])
      // The headers are sent before the first line, so they contain no later steps.
      expect(timed.slice(0, 2)).toEqual(steps.slice(0, 2))
      if (isCached) expect(timed).toEqual(steps)
    }
  })

  describe('a client that disconnects', () => {
    let url = ''
    beforeAll(async () => {
      ;({ url } = await server().http.listen({ host: '127.0.0.1', port: 0 }))
      return () => server().http.stop({ graceMs: 0 })
    })

    test('ends its queries: their slots are free again, however often it happens', async () => {
      const headers = {
        authorization: `Bearer ${await server().tokenOf('viewer')}`,
        'content-type': 'application/json',
      }
      const read = (id: string, signal: AbortSignal) =>
        fetch(url + page(id), { method: 'POST', headers, body: '{"refresh":true}', signal })
      for (let round = 0; round < 3; round += 1) {
        const controller = new AbortController()
        // Three clients request eight statements each; the engine has four slots.
        const answers = await Promise.all([1, 2, 3].map(() => read('slow', controller.signal)))
        for (const answer of answers) {
          const first = await answer.body?.getReader().read()
          expect(new TextDecoder().decode(first?.value)).toContain('"event":"start"')
        }
        controller.abort()
        const answer = await read('quick', AbortSignal.timeout(20_000))
        expect(await answer.text()).toMatch(/"event":"done".*\n\{"event":"end"\}\n$/s)
      }
      expect(server().log.filter((line) => line.includes('"level":"error"'))).toEqual([])
    })
  })
})
