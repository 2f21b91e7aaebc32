import type { Member } from '@octavo/core/contract'
import { describe, expect, it } from 'vitest'
import { filterMembers, type MemberFilter, orderMembers } from './member-list.ts'

const member = (memberId: string, name: string, memberType: string, isArchived = false) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { memberId, firstName, lastName, email: `${firstName}@example.com`, memberType, isArchived } as Member
}
const members = [
  member('1', 'Ada Lovelace', 'View'),
  member('2', 'grace Hopper', 'Build'),
  member('3', 'Alan Turing', 'View', true),
]
const all: MemberFilter = { text: '', type: '', state: 'all', team: null }

describe('the list of members', () => {
  it.each([
    [{}, ['1', '2', '3']],
    [{ state: 'active' }, ['1', '2']],
    [{ state: 'deactivated' }, ['3']],
    [{ type: 'View', state: 'active' }, ['1']],
    [{ text: 'LOVE ada' }, ['1']],
    [{ text: 'grace@' }, ['2']],
    [{ text: 'ada hopper' }, []],
    [{ team: new Set(['3', '9']) }, ['3']],
    [{ team: new Set<string>() }, []],
  ] satisfies [Partial<MemberFilter>, string[]][])('filtered by %j', (filter, ids) => {
    expect(filterMembers(members, { ...all, ...filter }).map(({ memberId }) => memberId)).toEqual(ids)
  })

  it('is ordered by name whatever the case', () => {
    expect(orderMembers(members, { by: 'name', isDescending: false }).map(({ memberId }) => memberId)).toEqual([
      '1',
      '3',
      '2',
    ])
    expect(orderMembers(members, { by: 'type', isDescending: true }).map(({ memberId }) => memberId)).toEqual([
      '3',
      '1',
      '2',
    ])
  })
})
