import { familyOfType, type GrantFact, isInodeType, type ObjectFacts, type Viewer } from '@octavo/core/access'
import { sql } from 'kysely'
import { padded } from '../store/chunks.ts'
import type { Queryable } from '../store/index.ts'
import { isLookedUp } from '../store/looked-up.ts'
import { grantsAsText, grantsFromText } from './reach.ts'

/**
 * Loads with one statement: the objects, every folder above them, and the grants on any of these that apply to the viewer. Their names are
 * added to `names`.
 */
export async function loadInodeFacts(
  db: Queryable,
  viewer: Viewer,
  inodeIds: readonly string[],
  names?: Map<string, string>,
): Promise<Map<string, ObjectFacts>> {
  if (inodeIds.length === 0) return new Map()
  const { organizationId } = viewer
  const rows = await db
    .withRecursive('up(root_id, id, parent_id, owner_id, type, name, is_archived, is_home, depth)', (recursive) =>
      recursive
        .selectFrom('inodes')
        .select([
          'inodes.id as root_id',
          'inodes.id',
          'inodes.parent_id',
          'inodes.owner_id',
          'inodes.type',
          'inodes.name',
          'inodes.is_archived',
          'inodes.is_home',
          sql<number>`0`.as('depth'),
        ])
        .where('inodes.organization_id', '=', organizationId)
        .where('inodes.id', 'in', padded(inodeIds))
        .unionAll(
          recursive
            .selectFrom('up')
            .crossJoin('inodes')
            .where(isLookedUp('inodes.id', 'up.parent_id'))
            .select([
              'up.root_id',
              'inodes.id',
              'inodes.parent_id',
              'inodes.owner_id',
              'inodes.type',
              'inodes.name',
              'inodes.is_archived',
              'inodes.is_home',
              sql<number>`up.depth + 1`.as('depth'),
            ])
            .where('inodes.organization_id', '=', organizationId),
        ),
    )
    .selectFrom('up')
    .select(['up.root_id', 'up.id', 'up.owner_id', 'up.type', 'up.name', 'up.is_archived', 'up.is_home', 'up.depth'])
    .select(grantsAsText(viewer).as('granted'))
    .orderBy('up.root_id')
    .orderBy('up.depth')
    .execute()

  for (const { id, name } of rows) names?.set(id, name)
  return factsOfRows(rows)
}

interface UpRow {
  root_id: string
  id: string
  owner_id: string | null
  type: string
  is_archived: number
  is_home: number
  /** 0 for the object itself, 1 for its folder. */
  depth: number
  granted: Parameters<typeof grantsFromText>[0]
}

/** Facts by the id of the object, from rows that start with the object and go up one folder each. */
function factsOfRows(rows: readonly UpRow[]): Map<string, ObjectFacts> {
  const building = new Map<string, { facts: ObjectFacts; holders: Map<string, string | null>; grants: GrantFact[] }>()
  for (const row of rows) {
    if (row.depth === 0 && !building.has(row.root_id) && isInodeType(row.type)) {
      const grants: GrantFact[] = []
      const facts: ObjectFacts = {
        family: familyOfType[row.type],
        id: row.id,
        ownerId: row.owner_id,
        holders: [],
        grants,
        isArchived: row.is_archived === 1,
        isHome: row.is_home === 1,
        isTagged: row.type.startsWith('tagged-'),
      }
      building.set(row.root_id, { facts, holders: new Map(), grants })
    }
    const entry = building.get(row.root_id)
    if (!entry) continue
    if (row.depth > 0) entry.holders.set(row.id, row.owner_id)
    entry.grants.push(...grantsFromText(row.granted, row.id))
  }
  const found = new Map<string, ObjectFacts>()
  for (const [id, { facts, holders }] of building) {
    found.set(id, { ...facts, holders: [...holders].map(([holderId, ownerId]) => ({ id: holderId, ownerId })) })
  }
  return found
}
