import { AppError } from '@octavo/core/errors'
import { expect, test } from 'vitest'
import { eventOfError } from './error-events.ts'

test.each([
  { error: new AppError('source_unavailable', { source: 's', reason: 'r', isPassing: true }), isPassing: true },
  { error: new AppError('source_unavailable', { source: 's', reason: 'No right.' }), isPassing: undefined },
  { error: new AppError('engine_unavailable', { reason: 'r' }), isPassing: true },
  { error: new AppError('query_failed', { reason: 'r' }), isPassing: undefined },
])('$error.code has isPassing $isPassing', ({ error, isPassing }) => {
  const { code, message, hint, details } = error
  expect(eventOfError('e', error)).toEqual({ event: 'error', elementId: 'e', code, message, hint, details, isPassing })
})
