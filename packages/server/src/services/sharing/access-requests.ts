import {
  capped,
  type Decision,
  decide,
  decideAccessRequest,
  decideAccountTypeRequest,
  decideRight,
  familyOfType,
  hasRight,
  isInodeType,
  ladders,
  nothingShared,
  type ObjectFacts,
  type ObjectFamily,
  permissionWords,
  reaches,
  type Viewer,
} from '@octavo/core/access'
import {
  type AccessRequest,
  type AuditVerb,
  accessRequestKinds,
  type NewAccessRequest,
  requestedPermissions,
} from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { type Access, requireAllowed, requireMember } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import {
  type AccessRequestRow,
  countAccessRequests,
  endAccessRequest,
  findAccessRequest,
  findPendingAccessRequests,
  insertAccessRequest,
  listAccessRequestRows,
} from '../../store/access-requests.ts'
import {
  type AuditEvent,
  isUuid,
  newUuid,
  type ObjectChange,
  type Queryable,
  type Store,
  uuidOfUrlId,
} from '../../store/index.ts'
import { findInode, findInodes, type InodeRow } from '../../store/inodes.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import type { Mails } from '../organization/mails/mails.ts'
import type { MemberChanges } from '../organization/members/member-changes.ts'
import { type OrganizationSettingsReader, switchDefaults } from '../organization/settings/organization-settings.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { Grants } from './grants.ts'

export type AccessRequests = ReturnType<typeof createAccessRequests>

/** Maximum pending requests of one member, so that requests cannot be used to send mails to everybody. */
const mostPending = 50

type RequestedPermission = (typeof requestedPermissions)[number]
type Transaction = Parameters<Queue['enqueue']>[0]

/**
 * Members request access to files that they cannot see, or more access to files that they can; members who may share the file decide. A
 * request for a file that does not exist is stored and answered in the same way, so that the response does not reveal whether the file
 * exists.
 */
export function createAccessRequests(given: Given) {
  return serviceOf(partsOf(given), { list, create, createForType, approve, deny, withdraw })
}

interface Given {
  store: Store
  clock: Clock
  access: Access
  viewers: Viewers
  grants: Grants
  memberChanges: MemberChanges
  settings: OrganizationSettingsReader
  queue: Queue
  mails: Pick<Mails, 'isSet'>
}

type Parts = ReturnType<typeof partsOf>

const partsOf = (given: Given) => ({ ...given, totals: createTotals(given) })

/**
 * Newest first: the viewer's own requests and those for the viewer's files; for one file that the viewer may share, all of its requests.
 */
async function list(
  parts: Parts,
  viewer: Viewer,
  { state, inodeId }: { state?: AccessRequestRow['state']; inodeId?: string },
  window: Window,
): Promise<Slice<AccessRequest>> {
  const { store, totals, access } = parts
  const { organizationId } = viewer
  const asked = inodeId === undefined ? undefined : idOf(inodeId)
  const mayShare = asked !== undefined && (await access.decideInode(viewer, asked, 'share'))?.allowed === true
  const seesAll = mayShare || hasRight(viewer, 'seeEverything')
  const listing = {
    ofMember: viewer.memberId,
    filesOf: seesAll ? null : viewer.memberId,
    andTypes: hasRight(viewer, 'manageAccountTypes'),
    state,
    inodeId: asked,
  }
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listAccessRequestRows(store.db, organizationId, listing, { after, limit: window.limit })
  const total = await totals([organizationId, listing], (atMost) =>
    countAccessRequests(store.db, organizationId, listing, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  return { entries: await entriesOf(parts, viewer, page), next, total }
}

/** A file that does not exist and one that is not visible take the same work and get the same response. */
async function create(
  parts: Parts,
  viewer: Viewer,
  inodeId: string,
  { permission = 'view', message = '' }: NewAccessRequest,
  baseUrl: string,
): Promise<AccessRequest> {
  const { access } = parts
  requireAllowed(decideAccessRequest(viewer))
  const id = idOf(inodeId)
  const facts = (await access.inodeFacts(viewer, [id])).get(id)
  const held = facts && access.inodePermission(viewer, facts)
  if (facts && held && reaches(facts.family, held, permission)) {
    throw conflict({ rule: 'permission_held' })
  }
  return keep(parts, viewer, { kind: 'file', inode_id: id, permission, message }, baseUrl)
}

/** The approver chooses the type, because the requester need not know which types exist. */
async function createForType(parts: Parts, viewer: Viewer, message: string, baseUrl: string): Promise<AccessRequest> {
  const { licenseUpgradeRequests: isOn } = { ...switchDefaults, ...(await parts.settings.read(viewer.organizationId)) }
  requireAllowed(decideAccountTypeRequest(viewer, isOn))
  return keep(parts, viewer, { kind: 'accountType', inode_id: '', permission: '', message }, baseUrl)
}

/** Stores a request, or returns an equal one that is pending. */
async function keep(
  parts: Parts,
  viewer: Viewer,
  asked: Pick<AccessRequestRow, 'kind' | 'inode_id' | 'permission' | 'message'>,
  baseUrl: string,
): Promise<AccessRequest> {
  const { store, clock } = parts
  const { organizationId, memberId } = viewer
  const row: AccessRequestRow = {
    ...asked,
    organization_id: organizationId,
    id: newUuid(),
    state: 'pending',
    decided_by: null,
    decided_at: null,
    reason: '',
    created_by: memberId,
    created_at: clock.now(),
  }
  const stored = await store.write<AccessRequestRow>(
    (result) =>
      result.id === row.id
        ? event(viewer, row, 'CREATED', { before: null, after: { state: 'pending', permission: row.permission } })
        : [],
    async (tx) => {
      const pending = await findPendingAccessRequests(tx, organizationId, memberId, mostPending)
      const same = pending.find(({ kind, inode_id }) => kind === row.kind && inode_id === row.inode_id)
      if (same) return same
      if (pending.length >= mostPending) {
        throw conflict({ rule: 'requests_full', most: mostPending })
      }
      await insertAccessRequest(tx, row)
      await mail(parts, tx, viewer, row, baseUrl)
      return row
    },
  )
  return entryOf(parts, viewer, stored)
}

interface Approval {
  permission?: RequestedPermission
  accountTypeId?: string
  reason?: string
}

/** Grants with the rights of the viewer, and closes the request in the same transaction. */
async function approve(
  parts: Parts,
  viewer: Viewer,
  requestId: string,
  { reason = '', ...approval }: Approval,
  baseUrl: string,
): Promise<AccessRequest> {
  const { store, viewers } = parts
  const asked = await findKnown(parts, viewer, requestId, store.db)
  const asker = await viewers.load(viewer.organizationId, asked.row.created_by, { kind: 'job' })
  const done = await store.write<{ row: AccessRequestRow; events: AuditEvent[] }>(
    ({ events }) => events,
    async (tx) => {
      const { row, inode } = await requireDecidable(parts, viewer, requestId, tx)
      if (!asker) {
        throw conflict({ rule: 'requester_gone' })
      }
      const { permission, granting } =
        inode === null
          ? await assignType(parts, tx, viewer, asker, approval)
          : await grantFile(parts, tx, viewer, asker, { inode, asked: row.permission, approval })
      const ended = await end(parts, tx, viewer, row, { state: 'approved', permission, reason })
      await mail(parts, tx, viewer, ended, baseUrl)
      return { row: ended, events: [...granting, event(viewer, ended, 'APPROVED', changeOf(row, ended))] }
    },
  )
  viewers.forget(viewer.organizationId, done.row.created_by)
  return entryOf(parts, viewer, done.row)
}

async function grantFile(
  { grants }: Parts,
  tx: Transaction,
  viewer: Viewer,
  asker: Viewer,
  { inode, asked, approval }: { inode: InodeRow; asked: string; approval: Approval },
) {
  if (approval.accountTypeId !== undefined) throw misplaced('accountTypeId', 'access to a file')
  const permission = requireGrantable(asker, inode, approval.permission ?? namedPermission(asked))
  return { permission, granting: await grants.raiseOnFile(tx, viewer, inode, { memberId: asker.memberId, permission }) }
}

async function assignType(
  { memberChanges }: Parts,
  tx: Transaction,
  viewer: Viewer,
  asker: Viewer,
  approval: Approval,
) {
  if (approval.permission !== undefined) throw misplaced('permission', 'an account type')
  const { accountTypeId } = approval
  if (accountTypeId === undefined) {
    throw new AppError('invalid_request', {
      reason: 'A request for an account type is approved with the type to give.',
      hint: 'Name it in accountTypeId; GET /v2/accountTypes lists them.',
    })
  }
  return {
    permission: accountTypeId,
    granting: [await memberChanges.assignType(tx, viewer, asker.memberId, accountTypeId)],
  }
}

function misplaced(field: string, what: string): AppError<'invalid_request'> {
  const reason = `"${field}" is not for a request for ${what}.`
  return new AppError('invalid_request', { reason, problems: [{ path: field, message: reason }] })
}

async function deny(
  parts: Parts,
  viewer: Viewer,
  requestId: string,
  reason: string,
  baseUrl: string,
): Promise<AccessRequest> {
  const [, ended] = await parts.store.write<[AccessRequestRow, AccessRequestRow]>(
    ([before, after]) => event(viewer, after, 'DENIED', changeOf(before, after)),
    async (tx) => {
      const { row } = await requireDecidable(parts, viewer, requestId, tx)
      const ended = await end(parts, tx, viewer, row, { state: 'denied', permission: row.permission, reason })
      await mail(parts, tx, viewer, ended, baseUrl)
      return [row, ended]
    },
  )
  return entryOf(parts, viewer, ended)
}

async function withdraw(parts: Parts, viewer: Viewer, requestId: string): Promise<void> {
  await parts.store.write<[AccessRequestRow, AccessRequestRow]>(
    ([before, after]) => event(viewer, after, 'WITHDRAWN', changeOf(before, after)),
    async (tx) => {
      const { row } = await findKnown(parts, viewer, requestId, tx)
      requireMember(viewer, row.created_by, 'withdrawRequests')
      requirePending(row)
      return [row, await end(parts, tx, viewer, row, { state: 'withdrawn', permission: row.permission, reason: '' })]
    },
  )
}

/** Throws `not_found` for a request that the viewer neither made nor may decide. */
async function findKnown({ access }: Parts, viewer: Viewer, requestId: string, db: Queryable) {
  const row = await findAccessRequest(db, viewer.organizationId, requestId)
  const isForType = row?.kind === 'accountType'
  // An unknown request takes the same work.
  const inode = isForType ? null : await findInode(db, viewer.organizationId, row?.inode_id ?? requestId)
  const decision: Decision | null = isForType
    ? decideRight(viewer, 'manageAccountTypes')
    : await access.decideInode(viewer, row?.inode_id ?? requestId, 'share', db)
  if (!row || !(row.created_by === viewer.memberId || decision?.allowed)) {
    throw new AppError('not_found', { kind: 'access request', id: requestId })
  }
  return { row, inode, decision }
}

/** The request, and its file when it has one. Throws unless the viewer may decide it and it is still pending. */
async function requireDecidable(
  parts: Parts,
  viewer: Viewer,
  requestId: string,
  tx: Queryable,
): Promise<{ row: AccessRequestRow; inode: InodeRow | null }> {
  const { row, inode, decision } = await findKnown(parts, viewer, requestId, tx)
  requireAllowed(decision ?? nothingShared)
  if (inode === undefined) throw new AppError('not_found', { kind: 'file', id: row.inode_id })
  requirePending(row)
  return { row, inode }
}

function requirePending({ state }: AccessRequestRow): void {
  if (state === 'pending') return
  throw conflict({ rule: `request_${state}` })
}

/** The permission as the file's type names it, when the requester's account type allows it. Throws `invalid_request`. */
function requireGrantable(asker: Viewer, inode: InodeRow, permission: RequestedPermission): RequestedPermission {
  const family = familyOfInode(inode)
  const permissions: readonly string[] = ladders[family]
  const wanted = ladders[family].find((each) => each === permission)
  if (wanted === undefined) {
    throw new AppError('invalid_request', {
      reason: `A ${inode.type} has no permission "${permission}".`,
      hint: `Send one of ${permissions.join(', ')}.`,
    })
  }
  const allowed = capped(asker, family, wanted)
  if (allowed !== wanted) {
    throw new AppError('invalid_request', {
      reason: `The account type "${asker.accountType.name}" of who asks allows ${allowed === null ? 'nothing' : `at most "${permissionWords[family][allowed] ?? allowed}"`} on a ${inode.type}.`,
      hint: allowed === null ? 'Give the member another account type first.' : `Send the permission ${allowed}.`,
    })
  }
  return permission
}

async function end(
  { clock }: Parts,
  tx: Transaction,
  viewer: Viewer,
  row: AccessRequestRow,
  become: Pick<AccessRequestRow, 'state' | 'permission' | 'reason'>,
): Promise<AccessRequestRow> {
  const ended = { ...become, decided_by: viewer.memberId, decided_at: clock.now() }
  if (!(await endAccessRequest(tx, viewer.organizationId, row.id, ended))) {
    throw conflict({ rule: 'request_decided' })
  }
  return { ...row, ...ended }
}

async function mail({ queue, mails }: Parts, tx: Transaction, viewer: Viewer, row: AccessRequestRow, baseUrl: string) {
  if (!(await mails.isSet(viewer.organizationId, tx))) return
  await queue.enqueue(tx, {
    organizationId: viewer.organizationId,
    kind: 'mail.access-request',
    payload: { requestId: row.id, baseUrl },
    actorId: viewer.memberId,
  })
}

function event(
  viewer: Viewer,
  row: AccessRequestRow,
  action: AuditVerb<'ACCESS_REQUEST'>,
  change: ObjectChange,
): AuditEvent {
  return eventOf(viewer, {
    category: 'ACCESS',
    ...(row.kind === 'accountType'
      ? { action: `ACCOUNT_TYPE_REQUEST_${action}`, object: { kind: 'member', id: row.created_by } }
      : { action: `ACCESS_REQUEST_${action}`, object: { kind: 'inode', id: row.inode_id } }),
    details: { requestId: row.id, requestedBy: row.created_by },
    change,
  })
}

const changeOf = (before: AccessRequestRow, after: AccessRequestRow): ObjectChange => ({
  before: { state: before.state, permission: before.permission, reason: before.reason },
  after: { state: after.state, permission: after.permission, reason: after.reason },
})

async function entryOf(parts: Parts, viewer: Viewer, row: AccessRequestRow): Promise<AccessRequest> {
  const [entry] = await entriesOf(parts, viewer, [row])
  if (!entry) throw new Error('A request has no entry.')
  return entry
}

/** Includes names of files only when the viewer may see them. */
async function entriesOf(
  { store, access }: Parts,
  viewer: Viewer,
  rows: readonly AccessRequestRow[],
): Promise<AccessRequest[]> {
  const ids = [...new Set(rows.map(({ inode_id }) => inode_id))]
  const facts = await access.inodeFacts(viewer, ids)
  const inodes = await findInodes(store.db, viewer.organizationId, ids)
  return rows.map((row) => {
    const known = facts.get(row.inode_id)
    const inode = known && decide(viewer, known, 'view').isVisible ? inodes.get(row.inode_id) : undefined
    return {
      requestId: row.id,
      state: row.state,
      kind: accessRequestKinds.find((kind) => kind === row.kind) ?? 'file',
      inodeId: row.kind === 'accountType' ? null : row.inode_id,
      inodeType: inode?.type ?? null,
      name: inode?.name ?? null,
      permission: row.permission,
      requestedBy: row.created_by,
      requestedAt: timestamp(row.created_at),
      message: row.message,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at === null ? null : timestamp(row.decided_at),
      reason: row.reason,
      mayDecide: row.state === 'pending' && mayDecide(viewer, row, known),
    }
  })
}

/** A member cannot approve their own request for an account type. */
const mayDecide = (viewer: Viewer, row: AccessRequestRow, facts: ObjectFacts | undefined): boolean =>
  row.kind === 'accountType'
    ? hasRight(viewer, 'manageAccountTypes') && row.created_by !== viewer.memberId
    : facts !== undefined && decide(viewer, facts, 'share').allowed

/** Throws `not_found` for a text that is not a file id. */
function idOf(idOrUrlId: string): string {
  const id = isUuid(idOrUrlId) ? idOrUrlId.toLowerCase() : uuidOfUrlId(idOrUrlId)
  if (id === null) throw new AppError('not_found', { kind: 'file', id: idOrUrlId })
  return id
}

const familyOfInode = ({ type }: InodeRow): ObjectFamily => (isInodeType(type) ? familyOfType[type] : 'model')

const namedPermission = (permission: string): RequestedPermission =>
  requestedPermissions.find((each) => each === permission) ?? 'view'
