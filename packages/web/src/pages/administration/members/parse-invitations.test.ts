import { describe, expect, it } from 'vitest'
import { type KnownHere, parseInvitations } from './parse-invitations.ts'

const known: KnownHere = {
  defaultType: 'View',
  types: ['View', 'Analyze', 'Build'],
  teams: [
    { teamId: 'team-1', name: 'Sales' },
    { teamId: 'team-2', name: 'Data platform' },
  ],
  members: new Map([
    ['grace@example.com', false],
    ['old@example.com', true],
  ]),
}
const parse = (text: string) => parseInvitations(text, known)
const people = (text: string) =>
  parse(text).map(({ email, firstName, lastName, memberType }) => [email, firstName, lastName, memberType])

describe('people in pasted text', () => {
  it.each([
    ['one address', 'ada.lovelace@example.com', [['ada.lovelace@example.com', 'Ada', 'Lovelace', 'View']]],
    ['an address that tells no name', 'ada@example.com', [['ada@example.com', '', '', 'View']]],
    [
      'several on one line',
      'a.bee@x.org, c.dee@x.org;',
      [
        ['a.bee@x.org', '', '', 'View'],
        ['c.dee@x.org', '', '', 'View'],
      ],
    ],
    ['names before addresses', 'Ada Lovelace <ada@x.org>', [['ada@x.org', 'Ada', 'Lovelace', 'View']]],
    [
      'cells without a header',
      'Ada,King Lovelace,ada@x.org,analyze',
      [['ada@x.org', 'Ada', 'King Lovelace', 'Analyze']],
    ],
    ['a range of a spreadsheet', 'ada@x.org\tAda\tLovelace\r\n', [['ada@x.org', 'Ada', 'Lovelace', 'View']]],
    [
      'a table with a header, quotes and its own order',
      '\ufeffLast name;Email;First name;Role\n"Lovelace; Countess";ada@x.org;Ada;Build\n\n',
      [['ada@x.org', 'Ada', 'Lovelace; Countess', 'Build']],
    ],
    ['nothing', ' \n\n', []],
  ])('%s', (_, text, expected) => {
    expect(people(text)).toEqual(expected)
  })

  it('finds teams by name regardless of case, and several in a cell', () => {
    const [line] = parse('email\tteams\nada@x.org\tsales; Data platform')
    expect(line?.teams.map(({ teamId }) => teamId)).toEqual(['team-1', 'team-2'])
    expect(line?.problems).toEqual([])
  })

  it('keeps the line numbers of the text', () => {
    expect(parse('email,name\n\n"a@x.org","Two\nLines"\nb@x.org,Bee').map(({ line }) => line)).toEqual([3, 5])
  })

  it.each([
    ['not-an-address', [{ code: 'badEmail', email: 'not-an-address' }]],
    ['a@b@c', [{ code: 'badEmail', email: 'a@b@c' }]],
    ['email,type\n,View', [{ code: 'noEmail' }]],
    ['Grace@example.com', [{ code: 'isMember' }]],
    ['old@example.com', [{ code: 'isDeactivated' }]],
    ['email,account type\na@x.org,Owner', [{ code: 'unknownType', name: 'Owner' }]],
    ['email,kind\na@x.org,robot', [{ code: 'unknownKind', name: 'robot' }]],
    [`email,first name\na@x.org,${'x'.repeat(129)}`, [{ code: 'nameTooLong' }]],
    [
      'email,team,type\nbad,Nowhere,Chief',
      [
        { code: 'badEmail', email: 'bad' },
        { code: 'unknownType', name: 'Chief' },
        { code: 'unknownTeam', name: 'Nowhere' },
      ],
    ],
  ])('tells every problem of %j', (text, problems) => {
    expect(parse(text)[0]?.problems).toEqual(problems)
  })

  it('names the earlier line with the same address, regardless of case', () => {
    const lines = parse('a@x.org\nb@x.org\nA@X.org')
    expect(lines.map(({ problems }) => problems)).toEqual([[], [], [{ code: 'repeated', line: 1 }]])
  })
})
