import type { Viewer } from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import type { Catalog, CatalogObject } from '../../catalog/index.ts'
import { isUuid, uuidOfUrlId } from '../../store/index.ts'

/** A database object by id or urlId whose connection the viewer may use. */
export async function findObject(
  { access, catalog }: { access: Access; catalog: Catalog },
  viewer: Viewer,
  idOrUrlId: string,
  kind: string,
): Promise<CatalogObject> {
  const id = isUuid(idOrUrlId) ? idOrUrlId : uuidOfUrlId(idOrUrlId)
  const object = id === null ? null : await catalog.find(viewer.organizationId, id)
  // The check also runs for an unknown object, so that both refusals take the same work.
  const decision = await access.decidePath(viewer, object ?? { connectionId: '', path: [] }, 'view')
  if (!object || !decision?.allowed) throw new AppError('not_found', { kind, id: idOrUrlId })
  return object
}
