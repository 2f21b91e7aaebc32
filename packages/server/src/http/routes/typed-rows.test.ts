import { beforeAll, expect, inject, test } from 'vitest'
import '../../connectors/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'
import { openWritePlatform, writeSchema } from './testing-write-schema.ts'

const skipped = 'skipped' in inject('postgres')

type Columns = { id: string; values: unknown[] }[]

/** Cells that were entered as texts, and then belong to a column of another type. */
const texts = [
  '', ' ', '12', '-0.5', ' 7 ', '.5', '5.', '1e3', '1E-400', '1e400', '1.7976931348623157e308', '5e-324', '0x10', '1_000', 'Infinity',
  '١٢', '123456789012345678901234567890', '+4', 'true', 'false', 'TRUE', '2024-02-29', '2023-02-29', '2024-04-31', '0000-01-01',
  '2024-12-31 23:59', '2024-12-31T23:59:59.123456', '2024-12-31T24:00:00', '2024-12-31T23:59:60', '2000-02-29', '1900-02-29', '2024-1-1',
  '2024-01-01Z', '9999-12-31', '["a","b"]', '[1]', '{"a": 1}', 'null', `x'); DROP TABLE "octavo"; --`, 'a\nb\tc\\', '"', '$1', 'Ünïcödé 🎉',
] // biome-ignore format: a list of words

const kinds = ['text', 'number', 'datetime', 'checkbox', 'multi-select'] as const

describeStores('rows of the write schema that the data platform reads itself', (openStore) => {
  let documents: TestServices
  let platform: Awaited<ReturnType<typeof openWritePlatform>>
  /** Ids of two connections to one database: with write access, and without (rows are then in the store). */
  let writing = ''
  let reading = ''
  const server = useServer(openStore, (testPlatform) => {
    documents = buildTestServices(testPlatform)
    return documents.routes
  })
  beforeAll(async () => {
    if (skipped) return undefined
    platform = await openWritePlatform()
    return async () => {
      await documents.close()
      await platform.close()
    }
  })
  const { done } = requestsOf(server, 'builder')
  const connect = async (name: string, writes: boolean) => {
    const { details } = platform
    const access = writes ? { writeAccess: true, writeSchema: writeSchema.name } : {}
    const { connectionId } = await done('POST', '/v2/connections', { name, details, ...access }, 'admin')
    const grants = [{ grantee: { memberId: server().platform.people.builder.memberId }, permission: 'usage' }]
    await done('POST', `/v2/connections/${connectionId}/grants`, { grants }, 'admin')
    return String(connectionId)
  }
  const spec = (elements: readonly object[]) => ({
    name: 'Book',
    folderId: server().platform.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'P', elements }],
  })
  const create = async (elements: readonly object[]) =>
    String((await done('POST', '/v2/workbooks/spec', spec(elements))).workbookId)
  const rewrite = (id: string, elements: readonly object[]) => done('PUT', `/v2/workbooks/${id}/spec`, spec(elements))
  const enter = (id: string, body: object, as: Role = 'builder') =>
    done('POST', `/v2/workbooks/${id}/elements/notes/rows`, body, as)
  const read = async (id: string, elementId: string, as: Role = 'builder'): Promise<Columns> => {
    const body = { elementIds: [elementId] }
    const { lines } = await server().request({ method: 'POST', path: `/v2/workbooks/${id}/pages/p/data`, as, body })
    const events = lines as { event: string; message?: string; columns: unknown[] }[]
    const failed = events.find(({ event }) => event === 'error')
    if (failed) throw new Error(failed.message)
    const columns = events.find(({ event }) => event === 'schema')?.columns as { id: string }[]
    const batches = events.filter(({ event }) => event === 'batch')
    return columns.map((column, at) => ({
      id: column.id,
      values: batches.flatMap((batch) => (batch.columns as unknown[][])[at] ?? []),
    }))
  }
  const statementOf = async (id: string, elementId: string) =>
    String((await done('GET', `/v2/workbooks/${id}/elements/${elementId}/query`)).sql)
  const notes = (connectionId: string, columns: readonly object[], more: object = {}) => ({
    id: 'notes',
    kind: 'input-table',
    name: 'Notes',
    source: { kind: 'empty', connectionId },
    inputMode: 'explore',
    columns: [
      { id: 'ID' },
      ...columns,
      { id: 'CREATED_AT' },
      { id: 'CREATED_BY' },
      { id: 'UPDATED_AT' },
      { id: 'UPDATED_BY' },
    ],
    ...more,
  })
  const withoutIds = (columns: Columns) => columns.filter(({ id }) => id !== 'ID')
  const onPostgres = test.skipIf(skipped)

  onPostgres('have the values of rows that travel, in columns of every type', async () => {
    writing = await connect('Writing', true)
    reading = await connect('Reading', false)
    const typed = [
      { id: 'word', type: 'text', name: 'Word $1 "quoted"' },
      { id: `"it's" a key of more than sixty-three bytes, with \\ and $1 and ? and :x`, type: 'number', name: 'Score' },
      { id: 'due', type: 'datetime', name: 'Due' },
      { id: 'done', type: 'checkbox', name: 'Done' },
      { id: 'kinds', type: 'multi-select', name: 'Kinds' },
    ]
    const [, score] = typed.map(({ id }) => id)
    const insert = [
      { word: 'all', [String(score)]: 0.1, due: '2026-03-29T02:30:00', done: true, kinds: ['a', 'b "c"'] },
      { word: '', [String(score)]: 1e21, due: '1969-12-31', done: false, kinds: [] },
      { [String(score)]: 5e-324, due: '2026-01-01 12:00:00.123456' },
      { word: null, [String(score)]: -1.7976931348623157e308, kinds: null },
      ...texts.map((word) => ({ word })),
    ]
    const both = await Promise.all(
      [writing, reading].map(async (connectionId) => {
        const id = await create([notes(connectionId, typed)])
        const { inserted } = await enter(id, { insert })
        await enter(id, { update: [{ rowId: (inserted as string[])[1], values: { done: null } }] })
        return { id, inserted: inserted as string[], connectionId }
      }),
    )
    const [there, here] = await Promise.all(both.map(({ id }) => read(id, 'notes')))
    expect(there?.find(({ id }) => id === 'ID')?.values).toEqual(both[0]?.inserted)
    expect(withoutIds(there ?? [])).toEqual(withoutIds(here ?? []))
    expect(there?.find(({ id }) => id === 'CREATED_BY')?.values.at(-1)).toBe('builder@example.com')
    expect(there?.find(({ id }) => id === 'word')?.values.slice(4)).toEqual(texts)
    // Columns of texts, lists, numbers and times, each read as every other type.
    const keys = ['word', 'kinds', String(score), 'due']
    for (const type of kinds) {
      const columns = keys.map((id) => ({ id, type, name: `As ${id}` }))
      const [platformOwn, travelled] = await Promise.all(
        both.map(async ({ id, connectionId }) => {
          await rewrite(id, [notes(connectionId, columns)])
          return read(id, 'notes')
        }),
      )
      expect(withoutIds(platformOwn ?? []), `as ${type}`).toEqual(withoutIds(travelled ?? []))
    }
  })

  onPostgres('are joined, filtered and grouped by the data platform, and read anew after each change', async () => {
    const { client, owner } = platform
    await client.query(`CREATE TABLE public.cities AS SELECT * FROM (VALUES ('Bern', 3), ('Rome', 1)) AS t(city, size)`)
    await client.query(`GRANT SELECT ON public.cities TO "${owner}"`)
    const typed = [
      { id: 'city', type: 'text', name: 'City' },
      { id: 'score', type: 'number', name: 'Score' },
      { id: 'due', type: 'datetime', name: 'Due' },
    ]
    const elements = (connectionId: string) => [
      notes(connectionId, typed),
      {
        id: 'cities',
        kind: 'table',
        name: 'Cities',
        source: { kind: 'warehouse-table', connectionId, path: ['public', 'cities'] },
        columns: [
          { id: 'city', formula: '[cities/city]', name: 'City' },
          { id: 'best', formula: 'Rollup(Max([Notes/Score]), [City], [Notes/City])', name: 'Best' },
        ],
      },
      {
        id: 'grouped',
        kind: 'table',
        name: 'Grouped',
        source: { kind: 'table', elementId: 'notes' },
        columns: [
          { id: 'day', formula: 'DateTrunc("day", [Notes/Due])', name: 'Day' },
          { id: 'sum', formula: 'Sum([Score])', name: 'Sum' },
          { id: 'by', formula: 'Max([Notes/Last updated by])', name: 'By' },
          { id: 'score', formula: '[Notes/Score]', name: 'Score' },
        ],
        groupings: [{ id: 'g', groupBy: ['day'], calculations: ['sum', 'by'] }],
        filters: [{ id: 'f', columnId: 'score', kind: 'number-range', min: 1 }],
      },
      {
        id: 'linked',
        kind: 'input-table',
        name: 'Linked',
        source: { kind: 'linked', from: 'cities' },
        inputMode: 'explore',
        columns: [
          { id: 'key', key: 'city', name: 'City' },
          { id: 'mayor', type: 'text', name: 'Mayor' },
          { id: 'CREATED_AT' },
        ],
      },
    ]
    const all = ['notes', 'cities', 'grouped', 'linked']
    const there = await create(elements(writing))
    const here = await create(elements(reading))
    const same = async () => {
      for (const id of all) {
        expect(withoutIds(await read(there, id)), id).toEqual(withoutIds(await read(here, id)))
      }
    }
    const insert = [
      { city: 'Bern', score: 2, due: '2026-03-01T10:00:00' },
      { city: 'Rome', score: 5, due: '2026-03-01' },
      { city: 'Bern', score: 0.5, due: '2026-03-02' },
    ]
    for (const id of [there, here]) {
      await enter(id, { insert })
      await done('POST', `/v2/workbooks/${id}/elements/linked/rows`, {
        update: [{ rowId: 'Rome', values: { mayor: 'R' } }],
      })
    }
    await same()
    expect((await read(there, 'linked')).find(({ id }) => id === 'mayor')?.values).toContain('R')
    expect((await read(there, 'cities')).find(({ id }) => id === 'best')?.values.toSorted()).toEqual([2, 5])
    for (const id of all) {
      expect(await statementOf(there, id), id).toContain(`FROM ${writeSchema.quoted}."octavo_input_`)
      expect(await statementOf(here, id), id).not.toContain('octavo_input_')
    }
    for (const id of [there, here]) await enter(id, { insert: [{ city: 'Rome', score: 7, due: '2026-03-02' }] })
    await same()
    expect((await read(there, 'cities')).find(({ id }) => id === 'best')?.values.toSorted()).toEqual([2, 7])
    for (const id of [there, here]) await enter(id, { replace: true })
    await same()
  })

  onPostgres('travel where rows of another connection are computed with them', async () => {
    const warehouse = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const orders = {
      id: 'orders',
      kind: 'table',
      name: 'Orders',
      source: { kind: 'warehouse-table', connectionId: warehouse, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
      columns: [
        { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
        { id: 'notes', formula: 'Rollup(Count([Notes/Channel]), [Channel], [Notes/Channel])', name: 'Notes' },
      ],
    }
    const linked = {
      id: 'linked',
      kind: 'input-table',
      name: 'Linked',
      source: { kind: 'linked', from: 'notes' },
      inputMode: 'explore',
      columns: [
        { id: 'key', key: 'channel', name: 'Channel' },
        { id: 'remark', type: 'text', name: 'Remark' },
      ],
    }
    const counted = 'Rollup(Count([Orders/Channel]), [Channel], [Orders/Channel])'
    const table = notes(writing, [
      { id: 'channel', type: 'text', name: 'Channel' },
      { id: 'orders', formula: counted, name: 'Number of orders' },
    ])
    const id = await create([table, orders, linked])
    await enter(id, { insert: [{ channel: 'web' }, { channel: 'app' }, { channel: 'web' }] })
    await done('POST', `/v2/workbooks/${id}/elements/linked/rows`, {
      update: [{ rowId: 'web', values: { remark: 'fast' } }],
    })
    const values = async (elementId: string, columnId: string) =>
      (await read(id, elementId)).find((column) => column.id === columnId)?.values
    expect((await values('notes', 'orders'))?.toSorted()).toEqual(['1', '2', '2'])
    expect((await values('orders', 'notes'))?.map((count) => count ?? '0').toSorted()).toEqual(['0', '1', '2', '2'])
    expect((await values('linked', 'remark'))?.toSorted()).toEqual(['fast', null])
  })

  onPostgres('travel for readers whose role may not read the tables of the connection', async () => {
    const { client, database } = platform
    const role = `${database}_north`
    await client.query(`CREATE ROLE "${role}"; GRANT "${role}" TO "${database}"`)
    const attribute = { name: `Region ${database}`, description: '' }
    const { userAttributeId } = await done('POST', '/v2/user-attributes', attribute, 'admin')
    const { memberId } = server().platform.people.builder
    const assigned = [{ userId: memberId, value: { type: 'string', val: role } }]
    await done('POST', `/v2/user-attributes/${userAttributeId}/users`, { assignments: assigned }, 'admin')
    const details = { ...platform.details, role: undefined, userAttributes: { role: attribute.name } }
    const body = { name: 'Roles', details, writeAccess: true, writeSchema: writeSchema.name }
    await client.query(`GRANT ALL ON SCHEMA ${writeSchema.quoted} TO "${database}"`)
    const { connectionId } = await done('POST', '/v2/connections', body, 'admin')
    const grants = [{ grantee: { memberId }, permission: 'usage' }]
    await done('POST', `/v2/connections/${connectionId}/grants`, { grants }, 'admin')
    const id = await create([notes(String(connectionId), [{ id: 'word', type: 'text', name: 'Word' }])])
    await enter(id, { insert: [{ word: 'travels' }] })
    const { rows } = await client.query(
      `SELECT row_count::int FROM ${writeSchema.quoted}.octavo_input_tables WHERE document_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ row_count: 1 }])
    expect((await read(id, 'notes')).find((column) => column.id === 'word')?.values).toEqual(['travels'])
    expect(await statementOf(id, 'notes')).not.toContain('octavo_input_')
  })
})
