import { createHmac } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, type Element, openEditorPlatform } from './every-field.ts'
import { inTheme, picture } from './pictures.ts'
import { saved } from './saved.ts'

const constant = (type: string, value: unknown) => ({ type: 'constant', value: { type, value } })

/** Sequences of effects on a click and on a selection: built in the panel, and run by readers of the workbook. */
describe.skipIf(!hasChromium)(`actions${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const source = { kind: 'table', elementId: 'sales' }
  const table = (): Element => ({
    id: 'regions',
    kind: 'table',
    name: 'Regions',
    source,
    columns: [
      { id: 'r', formula: '[Sales/Region]' },
      { id: 'v', formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
    ],
    groupings: [{ id: 'g', groupBy: ['r'], calculations: ['v'] }],
  })
  const notes = (): Element => ({
    id: 'notes',
    kind: 'input-table',
    name: 'Notes',
    source: { kind: 'empty', connectionId: platform.connectionId },
    inputMode: 'view',
    columns: [{ id: 'ID' }, { id: 'text', type: 'text', name: 'Note' }, { id: 'score', type: 'number', name: 'Score' }],
  })
  const control = (): Element => ({
    id: 'area',
    kind: 'control',
    controlType: 'list',
    controlId: 'Area',
    name: 'Area',
    mode: 'include',
    source: { kind: 'source', source, columnId: 'c5' },
    filters: [{ source: { kind: 'table', elementId: 'regions' }, columnId: 'r' }],
  })
  const button = (text: string, effects: object[], more: object = {}): Element => ({
    id: text.toLowerCase(),
    kind: 'button',
    text,
    actions: [{ id: `a-${text}`, trigger: 'on-click', name: `${text} it`, effects, ...more }],
  })
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const rowsOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  it('are sequences with conditions and messages, made by hand in the panel', async () => {
    const { page, panel, draft, workbookId } = await platform.edit([
      { id: 'go', kind: 'button', text: 'Go' },
      control(),
      table(),
      notes(),
    ])
    await page.locator('[data-element=go]').click()
    await panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await panel.getByRole('button', { name: 'Add action', exact: true }).click()
    const effect = (at: number) => panel.getByRole('combobox', { name: 'Effect' }).nth(at)
    const choose = async (at: number, name: string) => {
      await effect(at).click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    await choose(0, 'Set control value')
    await panel.getByRole('textbox', { name: 'Value: fixed value' }).fill('East, South')
    await panel.getByRole('button', { name: 'Add step' }).click()
    await choose(1, 'Insert row')
    await panel.getByRole('combobox', { name: 'Note from' }).click()
    await page.getByRole('option', { name: 'Control', exact: true }).click()
    await panel.getByRole('combobox', { name: 'Score from' }).click()
    await page.getByRole('option', { name: 'Fixed value', exact: true }).click()
    await panel.getByRole('textbox', { name: 'Score: fixed value' }).fill('7')
    await page.keyboard.press('Tab')
    await panel.getByRole('button', { name: 'Name, condition and message' }).click()
    await panel.getByRole('textbox', { name: 'Name of the action' }).fill('Note the area')
    await panel.getByRole('checkbox', { name: 'Say when it is done' }).check()
    await panel.getByRole('textbox', { name: 'Title of the message' }).fill('Noted')
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      await picture(page, `actions-panel-${theme}`)
    }

    await page.locator('[data-element=regions]').click({ position: { x: 60, y: 16 } })
    await panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await panel.getByRole('button', { name: 'Add action', exact: true }).click()
    await panel.getByRole('button', { name: 'Name, condition and message' }).click()
    await panel.getByRole('combobox', { name: 'When a cell is pressed in' }).click()
    await page.getByRole('option', { name: 'Region', exact: true }).click()
    await panel.getByRole('checkbox', { name: 'Only for some values' }).check()
    await panel.getByRole('combobox', { name: 'Comparison' }).click()
    await page.getByRole('option', { name: 'is not', exact: true }).click()
    await panel.getByRole('textbox', { name: 'Value', exact: true }).fill('South')
    await saved(page)
    const made = await draft.elements()
    expect(made.go?.actions).toMatchObject([
      {
        trigger: 'on-click',
        name: 'Note the area',
        successToast: { showMessage: 'shown', title: 'Noted' },
        effects: [
          { effect: 'set-control-value', control: 'Area', value: constant('text-list', ['East', 'South']) },
          {
            effect: 'insert-rows',
            table: 'notes',
            values: { text: { type: 'control', control: 'Area' }, score: constant('number', 7) },
          },
        ],
      },
    ])
    expect(made.regions?.actions).toMatchObject([
      {
        trigger: {
          on: 'on-select',
          columnId: 'r',
          condition: { type: 'column', column: 'r', condition: '!=', value: 'South' },
        },
        effects: [{ effect: 'set-control-value', control: 'Area', value: { type: 'column', column: 'r' } }],
      },
    ])

    await platform.publishAndCopy(page, workbookId)
    const reader = await platform.reader(workbookId, 'Analyze')
    const regions = rowsOf(reader, 'Regions')
    await regions.getByText('Online', { exact: true }).waitFor()
    await press(reader, 'Go')
    await reader.getByText('Noted', { exact: true }).waitFor()
    await expect.poll(() => regions.getByText('Online', { exact: true }).count()).toBe(0)
    await rowsOf(reader, 'Notes').getByRole('gridcell', { name: 'East' }).waitFor()
    // A click on a cell of the column, except on the value that the condition excludes.
    await regions.getByText('South', { exact: true }).click()
    await regions.getByText('East', { exact: true }).click()
    await expect.poll(() => regions.getByText('South', { exact: true }).count()).toBe(0)
    expect(new URL(reader.url()).searchParams.get('Area')).toBe('East')
    expect(await faultsInBothThemes(reader)).toEqual([])
    await picture(reader, 'actions-reader')
    await reader.context().close()
    await page.context().close()
  })

  it('change rows, clear controls, open addresses and workbooks, refresh elements, and stop when a step fails', async () => {
    const match = (condition: string, value: unknown) => ({ type: 'column-match', column: 'text', condition, value })
    const { page, workbookId } = await platform.edit([
      button('Fill', [{ effect: 'insert-rows', table: 'notes', values: { text: constant('text', 'first') } }]),
      button('Rate', [
        {
          effect: 'update-rows',
          table: 'notes',
          whichRows: match('=', 'first'),
          values: { score: constant('number', 42) },
        },
      ]),
      button('Wipe', [
        { effect: 'delete-rows', table: 'notes', whichRows: { type: 'formula', formula: 'True' } },
        { effect: 'navigate', target: { type: 'page', page: 'p2' } },
      ]),
      button('Pick', [{ effect: 'set-control-value', control: 'Area', value: constant('text-list', ['East']) }]),
      button('Clear', [{ effect: 'clear-control', scope: { type: 'workbook' } }]),
      button('Visit', [
        { effect: 'open-url', url: 'http://127.0.0.1:9/x', openTarget: '_blank' },
        { effect: 'close-overlay' },
      ]),
      button('Again', [{ effect: 'refresh-element', target: { type: 'element', element: 'regions' } }]),
      button('Break', [
        { effect: 'set-control-value', control: 'Area', value: { type: 'agent-input', inputName: 'area' } },
        { effect: 'navigate', target: { type: 'page', page: 'p2' } },
        { effect: 'close-overlay' },
      ]),
      control(),
      table(),
      notes(),
    ])
    await page.context().close()
    const reader = await platform.reader(workbookId, 'Act')
    const note = (name: string) => rowsOf(reader, 'Notes').getByRole('gridcell', { name, exact: true })
    await press(reader, 'Fill')
    await note('first').waitFor()
    await press(reader, 'Rate')
    await note('42.00').waitFor()
    const regions = rowsOf(reader, 'Regions')
    await press(reader, 'Pick')
    await expect.poll(() => regions.getByText('South', { exact: true }).count()).toBe(0)
    await press(reader, 'Clear')
    await regions.getByText('South', { exact: true }).waitFor()
    const asked = reader.waitForRequest(
      (request) => /\/data/.test(request.url()) && /"refresh":true/.test(request.postData() ?? ''),
    )
    await press(reader, 'Again')
    expect(JSON.parse((await asked).postData() ?? '{}')).toMatchObject({ elementIds: ['regions'] })
    const opened = reader.context().waitForEvent('page')
    await press(reader, 'Visit')
    await (await opened).close()
    await press(reader, 'Break')
    await reader.getByText('Break it stopped').first().waitFor()
    await reader.getByText('One of its steps cannot run here.').first().waitFor()
    await regions.waitFor()
    await press(reader, 'Wipe')
    await rowsOf(reader, 'Sales').waitFor()
    await reader.context().close()
  })

  it('are paused one by one and all at once, until the author resumes them or refreshes', async () => {
    const { page, panel, draft } = await platform.edit([
      button('Pick', [{ effect: 'set-control-value', control: 'Area', value: constant('text-list', ['East']) }]),
      button('Leave', [{ effect: 'open-url', url: 'http://127.0.0.1:9/x', openTarget: '_blank' }]),
      control(),
      table(),
    ])
    const before = (await draft.elements()).pick?.actions
    const more = async (item: string) => {
      await panel.getByRole('button', { name: 'More about this action' }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    const paused = panel.getByText('paused', { exact: true })
    await page.locator('[data-element="pick"]').click()
    await panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await more('Pause')
    await paused.waitFor()
    await panel.getByText('Some actions are paused.').waitFor()
    await more('Pause all actions')
    await panel.getByText('All actions are paused.').waitFor()
    await page.locator('[data-element="leave"]').click()
    await paused.waitFor()
    await page.getByRole('button', { name: 'Page overview' }).click()
    await expect.poll(() => page.getByTitle('Paused: it does not run').count()).toBe(3)
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      await picture(page, `actions-paused-${theme}`)
    }
    await inTheme(page, 'light')
    await more('Resume')
    await paused.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'More about publishing' }).click()
    await page.getByRole('menuitem', { name: 'Preview with View access' }).click()
    const regions = rowsOf(page, 'Regions')
    await regions.getByText('South', { exact: true }).waitFor()
    await page.getByText('Some actions are paused.').waitFor()
    await page.getByRole('link', { name: 'Leave', exact: true }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'actions-paused-preview')
    // A click does nothing while paused, and runs the effects again when resumed.
    const asked: string[] = []
    page.on('request', (request) => /"East"/.test(request.postData() ?? '') && asked.push(request.url()))
    await press(page, 'Pick')
    await page.getByRole('button', { name: 'Resume all actions' }).click()
    await page.getByRole('button', { name: 'Pause all actions' }).waitFor()
    expect(asked).toEqual([])
    await press(page, 'Pick')
    await expect.poll(() => regions.getByText('South', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Pause all actions' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Exit preview' }).click()

    await page.getByRole('button', { name: 'Fields, document menu' }).click()
    await page.getByRole('menuitem', { name: 'Resume all actions' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[data-element="pick"]').click()
    await panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await paused.waitFor()
    await page.getByRole('button', { name: 'Refresh data' }).click()
    await paused.waitFor({ state: 'detached' })
    // None of it changes the document.
    expect((await draft.elements()).pick?.actions).toEqual(before)
    await page.context().close()
  })

  it('are copied into another element and, after a reload, into another workbook', async () => {
    const pick = { effect: 'set-control-value', control: 'Area', value: constant('text-list', ['East']) }
    const copied = [pick, { effect: 'close-overlay' }]
    const first = await platform.edit([button('Pick', copied), control(), table()])
    await first.page.locator('[data-element="pick"]').click()
    await first.panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await first.panel.getByRole('button', { name: 'More about this action' }).click()
    await first.page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
    await first.page.getByText('Action copied').first().waitFor()
    const { origin, storage } = await first.page.evaluate(() => ({
      origin: location.origin,
      storage: Object.entries(localStorage),
    }))
    await first.page.reload()
    await first.page.locator('[data-element="regions"]').click()
    await first.panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await first.panel.getByRole('button', { name: 'Paste action' }).click()
    await expect
      .poll(async () => (await first.draft.elements()).regions?.actions)
      .toMatchObject([{ trigger: 'on-select', name: 'Pick it', effects: copied }])
    expect(await faultsInBothThemes(first.page)).toEqual([])
    await picture(first.page, 'actions-pasted')
    await first.page.context().close()

    // Another context of the browser; it gets the storage that it would share with the tab of the other workbook.
    const second = await platform.edit([button('Leave', [{ effect: 'close-overlay' }]), table()])
    expect(new URL(second.page.url()).origin).toBe(origin)
    await second.page.evaluate((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    }, storage)
    await second.page.reload()
    await second.page.locator('[data-element="leave"]').click()
    await second.panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await second.panel.getByRole('button', { name: 'Paste action' }).click()
    await second.page.getByText('Left out: Set control value (Area).').first().waitFor()
    await picture(second.page, 'actions-pasted-in-part')
    await expect
      .poll(async () => (await second.draft.elements()).leave?.actions)
      .toMatchObject([{ name: 'Leave it' }, { name: 'Pick it', effects: [{ effect: 'close-overlay' }] }])
    await second.page.keyboard.press('Control+z')
    await expect.poll(async () => (await second.draft.elements()).leave?.actions).toHaveLength(1)
    await second.page.context().close()
  })

  it('are started by a webhook, which the menu of an action creates', async () => {
    const values = { text: constant('text', 'quiet'), score: constant('number', 1) }
    const { page, panel, workbookId } = await platform.edit([
      button('Note', [{ effect: 'insert-rows', table: 'notes', values }]),
      notes(),
    ])
    await page.locator('[data-element="note"]').click()
    await panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await panel.getByRole('combobox', { name: 'Note from' }).click()
    await page.getByRole('option', { name: 'The request of a webhook' }).click()
    await panel.getByRole('textbox', { name: 'Note: key in the request' }).fill('words')
    await saved(page)
    await platform.publishAndCopy(page, workbookId)
    await panel.getByRole('button', { name: 'More about this action' }).click()
    await page.getByRole('menuitem', { name: 'Start by webhook…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Webhook of Note it' })
    await dialog.getByRole('button', { name: 'Make webhook' }).click()
    const secret = await dialog.getByLabel('Secret for signatures').inputValue()
    const address = await dialog.getByLabel('Address', { exact: true }).inputValue()
    expect(await dialog.getByLabel('Body of the request, as JSON').inputValue()).toBe('{"words":"text"}')
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'webhook-made')
    const body = '{"words":"from outside"}'
    const time = Math.floor(Date.now() / 1000)
    const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'octavo-signature': `t=${time},v1=${mac}` }
    expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(202)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await rowsOf(page, 'Notes').getByRole('gridcell', { name: 'from outside' }).waitFor()
    await panel.getByRole('button', { name: 'More about this action' }).click()
    await page.getByRole('menuitem', { name: 'Start by webhook…' }).click()
    await dialog.getByText(/Last run .*: done\./).waitFor()
    await page.context().close()
  })

  it('branch by formulas and do something when a step fails, made by hand in the panel', async () => {
    const text = (controlId: string): Element => ({
      id: controlId.toLowerCase(),
      kind: 'control',
      controlType: 'text',
      mode: 'equals',
      controlId,
      name: controlId,
    })
    const { page, panel, draft, workbookId } = await platform.edit([
      text('Place'),
      text('Said'),
      text('Word'),
      { id: 'go', kind: 'button', text: 'Go' },
    ])
    const pick = async (field: Locator, name: string) => {
      await field.click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    const effectIn = (within: Locator) => within.getByRole('combobox', { name: 'Effect' }).first()
    const valueIn = (within: Locator) => within.getByRole('combobox', { name: 'Value from' }).first()
    const addStep = (within: Locator) => within.getByRole('button', { name: 'Add step' }).click()
    const group = (name: string) => panel.getByRole('group', { name, exact: true })
    await page.locator('[data-element=go]').click()
    await panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await panel.getByRole('button', { name: 'Add action', exact: true }).click()
    await pick(effectIn(panel), 'Set control value')
    await pick(panel.getByRole('combobox', { name: 'Target' }), 'Said')
    await pick(valueIn(panel), 'Formula')
    await panel.getByRole('textbox', { name: 'Value: formula' }).fill('Upper([Word])')
    await panel.getByRole('button', { name: 'Add if', exact: true }).click()
    await group('If').getByRole('textbox', { name: 'Formula', exact: true }).fill('[Word] = "east"')
    await pick(effectIn(group('If')), 'Set control value')
    await group('If').getByRole('textbox', { name: 'Value: fixed value' }).fill('inside')
    await panel.getByRole('button', { name: 'Add else if' }).click()
    await pick(group('Else if').getByRole('combobox', { name: 'Condition' }), 'Value of a control')
    await pick(group('Else if').getByRole('combobox', { name: 'Control', exact: true }), 'Word')
    await group('Else if').getByRole('textbox', { name: 'Values, with commas between' }).fill('north, south')
    await addStep(group('Else if'))
    await pick(effectIn(group('Else if')), 'Set control value')
    await group('Else if').getByRole('textbox', { name: 'Value: fixed value' }).fill('beside')
    await panel.getByRole('button', { name: 'Add else', exact: true }).click()
    await addStep(group('Else'))
    await pick(effectIn(group('Else')), 'Set control value')
    // Nobody sends a value here: the step fails.
    await pick(valueIn(group('Else')), 'The request of a webhook')
    await panel.getByRole('button', { name: 'Name, condition and message' }).click()
    await panel.getByRole('checkbox', { name: 'Only under a condition' }).check()
    await panel.getByRole('textbox', { name: 'Formula', exact: true }).first().fill('IsNotNull([Word])')
    await panel.getByRole('checkbox', { name: 'Say something else when it fails' }).check()
    await panel.getByRole('textbox', { name: 'Title of the failure message' }).fill('It went wrong')
    await panel.getByRole('checkbox', { name: 'Do something when a step fails' }).check()
    await addStep(group('When a step fails'))
    await pick(effectIn(group('When a step fails')), 'Set control value')
    await pick(valueIn(group('When a step fails')), 'Formula')
    await group('When a step fails').getByRole('textbox', { name: 'Value: formula' }).fill('[Error/Message]')
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      await picture(page, `actions-branches-${theme}`)
    }
    await inTheme(page, 'light')
    await saved(page)
    const place = (value: object) => ({ effect: 'set-control-value', control: 'Place', value })
    const formula = (written: string) => ({ type: 'formula', formula: written })
    expect((await draft.elements()).go?.actions).toMatchObject([
      {
        trigger: { on: 'on-click', condition: formula('IsNotNull([Word])') },
        effects: [
          { effect: 'set-control-value', control: 'Said', value: formula('Upper([Word])') },
          {
            effect: 'if-else',
            branches: [
              { condition: formula('[Word] = "east"'), effects: [place(constant('text', 'inside'))] },
              { condition: { type: 'control', control: 'Word' }, effects: [place(constant('text', 'beside'))] },
            ],
            else: [place({ type: 'agent-input' })],
          },
        ],
        failureToast: { title: 'It went wrong' },
        onFailure: [place(formula('[Error/Message]'))],
      },
    ])
    // Dragged before the other step, and moved back by a key, which the menu of the step keeps the focus for.
    const order = async () => {
      const actions = (await draft.elements()).go?.actions as { effects: { effect: string }[] }[] | undefined
      return actions?.[0]?.effects.map(({ effect }) => effect)
    }
    const [first, second] = [0, 1].map((at) => panel.locator('[data-drag-handle]').nth(at)) as [Locator, Locator]
    await second.dragTo(first, { targetPosition: { x: 4, y: 4 } })
    await expect.poll(order).toEqual(['if-else', 'set-control-value'])
    await panel.getByRole('button', { name: 'More about step 1', exact: true }).first().press('Alt+ArrowDown')
    await expect.poll(order).toEqual(['set-control-value', 'if-else'])
    await platform.publishAndCopy(page, workbookId)
    await page.context().close()

    const reader = await platform.reader(workbookId)
    const inAddress = (name: string) => new URL(reader.url()).searchParams.get(name)
    for (const [word, shown] of [
      ['east', 'inside'],
      ['south', 'beside'],
      ['west', 'One of its steps cannot run here.'],
    ] as const) {
      await reader.getByRole('textbox', { name: 'Word', exact: true }).fill(word)
      await reader.getByRole('textbox', { name: 'Word', exact: true }).press('Enter')
      await expect.poll(() => inAddress('Word')).toBe(word)
      await press(reader, 'Go')
      if (word === 'west') await reader.getByText('It went wrong', { exact: true }).first().waitFor()
      await expect.poll(() => inAddress('Place')).toBe(shown)
      await expect.poll(() => inAddress('Said')).toBe(word.toUpperCase())
    }
    await reader.context().close()
  }, 240_000)

  it('change an element for the reader who starts them, made by hand in the panel', async () => {
    const plain = {
      ...table(),
      groupings: undefined,
      columns: [
        { id: 'r', formula: '[Sales/Region]' },
        { id: 'v', formula: '[Sales/Revenue]', name: 'Revenue' },
      ],
    }
    const which: Element = {
      id: 'which',
      kind: 'control',
      controlType: 'segmented',
      controlId: 'Which',
      name: 'Which',
      source: { kind: 'manual', valueType: 'text', values: ['Region', 'Revenue'] },
    }
    const named = { type: 'show-columns', columns: { type: 'control', control: 'Which' }, others: 'opposite' }
    const { page, panel, draft, workbookId } = await platform.edit([
      { id: 'go', kind: 'button', text: 'Go' },
      button('Named', [{ effect: 'modify-element', element: 'regions', change: named }]),
      which,
      plain,
    ])
    const pick = async (name: string, option: string) => {
      await panel.getByRole('combobox', { name, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await page.locator('[data-element=go]').click()
    await panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await panel.getByRole('button', { name: 'Add action', exact: true }).click()
    await pick('Effect', 'Modify element')
    await pick('Target', 'Regions')
    await pick('Change', 'Hide columns')
    await panel.getByRole('checkbox', { name: 'Revenue', exact: true }).check()
    await saved(page)
    const change = { type: 'hide-columns', columns: { type: 'columns', columns: ['v'] } }
    expect((await draft.elements()).go?.actions).toMatchObject([
      { trigger: 'on-click', effects: [{ effect: 'modify-element', element: 'regions', change }] },
    ])
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      await picture(page, `modify-element-${theme}`)
    }
    await platform.publishAndCopy(page, workbookId)
    await page.context().close()

    const reader = await platform.reader(workbookId)
    const head = (name: string) => rowsOf(reader, 'Regions').getByRole('columnheader', { name })
    await head('Revenue').waitFor()
    await press(reader, 'Go')
    await head('Revenue').waitFor({ state: 'detached' })
    await head('Region').waitFor()
    await picture(reader, 'modified-element')
    await rowsOf(reader, 'Regions').getByText('South', { exact: true }).first().waitFor()
    await reader.getByText('Revenue', { exact: true }).first().click()
    await expect.poll(() => new URL(reader.url()).searchParams.get('Which')).toBe('Revenue')
    await expect.poll(() => reader.getByRole('radio', { name: 'Revenue', exact: true }).isChecked()).toBe(true)
    await press(reader, 'Named')
    await head('Revenue').waitFor()
    await head('Region').waitFor({ state: 'detached' })
    await reader.reload()
    await head('Revenue').waitFor()
    await head('Region').waitFor()
    await reader.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
