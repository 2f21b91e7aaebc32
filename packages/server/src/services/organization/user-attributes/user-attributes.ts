import { decideTeam, teamsSeenBy, type Viewer } from '@octavo/core/access'
import type {
  AttributeOfMember,
  AttributeOfTeam,
  AttributesForTeam,
  AuditVerb,
  NewUserAttribute,
  TeamAttributeAssignment,
  TeamAttributeAssignments,
  TenantAttributeAssignment,
  TenantAttributeAssignments,
  UserAttribute,
  UserAttributeAssignment,
  UserAttributeAssignments,
  UserAttributeChange,
  UserAttributeValue,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireRight, requireTeam } from '../../../access/index.ts'
import { eventOf } from '../../../audit/index.ts'
import type { Clock } from '../../../config/index.ts'
import { type AttributeValue, memberValues, tenantValues } from '../../../store/attribute-values.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Queryable, type Store } from '../../../store/index.ts'
import { findMembers } from '../../../store/members.ts'
import { findTeams } from '../../../store/teams.ts'
import { findTenants } from '../../../store/tenants.ts'
import {
  countTeamValues,
  countUserAttributes,
  countValuesOfTeam,
  deleteTeamValues,
  deleteUserAttributeRow,
  findTeamValues,
  findUserAttribute,
  findUserAttributeByName,
  findUserAttributes,
  insertUserAttribute,
  lastPriority,
  listTeamValues,
  listUserAttributeRows,
  listValuesOfMember,
  listValuesOfTeam,
  putTeamValues,
  type UserAttributeRow,
  updateUserAttributeRow,
  type ValueOfMember,
  valueThatCounts,
} from '../../../store/user-attributes.ts'
import { firstKey, type Slice, sliceOfRows, type Window } from '../../answers/slice.ts'
import { timestamp } from '../../answers/timestamp.ts'
import { createTotals } from '../../answers/totals.ts'
import { serviceOf } from '../../service/service.ts'
import type { Viewers } from '../../sign-in/viewers.ts'

export type UserAttributes = ReturnType<typeof createUserAttributes>

/**
 * Attributes of members that row policies and connections use. The member's own value takes precedence over a team's, the team with the
 * lowest priority number over other teams, and any of them over the default.
 */
export function createUserAttributes(given: Given) {
  return serviceOf(partsOf(given), {
    list,
    get,
    create,
    update,
    remove,
    teams,
    setForTeams,
    removeFromTeams,
    removeFromTeam,
    members,
    setForMembers,
    removeFromMembers,
    removeFromMember,
    tenants,
    setForTenants,
    removeFromTenants,
    removeFromTenant,
    ofTeam,
    assignToTeam,
    ofMember: ofMemberUserAttribute,
  })
}

interface Given {
  store: Store
  clock: Clock
  viewers: Viewers
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, viewers }: Given) {
  const totals = createTotals({ clock })
  const holders = {
    teams: { require: requireTeams, find: findTeamValues, remove: deleteTeamValues },
    members: { require: requireMembers, ...memberValues },
    tenants: { require: requireTenants, ...tenantValues },
  } as const
  return { store, clock, viewers, totals, holders }
}

async function find(db: Queryable, viewer: Viewer, id: string): Promise<UserAttributeRow> {
  const row = await findUserAttribute(db, viewer.organizationId, id)
  if (!row) throw new AppError('not_found', { kind: 'user attribute', id })
  return row
}

async function requireTeams(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<void> {
  const teams = await findTeams(db, viewer.organizationId, ids)
  for (const id of ids) {
    const team = teams.get(id)
    requireTeam(viewer, id, team ? { ...team, isTeamAdmin: false } : null, 'view')
  }
}

/** Those of the teams that are visible to the viewer. */
async function seenTeams({ store }: Parts, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  const teams = await findTeams(store.db, viewer.organizationId, [...new Set(ids)])
  const seen = [...teams.values()].filter(
    (team) => decideTeam(viewer, { ...team, isTeamAdmin: false }, 'view').isVisible,
  )
  return new Set(seen.map(({ id }) => id))
}

async function requireMembers(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<void> {
  const members = await findMembers(db, viewer.organizationId, ids)
  const unknown = ids.find((id) => !members.has(id))
  if (unknown !== undefined) throw new AppError('not_found', { kind: 'member', id: unknown })
}

async function requireTenants(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<void> {
  requireRight(viewer, 'manageTenants')
  const tenants = await findTenants(db, viewer.organizationId, ids)
  const unknown = ids.find((id) => !tenants.has(id))
  if (unknown !== undefined) throw new AppError('not_found', { kind: 'tenant organization', id: unknown })
}

function event(viewer: Viewer, id: string, verb: AuditVerb<'USER_ATTRIBUTE'>, change: ObjectChange): AuditEvent {
  return eventOf(viewer, {
    category: 'USER_ATTRIBUTE',
    action: `USER_ATTRIBUTE_${verb}`,
    object: { kind: 'user_attribute', id },
    change,
  })
}

function valuesSet(viewer: Viewer, id: string, kind: HolderKind, given: Values) {
  return (known: Values) =>
    event(viewer, id, 'VALUES_SET', { before: valuesOf(kind, known), after: valuesOf(kind, given) })
}

async function takeFrom(
  { holders, store, viewers }: Parts,
  viewer: Viewer,
  id: string,
  kind: HolderKind,
  ids: readonly string[],
  isStrict: boolean,
): Promise<void> {
  await store.write<Values>(
    (known) =>
      known.size === 0
        ? []
        : event(viewer, id, 'VALUES_REMOVED', { before: valuesOf(kind, known), after: valuesOf(kind, new Map()) }),
    async (tx) => {
      await find(tx, viewer, id)
      const holder = holders[kind]
      await holder.require(tx, viewer, ids)
      const known = await holder.find(tx, viewer.organizationId, id, ids)
      const removed = await holder.remove(tx, viewer.organizationId, id, ids)
      if (isStrict && removed < ids.length) {
        throw new AppError('not_found', { kind: `value of the user attribute for ${kind}`, id: String(ids[0]) })
      }
      return known
    },
  )
  viewers.forgetAll()
}

async function listOf(
  { holders, store, totals }: Parts,
  viewer: Viewer,
  id: string,
  kind: 'members' | 'tenants',
  window: Window,
): Promise<Slice<AttributeValue>> {
  const { organizationId } = viewer
  const at = { after: firstKey(window), limit: window.limit }
  const rows = await holders[kind].list(store.db, organizationId, id, at)
  const total = await totals([organizationId, id, kind], (atMost) =>
    holders[kind].count(store.db, organizationId, id, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.holder_id])
  return { entries: page, next, total }
}

async function giveTo(
  { clock, holders, store, viewers }: Parts,
  viewer: Viewer,
  id: string,
  kind: 'members' | 'tenants',
  wanted: ReadonlyMap<string, string>,
): Promise<void> {
  const now = clock.now()
  const given = new Map([...wanted].map(([holderId, value]) => [holderId, { value }]))
  await store.write<Values>(valuesSet(viewer, id, kind, given), async (tx) => {
    await find(tx, viewer, id)
    const holder = holders[kind]
    await holder.require(tx, viewer, [...wanted.keys()])
    const known = await holder.find(tx, viewer.organizationId, id, [...wanted.keys()])
    const of = { attribute_id: id, ...stamp(viewer, now) }
    await holder.put(
      tx,
      [...wanted].map(([holder_id, value]) => ({ ...of, holder_id, value })),
    )
    return known
  })
  viewers.forgetAll()
}

/** Ordered by name. */
async function list(
  { store, totals }: Parts,
  viewer: Viewer,
  { name }: { name?: string },
  window: Window,
): Promise<Slice<UserAttribute>> {
  const { organizationId } = viewer
  const at = { after: firstKey(window), limit: window.limit }
  const rows = await listUserAttributeRows(store.db, organizationId, name, at)
  const total = await totals([organizationId, 'attributes', name], (atMost) =>
    countUserAttributes(store.db, organizationId, name, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.name])
  return { entries: page.map(entry), next, total }
}

async function get({ store }: Parts, viewer: Viewer, id: string): Promise<UserAttribute> {
  return entry(await find(store.db, viewer, id))
}

async function create(
  { clock, store, viewers }: Parts,
  viewer: Viewer,
  attribute: NewUserAttribute,
): Promise<UserAttribute> {
  const { name, description = '', defaultValue } = attribute
  const now = clock.now()
  const row: UserAttributeRow = {
    organization_id: viewer.organizationId,
    id: newUuid(),
    name,
    description,
    default_value: defaultValue?.val ?? null,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  await store.write(event(viewer, row.id, 'CREATED', { before: null, after: factsOf(row) }), async (tx) => {
    const other = await findUserAttributeByName(tx, viewer.organizationId, name)
    if (other) throw new AppError('conflict', { reason: `There is a user attribute "${name}" already.` })
    await insertUserAttribute(tx, row)
  })
  if (row.default_value !== null) viewers.forgetAll()
  return entry(row)
}

/** Absent fields keep their values; null removes the default. */
async function update(
  { clock, store, viewers }: Parts,
  viewer: Viewer,
  id: string,
  change: UserAttributeChange,
): Promise<UserAttribute> {
  if (change.name !== undefined) {
    throw new AppError('invalid_request', {
      reason: 'The name of a user attribute cannot be changed, because formulas name the attribute by it.',
      hint: 'Make another one, or leave name out.',
    })
  }
  const changed = {
    ...(change.description === undefined ? {} : { description: change.description }),
    ...(change.defaultValue === undefined ? {} : { default_value: change.defaultValue?.val ?? null }),
    updated_by: viewer.memberId,
    updated_at: clock.now(),
  }
  const row = await store.write<UserAttributeRow>(
    (row) => event(viewer, id, 'UPDATED', { before: factsOf(row), after: factsOf({ ...row, ...changed }) }),
    async (tx) => {
      const row = await find(tx, viewer, id)
      await updateUserAttributeRow(tx, viewer.organizationId, id, changed)
      return row
    },
  )
  viewers.forgetAll()
  return entry({ ...row, ...changed })
}

async function remove({ store, viewers }: Parts, viewer: Viewer, id: string): Promise<void> {
  await store.write<UserAttributeRow>(
    (row) => event(viewer, id, 'DELETED', { before: factsOf(row), after: null }),
    async (tx) => {
      const row = await find(tx, viewer, id)
      await deleteUserAttributeRow(tx, viewer.organizationId, id)
      return row
    },
  )
  viewers.forgetAll()
}

/** In order of precedence for members of several teams. Teams that are not visible to the viewer are left out. */
async function teams(
  { store, totals }: Parts,
  viewer: Viewer,
  id: string,
  window: Window,
): Promise<Slice<TeamAttributeAssignment>> {
  const { organizationId } = viewer
  await find(store.db, viewer, id)
  const after = window.after === null ? null : { priority: Number(window.after[0]), teamId: String(window.after[1]) }
  const visibleTo = teamsSeenBy(viewer)
  const rows = await listTeamValues(store.db, organizationId, id, visibleTo, { after, limit: window.limit })
  const total = await totals([organizationId, id, 'teams', visibleTo], (atMost) =>
    countTeamValues(store.db, organizationId, id, visibleTo, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.priority, row.team_id])
  const entries = page.map((row) => ({
    teamId: row.team_id,
    value: textValue(row.value),
    priority: row.priority,
    ...audited(row),
  }))
  return { entries, next, total }
}

async function setForTeams(
  { clock, store, viewers }: Parts,
  viewer: Viewer,
  id: string,
  { assignments }: TeamAttributeAssignments,
): Promise<void> {
  const { organizationId } = viewer
  const wanted = new Map(assignments.map((each) => [each.teamId, each]))
  const now = clock.now()
  const given = new Map([...wanted].map(([teamId, { value }]) => [teamId, { value: value.val }]))
  await store.write<Values>(valuesSet(viewer, id, 'teams', given), async (tx) => {
    await find(tx, viewer, id)
    await requireTeams(tx, viewer, [...wanted.keys()])
    const known = await findTeamValues(tx, organizationId, id, [...wanted.keys()])
    let last = await lastPriority(tx, organizationId, id)
    const rows = [...wanted.values()].map(({ teamId, value, priority }) => {
      const place = priority ?? known.get(teamId)?.priority ?? last + 1
      last = Math.max(last, place)
      return { attribute_id: id, team_id: teamId, value: value.val, priority: place, ...stamp(viewer, now) }
    })
    await putTeamValues(tx, rows)
    return known
  })
  viewers.forgetAll()
}

async function removeFromTeams(parts: Parts, viewer: Viewer, id: string, teamIds: readonly string[]): Promise<void> {
  await takeFrom(parts, viewer, id, 'teams', [...new Set(teamIds)], false)
}

async function removeFromTeam(parts: Parts, viewer: Viewer, id: string, teamId: string): Promise<void> {
  await takeFrom(parts, viewer, id, 'teams', [teamId], true)
}

/** Members with a value of their own. */
async function members(
  parts: Parts,
  viewer: Viewer,
  id: string,
  window: Window,
): Promise<Slice<UserAttributeAssignment>> {
  const { store } = parts
  await find(store.db, viewer, id)
  const slice = await listOf(parts, viewer, id, 'members', window)
  const entries = slice.entries.map((row) => ({
    userId: row.holder_id,
    value: textValue(row.value),
    ...audited(row),
  }))
  return { ...slice, entries }
}

async function setForMembers(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { assignments }: UserAttributeAssignments,
): Promise<void> {
  await giveTo(parts, viewer, id, 'members', new Map(assignments.map(({ userId, value }) => [userId, value.val])))
}

async function removeFromMembers(
  parts: Parts,
  viewer: Viewer,
  id: string,
  memberIds: readonly string[],
): Promise<void> {
  await takeFrom(parts, viewer, id, 'members', [...new Set(memberIds)], false)
}

async function removeFromMember(parts: Parts, viewer: Viewer, id: string, memberId: string): Promise<void> {
  await takeFrom(parts, viewer, id, 'members', [memberId], true)
}

/** Values for members of tenants, in documents that are deployed there; not read until deployment exists. */
async function tenants(
  parts: Parts,
  viewer: Viewer,
  id: string,
  window: Window,
): Promise<Slice<TenantAttributeAssignment>> {
  const { store } = parts
  await find(store.db, viewer, id)
  requireRight(viewer, 'manageTenants')
  const slice = await listOf(parts, viewer, id, 'tenants', window)
  const entries = slice.entries.map((row) => ({
    tenantOrganizationId: row.holder_id,
    value: textValue(row.value),
    ...audited(row),
  }))
  return { ...slice, entries }
}

async function setForTenants(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { assignments }: TenantAttributeAssignments,
): Promise<void> {
  const wanted = assignments.map(({ tenantOrganizationId, value }) => [tenantOrganizationId, value.val] as const)
  await giveTo(parts, viewer, id, 'tenants', new Map(wanted))
}

async function removeFromTenants(
  parts: Parts,
  viewer: Viewer,
  id: string,
  tenantIds: readonly string[],
): Promise<void> {
  await takeFrom(parts, viewer, id, 'tenants', [...new Set(tenantIds)], false)
}

async function removeFromTenant(parts: Parts, viewer: Viewer, id: string, tenantId: string): Promise<void> {
  await takeFrom(parts, viewer, id, 'tenants', [tenantId], true)
}

async function ofTeam(
  { store, totals }: Parts,
  viewer: Viewer,
  teamId: string,
  window: Window,
): Promise<Slice<AttributeOfTeam>> {
  const { organizationId } = viewer
  await requireTeams(store.db, viewer, [teamId])
  const at = { after: firstKey(window), limit: window.limit }
  const rows = await listValuesOfTeam(store.db, organizationId, teamId, at)
  const total = await totals([organizationId, teamId, 'of team'], (atMost) =>
    countValuesOfTeam(store.db, organizationId, teamId, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.name])
  const entries = page.map(({ id, name, value }) => ({
    userAttributeId: id,
    userAttributeName: name,
    value: textValue(value),
  }))
  return { entries, next, total }
}

async function assignToTeam(
  { clock, store, viewers }: Parts,
  viewer: Viewer,
  teamId: string,
  { assignments }: AttributesForTeam,
): Promise<void> {
  const { organizationId } = viewer
  const wanted = new Map(assignments.map(({ userAttributeId, value }) => [userAttributeId, value.val]))
  const now = clock.now()
  const events = (before: ReadonlyMap<string, Values>) =>
    [...wanted].flatMap(([id, value]) =>
      valuesSet(viewer, id, 'teams', new Map([[teamId, { value }]]))(before.get(id) ?? new Map()),
    )
  await store.write<ReadonlyMap<string, Values>>(events, async (tx) => {
    const before = new Map<string, Values>()
    await requireTeams(tx, viewer, [teamId])
    const attributes = await findUserAttributes(tx, organizationId, [...wanted.keys()])
    const unknown = [...wanted.keys()].find((id) => !attributes.has(id))
    if (unknown !== undefined) throw new AppError('not_found', { kind: 'user attribute', id: unknown })
    for (const [id, value] of wanted) {
      const known = await findTeamValues(tx, organizationId, id, [teamId])
      before.set(id, known)
      const priority = known.get(teamId)?.priority ?? (await lastPriority(tx, organizationId, id)) + 1
      await putTeamValues(tx, [{ attribute_id: id, team_id: teamId, value, priority, ...stamp(viewer, now) }])
    }
    return before
  })
  viewers.forgetAll()
}

/** Every attribute, ordered by name, with the effective value for the member. */
async function ofMemberUserAttribute(
  parts: Parts,
  viewer: Viewer,
  memberId: string,
  window: Window,
): Promise<Slice<AttributeOfMember>> {
  const { store, totals } = parts
  const { organizationId } = viewer
  await requireMembers(store.db, viewer, [memberId])
  const at = { after: firstKey(window), limit: window.limit }
  const rows = await listValuesOfMember(store.db, organizationId, memberId, at)
  const total = await totals([organizationId, 'attributes', undefined], (atMost) =>
    countUserAttributes(store.db, organizationId, undefined, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.name])
  const entries = page.map(ofMember)
  const seen = await seenTeams(
    parts,
    viewer,
    entries.flatMap(({ teamId }) => teamId ?? []),
  )
  const shown = entries.map((entry) => (entry.teamId === null || seen.has(entry.teamId) ? entry : hideTeam(entry)))
  return { entries: shown, next, total }
}

type HolderKind = 'teams' | 'members' | 'tenants'

/** Values by the id of the team, member or tenant. */
type Values = ReadonlyMap<string, { value: string }>

const factsOf = ({ name, description, default_value }: UserAttributeRow) => ({
  name,
  description,
  defaultValue: default_value,
})

const valuesOf = (kind: HolderKind, values: Values) => ({
  [kind]: [...values].map(([id, { value }]) => ({ id, value })),
})

function stamp(viewer: Viewer, now: number) {
  return {
    organization_id: viewer.organizationId,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
}

const textValue = (val: string): UserAttributeValue => ({ type: 'string', val })

function audited(row: Pick<UserAttributeRow, 'created_by' | 'updated_by' | 'created_at' | 'updated_at'>) {
  return {
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

function entry(row: UserAttributeRow): UserAttribute {
  return {
    userAttributeId: row.id,
    name: row.name,
    description: row.description === '' ? null : row.description,
    defaultValue: row.default_value === null ? null : textValue(row.default_value),
    ...audited(row),
  }
}

const hideTeam = (entry: AttributeOfMember): AttributeOfMember => ({ ...entry, teamId: null })

function ofMember(row: ValueOfMember): AttributeOfMember {
  const text = valueThatCounts(row)
  const from =
    row.own_value !== null
      ? 'member'
      : row.team_value !== null
        ? 'team'
        : row.default_value !== null
          ? 'default'
          : 'none'
  return {
    userAttributeId: row.id,
    userAttributeName: row.name,
    value: text === null ? null : textValue(text),
    from,
    teamId: from === 'team' ? row.team_id : null,
  }
}
