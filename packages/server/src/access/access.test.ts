import { builtInAccountTypes, familyOfType, ladders, type Viewer } from '@octavo/core/access'
import { isAppError } from '@octavo/core/errors'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertGrant } from '../store/grants.ts'
import { newUuid, type Store, urlIdOf } from '../store/index.ts'
import { insertInode } from '../store/inodes.ts'
import { describeStores } from '../store/testing.ts'
import { createAccess, type InodePermission } from './index.ts'

const organizationId = newUuid()
const otherOrganizationId = newUuid()
const audited = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
const memberIds = ['a', 'b', 'c', 'd', 'e', 'g'] as const
const teamIds = ['red', 'blue'] as const
const tagIds = ['Reviewed', 'Released'] as const

/** A seeded generator: every run uses the same numbers, so that a tree that fails can be reproduced. */
function randomOf(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return { next, pick: <T>(items: readonly T[]): T => items[next(items.length)] as T }
}

const viewerOf = (memberId: string, type: string, changes: Partial<Viewer> = {}): Viewer => ({
  organizationId,
  memberId,
  email: `${memberId}@example.com`,
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
const red = { id: 'red', name: 'Red' }
const blue = { id: 'blue', name: 'Blue' }
const viewers = [
  viewerOf('a', 'Build', { teams: [red] }),
  viewerOf('b', 'View', { teams: [red, blue] }),
  viewerOf('c', 'Analyze', { teams: [blue] }),
  viewerOf('d', 'Build'),
  viewerOf('e', 'None', { teams: [red] }),
  viewerOf('g', 'Build', { userKind: 'guest', teams: [blue] }),
]

describeStores('access', (openStore) => {
  async function openWithPeople(): Promise<Store> {
    const store = await openStore()
    await store.maintain('test', async (tx) => {
      for (const id of [organizationId, otherOrganizationId]) {
        await tx
          .insertInto('organizations')
          .values({ id, slug: id, name: '', zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 })
          .execute()
      }
      await tx
        .insertInto('account_types')
        .values({
          organization_id: organizationId,
          id: 'type',
          name: 'type',
          description: '',
          is_built_in: 0,
          permissions: '[]',
          ...audited,
        })
        .execute()
      for (const id of memberIds) {
        await tx
          .insertInto('members')
          .values({
            organization_id: organizationId,
            id,
            email: id,
            email_key: id,
            first_name: '',
            last_name: '',
            account_type_id: 'type',
            user_kind: 'internal',
            home_folder_id: '',
            password_hash: null,
            profile_img_url: null,
            is_archived: 0,
            ...audited,
          })
          .execute()
      }
      for (const id of teamIds) {
        await tx
          .insertInto('teams')
          .values({
            organization_id: organizationId,
            id,
            name: id,
            description: '',
            visibility: 'public',
            is_archived: 0,
            ...audited,
          })
          .execute()
      }
    })
    return store
  }

  const addInode = (
    store: Store,
    inode: { id: string; type: string; parent: string | null; owner: string | null; organization?: string },
  ) =>
    store.maintain('test', (tx) =>
      insertInode(tx, {
        organization_id: inode.organization ?? organizationId,
        id: inode.id,
        url_id: urlIdOf(inode.id),
        type: inode.type,
        name: inode.id,
        parent_id: inode.parent,
        owner_id: inode.owner,
        is_home: 0,
        description: '',
        badge: null,
        is_archived: 0,
        archived_at: null,
        archived_by: null,
        ...audited,
      }),
    )

  const addGrant = (
    store: Store,
    grant: {
      kind: string
      on: string
      member?: string
      team?: string
      permission: string
      organization?: string
      tag?: string
    },
  ) =>
    store.maintain('test', (tx) =>
      insertGrant(tx, {
        organization_id: grant.organization ?? organizationId,
        id: newUuid(),
        object_kind: grant.kind,
        object_id: grant.on,
        tag_id: grant.tag ?? null,
        member_id: grant.member ?? null,
        team_id: grant.team ?? null,
        is_everyone: grant.member || grant.team ? 0 : 1,
        permission: grant.permission,
        ...audited,
      }),
    )

  /** A tagged version of a document; lists show it to viewers who cannot see the document itself. */
  async function addTagged(store: Store, sourceId: string, type: string, tagId: string): Promise<string> {
    const id = newUuid()
    await addInode(store, { id, type: `tagged-${type}`, parent: sourceId, owner: null })
    const of = { organization_id: organizationId, id }
    const first = { latest_version: 1, draft_revision: 1, published_revision: 1 }
    const tag = { source_id: sourceId, tag_id: tagId, source_version: 1, is_default: 0, grant_source_access: 0 }
    await store.maintain('test', async (tx) => {
      const kind = type === 'workbook' ? ('workbook' as const) : ('data-model' as const)
      for (const document of [sourceId, id]) {
        await tx
          .insertInto('documents')
          .values({ ...of, id: document, kind, ...first })
          .onConflict((known) => known.doNothing())
          .execute()
      }
      await tx
        .insertInto('tagged_versions')
        .values({ ...of, ...tag, ...audited })
        .execute()
    })
    return id
  }

  async function plantTree(store: Store, seed: number, sources = new Map<string, string>()): Promise<string[]> {
    const { next, pick } = randomOf(seed)
    const ids: string[] = []
    await store.maintain('test', async (tx) => {
      for (const id of tagIds) {
        const tag = { name: id, name_key: id, color: 'cyan', description: '', owner_id: 'a', is_protected: 0 }
        await tx
          .insertInto('version_tags')
          .values({ organization_id: organizationId, id, ...tag, ...audited })
          .execute()
      }
    })
    const folders: (string | null)[] = [null]
    for (let index = 0; index < 24; index += 1) {
      const id = newUuid()
      const type = pick(
        index < 8 ? ['workspace', 'folder', 'folder'] : ['workbook', 'workbook', 'data-model', 'folder'],
      )
      const owner = next(3) === 0 ? pick(memberIds) : null
      const parent = type === 'workspace' ? null : pick(folders)
      await addInode(store, { id, type, parent, owner })
      if (type === 'folder' || type === 'workspace') folders.push(id)
      ids.push(id)
      if (type === 'folder' || type === 'workspace') {
        const tag = pick(tagIds)
        const to = pick([{ member: pick(memberIds) }, { team: pick(teamIds) }])
        const permission = pick(['view', 'explore'])
        if (next(3) === 0) await addGrant(store, { kind: 'folder-tag', on: id, permission, tag, ...to })
      } else {
        for (const tagId of tagIds.filter(() => next(2) === 0)) {
          const tagged = await addTagged(store, id, type, tagId)
          sources.set(tagged, id)
          ids.push(tagged)
          if (parent !== null && next(3) === 0) {
            await addGrant(store, { kind: 'folder-tag', on: parent, permission: 'view', tag: tagId, member: 'd' })
          }
        }
      }
      if (next(2) > 0) continue
      const family = type === 'workbook' ? 'workbook' : type === 'data-model' ? 'model' : 'folder'
      const grantee = pick([{ member: pick(memberIds) }, { team: pick(teamIds) }, next(3) === 0 ? {} : { team: 'red' }])
      await addGrant(store, { kind: 'inode', on: id, permission: pick(ladders[family]), ...grantee })
    }
    return ids
  }

  test.each([1, 2, 3, 4])('decisions, shown permissions and list filters agree on random tree %i', async (seed) => {
    const store = await openWithPeople()
    const access = createAccess({ store })
    const sources = new Map<string, string>()
    const ids = await plantTree(store, seed, sources)
    let visibleCount = 0
    let throughTag = 0
    for (const viewer of viewers) {
      const permissions = await access.inodePermissions(viewer, ids)
      for (const id of ids) {
        const decision = await access.decideInode(viewer, id, 'view')
        expect(decision?.allowed).toBe(permissions.has(id))
      }
      for (const atLeast of ladders.folder) {
        const rows = await store.db
          .selectFrom('inodes')
          .select('inodes.id')
          .where('organization_id', '=', organizationId)
          .where(access.visibleInodes(viewer, atLeast))
          .execute()
        const types = Object.keys(familyOfType)
        const byId = await sql<{
          id: string
        }>`select distinct id from (${access.visibleIds(viewer, types, atLeast)}) as seen
          order by id`.execute(store.db)
        expect(byId.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted())
        const order: readonly InodePermission[] = ladders.folder
        // // A tagged version is listed only when its document is not visible.
        const isListed = (id: string) => !permissions.has(sources.get(id) ?? '')
        const expected = ids.filter(
          (id) => isListed(id) && order.indexOf(permissions.get(id) ?? ('' as 'view')) >= order.indexOf(atLeast),
        )
        const listed = rows.map(({ id }) => id)
        expect(listed.filter(isListed).toSorted()).toEqual(expected.toSorted())
        expect(listed.every((id) => permissions.has(id))).toBe(true)
        if (atLeast !== 'view') continue
        visibleCount += expected.length
        throughTag += expected.filter((id) => sources.has(id)).length
      }
    }
    expect(visibleCount).toBeGreaterThan(20)
    expect(visibleCount).toBeLessThan(ids.length * viewers.length)
    expect(throughTag).toBeGreaterThan(0)
  })

  test('an object of another organization looks like a missing one, and a permission that is too low is reported', async () => {
    const store = await openWithPeople()
    const access = createAccess({ store })
    const [hidden, seen] = [newUuid(), newUuid()]
    await addInode(store, { id: hidden, type: 'workbook', parent: null, owner: 'c' })
    await addInode(store, { id: seen, type: 'workbook', parent: null, owner: 'c' })
    await addGrant(store, { kind: 'inode', on: seen, member: 'd', permission: 'view' })
    const viewer = viewerOf('d', 'Build')
    const outcome = async (id: string, action: 'view' | 'edit') => {
      try {
        await access.requireInode(viewer, id, action, 'workbook')
        return 'allowed'
      } catch (error) {
        return isAppError(error) ? `${error.status} ${error.message.replace(id, 'ID')}` : error
      }
    }
    const missing = await outcome(newUuid(), 'view')
    expect(missing).toBe('404 No workbook has the id "ID".')
    expect(await outcome(hidden, 'view')).toBe(missing)
    expect(await outcome(hidden, 'edit')).toBe(missing)
    expect(await outcome('not an id', 'view')).toBe(
      '404 No workbook has the id "not an id".'.replace('not an id', 'ID'),
    )
    expect(await outcome(seen, 'view')).toBe('allowed')
    expect(await outcome(seen, 'edit')).toBe('403 This needs the permission "edit"; you have "view".')
  })

  test('nothing of another organization is accessible, and lists show an administrator the same as other members', async () => {
    const store = await openWithPeople()
    const access = createAccess({ store })
    const [foreign, mine] = [newUuid(), newUuid()]
    await addInode(store, {
      id: foreign,
      type: 'workbook',
      parent: null,
      owner: 'd',
      organization: otherOrganizationId,
    })
    await addInode(store, { id: mine, type: 'workbook', parent: null, owner: 'c' })
    const admin = viewerOf('d', 'Admin')
    expect(await access.decideInode(admin, foreign, 'view')).toBeNull()
    expect((await access.decideInode(admin, mine, 'edit'))?.because).toEqual({ rule: 'admin' })
    const listed = await store.db
      .selectFrom('inodes')
      .select('inodes.id')
      .where('organization_id', '=', organizationId)
      .where(access.visibleInodes(admin))
      .execute()
    expect(listed).toEqual([])
  })

  test('a grant made in a transaction is effective in it', async () => {
    const store = await openWithPeople()
    const access = createAccess({ store })
    const id = newUuid()
    await addInode(store, { id, type: 'workbook', parent: null, owner: 'c' })
    const viewer = viewerOf('d', 'Build')
    await store.maintain('test', async (tx) => {
      await tx.updateTable('inodes').set({ owner_id: 'd' }).where('id', '=', id).execute()
      expect((await access.decideInode(viewer, id, 'edit', tx))?.allowed).toBe(true)
      expect((await access.decideInode(viewer, id, 'edit'))?.allowed).toBe(false)
    })
  })

  test('connections: grants of every kind, the account type, and lists agree', async () => {
    const store = await openWithPeople()
    const access = createAccess({ store })
    const ids = await Promise.all(
      [{ member: 'd' }, { team: 'red' }, {}, null].map(async (grantee, index) => {
        const id = newUuid()
        await store.maintain('test', (tx) =>
          tx
            .insertInto('connections')
            .values({
              organization_id: organizationId,
              id,
              name: String(index),
              type: 'duckdb',
              settings: '{}',
              secrets_encrypted: null,
              is_sample: 0,
              is_archived: 0,
              use_friendly_names: 0,
              revision: 1,
              timeouts: '{}',
              pool_sizes: '{}',
              last_active_at: 1,
              ...audited,
            })
            .execute(),
        )
        if (grantee) await addGrant(store, { kind: 'connection', on: id, permission: 'usage', ...grantee })
        return id
      }),
    )
    const expected: Record<string, number[]> = { a: [1, 2], b: [1, 2], c: [2], d: [0, 2], e: [], g: [] }
    for (const viewer of viewers) {
      const seen = (expected[viewer.memberId] ?? []).map((index) => ids[index] ?? '')
      const usable: string[] = []
      for (const id of ids) if ((await access.decideConnection(viewer, id, 'view'))?.allowed) usable.push(id)
      expect(usable.toSorted()).toEqual(seen.toSorted())
      const listed = await store.db
        .selectFrom('connections')
        .select('connections.id')
        .where(access.visibleConnections(viewer))
        .execute()
      expect(listed.map(({ id }) => id).toSorted()).toEqual(seen.toSorted())
      for (const id of ids) {
        const mayWriteSql = seen.includes(id) && ['a', 'd'].includes(viewer.memberId)
        expect((await access.decideConnection(viewer, id, 'writeSql'))?.allowed).toBe(mayWriteSql)
      }
    }
    const admin = viewerOf('x', 'Admin')
    const listed = store.db.selectFrom('connections').select('connections.id').where(access.visibleConnections(admin))
    expect((await listed.execute()).map(({ id }) => id)).toEqual([ids[2]])
    expect((await access.decideConnection(admin, ids[3] ?? '', 'edit'))?.allowed).toBe(true)
    await expect(access.requireConnection(viewers[3] as Viewer, ids[3] ?? '', 'view')).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(access.requireConnection(viewers[3] as Viewer, ids[0] ?? '', 'edit')).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
