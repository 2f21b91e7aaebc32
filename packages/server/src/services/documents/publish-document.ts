import type { Viewer } from '@octavo/core/access'
import type { WorkbookDocument } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { eventOf } from '../../audit/index.ts'
import {
  type DocumentRow,
  type DocumentVersionRow,
  deleteDraft,
  findDocument,
  findDocumentVersion,
  insertDocumentVersion,
  setLatestVersion,
} from '../../store/documents.ts'
import { deleteEmbedsOutside } from '../../store/embeds.ts'
import type { Queryable } from '../../store/index.ts'
import { updateInode } from '../../store/inodes.ts'
import { type IfMatch, requireMatch } from '../answers/if-match.ts'
import { requireAddedSources } from './added-sources.ts'
import type { DocumentParts } from './document-parts.ts'
import { type DocumentType, documentAction, documentTypeOf } from './document-type.ts'
import { draftChannel } from './draft-channel.ts'
import { newVersion } from './new-version.ts'
import { type DocumentRecord, findRecord } from './open-document.ts'
import { type FollowedVersion, publishBesideTemplates } from './template-following.ts'

export interface DocumentChange {
  content: WorkbookDocument
  /** The write fails when the latest version is not this one. */
  expectedVersion?: number | undefined
  /** ETags of published versions, one of which must be the latest; null for any. */
  ifMatch?: IfMatch
  /** Replace the document although its draft has unpublished changes. */
  discardDraft?: boolean | undefined
  /** The content is the draft at this revision; the write fails when the draft has a newer revision. */
  draftRevision?: number | undefined
  /** The content is copied from this earlier version. */
  restoredFrom?: number | undefined
  /** The content comes from the template that the workbook follows. Any other change makes the workbook stop following it. */
  followed?: FollowedVersion | undefined
}

function cacheKey(viewer: Viewer, row: DocumentVersionRow): string {
  return `${viewer.organizationId}/${row.document_id}/${row.version}`
}

/** Throws `precondition_failed` or `version_conflict` unless the latest version is the one that the change was made for. */
function requireVersion(
  { expectedVersion, ifMatch = null }: Pick<DocumentChange, 'expectedVersion' | 'ifMatch'>,
  latest: number,
): void {
  requireMatch(ifMatch, `"${latest}"`)
  if (expectedVersion === undefined || expectedVersion === latest) return
  throw new AppError('version_conflict', { sent: expectedVersion, latest })
}

/** Throws when the draft is not the one that the caller knows, or when publishing would discard it. */
function requireDraft(
  { id, kind, draft_revision: latest, published_revision }: DocumentRow,
  { draftRevision, discardDraft }: { draftRevision: number | undefined; discardDraft: boolean },
): void {
  if (draftRevision !== undefined) {
    if (draftRevision !== latest) throw new AppError('draft_conflict', { sent: draftRevision, latest })
  } else if (latest > published_revision && !discardDraft) {
    throw new AppError('draft_has_changes', kind === 'data-model' ? { dataModelId: id } : { workbookId: id })
  }
}

interface Published {
  version: number
  revision: number
  replaced: number
  /** Public embeds of removed pages and elements. */
  endedEmbeds: number
  /** Facts about the template that the document follows, or stops following, for the event. */
  template: Readonly<Record<string, unknown>>
}

function publishedFacts({ version, endedEmbeds, template }: Published, restoredFrom: number | undefined) {
  return {
    version,
    ...(endedEmbeds === 0 ? {} : { endedEmbeds }),
    ...(restoredFrom === undefined ? {} : { restoredFrom }),
    ...template,
  }
}

/** Deletes what a new version replaces: the draft, and public embeds of removed pages and elements. Returns the number of embeds. */
async function endReplaced(tx: Queryable, viewer: Viewer, id: string, content: WorkbookDocument): Promise<number> {
  await deleteDraft(tx, viewer.organizationId, id)
  return deleteEmbedsOutside(tx, viewer.organizationId, id, {
    pageIds: new Set(content.pages.map((page) => page.id)),
    elementIds: new Set(Object.keys(content.elements)),
  })
}

/** Publishes a new version that replaces the whole content. */
export async function publishDocument(
  parts: DocumentParts,
  viewer: Viewer,
  kind: DocumentType,
  idOrUrlId: string,
  { content, discardDraft = false, draftRevision, restoredFrom, followed, ...wanted }: DocumentChange,
): Promise<DocumentRecord> {
  const { inodes, store, cache } = parts
  const record = await findRecord(parts, viewer, kind, idOrUrlId)
  inodes.requireEdit(viewer, record)
  const [id, now, type] = [record.inode.id, parts.clock.now(), documentTypeOf(record)]
  const reads = await parts.documentReads.of(viewer.organizationId, content)
  const { version, revision } = await store.write(
    (published: Published) =>
      eventOf(viewer, {
        category: 'OBJECT_INTERACTION',
        action: documentAction(type, 'PUBLISHED'),
        object: { kind: type, id },
        details: publishedFacts(published, restoredFrom),
        change: { before: { version: published.replaced }, after: { version: published.version } },
      }),
    async (tx) => {
      const current = await findDocument(tx, viewer.organizationId, id)
      if (!current) throw new AppError('not_found', { kind, id: idOrUrlId })
      await inodes.requireEditStill(tx, viewer, record)
      requireVersion(wanted, current.latest_version)
      requireDraft(current, { draftRevision, discardDraft })
      // The sources of a draft were checked when they were added, with the rights of the member who added them.
      if (draftRevision === undefined) {
        const before = await findDocumentVersion(tx, viewer.organizationId, id, current.latest_version)
        const known = before ? [cache.get(cacheKey(viewer, before), before)] : []
        await requireAddedSources(parts, tx, viewer, content, known)
      }
      const next = current.latest_version + 1
      await insertDocumentVersion(tx, newVersion(viewer, id, next, content, now), reads)
      const endedEmbeds = await endReplaced(tx, viewer, id, content)
      await store.announce(tx, draftChannel(id))
      const saves = current.draft_revision + 1
      await setLatestVersion(tx, viewer.organizationId, id, next, saves)
      await updateInode(tx, viewer.organizationId, id, { updated_by: viewer.memberId, updated_at: now })
      const template = await publishBesideTemplates(parts, tx, viewer, { id, version: next }, followed)
      return { version: next, revision: saves, replaced: current.latest_version, endedEmbeds, template }
    },
  )
  return {
    ...record,
    document: {
      ...record.document,
      latest_version: version,
      draft_revision: revision,
      published_revision: revision,
    },
    inode: { ...record.inode, updated_at: now, updated_by: viewer.memberId },
  }
}
