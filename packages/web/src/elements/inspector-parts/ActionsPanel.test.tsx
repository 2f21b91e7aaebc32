// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view'
import { findElement, readFormN } from '@octavo/core/document'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { DraftEditor } from '../../editor/draft/draft-editor.ts'
import { DraftServer, KeptEdits, TestClock } from '../../editor/draft/testing.ts'
import { EditorProvider, type OpenPage, OpenPageProvider, PageState, useEditorState } from '../../editor/index.ts'
import { TooltipProvider } from '../../ui/index.ts'
import { type Notice, showOn } from '../../ui/notify.ts'
import { withPeople } from '../effects/notify-and-export/choices.ts'
import { ActionsPanel } from './ActionsPanel.tsx'
import '../../i18n/editor.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const text = (controlId: string) => ({ id: controlId, kind: 'control', controlType: 'text', mode: 'equals', controlId })

/** The panel of an element over a draft. Returns its actions as the draft has them. */
function open(elementId: string, actions: object[] = [], more: object[] = []) {
  const go = button('go', elementId === 'go' ? actions : [])
  const word = elementId === 'Word' && actions.length > 0 ? { ...text('Word'), actions } : text('Word')
  return openIn({ pages: [{ id: 'p1', name: 'First', elements: [text('Place'), word, go, ...more] }] }, elementId)
}

const button = (id: string, actions: object[] = []) => ({ id, kind: 'button', text: 'Go', actions })

function openIn(written: object, elementId: string) {
  const { document } = readFormN({ schemaVersion: 1, ...written })
  const server = new DraftServer(document)
  const editor = new DraftEditor({
    draft: server.draft(),
    memberId: 'ann',
    transport: server.transport('ann'),
    unsent: new KeptEdits(),
    clock: new TestClock(),
  })
  const page = { document, state: new PageState() } as unknown as OpenPage
  function Panel() {
    const element = useEditorState((state) => findElement(state.document, elementId))
    return element ? <ActionsPanel element={element} /> : null
  }
  render(
    <TooltipProvider>
      <QueryClientProvider client={new QueryClient()}>
        <OpenPageProvider value={page}>
          <EditorProvider value={editor}>
            <Panel />
          </EditorProvider>
        </OpenPageProvider>
      </QueryClientProvider>
    </TooltipProvider>,
  )
  const actionsNow = () => editor.state.document.elements[elementId]?.actions
  return Object.assign(actionsNow, { undo: () => act(() => editor.undo()) })
}

type Place = Pick<typeof screen, 'getByRole' | 'getAllByRole' | 'findByRole'>
const press = (name: string, place: Place = screen) => fireEvent.click(place.getByRole('button', { name }))
const write = (name: string, value: string, place: Place = screen) =>
  fireEvent.change(place.getByRole('textbox', { name }), { target: { value } })
async function writeFormula(name: string, formula: string, place: Place = screen) {
  const field = await place.findByRole('textbox', { name }, { timeout: 30_000 })
  const view = EditorView.findFromDOM(field)
  if (!view) throw new Error(`${name} is no field for a formula.`)
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: formula } }))
  return view
}
const check = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))
const group = (name: string) => within(screen.getByRole('group', { name }))
async function choose(field: string, name: string, place: Place = screen) {
  const [box] = place.getAllByRole('combobox', { name: field })
  if (!box) throw new Error(`No field ${field}.`)
  fireEvent.click(box)
  const option = await screen.findByRole('option', { name }, { timeout: 30_000 })
  fireEvent.pointerDown(option)
  fireEvent.mouseUp(option)
  fireEvent.click(option)
}
/** Chooses a command of a menu. */
async function pick(command: string, menu: string, place: Place = screen) {
  const [trigger] = place.getAllByRole('button', { name: menu })
  if (!trigger) throw new Error(`No menu ${menu}.`)
  fireEvent.click(trigger)
  fireEvent.click(await screen.findByRole('menuitem', { name: command }, { timeout: 30_000 }))
}
const set = (value: object) => ({ effect: 'set-control-value', control: 'Place', value })
const formula = (written: string) => ({ type: 'formula', formula: written })
const constant = (value: string) => ({ type: 'constant', value: { type: 'text', value } })

it('an if can be built with its branches, conditions and formulas', async () => {
  const actions = open('go', [{ id: 'a', trigger: 'on-click', effects: [set(constant(''))] }])
  await choose('Value from', 'Formula')
  await writeFormula('Value: formula', 'Upper([Word])')
  press('Add if')
  await writeFormula('Formula', '[Word] = "east"', group('If'))
  press('Add else if')
  await choose('Condition', 'Value of a control', group('Else if'))
  await choose('Control', 'Word', group('Else if'))
  write('Values, with commas between', 'north, south', group('Else if'))
  press('Add else')
  press('Add step', group('Else'))
  await choose('Effect', 'Close modal, drawer or popover', group('Else'))
  const oneOf = { cond: 'In', value: { type: 'text-list', value: ['north', 'south'] } }
  expect(actions()).toMatchObject([
    {
      trigger: 'on-click',
      effects: [
        set(formula('Upper([Word])')),
        {
          effect: 'if-else',
          branches: [
            { condition: formula('[Word] = "east"'), effects: [{ effect: 'navigate' }] },
            { condition: { type: 'control', control: 'Word', ...oneOf }, effects: [] },
          ],
          else: [{ effect: 'close-overlay' }],
        },
      ],
    },
  ])
})

it('the settings of an action add a condition, a message and steps for a failure', async () => {
  const close = { effect: 'close-overlay' }
  const actions = open('go', [{ id: 'a', trigger: 'on-click', effects: [close] }])
  press('Name, condition and message')
  check('Only under a condition')
  await writeFormula('Formula', 'IsNotNull([Word])')
  check('Say something else when it fails')
  await writeFormula('Title of the failure message', 'It went wrong: {{[Error/Mesage]}}')
  expect((await screen.findByRole('alert')).textContent).toContain('Mesage')
  await writeFormula('Title of the failure message', 'It went wrong: {{[Error/Message]}}\nagain')
  expect(screen.queryByRole('alert')).toBeNull()
  check('Do something when a step fails')
  press('Add step', group('When a step fails'))
  await choose('Effect', 'Set control value', group('When a step fails'))
  await choose('Value from', 'Formula', group('When a step fails'))
  await writeFormula('Value: formula', '[Error/Message]', group('When a step fails'))
  expect(actions()).toEqual([
    {
      id: 'a',
      trigger: { on: 'on-click', condition: formula('IsNotNull([Word])') },
      effects: [close],
      failureToast: { showMessage: 'shown', title: 'It went wrong: {{[Error/Message]}} again' },
      onFailure: [set(formula('[Error/Message]'))],
    },
  ])
})

it('a formula with an unknown name has a problem, and Escape restores the previous formula', async () => {
  const condition = formula('[Word] = "east"')
  const actions = open('go', [
    { id: 'a', trigger: { on: 'on-click', condition }, effects: [{ effect: 'close-overlay' }] },
  ])
  press('Name, condition and message')
  const view = await writeFormula('Formula', '[Nothing] = "east"')
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing')
  expect(actions()).toMatchObject([{ trigger: { condition: formula('[Nothing] = "east"') } }])
  fireEvent.keyDown(view.contentDOM, { key: 'Escape', keyCode: 27 })
  expect(actions()).toMatchObject([{ trigger: { condition } }])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('branches and steps can be removed, down to one step', async () => {
  const close = { effect: 'close-overlay' }
  const branch = { condition: formula('True'), effects: [close] }
  const fork = { effect: 'if-else', branches: [branch, branch], else: [close] }
  const action = { id: 'a', trigger: 'on-click', effects: [fork, close] }
  const actions = open('go', [{ ...action, onFailure: [close] }])
  press('Delete branch', group('Else'))
  press('Delete branch', group('Else if'))
  await pick('Delete step', 'More about step 1', group('When a step fails'))
  expect(actions()).toEqual([{ ...action, effects: [{ effect: 'if-else', branches: [branch] }, close], onFailure: [] }])
  await pick('Delete if', 'More about step 1', group('If'))
  expect(actions()).toEqual([{ ...action, effects: [close], onFailure: [] }])
  expect(screen.queryByRole('button', { name: 'More about step 1' })).toBeNull()
})

it('steps are moved by menu and keys, each move is one undo step, and the focus stays', async () => {
  const steps = ['a', 'b', 'c'].map((page) => ({ effect: 'navigate', target: { type: 'page', page } }))
  const actions = open('go', [{ id: 'a', trigger: 'on-click', effects: steps }])
  const order = () => (actions() as [{ effects: typeof steps }])[0].effects.map(({ target }) => target.page).join('')
  await pick('Move down', 'More about step 1')
  expect(order()).toBe('bac')
  const menu = screen.getByRole('button', { name: 'More about step 3' })
  menu.focus()
  const key = (name: string) => fireEvent.keyDown(menu, { key: name, altKey: true })
  key('ArrowUp')
  expect([order(), document.activeElement?.getAttribute('aria-label')]).toEqual(['bca', 'More about step 2'])
  key('ArrowUp')
  key('ArrowUp')
  expect([order(), document.activeElement?.getAttribute('aria-label')]).toEqual(['cba', 'More about step 1'])
  key('ArrowDown')
  expect(order()).toBe('bca')
  const undone = ['cba', 'bca', 'bac', 'abc'].map(() => {
    actions.undo()
    return order()
  })
  expect(undone).toEqual(['cba', 'bca', 'bac', 'abc'])
})

it('a list keeps a typed comma, and an action can be restricted to a value of its control', () => {
  const actions = open('Word', [{ id: 'a', trigger: 'on-change', effects: [{ effect: 'close-overlay' }] }])
  press('Name, condition and message')
  check('Only for some values')
  write('Values, with commas between', 'leave,')
  const list = screen.getByRole('textbox', { name: 'Values, with commas between' })
  expect(list).toHaveProperty('value', 'leave,')
  write('Values, with commas between', 'leave,go')
  fireEvent.blur(list)
  expect(list).toHaveProperty('value', 'leave, go')
  const value = { type: 'text-list', value: ['leave', 'go'] }
  expect(actions()).toMatchObject([
    { trigger: { on: 'on-change', condition: { type: 'constant', cond: 'In', value } } },
  ])
  check('Only for some values')
  expect(actions()).toMatchObject([{ trigger: 'on-change' }])
})

it('an if can be nested at most five deep', () => {
  const nested = (levels: number): object => ({
    effect: 'if-else',
    branches: [
      { condition: formula('True'), effects: levels > 1 ? [nested(levels - 1)] : [{ effect: 'close-overlay' }] },
    ],
  })
  open('go', [{ id: 'a', trigger: 'on-click', effects: [nested(5)] }])
  expect(screen.getAllByRole('button', { name: 'Add step' })).toHaveLength(6)
  expect(screen.getAllByRole('button', { name: 'Add if' })).toHaveLength(5)
})

it('a step with a result can be named for later steps', () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ entries: [], total: 0 })))
  const step = { effect: 'call-stored-procedure', connectionId: '', path: ['public', 'count_orders'], arguments: [] }
  const actions = open('go', [{ id: 'a', trigger: 'on-click', effects: [step, { effect: 'close-overlay' }] }])
  screen.getByText('Later steps know the result as [count_orders].')
  write('Name of the result', 'orders')
  screen.getByText('Later steps know the result as [orders].')
  expect(actions()).toMatchObject([{ effects: [{ ...step, name: 'orders' }, { effect: 'close-overlay' }] }])
})

it('recipients are members and teams, found by name; recipients that are not listed stay', async () => {
  const ann = { memberId: 'ann', firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }
  const ben = { memberId: 'ben', firstName: 'Ben', lastName: 'Roe', email: 'ben@example.com' }
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://octavo.test')
    if (pathname === '/v2/members/ben') return Response.json(ben)
    if (pathname === '/v2.1/members') {
      asked.push(searchParams.get('query') ?? '')
      return Response.json({ entries: searchParams.has('query') ? [ann] : [ben] })
    }
    if (pathname === '/v2.1/teams') return Response.json({ entries: [{ teamId: 'north', name: 'Annual reports' }] })
    return Response.json({ code: 'not_found', message: 'There is no such team.' }, { status: 404 })
  })
  const byControl = { type: 'dynamic', value: { type: 'control', control: 'Word' } }
  const hidden = { type: 'team', teamId: 'hidden' }
  const step = { effect: 'notify-and-export', destination: 'email' }
  const recipients = [{ type: 'member', memberId: 'ben' }, hidden, byControl]
  const actions = open('go', [{ id: 'a', trigger: 'on-click', effects: [{ ...step, recipients }] }])
  const patience = { timeout: 30_000 }
  await screen.findByRole('button', { name: 'Remove A team that you do not see' }, patience)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ben Roe' }, patience))
  expect(actions()).toMatchObject([{ effects: [{ ...step, recipients: [byControl, hidden] }] }])
  const field = screen.getByLabelText('Members and teams')
  field.focus()
  fireEvent.change(field, { target: { value: 'ann' } })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  const option = await screen.findByRole('option', { name: /Ann Lee/ }, patience)
  await screen.findByRole('option', { name: /Annual reports/ }, patience)
  fireEvent.pointerDown(option)
  fireEvent.mouseUp(option)
  fireEvent.click(option)
  await screen.findByRole('button', { name: 'Remove Ann Lee' }, patience)
  expect(asked).toContain('ann')
  const chosen = [byControl, hidden, { type: 'member', memberId: 'ann' }]
  expect(actions()).toMatchObject([{ effects: [{ ...step, recipients: chosen }] }])
  expect(withPeople(chosen, ['team:north'])).toEqual([byControl, { type: 'team', teamId: 'north' }])
})

it('a formula can select rows of an input table', async () => {
  const all = { effect: 'delete-rows', table: 'notes', whichRows: formula('True') }
  const source = { kind: 'empty', connectionId: 'c' }
  const columns = [{ id: 'text', type: 'text', name: 'Note' }]
  const notes = { id: 'notes', kind: 'input-table', name: 'Notes', source, columns }
  const actions = open('go', [{ id: 'a', trigger: 'on-click', effects: [all] }], [notes])
  expect(screen.queryByRole('textbox', { name: 'Condition on the rows' })).toBeNull()
  await choose('Which rows', 'Rows where…')
  // Text that means all rows while it is being typed is still a formula.
  for (const typed of ['True', 'True and [Note] = "old"']) await writeFormula('Condition on the rows', typed)
  expect(screen.queryByRole('alert')).toBeNull()
  const [action] = actions() as { effects: object[] }[]
  expect(action?.effects).toEqual([{ ...all, whichRows: formula('True and [Note] = "old"') }])
  for (const [typed, problem] of [
    ['[Notice] = "old"', 'Notice'],
    ['Upper([Note])', 'true or false'],
  ] as const) {
    const view = await writeFormula('Condition on the rows', typed)
    expect((await screen.findByRole('alert')).textContent).toContain(problem)
    fireEvent.keyDown(view.contentDOM, { key: 'Escape', keyCode: 27 })
  }
  await choose('Which rows', 'All rows')
  expect(screen.queryByRole('textbox', { name: 'Condition on the rows' })).toBeNull()
  expect(actions()).toMatchObject([{ effects: [all] }])
})

it('an action can be pasted into another element and another workbook, which names what it does not have', async () => {
  const shown: string[] = []
  const add = ({ title, text }: Notice) => `${shown.push([title, text].filter(Boolean).join(' '))}`
  showOn({ add, change: () => {}, close: () => {} })
  const effects = [set(formula('[Word]')), { effect: 'close-overlay' }]
  open('go', [{ id: 'a', name: 'Clear', trigger: 'on-click', effects }])
  await pick('Copy', 'More about this action')
  expect(shown).toEqual(['Action copied'])
  cleanup()
  const sameBook = open('Word')
  press('Paste action')
  expect(sameBook()).toEqual([{ id: expect.not.stringMatching(/^a$/), name: 'Clear', trigger: 'on-change', effects }])
  sameBook.undo()
  expect(sameBook()).toBeUndefined()
  expect(shown).toHaveLength(1)
  cleanup()
  const otherBook = openIn({ pages: [{ id: 'q', name: 'Other', elements: [text('Other'), button('other')] }] }, 'other')
  press('Paste action')
  expect(otherBook()).toMatchObject([{ effects: [{ effect: 'close-overlay' }] }])
  expect(shown.at(-1)).toBe('Pasted in part Left out: Set control value (Place).')
  cleanup()
  const half = openIn({ pages: [{ id: 'q', name: 'Half', elements: [text('Place'), button('other')] }] }, 'other')
  press('Paste action')
  expect(half()).toMatchObject([{ effects }])
  expect(shown.at(-1)).toBe('Pasted in part Its formulas name what does not exist here: [Word].')
})

it('the controls of one tab of a container can be cleared', async () => {
  const tabs = { id: 'tabs', kind: 'tabbed-container', tabs: [{ name: 'Places' }, { name: '' }] }
  const box = { id: 'box', kind: 'container' }
  const actions = open('go', [{ id: 'a', trigger: 'on-click', effects: [clear({ type: 'workbook' })] }], [tabs, box])
  await choose('Which controls', 'Those in a container')
  expect(actions()).toMatchObject([{ effects: [clear({ type: 'container', container: 'tabs' })] }])
  await choose('Tab', 'Tab 2')
  expect(actions()).toMatchObject([{ effects: [clear({ type: 'container', container: 'tabs', tab: 1 })] }])
  await choose('Tab', 'All tabs')
  expect(actions()).toEqual([expect.objectContaining({ effects: [clear({ type: 'container', container: 'tabs' })] })])
  await choose('Tab', 'Places')
  await choose('Target', 'Container')
  expect(actions()).toEqual([expect.objectContaining({ effects: [clear({ type: 'container', container: 'box' })] })])
  expect(screen.queryByRole('combobox', { name: 'Tab' })).toBeNull()
})

const clear = (scope: object) => ({ effect: 'clear-control', scope })
