// @vitest-environment happy-dom
import { type ActionTrigger, actionTriggers, type EffectName, effectNames, readFormN } from '@octavo/core/document'
import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Notice } from '../ui/notify.ts'
import type { openStart } from './testing/open-start.tsx'
// Imported here so that the hook that loads it again does not wait.
import './testing/open-start.tsx'

/**
 * Every trigger with every effect, each started like a reader starts it, with its visible effect: on the page, in the browser, or the
 * request to the server. A new effect needs an entry in `effects`; a new trigger one in `starts`.
 * `packages/server/src/http/routes/action-gallery.test.ts` covers the server's part of these requests.
 */

/** A way to start an action, and what an effect can use there. All values of `value` are "East". */
interface Start {
  trigger: ActionTrigger
  hostId: string
  value: object
  /** The values that the page sends with the step in requests. */
  state: object
  /** The same for an export, which has the values of controls in a field of their own. */
  parameters: object
  /** The overlays that are open when the effect runs. */
  open: readonly string[]
  /** Items that must be in the menu of the element. */
  itemId?: string
  /** Whether something can be selected there. */
  selects: boolean
}

const constant = (value: string) => ({ type: 'constant', value: { type: 'text', value } })
const column = { type: 'column', column: 'r' }
const plain = { value: constant('East'), state: {}, parameters: {}, open: ['under'], selects: false }
const selecting = { ...plain, value: column, state: { selection: { r: ['East'] } }, selects: true }
const byControl = { type: 'control', control: 'Word' }

const starts: Record<string, Start> = {
  'a press on a button': { ...plain, trigger: 'on-click', hostId: 'go' },
  'a press on a picture': { ...plain, trigger: 'on-click', hostId: 'picture' },
  'a cell of a table': { ...selecting, trigger: 'on-select', hostId: 'orders' },
  'a cell of a pivot table': {
    ...selecting,
    trigger: 'on-select',
    hostId: 'cross',
    state: { selection: { r: ['East'], n: [7] } },
  },
  'a mark of a chart': { ...selecting, trigger: 'on-select', hostId: 'bars' },
  'another value of a control': {
    ...plain,
    trigger: 'on-change',
    hostId: 'word',
    value: byControl,
    state: { controls: { Word: 'East' } },
    parameters: { Word: 'East' },
  },
  'an item in the menu of a cell': { ...selecting, trigger: 'on-context-menu', hostId: 'orders', itemId: 'pick' },
  'an item in the menu of a mark': { ...selecting, trigger: 'on-context-menu', hostId: 'bars', itemId: 'pick' },
  'the first button of a modal': {
    ...plain,
    trigger: 'on-primary-cta-click',
    hostId: 'dialog',
    open: ['under', 'dialog'],
  },
  'the second button of a modal': {
    ...plain,
    trigger: 'on-secondary-cta-click',
    hostId: 'dialog',
    open: ['under', 'dialog'],
  },
  'closing a modal': { ...plain, trigger: 'on-close', hostId: 'dialog' },
}

interface EffectCase {
  /** The step, with a value if it uses one. */
  step: (value: object) => object
  /** The visible effects in order; `overlays` is compared at the end if it differs from the start. */
  seen: (start: Start) => unknown[]
  overlays?: (open: readonly string[]) => readonly string[]
  usesValue?: true
  /** The message if the value is that of a selection and nothing is selected. */
  refusal?: string | null
}

const nothingSelected = 'Nothing is selected that it could use.'
const sequence = (operation: string) => `POST /v2/workbooks/w/sequences/act/${operation}`
const rows = 'POST /v2/workbooks/w/elements/notes/rows'
const isOfPage = ({ value }: Start) => value !== plain.value
const singleRow = (value: object) => ({ type: 'single-row', primaryKeys: { ID: value } })
const orders = { type: 'element', element: 'orders' }

const effects: Record<EffectName, EffectCase | EffectCase[]> = {
  'open-url': {
    step: () => ({ url: 'https://example.com/a', openTarget: '_blank' }),
    seen: () => ['open _blank https://example.com/a'],
  },
  'open-overlay': {
    step: () => ({ overlayId: 'details' }),
    seen: () => [],
    overlays: (open) => [...open, 'details'],
  },
  'close-overlay': { step: () => ({}), seen: () => [], overlays: (open) => open.slice(0, -1) },
  'set-control-value': {
    usesValue: true,
    step: (value) => ({ control: 'Picked', value }),
    seen: () => ['control Picked East'],
    // A selection of another column does not change the control.
    refusal: null,
  },
  'clear-control': {
    step: () => ({ scope: { type: 'control', control: 'Picked' } }),
    seen: () => ['control Picked '],
  },
  'insert-rows': {
    usesValue: true,
    step: (value) => ({ table: 'notes', values: { text: value } }),
    seen: () => [rows, { insert: [{ text: 'East' }] }, 'reload'],
    refusal: nothingSelected,
  },
  'update-rows': {
    usesValue: true,
    step: (value) => ({ table: 'notes', whichRows: singleRow(value), values: { text: constant('new') } }),
    seen: () => [rows, { update: [{ rowId: 'East', values: { text: 'new' } }] }, 'reload'],
    refusal: nothingSelected,
  },
  'delete-rows': [
    {
      usesValue: true,
      step: (value) => ({ table: 'notes', whichRows: singleRow(value) }),
      seen: () => [rows, { delete: ['East'] }, 'reload'],
      refusal: nothingSelected,
    },
    {
      step: () => ({ table: 'notes', whichRows: { type: 'formula', formula: '[Note] = "old"' } }),
      // The server finds the rows, and the change is refused when they have changed since.
      seen: ({ state }) => [
        sequence('values'),
        { step: 0, ...state },
        rows,
        { delete: ['r1', 'r2'], baseRevision: 3 },
        'reload',
      ],
    },
  ],
  'modify-element': {
    step: () => ({ element: 'orders', change: { type: 'hide-columns', columns: { type: 'columns', columns: ['r'] } } }),
    seen: () => ['modify', { sequenceId: 'act', step: 0 }],
  },
  'refresh-element': { step: () => ({ target: orders }), seen: () => ['refresh orders,bars,cross'] },
  navigate: [
    { step: () => ({ target: { type: 'page', page: 'p2' } }), seen: () => ['page p2'] },
    { step: () => ({ target: orders }), seen: () => ['element orders'] },
  ],
  'open-document': {
    usesValue: true,
    step: (value) => ({
      document: 'other',
      documentType: 'workbook',
      openTarget: '_self',
      targetControls: { Region: value },
    }),
    seen: () => ['go https://octavo.test/-/workbook/other?Region=East&:embed=true'],
    refusal: nothingSelected,
  },
  'call-stored-procedure': {
    usesValue: true,
    step: (value) => ({ connectionId: 'c', path: ['s', 'p'], arguments: [value] }),
    seen: ({ state }) => [sequence('procedureCalls'), { step: 0, state, arguments: ['East'] }],
    refusal: nothingSelected,
  },
  'call-api': {
    usesValue: true,
    step: (value) => ({ apiConnectorId: 'c', queryParams: { q: value } }),
    // The server reads constants from the document.
    seen: (start) => [
      sequence('apiCalls'),
      { step: 0, state: start.state, ...(isOfPage(start) ? { queryParams: { q: ['East'] } } : {}) },
    ],
    refusal: nothingSelected,
  },
  'notify-and-export': [
    {
      usesValue: true,
      step: (value) => ({ destination: 'email', recipients: [{ type: 'dynamic', value }], subject: 'Hello' }),
      seen: ({ state, parameters }) => [sequence('exports'), { step: 0, state, recipients: [['East']], parameters }],
      refusal: nothingSelected,
    },
    {
      step: () => ({ destination: 'download', attachment: { target: orders, format: 'csv' } }),
      seen: ({ parameters }) => [
        'POST /v2/workbooks/w/export',
        { elementId: 'orders', format: { type: 'csv' }, parameters },
        'GET /v2/query/q1/download',
        'file Orders.csv',
      ],
    },
  ],
  'generate-iframe-event': {
    usesValue: true,
    step: (value) => ({ eventName: 'picked', values: { region: value } }),
    seen: () => ['host', { type: 'action:outbound', name: 'picked', values: { region: 'East' } }],
    refusal: nothingSelected,
  },
  'select-tab': {
    step: () => ({ tabbedContainer: 'tabs', selectedTab: { type: 'tab', index: 1 } }),
    seen: () => ['tab 1'],
  },
}

/** The values that the server computes. */
const computed = {
  values: [
    { path: 'value', values: ['EAST'], problem: null },
    { path: 'whichRows', values: ['r1', 'r2'], revision: 3, problem: null },
    { path: 'message[0]', values: ['EAST'], text: 'EAST', problem: null },
  ],
}

/** The effects of one start, and the notices that the reader saw. */
const seen: unknown[] = []
const notices: Notice[] = []
let open: typeof openStart

const list = (value: EffectCase | EffectCase[]) => [value].flat()
const cells = Object.entries(starts).flatMap(([how, start]) =>
  Object.entries(effects).flatMap(([effect, fixture]) => list(fixture).map((each) => ({ how, start, effect, each }))),
)

beforeAll(async () => {
  // The page is in the frame of another product, which also receives an event for each click on a cell.
  vi.stubGlobal('parent', {
    postMessage: (message: { type: string }) => {
      if (message.type !== 'workbook:pivottable:oncellselect') seen.push('host', message)
    },
  })
  vi.stubGlobal('location', {
    search: '?:embed=true',
    origin: 'https://octavo.test',
    href: 'https://octavo.test/?:embed=true',
    pathname: '/',
    ancestorOrigins: ['https://host.test'],
    assign: (address: string) => seen.push(`go ${address}`),
  })
  vi.stubGlobal('open', (address: string, target: string) => {
    seen.push(`open ${target} ${address}`)
    return {}
  })
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body: string | null }) => {
    // A modal that opens requests its rows; it has none.
    if (path.endsWith('/data')) return new Response('')
    // The list of exports follows the delivery that was started; it ends at once, so that no later case sees its requests.
    if (path.startsWith('/v2/deliveries/'))
      return Response.json({ code: 'not_found', message: 'Gone' }, { status: 404 })
    seen.push(`${method} ${path}`)
    if (body !== null) seen.push(JSON.parse(body))
    return Response.json(
      path.endsWith('/export')
        ? { queryId: 'q1' }
        : path.endsWith('/values')
          ? computed
          : path.endsWith('/exports')
            ? { sendId: 's1', deliveryId: 'd1' }
            : { values: [], body: null },
    )
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    seen.push(`file ${this.download}`)
  })
  // Modules that read the address when they are loaded must find the frame.
  vi.resetModules()
  open = (await import('./testing/open-start.tsx')).openStart
  const { showOn } = await import('../ui/notify.ts')
  showOn({ add: (notice) => `${notices.push(notice)}`, change: () => {}, close: () => {} })
}, 300_000)
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})
afterEach(() => {
  cleanup()
  seen.length = 0
  notices.length = 0
})

/** Renders the host of the action and starts the action. Returns the state of the page. */
async function run(
  { trigger, hostId, itemId }: Start,
  step: object,
  { isPressed = true, fields = {}, toasts = {} }: { isPressed?: boolean; fields?: object; toasts?: object } = {},
) {
  const on = itemId === undefined ? trigger : { on: trigger, itemId }
  const actions = [{ id: 'act', name: 'Act', trigger: on, effects: [step], ...toasts }]
  const { document } = readFormN(documentWith(hostId, actions))
  const { page, drawn, press } = open(document, { trigger, hostId, seen, fields })
  render(drawn)
  if (isPressed) await press()
  return page.state
}

/** A workbook with all that triggers and effects name; one host has actions. */
function documentWith(hostId: string, actions: object[]) {
  const host = (element: { id: string }) => (element.id === hostId ? { ...element, actions } : element)
  const text = (id: string, controlId: string) => ({
    id,
    kind: 'control',
    controlType: 'text',
    mode: 'equals',
    controlId,
  })
  const contextMenu = [{ id: 'pick', name: 'Pick it' }]
  const source = { kind: 'table', elementId: 'orders' }
  const elements = [
    { id: 'go', kind: 'button', text: 'Go' },
    { id: 'picture', kind: 'image', source: { kind: 'url', url: 'https://octavo.test/a.png' }, alt: 'Picture' },
    text('word', 'Word'),
    text('picked', 'Picked'),
    {
      id: 'orders',
      kind: 'table',
      name: 'Orders',
      source: { kind: 'warehouse-table', connectionId: 'c', path: ['A', 'B', 'C'] },
      columns: [{ id: 'r', formula: '[C/REGION]', name: 'Region' }],
      contextMenu,
    },
    {
      id: 'bars',
      kind: 'bar-chart',
      name: 'Bars',
      source,
      columns: [
        { id: 'r', formula: '[Orders/Region]' },
        { id: 'n', formula: 'Count()' },
      ],
      xAxis: { columnId: 'r' },
      yAxis: { columnIds: ['n'] },
      contextMenu,
    },
    {
      id: 'cross',
      kind: 'pivot-table',
      name: 'Cross',
      source,
      columns: [
        { id: 'r', formula: '[Orders/Region]' },
        { id: 'n', formula: 'Count()' },
      ],
      rowsBy: [{ columnId: 'r' }],
      values: ['n'],
    },
    {
      id: 'notes',
      kind: 'input-table',
      name: 'Notes',
      source: { kind: 'empty', connectionId: 'c' },
      inputMode: 'view',
      columns: [{ id: 'ID' }, { id: 'text', type: 'text', name: 'Note' }],
    },
    { id: 'tabs', kind: 'tabbed-container', tabs: [{ name: 'One' }, { name: 'Two' }] },
  ].map(host)
  const footer = { primaryCta: { text: 'Yes' }, secondaryCta: { text: 'No' } }
  const overlays = [
    { id: 'dialog', type: 'modal', name: 'Dialog', modal: { footer }, elements: [] },
    { id: 'details', type: 'modal', name: 'Details', elements: [] },
  ].map(host)
  return {
    schemaVersion: 1,
    pages: [{ id: 'p1', name: 'One', elements }, ...overlays, { id: 'p2', name: 'Two', elements: [] }],
  }
}

const patience = { timeout: 30_000 }

describe('the gallery of actions', () => {
  it('has each trigger and each effect of documents', () => {
    const triggers = new Set(Object.values(starts).map(({ trigger }) => trigger))
    expect([...triggers].toSorted()).toEqual([...actionTriggers].toSorted())
    expect(Object.keys(effects).toSorted()).toEqual([...effectNames].toSorted())
  })

  it('a button with open-url is a link, which the browser opens itself', async () => {
    await run(
      starts['a press on a button'] as Start,
      { effect: 'open-url', url: 'https://example.com/a' },
      { isPressed: false },
    )
    const link = await screen.findByRole('link', { name: 'Go' }, patience)
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://example.com/a', '_blank'])
    expect({ seen, notices }).toEqual({ seen: [], notices: [] })
  })

  const others = cells.filter(({ start, effect }) => start.hostId !== 'go' || effect !== 'open-url')
  it.each(others)('$how: $effect', async ({ start, effect, each }) => {
    const state = await run(start, { effect, ...each.step(start.value) })
    const open = each.overlays?.(start.open) ?? start.open
    await expect
      .poll(() => ({ seen, open: state.openOverlays(), notices }), patience)
      .toEqual({ seen: each.seen(start), open, notices: [] })
  })

  const refused = cells.filter(({ start, each }) => each.usesValue && !start.selects)
  it.each(refused)(
    '$how: $effect with a value of the selection, without a selection',
    async ({ start, effect, each }) => {
      await run(start, { effect, ...each.step(column) })
      const messages = each.refusal === null ? [] : [{ title: 'Act stopped', text: each.refusal, tone: 'danger' }]
      await expect.poll(() => ({ seen, notices }), patience).toEqual({ seen: [], notices: messages })
    },
  )

  it.each([
    ['a workbook', {}, sequence('values')],
    ['a public embed', { isEmbed: true }, 'POST /v2/embeds/w/sequences/act/values'],
  ])('the formulas of %s are asked for by the place of their step', async (_name, fields, asked) => {
    const step = { effect: 'set-control-value', control: 'Picked', value: { type: 'formula', formula: '~' } }
    await run(starts['another value of a control'] as Start, step, { fields })
    const answered = ['control Picked EAST']
    const body = { step: 0, controls: { Word: 'East' } }
    await expect.poll(() => ({ seen, notices }), patience).toEqual({ seen: [asked, body, ...answered], notices: [] })
  })

  it('formulas in the final message: the page computes those of its own values, the server the others', async () => {
    const step = { effect: 'clear-control', scope: { type: 'control', control: 'Picked' } }
    const toasts = { successToast: { title: 'Now {{[Word]}}', message: '{{Upper([Word])}} of {{Sum([Orders/Net])}}' } }
    await run(starts['another value of a control'] as Start, step, { toasts })
    const body = { message: 'success', controls: { Picked: '', Word: 'East' } }
    const messages = [{ title: 'Now East', text: 'EAST of \u2013', tone: 'done' }]
    await expect
      .poll(() => ({ seen, notices }), patience)
      .toEqual({ seen: ['control Picked ', sequence('values'), body], notices: messages })
  })

  const needing = Object.entries(effects).flatMap(([effect, fixture]) =>
    list(fixture).flatMap((each) => (each.usesValue ? [{ effect, each }] : [])),
  )
  it.each(needing)('a click does not start $effect with a value that only webhooks send', async ({ effect, each }) => {
    const start = starts['a press on a button'] as Start
    await run(start, { effect, ...each.step({ type: 'agent-input', inputName: 'x' }) })
    expect(screen.getByRole('button', { name: 'Go' }).getAttribute('aria-disabled')).toBe('true')
    expect({ seen, notices }).toEqual({ seen: [], notices: [] })
  })
})
