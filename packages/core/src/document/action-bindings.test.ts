import { describe, expect, test } from 'vitest'
import type { DocumentColumn, WorkbookDocument } from './api.ts'
import { bindFormulas, printFormulas } from './bindings.ts'
import { readFormN } from './codecs/form-n.ts'
import { applyEdits } from './edits/apply-edits.ts'
import { diffDocuments } from './edits/diff-documents.ts'
import { columnsOf } from './lookups.ts'
import { controlOf, ordersTable } from './testing/examples.ts'

const before = 'Sum([Orders/Net]) & [State]'
const after = 'Sum([Sales/Gross]) & [Area]'
const formula = (text: string) => ({ type: 'formula', formula: text })
const step = (effect: string, fields: object) => ({ effect, ...fields })
const set = (value: object) => step('set-control-value', { control: 'Other', value })
const action = (fields: object) => ({ id: 'a', trigger: 'on-click', effects: [], ...fields })

/** Every place of an action where a formula may be, with the formula `text` in it. */
const places: [name: string, actionOf: (text: string) => Record<string, unknown>][] = [
  ['the condition of the action', (text) => action({ trigger: { on: 'on-click', condition: formula(text) } })],
  ['a value', (text) => action({ effects: [set(formula(text))] })],
  ['the ends of a range', (text) => action({ effects: [set({ type: 'formula-range', min: text, max: text })] })],
  [
    'a value of a row',
    (text) => action({ effects: [step('insert-rows', { table: 'notes', values: { text: formula(text) } })] }),
  ],
  [
    'the key of a row',
    (text) => {
      const whichRows = { type: 'single-row', primaryKeys: { ID: formula(text) } }
      return action({ effects: [step('delete-rows', { table: 'notes', whichRows })] })
    },
  ],
  [
    'the rows that are meant',
    (text) => action({ effects: [step('delete-rows', { table: 'notes', whichRows: formula(text) })] }),
  ],
  [
    'the condition of a branch',
    (text) => {
      const branches = [{ condition: formula(text), effects: [step('close-overlay', {})] }]
      return action({ effects: [step('if-else', { branches })] })
    },
  ],
  [
    'a step of a branch, and of its else',
    (text) => {
      const branches = [{ condition: formula('1 = 1'), effects: [set(formula(text))] }]
      return action({ effects: [step('if-else', { branches, else: [set(formula(text))] })] })
    },
  ],
  ['a step for a failure', (text) => action({ onFailure: [set(formula(text))] })],
  [
    'the messages of the action',
    (text) => {
      const toast = { title: `Is {{${text}}}`, message: `{{${text}}} it is` }
      return action({ successToast: toast, failureToast: toast })
    },
  ],
  [
    'an argument of a procedure',
    (text) =>
      action({
        effects: [step('call-stored-procedure', { connectionId: 'c', path: ['s', 'p'], arguments: [formula(text)] })],
      }),
  ],
  [
    'a parameter of an API',
    (text) => action({ effects: [step('call-api', { apiConnectorId: 'c', queryParams: { q: formula(text) } })] }),
  ],
  [
    'a recipient and the texts of a message',
    (text) => {
      const recipients = [{ type: 'dynamic', value: formula(text) }]
      const texts = { subject: `Of {{${text}}}`, message: `All of {{${text} | ,.2f}}` }
      return action({ effects: [step('notify-and-export', { destination: 'email', recipients, ...texts })] })
    },
  ],
  [
    'a value for another workbook',
    (text) => {
      const target = { document: 'other', documentType: 'workbook', openTarget: '_blank' }
      return action({ effects: [step('open-document', { ...target, targetControls: { C: formula(text) } })] })
    },
  ],
  [
    'a value of an event for the page around an embed',
    (text) => action({ effects: [step('generate-iframe-event', { eventName: 'e', values: { v: formula(text) } })] }),
  ],
  [
    'an address',
    (text) => action({ effects: [step('open-url', { url: `https://example.com/{{${text}}}`, openTarget: '_blank' })] }),
  ],
]

const hosts = ['go', 'orders', 'dialog', 'drawer', 'bubble'] as const
type Host = (typeof hosts)[number]

function documentWith(host: Host, own: object): WorkbookDocument {
  const on = (id: Host) => (id === host ? { actions: [own] } : {})
  const popovers = [{ id: 'bubble', name: 'Bubble', elements: [], ...on('bubble') }]
  const { document, problems } = readFormN({
    schemaVersion: 1,
    pages: [
      {
        id: 'p1',
        name: 'Page',
        elements: [
          ordersTable(on('orders')),
          controlOf({ id: 'state', controlType: 'text', mode: 'equals', controlId: 'State' }),
          controlOf({ id: 'other', controlType: 'text', mode: 'equals', controlId: 'Other' }),
          {
            ...{ id: 'notes', kind: 'input-table', name: 'Notes', source: { kind: 'empty', connectionId: 'c' } },
            inputMode: 'view',
            columns: [{ id: 'ID' }, { id: 'text', type: 'text', name: 'Note' }],
          },
          { id: 'go', kind: 'button', text: 'Go', ...on('go') },
        ],
      },
      { id: 'dialog', type: 'modal', name: 'Dialog', elements: [], ...on('dialog') },
      { id: 'drawer', type: 'drawer', name: 'Drawer', elements: [], ...on('drawer') },
    ],
    x: { popovers },
  })
  expect(problems).toEqual([])
  return bindFormulas(document)
}

const actionsOf = ({ elements, overlays }: WorkbookDocument, host: Host): unknown =>
  (elements[host] ?? overlays.find(({ id }) => id === host))?.actions

/** The document with its column, its table and its control renamed. */
function renamed(document: WorkbookDocument): WorkbookDocument {
  const copy = structuredClone(document)
  const { orders, state } = copy.elements
  if (!orders || !state) throw new Error('The elements are missing.')
  orders.name = 'Sales'
  state.controlId = 'Area'
  for (const column of columnsOf(orders) as DocumentColumn[]) if (column.id === 'o-net') column.name = 'Gross'
  return printFormulas(copy)
}

describe.each(hosts)('formulas in actions of %s', (host) => {
  test.each(places)('follow new names in %s', (_name, actionOf) => {
    const document = documentWith(host, actionOf(before))
    const next = renamed(document)
    expect(actionsOf(next, host)).toEqual([actionOf(after)])
    // Binding again does not change the bindings.
    const targets = ({ bindings }: WorkbookDocument) =>
      Object.values(bindings[host] ?? {}).map((list) => list.map(({ start: _s, end: _e, controlId: _c, ...to }) => to))
    expect(targets(bindFormulas(next))).toEqual(targets(document))
  })
})

test('references to selected columns follow new names of the columns', () => {
  const document = documentWith('orders', action({ effects: [set(formula('[Selection/Net]'))] }))
  expect(actionsOf(renamed(document), 'orders')).toEqual([action({ effects: [set(formula('[Selection/Gross]'))] })])
})

test('a name without an element refers to a control, even if a selected column has the same name', () => {
  const own = action({ effects: [set(formula('[State] & [Net]'))] })
  const document = documentWith('orders', own)
  expect(actionsOf(renamed(document), 'orders')).toEqual([action({ effects: [set(formula('[Area] & [Net]'))] })])
})

describe('edits of an overlay with formulas', () => {
  const two = (text: string) => [set(formula('1')), set(formula(text))]

  test('keep the bindings of its formulas when an earlier step is removed', () => {
    const document = documentWith('dialog', action({ effects: two(before) }))
    const at = ['overlays', { id: 'dialog' }, 'actions', { id: 'a' }, 'effects'] as const
    const edited = applyEdits(document, [{ op: 'set', at: [...at], value: two(before).slice(1) }])
    expect(edited.dropped).toEqual([])
    expect(Object.keys(edited.document.bindings.dialog ?? {})).toEqual([])
    // Steps have no ids, so a formula at another path is bound again, by the current names.
    const again = bindFormulas(edited.document, { previous: document })
    expect(actionsOf(renamed(again), 'dialog')).toEqual([action({ effects: two(after).slice(1) })])
  })

  test('keep the bindings when another field changes, and remove them with the overlay', () => {
    const document = documentWith('dialog', action({ effects: two(before) }))
    const [edited, gone] = [
      applyEdits(document, [{ op: 'set', at: ['overlays', { id: 'dialog' }, 'name'], value: 'Other' }]).document,
      applyEdits(document, [{ op: 'remove', at: ['overlays'], id: 'dialog' }]).document,
    ]
    expect(edited.bindings).toEqual(document.bindings)
    expect(gone.bindings).toEqual({})
    // Undoing the removal brings the bindings back.
    expect(applyEdits(gone, diffDocuments(gone, document)).document).toEqual(document)
  })
})
