import type { Viewer } from '@octavo/core/access'
import type { AnyPermission, Grant, TypedGrant } from '@octavo/core/contract'
import { findCatalogObjects } from '../../store/catalog-objects.ts'
import type { GrantRow } from '../../store/grants.ts'
import type { Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { findTaggedVersions, type TaggedVersionRow } from '../../store/tagged-versions.ts'
import { timestamp } from '../answers/timestamp.ts'
import { isOnFile } from './grant-targets.ts'

interface Parts {
  store: Store
}

/** Grants on a tagged version are returned as grants on its document, with the tag. */
export async function grantEntries({ store }: Parts, viewer: Viewer, rows: readonly GrantRow[]): Promise<Grant[]> {
  const files = rows.filter(isOnFile).map((row) => row.object_id)
  const tagged = await findTaggedVersions(store.db, viewer.organizationId, files)
  return rows.map((row) => entry(row, tagged.get(row.object_id)))
}

/** Grants with the kind of their object. */
export async function typedGrants(parts: Parts, viewer: Viewer, rows: readonly GrantRow[]): Promise<TypedGrant[]> {
  const { store } = parts
  const files = rows.filter(isOnFile).map((row) => row.object_id)
  const entries = await grantEntries(parts, viewer, rows)
  const found = await findInodes(store.db, viewer.organizationId, files)
  const paths = rows.filter((row) => row.object_kind === 'connection-path').map((row) => row.object_id)
  const objects = await findCatalogObjects(store.db, viewer.organizationId, paths)
  const isTable = (id: string) => ['table', 'view'].includes(objects.get(id)?.kind ?? '')
  return entries.map((entry, index) => {
    const id = rows[index]?.object_id ?? ''
    return { ...entry, inodeType: isTable(id) ? 'table' : kindOf(found.get(id)?.type) }
  })
}

function kindOf(type: string | undefined): TypedGrant['inodeType'] {
  switch (type) {
    case undefined:
      return 'scope'
    case 'workspace':
    case 'folder':
      return 'folder'
    case 'workbook':
    case 'tagged-workbook':
      return 'workbook'
    case 'template':
    case 'report':
      return type
    default:
      return 'dataset'
  }
}

function entry(row: GrantRow, tagged: TaggedVersionRow | undefined): Grant {
  const tagId = row.tag_id ?? tagged?.tag_id
  return {
    grantId: row.id,
    inodeId: tagged?.source_id ?? row.object_id,
    ...(tagId === undefined ? {} : { tagId }),
    organizationId: row.organization_id,
    memberId: row.member_id,
    teamId: row.team_id,
    isEveryone: row.is_everyone === 1,
    // The store contains only valid permission names.
    permission: row.permission as AnyPermission,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
