import type { DataModelTag, VersionTag, WorkbookTag } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { listAll } from './list-all.ts'

/** All version tags of the organization. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) => listAll<VersionTag>('/v2/tags', { signal }),
})

/** A tag on a version of a document; the API of the two kinds of documents uses different field names. */
export function carriedTag(entry: WorkbookTag | DataModelTag) {
  return 'sourceVersion' in entry
    ? { id: entry.versionTagId, name: entry.tagName, version: entry.sourceVersion, at: entry.taggedAt }
    : { id: entry.versionTagId, name: entry.name, version: entry.sourceWorkbookVersion, at: entry.workbookTaggedAt }
}

/** The tags that a workbook or data model carries. */
export const carriedTagsQuery = ({ id, type }: { id: string; type: string }) =>
  queryOptions({
    queryKey: ['tags', 'on', id],
    queryFn: async ({ signal }) => {
      const path = type === 'workbook' || type === 'template' ? '/v2/workbooks' : '/v2/dataModels'
      const { entries } = await listAll<WorkbookTag | DataModelTag>(`${path}/${id}/tags`, { signal })
      return entries.map(carriedTag)
    },
  })
