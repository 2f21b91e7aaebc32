import type { SequenceValue } from '@octavo/core/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api.ts'
import { actionsOf, type ChosenMark, EffectFailure, isOfColumn, isRunnable, runAction } from './index.ts'
import { actionOf, constant, go, host, runEffects, stubPage, value } from './testing.ts'

stubPage()

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

  it('that change rows say in the words of the app why the server refused', async () => {
    const problems = [{ path: 'deleteWhere[0]', message: 'sent', code: 'not_one_match', values: { value: '3' } }]
    const refused = new ApiError(400, { code: 'invalid_request', message: 'sent', details: { problems } })
    const other = new ApiError(500, { code: 'internal', message: 'sent' })
    const steps = [{ effect: 'insert-rows', table: 'notes', values: { text: constant('text', 'a') } }]
    const failing = (error: ApiError) => runEffects(steps, { ...host(), changeRows: () => Promise.reject(error) })
    await expect(failing(refused)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Exactly one row has to match, and 3 match. Nothing was changed.',
      problems,
    })
    await expect(failing(other)).rejects.toBe(other)
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
})
