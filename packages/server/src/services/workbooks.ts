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
import type { Addresses } from './addresses.ts'
import type { DocumentSpecs } from './document-specs.ts'
import type { DocumentRecord, Documents, OpenDocument } from './documents.ts'
import type { Inodes } from './inodes.ts'
import { type Slice, sliceOfList, type Window } from './slice.ts'
import { timestamp } from './timestamp.ts'

export type Workbooks = ReturnType<typeof createWorkbooks>

export function createWorkbooks({
  documents,
  specs,
  inodes,
  addresses,
}: {
  documents: Documents
  specs: DocumentSpecs
  inodes: Inodes
  addresses: Addresses
}) {
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
      return { ...slice, entries: slice.entries.map((record) => entry(record, address(record.inode), !excludeTags)) }
    },

    async get(viewer: Viewer, id: string, baseUrl: string): Promise<Workbook> {
      const record = await documents.find(viewer, 'workbook', id)
      return entry(record, (await addresses.of(viewer, baseUrl))(record.inode), true)
    },

    /** The workbook with its contents and the version that they are. */
    async getWithContents(
      viewer: Viewer,
      id: string,
      baseUrl: string,
    ): Promise<{ workbook: WorkbookWithContents; open: OpenDocument }> {
      const { contents, open } = await specs.contents(viewer, id)
      const url = (await addresses.of(viewer, baseUrl))(open.record.inode)
      return { workbook: { ...entry(open.record, url, true), documentVersion: open.version, contents }, open }
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
      return entry(record, (await addresses.of(viewer, baseUrl))(record.inode), true)
    },

    async versions(viewer: Viewer, id: string, window: Window): Promise<Slice<PublishedVersion>> {
      const slice = await documents.versions(viewer, 'workbook', id, window)
      return {
        ...slice,
        entries: slice.entries.map((row) => ({
          version: row.version,
          publishedAt: timestamp(row.published_at),
          publishedBy: row.published_by,
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

function onePage(): WorkbookDocument {
  const content = emptyDocument('workbook')
  content.pages.push({ id: 'page-1', name: 'Page 1', elementIds: [] })
  return content
}

function entry({ inode, document, path }: DocumentRecord, url: string, withTags: boolean): Workbook {
  return {
    workbookId: inode.id,
    workbookUrlId: inode.url_id,
    name: inode.name,
    url,
    path,
    latestVersion: document.latest_version,
    ownerId: inode.owner_id ?? '',
    isArchived: inode.is_archived === 1,
    ...(withTags ? { tags: [] } : {}),
    description: inode.description,
    createdBy: inode.created_by,
    updatedBy: inode.updated_by,
    createdAt: timestamp(inode.created_at),
    updatedAt: timestamp(inode.updated_at),
  }
}
