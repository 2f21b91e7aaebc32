import type { Viewer } from '@octavo/core/access'
import type { DataModel, DataModelSource } from '@octavo/core/contract'
import type { NamedTaggedVersion } from '../store/tagged-versions.ts'
import type { Addresses } from './addresses.ts'
import type { DocumentUses } from './document-uses.ts'
import type { DocumentRecord, Documents } from './documents.ts'
import { type Slice, sliceOfList, type Window } from './slice.ts'
import { dataModelTag, type TaggedVersions } from './tagged-versions.ts'
import { timestamp } from './timestamp.ts'

export type DataModels = ReturnType<typeof createDataModels>

export function createDataModels({
  documents,
  uses,
  addresses,
  tagged,
}: {
  documents: Documents
  uses: DocumentUses
  addresses: Addresses
  tagged: TaggedVersions
}) {
  return {
    async list(
      viewer: Viewer,
      filters: { excludeTags?: boolean; skipPermissionCheck?: boolean },
      window: Window,
      baseUrl: string,
    ): Promise<Slice<DataModel>> {
      const { excludeTags = false, skipPermissionCheck: everything } = filters
      const slice = await documents.list(viewer, 'data-model', { everything }, window)
      const address = await addresses.of(viewer, baseUrl)
      const ids = slice.entries.map(({ inode }) => inode.id)
      const tags = excludeTags ? null : await tagged.ofDocuments(viewer, ids)
      const entries = slice.entries.map((record) =>
        entry(record, address(record.inode), tags && (tags.get(record.inode.id) ?? [])),
      )
      return { ...slice, entries }
    },

    async get(viewer: Viewer, id: string, { excludeTags = false }: { excludeTags?: boolean }, baseUrl: string) {
      const record = await documents.find(viewer, 'data-model', id)
      const { inode } = record
      const tags = excludeTags ? null : ((await tagged.ofDocuments(viewer, [inode.id])).get(inode.id) ?? [])
      return entry(record, (await addresses.of(viewer, baseUrl))(inode), tags)
    },

    async sources(viewer: Viewer, id: string, window: Window, signal: AbortSignal): Promise<Slice<DataModelSource>> {
      const sources = await uses.sources(viewer, 'data-model', id, signal)
      return sliceOfList(
        sources.map((source) => (source.type === 'table' ? { type: source.type, tableId: source.inodeId } : source)),
        window,
      )
    },
  }
}

function entry(
  { inode, document, path }: DocumentRecord,
  url: string,
  tags: readonly NamedTaggedVersion[] | null,
): DataModel {
  return {
    dataModelId: inode.id,
    dataModelUrlId: inode.url_id,
    name: inode.name,
    url,
    path,
    latestVersion: document.latest_version,
    ownerId: inode.owner_id ?? '',
    isArchived: inode.is_archived === 1,
    ...(tags ? { tags: tags.map(dataModelTag) } : {}),
    createdBy: inode.created_by,
    updatedBy: inode.updated_by,
    createdAt: timestamp(inode.created_at),
    updatedAt: timestamp(inode.updated_at),
  }
}
