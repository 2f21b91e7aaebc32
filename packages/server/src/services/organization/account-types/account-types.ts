import {
  adminTypeName,
  featureNames,
  features,
  isFeaturePermission,
  type Viewer,
  withImplied,
} from '@octavo/core/access'
import type {
  AccountType,
  AccountTypeChange,
  AccountTypePermission,
  AuditVerb,
  NewAccountType,
} from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { requireRight } from '../../../access/index.ts'
import { eventOf } from '../../../audit/index.ts'
import type { Clock } from '../../../config/index.ts'
import {
  type AccountTypeRow,
  countAccountTypes,
  deleteAccountTypeRow,
  findAccountType,
  findAccountTypeByName,
  hasMembersOfType,
  insertAccountType,
  pageAccountTypes,
  permissionsOf,
  reassignMembers,
  updateAccountTypeRow,
} from '../../../store/account-types.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Queryable, type Store } from '../../../store/index.ts'
import { type Slice, sliceOfRows, type Window } from '../../answers/slice.ts'
import { serviceOf } from '../../service/service.ts'
import type { Viewers } from '../../sign-in/viewers.ts'

export type AccountTypes = ReturnType<typeof createAccountTypes>

/** Account types and their feature permissions; every operation requires the Admin account type. */
export function createAccountTypes(parts: Parts) {
  return serviceOf(parts, { list, permissions, create, update, remove })
}

interface Parts {
  store: Store
  clock: Clock
  viewers: Viewers
}

async function find(db: Queryable, viewer: Viewer, id: string): Promise<AccountTypeRow> {
  const row = await findAccountType(db, viewer.organizationId, id)
  if (!row) throw new AppError('not_found', { kind: 'account type', id })
  return row
}

async function findCustom(tx: Queryable, viewer: Viewer, id: string): Promise<AccountTypeRow> {
  const row = await find(tx, viewer, id)
  if (row.is_built_in === 0) return row
  throw conflict({ rule: 'account_type_built_in', name: row.name })
}

/** Names must differ by more than case, because members name their type in any case. */
async function refuseTakenName(tx: Queryable, viewer: Viewer, name: string, except?: string): Promise<void> {
  const other = await findAccountTypeByName(tx, viewer.organizationId, name)
  if (other && other.id !== except) {
    throw conflict({ rule: 'account_type_named', name: other.name })
  }
}

function event(
  viewer: Viewer,
  id: string,
  verb: AuditVerb<'ACCOUNT_TYPE'>,
  change: ObjectChange,
  details = {},
): AuditEvent {
  return eventOf(viewer, {
    category: 'ACCOUNT_TYPE',
    action: `ACCOUNT_TYPE_${verb}`,
    object: { kind: 'account_type', id },
    change,
    details,
  })
}

/** Oldest first, so that the built-in ones come first. */
async function list({ store }: Parts, viewer: Viewer, window: Window): Promise<Slice<AccountType>> {
  requireRight(viewer, 'manageAccountTypes')
  const { organizationId } = viewer
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await pageAccountTypes(store.db, organizationId, { after, limit: window.limit })
  const total = await countAccountTypes(store.db, organizationId)
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  return { entries: page.map(entry), next, total }
}

async function permissions({ store }: Parts, viewer: Viewer, id: string): Promise<AccountTypePermission[]> {
  requireRight(viewer, 'manageAccountTypes')
  const held = new Set(permissionsOf(await find(store.db, viewer, id)))
  return featureNames()
    .filter((name) => held.has(name))
    .map((name) => ({ permission: name, description: features[name].description }))
}

async function create(
  { clock, store }: Parts,
  viewer: Viewer,
  { name, description, permissions }: NewAccountType,
): Promise<AccountType> {
  requireRight(viewer, 'manageAccountTypes')
  const now = clock.now()
  const row: AccountTypeRow = {
    organization_id: viewer.organizationId,
    id: newUuid(),
    name,
    description,
    is_built_in: 0,
    permissions: permissionsText(permissions),
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  await store.write(event(viewer, row.id, 'CREATED', { before: null, after: factsOf(row) }), async (tx) => {
    await refuseTakenName(tx, viewer, name)
    await insertAccountType(tx, row)
  })
  return entry(row)
}

/** Fields that are absent keep their values. */
async function update(
  { clock, store, viewers }: Parts,
  viewer: Viewer,
  id: string,
  change: AccountTypeChange,
): Promise<AccountType> {
  requireRight(viewer, 'manageAccountTypes')
  const { name, description, permissions } = change
  const changed = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(permissions === undefined ? {} : { permissions: permissionsText(permissions) }),
    updated_by: viewer.memberId,
    updated_at: clock.now(),
  }
  const row = await store.write<AccountTypeRow>(
    (row) => event(viewer, id, 'UPDATED', { before: factsOf(row), after: factsOf({ ...row, ...changed }) }),
    async (tx) => {
      const row = await findCustom(tx, viewer, id)
      if (change.name !== undefined) await refuseTakenName(tx, viewer, change.name, id)
      await updateAccountTypeRow(tx, viewer.organizationId, id, changed)
      return row
    },
  )
  viewers.forgetAll()
  return entry({ ...row, ...changed })
}

/** Its members, including deactivated ones, move to another type; without a replacement the type must have no members. */
async function remove(
  { clock, store, viewers }: Parts,
  viewer: Viewer,
  id: string,
  reassignTo: string | undefined,
): Promise<void> {
  requireRight(viewer, 'manageAccountTypes')
  const { organizationId } = viewer
  const stamp = { at: clock.now(), by: viewer.memberId }
  await store.write<{ row: AccountTypeRow; details: object }>(
    ({ row, details }) => event(viewer, id, 'DELETED', { before: factsOf(row), after: null }, details),
    async (tx) => {
      const row = await findCustom(tx, viewer, id)
      const { name } = row
      const target = reassignTo === undefined ? null : await find(tx, viewer, reassignTo)
      if (target === null && (await hasMembersOfType(tx, organizationId, id))) {
        throw conflict({ rule: 'account_type_used', name })
      }
      if (target?.id === id || (target?.is_built_in === 1 && target.name === adminTypeName)) {
        throw conflict({ rule: 'account_type_target', name: target.name })
      }
      const moved = target === null ? 0 : await reassignMembers(tx, organizationId, id, target.id, stamp)
      await deleteAccountTypeRow(tx, organizationId, id)
      return { row, details: { moved, movedTo: target?.id ?? null } }
    },
  )
  viewers.forgetAll()
}

/** Permissions in stored form, with all permissions that they imply. */
function permissionsText(names: readonly string[]): string {
  const unknown = names.filter((name) => !isFeaturePermission(name))
  if (unknown.length > 0) {
    throw new AppError('invalid_request', {
      reason: `There is no permission "${unknown.join('", "')}".`,
      hint: 'The permissions of the account type Admin are all that there are.',
    })
  }
  return JSON.stringify([...withImplied(names.filter(isFeaturePermission))])
}

/** Facts for audit events. */
const factsOf = (row: AccountTypeRow) => ({
  name: row.name,
  description: row.description,
  permissions: permissionsOf(row),
})

function entry(row: AccountTypeRow): AccountType {
  return {
    accountTypeId: row.id,
    accountTypeName: row.name,
    description: row.description,
    isCustom: row.is_built_in === 0,
  }
}
