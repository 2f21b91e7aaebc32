import {
  changeInputTableRows,
  deleteCsv,
  getCsv,
  listInputRowHistory,
  listInputTableRows,
  uploadCsv,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

const budgetCsv = [
  '\uFEFFChannel,Amount,Valid from,Code,Note,Final',
  'web,100.10,2026-05-01,007,"said ""yes"", twice",TRUE',
  'counter,-3,2026-05-31,12,,false',
  'web,0.25,,,"two\nlines",',
  '',
].join('\r\n')

describeStores('rows that Octavo keeps', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let workbookId = ''
  let csvId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder', 'viewer', 'stranger'] })
    return documents.routes
  })
  const { send, done } = requestsOf(server, 'builder')
  const rowsPath = (elementId: string, id = workbookId) => `/v2/workbooks/${id}/elements/${elementId}/rows`
  const change = (elementId: string, body: unknown, as: Role = 'builder') => done('POST', rowsPath(elementId), body, as)

  const orders = {
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: { kind: 'warehouse-table', connectionId: '', path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
    columns: [
      { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
      { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
    ],
  }
  const input = (id: string, name: string, inputMode: string) => ({
    id,
    kind: 'input-table',
    name,
    source: { kind: 'empty', connectionId },
    inputMode,
    columns: [
      { id: 'ID' },
      { id: 'text', type: 'text', name: 'Note' },
      { id: 'score', type: 'number', name: 'Score', range: { min: 0, max: 10 } },
      { id: 'due', type: 'datetime', name: 'Due' },
      { id: 'done', type: 'checkbox', name: 'Done' },
      { id: 'kinds', type: 'multi-select', name: 'Kinds', values: ['visit', 'call'] },
      { id: 'state', type: 'text', name: 'State', values: ['open', 'shut'] },
      { id: 'photo', type: 'file', name: 'Photo' },
      { id: 'soon', type: 'datetime', name: 'Soon', range: { min: '2026-05-01', max: '2026-05-31' } },
      { id: 'way', type: 'text', name: 'Way', valuesFrom: { element: 'orders', column: 'channel' } },
      { id: 'ways', type: 'multi-select', name: 'Ways', valuesFrom: { element: 'orders', column: 'channel' } },
      { id: 'order', type: 'number', name: 'Order', valuesFrom: { element: 'orders', column: 'id' } },
      { id: 'late', formula: '[Due] < Date("2026-06-01")', name: 'Late' },
      { id: 'CREATED_BY' },
      { id: 'UPDATED_AT' },
    ],
  })
  /** The element without columns whose choices come from another element. */
  const withoutChoices = (element: ReturnType<typeof input>) => ({
    ...element,
    columns: element.columns.filter((column) => !('valuesFrom' in column)),
  })
  const workbook = (elements: unknown[]) => ({
    name: 'Book',
    folderId: server().platform.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'Page', elements }],
  })
  const elements = () => [
    { ...orders, source: { ...orders.source, connectionId } },
    {
      id: 'budget',
      kind: 'table',
      name: 'Budget',
      source: { kind: 'csv-table', connectionId, inodeId: csvId },
      columns: [
        { id: 'b-channel', formula: '[Budget File/Channel]', name: 'Budget channel' },
        { id: 'b-amount', formula: '[Budget File/Amount]', name: 'Planned' },
        { id: 'b-orders', formula: 'Rollup(Count(), [Budget channel], [Orders/Channel])', name: 'Sold' },
      ],
    },
    input('notes', 'Notes', 'edit'),
    input('shared', 'Shared notes', 'view'),
    {
      id: 'goals',
      kind: 'input-table',
      name: 'Goals',
      source: { kind: 'linked', from: 'orders' },
      inputMode: 'explore',
      columns: [
        { id: 'g-channel', key: 'channel' },
        { id: 'goal', type: 'number', name: 'Goal' },
      ],
    },
    {
      id: 'scores',
      kind: 'kpi-chart',
      name: 'Scores',
      source: { kind: 'table', elementId: 'notes' },
      columns: [{ id: 'sum', formula: 'Sum([Notes/Score])', name: 'Sum' }],
      value: { columnId: 'sum' },
    },
  ]
  /** Without the CSV table, which another test deletes. */
  const copied = () => workbook(elements().filter(({ id }) => id !== 'budget'))
  /** Rows of an element from the page data, by column id. */
  const rows = async (elementId: string, as: Role = 'builder', id = workbookId) => {
    const { lines } = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${id}/pages/p/data`,
      as,
      body: { elementIds: [elementId] },
    })
    const events = lines as { event: string; message?: string; level?: string; columns: unknown[] }[]
    const error = events.find(({ event }) => event === 'error')
    if (error) throw new Error(error.message)
    const schema = events.find(({ event, level }) => event === 'schema' && level !== 'summary')
    const batch = events.findLast(({ event }) => event === 'batch')
    const ids = (schema?.columns ?? []).map((column) => (column as { id: string }).id)
    const columns = (batch?.columns ?? []) as unknown[][]
    return (columns[0] ?? []).map((_, row) => Object.fromEntries(ids.map((name, at) => [name, columns[at]?.[row]])))
  }

  test('cells of a protected column are unchanged, and no rows can be added next to them', async () => {
    const folderId = server().platform.people.builder.homeFolderId
    const notes = {
      ...input('notes', 'Notes', 'edit'),
      columns: [
        { id: 'ID' },
        { id: 'text', type: 'text', name: 'Note' },
        { id: 'score', type: 'number', name: 'Score' },
      ],
    }
    const pages = (columns: unknown[]) => [{ id: 'p', name: 'P', elements: [{ ...notes, columns }] }]
    const spec = { name: 'Kept', folderId, schemaVersion: 1, pages: pages(notes.columns) }
    const made = await done('POST', '/v2/workbooks/spec', spec)
    const id = String(made.workbookId)
    const { inserted = [] } = (await done('POST', rowsPath('notes', id), { insert: [{ text: 'a', score: 1 }] })) as {
      inserted?: string[]
    }
    const kept = notes.columns.map((column) => (column.id === 'score' ? { ...column, x: { protected: true } } : column))
    await done('PUT', `/v2/workbooks/${id}/spec`, { ...spec, pages: pages(kept) })
    const [rowId = ''] = inserted
    for (const [body, reason] of [
      [{ insert: [{ text: 'b' }] }, 'while a column of the table is protected'],
      [{ update: [{ rowId, values: { score: 2 } }] }, 'The column is protected'],
      [{ update: [{ rowId, values: { score: null } }] }, 'The column is protected'],
      [{ updateWhere: [{ tests: [], values: { score: 2 } }] }, 'The column is protected'],
    ] as const) {
      const answer = await server().request({ method: 'POST', path: rowsPath('notes', id), as: 'builder', body })
      expect([answer.status, (answer.body as { message: string }).message]).toEqual([
        400,
        expect.stringContaining(reason),
      ])
    }
    await done('POST', rowsPath('notes', id), { update: [{ rowId, values: { text: 'c' } }] })
    expect(await rows('notes', 'builder', id)).toMatchObject([{ text: 'c', score: 1 }])
  })

  test('rows are changed and deleted by their values, all or none', async () => {
    const folderId = server().platform.people.builder.homeFolderId
    const page = { id: 'p', name: 'P', elements: [withoutChoices(input('notes', 'Notes', 'edit'))] }
    const made = await done('POST', '/v2/workbooks/spec', { name: 'Match', folderId, schemaVersion: 1, pages: [page] })
    const id = String(made.workbookId)
    const send = (body: unknown) =>
      server().request({ method: 'POST', path: rowsPath('notes', id), as: 'builder', body })
    const { inserted = [] } = (await done('POST', rowsPath('notes', id), {
      insert: [
        { text: 'alpha', score: 1, due: '2026-05-01T09:30', done: true, kinds: ['visit'] },
        { text: 'beta', score: 2, due: '2026-05-02', done: false, kinds: ['visit', 'call'] },
        { text: 'gamma', score: 10, due: '2026-05-03' },
        { score: null },
      ],
    })) as { inserted?: string[] }
    const names = ['alpha', 'beta', 'gamma', 'empty']
    /** Names of the rows that a condition matches: changes them, reads which ones have changed, and resets them. */
    const targetsOf = async (test: object) => {
      const answer = await send({ updateWhere: [{ tests: [test], values: { state: 'shut' } }] })
      expect(answer.status, answer.text).toBe(200)
      const changed = (await rows('notes', 'builder', id)).filter(({ state }) => state === 'shut')
      const ids = changed.map((row) => names[inserted.indexOf(String(row.ID))])
      await send({ updateWhere: [{ tests: [], values: { state: null } }] })
      return ids
    }
    const of = (columnId: string, condition: string, more: object = {}) => ({ columnId, condition, ...more })
    expect(await targetsOf(of('text', '=', { value: 'beta' }))).toEqual(['beta'])
    expect(await targetsOf(of('text', 'Contains', { value: 'a' }))).toEqual(['alpha', 'beta', 'gamma'])
    expect(await targetsOf(of('text', 'NotContains', { value: 'b' }))).toEqual(['alpha', 'gamma', 'empty'])
    expect(await targetsOf(of('text', 'IsNull'))).toEqual(['empty'])
    expect(await targetsOf(of('score', '>', { value: 2 }))).toEqual(['gamma'])
    expect(await targetsOf(of('score', 'Between', { low: 1, high: 2 }))).toEqual(['alpha', 'beta'])
    expect(await targetsOf(of('score', 'NotBetween', { low: 1, high: 2 }))).toEqual(['gamma', 'empty'])
    expect(await targetsOf(of('due', '<=', { value: '2026-05-01' }))).toEqual(['alpha'])
    expect(await targetsOf(of('due', '=', { value: '2026-05-02' }))).toEqual(['beta'])
    expect(await targetsOf(of('done', '=', { value: true }))).toEqual(['alpha'])
    expect(await targetsOf(of('kinds', 'Contains', { value: 'call' }))).toEqual(['beta'])
    expect(await targetsOf(of('ID', '=', { value: String(inserted[2]) }))).toEqual(['gamma'])

    const refused = async (body: object, reason: RegExp) => {
      const answer = await send(body)
      const { message } = answer.body as { message: string }
      expect([answer.status, message]).toEqual([400, expect.stringMatching(reason)])
    }
    await refused({ deleteWhere: [{ tests: [of('late', 'IsNull')] }] }, /"late" is not one of them/)
    await refused({ deleteWhere: [{ tests: [of('missing', 'IsNull')] }] }, /no column "missing"/)
    await refused({ deleteWhere: [{ tests: [of('score', '>', { value: 1 })], isSingle: true }] }, /2 match/)
    await refused({ updateWhere: [{ tests: [], values: { score: 11 } }] }, /11 is more than 10/)
    expect(await rows('notes', 'builder', id)).toHaveLength(4)
    const gone = await send({
      deleteWhere: [{ tests: [of('text', '=', { value: 'alpha' })], isSingle: true }],
      updateWhere: [{ tests: [of('text', 'IsNotNull')], values: { score: 7 } }],
    })
    expect(gone.body).toMatchObject({ deleted: 1, updated: 2, rows: 3 })
    expect((await rows('notes', 'builder', id)).map(({ score }) => score)).toEqual([7, 7, null])
  })

  test('a workbook with entered rows can be purged, together with its rows', async () => {
    const folderId = server().platform.people.builder.homeFolderId
    const page = {
      id: 'p',
      name: 'P',
      elements: [{ ...orders, source: { ...orders.source, connectionId } }, input('notes', 'Notes', 'edit')],
    }
    const made = await done('POST', '/v2/workbooks/spec', { name: 'Short', folderId, schemaVersion: 1, pages: [page] })
    const path = `/v2/files/${made.workbookId}`
    await done('POST', rowsPath('notes', String(made.workbookId)), { insert: [{ text: 'x' }] })
    await done('DELETE', path)
    const purged = await server().request({ method: 'DELETE', path, as: 'admin', query: { purge: true } })
    expect(purged.status, purged.text).toBe(200)
    for (const table of ['input_rows', 'input_tables'] as const) {
      const rows = server().platform.store.db.selectFrom(table).selectAll()
      expect(await rows.where('document_id', '=', String(made.workbookId)).execute()).toEqual([])
    }
  })

  test('a CSV is uploaded with columns of the narrowest types, visible to its uploader only', async () => {
    const file = await done('POST', `/v2/connections/${connectionId}/csv`, { name: 'Budget File', csv: budgetCsv })
    expect(file).toMatchObject({
      name: 'Budget File',
      rows: 3,
      columns: [
        { name: 'Channel', type: 'text' },
        { name: 'Amount', type: 'decimal(18,2)' },
        { name: 'Valid from', type: 'date' },
        { name: 'Code', type: 'text' },
        { name: 'Note', type: 'text' },
        { name: 'Final', type: 'logical' },
      ],
    })
    csvId = String(file.csvId)
    expect(await done('GET', `/v2/csv/${csvId}`)).toEqual(file)
    expect((await send('GET', `/v2/csv/${csvId}`, undefined, 'viewer')).status).toBe(404)
  })

  test('it is a source like a table, and can be joined with tables of its connection', async () => {
    const budget = elements()[1] as Record<string, unknown>
    const grouped = {
      ...budget,
      columns: [
        ...(budget.columns as unknown[]),
        { id: 'total', formula: 'Sum([Planned])', name: 'Total' },
        { id: 'sold', formula: 'Max([Sold])', name: 'Orders sold' },
      ],
      groupings: [{ id: 'g', groupBy: ['b-channel'], calculations: ['total', 'sold'] }],
    }
    const all = elements().map((element) => (element === budget || element.id === 'budget' ? grouped : element))
    const made = await done('POST', '/v2/workbooks/spec', workbook(all))
    workbookId = String(made.workbookId)
    expect(await rows('budget')).toEqual([
      { 'b-channel': 'counter', total: '-3.00', sold: '1' },
      { 'b-channel': 'web', total: '100.35', sold: '2' },
    ])
    const { entries } = await done('GET', `/v2/workbooks/${workbookId}/lineage`)
    expect(entries).toContainEqual(expect.objectContaining({ type: 'csv-upload', csvId, name: 'Budget File' }))
  })

  test('a member who may not see a CSV file cannot read it through their own document', async () => {
    const other = await send(
      'POST',
      '/v2/workbooks/spec',
      {
        ...workbook([elements()[1]]),
        folderId: server().platform.people.admin.homeFolderId,
      },
      'admin',
    )
    expect(other.status, other.text).toBe(200)
    const stranger = await send('POST', '/v2/workbooks/spec', {
      ...workbook([{ ...(elements()[1] as object), source: { kind: 'csv-table', connectionId, inodeId: unknownId } }]),
    })
    expect(stranger).toMatchObject({
      status: 400,
      body: { code: 'invalid_document', details: { problems: [{ path: 'pages[0].elements[0].source' }] } },
    })
  })

  test('rows are entered, read as the data of the element and by elements over it', async () => {
    expect(await rows('notes')).toEqual([])
    const first = await change('notes', {
      insert: [
        { text: 'Größe "ok"', score: 2.5, due: '2026-05-31', done: false, kinds: ['visit', 'call'], state: 'open' },
        { text: '', score: 1, due: '2026-07-01T09:30' },
        {},
      ],
    })
    expect(first).toMatchObject({ updated: 0, deleted: 0, rows: 3, revision: 1 })
    const [one, two, three] = first.inserted as string[]
    const found = await rows('notes')
    const byId = new Map(found.map((row) => [row.ID, row]))
    expect(byId.get(one)).toEqual({
      ID: one,
      text: 'Größe "ok"',
      score: 2.5,
      due: '2026-05-31T00:00:00',
      done: false,
      kinds: '["visit","call"]',
      state: 'open',
      photo: null,
      soon: null,
      way: null,
      ways: null,
      order: null,
      late: true,
      CREATED_BY: 'builder@example.com',
      UPDATED_AT: expect.any(String),
    })
    expect(byId.get(two)).toMatchObject({ text: '', score: 1, due: '2026-07-01T09:30:00', late: false })
    expect(byId.get(three)).toMatchObject({ text: null, score: null, due: null, done: null, late: null })
    expect(await rows('scores')).toEqual([{ sum: 3.5 }])

    const second = await change('notes', {
      update: [{ rowId: two, values: { score: 10, text: null } }],
      delete: [three],
    })
    expect(second).toMatchObject({ updated: 1, deleted: 1, rows: 2, revision: 2 })
    expect(await rows('scores')).toEqual([{ sum: 12.5 }])
    expect((await rows('notes')).find(({ ID }) => ID === two)).toMatchObject({ text: null, due: '2026-07-01T09:30:00' })

    expect(await change('notes', { replace: true, insert: [{ score: 7 }] })).toMatchObject({ deleted: 2, rows: 1 })
    expect(await rows('scores')).toEqual([{ sum: 7 }])
  })

  test('unsorted rows are in the order of entry; a hidden row id is on the page but in no file', async () => {
    const list = {
      id: 'list',
      kind: 'input-table',
      name: 'List',
      source: { kind: 'empty', connectionId },
      inputMode: 'edit',
      columns: [
        { id: 'ID', hidden: true },
        { id: 'word', type: 'text', name: 'Word' },
      ],
    }
    const child = {
      id: 'child',
      kind: 'table',
      name: 'Child',
      source: { kind: 'table', elementId: 'list' },
      columns: [{ id: 'upper', formula: 'Upper([List/Word])', name: 'Upper' }],
    }
    const book = String((await done('POST', '/v2/workbooks/spec', workbook([list, child]))).workbookId)
    const words = ['pear', 'apple', 'fig', 'zucchini', 'beet']
    const insert = words.map((word) => ({ word }))
    const { inserted } = await done('POST', rowsPath('list', book), { insert })
    expect(await rows('list', 'builder', book)).toEqual(
      words.map((word, index) => ({ word, ID: (inserted as string[])[index] })),
    )
    expect(await rows('child', 'builder', book)).toEqual(words.map((word) => ({ upper: word.toUpperCase() })))
    const query = await done('POST', `/v2/workbooks/${book}/export`, { elementId: 'list', format: { type: 'csv' } })
    expect(query).toMatchObject({ queryId: expect.any(String) })
    await documents.worker.runDue()
    const file = await send('GET', `/v2/query/${String(query.queryId)}/download`)
    expect(file.text.replaceAll('\r', '').trim().split('\n')).toEqual(['Word', ...words])
  })

  test('every change of a row is in its history; a writer with an old revision gets a conflict', async () => {
    const made = await done(
      'POST',
      '/v2/workbooks/spec',
      workbook([input('notes', 'Notes', 'edit')].map(withoutChoices)),
    )
    const book = String(made.workbookId)
    const path = rowsPath('notes', book)
    const first = await done('POST', path, { insert: [{ text: 'one', score: 1 }, { text: 'two' }] })
    const [one = '', two = ''] = first.inserted as string[]
    const second = await done('POST', path, {
      update: [
        { rowId: one, values: { score: 2 } },
        { rowId: one, values: { done: true } },
      ],
      baseRevision: first.revision,
    })
    const stale = { update: [{ rowId: one, values: { score: 9 } }], delete: [two], baseRevision: first.revision }
    expect(await send('POST', path, stale)).toMatchObject({
      status: 409,
      body: {
        code: 'row_conflict',
        message: `The row "${one}" was changed since it was read.`,
        details: {
          rows: [
            {
              rowId: one,
              values: { text: 'one', score: 2, done: true },
              updatedBy: 'builder@example.com',
              updatedAt: expect.any(String),
            },
          ],
        },
      },
    })
    expect(await rows('notes', 'builder', book)).toHaveLength(2)
    await done('POST', path, { ...stale, baseRevision: second.revision })
    const gone = { update: [{ rowId: two, values: { text: 'late' } }], baseRevision: second.revision }
    expect(await send('POST', path, gone)).toMatchObject({
      status: 409,
      body: { message: `The row "${two}" was deleted since it was read.`, details: { rows: [{ values: null }] } },
    })
    const historyOf = (rowId: string, query = '') => done('GET', `${path}/${rowId}/history${query}`)
    const by = { changedBy: server().platform.people.builder.memberId, changedAt: expect.any(String) }
    expect(await historyOf(one)).toMatchObject({
      total: 3,
      entries: [
        { revision: 3, kind: 'updated', ...by, cells: { score: { before: 2, after: 9 } } },
        {
          revision: 2,
          kind: 'updated',
          ...by,
          cells: { score: { before: 1, after: 2 }, done: { before: null, after: true } },
        },
        {
          revision: 1,
          kind: 'inserted',
          ...by,
          cells: { text: { before: null, after: 'one' }, score: { before: null, after: 1 } },
        },
      ],
    })
    expect(await historyOf(two)).toMatchObject({
      entries: [{ kind: 'deleted', cells: { text: { before: 'two', after: null } } }, { kind: 'inserted' }],
    })
    const page = await historyOf(one, '?limit=2')
    expect(page).toMatchObject({ total: 3, entries: [{ revision: 3 }, { revision: 2 }], nextPage: expect.any(String) })
    const next = await historyOf(one, `?limit=2&page=${encodeURIComponent(String(page.nextPage))}`)
    expect(next).toMatchObject({ entries: [{ revision: 1 }], nextPage: null })
    const { lines } = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${book}/pages/p/data`,
      as: 'builder',
      body: { elementIds: ['notes'] },
    })
    expect((lines as unknown[])[0]).toMatchObject({ event: 'start', inputRevisions: { notes: 3 } })
    // Replacing all rows keeps the history, and counts only the new rows.
    expect(await done('POST', path, { replace: true, insert: [{ text: 'new' }] })).toMatchObject({
      deleted: 1,
      rows: 1,
    })
    expect(await historyOf(one)).toMatchObject({ total: 4, entries: [{ kind: 'deleted' }, {}, {}, {}] })
  })

  test('choices of a column are the values of another one, independently of filters of controls', async () => {
    const pick = {
      id: 'pick',
      kind: 'control',
      controlId: 'Pick',
      controlType: 'list',
      selectionMode: 'multiple',
      source: { kind: 'manual', valueType: 'text', values: ['app'] },
      values: ['app'],
      filters: [{ source: { kind: 'table', elementId: 'orders' }, columnId: 'channel' }],
    }
    const { workbookId: book } = await done(
      'POST',
      '/v2/workbooks/spec',
      workbook([pick, ...elements().filter(({ id }) => id !== 'budget')]),
    )
    const insert = [
      { way: 'web', ways: ['web', 'counter'], order: 2, soon: '2026-05-31T23:59' },
      { way: null, ways: [] },
    ]
    const path = rowsPath('notes', String(book))
    expect(await done('POST', path, { insert })).toMatchObject({ rows: 2 })
    const [first] = (await done('POST', path, { insert: [{ way: 'app' }] })).inserted as string[]
    const refused = await send('POST', path, { update: [{ rowId: first, values: { way: 'fax', order: 99 } }] })
    expect(refused.body).toMatchObject({
      message: expect.stringContaining('update[0].values.way: "fax" is not among the choices of the column.'),
      details: { problems: [{ path: 'update[0].values.way' }, { path: 'update[0].values.order' }] },
    })
  })

  test('columns that are entered are listed with the others, without a formula', async () => {
    for (const path of [
      `/v2/workbooks/${workbookId}/columns?limit=1000`,
      `/v2/workbooks/${workbookId}/elements/notes/columns`,
    ]) {
      const { entries } = (await done('GET', path)) as { entries: { columnId: string; formula: string }[] }
      const formulas = new Map(entries.map(({ columnId, formula }) => [columnId, formula]))
      expect(formulas.get('text'), path).toBe('')
      expect(formulas.get('late'), path).toContain('[Due]')
    }
  })

  test('a linked table has a row for each key, with the values entered for it', async () => {
    await change('goals', { update: [{ rowId: 'web', values: { goal: 12 } }] })
    expect(await rows('goals')).toEqual(
      expect.arrayContaining([
        { 'g-channel': 'web', goal: 12 },
        { 'g-channel': 'counter', goal: null },
        { 'g-channel': 'app', goal: null },
      ]),
    )
    const refused = await send('POST', rowsPath('goals'), { insert: [{ goal: 1 }] })
    expect(refused).toMatchObject({ status: 400, body: { details: { problems: [{ path: 'insert' }] } } })
  })

  test.each([
    ['a column that is not there', { insert: [{ nope: 1 }] }, 'insert[0].nope'],
    ['a number as text', { insert: [{ score: '1' }] }, 'insert[0].score'],
    ['a number out of range', { insert: [{ score: 11 }] }, 'insert[0].score'],
    ['a day that is none', { insert: [{ due: '2026-02-30' }] }, 'insert[0].due'],
    ['a choice that is not offered', { insert: [{ state: 'ajar' }] }, 'insert[0].state'],
    ['one of several choices that is not offered', { insert: [{ kinds: ['visit', 'x'] }] }, 'insert[0].kinds'],
    ['a file', { insert: [{ photo: 'x' }] }, 'insert[0].photo'],
    ['a day before those of the column', { insert: [{ soon: '2026-04-30T23:59' }] }, 'insert[0].soon'],
    ['a day after those of the column', { insert: [{ soon: '2026-06-01' }] }, 'insert[0].soon'],
    [
      'a value that the column of the choices does not hold',
      { insert: [{ way: 'web' }, { way: 'Web' }] },
      'insert[1].way',
    ],
    ['one of several of them', { insert: [{ ways: ['web', 'mail'] }] }, 'insert[0].ways'],
    ['a number among them', { insert: [{ order: 1 }, { order: 1.5 }] }, 'insert[1].order'],
    ['a computed column', { insert: [{ late: true }] }, 'insert[0].late'],
    ['a column of ours', { insert: [{ CREATED_BY: 'x' }] }, 'insert[0].CREATED_BY'],
  ])('%s is refused by name, and nothing is written', async (_, body, path) => {
    const before = await rows('notes')
    const answer = await send('POST', rowsPath('notes'), { ...body, replace: true })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', details: { problems: [{ path }] } } })
    expect(await rows('notes')).toEqual(before)
  })

  test('a missing row is refused, and nothing of the request is written', async () => {
    const before = await rows('notes')
    for (const body of [
      { delete: ['gone'], insert: [{}] },
      { update: [{ rowId: 'gone', values: {} }], insert: [{}] },
    ]) {
      const answer = await send('POST', rowsPath('notes'), body)
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('no row "gone"') } })
    }
    expect(await rows('notes')).toEqual(before)
  })

  test('the mode of the table and the permission decide who may enter rows', async () => {
    await documents.share(workbookId, 'viewer', 'view')
    const row = { insert: [{ score: 1 }] }
    expect((await send('POST', rowsPath('notes'), row, 'viewer')).status).toBe(403)
    expect((await send('POST', rowsPath('goals'), { update: [] }, 'viewer')).status).toBe(403)
    expect((await send('POST', rowsPath('shared'), row, 'viewer')).status).toBe(403)
    expect((await send('POST', rowsPath('shared'), row, 'admin')).status).toBe(200)
    // Rows entered by others are data of the workbook.
    expect(await rows('shared', 'viewer')).toMatchObject([{ score: 1, CREATED_BY: 'admin@example.com' }])
  })

  test('rows keep their values when a column gets another type, if they fit it', async () => {
    await change('notes', { replace: true, insert: [{ text: '12' }, { text: 'twelve' }] })
    const changed = elements().map((element) =>
      element.id === 'notes'
        ? {
            ...element,
            columns: [
              { id: 'text', type: 'number', name: 'Note' },
              { id: 'score', type: 'text', name: 'Score' },
            ],
          }
        : element,
    )
    const spec = { ...workbook(changed.filter(({ id }) => id !== 'budget' && id !== 'scores')) }
    await done('PUT', `/v2/workbooks/${workbookId}/spec`, spec)
    expect((await rows('notes')).map(({ text }) => text).sort()).toEqual([12, null])
  })

  test('concurrent writers lose no row', async () => {
    await change('notes', { replace: true })
    const at = await Promise.all(Array.from({ length: 8 }, (_, n) => change('notes', { insert: [{ score: `n${n}` }] })))
    expect(at.map(({ revision }) => revision)).toHaveLength(8)
    expect((await rows('notes')).map(({ score }) => score).sort()).toEqual(at.map((_, n) => `n${n}`))
  })

  test('a copy has the current rows, and later changes of one do not affect the other', async () => {
    const home = (as: Role) => server().platform.people[as].homeFolderId
    const original = String((await done('POST', '/v2/workbooks/spec', copied())).workbookId)
    await done('POST', rowsPath('notes', original), { insert: [{ text: 'Größe', score: 1 }, { score: 2 }] })
    await done('POST', rowsPath('shared', original), { insert: [{ score: 9 }] }, 'admin')
    await done('POST', rowsPath('goals', original), { update: [{ rowId: 'web', values: { goal: 12 } }] })
    await done('POST', '/v2/tags', { name: 'Kept', color: 'cyan' }, 'admin')
    const { taggedWorkbookId } = await done('POST', '/v2/workbooks/tag', { workbookId: original, tag: 'Kept' })
    const copy = async (as: Role, of = 'copy') => {
      const body = { destinationFolderId: home(as), name: `Copy of ${as}` }
      return String((await done('POST', `/v2/workbooks/${original}/${of}`, body, as)).workbookId)
    }
    const all = async (id: string, as: Role = 'builder') =>
      Promise.all(['notes', 'shared', 'goals', 'scores'].map((element) => rows(element, as, id)))
    const before = await all(original)
    expect(before[0]).toHaveLength(2)
    expect(before[1]).toMatchObject([{ score: 9, CREATED_BY: 'admin@example.com' }])

    const own = await copy('builder')
    expect(await all(own)).toEqual(before)
    const event = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('details')
      .where('object_id', '=', own)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(event.details)).toMatchObject({ copiedFrom: { workbookId: original }, inputRows: 4 })

    await done('POST', rowsPath('notes', own), { insert: [{ score: 4 }] })
    await done('POST', rowsPath('shared', original), { replace: true })
    expect(await rows('scores', 'builder', own)).toEqual([{ sum: 7 }])
    expect(await rows('shared', 'builder', own)).toHaveLength(1)
    expect(await rows('scores', 'builder', original)).toEqual([{ sum: 3 }])

    // A tagged version is a separate document, which started without rows.
    await done('POST', rowsPath('goals', String(taggedWorkbookId)), { update: [{ rowId: 'app', values: { goal: 3 } }] })
    const ofTag = await copy('builder', 'tag/Kept/copy')
    expect(await rows('notes', 'builder', ofTag)).toEqual([])
    expect((await rows('goals', 'builder', ofTag)).filter(({ goal }) => goal !== null)).toEqual([
      { 'g-channel': 'app', goal: 3 },
    ])
  })

  test('a member who may not edit the original copies only rows of tables that show all rows', async () => {
    const filters = [{ id: 'f', columnId: 'score', kind: 'number-range', min: 5 }]
    const page = (id: string, elements: unknown[], more = {}) => ({ id, name: id, elements, ...more })
    const spec = {
      ...copied(),
      pages: [
        ...copied().pages,
        page('h', [input('hidden', 'Hidden', 'edit')], { visibility: 'hidden' }),
        page('f', [{ ...input('filtered', 'Filtered', 'edit'), filters }]),
      ],
    }
    const original = String((await done('POST', '/v2/workbooks/spec', spec)).workbookId)
    const tables = ['notes', 'hidden', 'filtered']
    for (const id of tables) await done('POST', rowsPath(id, original), { insert: [{ score: 1 }] })
    await done('POST', rowsPath('goals', original), { update: [{ rowId: 'web', values: { goal: 12 } }] })
    await documents.share(original, 'stranger', 'view')
    const kept = async (as: Role) => {
      const body = { destinationFolderId: server().platform.people[as].homeFolderId, name: 'Copy' }
      const { workbookId: id } = await done('POST', `/v2/workbooks/${original}/copy`, body, as)
      const found = await server()
        .platform.store.db.selectFrom('input_tables')
        .select('element_id')
        .where('document_id', '=', String(id))
        .orderBy('element_id')
        .execute()
      return found.map(({ element_id }) => element_id)
    }
    expect(await kept('stranger')).toEqual(['notes'])
    expect(await kept('builder')).toEqual(['filtered', 'goals', 'hidden', 'notes'])
  })

  test('the audit log has counts of a change, but no entered values', async () => {
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select(['action', 'details'])
      .where('category', '=', 'INPUT_TABLES')
      .execute()
    expect(events.length).toBeGreaterThan(5)
    const counts = { elementId: 'notes', added: 3, updated: 0, deleted: 0, columns: 6 }
    expect(events.map(({ details }) => JSON.parse(details))).toContainEqual(expect.objectContaining(counts))
    expect(JSON.stringify(events)).not.toContain('Größe')
  })

  test('a CSV with too many columns, uneven rows or an open quote is refused with its line', async () => {
    const path = `/v2/connections/${connectionId}/csv`
    const refusal = async (csv: string) => (await send('POST', path, { name: 'x', csv })).body as { message: string }
    expect((await refusal('a,b\n1,2\n1,2,3')).message).toContain('Line 3 has 3 fields')
    expect((await refusal('a\n"1')).message).toContain('line 2 never closes')
    expect((await refusal('a\n"1"x')).message).toContain('Line 2 has text after a closing quote')
    expect((await refusal(Array.from({ length: 501 }, (_, n) => n).join())).message).toContain('more than 500 columns')
    expect((await refusal(`a\n${'1\n'.repeat(100_001)}`)).message).toContain('more than 100000 rows')
  })

  scenarios(
    'POST /v2/connections/{connectionId}/csv',
    server,
    [
      {
        name: 'a connection that is not shared is not found',
        as: 'viewer',
        path: `/v2/connections/${unknownId}/csv`,
        body: { name: 'x', csv: 'a' },
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'needs the permission to upload',
        as: 'viewer',
        path: () => `/v2/connections/${connectionId}/csv`,
        body: { name: 'x', csv: 'a' },
        status: 403,
        answer: { code: 'forbidden' },
      },
    ],
    { operation: uploadCsv },
  )
  for (const operation of [getCsv, deleteCsv]) {
    scenarios(
      `${operation.method} ${operation.path}`,
      server,
      [
        {
          name: 'an unknown id is not found',
          as: 'builder',
          path: `/v2/csv/${unknownId}`,
          status: 404,
          answer: { code: 'not_found' },
        },
      ],
      { operation },
    )
  }
  scenarios(
    'POST /v2/workbooks/{workbookId}/elements/{elementId}/rows',
    server,
    [
      {
        name: 'an unknown element is not found',
        as: 'builder',
        path: () => rowsPath('gone'),
        body: {},
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'an element other than an input table has no rows to enter',
        as: 'builder',
        path: () => rowsPath('orders'),
        body: {},
        status: 400,
        answer: { code: 'invalid_request' },
      },
      {
        name: 'a row that was deleted since the revision that the writer had seen',
        as: 'builder',
        path: () => rowsPath('notes'),
        body: { delete: ['gone'], baseRevision: 0 },
        status: 409,
        answer: { code: 'row_conflict' },
      },
      {
        name: 'needs the right to edit where only editors enter rows',
        as: 'viewer',
        path: () => rowsPath('notes'),
        body: {},
        status: 403,
        answer: { code: 'forbidden' },
      },
    ],
    {
      operation: changeInputTableRows,
      untested: {
        query_cancelled: 'the engine answers before a test could cancel',
        engine_unavailable: 'the connector tests end the engine',
        edits_stopped: 'written-rows.test.ts takes away what the connection needs',
        dry_run_not_supported: 'of rows that stand in a connection: written-rows.test.ts',
        source_unavailable: 'of the element with the choices, as for the data of a page',
        query_failed: 'of the element with the choices, as for the data of a page',
      },
    },
  )

  const historyPath = (elementId: string, id = workbookId) => `${rowsPath(elementId, id)}/any/history`
  scenarios(
    'GET /v2/workbooks/:workbookId/elements/:elementId/rows/:rowId/history',
    server,
    [
      {
        name: 'a workbook that does not exist',
        as: 'builder',
        path: () => historyPath('notes', unknownId),
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'an element that is not an input table',
        as: 'builder',
        path: () => historyPath('orders'),
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'needs the right to edit, whoever enters rows',
        as: 'viewer',
        path: () => historyPath('shared'),
        status: 403,
        answer: { code: 'forbidden' },
      },
    ],
    {
      operation: listInputRowHistory,
      untested: {
        source_unavailable: 'of rows that stand in a connection: written-rows.test.ts',
        query_failed: 'of rows that stand in a connection that refuses to read them, as for the data of a page',
      },
    },
  )

  scenarios(
    'GET /v2/workbooks/:workbookId/elements/:elementId/rows',
    server,
    [
      {
        name: 'a workbook that does not exist',
        as: 'builder',
        path: () => rowsPath('notes', unknownId),
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'an element that is not an input table',
        as: 'builder',
        path: () => rowsPath('orders'),
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'needs the right to edit, whoever enters rows',
        as: 'viewer',
        path: () => rowsPath('shared'),
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'a time that is not valid',
        as: 'builder',
        path: () => `${rowsPath('notes')}?asOf=yesterday`,
        status: 400,
        answer: { code: 'invalid_request' },
      },
    ],
    {
      operation: listInputTableRows,
      untested: {
        source_unavailable: 'of rows that stand in a connection, as for their history: written-rows.test.ts',
        query_failed: 'of rows that stand in a connection that refuses to read them, as for the data of a page',
      },
    },
  )

  test('rows are listed as they were at a moment', async () => {
    const book = String(
      (await done('POST', '/v2/workbooks/spec', workbook([withoutChoices(input('notes', 'Notes', 'edit'))])))
        .workbookId,
    )
    const { clock } = server().platform
    const enter = (body: object) => done('POST', rowsPath('notes', book), body)
    const at = async (moment?: string, more = '') => {
      const asOf = moment === undefined ? '' : `&asOf=${encodeURIComponent(moment)}`
      return done('GET', `${rowsPath('notes', book)}?limit=2${asOf}${more}`)
    }
    const values = async (moment?: string) =>
      ((await at(moment)).entries as { values: object; since: string }[]).map((row) => [row.values, row.since])
    const moment = () => {
      clock.advance(1_000)
      const now = new Date(clock.now()).toISOString()
      clock.advance(1_000)
      return now
    }
    const empty = moment()
    const { inserted } = await enter({ insert: [{ text: 'one' }, { text: 'two' }, { text: 'three' }] })
    const [one, two] = inserted as string[]
    const entered = moment()
    await enter({ update: [{ rowId: two, values: { text: 'zwei' } }], delete: [one] })
    const changed = moment()
    await enter({ replace: true, insert: [{ text: 'only' }] })
    expect(await values()).toEqual([[{ text: 'only' }, 'same']])
    // Changes of rows deleted together have no order.
    expect(await values(changed)).toHaveLength(2)
    expect(await values(changed)).toEqual(
      expect.arrayContaining([
        [{ text: 'zwei' }, 'deleted'],
        [{ text: 'three' }, 'deleted'],
      ]),
    )
    expect(await values(empty)).toEqual([])
    const first = await at(entered)
    expect(first).toMatchObject({ total: 3, hasMore: true })
    const second = await at(entered, `&page=${first.nextPage}`)
    const all = [first, second].flatMap(({ entries }) => entries as { values: { text: string } }[])
    expect(all.map(({ values: { text } }) => text).toSorted()).toEqual(['one', 'three', 'two'])
  })

  test('elements over a deleted CSV have an error', async () => {
    const book = String(
      (
        await done(
          'POST',
          '/v2/workbooks/spec',
          workbook(
            [elements()[1]].map((element) => ({
              ...element,
              groupings: [],
              columns: [{ id: 'b-channel', formula: '[Budget File/Channel]', name: 'Budget channel' }],
            })),
          ),
        )
      ).workbookId,
    )
    expect(await rows('budget', 'builder', book)).toHaveLength(3)
    await done('DELETE', `/v2/csv/${csvId}`)
    await expect(rows('budget', 'builder', book)).rejects.toThrow(`There is no CSV ${csvId}`)
  })
})
