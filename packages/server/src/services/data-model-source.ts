import type { PlanCatalog } from '@octavo/core/plan'
import type { Store } from '../store/index.ts'
import { findInode } from '../store/inodes.ts'
import type { Documents } from './documents.ts'

/**
 * A data model as documents that read it see it (WALLS 5): its latest published version, with what names that version.
 * Whoever reads it does so with the rights of the reading document's owner.
 */
export function createDataModelSource({
  store,
  documents,
}: {
  store: Store
  documents: Pick<Documents, 'readAsSource'>
}) {
  return async (
    organizationId: string,
    dataModelId: string,
    versionTagId: string | undefined,
  ): Promise<{ model: ReturnType<PlanCatalog['dataModel']>; revision: string }> => {
    if (versionTagId !== undefined) {
      return { model: { unavailable: `The data model has no version tag ${versionTagId}.` }, revision: 'none' }
    }
    const found = await documents.readAsSource(organizationId, dataModelId, 'data-model')
    const inode = found && (await findInode(store.db, organizationId, dataModelId))
    if (!found || inode?.is_archived !== 0) {
      return { model: { unavailable: `There is no data model ${dataModelId}.` }, revision: 'none' }
    }
    return {
      model: { name: inode.name, document: found.content },
      revision: `${dataModelId}/${found.version}/${inode.name}`,
    }
  }
}
