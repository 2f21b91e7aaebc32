import { sql } from 'kysely'
import { createTable, type Migration } from './table.ts'

const dropped = [
  'grants_by_organization_id_object_kind_object_id',
  'inodes_by_organization_id_type_is_archived_created_at_id',
  'inodes_by_organization_id_type_is_archived_updated_at_id',
  'inodes_by_organization_id_type_is_archived_name_id',
  'inodes_in_folder',
  'inodes_newest',
  'inodes_of_owner',
  'inodes_folders_in',
  'inodes_folders_of',
]

const indexes = {
  // Covering indexes: files that a list skips are not read from the table.
  inodes_in_folder: 'inodes (organization_id, parent_id, is_archived, created_at, id, type)',
  inodes_newest: 'inodes (organization_id, is_archived, created_at, id, type, parent_id, owner_id)',
  inodes_newest_of_type: 'inodes (organization_id, type, is_archived, created_at, id, parent_id, owner_id)',
  inodes_of_owner: 'inodes (organization_id, owner_id, is_archived, created_at, id, type, parent_id)',
  inodes_folders_in:
    "inodes (organization_id, parent_id, is_archived, created_at, id, type) where type in ('folder', 'workspace')",
  inodes_folders_of: "inodes (organization_id, owner_id, id, type) where type in ('folder', 'workspace')",
  // Grants on one object; granted folders by grantee; granted files by grantee, newest first.
  grants_on_object: 'grants (organization_id, object_id, subject, permission, object_kind)',
  grants_on_folders:
    "grants (organization_id, subject, object_id, permission, object_type) where object_type in ('folder', 'workspace')",
  grants_newest_files:
    "grants (organization_id, subject, object_created_at, object_id, object_type, permission, object_kind) where object_kind = 'inode'",
  teams_seen: 'teams (organization_id, is_archived, visibility, name, id)',
}

/**
 * Precomputed data for lists and authorization checks: the folders above each folder, the grantee in one column, and constant facts of
 * granted files that lists order by.
 */
export const reach: Migration = {
  name: '0013-reach',
  async up(tx, types) {
    const text = sql.raw(types.text)
    await createTable(tx, types, 'folder_holders', {
      columns: { organization_id: 'text', folder_id: 'text', holder_id: 'text' },
      key: ['organization_id', 'folder_id', 'holder_id'],
      indexes: [['organization_id', 'holder_id', 'folder_id']],
    })
    await sql`insert into folder_holders (organization_id, folder_id, holder_id)
      with recursive up(organization_id, folder_id, holder_id, parent_id) as (
        select organization_id, id, id, parent_id from inodes where type in ('folder', 'workspace')
        union all
        select up.organization_id, up.folder_id, holder.id, holder.parent_id
        from up inner join inodes as holder on holder.organization_id = up.organization_id and holder.id = up.parent_id
      )
      select organization_id, folder_id, holder_id from up`.execute(tx)
    await sql`alter table grants add column subject ${text}
      generated always as (coalesce(member_id, team_id, 'everyone')) ${sql.raw(types.generated)}`.execute(tx)
    await sql`alter table grants add column object_type ${text}`.execute(tx)
    await sql`alter table grants add column object_created_at ${sql.raw(types.integer)}`.execute(tx)
    await sql`update grants set
      object_type = (select inodes.type from inodes
        where inodes.organization_id = grants.organization_id and inodes.id = grants.object_id),
      object_created_at = (select inodes.created_at from inodes
        where inodes.organization_id = grants.organization_id and inodes.id = grants.object_id)
      where object_kind = 'inode'`.execute(tx)
    for (const name of dropped) await sql`drop index if exists ${sql.ref(name)}`.execute(tx)
    for (const [name, columns] of Object.entries(indexes)) {
      await sql`create index ${sql.ref(name)} on ${sql.raw(columns)}`.execute(tx)
    }
  },
}
