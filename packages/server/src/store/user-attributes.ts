import type { Insertable, Selectable, Updateable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import { holdsText } from './like.ts'
import type { UserAttributeTable, UserAttributeTeamTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { selectTeamIds, type TeamListing } from './teams.ts'
import { upTo } from './up-to.ts'

export type UserAttributeRow = Selectable<UserAttributeTable>
export type UserAttributeTeamRow = Selectable<UserAttributeTeamTable>

export async function findUserAttribute(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<UserAttributeRow | undefined> {
  return db
    .selectFrom('user_attributes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Attributes by id; unknown ids are left out. */
export async function findUserAttributes(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, UserAttributeRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_attributes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** By its exact name; names are unique. */
export async function findUserAttributeByName(
  db: Queryable,
  organizationId: string,
  name: string,
): Promise<UserAttributeRow | undefined> {
  return db
    .selectFrom('user_attributes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** By name, one row more than `limit` when there are more. `name` is a part of it, any case. */
export async function listUserAttributeRows(
  db: Queryable,
  organizationId: string,
  name: string | undefined,
  { after, limit }: { after: string | null; limit: number },
): Promise<UserAttributeRow[]> {
  const query = attributeQuery(db, organizationId, name)
    .selectAll('user_attributes')
    .orderBy('user_attributes.name')
    .limit(limit + 1)
  return (after === null ? query : query.where('user_attributes.name', '>', after)).execute()
}

export async function countUserAttributes(
  db: Queryable,
  organizationId: string,
  name: string | undefined,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, attributeQuery(db, organizationId, name).select('user_attributes.id as id')))
}

function attributeQuery(db: Queryable, organizationId: string, name: string | undefined) {
  const query = db.selectFrom('user_attributes').where('user_attributes.organization_id', '=', organizationId)
  if (name === undefined) return query
  return query.where((attribute) => holdsText(attribute.ref('user_attributes.name'), name))
}

export async function insertUserAttribute(tx: Queryable, row: Insertable<UserAttributeTable>): Promise<void> {
  await tx.insertInto('user_attributes').values(row).execute()
}

export async function updateUserAttributeRow(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<UserAttributeTable>, 'organization_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('user_attributes')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Permanently deletes the attribute with every value. */
export async function deleteUserAttributeRow(tx: Queryable, organizationId: string, id: string): Promise<void> {
  for (const table of ['user_attribute_teams', 'user_attribute_members', 'user_attribute_tenants'] as const) {
    await tx.deleteFrom(table).where('organization_id', '=', organizationId).where('attribute_id', '=', id).execute()
  }
  await tx.deleteFrom('user_attributes').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** In order of precedence, one row more than `limit` when there are more. */
export async function listTeamValues(
  db: Queryable,
  organizationId: string,
  attributeId: string,
  visibleTo: TeamListing['visibleTo'],
  { after, limit }: { after: { priority: number; teamId: string } | null; limit: number },
): Promise<UserAttributeTeamRow[]> {
  const query = teamValues(db, organizationId, attributeId, visibleTo)
    .selectAll()
    .orderBy('priority')
    .orderBy('team_id')
    .limit(limit + 1)
  if (after === null) return query.execute()
  return query
    .where((row) => comesAfter('asc', [row.ref('priority'), after.priority], [row.ref('team_id'), after.teamId]))
    .execute()
}

export async function countTeamValues(
  db: Queryable,
  organizationId: string,
  attributeId: string,
  visibleTo: TeamListing['visibleTo'],
  atMost: number | null,
): Promise<number> {
  const rows = teamValues(db, organizationId, attributeId, visibleTo).select('team_id as id')
  return countRows(db, upTo(atMost, rows))
}

function teamValues(db: Queryable, organizationId: string, attributeId: string, visibleTo: TeamListing['visibleTo']) {
  const query = db
    .selectFrom('user_attribute_teams')
    .where('organization_id', '=', organizationId)
    .where('attribute_id', '=', attributeId)
  return visibleTo ? query.where('team_id', 'in', selectTeamIds(db, organizationId, { visibleTo })) : query
}

/** The values that some teams have for an attribute, by team. */
export async function findTeamValues(
  db: Queryable,
  organizationId: string,
  attributeId: string,
  teamIds: readonly string[],
): Promise<Map<string, UserAttributeTeamRow>> {
  if (teamIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_attribute_teams')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('attribute_id', '=', attributeId)
    .where('team_id', 'in', teamIds)
    .execute()
  return new Map(rows.map((row) => [row.team_id, row]))
}

/** 0 when no team has a value. */
export async function lastPriority(db: Queryable, organizationId: string, attributeId: string): Promise<number> {
  const row = await db
    .selectFrom('user_attribute_teams')
    .select('priority')
    .where('organization_id', '=', organizationId)
    .where('attribute_id', '=', attributeId)
    .orderBy('priority', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.priority ?? 0
}

/** Replaces existing values, but keeps the author and the time of the first one. */
export async function putTeamValues(tx: Queryable, rows: readonly Insertable<UserAttributeTeamTable>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('user_attribute_teams')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'attribute_id', 'team_id']).doUpdateSet((row) => ({
        value: row.ref('excluded.value'),
        priority: row.ref('excluded.priority'),
        updated_by: row.ref('excluded.updated_by'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** Returns the number of removed values. */
export async function deleteTeamValues(
  tx: Queryable,
  organizationId: string,
  attributeId: string,
  teamIds: readonly string[],
): Promise<number> {
  if (teamIds.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('user_attribute_teams')
    .where('organization_id', '=', organizationId)
    .where('attribute_id', '=', attributeId)
    .where('team_id', 'in', teamIds)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The values of one team, by the name of the attribute; one row more than `limit` when there are more. */
export async function listValuesOfTeam(
  db: Queryable,
  organizationId: string,
  teamId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ id: string; name: string; value: string }[]> {
  const query = valuesOfTeam(db, organizationId, teamId)
    .select(['user_attributes.id', 'user_attributes.name', 'user_attribute_teams.value'])
    .orderBy('user_attributes.name')
    .limit(limit + 1)
  return (after === null ? query : query.where('user_attributes.name', '>', after)).execute()
}

/** Values of an anonymous reader in one team without own values, by the name of the attribute. */
export async function listValuesForTeam(
  db: Queryable,
  organizationId: string,
  teamId: string,
): Promise<Record<string, string>> {
  const attributes = await db
    .selectFrom('user_attributes')
    .select(['name', 'default_value'])
    .where('organization_id', '=', organizationId)
    .execute()
  const values = await valuesOfTeam(db, organizationId, teamId)
    .select(['user_attributes.name', 'user_attribute_teams.value'])
    .execute()
  const defaults = attributes.flatMap(({ name, default_value }) =>
    default_value === null ? [] : [[name, default_value]],
  )
  return Object.fromEntries([...defaults, ...values.map(({ name, value }) => [name, value])])
}

export async function countValuesOfTeam(
  db: Queryable,
  organizationId: string,
  teamId: string,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, valuesOfTeam(db, organizationId, teamId).select('user_attributes.id as id')))
}

function valuesOfTeam(db: Queryable, organizationId: string, teamId: string) {
  return db
    .selectFrom('user_attribute_teams')
    .innerJoin('user_attributes', (join) =>
      join
        .onRef('user_attributes.organization_id', '=', 'user_attribute_teams.organization_id')
        .onRef('user_attributes.id', '=', 'user_attribute_teams.attribute_id'),
    )
    .where('user_attribute_teams.organization_id', '=', organizationId)
    .where('user_attribute_teams.team_id', '=', teamId)
}

/** An attribute with every possible value for a member: the member's own, the first team's, the default. */
export interface ValueOfMember {
  id: string
  name: string
  own_value: string | null
  team_value: string | null
  team_id: string | null
  default_value: string | null
}

/** By the name of the attribute. `window` null for all; otherwise one row more than `limit` when there are more. */
export async function listValuesOfMember(
  db: Queryable,
  organizationId: string,
  memberId: string,
  window: { after: string | null; limit: number } | null,
): Promise<ValueOfMember[]> {
  let query = db
    .selectFrom('user_attributes')
    .leftJoin('user_attribute_members', (join) =>
      join
        .onRef('user_attribute_members.organization_id', '=', 'user_attributes.organization_id')
        .onRef('user_attribute_members.attribute_id', '=', 'user_attributes.id')
        .on('user_attribute_members.member_id', '=', memberId),
    )
    .leftJoin('user_attribute_teams', (join) =>
      join
        .onRef('user_attribute_teams.organization_id', '=', 'user_attributes.organization_id')
        .onRef('user_attribute_teams.attribute_id', '=', 'user_attributes.id')
        .on('user_attribute_teams.team_id', '=', (attribute) =>
          attribute
            .selectFrom('user_attribute_teams as of_team')
            .innerJoin('team_members', (join) =>
              join
                .onRef('team_members.organization_id', '=', 'of_team.organization_id')
                .onRef('team_members.team_id', '=', 'of_team.team_id'),
            )
            .select('of_team.team_id')
            .whereRef('of_team.organization_id', '=', 'user_attributes.organization_id')
            .whereRef('of_team.attribute_id', '=', 'user_attributes.id')
            .where('team_members.member_id', '=', memberId)
            .orderBy('of_team.priority')
            .orderBy('of_team.team_id')
            .limit(1),
        ),
    )
    .select(['user_attributes.id', 'user_attributes.name', 'user_attributes.default_value'])
    .select(['user_attribute_members.value as own_value'])
    .select(['user_attribute_teams.value as team_value', 'user_attribute_teams.team_id'])
    .where('user_attributes.organization_id', '=', organizationId)
    .orderBy('user_attributes.name')
  if (window === null) return query.execute()
  if (window.after !== null) query = query.where('user_attributes.name', '>', window.after)
  return query.limit(window.limit + 1).execute()
}

/** The effective value: the member's own, otherwise the first team's, otherwise the default. */
export function valueThatCounts({ own_value, team_value, default_value }: ValueOfMember): string | null {
  return own_value ?? team_value ?? default_value
}
