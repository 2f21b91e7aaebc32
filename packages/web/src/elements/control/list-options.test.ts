import type { ControlElement } from '@octavo/core/document'
import { expect, it } from 'vitest'
import type { ElementData } from '../../editor/index.ts'
import { listOptions } from './list-options.ts'

const words = { null: 'null', empty: '(empty)' }
const control: ControlElement = { id: 'c', kind: 'control', controlId: 'C', controlType: 'list' }
const waiting: ElementData = { status: 'waiting', isStale: false, levels: new Map(), children: new Map() }

it('offers the values of the column with their labels and counts, and names for null and empty text', () => {
  const data: ElementData = {
    ...waiting,
    status: 'ready',
    levels: new Map([
      [
        'base',
        {
          columns: [
            { id: 'value', name: 'Status', type: { kind: 'text' }, nullable: true },
            { id: 'count', name: 'Count', type: { kind: 'int64' }, nullable: false },
          ],
          values: [
            ['open', null, ''],
            ['1200', '3', '1'],
          ],
          states: [undefined, undefined],
          rowCount: 3,
          hasMore: true,
        },
      ],
    ]),
  }
  expect(listOptions(control, data, words)).toEqual({
    status: 'ready',
    isPartial: true,
    entries: [
      { value: 'open', label: 'open', count: '1,200', isMissing: false },
      { value: null, label: 'null', count: '3', isMissing: true },
      { value: '', label: '(empty)', count: '1', isMissing: true },
    ],
  })
})

it('offers a manual list at once, with its labels', () => {
  const source = { kind: 'manual', valueType: 'number', values: [1, 2], labels: ['One', null] }
  expect(listOptions({ ...control, source }, waiting, words).entries).toEqual([
    { value: 1, label: 'One', isMissing: false },
    { value: 2, label: '2', isMissing: false },
  ])
})

it.each([
  ['waiting', 'waiting'],
  ['failed', 'failed'],
  ['absent', 'failed'],
] as const)('while the data is %s, so are the values: %s', (status, shown) => {
  expect(listOptions(control, { ...waiting, status }, words).status).toBe(shown)
})
