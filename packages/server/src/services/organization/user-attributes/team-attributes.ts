import { decideTeam, teamsSeenBy, type Viewer } from '@octavo/core/access'
import type {
  AttributeOfTeam,
  AttributesForTeam,
  TeamAttributeAssignment,
  TeamAttributeAssignments,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireTeam } from '../../../access/index.ts'
import type { Clock } from '../../../config/index.ts'
import type { Queryable, Store } from '../../../store/index.ts'
import { findTeams } from '../../../store/teams.ts'
import {
  countTeamValues,
  countValuesOfTeam,
  findTeamValues,
  findUserAttributes,
  lastPriority,
  listTeamValues,
  listValuesOfTeam,
  putTeamValues,
} from '../../../store/user-attributes.ts'
import { firstKey, type Slice, sliceOfRows, type Window } from '../../answers/slice.ts'
import type { createTotals } from '../../answers/totals.ts'
import type { Viewers } from '../../sign-in/viewers.ts'
import { audited, findAttribute, stamp, textValue } from './attribute-entries.ts'
import { type Values, valuesSet } from './attribute-events.ts'

interface Parts {
  store: Store
  clock: Clock
  viewers: Viewers
  totals: ReturnType<typeof createTotals>
}

/** In order of precedence for members of several teams. Teams that are not visible to the viewer are left out. */
export async function teamsWithValue(
  { store, totals }: Parts,
  viewer: Viewer,
  id: string,
  window: Window,
): Promise<Slice<TeamAttributeAssignment>> {
  const { organizationId } = viewer
  await findAttribute(store.db, viewer, id)
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

/** A team that has a value already keeps its priority; other teams come after all others. */
export async function setForTeams(
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
    await findAttribute(tx, viewer, id)
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

/** The values of a team, by the name of their attribute. */
export async function attributesOfTeam(
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

/** Sets values of several attributes for a team. */
export async function assignToTeam(
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

/** Throws unless every team is visible to the viewer. */
export async function requireTeams(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<void> {
  const teams = await findTeams(db, viewer.organizationId, ids)
  for (const id of ids) {
    const team = teams.get(id)
    requireTeam(viewer, id, team ? { ...team, isTeamAdmin: false } : null, 'view')
  }
}

/** The teams among these that are visible to the viewer. */
export async function seenTeams(
  { store }: Pick<Parts, 'store'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Set<string>> {
  const teams = await findTeams(store.db, viewer.organizationId, [...new Set(ids)])
  const seen = [...teams.values()].filter(
    (team) => decideTeam(viewer, { ...team, isTeamAdmin: false }, 'view').isVisible,
  )
  return new Set(seen.map(({ id }) => id))
}
