import { expect, test } from 'vitest'
import { withChange } from './object-change.ts'

test.each<[string, object | null, object | null, object]>([
  ['what was made is told whole', null, { name: 'A', tags: [] }, { before: null, after: { name: 'A', tags: [] } }],
  ['what is gone is told whole', { name: 'A' }, null, { before: { name: 'A' }, after: null }],
  [
    'of a change only what differs',
    { name: 'A', visibility: 'public', teams: ['x'] },
    { name: 'B', visibility: 'public', teams: ['x', 'y'] },
    { before: { name: 'A', teams: ['x'] }, after: { name: 'B', teams: ['x', 'y'] } },
  ],
  [
    'what came to be was null before',
    { name: 'A' },
    { name: 'A', badge: 'b' },
    { before: { badge: null }, after: { badge: 'b' } },
  ],
  ['a change of nothing is told as one', { name: 'A' }, { name: 'A' }, { before: {}, after: {} }],
  [
    'who and when is what the event tells by itself',
    { name: 'A', updatedAt: '1', updatedBy: 'x' },
    { name: 'A', updatedAt: '2', updatedBy: 'y' },
    { before: {}, after: {} },
  ],
])('%s', (_, before, after, reported) => {
  expect(withChange({}, { before, after })).toEqual(reported)
})

test('a field named like a secret is kept without its value, at any depth, in details too', () => {
  const canary = 'canary-42'
  const reported = withChange(
    { list: [{ accessToken: canary }], deep: { client_secret: canary }, tokens: 3, hasPassword: true },
    { before: { password: canary, name: 'A' }, after: { password: `${canary}!`, name: 'A', secretKey: { a: canary } } },
  )
  expect(JSON.stringify(reported)).not.toContain(canary)
  expect(reported).toMatchObject({ tokens: 3, hasPassword: true, before: { password: '(not kept)' } })
})
