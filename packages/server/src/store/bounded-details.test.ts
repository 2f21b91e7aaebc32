import { expect, test } from 'vitest'
import { boundedDetails } from './bounded-details.ts'

test('details that fit are unchanged', () => {
  const details = { name: 'Book', before: { permissions: ['a', 'b'] }, count: 3, none: null }
  expect(boundedDetails(details)).toEqual(details)
})

test('details that are too large keep the beginning of before and after', () => {
  const facts = (word: string) =>
    Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`n${index}`, word.repeat(300)]))
  const kept = boundedDetails({ before: facts('a'), after: facts('b'), requestedBy: 'x' })
  expect(kept).toEqual({
    before: expect.stringContaining('aaa'),
    after: expect.stringContaining('bbb'),
    requestedBy: 'x',
    isCut: true,
  })
})

test.each([
  ['a long text', { text: 'x'.repeat(1_000_000) }],
  ['a long list', { list: Array.from({ length: 100_000 }, (_, index) => index) }],
  ['many long texts', { list: Array.from({ length: 100 }, () => 'x'.repeat(1_000)) }],
  ['many names', Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${'n'.repeat(300)}${index}`, 'x']))],
  ['deep nesting', JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)],
])('an event stays small: %s', (_, details) => {
  expect(JSON.stringify(boundedDetails(details)).length).toBeLessThanOrEqual(32_768)
})
