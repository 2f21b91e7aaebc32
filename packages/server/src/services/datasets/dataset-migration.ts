import type { Viewer } from '@octavo/core/access'
import type { DatasetMigration } from '@octavo/core/contract'
import { datasetElementId } from '@octavo/core/document'
import { conflict } from '@octavo/core/errors'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { countReaders, findDatasetMigrations, insertDatasetMigration } from '../../store/datasets.ts'
import { insertGrant, listGrantsOfFile } from '../../store/grants.ts'
import { type AuditEvent, isDryRun, newUuid, type Queryable, type Store } from '../../store/index.ts'
import { modelKeyOf } from '../../store/read-rows.ts'
import type { Documents } from '../documents/documents.ts'
import type { DocumentRecord } from '../documents/open-document.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import { moveReaders } from './moved-readers.ts'

export type DatasetMigrations = ReturnType<typeof createDatasetMigrations>

/** Converts datasets to data models, and moves their readers to the data models. */
export function createDatasetMigrations(parts: Parts) {
  return serviceOf(parts, { migrate })
}

interface Parts {
  store: Store
  clock: Clock
  queue: Queue
  documents: Documents
  inodes: Inodes
}

interface Asked {
  shouldUpdateReferences: boolean
  destFolderId?: string
}

type Moved = Awaited<ReturnType<typeof moveReaders>>

/**
 * Runs once for each dataset: a dataset that already has its data model keeps it, and only documents that still read the dataset are moved.
 * Documents are moved regardless of who may edit them, because the data model has the owner and the grants of the dataset.
 */
async function migrate(parts: Parts, viewer: Viewer, id: string, asked: Asked): Promise<DatasetMigration> {
  const { store, documents, inodes } = parts
  const { organizationId } = viewer
  const record = await documents.find(viewer, 'dataset', id)
  inodes.requireEdit(viewer, record)
  const datasetId = record.inode.id
  const key = modelKeyOf(datasetId, datasetElementId)
  const referenceCount = (await countReaders(store.db, organizationId, [key])).get(key) ?? 0
  const known = (await findDatasetMigrations(store.db, organizationId, [datasetId])).get(datasetId)
  const dataModelId = known?.data_model_id ?? (await becomeModel(parts, viewer, record, asked))
  if (known && asked.shouldUpdateReferences) await moveRest(parts, viewer, record, known.data_model_id)
  return { dataModelId: isDryRun() ? null : dataModelId, links: [], linkCount: 0, referenceCount }
}

async function becomeModel(parts: Parts, viewer: Viewer, record: DocumentRecord, asked: Asked): Promise<string> {
  const { documents, inodes, clock } = parts
  const { inode } = record
  const { content } = await documents.read(viewer, 'dataset', inode.id)
  const folderId = asked.destFolderId ?? inode.parent_id ?? ''
  let moved: Moved = { readers: [], views: 0 }
  const made = await documents.create(viewer, {
    kind: 'data-model',
    name: inode.name,
    description: inode.description,
    folderId,
    content,
    copy: {
      from: { datasetId: inode.id },
      ownerId: inode.owner_id ?? undefined,
      async requireStill(tx) {
        await inodes.requireEditStill(tx, viewer, record)
        const known = (await findDatasetMigrations(tx, viewer.organizationId, [inode.id])).get(inode.id)
        if (known) throw conflict({ rule: 'dataset_migrated' })
        return [content]
      },
      async copyRest(tx, dataModelId) {
        const now = clock.now()
        await insertDatasetMigration(tx, {
          organization_id: viewer.organizationId,
          dataset_id: inode.id,
          data_model_id: dataModelId,
          migrated_by: viewer.memberId,
          migrated_at: now,
        })
        const grants = await copyGrants(tx, viewer, inode.id, dataModelId, now)
        const move = { store: parts.store, queue: parts.queue, tx, viewer, datasetId: inode.id, dataModelId, now }
        moved = asked.shouldUpdateReferences ? await moveReaders(move) : { readers: [], views: 0 }
        return { grants, readers: moved.readers.length, views: moved.views }
      },
      alsoDone: (dataModelId) => [migrated(viewer, inode.id, dataModelId), ...publishedEvents(viewer, inode.id, moved)],
    },
  })
  return made.inode.id
}

/** Moves readers that an earlier migration left, or that were added since. */
async function moveRest(parts: Parts, viewer: Viewer, record: DocumentRecord, dataModelId: string): Promise<void> {
  const { store, clock, inodes, queue } = parts
  const datasetId = record.inode.id
  await store.write<Moved>(
    (moved) => publishedEvents(viewer, datasetId, moved),
    async (tx) => {
      await inodes.requireEditStill(tx, viewer, record)
      return moveReaders({ store, queue, tx, viewer, datasetId, dataModelId, now: clock.now() })
    },
  )
}

async function copyGrants(tx: Queryable, { organizationId, memberId }: Viewer, from: string, to: string, now: number) {
  const grants = await listGrantsOfFile(tx, organizationId, from)
  for (const grant of grants) {
    const stamp = { created_by: memberId, updated_by: memberId, created_at: now, updated_at: now }
    await insertGrant(tx, { ...grant, ...stamp, id: newUuid(), object_id: to })
  }
  return grants.length
}

function migrated(viewer: Viewer, datasetId: string, dataModelId: string): AuditEvent {
  return eventOf(viewer, {
    category: 'OBJECT_INTERACTION',
    action: 'DATASET_MIGRATED',
    object: { kind: 'dataset', id: datasetId },
    change: { before: { dataModelId: null }, after: { dataModelId } },
  })
}

function publishedEvents(viewer: Viewer, datasetId: string, { readers }: Moved): AuditEvent[] {
  return readers.map(({ id, kind, isDraft, before }) => {
    const object = kind === 'workbook' ? 'WORKBOOK' : 'DATA_MODEL'
    const field = isDraft ? 'revision' : 'version'
    return eventOf(viewer, {
      category: 'OBJECT_INTERACTION',
      action: isDraft ? `${object}_DRAFT_SAVED` : `${object}_PUBLISHED`,
      object: { kind, id },
      details: { movedFromDataset: datasetId },
      change: { before: { [field]: before }, after: { [field]: before + 1 } },
    })
  })
}
