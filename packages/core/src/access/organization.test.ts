import { describe, expect, test } from 'vitest'
import {
  builtInAccountTypes,
  decideAccountType,
  decideEmbedSession,
  decideMember,
  decidePublicEmbeds,
  decideRight,
  decideTeam,
  explain,
  membersSeenBy,
  type OrganizationRight,
  teamsSeenBy,
  type Viewer,
} from './index.ts'

const viewerOf = (type: string, changes: Partial<Viewer> = {}): Viewer => ({
  organizationId: 'organization',
  memberId: 'me',
  email: 'me@example.com',
  firstName: '',
  lastName: '',
  accountType: {
    id: type,
    name: type,
    permissions: builtInAccountTypes.find(({ name }) => name === type)?.permissions ?? [],
  },
  isAdmin: type === 'Admin',
  userKind: 'internal',
  teams: [],
  attributes: {},
  via: { kind: 'session' },
  ...changes,
})

/** Who has each right that is not about a single object. */
const rights: Record<OrganizationRight, string> = {
  manageMembers: 'Build Admin',
  manageTeams: 'Build Admin',
  manageUserAttributes: 'Build Admin',
  manageAccountTypes: 'Admin',
  signForOthers: 'Admin',
  manageCredentials: 'Admin',
  resetPasswords: 'Admin',
  revokeTokens: 'Admin',
  manageOrganization: 'Admin',
  manageTenants: 'Admin',
  manageDeployments: 'Admin',
  manageSharedTemplates: 'Admin',
  manageTags: 'Admin',
  readAuditLog: 'Admin',
  manageAuditLog: 'Admin',
  manageCustomFunctions: 'Admin',
  manageConnections: 'Admin',
  handOverDocuments: 'Admin',
  deactivateAndTakeOver: 'Admin',
  useEveryFile: 'Admin',
  nameOwner: 'Admin',
  seeEverything: 'Admin',
  createPublicEmbeds: 'Admin',
  copyAllBookmarks: 'Admin',
  viewAs: 'Admin',
  createWorkspaces: 'Build Admin',
  createWorkbooks: 'Build Admin',
  createDataModels: 'Build Admin',
  writeSql: 'Build Admin',
  sendMail: 'Analyze Build Admin',
  sendToWebhooks: 'Build Admin',
  sendToSlack: 'Analyze Build Admin',
  sendToStorage: 'Build Admin',
  sendAsRecipients: 'Analyze Build Admin',
  manageDestinations: 'Build Admin',
  manageApiConnectors: 'Admin',
  createApiActions: 'Admin',
  triggerApiActions: 'Act Analyze Build Admin',
}

describe('rights of the organization', () => {
  test.each(Object.entries(rights))('%s: %s', (right, holders) => {
    const found = builtInAccountTypes.filter(({ name }) => {
      const decision = decideRight(viewerOf(name), right as OrganizationRight)
      expect(decision.isVisible).toBe(true)
      return decision.allowed
    })
    expect(found.map(({ name }) => name).join(' ')).toBe(holders)
  })

  test.each(['guest', 'embed'])('a member of kind %s manages nothing, whatever the account type', (userKind) => {
    const may = (right: OrganizationRight) => decideRight(viewerOf('Build', { userKind }), right)
    for (const right of ['manageMembers', 'manageTeams', 'manageUserAttributes'] as const) {
      expect(may(right)).toMatchObject({ allowed: false, because: { rule: 'internal_only' } })
    }
    expect(may('createWorkbooks').allowed).toBe(true)
  })

  test.each(['Admin', 'Build'])('an embed session of a member with %s manages nothing', (type) => {
    const viewer = viewerOf(type, { via: { kind: 'embedSession', credentialId: 'c', sessionId: 's', endsAt: 1 } })
    for (const [right, holders] of Object.entries(rights)) {
      const manages = holders === 'Admin' || right.startsWith('manage')
      const decision = decideRight(viewer, right as OrganizationRight)
      if (manages) expect(decision.allowed, right).toBe(false)
      if (manages && type === 'Admin') expect(decision.because, right).toEqual({ rule: 'embed_session' })
    }
    expect(decideRight(viewer, 'createWorkbooks').allowed).toBe(true)
    expect(decideEmbedSession(viewer).allowed).toBe(true)
    expect(decideEmbedSession(viewerOf(type)).allowed).toBe(false)
  })

  test('a refusal names the missing permission', () => {
    const reasons = (['manageTeams', 'handOverDocuments'] as const).map((right) =>
      explain(decideRight(viewerOf('View'), right)),
    )
    expect(reasons).toEqual([
      'Your account type does not include "manage-teams".',
      'Only the Admin account type may hand documents to another owner.',
    ])
  })
})

test('public embeds depend on the setting of the organization', () => {
  expect(decidePublicEmbeds(true).allowed).toBe(true)
  expect(decidePublicEmbeds(false)).toMatchObject({ allowed: false, isVisible: true })
  expect(explain(decidePublicEmbeds(false))).toContain('switched off')
})

test('actions on a member are allowed for that member and for administrators', () => {
  const may = (type: string, memberId: string) => decideMember(viewerOf(type), memberId, 'seeFiles').allowed
  expect([may('View', 'me'), may('Build', 'other'), may('Admin', 'other')]).toEqual([true, false, true])
})

describe('teams', () => {
  const team = { id: 'sales', name: 'Sales', isTeamAdmin: false }
  const own = { teams: [{ id: 'sales', name: 'Sales' }] }
  const guest = { userKind: 'guest' }
  test.each([
    ['a stranger, of a public team', viewerOf('View'), 'public', false, { view: true }],
    ['a stranger, of a private team', viewerOf('View'), 'private', false, {}],
    ['a guest, of a public team', viewerOf('View', guest), 'public', false, {}],
    [
      'a guest, of the own team',
      viewerOf('View', { ...guest, ...own }),
      'private',
      false,
      { view: true, seeGrants: true },
    ],
    ['a member', viewerOf('View', own), 'private', false, { view: true, seeGrants: true }],
    ['an admin of the team', viewerOf('View', own), 'private', true, { view: true, seeGrants: true, edit: true }],
    ['who manages teams, of a public team', viewerOf('Build'), 'public', false, { view: true, edit: true }],
    ['who manages teams, of a private team', viewerOf('Build'), 'private', false, {}],
    ['an administrator', viewerOf('Admin'), 'private', false, { view: true, seeGrants: true, edit: true }],
  ])('%s', (_, viewer, visibility, isTeamAdmin, expected) => {
    const decisions = (['view', 'seeGrants', 'edit'] as const).map(
      (action) => [action, decideTeam(viewer, { ...team, visibility, isTeamAdmin }, action)] as const,
    )
    expect(Object.fromEntries(decisions.flatMap(([action, { allowed }]) => (allowed ? [[action, true]] : [])))).toEqual(
      expected,
    )
    for (const [, { isVisible }] of decisions) expect(isVisible).toBe('view' in expected)
  })
})

test('guests see only themselves and their teams, and in an embed only themselves', () => {
  const teams = [{ id: 'sales', name: 'Sales' }]
  expect(membersSeenBy(viewerOf('View'))).toBeNull()
  const guest = viewerOf('View', { userKind: 'guest', teams })
  expect(membersSeenBy(guest)).toEqual({ memberId: 'me', teamIds: ['sales'] })
  expect(teamsSeenBy(guest)).toEqual({ teamIds: ['sales'], andPublic: false })
  const via = { kind: 'embedSession', credentialId: 'c', sessionId: 's', endsAt: 1 } as const
  const embedded = [
    viewerOf('View', { userKind: 'embed', teams }),
    viewerOf('View', { via, teams }),
    viewerOf('Admin', { via, teams }),
  ]
  for (const viewer of embedded) {
    expect(membersSeenBy(viewer)).toEqual({ memberId: 'me', teamIds: [] })
    expect(teamsSeenBy(viewer)).toEqual({ teamIds: ['sales'], andPublic: false })
  }
})

test('a manager of members who is not an administrator cannot grant management rights', () => {
  const type = (name: string) => ({
    name,
    isAdmin: name === 'Admin',
    permissions: builtInAccountTypes.find((each) => each.name === name)?.permissions ?? [],
  })
  const may = (viewer: string, given: string) => decideAccountType(viewerOf(viewer), type(given)).allowed
  expect([may('Build', 'Analyze'), may('Build', 'Build'), may('Build', 'Admin'), may('Analyze', 'View')]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect([may('Admin', 'Build'), may('Admin', 'Admin')]).toEqual([true, true])
})
