import { createHmac } from 'node:crypto'
import type { SequenceValue } from '@octavo/core/contract'
import { beforeEach, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const analyst = 'analyst@example.com'
const builder = 'builder@example.com'
const only = (columnId: string) => ({ id: `f ${columnId}`, columnId, kind: 'list', mode: 'include', values: [true] })

/**
 * The formula of each step over tasks with scores 0 to 3, the state in the request, and the scores of the expected
 * rows.
 */
const cases: [name: string, formula: string, state: object, scores: number[]][] = [
  ['a value of the row', '[Score] > 1', {}, [2, 3]],
  ['a formula column, though a filter for the eye hides its rows', '[Done]', {}, [3]],
  ['a control of the page', '[Score] = [Least]', { controls: { Least: '1' } }, [1]],
  ['the saved value of a control', '[Score] >= [Least]', {}, [2, 3]],
  ['a lookup in another table', 'Lookup([Owners/Rank], [Owner], [Owners/Owner]) = 1', {}, [2]],
  ['other rows of the table', 'Rank([Score]) = 1', {}, [0]],
  ['what is selected', '[Score] = [Selection/Store]', { selection: { store: ['2'] } }, [2]],
  ['several selected rows, together', '[Score] = [Selection/Store]', { selection: { store: ['2', '0', '2'] } }, [0, 2]],
  [
    'two values of each selected row, not of different ones',
    '[Score] = [Selection/Store] and [Name] = [Selection/Status]',
    { selection: { store: ['0', '1'], status: ['task 1', 'task 1'] } },
    [1],
  ],
  [
    'a text that is selected, whatever is in it',
    '[Name] = [Selection/Status]',
    { selection: { status: ['"\\] or True'] } },
    [],
  ],
  ['a date that is selected', '[Due] < [Selection/Day]', { selection: { day: ['2026-01-02'] } }, [0]],
  ['nothing in the selected cell', '[Score] = [Selection/Store]', { selection: { store: [null] } }, []],
  ['the result of a step', '[Score] < [Booked]', { results: { Booked: 1 } }, [0]],
  ['no row', '[Score] > 100', {}, []],
]

/** Formulas that are refused, with the code. */
const refusals: [name: string, formula: string, state: object, code: string][] = [
  ['a number', '[Score] + 1', {}, 'wrong_type'],
  ['a column that is not there', '[Nothing] = 1', {}, 'unknown_column'],
  ['a column that is not there to be selected', '[Score] = [Selection/Nothing]', {}, 'unknown_column'],
  [
    'a sum of what is selected',
    'Sum([Selection/Store]) > [Score]',
    { selection: { store: ['1'] } },
    'selection_in_aggregate',
  ],
  ['no formula at all', '[Score] = ', {}, 'unexpected_end'],
]

describeStores('rows that actions select by a formula', (openStore) => {
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
  const enter = async (elementId: string, insert: object[]) =>
    (await done('POST', rowsPath(elementId), { insert })).inserted as string[]
  const scores = async (elementId: string) => {
    const { entries } = (await done('GET', rowsPath(elementId))) as { entries: { values: { score: number } }[] }
    return entries.map(({ values }) => values.score)
  }
  const targetsOf = async (sequenceId: string, body: object, as: Role = 'builder') => {
    const { values } = await done('POST', `/v2/workbooks/${id}/sequences/${sequenceId}/values`, body, as)
    const [first] = values as SequenceValue[]
    if (!first) throw new Error('There is no value.')
    return first
  }

  const deletes = (formula: string, table = 'tasks') => ({
    effect: 'delete-rows',
    table,
    whichRows: { type: 'formula', formula },
  })
  const table = (name: string, columns: object[], more: object = {}) => ({
    id: name.toLowerCase(),
    kind: 'input-table',
    name,
    source: { kind: 'empty', connectionId },
    inputMode: 'explore',
    columns,
    ...more,
  })
  const score = { id: 'score', type: 'number', name: 'Score' }
  const owner = { id: 'owner', type: 'text', name: 'Owner' }
  const elements = () => {
    const booked = {
      effect: 'set-control-value',
      control: 'Least',
      value: { type: 'formula', formula: '1' },
      name: 'Booked',
    }
    const sequence = (sequenceId: string, effects: object[]) => ({ id: sequenceId, trigger: 'on-select', effects })
    const actions = [
      sequence('cases', [...cases.map(([, formula]) => deletes(formula)), booked]),
      sequence(
        'refusals',
        refusals.map(([, formula]) => deletes(formula)),
      ),
      sequence('own', [deletes('[Score] >= 0', 'own'), deletes('[Secret] = "x"', 'own')]),
      sequence('goals', [deletes('[Goal] > 1', 'goals')]),
      sequence('many', [deletes('[N] > 0', 'many'), deletes('[N] >= 0', 'many')]),
    ]
    const columns = [
      { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
      { id: 'store', formula: '[ORDERS/STORE_ID]', name: 'Store' },
      { id: 'day', formula: '[ORDERS/ORDER_DATE]', name: 'Day' },
      { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
    ]
    const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] }
    const least = { id: 'least', kind: 'control', controlType: 'number', mode: '=', controlId: 'Least', value: 2 }
    return [
      { id: 'orders', kind: 'table', name: 'Orders', source, columns, actions },
      // This control filters the displayed rows, but not changes.
      {
        ...least,
        id: 'narrow',
        controlId: 'Narrow',
        value: 77,
        filters: [{ source: { kind: 'table', elementId: 'tasks' }, columnId: 'score' }],
      },
      least,
      table(
        'Tasks',
        [
          owner,
          score,
          { id: 'name', type: 'text', name: 'Name' },
          { id: 'due', type: 'datetime', name: 'Due' },
          { id: 'done', formula: '[Score] = 3', name: 'Done' },
          { id: 'open', formula: '[Score] < 3', name: 'Open' },
        ],
        { filters: [only('open')] },
      ),
      {
        id: 'numbers',
        kind: 'table',
        name: 'Numbers',
        source: { kind: 'sql', connectionId, statement: 'SELECT i AS I FROM range(10001) AS t(i)' },
        columns: [{ id: 'n', formula: '[Custom SQL/I]', name: 'N' }],
      },
      table(
        'Many',
        [
          { id: 'm-key', key: 'n' },
          { id: 'note', type: 'text', name: 'Note' },
        ],
        {
          source: { kind: 'linked', from: 'numbers' },
        },
      ),
      table('Owners', [owner, { id: 'rank', type: 'number', name: 'Rank' }]),
      table(
        'Own',
        [
          { id: 'ID' },
          owner,
          score,
          { id: 'secret', type: 'text', name: 'Secret' },
          { id: 'mine', formula: '[Owner] = CurrentUserEmail()', name: 'Mine' },
        ],
        {
          filters: [only('mine')],
          columnSecurities: [
            {
              id: 'cs',
              restrictedColumns: ['secret'],
              criteria: {
                kind: 'specific-users-and-teams',
                assignments: [{ type: 'user', userId: server().platform.people.builder.memberId }],
              },
            },
          ],
        },
      ),
      table(
        'Goals',
        [
          { id: 'g-channel', key: 'channel' },
          { id: 'goal', type: 'number', name: 'Goal' },
        ],
        {
          source: { kind: 'linked', from: 'orders' },
        },
      ),
    ]
  }
  const spec = () => {
    const folderId = server().platform.people.builder.homeFolderId
    return { name: 'Tasks', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: elements() }] }
  }
  beforeEach(async () => {
    id = String((await done('POST', '/v2/workbooks/spec', spec())).workbookId)
    await documents.share(id, 'analyst', 'explore')
  })
  const tasks = () =>
    enter(
      'tasks',
      [0, 1, 2, 3].map((value) => ({
        owner: `o${value}`,
        score: value,
        name: `task ${value}`,
        due: `2026-01-0${value + 1}`,
      })),
    )

  test('are the rows for which it is true, with the revision for the change', async () => {
    const ids = await tasks()
    await enter('owners', [{ owner: 'o2', rank: 1 }])
    for (const [step, [name, , state, wanted]] of cases.entries()) {
      const { values, revision, problem } = await targetsOf('cases', { step, ...state })
      const found = values.map((value) => ids.indexOf(String(value))).toSorted()
      expect({ name, found, revision, problem }).toEqual({ name, found: wanted, revision: 1, problem: null })
    }
  })

  test('are none when the formula is invalid, or nothing is selected', async () => {
    await tasks()
    for (const [step, [name, , state, code]] of refusals.entries()) {
      const value = await targetsOf('refusals', { step, ...state })
      expect({ name, value }).toMatchObject({ name, value: { path: 'whichRows', values: [], problem: { code } } })
    }
    const step = cases.findIndex(([name]) => name === 'what is selected')
    expect(await targetsOf('cases', { step })).toMatchObject({ values: [], problem: { code: 'nothing_selected' } })
  })

  test('have their problems reported when the document is written, each with its path', async () => {
    const { errors } = await done('POST', '/v2/workbooks/spec/verify', spec())
    const at = (step: number) => `pages[0].elements[0].actions[1].effects[${step}].whichRows.formula`
    const reported = (errors as { path: string; code: string }[]).filter(({ path }) => path.includes('.actions['))
    expect(reported.map(({ path, code }) => [path, code])).toEqual(
      refusals.map(([, , , code], step) => [at(step), code]),
    )
  })

  test('are only those that the viewer may see, by columns that they may see', async () => {
    const [hidden, mine] = await enter('own', [
      { owner: builder, score: 1, secret: 'x' },
      { owner: analyst, score: 2, secret: 'x' },
    ])
    expect(await targetsOf('own', { step: 0 })).toMatchObject({ values: [hidden] })
    const { values, revision } = await targetsOf('own', { step: 0 }, 'analyst')
    expect(values).toEqual([mine])
    // A column that is hidden from the viewer is null for them.
    expect(await targetsOf('own', { step: 1 })).toMatchObject({ values: [hidden], problem: null })
    expect(await targetsOf('own', { step: 1 }, 'analyst')).toMatchObject({ values: [], problem: null })
    const change = { delete: values, baseRevision: revision }
    expect(await done('POST', rowsPath('own'), change, 'analyst')).toMatchObject({ deleted: 1 })
    expect(await scores('own')).toEqual([1])
    const outside = await send('POST', `/v2/workbooks/${id}/sequences/own/values`, { step: 0 }, 'stranger')
    expect(outside.status).toBe(404)
  })

  test('are not changed when one of them was changed in the meantime', async () => {
    const [first] = await tasks()
    const step = cases.findIndex(([name]) => name === 'a value of the row')
    const { values, revision } = await targetsOf('cases', { step })
    await done('POST', rowsPath('tasks'), { update: [{ rowId: first, values: { score: 0 } }] })
    const change = { delete: values, baseRevision: revision }
    await done('POST', rowsPath('tasks'), { update: [{ rowId: values[0], values: { score: 9 } }] })
    expect(await send('POST', rowsPath('tasks'), change)).toMatchObject({ status: 409, body: { code: 'row_conflict' } })
    expect(await scores('tasks')).toEqual([0, 1, 9, 3])
    const anew = await targetsOf('cases', { step })
    const again = { delete: anew.values, baseRevision: anew.revision }
    expect(await done('POST', rowsPath('tasks'), again)).toMatchObject({ deleted: 2 })
  })

  test('of a linked table are identified by their key', async () => {
    const goals = ['web', 'counter'].map((rowId, index) => ({ rowId, values: { goal: index + 1 } }))
    await done('POST', rowsPath('goals'), { update: goals })
    expect(await targetsOf('goals', { step: 0 })).toMatchObject({ values: ['counter'], problem: null })
  })

  test('are at most 10,000', async () => {
    expect((await targetsOf('many', { step: 0 })).values).toHaveLength(10_000)
    expect(await targetsOf('many', { step: 1 })).toMatchObject({ values: [], problem: { code: 'too_many_rows' } })
  })

  test('are those of the member who is signed in by an embed', async () => {
    const [, mine] = await enter('own', [
      { owner: builder, score: 1 },
      { owner: analyst, score: 2 },
    ])
    const ownerId = server().platform.people.analyst.memberId
    const pair = await done('POST', '/v2/credentials', { ownerId, name: 'E', scopes: ['embed'] }, 'admin')
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const now = Math.floor(server().platform.clock.now() / 1000)
    const claims = { sub: analyst, jti: id, iat: now, exp: now + 600 }
    const signed = `${encoded({ alg: 'HS256', kid: pair.clientId })}.${encoded(claims)}`
    const token = `${signed}.${createHmac('sha256', String(pair.clientSecret)).update(signed).digest('base64url')}`
    const { sessionToken } = await done('POST', '/auth/embed', { token })
    const answer = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${id}/sequences/own/values`,
      headers: { authorization: `Bearer ${String(sessionToken)}` },
      body: { step: 0 },
    })
    expect(answer, answer.text).toMatchObject({ status: 200, body: { values: [{ values: [mine], problem: null }] } })
  })
})
