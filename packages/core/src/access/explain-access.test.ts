import { expect, test } from 'vitest'
import { builtInAccountTypes, explainAccess, type ObjectFacts, sourcesOf, type Viewer } from './index.ts'

const viewerOf = (type: string): Viewer => ({
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
  teams: [{ id: 'sales', name: 'Sales' }],
  attributes: {},
  via: { kind: 'session' },
})
const names = {
  objectId: 'object',
  object: (id: string) => (id === 'finance' ? 'workspace Finance' : null),
  team: (id: string) => (id === 'sales' ? 'Sales' : id),
}
const factsOf = (changes: Partial<ObjectFacts>): ObjectFacts => ({
  family: 'workbook',
  id: 'object',
  ownerId: 'somebody',
  holders: [
    { id: 'near', ownerId: 'x' },
    { id: 'finance', ownerId: 'x' },
  ],
  grants: [],
  ...changes,
})
const toTeam = (permission: string, on: string) => ({ permission, to: 'team' as const, teamId: 'sales', on })

test.each<[string, string, Partial<ObjectFacts>]>([
  ['Can view through team Sales on workspace Finance', 'Build', { grants: [toTeam('view', 'finance')] }],
  ['Can explore through team Sales on workspace Finance', 'Build', { grants: [toTeam('organize', 'finance')] }],
  ['Can edit through a grant to them on it', 'Build', { grants: [{ permission: 'edit', to: 'member', on: 'object' }] }],
  [
    'Can view through a grant to everybody on something above it',
    'View',
    { grants: [{ permission: 'view', to: 'everyone', on: 'near' }] },
  ],
  ['Can edit as its owner', 'Build', { ownerId: 'me', grants: [toTeam('edit', 'finance')] }],
  ['Can edit as the owner of workspace Finance', 'Build', { holders: [{ id: 'finance', ownerId: 'me' }] }],
  [
    'Can view through team Sales on it; that gives "Can edit", but the account type View does not go so far',
    'View',
    { grants: [toTeam('edit', 'object')] },
  ],
  [
    'No access: Can view through team Sales on it, but the account type None does not include this',
    'None',
    { grants: [toTeam('view', 'object')] },
  ],
  ['Can edit as an administrator', 'Admin', {}],
  ['No access', 'Build', {}],
])('%s', (sentence, type, changes) => {
  const viewer = viewerOf(type)
  const facts = factsOf(changes)
  expect(explainAccess(viewer, facts, sourcesOf(viewer, facts), names)).toBe(sentence)
})
