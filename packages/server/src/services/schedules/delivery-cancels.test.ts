import { expect, test } from 'vitest'
import { countedMessages } from './delivery-cancels.ts'

test.each([
  [0, 0, 'Nothing was sent.'],
  [0, 1, 'Its message was not sent.'],
  [1, 1, 'Its message was sent.'],
  [0, 3, 'None of its 3 messages was sent.'],
  [1, 3, '1 of 3 messages was sent.'],
  [2, 3, '2 of 3 messages were sent.'],
  [3, 3, 'All 3 messages were sent.'],
])('%i sent messages of %i are counted in a sentence', (sent, all, sentence) => {
  expect(countedMessages(sent, all)).toBe(sentence)
})
