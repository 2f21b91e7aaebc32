import { expect, test } from 'vitest'
import { stepFormulas, withStepValues } from './step-formulas.ts'

const formula = (text: string) => ({ type: 'formula', formula: text })

test('the formulas of a step do not include the formulas of steps inside it', () => {
  const fork = {
    effect: 'if-else',
    branches: [
      { condition: formula('a'), effects: [{ effect: 'x', value: formula('no') }] },
      { condition: { type: 'column' } },
    ],
    else: [{ effect: 'x', value: formula('no') }],
  }
  expect(stepFormulas(fork)).toEqual([{ path: 'branches[0].condition', formula: 'a' }])
  const update = {
    effect: 'update-rows',
    whichRows: { type: 'single-row', primaryKeys: { ID: formula('id') } },
    values: { a: formula('1'), b: { type: 'control', control: 'c' } },
    x: { value: formula('no') },
  }
  expect(stepFormulas(update).map(({ path }) => path)).toEqual(['whichRows.primaryKeys.ID', 'values.a'])
  const ofRows = (text: string) => stepFormulas({ effect: 'delete-rows', table: 't', whichRows: formula(text) })
  expect(ofRows('[a] = 1')).toEqual([{ path: 'whichRows', formula: '[a] = 1', tableId: 't' }])
  // A condition that selects all rows needs no value: the change itself finds the rows.
  expect([ofRows('True'), ofRows(' true() ')]).toEqual([[], []])
  expect(stepFormulas({ arguments: [{ type: 'constant' }, formula('2')] })).toEqual([
    { path: 'arguments[1]', formula: '2' },
  ])
})

test('a step gets the values of its formulas; one without a value is an error', () => {
  const step = { effect: 'set', value: { type: 'formula-range', min: '1', max: ' ' }, other: formula('2') }
  const values = new Map([
    ['value.min', { values: [1] }],
    ['other', { values: ['a', 'b'] }],
  ])
  expect(withStepValues(step, values)).toEqual({
    effect: 'set',
    value: { type: 'given', cells: [1, null] },
    other: { type: 'given', cells: ['a', 'b'] },
  })
  expect(() => withStepValues(step, new Map())).toThrow('value.min')
  const plain = { effect: 'x', list: [1, { a: 2 }] }
  expect(withStepValues(plain, values)).toBe(plain)
  const rows = new Map([['whichRows', { values: ['r1'], revision: 3 }]])
  expect(withStepValues({ table: 't', whichRows: formula('[a] = 1') }, rows)).toEqual({
    table: 't',
    whichRows: { type: 'given', cells: ['r1'], revision: 3 },
  })
})
