import { ladders, permissionNamed, reaches, type Viewer } from '@octavo/core/access'
import type { AnyPermission, AuditEventType, Grantee, GrantsInput } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import {
  deleteGrantRow,
  findGrant,
  findGrantOf,
  type GrantedTo,
  type GrantRow,
  insertGrant,
  updateGrant,
} from '../../store/grants.ts'
import { type AuditEvent, newUuid, type Queryable, type Store } from '../../store/index.ts'
import type { InodeRow } from '../../store/inodes.ts'
import { findMember, isActive } from '../../store/members.ts'
import type { Teams } from '../organization/teams/teams.ts'
import { familyOf, type GrantTarget, isOn, isOnFile, levelOf, requireShare, taggedTarget } from './grant-targets.ts'

/** `raise` keeps an existing higher grant; `replace` sets the requested permission. */
type Mode = 'raise' | 'replace'

interface Parts {
  store: Store
  clock: Clock
  access: Access
  teams: Teams
}

/** A stored grant, and the permission that it had before; null for none. */
interface StoredGrant {
  row: GrantRow
  before: string | null
}

/** Stores several grants, all or none. Returns the rows in the order of the request. */
export async function grantPermissions(
  parts: Parts,
  viewer: Viewer,
  target: GrantTarget,
  request: GrantsInput,
  mode: Mode,
): Promise<GrantRow[]> {
  const grants = requestedGrants(target, request)
  const done = await parts.store.write<StoredGrant[]>(
    (stored) => grantEvents(viewer, stored),
    (tx) => storeGrants(parts, tx, viewer, target, grants, mode),
  )
  return done.map(({ row }) => row)
}

/**
 * In the caller's transaction: grants a member a permission on a file unless they already have an equal or higher one, after checking that
 * the viewer may share it. Returns the events to write.
 */
export async function raiseOnFile(
  parts: Parts,
  tx: Queryable,
  viewer: Viewer,
  { id, type }: Pick<InodeRow, 'id' | 'type'>,
  { memberId, permission }: { memberId: string; permission: AnyPermission },
): Promise<AuditEvent[]> {
  const target: GrantTarget = { kind: 'inode', id, type }
  const grants = requestedGrants(target, { grants: [{ grantee: { memberId }, permission }] })
  return grantEvents(viewer, await storeGrants(parts, tx, viewer, target, grants, 'raise'))
}

/** Deletes a grant on the object. Throws `not_found` when the object has no such grant. */
export async function revoke(parts: Parts, viewer: Viewer, target: GrantTarget, grantId: string): Promise<void> {
  const { store } = parts
  await store.write<GrantRow>(
    (row) => grantEvent(viewer, row, 'GRANT_DELETED', row.permission, null),
    async (tx) => {
      await requireShare(parts, tx, viewer, target)
      const row = await findGrant(tx, viewer.organizationId, grantId)
      const isHere = await isOn(tx, viewer, row, target)
      if (!row || !isHere) throw new AppError('not_found', { kind: 'grant', id: grantId })
      await deleteGrantRow(tx, viewer.organizationId, row.id)
      return row
    },
  )
}

/** An event of the audit log about a grant. A permission is null where there is no grant. */
export function grantEvent(
  viewer: Viewer,
  row: GrantRow,
  action: AuditEventType,
  before: string | null,
  after: string | null,
): AuditEvent {
  const facts = (permission: string | null) => (permission === null ? null : { permission })
  return eventOf(viewer, {
    category: 'ACCESS',
    action,
    object: { kind: isOnFile(row) ? 'inode' : row.object_kind, id: row.object_id },
    details: {
      grantId: row.id,
      memberId: row.member_id,
      teamId: row.team_id,
      isEveryone: row.is_everyone === 1,
      ...(row.tag_id === null ? {} : { versionTagId: row.tag_id }),
    },
    change: { before: facts(before), after: facts(after) },
  })
}

const grantEvents = (viewer: Viewer, stored: readonly StoredGrant[]): AuditEvent[] =>
  stored.flatMap(({ row, before }) =>
    before === row.permission
      ? []
      : [grantEvent(viewer, row, before === null ? 'GRANT_CREATED' : 'GRANT_UPDATED', before, row.permission)],
  )

async function storeGrants(
  parts: Parts,
  tx: Queryable,
  viewer: Viewer,
  target: GrantTarget,
  grants: GrantsInput['grants'],
  mode: Mode,
): Promise<StoredGrant[]> {
  const { organizationId } = viewer
  const now = parts.clock.now()
  await requireShare(parts, tx, viewer, target)
  const done: StoredGrant[] = []
  for (const { grantee, permission, tagId } of grants) {
    const to = await requireGrantee(parts, tx, viewer, grantee)
    const on = tagId === undefined ? target : await taggedTarget(tx, viewer, target, tagId)
    const known = await findGrantOf(tx, organizationId, on, to)
    if (known) {
      const stays = mode === 'raise' && levelOf(target, known.permission) >= levelOf(target, permission)
      const change = { permission, updated_by: viewer.memberId, updated_at: now }
      if (!stays && known.permission !== permission) await updateGrant(tx, organizationId, known.id, change)
      done.push({ row: stays ? known : { ...known, ...change }, before: known.permission })
      continue
    }
    const row: GrantRow = {
      organization_id: organizationId,
      id: newUuid(),
      object_kind: on.kind,
      object_id: on.id,
      tag_id: on.tagId ?? null,
      member_id: 'memberId' in to ? to.memberId : null,
      team_id: 'teamId' in to ? to.teamId : null,
      is_everyone: 'isEveryone' in to ? 1 : 0,
      permission,
      created_by: viewer.memberId,
      updated_by: viewer.memberId,
      created_at: now,
      updated_at: now,
    }
    await insertGrant(tx, row)
    done.push({ row, before: null })
  }
  return done
}

async function requireGrantee({ teams }: Parts, tx: Queryable, viewer: Viewer, grantee: Grantee): Promise<GrantedTo> {
  const { memberId, teamId, isEveryone } = grantee
  if ([memberId, teamId, isEveryone].filter((one) => one !== undefined).length !== 1) {
    throw new AppError('invalid_request', { reason: 'A grantee has either a memberId or a teamId, or isEveryone.' })
  }
  if (memberId !== undefined) {
    const member = await findMember(tx, viewer.organizationId, memberId)
    if (!isActive(member)) throw new AppError('not_found', { kind: 'active member', id: memberId })
    return { memberId }
  }
  return teamId === undefined ? { isEveryone: true } : { teamId: (await teams.find(viewer, teamId, tx)).id }
}

/** The grants with the internal permissions for their names. Throws `invalid_request` for a name that the object does not support. */
function requestedGrants(target: GrantTarget, { grants }: GrantsInput): GrantsInput['grants'] {
  return grants.map((asked) => {
    const permission = permissionNamed(familyOf(target.type), asked.permission)
    requireWord(target, permission)
    if (asked.tagId !== undefined) requireTaggable(target, permission)
    return { ...asked, permission }
  })
}

function requireTaggable({ type }: GrantTarget, permission: string): void {
  if (type === 'workbook' || type === 'template' || type === 'data-model') return
  if (familyOf(type) === 'folder') {
    if (!reaches('folder', permission, 'organize')) return
    throw new AppError('invalid_request', {
      reason: `Who has "${permission}" on a ${type} sees all versions, so the grant names no tag.`,
      hint: 'Leave tagId out, or send view or explore.',
    })
  }
  throw new AppError('not_supported', {
    what: `A ${type} has no version tags, so a grant on it names none.`,
    hint: 'Leave tagId out, or share the workbook, template or data model that carries the tag, or a folder above it.',
  })
}

function requireWord(target: GrantTarget, permission: string): void {
  if (levelOf(target, permission) >= 0) return
  throw new AppError('invalid_request', {
    reason: `A ${target.type} has no permission "${permission}".`,
    hint: `Send one of ${ladders[familyOf(target.type)].join(', ')}.`,
  })
}
