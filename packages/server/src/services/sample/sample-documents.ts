import type { Viewer } from '@octavo/core/access'
import type { Clock } from '../../config/index.ts'
import { insertGrant } from '../../store/grants.ts'
import { findFact, newUuid, noteFact, type Store, systemActor } from '../../store/index.ts'
import type { DocumentSpecs } from '../documents/document-specs.ts'
import type { Files } from '../files/files.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { retailDataModel } from './retail-data-model.ts'
import { retailOverview } from './retail-overview.ts'

export interface SampleDocuments {
  workspaceId: string
  dataModelId: string
  workbookId: string
}

const doneFact = 'sample_documents'
const workspaceName = 'Samples'

/** The workspace "Samples" with the data model "Retail" and the workbook "Retail overview", shared with everybody. */
export function createSampleDocuments(parts: Parts) {
  return serviceOf(parts, { ensure })
}

interface Parts {
  store: Store
  clock: Clock
  viewers: Viewers
  files: Files
  specs: DocumentSpecs
}

/** A file that an interrupted earlier start created. */
async function findMade({ store }: Parts, viewer: Viewer, type: string, name: string, parentId: string | null) {
  const row = await store.db
    .selectFrom('inodes')
    .select('id')
    .where('organization_id', '=', viewer.organizationId)
    .where('type', '=', type)
    .where('name', '=', name)
    .where('created_by', '=', viewer.memberId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .executeTakeFirst()
  return row?.id
}

async function share(
  { clock, store }: Parts,
  viewer: Viewer,
  objectKind: 'inode' | 'connection',
  objectId: string,
  permission: string,
) {
  const now = clock.now()
  const id = newUuid()
  await store.write(
    (isNew: boolean) =>
      isNew
        ? {
            organizationId: viewer.organizationId,
            actor: systemActor,
            category: 'ACCESS',
            action: 'GRANT_CREATED',
            object: { kind: objectKind, id: objectId },
            details: { grantId: id, to: 'everyone', permission },
          }
        : [],
    async (tx) => {
      const present = await tx
        .selectFrom('grants')
        .select('id')
        .where('organization_id', '=', viewer.organizationId)
        .where('object_kind', '=', objectKind)
        .where('object_id', '=', objectId)
        .where('is_everyone', '=', 1)
        .executeTakeFirst()
      if (present) return false
      await insertGrant(tx, {
        organization_id: viewer.organizationId,
        id,
        object_kind: objectKind,
        object_id: objectId,
        member_id: null,
        team_id: null,
        is_everyone: 1,
        permission,
        created_by: viewer.memberId,
        updated_by: viewer.memberId,
        created_at: now,
        updated_at: now,
      })
      return true
    },
  )
}

/**
 * Creates them once for an installation, owned by this administrator; safe to call at every start. Null when they were created before, so
 * that deleted samples do not come back.
 */
async function ensure(
  parts: Parts,
  organizationId: string,
  memberId: string,
  connectionId: string,
): Promise<SampleDocuments | null> {
  const { store, viewers, files, specs } = parts
  if ((await findFact(store.db, doneFact)) !== null) return null
  const viewer = await viewers.load(organizationId, memberId, { kind: 'job' })
  if (!viewer) throw new Error(`The sample documents need an active member; ${memberId} is none.`)

  const workspaceId =
    (await findMade(parts, viewer, 'workspace', workspaceName, null)) ??
    (await files.create(viewer, { type: 'workspace', name: workspaceName })).id
  await share(parts, viewer, 'inode', workspaceId, 'explore')
  await share(parts, viewer, 'connection', connectionId, 'usage')

  const model = retailDataModel({ connectionId, folderId: workspaceId })
  const dataModelId =
    (await findMade(parts, viewer, 'data-model', model.name, workspaceId)) ??
    (await specs.create(viewer, 'data-model', model)).record.inode.id

  const overview = retailOverview({ dataModelId, folderId: workspaceId })
  const workbookId =
    (await findMade(parts, viewer, 'workbook', overview.name, workspaceId)) ??
    (await specs.create(viewer, 'workbook', overview)).record.inode.id

  const made = { workspaceId, dataModelId, workbookId }
  await store.maintain('note the sample documents', (tx) => noteFact(tx, doneFact, JSON.stringify(made)))
  return made
}
