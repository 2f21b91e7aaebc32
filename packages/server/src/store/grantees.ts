import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './store.ts'

/** A member, a team or everybody, with the highest permission level that ownership and grants give. */
export interface GranteeRow {
  kind: 'everyone' | 'team' | 'member'
  /** Empty for everyone. */
  id: string
  place: number
  sort: string
}

export interface GranteeListing {
  /** `inode` or `connection`. */
  objectKind: string
  /** Id of the tag, for a tagged version. */
  tagId: string | null
  /** The object, and its containers. */
  objectId: string
  holderIds: readonly string[]
  ownerIds: readonly string[]
  /** The level on this object of each permission on the object or a container; others do not count. */
  placesHere: ReadonlyMap<string, number>
  placesAbove: ReadonlyMap<string, number>
  ownerPlace: number
}

const kinds = ['everyone', 'team', 'member'] as const

/** Highest level first, then everyone, teams and members by name; one row more than `limit` when there are more. */
export async function listGrantees(
  db: Queryable,
  organizationId: string,
  listing: GranteeListing,
  { after, limit }: { after: GranteeRow | null; limit: number },
): Promise<GranteeRow[]> {
  const { rows } = await sql<{ kind: number; id: string; place: number; sort: string }>`
    select kind, id, place, sort from (${grantees(organizationId, listing)}) as grantee
    where place >= 0 ${after === null ? sql`` : sql`and ${isBehind(after)}`}
    order by place desc, kind, sort, id limit ${limit + 1}`.execute(db)
  return rows.map(({ kind, id, place, sort }) => ({
    kind: kinds[Number(kind)] ?? 'member',
    id,
    place: Number(place),
    sort,
  }))
}

export async function countGrantees(
  db: Queryable,
  organizationId: string,
  listing: GranteeListing,
  atMost: number | null,
): Promise<number> {
  const end = atMost === null ? sql`` : sql`limit ${atMost}`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select id from (${grantees(organizationId, listing)}) as grantee where place >= 0 ${end}) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function isBehind({ place, kind, sort, id }: GranteeRow): RawBuilder<unknown> {
  const at = sql.lit(kinds.indexOf(kind))
  return sql`(place < ${place} or (place = ${place} and (kind > ${at} or (kind = ${at}
    and (sort > ${sort} or (sort = ${sort} and id > ${id}))))))`
}

function grantees(organizationId: string, listing: GranteeListing): RawBuilder<unknown> {
  const { objectKind, tagId, objectId, holderIds, ownerIds, placesHere, placesAbove, ownerPlace } = listing
  const placeIn = (places: ReadonlyMap<string, number>) =>
    places.size === 0
      ? sql`-1`
      : sql`case grants.permission ${sql.join(
          [...places].map(([permission, place]) => sql`when ${permission} then ${sql.lit(place)}`),
          sql` `,
        )} else -1 end`
  const ofTag = tagId === null ? sql`` : sql`or (grants.object_kind = 'folder-tag' and grants.tag_id = ${tagId})`
  const granted = sql`
    select grants.member_id, grants.team_id, grants.is_everyone,
      case when grants.object_id = ${objectId} then ${placeIn(placesHere)} else ${placeIn(placesAbove)} end as place
    from grants where grants.organization_id = ${organizationId} and (grants.object_kind = ${objectKind} ${ofTag})
      and grants.object_id in (${sql.join([objectId, ...holderIds])})`
  const owning = sql`
    select members.id as member_id, ${sql.lit(ownerPlace)} as place
    from members where members.organization_id = ${organizationId}
      and members.id in (${ownerIds.length === 0 ? sql`''` : sql.join(ownerIds)})`
  const name = sql`trim(members.first_name || ' ' || members.last_name)`
  return sql`
    select ${sql.lit(2)} as kind, members.id as id, ${name} as sort, max(reached.place) as place
    from members inner join (
      select member_id, place from (${granted}) as granted where member_id is not null
      union all
      ${owning}
    ) as reached on reached.member_id = members.id
    where members.organization_id = ${organizationId} and members.is_archived = 0 and members.is_inactive = 0
    group by members.id, members.first_name, members.last_name
    union all
    select ${sql.lit(1)}, team_id, team_id, max(place) from (${granted}) as granted where team_id is not null group by team_id
    union all
    select ${sql.lit(0)}, '', '', max(place) from (${granted}) as granted where is_everyone = 1 having count(*) > 0`
}
