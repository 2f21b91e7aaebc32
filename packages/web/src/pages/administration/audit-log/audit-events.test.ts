import { describe, expect, it } from 'vitest'
import { auditListing, changedFields, codeWords, daysOfText, daysText, isObjectId } from './audit-events.ts'

const days = { first: '', last: '', zone: 'UTC' }
const nothing = { category: '', status: '', memberId: '', objectId: '', days }
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

describe('a free period', () => {
  const listed = (text: string) => auditListing({ ...nothing, period: 'days', days: daysOfText(text) }, now).query

  it.each([
    ['2026-11-01..2026-11-15@UTC', { from: '2026-11-01T00:00:00.000Z', to: '2026-11-16T00:00:00.000Z' }],
    // Summer time ends on 25 October.
    ['2026-10-25..2026-10-25@Europe/Berlin', { from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' }],
    ['2026-11-01..@Asia/Tokyo', { from: '2026-10-31T15:00:00.000Z' }],
    ['..2026-03-08@America/New_York', { to: '2026-03-09T04:00:00.000Z' }],
    ['2026-11-15..2026-11-01@UTC', {}],
    ['2026-13-45..@UTC', {}],
    ['', {}],
  ])('%s is from and before these times', (text, query) => {
    expect(listed(text)).toEqual(query)
  })

  it('is in the address with its zone', () => {
    const period = { first: '2026-11-01', last: '2026-11-15', zone: 'Europe/Berlin' }
    expect(daysOfText(daysText(period))).toEqual(period)
    expect(daysOfText('2026-11-01..@Nowhere/City').zone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
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

describe('the form of an id', () => {
  it.each([
    ['0f0f0f0f-1234-4abc-8def-0123456789ab', true],
    ['0F0F0F0F-1234-4ABC-8DEF-0123456789AB', true],
    ['0f0f0f0f-1234-4abc-8def', false],
    ['a0B1c2D3e4F5g6H7i8J9k0L1m2N3o', true],
    [`${'Xk3_-'.repeat(8)}abc`, true],
    ['Sales', false],
    ['Quarterly sales by region', false],
    ['', false],
  ])('%s: %s', (text, isId) => {
    expect(isObjectId(text)).toBe(isId)
  })
})
