import { computeSequenceValues, type SequenceValues } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const formula = (text: string) => ({ type: 'formula', formula: text })

/** The formula of each step, the state in the request, and the expected values. */
const cases: [name: string, formula: string, state: object, values: unknown[]][] = [
  ['a sum of a table', 'Sum([Orders/Store])', {}, [6]],
  ['a control of the page', '[Amount] * 2', { controls: { Amount: '21' } }, [42]],
  ['the saved value of a control', '[Amount] * 2', {}, [14]],
  ['a sum and a control', 'Sum([Orders/Store]) + [Amount]', { controls: { Amount: '1' } }, [7]],
  ['what is selected', '[Selection/Status]', { selection: { status: ['returned'] } }, ['returned']],
  ['several selected rows', '[Selection/Status]', { selection: { status: ['a', 'b', 'a'] } }, ['a', 'b']],
  ['a number that is selected', '[Selection/Store] + 1', { selection: { store: ['2'] } }, [3]],
  ['a date that is selected', 'Year([Selection/Day])', { selection: { day: ['2026-05-03'] } }, [2026]],
  ['an aggregate of the selection', 'Sum([Selection/Store])', { selection: { store: ['2', '5', '2'] } }, [9]],
  ['nothing selected', 'IsNull([Selection/Status])', {}, [true]],
  [
    'a lookup by what is selected',
    'Lookup([Goals/Goal], [Selection/Status], [Goals/Status])',
    { selection: { status: ['returned'] } },
    ['few'],
  ],
  [
    'a condition over all of it',
    '[Selection/Status] = "returned" and Sum([Orders/Store]) > [Amount] - 5',
    { selection: { status: ['returned'] } },
    [true],
  ],
  ['the result of a step', '[Booked] * 10', { results: { Booked: 4.5, Other: 1 } }, [45]],
  [
    'what failed',
    'Text([Error/Step]) & ": " & [Error/Message] & " (" & [error/code] & ")"',
    { error: { message: 'it is "gone"', code: 'tableGone', step: 3 } },
    ['3: it is "gone" (tableGone)'],
  ],
]

describeStores('formulas of steps', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const set = (text: string, name?: string) => ({
      effect: 'set-control-value',
      control: 'Amount',
      value: formula(text),
      ...(name ? { name } : {}),
    })
    const branches = [
      { condition: formula('[Amount] > 5'), effects: [set('1')] },
      { condition: formula('Nothing([Amount])'), effects: [set('[Amount] * 100')] },
    ]
    const actions = [
      { id: 'all', trigger: 'on-select', effects: cases.map(([, text]) => set(text, 'Booked')) },
      {
        id: 'fork',
        trigger: { on: 'on-select', condition: formula('[Selection/Status] = "shipped"') },
        effects: [{ effect: 'if-else', branches, else: [set('[Selection/Nothing]')] }, { effect: 'close-overlay' }],
      },
      { id: 'mine', trigger: 'on-select', effects: [set('Count([Own/Status])'), set('CurrentUserEmail()')] },
      { id: 'off', trigger: 'on-select', state: 'disabled', effects: [set('1')] },
      {
        id: 'told',
        trigger: 'on-select',
        effects: [set('1', 'Booked')],
        successToast: {
          title: '{{[Selection/Status]}} of {{Sum([Orders/Store]) | ,.2f}}',
          message: '{{[Booked]}} by {{Nothing([Amount])}} at {{[Selection/Day] | %Y}}',
        },
        failureToast: {
          title: 'Not {{[Selection/Status]}}',
          message: 'Step {{[Error/Step] + 0}}: {{[Error/Message]}}',
        },
      },
    ]
    const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] }
    const columns = [
      { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
      { id: 'store', formula: '[ORDERS/STORE_ID]', name: 'Store' },
      { id: 'day', formula: '[ORDERS/ORDER_DATE]', name: 'Day' },
    ]
    const orders = { id: 'orders', kind: 'table', name: 'Orders', source, columns, actions }
    const goals = {
      id: 'goals',
      kind: 'table',
      name: 'Goals',
      source: {
        kind: 'sql',
        connectionId,
        statement: "SELECT * FROM (VALUES ('returned', 'few'), ('shipped', 'many')) AS t(STATUS, GOAL)",
      },
      columns: [
        { id: 'g-status', formula: '[Custom SQL/STATUS]', name: 'Status' },
        { id: 'g-goal', formula: '[Custom SQL/GOAL]', name: 'Goal' },
      ],
    }
    const own = {
      id: 'own',
      kind: 'table',
      name: 'Own',
      source: { kind: 'table', elementId: 'orders' },
      columns: [
        { id: 'o-status', formula: '[Orders/Status]', name: 'Status' },
        { id: 'o-mine', formula: 'StartsWith(CurrentUserEmail(), "builder") or [Status] = "shipped"', name: 'Mine' },
      ],
      filters: [{ id: 'f', columnId: 'o-mine', kind: 'list', mode: 'include', values: [true] }],
    }
    const amount = { id: 'amount', kind: 'control', controlType: 'number', mode: '=', controlId: 'Amount', value: 7 }
    const pages = [{ id: 'p', name: 'P', elements: [orders, goals, own, amount] }]
    const body = { name: 'Formulas', folderId: platform.people.builder.homeFolderId, schemaVersion: 1, pages }
    const builder = await documents.viewer('builder')
    workbookId = (await documents.specs.create(builder, 'workbook', body)).record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    return documents.routes
  })
  const path = (sequenceId = 'all', id = workbookId) => `/v2/workbooks/${id}/sequences/${sequenceId}/values`
  const compute = async (sequenceId: string, body: object, as: Role = 'viewer') => {
    const answer = await server().request({ method: 'POST', path: path(sequenceId), as, body })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as SequenceValues).values
  }

  test.each(cases.map(([name, , state, values], step) => ({ name, state, values, step })))(
    'compute $name',
    async ({ state, values, step }) => {
      expect(await compute('all', { step, ...state })).toEqual([{ path: 'value', values, problem: null }])
    },
  )

  test('are those of one step or condition: for an if step of its conditions, not of the steps of its branches', async () => {
    const selection = { status: ['shipped'] }
    expect(await compute('fork', { selection })).toEqual([{ path: 'condition', values: [true], problem: null }])
    const [first, second] = await compute('fork', { step: 0, selection })
    expect(first).toEqual({ path: 'branches[0].condition', values: [true], problem: null })
    expect(second).toMatchObject({
      path: 'branches[1].condition',
      values: [],
      problem: { message: expect.stringContaining('Nothing') },
    })
    expect(await compute('fork', { step: 2, controls: { Amount: '3' } })).toMatchObject([{ values: [300] }])
    expect(await compute('fork', { step: 3 })).toMatchObject([{ values: [], problem: { code: 'unknown_column' } }])
    expect(await compute('fork', { step: 4 })).toEqual([])
  })

  test('use the rows and the identity of the caller', async () => {
    expect(await compute('mine', { step: 0 }, 'builder')).toMatchObject([{ values: [4] }])
    expect(await compute('mine', { step: 0 })).toMatchObject([{ values: [1] }])
    const [of] = await compute('mine', { step: 1 })
    expect(String(of?.values[0])).toMatch(/^viewer/)
  })

  test('are inserted into messages at the end, in the formats of their placeholders', async () => {
    const selection = { status: ['returned', 'shipped'], day: ['2026-05-03', '2026-06-01'] }
    const results = { Booked: 1234.5 }
    const success = await compute('told', { message: 'success', step: 9, selection, results })
    expect(success).toEqual([
      { path: 'title[0]', values: ['returned', 'shipped'], text: 'returned, shipped', problem: null },
      { path: 'title[1]', values: [6], text: '6.00', problem: null },
      { path: 'message[0]', values: [1234.5], text: '1,234.50', problem: null },
      { path: 'message[1]', values: [], problem: { code: expect.any(String), message: expect.any(String) } },
      expect.objectContaining({ path: 'message[2]', text: '2026' }),
    ])
    const error = { message: 'it is "gone"', code: 'tableGone', step: 3 }
    const failure = await compute('told', { message: 'failure', selection: { status: ['returned'] }, error })
    expect(failure.map(({ path, text }) => [path, text])).toEqual([
      ['title[0]', 'returned'],
      ['message[0]', '3'],
      ['message[1]', 'it is "gone"'],
    ])
    expect(await compute('all', { message: 'success' })).toEqual([])
  })

  test('come from the document, whatever the request says', async () => {
    const body = { step: 1, formula: 'Sum([Orders/Store])', value: formula('Sum([Orders/Store])') }
    expect(await compute('all', body)).toMatchObject([{ values: [14] }])
  })

  const engine = 'as for every question about the data platform'
  scenarios(
    'POST /v2/workbooks/{workbookId}/sequences/{sequenceId}/values',
    server,
    [
      { name: 'unknown workbook', as: 'viewer', path: () => path('all', unknownId), body: {}, status: 404 },
      { name: 'unknown sequence', as: 'viewer', path: () => path('none'), body: {}, status: 404 },
      { name: 'a workbook of somebody else', as: 'stranger', path: () => path(), body: {}, status: 404 },
      {
        name: 'the draft needs the right to edit',
        as: 'viewer',
        path: () => path(),
        query: { draft: true },
        body: {},
        status: 403,
      },
      { name: 'the draft', as: 'builder', path: () => path(), query: { draft: true }, body: { step: 0 }, status: 200 },
      { name: 'a step that is not there', as: 'viewer', path: () => path(), body: { step: 99 }, status: 409 },
      { name: 'turned off', as: 'viewer', path: () => path('off'), body: { step: 0 }, status: 409 },
      {
        name: 'a control that does not exist',
        as: 'viewer',
        path: () => path(),
        body: { step: 0, controls: { X: '1' } },
        status: 400,
      },
    ],
    {
      operation: computeSequenceValues,
      untested: {
        invalid_document: 'a stored document is a whole one',
        source_unavailable: engine,
        query_failed: engine,
        query_cancelled: engine,
        query_over_budget: engine,
        engine_unavailable: engine,
      },
    },
  )
})
