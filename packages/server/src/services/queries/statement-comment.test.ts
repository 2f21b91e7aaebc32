import { expect, test } from 'vitest'
import { commented } from './statement-comment.ts'

const statement = { text: 'SELECT 1', values: [] }
const asker = {
  documentId: 'd-1',
  elementId: 'sales',
  purpose: 'dashboard',
  viewer: { memberId: 'm-1', userKind: 'internal', via: { kind: 'session' } },
} as const

test('a statement for a platform with a log starts with its origin', () => {
  expect(commented(statement, { isCommented: true }, asker)).toEqual({
    text: '/* octavo document=d-1 element=sales viewer=internal session */\nSELECT 1',
    values: [],
  })
})

test('a statement for any other engine is unchanged', () => {
  expect(commented(statement, { isCommented: false }, asker)).toBe(statement)
})

test.each(['*/ DROP TABLE t; /*', "'; --\n", '$1 ? :a @b', '!50000 x', '🙂'.repeat(200)])(
  'an element named %j neither ends the comment nor adds a placeholder',
  (elementId) => {
    const { text } = commented(statement, { isCommented: true }, { ...asker, elementId })
    expect(text).toMatch(/^\/\* octavo document=d-1 element=[\w .-]{1,100} viewer=internal session \*\/\nSELECT 1$/)
  },
)
