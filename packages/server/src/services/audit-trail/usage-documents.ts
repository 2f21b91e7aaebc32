import type { Viewer } from '@octavo/core/access'
import type { Clock } from '../../config/index.ts'
import { type AuditTrailRow, updateAuditTrail } from '../../store/audit-trails.ts'
import type { Store } from '../../store/index.ts'
import type { DocumentSpecs } from '../documents/document-specs.ts'
import type { Files } from '../files/files.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { usageModel } from './usage-model.ts'
import { usageDashboards, usageWorkbook } from './usage-workbooks.ts'

const workspaceName = 'Octavo usage'

/** The workspace "Octavo usage" with the data model and the usage dashboards, for administrators and everyone they share it with. */
export function createUsageDocuments(parts: Parts) {
  return serviceOf(parts, { ensure })
}

interface Parts {
  store: Store
  clock: Clock
  viewers: Viewers
  files: Files
  specs: DocumentSpecs
}

/**
 * Creates the missing documents, owned by the administrator who enabled the audit log connection. Once all exist they belong to their
 * users: deleted or changed documents are not restored.
 */
async function ensure(parts: Parts, trail: AuditTrailRow): Promise<void> {
  const { clock, files, specs, store, viewers } = parts
  const { organization_id, enabled_by, connection_id: connectionId } = trail
  if (connectionId === null || enabled_by === null) return
  const viewer = await viewers.load(organization_id, enabled_by, { kind: 'job' })
  // The member who enabled it has left; the next administrator who enables it becomes the owner.
  if (!viewer) return
  const folderId =
    (await findMade(parts, viewer, 'workspace', workspaceName, null)) ??
    (await files.create(viewer, { type: 'workspace', name: workspaceName })).id
  const model = usageModel({ connectionId, folderId })
  const dataModelId =
    (await findMade(parts, viewer, 'data-model', model.name, folderId)) ??
    (await specs.create(viewer, 'data-model', model)).record.inode.id
  for (const dashboard of usageDashboards) {
    if ((await findMade(parts, viewer, 'workbook', dashboard.name, folderId)) !== undefined) continue
    await specs.create(viewer, 'workbook', usageWorkbook(dashboard, { dataModelId, folderId }))
  }
  await store.maintain('note the usage dashboards', (tx) =>
    updateAuditTrail(tx, organization_id, { workspace_id: folderId, updated_at: clock.now() }),
  )
}

/** A file that an interrupted earlier attempt created. */
async function findMade({ store }: Parts, viewer: Viewer, type: string, name: string, parentId: string | null) {
  const row = await store.db
    .selectFrom('inodes')
    .select('id')
    .where('organization_id', '=', viewer.organizationId)
    .where('type', '=', type)
    .where('name', '=', name)
    .where('created_by', '=', viewer.memberId)
    .where('is_archived', '=', 0)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .executeTakeFirst()
  return row?.id
}
