import type { Viewer } from '@octavo/core/access'
import type { AttributeOfMember, NewUserAttribute, UserAttribute, UserAttributeChange } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import type { Clock } from '../../../config/index.ts'
import { newUuid, type Store } from '../../../store/index.ts'
import {
  countUserAttributes,
  deleteUserAttributeRow,
  findUserAttributeByName,
  insertUserAttribute,
  listUserAttributeRows,
  listValuesOfMember,
  type UserAttributeRow,
  updateUserAttributeRow,
  type ValueOfMember,
  valueThatCounts,
} from '../../../store/user-attributes.ts'
import { firstKey, type Slice, sliceOfRows, type Window } from '../../answers/slice.ts'
import { createTotals } from '../../answers/totals.ts'
import { serviceOf } from '../../service/service.ts'
import type { Viewers } from '../../sign-in/viewers.ts'
import { attributeEntry, findAttribute, textValue } from './attribute-entries.ts'
import { attributeEvent } from './attribute-events.ts'
import {
  membersWithValue,
  removeValue,
  removeValues,
  requireMembers,
  setForMembers,
  setForTenants,
  tenantsWithValue,
} from './attribute-holders.ts'
import { assignToTeam, attributesOfTeam, seenTeams, setForTeams, teamsWithValue } from './team-attributes.ts'

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
    teams: teamsWithValue,
    setForTeams,
    members: membersWithValue,
    setForMembers,
    tenants: tenantsWithValue,
    setForTenants,
    removeValues,
    removeValue,
    ofTeam: attributesOfTeam,
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
  return { store, clock, viewers, totals }
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
  return { entries: page.map(attributeEntry), next, total }
}

async function get({ store }: Parts, viewer: Viewer, id: string): Promise<UserAttribute> {
  return attributeEntry(await findAttribute(store.db, viewer, id))
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
  await store.write(attributeEvent(viewer, row.id, 'CREATED', { before: null, after: factsOf(row) }), async (tx) => {
    const other = await findUserAttributeByName(tx, viewer.organizationId, name)
    if (other) throw conflict({ rule: 'attribute_named', name })
    await insertUserAttribute(tx, row)
  })
  if (row.default_value !== null) viewers.forgetAll()
  return attributeEntry(row)
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
    (row) => attributeEvent(viewer, id, 'UPDATED', { before: factsOf(row), after: factsOf({ ...row, ...changed }) }),
    async (tx) => {
      const row = await findAttribute(tx, viewer, id)
      await updateUserAttributeRow(tx, viewer.organizationId, id, changed)
      return row
    },
  )
  viewers.forgetAll()
  return attributeEntry({ ...row, ...changed })
}

async function remove({ store, viewers }: Parts, viewer: Viewer, id: string): Promise<void> {
  await store.write<UserAttributeRow>(
    (row) => attributeEvent(viewer, id, 'DELETED', { before: factsOf(row), after: null }),
    async (tx) => {
      const row = await findAttribute(tx, viewer, id)
      await deleteUserAttributeRow(tx, viewer.organizationId, id)
      return row
    },
  )
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

const factsOf = ({ name, description, default_value }: UserAttributeRow) => ({
  name,
  description,
  defaultValue: default_value,
})

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
