import type { Viewer } from '@octavo/core/access'
import type { AuditVerb, NewTenant, Tenant, TenantChange } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Blobs } from '../../blobs/index.ts'
import type { Clock } from '../../config/index.ts'
import { type AuditEvent, isDryRun, newUuid, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import { findOrganization, updateOrganization } from '../../store/organizations.ts'
import {
  countTenants,
  deleteTenantRows,
  findTenant,
  isSlugTaken,
  listTenantRows,
  type TenantOrder,
  type TenantRow,
  tenantOrders,
} from '../../store/tenants.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { addOrganization } from './new-organization.ts'

export type Tenants = ReturnType<typeof createTenants>

/** Tenant organizations of an organization; only for its administrators. Tenants have no members, so nobody signs in to them. */
export function createTenants(given: Given) {
  return serviceOf(partsOf(given), { list, get, create, rename, remove })
}

interface Given {
  store: Store
  clock: Clock
  viewers: Viewers
  blobs: Pick<Blobs, 'delete'>
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, viewers, blobs }: Given) {
  const totals = createTotals({ clock })
  return { store, clock, viewers, blobs, totals }
}

async function find(db: Queryable, viewer: Viewer, id: string): Promise<TenantRow> {
  const row = await findTenant(db, viewer.organizationId, id)
  if (!row) throw new AppError('not_found', { kind: 'tenant organization', id })
  return row
}

async function requireFreeSlug(db: Queryable, slug: string): Promise<void> {
  if (!(await isSlugTaken(db, slug))) return
  throw conflict({ rule: 'slug_used', slug })
}

function requireSoundSlug(slug: string): void {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return
  const message = `"${slug}" cannot stand in a web address.`
  throw new AppError('invalid_request', {
    reason: message,
    problems: [{ path: 'tenantOrganizationSlug', message }],
    hint: 'Use small letters and digits, with single hyphens between them, such as acme-2.',
  })
}

function event(viewer: Viewer, id: string, verb: AuditVerb<'TENANT'>, change: ObjectChange): AuditEvent {
  return eventOf(viewer, { category: 'ORGANIZATION', action: `TENANT_${verb}`, object: { kind: 'tenant', id }, change })
}

/** Oldest first by default. */
async function list(
  { store, totals }: Parts,
  viewer: Viewer,
  { key: by = 'createdAt', order, search }: { key?: TenantOrder['by']; order?: 'asc' | 'desc'; search?: string },
  { after, limit }: Window,
): Promise<Slice<Tenant>> {
  requireRight(viewer, 'manageTenants')
  const { organizationId } = viewer
  const from = after === null ? null : { key: after[0] ?? '', id: String(after[1]) }
  const at = { after: from, limit }
  const rows = await listTenantRows(store.db, organizationId, search, { by, isDescending: order === 'desc' }, at)
  const total = await totals([organizationId, search], (atMost) =>
    countTenants(store.db, organizationId, search, atMost),
  )
  const { page, next } = sliceOfRows(rows, limit, (row) => [row[tenantOrders[by]] ?? '', row.id])
  return { entries: page.map(entry), next, total }
}

async function get({ store }: Parts, viewer: Viewer, id: string): Promise<Tenant> {
  requireRight(viewer, 'manageTenants')
  return entry(await find(store.db, viewer, id))
}

async function create({ clock, store }: Parts, viewer: Viewer, tenant: NewTenant): Promise<Tenant> {
  requireRight(viewer, 'manageTenants')
  const { tenantOrganizationName: name, tenantOrganizationSlug: slug, cloudProvider } = tenant
  if (cloudProvider !== undefined) {
    const what = `A tenant is on this server, not on "${cloudProvider}".`
    throw new AppError('not_supported', { what, hint: 'Leave cloudProvider out.' })
  }
  requireSoundSlug(slug)
  const id = newUuid()
  const at = clock.now()
  const row = await store.write<TenantRow>(
    (row) => event(viewer, id, 'CREATED', { before: null, after: factsOf(row) }),
    async (tx) => {
      const parent = await findOrganization(tx, viewer.organizationId)
      if (!parent) throw new AppError('not_found', { kind: 'organization', id: viewer.organizationId })
      if (parent.parent_id !== null) {
        throw conflict({ rule: 'tenant_of_tenant' })
      }
      await requireFreeSlug(tx, slug)
      const made = { id, slug, name, zone: parent.zone, parentId: parent.id }
      await addOrganization(tx, made, { by: viewer.memberId, at })
      return find(tx, viewer, id)
    },
  )
  return entry(row)
}

/** Absent fields keep their values. */
async function rename({ clock, store }: Parts, viewer: Viewer, id: string, change: TenantChange): Promise<Tenant> {
  requireRight(viewer, 'manageTenants')
  if (change.tenantOrganizationSlug !== undefined) requireSoundSlug(change.tenantOrganizationSlug)
  const at = clock.now()
  const { row } = await store.write<{ before: TenantRow; row: TenantRow }>(
    ({ before, row }) => event(viewer, id, 'RENAMED', { before: factsOf(before), after: factsOf(row) }),
    async (tx) => {
      const before = await find(tx, viewer, id)
      const { tenantOrganizationName: name = before.name, tenantOrganizationSlug: slug = before.slug } = change
      if (slug !== before.slug) await requireFreeSlug(tx, slug)
      const changed = { name, slug, updated_by: viewer.memberId, updated_at: at }
      await updateOrganization(tx, id, changed)
      return { before, row: { ...before, ...changed } }
    },
  )
  return entry(row)
}

/** Permanently deletes a tenant with everything in it. */
async function remove({ blobs, clock, store, viewers }: Parts, viewer: Viewer, id: string): Promise<void> {
  requireRight(viewer, 'manageTenants')
  const { files } = await store.write<{ row: TenantRow; files: string[] }>(
    ({ row }) => event(viewer, id, 'DELETED', { before: factsOf(row), after: null }),
    async (tx) => {
      const row = await find(tx, viewer, id)
      return { row, files: await deleteTenantRows(tx, viewer.organizationId, id, clock.now()) }
    },
  )
  if (isDryRun()) return
  viewers.forgetAll()
  for (const key of files) await blobs.delete(key)
}

const factsOf = ({ name, slug }: TenantRow) => ({ name, slug })

function entry(row: TenantRow): Tenant {
  return {
    tenantOrganizationId: row.id,
    parentOrganizationId: row.parent_id ?? '',
    tenantOrganizationName: row.name,
    tenantOrganizationSlug: row.slug,
    sharedAt: timestamp(row.created_at),
    tenantCloudProvider: 'self-hosted',
    tenantRegion: 'self-hosted',
    createdBy: row.created_by ?? 'system',
    updatedBy: row.updated_by ?? 'system',
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
