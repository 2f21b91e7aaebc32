import { beforeEach, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const missing = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const analyst = 'analyst@example.com'
const builder = 'builder@example.com'
const only = (columnId: string) => ({ id: `f ${columnId}`, columnId, kind: 'list', mode: 'include', values: [true] })

describeStores('rows of input tables with row policies', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let id = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const { send, done } = requestsOf(server, 'builder')
  const rowsPath = (elementId: string) => `/v2/workbooks/${id}/elements/${elementId}/rows`
  const change = (elementId: string, body: unknown, as: Role = 'builder') => done('POST', rowsPath(elementId), body, as)
  const enter = async (elementId: string, insert: object[], as: Role = 'builder') =>
    (await change(elementId, { insert }, as)).inserted as string[]
  /** All rows with their cells, in the order of entry. */
  const all = async (elementId: string) => {
    const { entries } = (await done('GET', rowsPath(elementId))) as { entries: { rowId: string; values: object }[] }
    return entries
  }
  const values = async (elementId: string) => (await all(elementId)).map((row) => row.values)

  const table = (name: string, columns: object[], more: object = {}) => ({
    id: name.toLowerCase(),
    kind: 'input-table',
    name,
    source: { kind: 'empty', connectionId },
    inputMode: 'explore',
    columns: [{ id: 'ID' }, ...columns],
    ...more,
  })
  const text = (columnId: string, name: string) => ({ id: columnId, type: 'text', name })
  const score = { id: 'score', type: 'number', name: 'Score' }
  const orders = () => ({
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
    columns: [
      { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
      { id: 'seen', formula: `[Channel] = "web" or CurrentUserEmail() = "${builder}"`, name: 'Seen' },
    ],
    filters: [only('seen')],
  })
  const elements = () => [
    orders(),
    table(
      'Tasks',
      [
        text('owner', 'Owner'),
        score,
        { id: 'mine', formula: '[Owner] = CurrentUserEmail()', name: 'Mine' },
        { id: 'open', formula: '[Score] < 100', name: 'Open' },
      ],
      // The second filter is the same for all readers, so it is not a policy.
      { filters: [only('mine'), only('open')] },
    ),
    table('Own', [score, { id: 'CREATED_BY' }, { id: 'mine', formula: '[Created by] = CurrentUserEmail()' }], {
      filters: [only('mine')],
    }),
    table('Rights', [text('area', 'Area'), text('who', 'Who')]),
    table(
      'Areas',
      [
        text('area', 'Area'),
        score,
        { id: 'may', formula: 'Lookup([Rights/Who], [Area], [Rights/Area]) = CurrentUserEmail()', name: 'May' },
      ],
      { filters: [only('may')] },
    ),
    table('Ranked', [score, { id: 'first', formula: 'Rank([Score]) = 1 or CurrentUserEmail() = "x"', name: 'First' }], {
      filters: [only('first')],
    }),
    table('Goals', [], {
      source: { kind: 'linked', from: 'orders' },
      columns: [
        { id: 'g-channel', key: 'channel' },
        { id: 'goal', type: 'number', name: 'Goal' },
      ],
    }),
    table('Picks', [{ id: 'pick', type: 'text', name: 'Pick', valuesFrom: { element: 'orders', column: 'channel' } }]),
  ]
  beforeEach(async () => {
    const folderId = server().platform.people.builder.homeFolderId
    const spec = { name: 'Own rows', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: elements() }] }
    id = String((await done('POST', '/v2/workbooks/spec', spec)).workbookId)
    await documents.share(id, 'analyst', 'explore')
  })

  /** Three rows of the builder, and between them one of the analyst, whose id is returned. */
  const tasks = async () => {
    const rows = [builder, builder, analyst, builder].map((owner, index) => ({ owner, score: index }))
    const [hidden = '', , own = ''] = await enter('tasks', rows)
    return { hidden, own, rows }
  }
  const isScore = (value: number) => ({ columnId: 'score', condition: '=', value })

  test('are changed and deleted by members who see them: by id, by value, and all of them', async () => {
    const { own, rows } = await tasks()
    const [first, second, , last] = rows
    const answer = await change('tasks', { update: [{ rowId: own, values: { score: 9 } }] }, 'analyst')
    expect(answer).toMatchObject({ updated: 1, revision: 2 })
    // The total number of rows would reveal hidden rows.
    expect(answer).not.toHaveProperty('rows')
    const everyScore = { updateWhere: [{ tests: [], values: { score: 8 } }] }
    expect(await change('tasks', everyScore, 'analyst')).toMatchObject({ updated: 1 })
    expect(await values('tasks')).toEqual([first, second, { owner: analyst, score: 8 }, last])
    // A filter that is the same for all readers is not a policy.
    expect(await change('tasks', { update: [{ rowId: own, values: { score: 200 } }] }, 'analyst')).toMatchObject({
      updated: 1,
    })
    await enter('tasks', [{ owner: analyst, score: 7 }], 'analyst')
    const most = { deleteWhere: [{ tests: [{ columnId: 'score', condition: '<', value: 100 }] }] }
    expect(await change('tasks', most, 'analyst')).toMatchObject({ deleted: 1 })
    expect(await values('tasks')).toEqual([first, second, { owner: analyst, score: 200 }, last])
    const anew = { replace: true, insert: [{ owner: analyst, score: 5 }] }
    expect(await change('tasks', anew, 'analyst')).toMatchObject({ deleted: 1 })
    expect(await values('tasks')).toEqual([first, second, last, { owner: analyst, score: 5 }])
    // Editors of the workbook could also change the policy.
    expect(await change('tasks', { deleteWhere: [{ tests: [] }] })).toMatchObject({ deleted: 4, rows: 0 })
  })

  test('that are hidden behave like missing rows, in every request', async () => {
    const { hidden, own } = await tasks()
    const before = await all('tasks')
    const asked = (rowId: string, value: number) => [
      { update: [{ rowId, values: { score: 1 } }] },
      { update: [{ rowId, values: { score: 1 } }], baseRevision: 0 },
      { delete: [rowId] },
      { delete: [own, rowId], baseRevision: 0 },
      { deleteWhere: [{ tests: [isScore(value)], isSingle: true }] },
      { updateWhere: [{ tests: [isScore(value)], isSingle: true, values: {} }] },
      { deleteWhere: [{ tests: [isScore(value)] }] },
    ]
    const pairs = asked(hidden, 1).map((body, index) => [body, asked(missing, 77)[index]])
    for (const [ofHidden, ofMissing] of pairs) {
      const answers = []
      for (const body of [ofHidden, ofMissing]) {
        const { status, text: given } = await send('POST', rowsPath('tasks'), body, 'analyst')
        const reported = given.replace(/"(requestId|revision)":("[^"]*"|\d+)/g, '').replaceAll(hidden, missing)
        answers.push([status, reported])
      }
      expect(answers[0], JSON.stringify(ofHidden)).toEqual(answers[1])
    }
    expect(await all('tasks')).toEqual(before)
  })

  test.each([
    ['added for somebody else', () => ({ insert: [{ owner: analyst }, { owner: builder, score: 1 }] }), 'insert[1]'],
    ['added for nobody', () => ({ insert: [{ score: 1 }] }), 'insert[0]'],
    ['given away', (rowId: string) => ({ update: [{ rowId, values: { owner: builder } }] }), 'update[0]'],
    [
      'given away by what stands in it',
      () => ({ updateWhere: [{ tests: [], values: { owner: null } }] }),
      'updateWhere',
    ],
  ])('cannot become hidden from their writer: a row %s is refused, and nothing is written', async (_, body, path) => {
    const { own } = await tasks()
    const before = await all('tasks')
    const answer = await send('POST', rowsPath('tasks'), body(own), 'analyst')
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', details: { problems: [{ path }] } } })
    expect(answer.text).not.toContain(builder)
    expect(await all('tasks')).toEqual(before)
  })

  test('can be determined by their author', async () => {
    const [hidden = ''] = await enter('own', [{ score: 1 }])
    const [own = ''] = await enter('own', [{ score: 2 }], 'analyst')
    expect(await change('own', { update: [{ rowId: own, values: { score: 3 } }] }, 'analyst')).toMatchObject({
      updated: 1,
    })
    const others = await send('POST', rowsPath('own'), { delete: [hidden] }, 'analyst')
    expect([others.status, others.text]).toEqual([400, expect.stringContaining('has no row')])
    // A change by an editor does not change the author of a row.
    await change('own', { update: [{ rowId: own, values: { score: 4 } }] })
    expect(await change('own', { deleteWhere: [{ tests: [] }] }, 'analyst')).toMatchObject({ deleted: 1 })
    expect(await values('own')).toEqual([{ score: 1 }])
  })

  test('can be determined by a lookup in another table', async () => {
    await enter('rights', [
      { area: 'north', who: analyst },
      { area: 'south', who: builder },
    ])
    const [north = '', south = ''] = await enter('areas', [{ area: 'north' }, { area: 'south' }])
    expect(await change('areas', { update: [{ rowId: north, values: { score: 1 } }] }, 'analyst')).toMatchObject({
      updated: 1,
    })
    for (const [body, reason] of [
      [{ update: [{ rowId: south, values: { score: 1 } }] }, 'has no row'],
      [{ update: [{ rowId: north, values: { area: 'south' } }] }, 'would hide this row'],
      [{ insert: [{ area: 'west' }] }, 'would hide this row'],
    ] as const) {
      const answer = await send('POST', rowsPath('areas'), body, 'analyst')
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(reason)])
    }
    expect(await values('areas')).toEqual([{ area: 'north', score: 1 }, { area: 'south' }])
  })

  test('of a linked table are those of the keys that the writer sees; other keys behave like missing ones', async () => {
    await change('goals', { update: ['web', 'counter'].map((rowId) => ({ rowId, values: { goal: 1 } })) })
    expect(await change('goals', { update: [{ rowId: 'web', values: { goal: 2 } }] }, 'analyst')).toMatchObject({
      updated: 1,
    })
    const bodies = (rowId: string) => [
      { update: [{ rowId, values: { goal: 3 } }] },
      { update: [{ rowId, values: { goal: 3 } }], baseRevision: 0 },
      { delete: [rowId] },
    ]
    for (const [index, body] of bodies('nope').entries()) {
      const expected = await send('POST', rowsPath('goals'), body, 'analyst')
      expect(expected.status).toBe(400)
      for (const hidden of ['counter', 'app']) {
        const answer = await send('POST', rowsPath('goals'), bodies(hidden)[index], 'analyst')
        expect([answer.status, (answer.body as { message: string }).message]).toEqual([
          400,
          (expected.body as { message: string }).message.replace('nope', hidden),
        ])
      }
    }
    expect(await values('goals')).toEqual([{ goal: 2 }, { goal: 1 }])
    expect(await change('goals', { delete: ['web'] }, 'analyst')).toMatchObject({ deleted: 1 })
  })

  test('of another table are no choices for writers from whom they are hidden', async () => {
    await enter('picks', [{ pick: 'web' }], 'analyst')
    const answers = await Promise.all(
      ['counter', 'nothing'].map((pick) => send('POST', rowsPath('picks'), { insert: [{ pick }] }, 'analyst')),
    )
    const reported = answers.map(({ status, body }) => [status, (body as { message: string }).message])
    expect(reported[0]).toEqual([400, expect.stringContaining('is not among the choices')])
    expect(reported[1]).toEqual([400, String(reported[0]?.[1]).replace('counter', 'nothing')])
    await enter('picks', [{ pick: 'counter' }])
  })

  test('of another table are listed as choices for those who see them, also from a hidden page', async () => {
    const folderId = server().platform.people.builder.homeFolderId
    const pages = [
      { id: 'p', name: 'P', elements: elements().filter((element) => element.id !== 'orders') },
      { id: 'lists', name: 'Lists', visibility: 'hidden', elements: [orders()] },
    ]
    const spec = { name: 'Hidden lists', folderId, schemaVersion: 1, pages }
    const book = String((await done('POST', '/v2/workbooks/spec', spec)).workbookId)
    await documents.share(book, 'analyst', 'explore')
    const list = (as: Role, body: object = {}, query = '') =>
      send(
        'POST',
        `/v2/workbooks/${book}/elements/picks/columnDetails${query}`,
        { columnId: 'pick', choices: true, ...body },
        as,
      )
    const all = await list('builder')
    expect([all.status, all.body]).toEqual([200, { choices: { values: ['app', 'counter', 'web'], hasMore: false } }])
    expect((await list('builder', { search: 'COUNT' })).body).toEqual({
      choices: { values: ['counter'], hasMore: false },
    })
    expect((await list('builder', { top: 1 })).body).toEqual({ choices: { values: ['app'], hasMore: true } })
    expect((await list('analyst')).body).toEqual({ choices: { values: ['web'], hasMore: false } })
    // A change of one's own must not make choices of a hidden column.
    const goal = { op: 'set', at: ['elements', { id: 'picks' }, 'name'], value: 'Mine' }
    expect((await list('analyst', { edits: [goal] })).status).toBe(404)
    expect((await list('analyst', { columnId: 'nothing' })).status).toBe(404)
    const own = await send('POST', `/v2/workbooks/${book}/elements/tasks/columnDetails`, {
      columnId: 'owner',
      choices: true,
    })
    expect([own.status, own.text]).toEqual([400, expect.stringContaining('no choices that come from another column')])
  })

  test('can be changed by editors only when a policy compares rows with each other', async () => {
    const [rowId = ''] = await enter('ranked', [{ score: 1 }])
    for (const body of [{ update: [{ rowId, values: {} }] }, { delete: [missing] }, { replace: true }]) {
      const answer = await send('POST', rowsPath('ranked'), body, 'analyst')
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('new rows can be added')])
    }
    expect((await send('POST', rowsPath('ranked'), { insert: [{ score: 2 }] }, 'analyst')).status).toBe(200)
  })

  test('cannot be changed by a writer who no longer sees them, even in a race', async () => {
    for (let round = 0; round < 12; round += 1) {
      const [rowId = ''] = await enter('tasks', [{ owner: analyst, score: 0 }])
      const mine = [1, 2, 3].map((value) =>
        send('POST', rowsPath('tasks'), { update: [{ rowId, values: { score: value } }] }, 'analyst'),
      )
      const taken = change('tasks', { update: [{ rowId, values: { owner: builder } }] })
      for (const { status, text: given } of await Promise.all(mine)) {
        if (status !== 200) expect([status, given]).toEqual([400, expect.stringContaining('has no row')])
      }
      const { revision } = await taken
      const history = await done('GET', `${rowsPath('tasks')}/${rowId}/history`)
      const { analyst: member } = server().platform.people
      const changes = history.entries as { revision: number; changedBy: string }[]
      const late = changes.filter((each) => each.changedBy === member.memberId && each.revision > Number(revision))
      expect(late).toEqual([])
    }
  })
})
