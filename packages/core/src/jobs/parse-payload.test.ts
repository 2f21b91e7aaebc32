import { expect, test } from 'vitest'
import { isJobKind, parsePayload } from './index.ts'

test('a payload is parsed with the type of its kind', () => {
  expect(parsePayload('export', '{"exportId":"one"}')).toEqual({ exportId: 'one' })
})

test.each(['{}', '{"exportId":1}', '[]', 'null', 'no json'])('%s is not a payload of an export', (text) => {
  expect(() => parsePayload('export', text)).toThrow()
})

test.each([
  ['export', true],
  ['audit.seal', true],
  ['toString', false],
  ['', false],
])('%j is a job kind: %j', (name, isKind) => {
  expect(isJobKind(name)).toBe(isKind)
})
