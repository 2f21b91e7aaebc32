import { type ControlElement, controlValueFromText, controlValueToText } from '@octavo/core/document'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseRawSearch, writeRawSearch } from './raw-search.ts'

const time = { now: '2026-11-20T00:00:00Z', zone: 'UTC' }
const control: ControlElement = { id: 'c', kind: 'control', controlId: 'Pick me', controlType: 'list' }

it.each([
  ['?Region=a%2Cb,c', { Region: 'a%2Cb,c' }],
  ['?:nodeId=p1&Amount=min:1,max:9', { ':nodeId': 'p1', Amount: 'min:1,max:9' }],
  ['?q=a+b&empty=', { q: 'a%20b', empty: '' }],
  ['', {}],
])('%s is read as it stands, and written back to the same', (search, raw) => {
  expect(parseRawSearch(search)).toEqual(raw)
  expect(parseRawSearch(writeRawSearch(raw))).toEqual(raw)
})

it('keeps any list of values unchanged in an address', () => {
  const items = fc.array(fc.oneof(fc.constantFrom('', 'a,b', '100%', ':null', '%2C', 'x&y=z#', 'Zoë +1'), fc.string()))
  fc.assert(
    fc.property(items, (values) => {
      const address = new URL(
        `http://x/${writeRawSearch({ 'Pick me': controlValueToText({ kind: 'list', values }, time) })}`,
      )
      const text = parseRawSearch(address.search)['Pick me'] ?? ''
      expect(controlValueFromText(control, text, time)).toEqual({ ok: true, value: { kind: 'list', values } })
    }),
  )
})
