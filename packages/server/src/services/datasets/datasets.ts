import type { Viewer } from '@octavo/core/access'
import {
  type CreatedDataset,
  type Dataset,
  DatasetOrigin,
  type DatasetSource,
  type NewDataset,
} from '@octavo/core/contract'
import { datasetElementId, validateDocument, type WorkbookDocument } from '@octavo/core/document'
import { AppError, isAppError, type Problem } from '@octavo/core/errors'
import type { ElementProblem } from '@octavo/core/plan'
import { Value } from 'typebox/value'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { countReaders, findDatasetMigrations } from '../../store/datasets.ts'
import { insertDocument, insertDocumentVersion } from '../../store/documents.ts'
import { newUuid, type Store } from '../../store/index.ts'
import { findInodes, insertInode } from '../../store/inodes.ts'
import { newInode } from '../../store/new-inode.ts'
import { modelKeyOf } from '../../store/read-rows.ts'
import type { Slice, Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { bindDocument } from '../documents/document-bindings.ts'
import type { DocumentReads } from '../documents/document-reads.ts'
import type { Documents } from '../documents/documents.ts'
import { newVersion } from '../documents/new-version.ts'
import type { DocumentRecord } from '../documents/open-document.ts'
import type { Addresses } from '../inodes/addresses.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import type { DocumentUses } from '../workbooks/document-uses.ts'

export type Datasets = ReturnType<typeof createDatasets>

/** A retired kind: stored as a data model with one element, which is how readers of a dataset see it. */
export function createDatasets(parts: Parts) {
  return serviceOf(parts, { list, get, create, sources })
}

/** Compiles a document; implemented by the queries. */
interface DocumentCheck {
  problems(viewer: Viewer, document: { id: string; content: WorkbookDocument }): Promise<ElementProblem[]>
}

interface Parts {
  store: Store
  clock: Clock
  addresses: Addresses
  inodes: Inodes
  documents: Documents
  documentReads: DocumentReads
  uses: DocumentUses
  check: DocumentCheck
}

/** Newest first. */
async function list(
  parts: Parts,
  viewer: Viewer,
  { skipPermissionCheck: everything }: { skipPermissionCheck?: boolean },
  window: Window,
  baseUrl: string,
): Promise<Slice<Dataset>> {
  const slice = await parts.documents.list(viewer, 'dataset', { everything }, window)
  return { ...slice, entries: await entriesOf(parts, viewer, slice.entries, baseUrl) }
}

async function get(parts: Parts, viewer: Viewer, id: string, baseUrl: string): Promise<Dataset> {
  const record = await parts.documents.find(viewer, 'dataset', id)
  const [entry] = await entriesOf(parts, viewer, [record], baseUrl)
  if (!entry) throw new Error('A dataset that was found has no entry.')
  const { content } = await parts.documents.read(viewer, 'dataset', id)
  const source = content.elements[datasetElementId]?.source
  return isOrigin(source) ? { ...entry, source } : entry
}

const isOrigin = (source: unknown): source is DatasetOrigin => Value.Check(DatasetOrigin, source)

async function entriesOf(
  { store, addresses }: Parts,
  viewer: Viewer,
  records: readonly DocumentRecord[],
  baseUrl: string,
): Promise<Dataset[]> {
  const { organizationId } = viewer
  const address = await addresses.of(viewer, baseUrl)
  const ids = records.map(({ inode }) => inode.id)
  const migrations = await findDatasetMigrations(store.db, organizationId, ids)
  const models = await findInodes(
    store.db,
    organizationId,
    [...migrations.values()].map((row) => row.data_model_id),
  )
  const keyOf = (id: string) => modelKeyOf(id, datasetElementId)
  const readers = await countReaders(store.db, organizationId, ids.map(keyOf))
  return records.map(({ inode, path }) => {
    const migration = migrations.get(inode.id)
    const model = migration && models.get(migration.data_model_id)
    const referenceCount = readers.get(keyOf(inode.id)) ?? 0
    return {
      datasetId: inode.id,
      name: inode.name,
      description: inode.description,
      url: address(inode),
      owner: inode.owner_id ?? '',
      referenceCount,
      path,
      migrationToDataModel:
        migration && model
          ? {
              dataModelId: model.id,
              dataModelUrl: address(model),
              migratedAt: timestamp(migration.migrated_at),
              migratedBy: migration.migrated_by,
            }
          : null,
      migrationStatus: migration ? 'migrated' : referenceCount === 0 ? 'not-required' : 'not-migrated',
      isArchived: inode.is_archived === 1,
      createdBy: inode.created_by,
      updatedBy: inode.updated_by,
      createdAt: timestamp(inode.created_at),
      updatedAt: timestamp(inode.updated_at),
    }
  })
}

/** Stores a dataset; problems of its formulas are warnings, as for every document. */
async function create(parts: Parts, viewer: Viewer, wanted: NewDataset, baseUrl: string): Promise<CreatedDataset> {
  const { store, clock, inodes, documents } = parts
  const holder = await inodes.findHolder(viewer, wanted.folderId)
  const written = contentOf(wanted)
  await placed(documents.requireRoomFor(viewer, 'data-model', holder.id, written))
  const content = await bindDocument(documents, viewer.organizationId, written)
  const reads = await parts.documentReads.of(viewer.organizationId, content)
  const id = newUuid()
  const now = clock.now()
  const { organizationId, memberId } = viewer
  const { name, description = '' } = wanted
  await store.write(
    eventOf(viewer, {
      category: 'OBJECT_INTERACTION',
      action: 'DATASET_CREATED',
      object: { kind: 'dataset', id },
      change: { before: null, after: { name, description, folderId: holder.id, ownerId: memberId } },
    }),
    async (tx) => {
      await inodes.requireContribute(tx, viewer, holder.id, 'data-model')
      await placed(documents.requireAddedSources(tx, viewer, content, []))
      const file = { name, description, parentId: holder.id, ownerId: memberId, by: memberId, at: now }
      await insertInode(tx, newInode({ organizationId, id, type: 'dataset', ...file }))
      const revisions = { latest_version: 1, draft_revision: 1, published_revision: 1 }
      await insertDocument(tx, { organization_id: organizationId, id, kind: 'dataset', ...revisions })
      await insertDocumentVersion(tx, newVersion(viewer, id, 1, content, now), reads)
    },
  )
  const problems = await parts.check.problems(viewer, { id, content })
  const warnings = problems.map(({ elementId: _, field, ...problem }) => ({ ...problem, path: field || 'source' }))
  const made = await get(parts, viewer, id, baseUrl)
  return warnings.length === 0 ? made : { ...made, warnings }
}

/** The dataset as a data model of one element. Throws `invalid_document` with places in the body. */
function contentOf({ name, source, columns }: NewDataset): WorkbookDocument {
  const element = {
    id: datasetElementId,
    kind: 'table',
    name,
    source,
    columns: columns.map((column, index) => ({ id: `column-${index + 1}`, ...column })),
  }
  const pages = [{ id: 'page-1', name, elements: [element] }]
  const { document, problems } = validateDocument({ schemaVersion: 1, kind: 'data-model', pages }, 'data-model')
  if (problems.length > 0) throw new AppError('invalid_document', { problems: problems.map(inBody) })
  return document
}

const inElement = 'pages[0].elements[0].'
const inBody = (problem: Problem): Problem => ({ ...problem, path: problem.path.replace(inElement, '') })

/** Runs the work and maps the paths of problems to the body of the request. */
async function placed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isAppError(error, 'invalid_document')) throw error
    throw new AppError('invalid_document', { problems: error.details.problems.map(inBody) })
  }
}

async function sources(
  { uses }: Parts,
  viewer: Viewer,
  id: string,
  baseUrl: string,
  signal: AbortSignal,
): Promise<DatasetSource[]> {
  const all = await uses.sources(viewer, 'dataset', id, baseUrl, signal)
  return all.flatMap((source) =>
    source.type === 'table' || source.type === 'dataset' ? [{ type: source.type, inodeId: source.inodeId }] : [],
  )
}
