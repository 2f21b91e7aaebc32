import { expect, it } from 'vitest'
import { editStopCodes, editStopOf, editStopText } from './edit-stops.ts'

it.each(editStopCodes)('%s is recognised by its text, with what it names', (code) => {
  const text = editStopText(code, 'odd "$& name')
  expect(editStopOf(text)).toEqual({ code, value: text.includes('odd') ? 'odd "$& name' : '' })
})

it('does not take the text of a data platform for a reason of its own', () => {
  expect(editStopOf('permission denied for table "rows"')).toBeNull()
  expect(editStopOf('The table "orders" is locked.')).toBeNull()
})
