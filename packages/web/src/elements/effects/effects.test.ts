import type { InputTableChange, SequenceValue, SequenceValuesRequest } from '@octavo/core/contract'
import { type BaseElement, type ControlElement, type Modification, readFormN } from '@octavo/core/document'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PageState } from '../../editor/index.ts'
import {
  type Action,
  actionsOf,
  type ChosenMark,
  type Effect,
  EffectFailure,
  hasRunnable,
  isOfColumn,
  isRunnable,
  runAction,
} from './index.ts'

/** Runs effects as the steps of one action. Steps without a request are done when this returns. */
function runEffects(effects: readonly Effect[], target: ReturnType<typeof host>, chosen?: ChosenMark) {
  return runAction(actionOf({ effects }), target, chosen)
}

/** An action in the form of the document. */
function actionOf(fields: {
  effects: readonly Effect[]
  trigger?: unknown
  onFailure?: readonly Effect[]
  successToast?: object
  failureToast?: object
}): Action {
  const { trigger = 'on-click' } = fields
  const on = typeof trigger === 'string' ? trigger : (trigger as { on: string }).on
  const [action] = actionsOf([{ id: 'a', ...fields, trigger }], on as 'on-click')
  if (!action) throw new Error('no action')
  return action
}

const { document: page } = readFormN({
  schemaVersion: 1,
  pages: [
    {
      id: 'p1',
      name: 'One',
      elements: [{ id: 'region', kind: 'control', controlType: 'list', mode: 'include', controlId: 'Region' }],
    },
  ],
})

function host() {
  const shown: string[] = []
  const state = new PageState()
  const texts = new Map<string, string | undefined>()
  const lists = { Region: { mode: 'include' }, One: { selectionMode: 'single' } } as const
  const changes: [string, InputTableChange][] = []
  const asked: SequenceValuesRequest[] = []
  const answers = new Map<number | undefined, SequenceValue[]>()
  const tables: Record<string, BaseElement> = {
    notes: {
      id: 'notes',
      kind: 'input-table',
      source: { kind: 'empty' },
      columns: [
        { id: 'ID' },
        { id: 'text', type: 'text' },
        { id: 'score', type: 'number' },
        { id: 'done', type: 'checkbox' },
        { id: 'due', type: 'datetime' },
        { id: 'kinds', type: 'multi-select' },
      ],
    },
    goals: {
      id: 'goals',
      kind: 'input-table',
      source: { kind: 'linked', from: 'x' },
      columns: [
        { id: 'key', key: 'k' },
        { id: 'goal', type: 'number' },
      ],
    },
  }
  return {
    hostId: 'host',
    document: () => page,
    modify: async (modification: Modification) => void shown.push(`modify ${JSON.stringify(modification)}`),
    zone: 'UTC',
    changes,
    controlsIn: ({ containerId, pageId }: { containerId?: string; pageId?: string }) =>
      Object.keys(lists)
        .filter((_, index) => (containerId ? index === 0 : pageId ? index === 1 : true))
        .map((controlId) => ({ id: controlId, kind: 'control', controlId, controlType: 'list' }) as ControlElement),
    pageOf: () => 'p1',
    element: (id: string) => tables[id],
    refresh: (id: string) => void shown.push(`refresh ${id}`),
    openAddress: (address: string, at: string) => void shown.push(`${at} ${address}`),
    documentAddress: (id: string, controls: Readonly<Record<string, string>>, nodeId: string | undefined) =>
      `${id} ${JSON.stringify(controls)} ${nodeId ?? ''}`,
    async callProcedure({ actionId, step }: { actionId: string; step: number }, values: readonly unknown[]) {
      shown.push(`call ${actionId} ${step} ${JSON.stringify(values)}`)
      return [{ name: 'total', type: 'numeric', value: '2.5' }]
    },
    async callApi({ actionId, step }: { actionId: string; step: number }, values: object) {
      shown.push(`api ${actionId} ${step} ${JSON.stringify(values)}`)
      return { status: 200, body: { ok: true } }
    },
    /** The requested values, and the responses by step. */
    asked,
    answers,
    async computeValues(_actionId: string, request: SequenceValuesRequest) {
      asked.push(request)
      return answers.get(request.step) ?? []
    },
    saveFile: async (part: object, texts: object) =>
      void shown.push(`file ${JSON.stringify(part)} ${JSON.stringify(texts)}`),
    sendExport: async (
      { actionId, step }: { actionId: string; step: number },
      recipients: readonly unknown[],
      texts: object,
    ) => void shown.push(`send ${actionId} ${step} ${JSON.stringify(recipients)} ${JSON.stringify(texts)}`),
    changeRows: async (id: string, change: InputTableChange) => void changes.push([id, change]),
    state,
    shown,
    sendToHost: (type: string, fields: object) => void shown.push(`${type} ${JSON.stringify(fields)}`),
    tabCount: () => 3,
    texts,
    control: (controlId: string) => {
      const fields = Object.hasOwn(lists, controlId) ? lists[controlId as keyof typeof lists] : undefined
      if (!fields) return undefined
      const element = { id: controlId, kind: 'control', controlId, controlType: 'list', ...fields } as ControlElement
      return { element, text: texts.get(controlId) }
    },
    setControl: (controlId: string, text: string | undefined) => void texts.set(controlId, text),
    showPage: (id: string) => void shown.push(`page ${id}`),
    showElement: (id: string) => void shown.push(`element ${id}`),
  }
}

// Steps that are loaded on use show their texts in the language of the page.
beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

describe('effects of a click', () => {
  it('open and close overlays, the topmost first', () => {
    const target = host()
    void runEffects(
      [
        { effect: 'open-overlay', overlayId: 'a' },
        { effect: 'open-overlay', overlayId: 'b' },
      ],
      target,
    )
    expect(target.state.openOverlays()).toEqual(['a', 'b'])
    void runEffects([{ effect: 'close-overlay' }], target)
    expect(target.state.openOverlays()).toEqual(['a'])
  })

  it.each([
    [{ type: 'tab', index: 2 }, 2],
    [{ type: 'tab', index: 7 }, 0],
    [{ type: 'direction', direction: 'next' }, 1],
    [{ type: 'direction', direction: 'previous' }, 2],
  ])('select the tab %o', (selectedTab, expected) => {
    const target = host()
    void runEffects([{ effect: 'select-tab', tabbedContainer: 'tabs', selectedTab }], target)
    expect(target.state.tabOf('tabs')).toBe(expected)
  })

  it('send events to the page around an embed, with constants and values of controls and the selection', () => {
    const target = host()
    target.texts.set('Region', 'East,West')
    const values = {
      a: { type: 'constant', value: { type: 'number', value: 3 } },
      b: { type: 'control', control: 'Region' },
      c: { type: 'column', column: 'c' },
    }
    const effect = { effect: 'generate-iframe-event', eventName: 'picked', values }
    void runEffects([effect], target, { values: new Map([['c', [null]]]), isAdding: false })
    void runEffects([{ effect: 'generate-iframe-event', eventName: 'bare' }], target)
    expect(target.shown).toEqual([
      'action:outbound {"name":"picked","values":{"a":3,"b":["East","West"],"c":null}}',
      'action:outbound {"name":"bare","values":{}}',
    ])
  })

  it('go to a page or an element', () => {
    const target = host()
    void runEffects(
      [
        { effect: 'navigate', target: { type: 'page', page: 'p2' } },
        { effect: 'navigate', target: { type: 'element', element: 'e' } },
      ],
      target,
    )
    expect(target.shown).toEqual(['page p2', 'element e'])
  })

  it('set a control to the selection; the same or an empty selection clears it', () => {
    const target = host()
    const effect = (control: string, more = {}) => [
      { effect: 'set-control-value', control, value: { type: 'column', column: 'c' }, ...more },
    ]
    const choose = (list: Record<string, unknown>[], values: (string | null)[] | null, isAdding = false) => {
      void runEffects(list, target, { values: new Map(values ? [['c', values]] : []), isAdding })
      return target.texts.get('Region') ?? target.texts.get('One')
    }
    expect(choose(effect('Region'), ['East'])).toBe('East')
    expect(choose(effect('Region'), ['West, far'])).toBe('West%2C far')
    expect(choose(effect('Region'), [null], true)).toBe('West%2C far,:null')
    expect(choose(effect('Region'), ['West, far'], true)).toBe(':null')
    expect(choose(effect('Region'), [null])).toBeUndefined()
    expect(choose(effect('Region'), ['East'])).toBe('East')
    expect(choose(effect('Region'), null)).toBeUndefined()
    expect(choose(effect('Region', { selectionMode: 'add' }), ['East'])).toBe('East')
    expect(choose(effect('Region', { selectionMode: 'add' }), ['West'])).toBe('East,West')
    expect(choose(effect('Region', { selectionMode: 'remove' }), ['East'])).toBe('West')
    expect(choose(effect('Region', { selectionMode: 'remove' }), ['West'])).toBeUndefined()
    expect(choose(effect('One'), ['North'])).toBe('North')
    // A mark of another column has no value of this one.
    void runEffects(effect('One'), target, { values: new Map([['d', ['x']]]), isAdding: false })
    expect(target.texts.get('One')).toBe('North')
  })

  it('set a control to a constant, also repeatedly', () => {
    const target = host()
    const value = { type: 'constant', value: { type: 'text-list', value: ['East', 'West'] } }
    const effects = [{ effect: 'set-control-value', control: 'Region', value }]
    expect(effects.every(isRunnable)).toBe(true)
    void runEffects(effects, target)
    void runEffects(effects, target)
    expect(target.texts.get('Region')).toBe('East,West')
    const input = { effect: 'set-control-value', control: 'Region', value: { type: 'agent-input', inputName: 'x' } }
    expect(isRunnable(input)).toBe(false)
  })

  it('are those of enabled actions with the trigger, in either spelling', () => {
    const effect = { effect: 'close-overlay' }
    const actions = [
      { id: '1', trigger: 'on-click', effects: [effect] },
      { id: '2', trigger: { on: 'on-click' }, effects: [effect] },
      { id: '3', trigger: 'on-click', state: 'disabled', effects: [effect] },
      { id: '4', trigger: 'on-close', effects: [effect] },
    ]
    expect(actionsOf(actions, 'on-click')).toHaveLength(2)
  })

  it('clear or reset one control, those of a container, of a page, or all', () => {
    const cleared = (scope: object, more = {}) => {
      const target = host()
      target.texts.set('Region', 'East').set('One', 'North')
      void runEffects([{ effect: 'clear-control', scope, ...more }], target)
      return Object.fromEntries(target.texts)
    }
    expect(cleared({ type: 'control', control: 'Region' })).toEqual({ Region: '', One: 'North' })
    expect(cleared({ type: 'container', container: 'c' })).toEqual({ Region: '', One: 'North' })
    expect(cleared({ type: 'page' })).toEqual({ Region: 'East', One: '' })
    expect(cleared({ type: 'workbook' })).toEqual({ Region: '', One: '' })
    expect(cleared({ type: 'workbook' }, { usePublishedValue: true })).toEqual({ Region: undefined, One: undefined })
  })

  it('open addresses and workbooks, with values for their controls, and refresh elements', () => {
    const target = host()
    target.texts.set('Region', 'East,West')
    const controls = {
      a: { type: 'constant', value: { type: 'text', value: 'x, y' } },
      b: { type: 'control', control: 'Region' },
      c: { type: 'column', column: 'c' },
    }
    void runEffects(
      [
        { effect: 'open-url', url: 'https://example.com/a', openTarget: '_self' },
        { effect: 'open-url', openTarget: '_self' },
        { effect: 'open-document', document: 'd', openTarget: '_blank', targetControls: controls },
        { effect: 'refresh-element', target: { type: 'element', element: 'e' } },
      ],
      target,
      { values: new Map([['c', ['z']]]), isAdding: false },
    )
    expect(target.shown).toEqual([
      '_self https://example.com/a',
      '_blank d {"a":"x%2C y","b":"East,West","c":"z"} ',
      'refresh e',
    ])
  })

  it('open addresses with the values of their formulas, encoded, and refuse what is no address of the web', async () => {
    const target = host()
    const open = (url: string) => runEffects([{ effect: 'open-url', url, openTarget: '_blank' }], target)
    const of = (path: string, value: unknown, text = ''): SequenceValue =>
      ({ path, values: [value], text, problem: null }) as SequenceValue
    target.answers.set(0, [of('url[0]', 'a&b'), of('url[1]', 1234.5, '1,234.5'), of('url[2]', null, '\u2013')])
    await open('https://example.com/?q={{[Selection/C]}}&n={{[N] | ,.1f}}&x={{[Selection/X]}}')
    expect(target.shown).toEqual(['_blank https://example.com/?q=a%26b&n=1%2C234.5&x='])
    expect(target.asked).toEqual([{ step: 0 }])
    target.answers.set(0, [of('url[0]', 'javascript:alert(1)')])
    await expect(open('{{[Selection/C]}}')).rejects.toMatchObject({ problem: 'noAddress' })
    const problem = { code: 'unknown_column', message: 'No such column' }
    target.answers.set(0, [{ path: 'url[0]', values: [], problem }])
    await expect(open('https://example.com/{{[Selection/C]}}')).rejects.toMatchObject({ code: 'unknown_column' })
    expect(target.shown).toHaveLength(1)
  })

  const constant = (type: string, value: unknown) => ({ type: 'constant', value: { type, value } })
  const chosen: ChosenMark = { values: new Map([['c', ['row 1']]]), isAdding: false }

  it.each([
    [
      {
        effect: 'insert-rows',
        table: 'notes',
        values: { text: constant('text', 'a'), score: constant('text', '2.5') },
      },
      { insert: [{ text: 'a', score: 2.5 }] },
    ],
    [
      {
        effect: 'insert-rows',
        table: 'notes',
        values: {
          done: constant('text', 'true'),
          due: constant('date', '2026-05-01T10:00:00.000Z'),
          kinds: constant('text-list', ['x', 'y']),
          text: constant('text', null),
        },
      },
      { insert: [{ done: true, due: '2026-05-01T10:00:00', kinds: ['x', 'y'], text: null }] },
    ],
    [
      {
        effect: 'update-rows',
        table: 'notes',
        whichRows: { type: 'single-row', primaryKeys: { ID: { type: 'column', column: 'c' } } },
        values: { score: constant('number', 1) },
      },
      { update: [{ rowId: 'row 1', values: { score: 1 } }] },
    ],
    [
      {
        effect: 'update-rows',
        table: 'notes',
        whichRows: { type: 'single-row', primaryKeys: { text: constant('text', 'a') } },
        values: { score: constant('number', 1) },
      },
      {
        updateWhere: [
          { tests: [{ columnId: 'text', condition: '=', value: 'a' }], isSingle: true, values: { score: 1 } },
        ],
      },
    ],
    [
      {
        effect: 'delete-rows',
        table: 'notes',
        whichRows: { type: 'column-match', column: 'score', condition: 'Between', low: 1, high: 2 },
      },
      { deleteWhere: [{ tests: [{ columnId: 'score', condition: 'Between', low: 1, high: 2 }] }] },
    ],
    [
      { effect: 'delete-rows', table: 'notes', whichRows: { type: 'formula', formula: 'True' } },
      { deleteWhere: [{ tests: [] }] },
    ],
    [
      {
        effect: 'update-rows',
        table: 'goals',
        whichRows: { type: 'single-row', primaryKeys: { key: constant('text', 'web') } },
        values: { goal: constant('number', 7) },
      },
      { update: [{ rowId: 'web', values: { goal: 7 } }] },
    ],
  ])('change rows: %o', async (effect, change) => {
    const target = host()
    expect(isRunnable(effect)).toBe(true)
    await runEffects([effect], target, chosen)
    expect(target.changes).toEqual([[effect.table, change]])
  })

  it('stop at the first step that fails, after the steps before it have run', async () => {
    const target = host()
    const input = { type: 'agent-input', inputName: 'x' }
    const steps = [
      { effect: 'navigate', target: { type: 'page', page: 'p2' } },
      { effect: 'insert-rows', table: 'notes', values: { text: input } },
      { effect: 'navigate', target: { type: 'page', page: 'p3' } },
    ]
    await expect(runEffects(steps, target)).rejects.toEqual(new EffectFailure('notSupported'))
    expect(target.shown).toEqual(['page p2'])
    const gone = { effect: 'delete-rows', table: 'gone', whichRows: { type: 'formula', formula: 'True' } }
    await expect(runEffects([gone], host())).rejects.toEqual(new EffectFailure('tableGone'))
    const many = Array.from({ length: 101 }, () => ({ effect: 'close-overlay' }))
    await expect(runEffects(many, host())).rejects.toEqual(new EffectFailure('tooMany'))
  })

  it('call procedures with the values of their arguments and the number of the step', async () => {
    const target = host()
    target.texts.set('Region', 'East')
    const call = { effect: 'call-stored-procedure', connectionId: 'c', path: ['s', 'p'] }
    const column = { type: 'column', column: 'c' }
    const chosen = { values: new Map([['c', [7]]]), isAdding: false }
    const given = [constant('text', 'x'), { type: 'control', control: 'Region' }, column]
    await runEffects([{ effect: 'close-overlay' }, { ...call, arguments: given }], target, chosen)
    expect(target.shown).toEqual(['call a 1 ["x","East",7]'])
    await expect(runEffects([{ ...call, arguments: [column] }], target)).rejects.toEqual(
      new EffectFailure('noSelection'),
    )
  })

  const go = (page: string) => ({ effect: 'navigate', target: { type: 'page', page } })
  const value = (path: string, ...values: SequenceValue['values']): SequenceValue => ({ path, values, problem: null })

  it('use values of formulas, computed with the selection, set controls and earlier results', async () => {
    const target = host()
    target.texts.set('One', 'North')
    const formula = (text: string) => ({ type: 'formula', formula: text })
    const effects = [
      { effect: 'set-control-value', control: 'Region', value: formula('[Selection/Region]') },
      { effect: 'call-stored-procedure', connectionId: 'c', path: ['s', 'p'], arguments: [formula('1')] },
      { effect: 'insert-rows', table: 'notes', values: { score: formula('[p] * 2'), text: constant('text', 'a') } },
    ]
    target.answers.set(0, [value('value', 'East', 'West')]).set(2, [value('values.score', 5)])
    const chosen = { values: new Map([['c', ['East', 'West']]]), isAdding: false }
    expect(await runEffects(effects, target, chosen)).toBe('done')
    expect(target.texts.get('Region')).toBe('East,West')
    expect(target.shown).toEqual(['call a 1 [null]'])
    expect(target.changes).toEqual([['notes', { insert: [{ score: 5, text: 'a' }] }]])
    const selection = { c: ['East', 'West'] }
    expect(target.asked).toEqual([
      { step: 0, selection, controls: { One: 'North' } },
      { step: 2, selection, controls: { Region: 'East,West', One: 'North' }, results: { p: 2.5 } },
    ])
  })

  it('stop at a formula without a value, and pass the reason to the steps for a failure', async () => {
    const target = host()
    const formula = { type: 'formula', formula: '[Error/Message]' }
    const set = { effect: 'set-control-value', control: 'One', value: formula }
    target.answers
      .set(0, [{ path: 'value', values: [], problem: { code: 'unknown_column', message: 'no such column' } }])
      .set(1, [value('value', 'it failed')])
    const action = actionOf({ effects: [set], onFailure: [{ ...set }] })
    await expect(runAction(action, target)).rejects.toMatchObject({ code: 'unknown_column', message: 'no such column' })
    expect(target.texts.get('One')).toBe('it failed')
    expect(target.asked.at(-1)?.error).toMatchObject({ code: 'unknown_column', step: 1 })
  })

  it('request all conditions of an if at once, and the condition of the action', async () => {
    const target = host()
    const condition = { type: 'formula', formula: '[x]' }
    const fork = { effect: 'if-else', branches: [1, 2, 3].map((number) => ({ condition, effects: [go(`${number}`)] })) }
    const paths = [0, 1, 2].map((index) => `branches[${index}].condition`)
    target.answers.set(0, [value(`${paths[0]}`, false), value(`${paths[1]}`, true), value(`${paths[2]}`, true)])
    const action = actionOf({ trigger: { on: 'on-click', condition }, effects: [fork] })
    target.answers.set(undefined, [value('condition', null)])
    expect(await runAction(action, target)).toBe('not applicable')
    target.answers.set(undefined, [value('condition', true)])
    expect(await runAction(action, target)).toBe('done')
    expect(target.shown).toEqual(['page 2'])
    expect(target.asked).toEqual([{}, {}, { step: 0 }])
  })

  it('call APIs with values of the page; the server reads the constants', async () => {
    const target = host()
    target.texts.set('Region', 'East,West')
    const call = { effect: 'call-api', apiConnectorId: 'c' }
    const column = { type: 'column', column: 'c' }
    const chosen = { values: new Map([['c', [7]]]), isAdding: false }
    const values = {
      headers: { 'X-Fixed': constant('text', 'x') },
      pathParams: { id: column },
      bodyParams: { regions: { type: 'control', control: 'Region' }, note: constant('text', 'y') },
    }
    await runEffects([{ ...call, ...values }], target, chosen)
    expect(target.shown).toEqual(['api a 0 {"pathParams":{"id":[7]},"bodyParams":{"regions":["East","West"]}}'])
    await expect(runEffects([{ ...call, ...values }], target)).rejects.toEqual(new EffectFailure('noSelection'))
    expect(isRunnable({ ...call, queryParams: { at: { type: 'agent-input', inputName: 'x' } } })).toBe(false)
  })

  it('name the step that changes an element, with the current values of the control that names its columns', async () => {
    const target = host()
    target.texts.set('Region', 'Net,Cost')
    const step = (columns: object) => ({
      effect: 'modify-element',
      element: 'x',
      change: { type: 'show-columns', columns },
    })
    await runEffects([step({ type: 'columns', columns: ['a'] }), step({ type: 'control', control: 'Region' })], target)
    expect(target.shown).toEqual([
      'modify {"sequenceId":"a","step":0}',
      'modify {"sequenceId":"a","step":1,"names":["Net","Cost"]}',
    ])
    await expect(runEffects([step({ type: 'control', control: 'Gone' })], target)).rejects.toThrow(EffectFailure)
  })

  it('save files and send messages with the current values of controls', async () => {
    const target = host()
    const base = { effect: 'notify-and-export' }
    const attachment = { target: { type: 'page', page: 'p1' }, format: 'pdf', layout: 'landscape' }
    const mail = {
      ...base,
      destination: 'email',
      recipients: [
        { type: 'address', address: 'a@example.com' },
        { type: 'dynamic', value: { type: 'column', column: 'c' } },
      ],
    }
    const set = { effect: 'set-control-value', control: 'Region', value: constant('text', 'East') }
    const chosen = { values: new Map([['c', ['b@example.com']]]), isAdding: false }
    await runEffects([set, { ...base, destination: 'download', attachment }, mail], target, chosen)
    expect(target.shown.slice(-2)).toEqual([
      'file {"target":{"page":"p1"},"format":"pdf","layout":"landscape"} {"Region":"East"}',
      'send a 2 [[],["b@example.com"]] {"Region":"East"}',
    ])
    await expect(runEffects([mail], target)).rejects.toEqual(new EffectFailure('noSelection'))
    const formula = { type: 'dynamic', value: { type: 'formula', formula: 'CurrentUserEmail()' } }
    await runEffects([{ ...mail, recipients: [formula] }], target)
    expect(target.shown.at(-1)).toBe('send a 0 [[]] {"Region":"East"}')
  })

  it('of a paused action do not run; an action that is paused while it runs ends after the current step', async () => {
    const target = host()
    const steps = [
      { effect: 'insert-rows', table: 'notes', values: { text: constant('text', 'a') } },
      { effect: 'navigate', target: { type: 'page', page: 'p2' } },
    ]
    let finish = () => {}
    const changeRows = () =>
      new Promise<undefined>((done) => {
        finish = () => done(undefined)
      })
    const running = runEffects(steps, { ...target, changeRows })
    target.state.paused.setOne('a', true)
    finish()
    expect([await running, target.shown]).toEqual(['paused', []])
    expect(await runEffects(steps, target)).toBe('paused')
    expect(target.changes).toEqual([])
    target.state.paused.setOne('a', false)
    expect([await runEffects(steps, target), target.shown]).toEqual(['done', ['page p2']])
  })

  it('run only for the column and the value that the action names', async () => {
    const trigger = {
      on: 'on-select',
      columnId: 'c',
      condition: { type: 'column', column: 'd', condition: '>', value: 2 },
    }
    const action = actionOf({ trigger, effects: [{ effect: 'close-overlay' }] })
    const matches = async (columnId: string, value: number) => {
      const chosen = { values: new Map([['d', [value]]]), isAdding: false, columnId }
      return isOfColumn(action, chosen) && (await runAction(action, host(), chosen)) === 'done'
    }
    expect([await matches('c', 3), await matches('c', 2), await matches('d', 3)]).toEqual([true, false, false])
  })

  const controlIs = (cond: string, ...value: string[]) => ({
    type: 'control',
    control: 'Region',
    cond,
    value: { type: 'text-list', value },
  })

  it.each([
    ['East', ['page east', 'page end']],
    ['West', ['page west', 'page end']],
    ['North,West', ['page some', 'page end']],
    ['', ['page other', 'page end']],
  ])('take the first branch whose condition holds, then go on: %s', async (text, shown) => {
    const target = host()
    target.texts.set('Region', text)
    const fork = {
      effect: 'if-else',
      branches: [
        { condition: controlIs('=', 'East'), effects: [go('east')] },
        { condition: controlIs('=', 'West'), effects: [go('west')] },
        { condition: controlIs('In', 'East', 'West'), effects: [go('some')] },
      ],
      else: [go('other')],
    }
    await runEffects([fork, go('end')], target)
    expect(target.shown).toEqual(shown)
  })

  it('do nothing if no branch is true and there is no else; conditions use values set by earlier steps', async () => {
    const target = host()
    const fork = { effect: 'if-else', branches: [{ condition: controlIs('=', 'East'), effects: [go('east')] }] }
    await runEffects([fork, go('end')], target)
    expect(target.shown).toEqual(['page end'])
    const set = { effect: 'set-control-value', control: 'Region', value: constant('text-list', ['East']) }
    await runEffects([set, fork], target)
    expect(target.shown).toEqual(['page end', 'page east'])
  })

  it('run the steps for a failure, and still fail', async () => {
    const target = host()
    const gone = { effect: 'delete-rows', table: 'gone', whichRows: { type: 'formula', formula: 'True' } }
    const action = actionOf({ effects: [go('a'), gone, go('b')], onFailure: [go('sorry')] })
    await expect(runAction(action, target)).rejects.toEqual(new EffectFailure('tableGone'))
    expect(target.shown).toEqual(['page a', 'page sorry'])
    await runAction(actionOf({ effects: [go('c')], onFailure: [go('sorry')] }), target)
    expect(target.shown).toEqual(['page a', 'page sorry', 'page c'])
  })

  it('are at most 100 with those of all branches, and run for at most a minute', async () => {
    const condition = controlIs('=', 'East')
    const branch = (count: number) => ({ condition, effects: Array.from({ length: count }, () => go('x')) })
    const fork = (count: number) => ({ effect: 'if-else', branches: [branch(count), branch(40)], else: [go('else')] })
    const target = host()
    await runEffects([fork(58)], target)
    expect(target.shown).toEqual(['page else'])
    await expect(runEffects([fork(59)], target)).rejects.toEqual(new EffectFailure('tooMany'))
    expect(target.shown).toEqual(['page else'])

    let time = 0
    const slow = {
      ...target,
      showPage(id: string) {
        time += 40_000
        target.showPage(id)
      },
    }
    const action = actionOf({ effects: [go('a'), go('b'), go('c')], onFailure: [go('late'), go('later')] })
    await expect(runAction(action, slow, undefined, { now: () => time })).rejects.toEqual(new EffectFailure('tooLong'))
    expect(target.shown).toEqual(['page else', 'page a', 'page b', 'page late'])
  })

  const messagesOf = async (action: Action, target: ReturnType<typeof host>, chosen?: ChosenMark) => {
    const messages: object[] = []
    const say = (message: object) => void messages.push(message)
    const end = await runAction(action, target, chosen, { say }).catch(() => 'failed')
    return { end, messages }
  }
  const text = (path: string, written: string): SequenceValue => ({ ...value(path, written), text: written })

  it('end with the message of the author, whose formulas the server computes if the page cannot', async () => {
    const target = host()
    const set = { effect: 'set-control-value', control: 'Region', value: constant('text-list', ['East', 'West']) }
    const call = { effect: 'call-stored-procedure', connectionId: 'c', path: ['s', 'p'], arguments: [] }
    const say = (title: string, message?: string) =>
      actionOf({ effects: [set, call], successToast: { title, ...(message ? { message } : {}) } })
    expect(await messagesOf(say('Done'), target)).toEqual({ end: 'done', messages: [{ title: 'Done', text: '' }] })
    const ofControls = say('Now {{[Region]}}', 'and {{ [Region] }}.')
    const messages = [{ title: 'Now East, West', text: 'and East, West.' }]
    expect(await messagesOf(ofControls, target)).toEqual({ end: 'done', messages })
    expect(target.asked).toEqual([])
    target.asked.length = 0
    target.answers.set(undefined, [
      text('title[1]', '2.50'),
      { ...value('message[0]'), problem: { code: 'c', message: 'm' } },
    ])
    const computed = await messagesOf(say('{{[Region]}}: {{[p] | .2f}}', '{{[No/Such]}}'), target, {
      values: new Map([['c', ['x']]]),
      isAdding: false,
    })
    expect(computed.messages).toEqual([{ title: 'East, West: 2.50', text: '\u2013' }])
    expect(target.asked).toEqual([
      { message: 'success', selection: { c: ['x'] }, controls: { Region: 'East,West' }, results: { p: 2.5 } },
    ])
  })

  it('report why they failed, even without the server', async () => {
    const target = { ...host(), computeValues: () => Promise.reject(new Error('no network')) }
    const gone = { effect: 'delete-rows', table: 'gone', whichRows: { type: 'formula', formula: 'True' } }
    const failureToast = {
      title: 'Step {{[Error/Step]}}: {{[error/code]}}',
      message: '{{[Error/Message]}} Of {{Sum([Orders/Net])}}.',
    }
    const { end, messages } = await messagesOf(actionOf({ effects: [go('a'), gone], failureToast }), target)
    expect(end).toBe('failed')
    const [message] = messages as { title: string; text: string }[]
    expect(message?.title).toBe('Step 2: tableGone')
    expect(message?.text).toMatch(/^\S.+ Of \u2013\.$/)
    const condition = { type: 'formula', formula: '[x]' }
    const trigger = { on: 'on-click', condition }
    const untested = await messagesOf(
      actionOf({ trigger, effects: [go('b')], failureToast: { title: '{{[Error/Step]}}' } }),
      target,
    )
    expect(untested).toEqual({ end: 'failed', messages: [{ title: '0', text: '' }] })
    expect(target.shown).toEqual(['page a'])
  })

  it('name the steps that public embeds leave out instead of the message of the author, once if others ran', async () => {
    const target = host()
    const left = (step: string) => ({ effect: 'left-out', step })
    const words = { title: 'Saved', message: '' }
    const steps = { effects: [left('insert-rows'), go('a'), left('if-else')], successToast: words }
    const part = [
      { title: 'Done in part', text: 'Left out in public embeds: Insert row, If and its steps', tone: 'warning' },
    ]
    expect(await messagesOf(actionOf(steps), target)).toEqual({ end: 'done', messages: part })
    expect(await messagesOf(actionOf(steps), target)).toEqual({ end: 'done', messages: [] })
    expect(target.shown).toEqual(['page a', 'page a'])
    const all = [{ title: 'Not available in public embeds', text: 'Insert row', tone: 'danger' }]
    const none = actionOf({ effects: [left('insert-rows')] })
    expect(hasRunnable(none)).toBe(true)
    for (const _ of [1, 2]) expect(await messagesOf(none, target)).toEqual({ end: 'done', messages: all })
    const gone = { effect: 'delete-rows', table: 'gone', whichRows: { type: 'formula', formula: 'True' } }
    const failed = actionOf({ effects: [gone], onFailure: [left('call-api')], failureToast: words })
    expect(await messagesOf(failed, target)).toEqual({ end: 'failed', messages: [] })
  })

  it('may start further sequences by setting controls, five levels deep', async () => {
    const target = host()
    const set = { effect: 'set-control-value', control: 'Region', value: constant('text-list', ['East']) }
    const action = actionOf({ effects: [set] })
    const ends: unknown[] = []
    const again = (cause: { depth: number } | undefined) =>
      void runAction(action, looping, undefined, cause).then(
        (end) => ends.push(end),
        (error: unknown) => ends.push(error),
      )
    const looping = {
      ...target,
      setControl: (_id: string, _text: string | undefined, cause?: { depth: number }) => again(cause),
    }
    again(undefined)
    await expect.poll(() => ends.length).toBe(7)
    expect(ends.filter((end) => end === 'done')).toHaveLength(6)
    expect(ends.filter((end) => end !== 'done')).toEqual([new EffectFailure('tooDeep')])
  })
})
