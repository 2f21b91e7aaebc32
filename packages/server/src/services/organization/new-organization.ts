import { builtInAccountTypes } from '@octavo/core/access'
import { insertAccountType } from '../../store/account-types.ts'
import { newUuid, type Queryable } from '../../store/index.ts'
import { insertOrganization } from '../../store/organizations.ts'

/** Adds an organization with the built-in account types; returns their ids by name. */
export async function addOrganization(
  tx: Queryable,
  organization: { id: string; slug: string; name: string; zone: string; parentId?: string },
  { by, at }: { by: string; at: number },
): Promise<Map<string, string>> {
  const { id: organizationId, slug, name, zone, parentId } = organization
  const audited = { created_by: by, updated_by: by, created_at: at, updated_at: at }
  const owned = parentId === undefined ? { created_at: at, updated_at: at } : { parent_id: parentId, ...audited }
  await insertOrganization(tx, { id: organizationId, slug, name, zone, settings: '{}', ...owned })
  const ids = new Map<string, string>()
  for (const [index, type] of builtInAccountTypes.entries()) {
    const id = newUuid()
    ids.set(type.name, id)
    await insertAccountType(tx, {
      organization_id: organizationId,
      id,
      name: type.name,
      description: type.description,
      is_built_in: 1,
      permissions: JSON.stringify(type.permissions),
      ...audited,
      // Lists are ordered oldest first, so this keeps the order of the table, from View to Admin.
      created_at: at + index,
    })
  }
  return ids
}
