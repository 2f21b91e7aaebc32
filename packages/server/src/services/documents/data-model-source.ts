import type { PlanCatalog } from '@octavo/core/plan'
import type { Store } from '../../store/index.ts'
import { findInode } from '../../store/inodes.ts'
import type { Documents } from './documents.ts'

/**
 * A data model as documents that read it see it: its latest published version, or the one with the source's tag, and a key of that version.
 * It is read with the rights of the reading document's owner.
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
    const found = await documents.readAsSource(organizationId, dataModelId, 'data-model', versionTagId)
    const inode = found && (await findInode(store.db, organizationId, dataModelId))
    if (!found || inode?.is_archived !== 0) {
      const what = versionTagId === undefined ? '' : ` with the version tag ${versionTagId}`
      return { model: { unavailable: `There is no data model ${dataModelId}${what}.` }, revision: 'none' }
    }
    return {
      model: { name: inode.name, document: found.content },
      revision: `${found.id}/${found.version}/${inode.name}`,
    }
  }
}
