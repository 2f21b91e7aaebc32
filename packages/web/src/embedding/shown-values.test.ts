import { readFormN } from '@octavo/core/document'
import { expect, it } from 'vitest'
import { variablesOf, visibleControls } from './shown-values.ts'

const control = (controlId: string) => ({
  id: controlId,
  kind: 'control',
  controlType: 'text',
  mode: 'equals',
  controlId,
  value: `value of ${controlId}`,
})
const { document } = readFormN({
  schemaVersion: 1,
  pages: [
    {
      id: 'shown',
      name: 'Shown',
      elements: [{ id: 'copy', kind: 'control', controlType: 'synced', controlId: 'far' }],
    },
    { id: 'other', name: 'Other', elements: [control('far'), control('unseen')] },
  ],
})

it.each([
  ['a synced copy makes the control on another page visible', ['shown'], ['far']],
  ['every page', undefined, ['far', 'unseen']],
])('the controls that a host can set: %s', (_name, pageIds, expected) => {
  expect([...visibleControls(document, pageIds)]).toEqual(expected)
  const values = variablesOf({ document, controlTexts: {}, zone: 'UTC', ...(pageIds ? { pageIds } : {}) })
  expect(values).toEqual(Object.fromEntries(expected.map((id) => [id, `value of ${id}`])))
})
