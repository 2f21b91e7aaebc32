import type { Viewer } from '@octavo/core/access'
import type {
  TenantAttributeAssignment,
  TenantAttributeAssignments,
  UserAttributeAssignment,
  UserAttributeAssignments,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireRight } from '../../../access/index.ts'
import type { Clock } from '../../../config/index.ts'
import { type AttributeValue, memberValues, tenantValues } from '../../../store/attribute-values.ts'
import type { Queryable, Store } from '../../../store/index.ts'
import { findMembers } from '../../../store/members.ts'
import { findTenants } from '../../../store/tenants.ts'
import { deleteTeamValues, findTeamValues } from '../../../store/user-attributes.ts'
import { firstKey, type Slice, sliceOfRows, type Window } from '../../answers/slice.ts'
import type { createTotals } from '../../answers/totals.ts'
import type { Viewers } from '../../sign-in/viewers.ts'
import { audited, findAttribute, stamp, textValue } from './attribute-entries.ts'
import { type HolderKind, type Values, valuesRemoved, valuesSet } from './attribute-events.ts'
import { requireTeams } from './team-attributes.ts'

interface Parts {
  store: Store
  clock: Clock
  viewers: Viewers
  totals: ReturnType<typeof createTotals>
}

const holders = {
  teams: { require: requireTeams, find: findTeamValues, remove: deleteTeamValues },
  members: { require: requireMembers, ...memberValues },
  tenants: { require: requireTenants, ...tenantValues },
} as const

/** Members with a value of their own. */
export async function membersWithValue(
  parts: Parts,
  viewer: Viewer,
  id: string,
  window: Window,
): Promise<Slice<UserAttributeAssignment>> {
  const { store } = parts
  await findAttribute(store.db, viewer, id)
  const slice = await listOf(parts, viewer, id, 'members', window)
  const entries = slice.entries.map((row) => ({
    userId: row.holder_id,
    value: textValue(row.value),
    ...audited(row),
  }))
  return { ...slice, entries }
}

export async function setForMembers(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { assignments }: UserAttributeAssignments,
): Promise<void> {
  await assignTo(parts, viewer, id, 'members', new Map(assignments.map(({ userId, value }) => [userId, value.val])))
}

/** Values for members of tenants, in documents that are deployed there; not read until deployment exists. */
export async function tenantsWithValue(
  parts: Parts,
  viewer: Viewer,
  id: string,
  window: Window,
): Promise<Slice<TenantAttributeAssignment>> {
  const { store } = parts
  await findAttribute(store.db, viewer, id)
  requireRight(viewer, 'manageTenants')
  const slice = await listOf(parts, viewer, id, 'tenants', window)
  const entries = slice.entries.map((row) => ({
    tenantOrganizationId: row.holder_id,
    value: textValue(row.value),
    ...audited(row),
  }))
  return { ...slice, entries }
}

export async function setForTenants(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { assignments }: TenantAttributeAssignments,
): Promise<void> {
  const wanted = assignments.map(({ tenantOrganizationId, value }) => [tenantOrganizationId, value.val] as const)
  await assignTo(parts, viewer, id, 'tenants', new Map(wanted))
}

/** Removes values of several teams, members or tenants; those without a value are ignored. */
export function removeValues(
  parts: Parts,
  viewer: Viewer,
  id: string,
  kind: HolderKind,
  ids: readonly string[],
): Promise<void> {
  return takeFrom(parts, viewer, id, kind, [...new Set(ids)], false)
}

/** Removes the value of one team, member or tenant. Throws `not_found` when there is none. */
export function removeValue(
  parts: Parts,
  viewer: Viewer,
  id: string,
  kind: HolderKind,
  holderId: string,
): Promise<void> {
  return takeFrom(parts, viewer, id, kind, [holderId], true)
}

async function takeFrom(
  { store, viewers }: Parts,
  viewer: Viewer,
  id: string,
  kind: HolderKind,
  ids: readonly string[],
  isStrict: boolean,
): Promise<void> {
  await store.write<Values>(valuesRemoved(viewer, id, kind), async (tx) => {
    await findAttribute(tx, viewer, id)
    const holder = holders[kind]
    await holder.require(tx, viewer, ids)
    const known = await holder.find(tx, viewer.organizationId, id, ids)
    const removed = await holder.remove(tx, viewer.organizationId, id, ids)
    if (isStrict && removed < ids.length) {
      throw new AppError('not_found', { kind: `value of the user attribute for ${kind}`, id: String(ids[0]) })
    }
    return known
  })
  viewers.forgetAll()
}

async function listOf(
  { store, totals }: Parts,
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

async function assignTo(
  { clock, store, viewers }: Parts,
  viewer: Viewer,
  id: string,
  kind: 'members' | 'tenants',
  wanted: ReadonlyMap<string, string>,
): Promise<void> {
  const now = clock.now()
  const given = new Map([...wanted].map(([holderId, value]) => [holderId, { value }]))
  await store.write<Values>(valuesSet(viewer, id, kind, given), async (tx) => {
    await findAttribute(tx, viewer, id)
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

/** Throws `not_found` unless every member exists. */
export async function requireMembers(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<void> {
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
