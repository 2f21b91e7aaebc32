import { isIP } from 'node:net'
import type { Viewer } from '@octavo/core/access'
import type { AllowedIp, NewAllowedIps } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import ipaddr from 'ipaddr.js'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import {
  type AllowedIpRow,
  countAllowedIps,
  deleteAllowedIpRows,
  findAllowedIps,
  insertAllowedIps,
  listAllowedIpRows,
} from '../../store/allowed-ips.ts'
import { createReadMemory, newUuid, type Store } from '../../store/index.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { serviceOf } from '../service/service.ts'

export type AllowedAddresses = ReturnType<typeof createAllowedAddresses>

/** The parts of the server that can be restricted by address: the API (token), the web app (session). */
export type Entrance = 'public-api' | 'ui'

const mostEntries = 200

interface Parts {
  store: Store
  clock: Clock
  remembered: ReturnType<typeof createReadMemory>
}

/** Addresses from which an organization may be accessed. An entrance without entries is open to all. */
export function createAllowedAddresses({ store, clock }: { store: Store; clock: Clock }) {
  // Maximum time for a change to reach the other processes of a shared store.
  const remembered = createReadMemory(store, { forMs: 1_000, clock })
  return serviceOf({ store, clock, remembered }, { require, requireFor, list, create, remove })
}

/** Throws `address_not_allowed`. */
async function require(parts: Parts, organizationId: string, entrance: Entrance, address: string): Promise<void> {
  if (!(await mayEnter(parts, organizationId, entrance, address)))
    throw new AppError('address_not_allowed', { address })
}

/** As `require`, for an authenticated viewer; jobs have no address. */
async function requireFor(parts: Parts, viewer: Viewer, address: string): Promise<void> {
  const entrance = entranceOf(viewer)
  if (entrance && !(await mayEnter(parts, viewer.organizationId, entrance, address))) {
    throw new AppError('address_not_allowed', { address })
  }
}

/** Newest first. */
async function list({ store }: Parts, viewer: Viewer, window: Window): Promise<Slice<AllowedIp>> {
  requireRight(viewer, 'manageOrganization')
  const { organizationId } = viewer
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listAllowedIpRows(store.db, organizationId, { after, limit: window.limit })
  const total = await countAllowedIps(store.db, organizationId)
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  return { entries: page.map(entry), next, total }
}

/** Adds all or none. `address` is the caller's, who must not be locked out. */
async function create(
  { store, clock }: Parts,
  viewer: Viewer,
  { entries }: NewAllowedIps,
  address: string,
): Promise<AllowedIp[]> {
  requireRight(viewer, 'manageOrganization')
  const now = clock.now()
  const problems: { path: string; message: string }[] = []
  const rows = entries.flatMap(({ ip, scope, description = '' }, index): AllowedIpRow[] => {
    const key = canonical(ip)
    if (key === null) {
      problems.push({
        path: `entries[${index}].ip`,
        message: `"${ip}" is not an IPv4 or IPv6 address or a CIDR block.`,
      })
      return []
    }
    const stamp = { created_by: viewer.memberId, updated_by: viewer.memberId, created_at: now, updated_at: now }
    const organization_id = viewer.organizationId
    return [{ organization_id, id: newUuid(), ip: ip.trim(), ip_key: key, scope, description, ...stamp }]
  })
  if (problems.length > 0) {
    throw new AppError('invalid_request', { reason: problems[0]?.message ?? 'An address is wrong.', problems })
  }
  const event = eventOf(viewer, {
    category: 'ORGANIZATION',
    action: 'ALLOWED_ADDRESSES_ADDED',
    object: { kind: 'organization', id: viewer.organizationId },
    change: { before: null, after: { entries: rows.map(factsOf) } },
  })
  await store.write(event, async (tx) => {
    const known = await findAllowedIps(tx, viewer.organizationId)
    const keys = known.map((row) => row.ip_key)
    for (const { ip, ip_key } of rows) {
      if (keys.includes(ip_key)) throw conflict({ rule: 'address_listed', address: ip })
      keys.push(ip_key)
    }
    if (keys.length > mostEntries) {
      throw conflict({ rule: 'addresses_full', most: mostEntries })
    }
    refuseLockOut(viewer, [...known, ...rows], address)
    await insertAllowedIps(tx, rows)
  })
  return rows.map(entry)
}

/** Removes all or none, like `create`. */
async function remove({ store }: Parts, viewer: Viewer, ids: readonly string[], address: string): Promise<void> {
  requireRight(viewer, 'manageOrganization')
  await store.write<AllowedIpRow[]>(
    (gone) =>
      eventOf(viewer, {
        category: 'ORGANIZATION',
        action: 'ALLOWED_ADDRESSES_REMOVED',
        object: { kind: 'organization', id: viewer.organizationId },
        change: { before: { entries: gone.map(factsOf) }, after: null },
      }),
    async (tx) => {
      const known = await findAllowedIps(tx, viewer.organizationId)
      const unknown = ids.find((id) => !known.some((row) => row.id === id))
      if (unknown !== undefined) throw new AppError('not_found', { kind: 'allowed address', id: unknown })
      refuseLockOut(
        viewer,
        known.filter(({ id }) => !ids.includes(id)),
        address,
      )
      await deleteAllowedIpRows(tx, viewer.organizationId, ids)
      return known.filter(({ id }) => ids.includes(id))
    },
  )
}

async function mayEnter(
  { store, remembered }: Parts,
  organizationId: string,
  entrance: Entrance,
  address: string,
): Promise<boolean> {
  const lists = await remembered(store, organizationId, async () => {
    const rows = await findAllowedIps(store.db, organizationId)
    return { 'public-api': listFor(rows, 'public-api'), ui: listFor(rows, 'ui') }
  })
  const list = lists[entrance]
  return list === null || holds(list, address)
}

function refuseLockOut(viewer: Viewer, rows: readonly AllowedIpRow[], address: string): void {
  const entrance = entranceOf(viewer)
  const list = entrance && listFor(rows, entrance)
  if (!list || holds(list, address)) return
  throw conflict({ rule: 'address_own', address })
}

const factsOf = ({ ip, scope, description }: AllowedIpRow) => ({ ip, scope, description })

function entranceOf({ via }: Viewer): Entrance | null {
  if (via.kind === 'job') return null
  return via.kind === 'token' ? 'public-api' : 'ui'
}

/** Blocks of addresses; null when the entrance is not restricted. */
function listFor(rows: readonly AllowedIpRow[], entrance: Entrance): Block[] | null {
  const own = rows.filter(({ scope }) => scope === entrance || scope === 'both')
  return own.length === 0 ? null : own.map(({ ip_key }) => ipaddr.parseCIDR(ip_key))
}

type Block = [ipaddr.IPv4 | ipaddr.IPv6, number]

function holds(list: readonly Block[], address: string): boolean {
  if (isIP(address) === 0) return false
  // IPv4-mapped IPv6 addresses of dual-stack sockets count as IPv4.
  const parsed = ipaddr.process(address)
  return list.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
}

const mappedBits = 96

/** Normalizes `address/prefix` and clears the bits after the prefix; null for an invalid address. */
function canonical(text: string): string | null {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  if (isIP(address) === 0) return null
  const parsed = ipaddr.parse(address)
  const bits = parsed.kind() === 'ipv6' ? 128 : 32
  const length = prefix === undefined ? bits : Number(prefix)
  if (length > bits) return null
  // A block of mapped addresses becomes an IPv4 block; a wider one contains other addresses too and is kept as it is.
  const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && length >= mappedBits
  const plain = isMapped ? `${parsed.toIPv4Address()}/${length - mappedBits}` : `${parsed}/${length}`
  const network = parsed.kind() === 'ipv6' && !isMapped ? ipaddr.IPv6 : ipaddr.IPv4
  return `${network.networkAddressFromCIDR(plain)}/${isMapped ? length - mappedBits : length}`
}

function entry(row: AllowedIpRow): AllowedIp {
  return {
    ipAllowlistEntryId: row.id,
    ip: row.ip,
    scope: row.scope === 'ui' || row.scope === 'both' ? row.scope : 'public-api',
    description: row.description,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
