import { errorCodes } from '@octavo/core/errors'
import { describe, expect, test, vi } from 'vitest'
import { ApiError, unreachable } from '../api.ts'
import { embedCodeOf, sendErrorToHost } from './embed-errors.ts'
import * as host from './host-channel.ts'

/** The message about an error that the host receives. */
function heard(error: unknown): unknown {
  const send = vi.spyOn(host, 'sendToHost').mockImplementation(() => undefined)
  sendErrorToHost(error)
  const [type, fields] = send.mock.calls[0] ?? []
  send.mockRestore()
  return type === 'workbook:error' ? (fields as { code: string }).code : type
}

const answer = (code: string, details?: unknown) => new ApiError(400, { code, message: 'why', details })

describe('the error that a host receives for', () => {
  test.each<[string, unknown, string]>([
    ['a conflict', answer('conflict'), 'EEXIST'],
    ['an edit that another one overtook', answer('row_conflict'), 'EEXIST'],
    ['a user whom nobody may make', answer('unauthorized', { embedCode: 'EPERM' }), 'EPERM'],
    ['a connection of the token that is gone', answer('unauthorized', { embedCode: 'ESTALE' }), 'ESTALE'],
    ['a page that is gone', answer('not_found', { kind: 'page', id: 'p' }), 'ESTALE'],
    ['an element that is gone', answer('not_found', { kind: 'element', id: 'e' }), 'ESTALE'],
    ['a connection that cannot be read', answer('source_unavailable'), 'ESTALE'],
    ['a workbook that is not there', answer('not_found', { kind: 'workbook', id: 'w' }), 'ENOENT'],
    ['a permission that is missing', answer('forbidden'), 'EACCES'],
    ['an expired token', answer('unauthorized'), 'EINVAL'],
    ['a wrong parameter', answer('invalid_request'), 'EINVAL'],
    ['a query that ran too long', answer('query_over_budget', { budget: 'time', limit: '60 s' }), 'ETIMEDOUT'],
    ['a query with too many rows', answer('query_over_budget', { budget: 'rows', limit: '1' }), 'UNKNOWN'],
    ['no server', answer(unreachable), 'NETWORK'],
    ['an engine that is not there', answer('engine_unavailable'), 'NETWORK'],
    ['an error of the server', answer('internal'), 'UNKNOWN'],
    ['a code of a later release', answer('something_new'), 'UNKNOWN'],
    ['an error that has no code', new Error('x'), 'UNKNOWN'],
  ])('%s', (_what, error, code) => {
    expect(heard(error)).toBe(code)
  })

  test('every code of the API is one of the published nine', () => {
    const published = ['EEXIST', 'EPERM', 'ESTALE', 'ENOENT', 'EACCES', 'EINVAL', 'ETIMEDOUT', 'NETWORK', 'UNKNOWN']
    expect(Object.keys(errorCodes).filter((code) => !published.includes(embedCodeOf(code)))).toEqual([])
  })
})
