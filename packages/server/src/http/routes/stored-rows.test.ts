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
import { scenarios } from '../testing.ts'
import { useStoredRows } from './testing-stored-rows.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

const budgetCsv = [
  '\uFEFFChannel,Amount,Valid from,Code,Note,Final',
  'web,100.10,2026-05-01,007,"said ""yes"", twice",TRUE',
  'counter,-3,2026-05-31,12,,false',
  'web,0.25,,,"two\nlines",',
  '',
].join('\r\n')

describeStores('rows that Octavo keeps', (openStore) => {
  const { state, server, documents, send, done, rowsPath, change, workbook, elements, rows } = useStoredRows(openStore)

  test('a CSV is uploaded with columns of the narrowest types, visible to its uploader only', async () => {
    const file = await done('POST', `/v2/connections/${state.connectionId}/csv`, {
      name: 'Budget File',
      csv: budgetCsv,
    })
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
    state.csvId = String(file.csvId)
    expect(await done('GET', `/v2/csv/${state.csvId}`)).toEqual(file)
    expect((await send('GET', `/v2/csv/${state.csvId}`, undefined, 'viewer')).status).toBe(404)
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
    state.workbookId = String(made.workbookId)
    expect(await rows('budget')).toEqual([
      { 'b-channel': 'counter', total: '-3.00', sold: '1' },
      { 'b-channel': 'web', total: '100.35', sold: '2' },
    ])
    const { entries } = await done('GET', `/v2/workbooks/${state.workbookId}/lineage`)
    expect(entries).toContainEqual(
      expect.objectContaining({ type: 'csv-upload', csvId: state.csvId, name: 'Budget File' }),
    )
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
      ...workbook([
        {
          ...(elements()[1] as object),
          source: { kind: 'csv-table', connectionId: state.connectionId, inodeId: unknownId },
        },
      ]),
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
      source: { kind: 'empty', connectionId: state.connectionId },
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
    await documents().worker.runDue()
    const file = await send('GET', `/v2/query/${String(query.queryId)}/download`)
    expect(file.text.replaceAll('\r', '').trim().split('\n')).toEqual(['Word', ...words])
  })

  test('columns that are entered are listed with the others, without a formula', async () => {
    for (const path of [
      `/v2/workbooks/${state.workbookId}/columns?limit=1000`,
      `/v2/workbooks/${state.workbookId}/elements/notes/columns`,
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
    await documents().share(state.workbookId, 'viewer', 'view')
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
    await done('PUT', `/v2/workbooks/${state.workbookId}/spec`, spec)
    expect((await rows('notes')).map(({ text }) => text).sort()).toEqual([12, null])
  })

  test('concurrent writers lose no row', async () => {
    await change('notes', { replace: true })
    const at = await Promise.all(Array.from({ length: 8 }, (_, n) => change('notes', { insert: [{ score: `n${n}` }] })))
    expect(at.map(({ revision }) => revision)).toHaveLength(8)
    expect((await rows('notes')).map(({ score }) => score).sort()).toEqual(at.map((_, n) => `n${n}`))
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
    const path = `/v2/connections/${state.connectionId}/csv`
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
        path: () => `/v2/connections/${state.connectionId}/csv`,
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

  const historyPath = (elementId: string, id = state.workbookId) => `${rowsPath(elementId, id)}/any/history`
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
    await done('DELETE', `/v2/csv/${state.csvId}`)
    await expect(rows('budget', 'builder', book)).rejects.toThrow(`There is no CSV ${state.csvId}`)
  })
})
