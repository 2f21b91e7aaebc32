import type { Viewer } from '@octavo/core/access'
import { describe, expect, test } from 'vitest'
import { readerFacts } from './reader-facts.ts'

const reader: Viewer = {
  organizationId: 'o',
  memberId: 'm',
  email: 'nora@example.com',
  firstName: 'Nora',
  lastName: '',
  accountType: { id: '', name: '', permissions: [] },
  isAdmin: false,
  userKind: 'internal',
  teams: [{ id: 't', name: 'West' }],
  attributes: { Brand: 'Northwind' },
  via: { kind: 'viewAs', actorId: 'a' },
}

describe('facts about the reader that formulas use', () => {
  test.each([
    [
      'the value of an attribute',
      ['CurrentUserAttributeText("Brand") = [Brand]'],
      [['attribute', 'Brand', 'Northwind']],
    ],
    ['none of an attribute', ['currentUserAttributeText( "constructor" )'], [['attribute', 'constructor', null]]],
    [
      'teams, each once',
      ['CurrentUserInTeam("West", "East")', 'If(CurrentUserInTeam("West"), 1, 2)'],
      [
        ['team', 'West', 'West'],
        ['team', 'East', null],
      ],
    ],
    ['nothing of a formula that asks for the mail address', ['CurrentUserEmail() = [Mail]'], []],
  ])('%s', (_, formulas, expected) => {
    expect(readerFacts(formulas, reader).map(({ kind, name, value }) => [kind, name, value])).toEqual(expected)
  })
})
