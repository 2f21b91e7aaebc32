import type { Viewer } from '@octavo/core/access'
import type {
  ContentsVerdict,
  CreateWorkbookRequest,
  Embed,
  PublishedVersion,
  Workbook,
  WorkbookWithContents,
} from '@octavo/core/contract'
import { emptyDocument, type WorkbookDocument } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { NamedTaggedVersion, TaggedVersionRow } from '../store/tagged-versions.ts'
import type { Addresses } from './addresses.ts'
import type { DocumentSpecs } from './document-specs.ts'
import type { DocumentRecord, Documents, OpenDocument } from './documents.ts'
import type { Inodes } from './inodes.ts'
import { type Slice, sliceOfList, type Window } from './slice.ts'
import { type TaggedVersions, workbookTag } from './tagged-versions.ts'
import { timestamp } from './timestamp.ts'

export type Workbooks = ReturnType<typeof createWorkbooks>

export function createWorkbooks({
  documents,
  specs,
  inodes,
  addresses,
  tagged,
}: {
  documents: Documents
  specs: DocumentSpecs
  inodes: Inodes
  addresses: Addresses
  tagged: TaggedVersions
}) {
  async function whole(viewer: Viewer, record: DocumentRecord, baseUrl: string): Promise<Workbook> {
    const { id } = record.inode
    const tags = await tagged.ofDocuments(viewer, [id])
    return entry(record, (await addresses.of(viewer, baseUrl))(record.inode), tags.get(id) ?? [])
  }

  return {
    async list(
      viewer: Viewer,
      filters: { excludeTags?: boolean; skipPermissionCheck?: boolean; isArchived?: boolean },
      window: Window,
      baseUrl: string,
    ): Promise<Slice<Workbook>> {
      const { excludeTags = false, skipPermissionCheck: everything, isArchived } = filters
      const slice = await documents.list(viewer, 'workbook', { isArchived, everything }, window)
      const address = await addresses.of(viewer, baseUrl)
      const ids = slice.entries.map(({ inode }) => inode.id)
      const tags = excludeTags ? null : await tagged.ofDocuments(viewer, ids)
      const entries = slice.entries.map((record) =>
        entry(record, address(record.inode), tags && (tags.get(record.inode.id) ?? [])),
      )
      return { ...slice, entries }
    },

    async get(viewer: Viewer, id: string, baseUrl: string): Promise<Workbook> {
      return whole(viewer, await documents.find(viewer, 'workbook', id), baseUrl)
    },

    /** The workbook with its contents and the version that they are. */
    async getWithContents(
      viewer: Viewer,
      id: string,
      baseUrl: string,
    ): Promise<{ workbook: WorkbookWithContents; open: OpenDocument }> {
      const { contents, open } = await specs.contents(viewer, id)
      const workbook = await whole(viewer, open.record, baseUrl)
      return { workbook: { ...workbook, documentVersion: open.version, contents }, open }
    },

    /** A workbook with the contents given, else with one empty page, published as version 1. */
    async create(
      viewer: Viewer,
      { contents, dryRun = false, ...request }: CreateWorkbookRequest,
      baseUrl: string,
    ): Promise<Workbook | ContentsVerdict> {
      if (dryRun) {
        if (contents !== undefined) return specs.verifyContents(viewer, contents)
        throw new AppError('invalid_request', {
          reason: 'A dry run needs contents.',
          problems: [{ path: 'contents', message: 'is missing' }],
        })
      }
      const record =
        contents === undefined
          ? await documents.create(viewer, { kind: 'workbook', ...request, content: onePage() })
          : await specs.createWithContents(viewer, { ...request, contents })
      return whole(viewer, record, baseUrl)
    },

    async versions(viewer: Viewer, id: string, window: Window): Promise<Slice<PublishedVersion>> {
      const { inode } = await documents.find(viewer, 'workbook', id)
      const slice = await documents.versions(viewer, 'workbook', id, window)
      const versions = slice.entries.map(({ version }) => version)
      const tags = await tagged.ofVersions(viewer, inode.id, versions)
      return {
        ...slice,
        entries: slice.entries.map((row) => ({
          version: row.version,
          publishedAt: timestamp(row.published_at),
          publishedBy: row.published_by,
          ...(tags.has(row.version) ? { tags: tags.get(row.version)?.map(versionTag) ?? [] } : {}),
        })),
      }
    },

    /** Embeds are made in a later version; the list is empty until then. */
    async embeds(viewer: Viewer, id: string, window: Window): Promise<Slice<Embed>> {
      inodes.requireEdit(viewer, await documents.find(viewer, 'workbook', id))
      return sliceOfList([], window)
    },
  }
}

const versionTag = (row: TaggedVersionRow) => ({
  versionTagId: row.tag_id,
  taggedAt: timestamp(row.updated_at),
  taggedBy: row.updated_by,
})

function onePage(): WorkbookDocument {
  const content = emptyDocument('workbook')
  content.pages.push({ id: 'page-1', name: 'Page 1', elementIds: [] })
  return content
}

function entry(
  { inode, document, path }: DocumentRecord,
  url: string,
  tags: readonly NamedTaggedVersion[] | null,
): Workbook {
  return {
    workbookId: inode.id,
    workbookUrlId: inode.url_id,
    name: inode.name,
    url,
    path,
    latestVersion: document.latest_version,
    ownerId: inode.owner_id ?? '',
    isArchived: inode.is_archived === 1,
    ...(tags ? { tags: tags.map(workbookTag) } : {}),
    description: inode.description,
    createdBy: inode.created_by,
    updatedBy: inode.updated_by,
    createdAt: timestamp(inode.created_at),
    updatedAt: timestamp(inode.updated_at),
  }
}
