import type { Viewer } from '@octavo/core/access'
import type { NamedTaggedVersion } from '../../store/tagged-versions.ts'
import type { Slice, Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { DocumentType } from '../documents/document-type.ts'
import type { DocumentFilters, Documents } from '../documents/documents.ts'
import type { DocumentRecord } from '../documents/open-document.ts'
import type { Addresses } from '../inodes/addresses.ts'
import type { TaggedVersions } from '../tags/tagged-versions.ts'

/** Fields of every kind of document in responses; `tags` is null when they were not requested. */
export interface DocumentEntry {
  record: DocumentRecord
  url: string
  tags: readonly NamedTaggedVersion[] | null
}

interface EntryFilters extends Pick<DocumentFilters, 'isArchived' | 'nameWord'> {
  excludeTags?: boolean
  skipPermissionCheck?: boolean
}

export type DocumentEntries = ReturnType<typeof createDocumentEntries>

/** Adds addresses and tags to documents, for the responses of both kinds. */
export function createDocumentEntries({
  documents,
  addresses,
  tagged,
}: {
  documents: Documents
  addresses: Addresses
  tagged: TaggedVersions
}) {
  return {
    async list(
      viewer: Viewer,
      kind: DocumentType,
      filters: EntryFilters,
      window: Window,
      baseUrl: string,
    ): Promise<Slice<DocumentEntry>> {
      const { excludeTags = false, skipPermissionCheck: everything, isArchived, nameWord } = filters
      const slice = await documents.list(viewer, kind, { isArchived, everything, nameWord }, window)
      const address = await addresses.of(viewer, baseUrl)
      const ids = slice.entries.map(({ inode }) => inode.id)
      const tags = excludeTags ? null : await tagged.ofDocuments(viewer, ids)
      return {
        ...slice,
        entries: slice.entries.map((record) => ({
          record,
          url: address(record.inode),
          tags: tags && (tags.get(record.inode.id) ?? []),
        })),
      }
    },

    async of(
      viewer: Viewer,
      record: DocumentRecord,
      { excludeTags = false }: { excludeTags?: boolean },
      baseUrl: string,
    ): Promise<DocumentEntry> {
      const { inode } = record
      const tags = excludeTags ? null : ((await tagged.ofDocuments(viewer, [inode.id])).get(inode.id) ?? [])
      return { record, url: (await addresses.of(viewer, baseUrl))(inode), tags }
    },
  }
}

/** The fields that both kinds of documents share. */
export function documentFields({ record: { inode, document, path }, url }: DocumentEntry) {
  return {
    name: inode.name,
    url,
    path,
    latestVersion: document.latest_version,
    ownerId: inode.owner_id ?? '',
    isArchived: inode.is_archived === 1,
    createdBy: inode.created_by,
    updatedBy: inode.updated_by,
    createdAt: timestamp(inode.created_at),
    updatedAt: timestamp(inode.updated_at),
  }
}
