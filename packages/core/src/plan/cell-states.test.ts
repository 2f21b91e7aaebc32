import { expect, test } from 'vitest'
import { applyCellStates } from './cell-states.ts'

const level = {
  columns: [{ id: 'a', name: 'A', type: { kind: 'text' as const }, nullable: true }],
  stateColumns: [{ columnId: 'a', state: 'several' as const, index: 1 }],
}

test.each([
  ['logical values', [true, false, null]],
  ['whole numbers as text, as MySQL and MariaDB return conditions', ['1', '0', null]],
  ['whole numbers', [1, 0, null]],
])('marks of several values are read from %s', (_title, values) => {
  const batch = { rowCount: 3, columns: [{ values: [null, 'x', null] }, { values }] }
  expect(applyCellStates(level, batch).columns).toEqual([
    { values: [null, 'x', null], states: ['several', null, null] },
  ])
})
