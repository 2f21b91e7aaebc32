import { hasRight, type Viewer } from '@octavo/core/access'
import { elementName, findElement, type WorkbookDocument } from '@octavo/core/document'
import type { Problem } from '@octavo/core/errors'
import type { Access } from '../access/index.ts'
import { findConnections } from '../store/connections.ts'
import { findDocuments } from '../store/documents.ts'
import type { Queryable } from '../store/index.ts'
import { findTagsOf } from '../store/tagged-versions.ts'
import type { DocumentSource } from './document-sources.ts'

export type SourceRights = ReturnType<typeof createSourceRights>

/**
 * Who may make a document read what (WALLS 20): data is read with the rights of the document's owner, so whoever adds
 * or changes a source must be able to use it. Custom SQL needs the whole connection and the right to write SQL.
 */
export function createSourceRights({ access }: { access: Access }) {
  return {
    /** One problem for every source that the viewer may not use. */
    async problems(
      tx: Queryable,
      viewer: Viewer,
      content: WorkbookDocument,
      sources: readonly DocumentSource[],
    ): Promise<Problem[]> {
      const connectionIds = sources.flatMap((source) => (source.kind === 'data-model' ? [] : [source.connectionId]))
      const modelIds = sources.flatMap((source) => (source.kind === 'data-model' ? [source.dataModelId] : []))
      const connections = await findConnections(tx, viewer.organizationId, connectionIds)
      const onConnections = await access.connectionPermissions(viewer, [...connections.keys()], tx)
      const models = await findDocuments(tx, viewer.organizationId, [...new Set(modelIds)])
      const onModels = await access.inodePermissions(viewer, [...models.keys()], tx)
      const tags = await findTagsOf(tx, viewer.organizationId, [...models.keys()])
      const taggedIds = [...tags.values()].flat().map(({ id }) => id)
      const onTagged = await access.inodePermissions(viewer, taggedIds, tx)

      const refusalOf = (source: DocumentSource): Omit<Problem, 'path'> | null => {
        if (source.kind === 'data-model') {
          const { dataModelId, versionTagId } = source
          const tagged = tags.get(dataModelId)?.find((each) => each.tag_id === versionTagId)
          const isSeen = onModels.has(dataModelId) || (tagged !== undefined && onTagged.has(tagged.id))
          const isModel = models.get(dataModelId)?.kind === 'data-model' && isSeen
          if (isModel && (versionTagId === undefined ? onModels.has(dataModelId) : tagged)) return null
          if (isModel && versionTagId !== undefined) {
            return {
              message: `Dependency not found: version tag '${versionTagId}' on '${dataModelId}'`,
              hint: 'Put the tag on the data model first, or leave versionTagId out for the published version.',
            }
          }
          return {
            message: `Dependency not found: '${source.dataModelId}'`,
            hint: 'No data model that you may use has this id.',
          }
        }
        const connection = connections.get(source.connectionId)
        if (!connection || connection.is_archived === 1 || !onConnections.has(source.connectionId)) {
          return {
            message: `Dependency not found: '${source.connectionId}'`,
            hint: 'No connection that you may use has this id.',
          }
        }
        if (source.kind === 'sql' && !hasRight(viewer, 'writeSql')) {
          return {
            message: 'Your account type may not write custom SQL',
            hint: 'Ask an administrator for "write-sql".',
          }
        }
        return null
      }

      return sources.flatMap((source) => {
        const refusal = refusalOf(source)
        return refusal ? [{ path: pathOf(content, source.elementId), ...refusal }] : []
      })
    },
  }
}

/** Where the source of an element stands in the body of form N. */
function pathOf(content: WorkbookDocument, elementId: string): string {
  const pages = [...content.pages, ...content.overlays]
  for (const [pageIndex, page] of pages.entries()) {
    const index = page.elementIds.indexOf(elementId)
    if (index >= 0) return `pages[${pageIndex}].elements[${index}].source`
  }
  const element = findElement(content, elementId)
  return `${(element && elementName(element)) ?? elementId}.source`
}
