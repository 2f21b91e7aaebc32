import { expect, test } from 'vitest'
import { type ObjectFacts, type PageVisibility, seesPage, type Viewer } from './index.ts'

const viewer: Viewer = {
  organizationId: 'organization',
  memberId: 'me',
  email: 'me@example.com',
  firstName: '',
  lastName: '',
  accountType: { id: 'Build', name: 'Build', permissions: ['view-workbooks', 'edit-workbooks'] },
  isAdmin: false,
  userKind: 'internal',
  teams: [{ id: 'sales', name: 'Sales' }],
  attributes: {},
  via: { kind: 'session' },
}
const granted = (permission: string, more: Partial<ObjectFacts> = {}): ObjectFacts => ({
  family: 'workbook',
  id: 'object',
  ownerId: null,
  holders: [],
  grants: [{ permission, to: 'member', on: 'object' }],
  ...more,
})
const only = (assignments: { users?: string[]; teams?: string[] }): PageVisibility => ({
  kind: 'specific-users-and-teams',
  assignments,
})

test.each<[string, PageVisibility | undefined, boolean]>([
  ['no rule', undefined, true],
  ['hidden', 'hidden', false],
  ['for this member', only({ users: ['me'] }), true],
  ['for a team of the member', only({ teams: ['sales'] }), true],
  ['for others', only({ users: ['you'], teams: ['board'] }), false],
  ['for nobody', only({}), false],
])('a page is shown to a reader: %s', (_title, visibility, isShown) => {
  expect(seesPage(viewer, granted('view'), visibility)).toBe(isShown)
  expect(seesPage(viewer, granted('edit'), visibility)).toBe(true)
  expect(seesPage({ ...viewer, isAdmin: true }, granted('view'), visibility)).toBe(true)
  expect(seesPage(viewer, granted('edit', { isTagged: true }), visibility)).toBe(isShown)
})
