import { describe, expect, test } from 'vitest'
import {
  type Action,
  actionsOn,
  builtInAccountTypes,
  decide,
  explain,
  type FeaturePermission,
  featureNames,
  features,
  highestPermission,
  isFeaturePermission,
  ladders,
  type ObjectFacts,
  type ObjectFamily,
  permissionOn,
  type Viewer,
  withImplied,
} from './index.ts'

const permissionsOf = (type: string): readonly FeaturePermission[] =>
  builtInAccountTypes.find(({ name }) => name === type)?.permissions ?? []

const viewerOf = (type: string, changes: Partial<Viewer> = {}): Viewer => ({
  organizationId: 'organization',
  memberId: 'me',
  email: 'me@example.com',
  firstName: '',
  lastName: '',
  accountType: { id: type, name: type, permissions: permissionsOf(type) },
  isAdmin: type === 'Admin',
  userKind: 'internal',
  teams: [],
  attributes: {},
  via: { kind: 'session' },
  ...changes,
})

/** The ways in which a viewer can get a permission; `own` and `grant` on the object, `in` on a folder that contains it. */
const sources = {
  nothing: {},
  own: { ownerId: 'me' },
  'own folder': { holders: [{ id: 'near', ownerId: 'me' }] },
  'own folder above': {
    holders: [
      { id: 'near', ownerId: 'x' },
      { id: 'far', ownerId: 'me' },
    ],
  },
} as const satisfies Record<string, Partial<ObjectFacts>>

const factsOf = (family: ObjectFamily, changes: Partial<ObjectFacts> = {}): ObjectFacts => ({
  family,
  id: 'object',
  ownerId: 'somebody',
  holders: [],
  grants: [],
  ...changes,
})
const granted = (permission: string, to: 'member' | 'team' | 'everyone' = 'member') => ({
  grants: [{ permission, to, on: 'object' }],
})
const inFolder = (permission: string, on: 'near' | 'far' = 'near') => ({
  holders: [
    { id: 'near', ownerId: 'x' },
    { id: 'far', ownerId: 'x' },
  ],
  grants: [{ permission, to: 'team' as const, on }],
})

/**
 * The complete rule as a table: the permission that remains for each account type, as it is shown. From the published help pages; `-` is
 * none.
 */
const shown: Record<string, Record<string, string>> = {
  'workbook: own': { View: 'view', Act: 'explore', Analyze: 'explore', Build: 'edit', Admin: 'edit' },
  'workbook: own folder': { View: 'view', Act: 'explore', Analyze: 'explore', Build: 'edit', Admin: 'edit' },
  'workbook: own folder above': { View: 'view', Act: 'explore', Analyze: 'explore', Build: 'edit', Admin: 'edit' },
  'workbook: nothing': { View: '-', Act: '-', Analyze: '-', Build: '-', Admin: 'edit' },
  'workbook: grant view': { View: 'view', Act: 'view', Analyze: 'view', Build: 'view', Admin: 'edit' },
  'workbook: grant explore': { View: 'view', Act: 'explore', Analyze: 'explore', Build: 'explore', Admin: 'edit' },
  'workbook: grant edit': { View: 'view', Act: 'explore', Analyze: 'explore', Build: 'edit', Admin: 'edit' },
  'workbook: grant organize': { View: '-', Act: '-', Analyze: '-', Build: '-', Admin: 'edit' },
  'workbook: folder view': { View: 'view', Act: 'view', Analyze: 'view', Build: 'view', Admin: 'edit' },
  'workbook: folder explore': { View: 'view', Act: 'explore', Analyze: 'explore', Build: 'explore', Admin: 'edit' },
  'workbook: folder organize': { View: 'view', Act: 'explore', Analyze: 'explore', Build: 'explore', Admin: 'edit' },
  'workbook: folder edit': { View: 'view', Act: 'explore', Analyze: 'explore', Build: 'edit', Admin: 'edit' },
  'model: own': { View: 'view', Act: 'view', Analyze: 'view', Build: 'edit', Admin: 'edit' },
  'model: nothing': { View: '-', Act: '-', Analyze: '-', Build: '-', Admin: 'edit' },
  'model: grant view': { View: 'view', Act: 'view', Analyze: 'view', Build: 'view', Admin: 'edit' },
  'model: grant edit': { View: 'view', Act: 'view', Analyze: 'view', Build: 'edit', Admin: 'edit' },
  'model: folder explore': { View: 'view', Act: 'view', Analyze: 'view', Build: 'view', Admin: 'edit' },
  'model: folder organize': { View: 'view', Act: 'view', Analyze: 'view', Build: 'view', Admin: 'edit' },
  'model: folder edit': { View: 'view', Act: 'view', Analyze: 'view', Build: 'edit', Admin: 'edit' },
  'folder: own': { View: 'explore', Act: 'explore', Analyze: 'explore', Build: 'edit', Admin: 'edit' },
  'folder: nothing': { View: '-', Act: '-', Analyze: '-', Build: '-', Admin: 'edit' },
  'folder: grant organize': { View: 'explore', Act: 'explore', Analyze: 'explore', Build: 'organize', Admin: 'edit' },
  'folder: folder view': { View: 'view', Act: 'view', Analyze: 'view', Build: 'view', Admin: 'edit' },
  'folder: folder edit': { View: 'explore', Act: 'explore', Analyze: 'explore', Build: 'edit', Admin: 'edit' },
  'connection: nothing': { View: '-', Act: '-', Analyze: '-', Build: '-', Admin: 'admin' },
  'connection: grant usage': { View: 'usage', Act: 'usage', Analyze: 'usage', Build: 'usage', Admin: 'admin' },
  'connection: grant annotate': { View: 'usage', Act: 'usage', Analyze: 'usage', Build: 'annotate', Admin: 'admin' },
  'connection: grant admin': { View: 'usage', Act: 'usage', Analyze: 'usage', Build: 'admin', Admin: 'admin' },
  'connection: folder edit': { View: '-', Act: '-', Analyze: '-', Build: '-', Admin: 'admin' },
}

const actionsOf: Record<ObjectFamily, Record<string, Action[]>> = {
  workbook: {
    view: ['view', 'useAsSource', 'copy', 'export', 'comment', 'schedule', 'enterRowsForAll', 'saveView'],
    explore: ['explore', 'enterRows', 'customize', 'shareView'],
    edit: ['edit', 'enterRowsInDraft', 'delete', 'tag', 'share'],
  },
  model: { view: ['view', 'useAsSource', 'export'], edit: ['edit', 'delete', 'tag', 'share'] },
  folder: { view: ['view'], organize: ['addDocument', 'addFolder'], edit: ['edit', 'delete', 'share'] },
  connection: {
    usage: ['view', 'useAsSource', 'writeSql', 'uploadCsv', 'createInputTable'],
    annotate: ['annotate'],
    admin: ['edit', 'delete', 'share'],
  },
}
/** Account types that lack the feature permission that the action needs besides the permission. */
const withoutFeature: Partial<Record<Action, string[]>> = {
  export: ['View', 'Act'],
  schedule: ['View', 'Act'],
  customize: ['View', 'Act'],
  shareView: ['View', 'Act', 'Analyze'],
  writeSql: ['View', 'Act', 'Analyze'],
  uploadCsv: ['View', 'Act', 'Analyze'],
  createInputTable: ['View', 'Act', 'Analyze'],
  enterRowsForAll: ['View'],
  enterRows: ['View'],
  enterRowsInDraft: ['View'],
}

function factsFor(family: ObjectFamily, source: string): ObjectFacts {
  const [word = '', permission = ''] = source.split(' ')
  if (word === 'grant') return factsOf(family, granted(permission))
  if (word === 'folder') return factsOf(family, inFolder(permission, 'far'))
  return factsOf(family, Object.entries(sources).find(([name]) => name === source)?.[1])
}

const cases = Object.entries(shown).flatMap(([row, byType]) =>
  Object.entries(byType).map(([type, permission]) => {
    const [family = 'workbook', source = ''] = row.split(': ')
    return { row, family: family as ObjectFamily, source, type, permission: permission === '-' ? null : permission }
  }),
)

describe('the matrix of rights', () => {
  test.each(cases)('$row with account type $type: $permission', ({ family, source, type, permission }) => {
    const viewer = viewerOf(type)
    const facts = factsFor(family, source)
    expect(permissionOn(viewer, facts)).toBe(permission)
    const ladder: readonly string[] = ladders[family]
    for (const [permissionNeeded, actions] of Object.entries(actionsOf[family])) {
      for (const action of actions) {
        const isHighEnough = permission !== null && ladder.indexOf(permission) >= ladder.indexOf(permissionNeeded)
        const isFeatured = !withoutFeature[action]?.includes(type)
        const decision = decide(viewer, facts, action)
        expect({ action, allowed: decision.allowed }).toEqual({ action, allowed: isHighEnough && isFeatured })
        expect(decision.isVisible).toBe(permission !== null)
        expect(explain(decision)).toMatch(/^[A-Z].*\.$/)
      }
    }
  })

  test('every family and every built-in account type is in the matrix', () => {
    const families = new Set(cases.map(({ family }) => family))
    expect([...families].toSorted()).toEqual(Object.keys(ladders).toSorted())
    const types = builtInAccountTypes.map(({ name }) => name)
    for (const row of Object.values(shown)) expect(Object.keys(row)).toEqual(types)
  })
})

describe('decide', () => {
  const build = viewerOf('Build')

  test.each([
    ['an administrator', viewerOf('Admin'), factsOf('workbook'), 'edit', { rule: 'admin' }],
    ['the owner', build, factsOf('workbook', { ownerId: 'me' }), 'edit', { rule: 'owner', of: 'object' }],
    [
      'a grant',
      build,
      factsOf('workbook', granted('edit', 'team')),
      'edit',
      { rule: 'grant', to: 'team', on: 'object' },
    ],
    [
      'a folder above',
      build,
      factsOf('workbook', inFolder('edit', 'far')),
      'edit',
      { rule: 'grant', to: 'team', on: 'far' },
    ],
    ['no grant', build, factsOf('workbook'), 'view', { rule: 'no_grant' }],
    [
      'too low a grant',
      build,
      factsOf('workbook', granted('view')),
      'edit',
      { rule: 'grant_too_low', has: 'view', needs: 'edit' },
    ],
    [
      'the account type',
      viewerOf('View'),
      factsOf('workbook', granted('edit')),
      'edit',
      { rule: 'account_type', needs: ['edit-workbooks'] },
    ],
    [
      'the missing feature',
      viewerOf('Act'),
      factsOf('workbook', granted('view')),
      'export',
      { rule: 'account_type', needs: ['download'] },
    ],
    [
      'an action for administrators only',
      build,
      factsOf('workbook', { ownerId: 'me' }),
      'transfer',
      { rule: 'admin_only' },
    ],
    [
      'an action that the family does not have',
      build,
      factsOf('model', { ownerId: 'me' }),
      'explore',
      { rule: 'no_such_action' },
    ],
  ] as const)('explains the decision: %s', (_, viewer, facts, action, because) => {
    expect(decide(viewer, facts, action).because).toEqual(because)
  })

  test('the highest permission wins, whatever the order of the grants', () => {
    const grants = ['view', 'edit', 'explore'].map((permission) => ({
      permission,
      to: 'member' as const,
      on: 'object',
    }))
    for (const order of [grants, grants.toReversed()]) {
      expect(permissionOn(build, factsOf('workbook', { grants: order }))).toBe('edit')
    }
  })

  test.each([
    ['isArchived', 'archived', 'view seeAccess delete restore transfer purge'],
    ['isHome', 'home', 'view seeAccess addDocument addFolder'],
  ] as const)('the state of a folder limits everyone, including administrators: %s', (state, rule, left) => {
    for (const viewer of [viewerOf('Admin'), viewerOf('Build', { memberId: 'owner' })]) {
      const facts = factsOf('folder', { ownerId: 'owner', [state]: true })
      const decisions = actionsOn('folder').map((action) => ({ action, decision: decide(viewer, facts, action) }))
      const open = decisions.filter(({ decision }) => decision.because.rule !== rule)
      expect(open.map(({ action }) => action).join(' ')).toBe(left)
      for (const { decision } of decisions) expect(decision.isVisible).toBe(true)
    }
    expect(decide(build, factsOf('folder', { [state]: true }), 'edit').isVisible).toBe(false)
  })

  test('guests, embed users and embed sessions cannot see who has access', () => {
    const via = { kind: 'embedSession', credentialId: 'c', sessionId: 's', endsAt: 1 } as const
    const viewers = [
      viewerOf('Build', { userKind: 'guest' }),
      viewerOf('Build', { userKind: 'embed' }),
      viewerOf('Build', { via }),
      viewerOf('Admin', { via }),
    ]
    for (const viewer of viewers) {
      const decision = decide(viewer, factsOf('workbook', granted('view')), 'seeAccess')
      expect(decision).toEqual({ allowed: false, because: { rule: 'internal_only' }, isVisible: true })
    }
  })

  test('a grant on a connection applies to its paths; a grant on a path only makes the connection visible', () => {
    const path = factsOf('connection', {
      holders: [
        { id: 'schema', ownerId: null },
        { id: 'connection', ownerId: null },
      ],
      grants: [{ permission: 'annotate', to: 'team', on: 'connection' }],
    })
    expect(permissionOn(build, path)).toBe('annotate')
    const connection = factsOf('connection', { isPassage: true })
    expect(permissionOn(build, connection)).toBeNull()
    expect(decide(build, connection, 'view')).toEqual({ allowed: true, because: { rule: 'inside' }, isVisible: true })
    expect(decide(build, connection, 'useAsSource')).toMatchObject({ allowed: false, isVisible: true })
    expect(decide(viewerOf('None'), connection, 'view')).toMatchObject({ allowed: false, isVisible: false })
  })

  test('a grant to everyone does not include guests', () => {
    const facts = factsOf('workbook', granted('edit', 'everyone'))
    expect(permissionOn(build, facts)).toBe('edit')
    expect(permissionOn(viewerOf('Build', { userKind: 'guest' }), facts)).toBeNull()
  })

  test('a grant on an object that is not a container has no effect', () => {
    const facts = factsOf('workbook', { grants: [{ permission: 'edit', to: 'member', on: 'elsewhere' }] })
    expect(permissionOn(build, facts)).toBeNull()
  })

  test('an owner whose account type has no permission does not see the object', () => {
    const nobody = viewerOf('None')
    expect(permissionOn(nobody, factsOf('workbook', { ownerId: 'me' }))).toBeNull()
    expect(highestPermission(nobody, 'workbook')).toBeNull()
    expect(decide(nobody, factsOf('workbook', { ownerId: 'me' }), 'view')).toMatchObject({
      allowed: false,
      isVisible: false,
    })
  })
})

describe('features', () => {
  test('features that another one includes exist, and every built-in type has them with it', () => {
    for (const name of featureNames()) {
      const feature: { implies?: readonly string[] } = features[name]
      for (const implied of feature.implies ?? []) expect(isFeaturePermission(implied)).toBe(true)
    }
    for (const { permissions } of builtInAccountTypes) {
      expect([...withImplied(permissions)].toSorted()).toEqual([...permissions].toSorted())
    }
  })

  test('each built-in type has all features of the previous one', () => {
    for (const [index, { permissions }] of builtInAccountTypes.entries()) {
      const before = builtInAccountTypes[index - 1]?.permissions ?? []
      expect(permissions).toEqual(expect.arrayContaining([...before]))
    }
  })
})
