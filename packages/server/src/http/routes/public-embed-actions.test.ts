import { computePublicEmbedValues, type PublicEmbed, type SequenceValues } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const formula = (text: string) => ({ type: 'formula', formula: text })
const set = (value: object) => ({ effect: 'set-control-value', control: 'Pick', value })
const value = (path: string, ...values: unknown[]) => ({ path, values, problem: null })

describeStores('actions of public embeds, run by anybody', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  let embedId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] }
    const isBuilder = { id: 'mine', formula: 'CurrentUserEmail() = "builder@example.com"', name: 'Mine' }
    const orders = {
      ...{ id: 'orders', kind: 'table', name: 'Orders', source },
      columns: [
        { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
        { id: 'store', formula: '[ORDERS/STORE_ID]', name: 'Store' },
      ],
    }
    const own = {
      ...{ id: 'own', kind: 'table', name: 'Own', source: { kind: 'table', elementId: 'orders' } },
      columns: [{ id: 'o', formula: '[Orders/Status]', name: 'Status' }, isBuilder],
      filters: [{ id: 'f', columnId: 'mine', kind: 'list', mode: 'include', values: [true] }],
    }
    const isPicked = { type: 'control', control: 'Pick', cond: '=', value: { type: 'text', value: 'secret word' } }
    const branches = [
      { condition: isPicked, effects: [set(formula('"first"'))] },
      { condition: formula('Sum([Orders/Store]) > 1'), effects: [set(formula('"second"'))] },
    ]
    const sequence = (id: string, effects: object[], trigger: unknown = 'on-click') => ({ id, trigger, effects })
    const actions = [
      sequence('sum', [set(formula('Sum([Orders/Store])'))]),
      sequence('mine', [set(formula('Count([Own/Status])'))]),
      sequence('user', [set(formula('IsNull(CurrentUserEmail())'))]),
      sequence('control', [set(formula('Upper([Pick])'))]),
      sequence('fork', [{ effect: 'if-else', branches }]),
      sequence('waits', [{ effect: 'close-overlay' }], { on: 'on-click', condition: isPicked }),
      sequence('link', [
        {
          effect: 'open-url',
          openTarget: '_blank',
          url: 'https://a.example/{{[Pick]}}?n={{Sum([Orders/Store]) | .1f}}&o={{Sum([Orders/Store])}}',
        },
      ]),
      sequence('broken', [set(formula('[Orders/Secret gone] + 1'))]),
      {
        ...sequence('told', [set(formula('"x"'))]),
        onFailure: [set(formula('[Error/Code] & Text(Sum([Orders/Store]))'))],
        successToast: { title: '{{[Pick]}}: {{Sum([Orders/Store]) / 2}} of {{Count([Own/Status])}}', message: 'Done' },
        failureToast: {
          title: 'Step {{[Error/Step]}}',
          message: 'Not {{Lower([Error/Message])}} for {{[Orders/Secret gone]}}',
        },
      },
      sequence('added', [{ effect: 'insert-rows', table: 'log', values: {} }], { on: 'on-click', condition: isPicked }),
      { ...sequence('off', [{ effect: 'close-overlay' }]), state: 'disabled' },
      sequence('rows', [{ effect: 'refresh-element', target: { type: 'element', element: 'orders' } }]),
    ]
    const chosen = [sequence('selected', [set(formula('[Selection/Status] & "!"'))], 'on-select')]
    const pick = { kind: 'control', controlType: 'text', mode: 'equals' }
    const shown = {
      ...{ id: 'shown', kind: 'table', name: 'Shown', source: { kind: 'table', elementId: 'orders' } },
      ...{ columns: [{ id: 's', formula: '[Orders/Status]', name: 'Status' }], actions: chosen },
    }
    const elements = [
      { id: 'go', kind: 'button', text: 'Go', actions },
      { ...pick, id: 'pick', controlId: 'Pick', name: 'Pick' },
      shown,
    ]
    const log = {
      ...{ id: 'log', kind: 'input-table', name: 'Log', inputMode: 'edit', source: { kind: 'empty', connectionId } },
      columns: [{ id: 'a', name: 'A', type: 'text' }],
    }
    const hidden = [orders, own, log, { ...pick, id: 'far', controlId: 'Far', name: 'Far' }]
    const viewer = await documents.viewer('builder')
    const body = {
      ...{ name: 'Open', folderId: platform.people.builder.homeFolderId, schemaVersion: 1 },
      pages: [
        { id: 'open', name: 'Open', elements },
        { id: 'back', name: 'Back', visibility: 'hidden', elements: hidden },
      ],
    }
    workbookId = (await documents.specs.create(viewer, 'workbook', body)).record.inode.id
    return documents.routes
  })

  const path = (sequenceId: string, id = embedId) => `/v2/embeds/${id}/sequences/${sequenceId}/values`
  const ask = (sequenceId: string, body: object = { step: 0 }) =>
    server().request({ method: 'POST', path: path(sequenceId), body })

  test('are returned without formulas and without the values of conditions', async () => {
    const made = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${workbookId}/embeds`,
      as: 'admin',
      body: { embedType: 'public', sourceType: 'page', sourceId: 'open' },
    })
    expect(made.status, made.text).toBe(200)
    embedId = (made.body as { embedId: string }).embedId
    const opened = await server().request({ method: 'GET', path: `/v2/embeds/${embedId}` })
    expect(opened.status, opened.text).toBe(200)
    const { document } = opened.body as PublicEmbed
    const { go } = document.elements as Record<string, { actions: { id: string }[] }>
    const shownIds = ['sum', 'mine', 'user', 'control', 'fork', 'waits', 'link', 'broken', 'told', 'added', 'rows']
    expect(go?.actions.map(({ id }) => id)).toEqual(shownIds)
    const leftOut = (id: string, step: string) => ({ id, trigger: 'on-click', effects: [{ effect: 'left-out', step }] })
    expect(go?.actions.slice(-2)).toEqual([leftOut('added', 'insert-rows'), leftOut('rows', 'refresh-element')])
    expect(opened.text).not.toMatch(/secret|Orders\/|CurrentUser|Sum\(/)
  })

  test.each<[string, string, object, unknown[]]>([
    ['a sum', 'sum', { step: 0 }, [value('value', 6)]],
    ['the rows of nobody', 'mine', { step: 0 }, [value('value', 0)]],
    ['no user', 'user', { step: 0 }, [value('value', true)]],
    ['a control of the page', 'control', { step: 0, controls: { Pick: 'east' } }, [value('value', 'EAST')]],
    [
      'the formulas of an address',
      'link',
      { step: 0, controls: { Pick: 'east' } },
      [
        { ...value('url[0]', 'east'), text: 'east' },
        { ...value('url[1]', 6), text: '6.0' },
        { ...value('url[2]', 6), text: '6' },
      ],
    ],
    ['what is selected', 'selected', { step: 0, selection: { s: ['open'] } }, [value('value', 'open!')]],
    [
      'the conditions of branches, of both kinds',
      'fork',
      { step: 0, controls: { Pick: 'secret word' } },
      [value('branches[1].condition', true), value('branches[0].condition', true)],
    ],
    ['a step of a branch', 'fork', { step: 2 }, [value('value', 'second')]],
    ['a condition that holds', 'waits', { controls: { Pick: 'secret word' } }, [value('condition', true)]],
    ['one that does not', 'waits', { controls: { Pick: 'other' } }, [value('condition', false)]],
  ])('compute %s', async (_name, sequenceId, body, expected) => {
    const answer = await ask(sequenceId, body)
    expect(answer.status, answer.text).toBe(200)
    expect((answer.body as SequenceValues).values).toEqual(expected)
  })

  test('include messages at the end, and steps for a failure', async () => {
    const texts = async (body: object) => {
      const answer = await ask('told', body)
      expect(answer.status, answer.text).toBe(200)
      return (answer.body as SequenceValues).values.map(({ path, text, problem }) => [path, problem?.message ?? text])
    }
    expect(await texts({ message: 'success', controls: { Pick: 'east' } })).toEqual([
      ['title[0]', 'east'],
      ['title[1]', '3'],
      ['title[2]', '0'],
    ])
    const error = { message: 'GONE', code: 'tableGone', step: 3 }
    expect(await texts({ message: 'failure', error })).toEqual([
      ['title[0]', '3'],
      ['message[0]', 'gone'],
      ['message[1]', 'This value cannot be computed.'],
    ])
    const answer = await ask('told', { step: 1, error })
    expect((answer.body as SequenceValues).values).toEqual([value('value', 'tableGone6')])
  })

  test('compute no condition of an action without runnable steps', async () => {
    const answer = await ask('added', { controls: { Pick: 'secret word' } })
    expect(answer).toMatchObject({ status: 200, body: { values: [] } })
  })

  test('do not return why a value cannot be computed', async () => {
    const answer = await ask('broken')
    expect(answer.text).not.toMatch(/secret|gone|Orders/i)
    expect(answer.text).toContain('This value cannot be computed.')
  })

  const operation = {
    operation: computePublicEmbedValues,
    untested: { forbidden: 'below, while public embeds are switched off' },
  }
  const body = { step: 0 }
  scenarios(
    'POST /v2/embeds/{embedId}/sequences/{sequenceId}/values',
    server,
    [
      { name: 'an action of the embed', path: () => path('sum'), body, status: 200 },
      { name: 'an action that is not part of the embed', path: () => path('off'), body, status: 404 },
      { name: 'an unknown embed', path: () => path('sum', unknownId), body, status: 404 },
      { name: 'a step that does not exist', path: () => path('sum'), body: { step: 9 }, status: 409 },
      {
        name: 'a control outside the embed',
        path: () => path('control'),
        body: { ...body, controls: { Far: 'x' } },
        status: 400,
        answer: { code: 'invalid_request' },
      },
      {
        name: 'a page of another site is refused',
        path: () => path('sum'),
        headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        body,
        status: 403,
        answer: { code: 'csrf_failed' },
      },
    ],
    operation,
  )
  test('are not available while public embeds are switched off', async () => {
    const setting = '/v2/organizations/settings/publicEmbeds'
    const change = (enabled: boolean) =>
      server().request({ method: 'PATCH', path: setting, as: 'admin', body: { enabled } })
    expect((await change(false)).status).toBe(200)
    expect(await ask('sum')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await change(true)).status).toBe(200)
    expect((await ask('sum')).status).toBe(200)
  })
})
