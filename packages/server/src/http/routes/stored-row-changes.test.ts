import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { orders, useStoredRows, withoutChoices } from './testing-stored-rows.ts'

describeStores('changes of rows that Octavo keeps', (openStore) => {
  const { state, server, send, done, rowsPath, workbook, elements, input, rows } = useStoredRows(openStore)

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

  test('a request with more than 250,000 cells is refused with both numbers', async () => {
    const values = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`c${at}`, 1]))
    const insert = Array.from({ length: 10_000 }, () => values)
    const notes = {
      ...input('notes', 'Notes', 'edit'),
      columns: [{ id: 'ID' }, { id: 'text', type: 'text', name: 'Note' }],
    }
    const made = await done('POST', '/v2/workbooks/spec', workbook([notes]))
    const path = rowsPath('notes', String(made.workbookId))
    const answer = await server().request({ method: 'POST', path, as: 'builder', body: { insert } })
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([
      400,
      expect.stringContaining('The change has 260,000 cells; one request may have at most 250,000.'),
    ])
  })

  test('every change that is refused as a whole names its reason by a code', async () => {
    const notes = {
      ...input('notes', 'Notes', 'edit'),
      columns: [
        { id: 'ID' },
        { id: 'text', type: 'text', name: 'Note' },
        { id: 'twice', formula: '[Note]', name: 'T' },
      ],
    }
    const made = await done(
      'POST',
      '/v2/workbooks/spec',
      workbook([notes, ...elements().filter(({ id }) => id === 'orders')]),
    )
    const id = String(made.workbookId)
    await done('POST', rowsPath('notes', id), { insert: [{ text: 'a' }, { text: 'a' }] })
    const tests = [{ columnId: 'text', condition: '=', value: 'a' }]
    for (const [elementId, body, code] of [
      ['notes', { insert: [{ gone: 1 }] }, 'no_column'],
      ['notes', { delete: ['gone'] }, 'no_row'],
      ['notes', { update: [{ rowId: 'gone', values: { text: 'b' } }] }, 'no_row'],
      ['notes', { deleteWhere: [{ tests: [{ ...tests[0], columnId: 'gone' }] }] }, 'no_column'],
      ['notes', { deleteWhere: [{ tests: [{ ...tests[0], columnId: 'twice' }] }] }, 'column_not_searchable'],
      ['notes', { deleteWhere: [{ tests, isSingle: true }] }, 'not_one_match'],
      ['notes', { insert: Array.from({ length: 9 }, () => ({ text: 'x'.repeat(1_000_000) })) }, 'table_full'],
      ['orders', { insert: [{ text: 'b' }] }, 'not_an_input_table'],
    ] as const) {
      const answer = await server().request({ method: 'POST', path: rowsPath(elementId, id), as: 'builder', body })
      const { details, message } = answer.body as { details: { problems: { code?: string }[] }; message: string }
      expect([answer.status, details?.problems?.map((problem) => problem.code), message]).toEqual([
        400,
        [code],
        expect.any(String),
      ])
    }
  })

  test('every new row has a value in a required column, and no change empties it', async () => {
    const folderId = server().platform.people.builder.homeFolderId
    const columns = [
      { id: 'ID' },
      { id: 'text', type: 'text', name: 'Note', x: { required: true } },
      { id: 'kinds', type: 'multi-select', name: 'Kinds', x: { required: true } },
      { id: 'score', type: 'number', name: 'Score' },
    ]
    const pages = [{ id: 'p', name: 'P', elements: [{ ...input('notes', 'Notes', 'edit'), columns }] }]
    const made = await done('POST', '/v2/workbooks/spec', { name: 'Needed', folderId, schemaVersion: 1, pages })
    const id = String(made.workbookId)
    const send = (body: unknown) =>
      server().request({ method: 'POST', path: rowsPath('notes', id), as: 'builder', body })
    const whole = { text: 'a', kinds: ['visit'], score: 1 }
    const refused = await send({ insert: [whole, { score: 2 }, { text: null, kinds: [] }] })
    expect([refused.status, (refused.body as { details: unknown }).details]).toEqual([
      400,
      expect.objectContaining({
        problems: ['insert[1].text', 'insert[1].kinds', 'insert[2].text', 'insert[2].kinds'].map((path) => ({
          path,
          message: 'The column needs a value.',
          code: 'value_needed',
        })),
      }),
    ])
    const { inserted = [] } = (await done('POST', rowsPath('notes', id), { insert: [whole] })) as {
      inserted?: string[]
    }
    const [rowId = ''] = inserted
    for (const body of [
      { update: [{ rowId, values: { text: null } }] },
      { update: [{ rowId, values: { kinds: [] } }] },
      { updateWhere: [{ tests: [], values: { text: null } }] },
    ]) {
      expect((await send(body)).status).toBe(400)
    }
    await done('POST', rowsPath('notes', id), { update: [{ rowId, values: { score: null } }] })
    expect(await rows('notes', 'builder', id)).toMatchObject([{ text: 'a', score: null }])
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
      elements: [
        { ...orders, source: { ...orders.source, connectionId: state.connectionId } },
        input('notes', 'Notes', 'edit'),
      ],
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
      details: {
        problems: [
          { path: 'update[0].values.way', code: 'not_a_choice', values: { value: 'fax' } },
          { path: 'update[0].values.order', code: 'not_a_choice', values: { value: '99' } },
        ],
      },
    })
  })

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
})
