import {
  builtInAccountTypes,
  familyOfType,
  type GrantFact,
  isInodeType,
  ladders,
  type ObjectFacts,
  permissionOn,
  type Viewer,
} from '@octavo/core/access'
import { expect, test } from 'vitest'
import { archiveDocumentsOf, archiveWithContents, restoreWithContents } from '../store/archive-with-contents.ts'
import { eraseWithContents } from '../store/erase-inodes.ts'
import { countWrongFolderHolders } from '../store/folder-holders.ts'
import { deleteGrantRow, type GrantRow, insertGrant, updateGrant } from '../store/grants.ts'
import { newUuid, type Store, urlIdOf } from '../store/index.ts'
import { changeOwner, type InodeRow, insertInode, moveContents, updateInode } from '../store/inodes.ts'
import { deleteTeamRow } from '../store/teams.ts'
import { describeStores } from '../store/testing.ts'
import { countWrongTrees } from '../store/trees.ts'
import type { InodePermission } from './lowest-permission.ts'
import { countVisibleFiles, isOpenBelow, listVisibleFiles, type VisibleFiles } from './visible-files.ts'

const organizationId = newUuid()
const stamp = { created_by: 'system', updated_by: 'system', updated_at: 1 }
const memberIds = ['a', 'b', 'c', 'g']
const teamIds = ['red', 'blue']

/** A seeded generator: every run uses the same numbers, so that a tree that fails can be reproduced. */
function randomOf(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return { next, pick: <T>(items: readonly T[]): T => items[next(items.length)] as T }
}

const viewerOf = (memberId: string, type: string, teams: string[], userKind = 'internal'): Viewer => ({
  organizationId,
  memberId,
  email: '',
  firstName: '',
  lastName: '',
  accountType: {
    id: type,
    name: type,
    permissions: builtInAccountTypes.find(({ name }) => name === type)?.permissions ?? [],
  },
  isAdmin: false,
  userKind,
  teams: teams.map((id) => ({ id, name: id })),
  attributes: {},
  via: { kind: 'session' },
})
const viewers = [
  viewerOf('a', 'Build', ['red']),
  viewerOf('b', 'View', ['red', 'blue']),
  viewerOf('c', 'Analyze', []),
  viewerOf('g', 'Build', ['blue'], 'guest'),
  viewerOf('nobody', 'None', ['red']),
]

/** The expected result, computed with core's rules: every file with its holders and every grant, one by one. */
function naively(inodes: readonly InodeRow[], grants: readonly GrantRow[]) {
  const byId = new Map(inodes.map((row) => [row.id, row]))
  const permissionFor = (viewer: Viewer, inode: InodeRow): InodePermission | null => {
    if (!isInodeType(inode.type)) return null
    const holders: { id: string; ownerId: string | null }[] = []
    for (let at = byId.get(inode.parent_id ?? ''); at; at = byId.get(at.parent_id ?? '')) {
      holders.push({ id: at.id, ownerId: at.owner_id })
    }
    const on = new Set([inode.id, ...holders.map(({ id }) => id)])
    const reaching = grants.flatMap((grant): GrantFact[] => {
      const { object_id, permission, member_id, team_id } = grant
      if (!on.has(object_id)) return []
      if (member_id !== null) return member_id === viewer.memberId ? [{ permission, on: object_id, to: 'member' }] : []
      if (team_id === null) return [{ permission, on: object_id, to: 'everyone' }]
      return viewer.teams.some(({ id }) => id === team_id) ? [{ permission, on: object_id, to: 'team' }] : []
    })
    const facts: ObjectFacts = {
      family: familyOfType[inode.type],
      id: inode.id,
      ownerId: inode.owner_id,
      holders,
      grants: reaching,
    }
    return permissionOn(viewer, facts) as InodePermission | null
  }
  const isBelow = (inode: InodeRow, folderId: string): boolean => {
    for (let at: string | null = inode.parent_id; at !== null; at = byId.get(at)?.parent_id ?? null) {
      if (at === folderId) return true
    }
    return false
  }
  return (viewer: Viewer, { types, isArchived, atLeast, below }: VisibleFiles): string[] => {
    const order: readonly InodePermission[] = ladders.folder
    return inodes
      .filter((inode) => types.includes(inode.type) && (inode.is_archived === 1) === isArchived)
      .filter((inode) => order.indexOf(permissionFor(viewer, inode) ?? ('' as 'view')) >= order.indexOf(atLeast))
      .filter(
        (inode) =>
          below === undefined || (below.isDirect ? inode.parent_id === below.folderId : isBelow(inode, below.folderId)),
      )
      .toSorted((one, other) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1))
      .map(({ id }) => id)
  }
}

async function pages(store: Store, viewer: Viewer, listing: VisibleFiles, limit: number, turns = {}) {
  const ids: string[] = []
  for (let after: { createdAt: number; id: string } | null = null; ; ) {
    const rows: InodeRow[] = await listVisibleFiles(store.db, viewer, listing, { after, limit }, turns)
    const page = rows.slice(0, limit)
    ids.push(...page.map(({ id }) => id))
    const last = page.at(-1)
    if (rows.length <= limit || !last) return ids
    after = { createdAt: last.created_at, id: last.id }
  }
}

describeStores('lists of what a viewer may see', (openStore) => {
  async function openWithPeople(): Promise<Store> {
    const store = await openStore()
    await store.maintain('test', async (tx) => {
      await tx
        .insertInto('organizations')
        .values({ id: organizationId, slug: 'x', name: '', zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 })
        .execute()
      const of = { organization_id: organizationId, ...stamp, created_at: 1 }
      await tx
        .insertInto('account_types')
        .values({ ...of, id: 'type', name: 'type', description: '', is_built_in: 0, permissions: '[]' })
        .execute()
      for (const id of memberIds) {
        const names = { email: id, email_key: id, first_name: '', last_name: '', password_hash: null }
        await tx
          .insertInto('members')
          .values({
            ...of,
            ...names,
            id,
            account_type_id: 'type',
            user_kind: 'internal',
            home_folder_id: '',
            profile_img_url: null,
            is_archived: 0,
          })
          .execute()
      }
      for (const id of teamIds) {
        await tx
          .insertInto('teams')
          .values({ ...of, id, name: id, description: '', visibility: 'public', is_archived: 0 })
          .execute()
      }
    })
    return store
  }

  /** A file with a few grants, somewhere. */
  async function plant(store: Store, { next, pick }: ReturnType<typeof randomOf>, folders: (string | null)[]) {
    const id = newUuid()
    const type = pick(['workspace', 'folder', 'folder', 'workbook', 'workbook', 'workbook', 'data-model', 'symlink'])
    await store.maintain('test', async (tx) => {
      await insertInode(tx, {
        organization_id: organizationId,
        id,
        url_id: urlIdOf(id),
        type,
        name: id,
        parent_id: type === 'workspace' ? null : pick(folders),
        owner_id: next(5) === 0 ? pick(memberIds) : null,
        is_home: 0,
        description: '',
        badge: null,
        is_archived: 0,
        archived_at: null,
        archived_by: null,
        ...stamp,
        // Many at the same moment, so that the id decides.
        created_at: 1000 + next(12),
      })
      for (let count = next(3); count > 0; count -= 1) {
        const family = familyOfType[type as keyof typeof familyOfType]
        const to = pick([
          { member_id: pick(memberIds) },
          { team_id: pick(teamIds) },
          next(3) === 0 ? {} : { team_id: 'red' },
        ])
        await insertGrant(tx, {
          organization_id: organizationId,
          id: newUuid(),
          object_kind: 'inode',
          object_id: id,
          member_id: null,
          team_id: null,
          ...to,
          is_everyone: 'member_id' in to || 'team_id' in to ? 0 : 1,
          permission: pick(ladders[family]),
          ...stamp,
          created_at: 1,
        })
      }
    })
    if (type === 'workspace' || type === 'folder') folders.push(id)
  }

  /** Changes a random file, folder, grant or team. */
  async function change(store: Store, { next, pick }: ReturnType<typeof randomOf>, at: number): Promise<void> {
    const inodes = await store.db.selectFrom('inodes').selectAll().execute()
    const grants = await store.db.selectFrom('grants').selectAll().execute()
    const parents = new Map(inodes.map(({ id, parent_id }) => [id, parent_id]))
    const isIn = (id: string, other: string): boolean => {
      for (let up: string | null = other; up !== null; up = parents.get(up) ?? null) if (up === id) return true
      return false
    }
    const folders = inodes.filter(({ type }) => type === 'folder' || type === 'workspace')
    const inode = pick(inodes)
    const [from, to] = [pick(folders), pick(folders)]
    const grant = pick(grants)
    const by = { at, by: 'system' }
    await store.maintain('test', async (tx) => {
      switch (next(8)) {
        case 0:
        case 1:
        case 2:
          if (inode.type === 'workspace' || isIn(inode.id, to.id)) return
          return updateInode(tx, organizationId, inode.id, { parent_id: to.id })
        case 3:
          if (isIn(from.id, to.id)) return
          await moveContents(tx, organizationId, from.id, to.id, by)
          return
        case 4:
          if (inode.is_archived === 1) return restoreWithContents(tx, organizationId, inode, by)
          return archiveWithContents(tx, organizationId, inode.id, by)
        case 5:
          await changeOwner(tx, organizationId, pick(memberIds), pick(memberIds), by)
          await archiveDocumentsOf(tx, organizationId, pick(memberIds), by)
          return
        case 6:
          if (!grant) return
          if (next(2) === 0) return deleteGrantRow(tx, organizationId, grant.id)
          return updateGrant(tx, organizationId, grant.id, {
            permission: pick(ladders.folder),
            updated_by: 'x',
            updated_at: at,
          })
        default:
          await eraseWithContents(tx, organizationId, inode.id)
      }
    })
  }

  const listings: Omit<VisibleFiles, 'isArchived' | 'atLeast'>[] = [
    { types: ['workbook', 'folder', 'data-model', 'dataset', 'report'] },
    { types: ['workbook'] },
    { types: ['folder'] },
    { types: ['workspace'] },
    { types: ['symlink', 'data-model'] },
  ]

  /** Limits that make every way of finding a page run, whatever the size of the tree. */
  const allTurns = [
    {},
    { longestStep: 0 },
    { fewPlaces: 0 },
    { fewPlaces: 0, longestStep: 7, rootsAtOnce: 0 },
    { fewPlaces: 2, rootsAtOnce: 1 },
  ]

  test.each([1, 2, 3])(
    'equal the result of checking every file, in order, after every change: tree %i',
    async (seed) => {
      const store = await openWithPeople()
      const random = randomOf(seed)
      const folders: (string | null)[] = [null]
      for (let count = 0; count < 70; count += 1) await plant(store, random, folders)
      let seen = 0
      for (let round = 0; round < 6; round += 1) {
        for (let count = 0; count < 4 && round > 0; count += 1) await change(store, random, 5000 + round * 10 + count)
        if (round === 4) await store.maintain('test', (tx) => deleteTeamRow(tx, organizationId, 'blue'))
        expect(await countWrongFolderHolders(store.db)).toBe(0)
        expect(await countWrongTrees(store.db)).toBe(0)
        const inodes = await store.db.selectFrom('inodes').selectAll().execute()
        const expected = naively(inodes, await store.db.selectFrom('grants').selectAll().execute())
        const holders = inodes.filter(({ type }) => type === 'folder' || type === 'workspace')
        for (const viewer of viewers) {
          const below = { folderId: random.pick(holders).id, isDirect: random.next(2) === 0 }
          for (const some of listings) {
            const listing = {
              ...some,
              isArchived: random.next(4) === 0,
              atLeast: random.pick(['view', 'view', ...ladders.folder] as const),
            }
            const ids = expected(viewer, listing)
            seen += ids.length
            for (const turns of [random.pick(allTurns), random.pick(allTurns)]) {
              expect(await pages(store, viewer, listing, 1 + random.next(9), turns)).toEqual(ids)
            }
            expect(await countVisibleFiles(store.db, viewer, listing, null)).toBe(ids.length)
            expect(await countVisibleFiles(store.db, viewer, listing, 3)).toBe(Math.min(3, ids.length))
            const inFolder = { ...listing, below }
            if (!(await isOpenBelow(store.db, viewer, inFolder))) continue
            const idsBelow = expected(viewer, inFolder)
            const turns = random.pick(allTurns)
            expect(await pages(store, viewer, inFolder, 1 + random.next(9), turns)).toEqual(idsBelow)
            expect(await countVisibleFiles(store.db, viewer, inFolder, null)).toBe(idsBelow.length)
            expect(await countVisibleFiles(store.db, viewer, inFolder, null, { fewPlaces: 0 })).toBe(idsBelow.length)
          }
        }
      }
      expect(seen).toBeGreaterThan(200)
    },
  )
})
