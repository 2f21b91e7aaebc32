import type { Viewer } from '@octavo/core/access'
import type { DataModel, DataModelSource, WorkbookSource } from '@octavo/core/contract'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import type { Documents } from '../documents/documents.ts'
import { dataModelTag, type TaggedVersions } from '../tags/tagged-versions.ts'
import { type DocumentEntries, type DocumentEntry, documentFields } from './document-entries.ts'
import type { DocumentUses } from './document-uses.ts'
import { publishedVersions } from './published-versions.ts'

export type DataModels = ReturnType<typeof createDataModels>

export function createDataModels({
  documents,
  entries,
  uses,
  tagged,
}: {
  documents: Documents
  entries: DocumentEntries
  uses: DocumentUses
  tagged: TaggedVersions
}) {
  return {
    async list(
      viewer: Viewer,
      filters: { excludeTags?: boolean; skipPermissionCheck?: boolean },
      window: Window,
      baseUrl: string,
    ): Promise<Slice<DataModel>> {
      const slice = await entries.list(viewer, 'data-model', filters, window, baseUrl)
      return { ...slice, entries: slice.entries.map(entry) }
    },

    async get(viewer: Viewer, id: string, query: { excludeTags?: boolean }, baseUrl: string): Promise<DataModel> {
      const record = await documents.find(viewer, 'data-model', id)
      return entry(await entries.of(viewer, record, query, baseUrl))
    },

    async sources(
      viewer: Viewer,
      id: string,
      window: Window,
      baseUrl: string,
      signal: AbortSignal,
    ): Promise<Slice<DataModelSource>> {
      const sources = await uses.sources(viewer, 'data-model', id, baseUrl, signal)
      return sliceOfList(sources.map(modelSource), window)
    },

    versions(viewer: Viewer, id: string, window: Window) {
      return publishedVersions({ documents, tagged }, viewer, 'data-model', id, window)
    },
  }
}

/** Data models use other field names for tables and datasets than workbooks. */
function modelSource(source: WorkbookSource): DataModelSource {
  switch (source.type) {
    case 'table':
      return { type: source.type, tableId: source.inodeId }
    case 'dataset':
      return { type: source.type, datasetId: source.inodeId }
    default:
      return source
  }
}

function entry(found: DocumentEntry): DataModel {
  const { inode } = found.record
  return {
    dataModelId: inode.id,
    dataModelUrlId: inode.url_id,
    ...documentFields(found),
    ...(found.tags ? { tags: found.tags.map(dataModelTag) } : {}),
  }
}
