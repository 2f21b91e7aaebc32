import { createHash } from 'node:crypto'
import type { Viewer } from '@octavo/core/access'
import { sameJson } from '@octavo/core/document'
import { isAppError } from '@octavo/core/errors'
import type { Clock } from '../../config/index.ts'
import { type AuditTrailRow, updateAuditTrail } from '../../store/audit-trails.ts'
import { findDocument } from '../../store/documents.ts'
import type { Store } from '../../store/index.ts'
import { findInode } from '../../store/inodes.ts'
import { listAdministrators } from '../../store/members.ts'
import type { DocumentSpecs } from '../documents/document-specs.ts'
import type { DocumentKind } from '../documents/document-type.ts'
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

/** A document as this service last wrote it. */
interface Made {
  id: string
  version: number
}

/** The documents of an organization by their names in this version, and what they were made from. */
interface MadeDocuments {
  contents: string
  made: Record<string, Made>
}

/** Identifies the contents of all documents of this version. */
const presentContents = createHash('sha256')
  .update(JSON.stringify([usageModel({ connectionId: '', folderId: '' }), usageDashboards.map(withoutPlaces)]))
  .digest('hex')

function withoutPlaces(dashboard: (typeof usageDashboards)[number]) {
  return usageWorkbook(dashboard, { dataModelId: '', folderId: '' })
}

/**
 * Creates the documents, owned by the administrator who enabled the audit log connection. After an update of Octavo with other documents,
 * those that nobody changed are replaced; next to changed ones new ones are added. Deleted documents are not restored.
 */
async function ensure(parts: Parts, trail: AuditTrailRow): Promise<void> {
  const known = trail.usage_documents === null ? null : (JSON.parse(trail.usage_documents) as MadeDocuments)
  if (known?.contents === presentContents || trail.connection_id === null) return
  const viewer = await writerOf(parts, trail)
  if (!viewer) return
  const isFirst = trail.workspace_id === null
  const folderId = await folderOf(parts, viewer, trail)
  if (folderId === null) return note(parts, trail, { contents: presentContents, made: {} })
  const made = known?.made ?? (isFirst ? {} : await madeBefore(parts, trail, folderId))
  const write = async (kind: DocumentKind, name: string, body: Record<string, unknown>, isNeeded: boolean) => {
    const written = await put(parts, viewer, { kind, name, body, before: made[name], isNeeded, folderId })
    if (written) made[name] = written
    else delete made[name]
    // An interrupted update continues here.
    if (!isFirst) await note(parts, trail, { contents: known?.contents ?? '', made })
    return written
  }
  const model = usageModel({ connectionId: trail.connection_id, folderId })
  const dataModelId = (await write('data-model', model.name, model, true))?.id ?? ''
  for (const dashboard of usageDashboards) {
    await write('workbook', dashboard.name, usageWorkbook(dashboard, { dataModelId, folderId }), isFirst)
  }
  await note(parts, { ...trail, workspace_id: folderId }, { contents: presentContents, made })
}

async function note({ store, clock }: Parts, trail: AuditTrailRow, documents: MadeDocuments): Promise<void> {
  const { organization_id, workspace_id } = trail
  const change = { workspace_id, usage_documents: JSON.stringify(documents), updated_at: clock.now() }
  await store.maintain('note the usage dashboards', (tx) => updateAuditTrail(tx, organization_id, change))
}

/** The member who enabled it; another administrator after they have left. */
async function writerOf({ store, viewers }: Parts, trail: AuditTrailRow): Promise<Viewer | null> {
  const { organization_id, enabled_by } = trail
  const administrators = await listAdministrators(store.db, organization_id)
  for (const memberId of [...(enabled_by === null ? [] : [enabled_by]), ...administrators]) {
    const viewer = await viewers.load(organization_id, memberId, { kind: 'job' })
    if (viewer && administrators.includes(memberId)) return viewer
  }
  return null
}

/** The workspace; null when people have deleted it. */
async function folderOf(parts: Parts, viewer: Viewer, trail: AuditTrailRow): Promise<string | null> {
  const { files, store } = parts
  if (trail.workspace_id !== null) {
    const inode = await findInode(store.db, viewer.organizationId, trail.workspace_id)
    return inode && inode.is_archived === 0 ? inode.id : null
  }
  const found = await findNamed(parts, trail, { type: 'workspace', name: workspaceName, parentId: null })
  return found ?? (await files.create(viewer, { type: 'workspace', name: workspaceName })).id
}

/** The documents that a version before such notes has made, and that were never published again. */
async function madeBefore(parts: Parts, trail: AuditTrailRow, parentId: string): Promise<Record<string, Made>> {
  const made: Record<string, Made> = {}
  const names = [
    { type: 'data-model', name: usageModel({ connectionId: '', folderId: '' }).name },
    ...usageDashboards.map(({ name }) => ({ type: 'workbook', name })),
  ]
  for (const { type, name } of names) {
    const id = await findNamed(parts, trail, { type, name, parentId })
    if (id !== undefined) made[name] = { id, version: 1 }
  }
  return made
}

interface Wanted {
  kind: DocumentKind
  name: string
  body: Record<string, unknown>
  before: Made | undefined
  /** Whether a missing document is created. */
  isNeeded: boolean
  folderId: string
}

/** Creates, replaces or adds a document; null for one that people have deleted. */
async function put(parts: Parts, viewer: Viewer, wanted: Wanted): Promise<Made | null> {
  const { specs, store } = parts
  const { kind, body, before, isNeeded } = wanted
  const { organizationId } = viewer
  const inode = before && (await findInode(store.db, organizationId, before.id))
  if (!before || !inode || inode.is_archived === 1) return isNeeded ? create(parts, viewer, wanted, wanted.name) : null
  const document = await findDocument(store.db, organizationId, before.id)
  if (document && sameJson(await pagesOf(parts, viewer, kind, before.id), body.pages))
    return { id: before.id, version: document.latest_version }
  const isUnchanged =
    document?.latest_version === before.version &&
    document.draft_revision === document.published_revision &&
    inode.owner_id === viewer.memberId
  if (!isUnchanged) return create(parts, viewer, wanted, `${wanted.name} (new)`)
  const { record } = await specs.update(viewer, kind, before.id, body, {})
  return { id: before.id, version: record.document.latest_version }
}

/** The published pages as code; undefined when people have moved the document to where the writer cannot read it. */
async function pagesOf({ specs }: Parts, viewer: Viewer, kind: DocumentKind, id: string): Promise<unknown> {
  try {
    return (await specs.get(viewer, kind, id, {}, '')).spec.pages
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

/** Uses a file that an interrupted earlier attempt created. */
async function create(parts: Parts, viewer: Viewer, wanted: Wanted, name: string): Promise<Made> {
  const { kind, body, folderId } = wanted
  const by = { organization_id: viewer.organizationId, enabled_by: viewer.memberId }
  const found = await findNamed(parts, by, { type: kind, name, parentId: folderId })
  if (found !== undefined) return { id: found, version: 1 }
  const { record } = await parts.specs.create(viewer, kind, { ...body, name })
  return { id: record.inode.id, version: 1 }
}

async function findNamed(
  { store }: Parts,
  { organization_id, enabled_by }: Pick<AuditTrailRow, 'organization_id' | 'enabled_by'>,
  { type, name, parentId }: { type: string; name: string; parentId: string | null },
): Promise<string | undefined> {
  const row = await store.db
    .selectFrom('inodes')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('type', '=', type)
    .where('name', '=', name)
    .where('created_by', '=', enabled_by ?? '')
    .where('is_archived', '=', 0)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .executeTakeFirst()
  return row?.id
}
