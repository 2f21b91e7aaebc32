import { describe, expect, it, test } from 'vitest'
import type { BaseElement, WorkbookDocument } from './api.ts'
import { checkEdited } from './check-edited.ts'
import { readFormN } from './codecs/form-n.ts'
import { applyEdits } from './edits/index.ts'
import { removeColumns } from './gestures/index.ts'
import { addModification, modifiedDocument } from './modify-element.ts'
import { barsOf, controlOf, ordersTable, workbookWith } from './testing/examples.ts'

const column = (id: string, more: object = {}) => ({ id, formula: `[ORDERS/${id.toUpperCase()}]`, name: id, ...more })
const sort = [{ columnId: 'region', direction: 'ascending' }]
const table = ordersTable({
  columns: [column('region'), column('city'), column('net'), column('cost', { hidden: true }), column('total')],
  groupings: [{ id: 'g', groupBy: ['region'], calculations: ['total'], sort }],
  order: ['region', 'total', 'city', 'net', 'cost'],
})
const pivot = {
  id: 'cross',
  kind: 'pivot-table',
  source: { kind: 'table', elementId: 'orders' },
  columns: [
    { id: 'p-region', formula: '[Orders/region]', name: 'Region' },
    { id: 'p-city', formula: '[Orders/city]', name: 'City' },
    { id: 'p-net', formula: 'Sum([Orders/net])', name: 'Net' },
  ],
  rowsBy: [{ columnId: 'p-region' }],
  columnsBy: [{ columnId: 'p-city' }],
  values: ['p-net'],
}
const bars = barsOf({
  columns: [
    { id: 'b-x', formula: '[Orders/region]' },
    { id: 'b-y', formula: 'Sum([Orders/net])', name: 'Revenue' },
  ],
  yAxis: { columnIds: ['b-y'], format: { scale: { zero: true, domain: { min: 5 } } } },
})
const names = controlOf({
  controlType: 'segmented',
  name: 'Names',
  source: { kind: 'manual', valueType: 'text', values: ['net', 'city'] },
})

interface Step {
  element: string
  change: object
}

/** A workbook whose button has these changes as steps of the sequence `a`. */
function read(steps: readonly Step[], control: object = names) {
  const effects = steps.map(({ element, change }) => ({ effect: 'modify-element', element, change }))
  const button = { id: 'go', kind: 'button', text: 'Go', actions: [{ id: 'a', trigger: 'on-click', effects }] }
  return readFormN(workbookWith([table, pivot, bars, control, button]))
}
const problemsOf = (steps: readonly Step[], control?: object) => read(steps, control).problems

function withSteps(...steps: Step[]): WorkbookDocument {
  const { document, problems } = read(steps)
  expect(problems).toEqual([])
  return document
}
const step = (change: object, element = 'orders') => withSteps({ element, change })
const listed = (...columns: string[]) => ({ type: 'columns', columns })
const ofControl = { type: 'control', control: 'C' }
const first = { sequenceId: 'a', step: 0 }

/** The fields of an element that a case compares. */
const visible = ({ columns }: BaseElement) =>
  (columns as { id: string; hidden?: boolean }[]).filter(({ hidden }) => !hidden).map(({ id }) => id)

const cases: [name: string, element: string, change: object, expected: object, names?: string[]][] = [
  [
    'shows a hidden column',
    'orders',
    { type: 'show-columns', columns: listed('cost') },
    { seen: ['region', 'city', 'net', 'cost', 'total'] },
  ],
  ['hides columns', 'orders', { type: 'hide-columns', columns: listed('city', 'net') }, { seen: ['region', 'total'] }],
  [
    'does not hide keys and calculations of groupings',
    'orders',
    { type: 'hide-columns', columns: listed('region', 'total', 'city') },
    { seen: ['region', 'net', 'total'] },
  ],
  [
    'shows some and hides the others, but no keys',
    'orders',
    { type: 'show-columns', columns: listed('cost'), others: 'opposite' },
    { seen: ['region', 'cost', 'total'] },
  ],
  [
    'hides some and shows the others',
    'orders',
    { type: 'hide-columns', columns: listed('city'), others: 'opposite' },
    { seen: ['region', 'net', 'cost', 'total'] },
  ],
  [
    'shows the columns that a control names',
    'orders',
    { type: 'show-columns', columns: ofControl, others: 'opposite' },
    { seen: ['region', 'net', 'total'] },
    ['net', 'unknown'],
  ],
  [
    'does not hide columns on dimension shelves',
    'cross',
    { type: 'hide-columns', columns: listed('p-region', 'p-net') },
    { seen: ['p-region', 'p-city'] },
  ],
  [
    'makes a column a key',
    'orders',
    { type: 'move-columns', columns: ['city'], to: { type: 'grouping', groupingId: 'g' } },
    { groupings: [{ id: 'g', groupBy: ['region', 'city'], calculations: ['total'], sort }] },
  ],
  [
    'moves a calculation to the rows',
    'orders',
    { type: 'move-columns', columns: ['total'], to: { type: 'base' } },
    { groupings: [{ id: 'g', groupBy: ['region'], sort }] },
  ],
  [
    'moves a column to another shelf',
    'cross',
    { type: 'move-columns', columns: ['p-city'], to: { type: 'shelf', shelf: 'rowsBy' } },
    { rowsBy: [{ columnId: 'p-region' }, { columnId: 'p-city' }] },
  ],
  [
    'removes a column from the shelves',
    'cross',
    { type: 'move-columns', columns: ['p-city'], to: { type: 'base' } },
    { columnsBy: undefined, rowsBy: [{ columnId: 'p-region' }] },
  ],
  [
    'ignores an unknown shelf',
    'cross',
    { type: 'move-columns', columns: ['p-city'], to: { type: 'shelf', shelf: 'nowhere' } },
    pivot,
  ],
  [
    'swaps a key with a column of the rows, with its sort',
    'orders',
    { type: 'swap-columns', column: 'region', with: 'city' },
    {
      groupings: [
        { id: 'g', groupBy: ['city'], calculations: ['total'], sort: [{ columnId: 'city', direction: 'ascending' }] },
      ],
      order: ['city', 'total', 'region', 'net', 'cost'],
    },
  ],
  [
    'swaps the sides of a pivot table',
    'cross',
    { type: 'swap-columns', column: 'p-region', with: 'p-city' },
    { rowsBy: [{ columnId: 'p-city' }], columnsBy: [{ columnId: 'p-region' }] },
  ],
  [
    'sets the type and the ends of a scale, and keeps its other settings',
    'bars',
    { type: 'axis-scale', axis: 'yAxis', scale: 'log', min: 1, max: 1000 },
    { yAxis: { columnIds: ['b-y'], format: { scale: { zero: true, type: 'log', domain: { min: 1, max: 1000 } } } } },
  ],
  [
    'makes ends without a value automatic',
    'bars',
    { type: 'axis-scale', axis: 'yAxis' },
    { yAxis: { columnIds: ['b-y'], format: { scale: { zero: true } } } },
  ],
  ['ignores a missing axis', 'bars', { type: 'axis-scale', axis: 'yAxis2', min: 1 }, { yAxis2: undefined }],
]

test.each(cases)('a step %s', (_, element, change, expected, values) => {
  const document = step(change, element)
  const next = modifiedDocument(document, [values ? { ...first, names: values } : first])
  const changed = next?.elements[element] ?? { id: '', kind: '' }
  const { seen, ...fields } = expected as Record<string, unknown>
  if (seen) expect(visible(changed)).toEqual(seen)
  for (const [name, value] of Object.entries(fields)) expect(changed[name], name).toEqual(value)
  // The changed document is valid, and the stored one is unchanged.
  expect(next && checkEdited(next).problems).toEqual([])
  expect(document).toEqual(step(change, element))
})

describe('a reference that is not to a step that changes an element', () => {
  const hide = { type: 'hide-columns', columns: listed('net') }
  it.each([
    ['an unknown sequence', { sequenceId: 'b', step: 0 }],
    ['an unknown step', { sequenceId: 'a', step: 1 }],
  ])('%s', (_, modification) => {
    expect(modifiedDocument(step(hide), [first, modification])).toBeNull()
  })

  it('a step with another effect, or of a sequence that is turned off', () => {
    const at = ['elements', { id: 'go' }, 'actions'] as const
    const set = (action: object) =>
      applyEdits(step(hide), [{ op: 'set', at: [...at], value: [{ id: 'a', trigger: 'on-click', ...action }] }])
        .document
    const effects = [{ effect: 'modify-element', element: 'orders', change: hide }]
    expect(modifiedDocument(set({ effects: [{ effect: 'close-overlay' }] }), [first])).toBeNull()
    expect(modifiedDocument(set({ effects, state: 'disabled' }), [first])).toBeNull()
    expect(modifiedDocument(set({ effects, state: 'enabled' }), [first])).not.toBeNull()
  })
})

describe('the list of the changes of a reader', () => {
  const document = withSteps(
    { element: 'orders', change: { type: 'hide-columns', columns: listed('net') } },
    { element: 'orders', change: { type: 'show-columns', columns: listed('net') } },
    { element: 'orders', change: { type: 'swap-columns', column: 'city', with: 'net' } },
    { element: 'orders', change: { type: 'show-columns', columns: ofControl, others: 'opposite' } },
  )
  const named = (value: string) => ({ sequenceId: 'a', step: 3, names: [value] })
  const after = (...list: { sequenceId: string; step: number; names?: string[] }[]) =>
    list.reduce<readonly object[]>((made, next) => addModification(document, made as [], next), [])
  const at = (index: number) => ({ sequenceId: 'a', step: index })

  it('keeps effective changes, in order', () => {
    expect(after(at(0), at(2))).toEqual([at(0), at(2)])
    expect(after(named('net'), named('city'))).toEqual([named('net'), named('city')])
  })

  it('drops changes that lead back to an earlier state', () => {
    expect(after(at(1))).toEqual([])
    expect(after(at(0), at(0))).toEqual([at(0)])
    expect(after(at(0), at(1))).toEqual([])
    expect(after(at(0), at(2), at(2))).toEqual([at(0)])
    expect(after(named('net'), named('city'), named('net'))).toEqual([named('net')])
  })
})

describe('the targets of a step', () => {
  const findings = (change: object, control: object = names) =>
    problemsOf([{ element: 'orders', change }], control).map(({ path }) => path)
  const at = (path: string) => [`pages[0].elements[4].actions[0].effects[0].change.${path}`]

  it.each([
    ['a listed column', { type: 'hide-columns', columns: listed('net', 'gone') }, at('columns.columns[1]')],
    ['a moved column', { type: 'move-columns', columns: ['gone'], to: { type: 'base' } }, at('columns[0]')],
    ['a swapped column', { type: 'swap-columns', column: 'net', with: 'gone' }, at('with')],
    [
      'a grouping',
      { type: 'move-columns', columns: ['net'], to: { type: 'grouping', groupingId: 'h' } },
      at('to.groupingId'),
    ],
    ['a control', { type: 'show-columns', columns: { type: 'control', control: 'Gone' } }, at('columns.control')],
    ['columns and a control that exist', { type: 'show-columns', columns: ofControl }, []],
  ])('are checked: %s', (_, change, expected) => {
    expect(findings(change)).toEqual(expected)
  })

  it('are checked: a control without a list of values', () => {
    const text = controlOf({ controlType: 'text', mode: 'equals', name: 'Names' })
    expect(findings({ type: 'show-columns', columns: ofControl }, text)).toEqual(at('columns.control'))
  })

  it('are removed with the columns', () => {
    const document = withSteps(
      { element: 'orders', change: { type: 'hide-columns', columns: listed('net', 'city') } },
      { element: 'orders', change: { type: 'hide-columns', columns: listed('net') } },
      { element: 'orders', change: { type: 'swap-columns', column: 'net', with: 'city' } },
      { element: 'orders', change: { type: 'move-columns', columns: ['city', 'net'], to: { type: 'base' } } },
      { element: 'cross', change: { type: 'hide-columns', columns: listed('p-net') } },
    )
    const { document: left } = applyEdits(document, removeColumns(document, 'orders', ['net']))
    const actions = left.elements.go?.actions as { effects: { change: object }[] }[]
    expect(actions.flatMap(({ effects }) => effects.map(({ change }) => change))).toEqual([
      { type: 'hide-columns', columns: listed('city') },
      { type: 'move-columns', columns: ['city'], to: { type: 'base' } },
      { type: 'hide-columns', columns: listed('p-net') },
    ])
  })
})
