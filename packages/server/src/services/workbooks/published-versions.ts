import type { Viewer } from '@octavo/core/access'
import type { PublishedVersion } from '@octavo/core/contract'
import type { TaggedVersionRow } from '../../store/tagged-versions.ts'
import type { Slice, Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { DocumentKind } from '../documents/document-type.ts'
import type { Documents } from '../documents/documents.ts'
import type { TaggedVersions } from '../tags/tagged-versions.ts'

interface Parts {
  documents: Documents
  tagged: TaggedVersions
}

/** The published versions of a workbook or data model, newest first, with their tags. */
export async function publishedVersions(
  { documents, tagged }: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  window: Window,
): Promise<Slice<PublishedVersion>> {
  const { inode } = await documents.find(viewer, kind, id)
  const slice = await documents.versions(viewer, kind, id, window)
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
}

const versionTag = (row: TaggedVersionRow) => ({
  versionTagId: row.tag_id,
  taggedAt: timestamp(row.updated_at),
  taggedBy: row.updated_by,
})
