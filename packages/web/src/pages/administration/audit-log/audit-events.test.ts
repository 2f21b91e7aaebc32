import { describe, expect, it } from 'vitest'
import { auditListing, changedFields, codeWords } from './audit-events.ts'

const nothing = { category: '', status: '', memberId: '', objectId: '' }
const now = Date.parse('2026-11-22T10:20:30.456Z')

describe('the list for a filter', () => {
  it.each([
    ['day', { from: '2026-11-21T10:20:00.000Z' }],
    ['week', { from: '2026-11-15T10:20:00.000Z' }],
    ['month', { from: '2026-10-23T10:20:00.000Z' }],
    ['all', {}],
  ] as const)('of the period %s', (period, query) => {
    expect(auditListing({ ...nothing, period }, now)).toEqual({ path: '/v2/audit/events', query })
  })

  it('has only the parameters that are set', () => {
    const filter = { ...nothing, category: 'TEAMS', objectId: 't1', period: 'all' } as const
    expect(auditListing(filter, now).query).toEqual({ category: 'TEAMS', objectId: 't1' })
  })
})

it.each([
  ['TEAM_CREATED', 'Team created'],
  ['CUSTOM_FUNCTION_DELETED', 'Custom function deleted'],
  ['storage-integration', 'Storage integration'],
])('%s reads %s', (type, words) => {
  expect(codeWords(type)).toBe(words)
})

it.each([
  [
    { before: null, after: { name: 'North', members: 2 } },
    [
      ['members', null, '2'],
      ['name', null, 'North'],
    ],
  ],
  [{ before: { name: 'North' }, after: { name: 'South' } }, [['name', 'North', 'South']]],
  [{ before: { tags: ['a'] }, after: null }, [['tags', '["a"]', null]]],
  [{ before: { note: '' }, after: { note: 'x' } }, [['note', null, 'x']]],
  [{ before: null, after: null }, []],
])('what differed in %j', (change, fields) => {
  expect(changedFields(change).map(({ name, before, after }) => [name, before, after])).toEqual(fields)
})
