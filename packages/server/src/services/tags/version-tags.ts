import type { Viewer } from '@octavo/core/access'
import type { AuditVerb, NewVersionTag, NewVersionTagAnswer, VersionTag, VersionTagChange } from '@octavo/core/contract'
import { versionTagColors } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import { findMembers, isActive } from '../../store/members.ts'
import { eraseTaggedVersions } from '../../store/tagged-versions.ts'
import {
  countVersionTags,
  deleteVersionTagRow,
  findApprovers,
  findVersionTag,
  findVersionTagByName,
  insertVersionTag,
  listVersionTagRows,
  setApprovers,
  tagKeyOf,
  updateVersionTagRow,
  type VersionTagRow,
} from '../../store/version-tags.ts'
import { givenDescription } from '../answers/description.ts'
import { firstKey, type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'

export type VersionTags = ReturnType<typeof createVersionTags>

/** The version tags: everybody may read them, the Admin account type creates and changes them. */
export function createVersionTags(given: Given) {
  return { ...serviceOf(partsOf(given), { list, create, update, remove }), find }
}

interface Given {
  store: Store
  clock: Clock
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock }: Given) {
  const totals = createTotals({ clock })
  return { store, clock, totals }
}

async function find(db: Queryable, viewer: Viewer, id: string): Promise<VersionTagRow> {
  const row = await findVersionTag(db, viewer.organizationId, id)
  if (!row) throw new AppError('not_found', { kind: 'version tag', id })
  return row
}

async function refuseTakenName(tx: Queryable, viewer: Viewer, name: string, except?: string): Promise<void> {
  const other = await findVersionTagByName(tx, viewer.organizationId, name)
  if (other && other.id !== except) {
    throw conflict({ rule: 'tag_named', name: other.name })
  }
}

async function requireActive(tx: Queryable, viewer: Viewer, ids: readonly string[]): Promise<void> {
  const members = await findMembers(tx, viewer.organizationId, ids)
  const bad = ids.find((id) => !isActive(members.get(id)))
  if (bad !== undefined) throw new AppError('not_found', { kind: 'active member', id: bad })
}

function event(
  viewer: Viewer,
  id: string,
  verb: AuditVerb<'VERSION_TAG'>,
  change: ObjectChange,
  details = {},
): AuditEvent {
  return eventOf(viewer, {
    category: 'VERSION_TAG',
    action: `VERSION_TAG_${verb}`,
    object: { kind: 'version_tag', id },
    details,
    change,
  })
}

/** The tag in the transaction, with its approvers. */
async function findWhole(tx: Queryable, viewer: Viewer, id: string): Promise<VersionTag> {
  const row = await find(tx, viewer, id)
  return entry(row, (await findApprovers(tx, viewer.organizationId, [id])).get(id) ?? [])
}

/** Ordered by name. */
async function list(
  { store, totals }: Parts,
  viewer: Viewer,
  { search }: { search?: string },
  window: Window,
): Promise<Slice<VersionTag>> {
  const { organizationId } = viewer
  const at = { after: firstKey(window), limit: window.limit }
  const rows = await listVersionTagRows(store.db, organizationId, search, at)
  const total = await totals([organizationId, search], (atMost) =>
    countVersionTags(store.db, organizationId, search, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.name_key])
  const approvers = await findApprovers(
    store.db,
    organizationId,
    page.map(({ id }) => id),
  )
  return { entries: page.map((row) => entry(row, approvers.get(row.id) ?? [])), next, total }
}

async function create({ clock, store }: Parts, viewer: Viewer, tag: NewVersionTag): Promise<NewVersionTagAnswer> {
  requireRight(viewer, 'manageTags')
  const { name, color, description = '', isProtected = false } = tag
  const approvers = [...new Set(tag.approverIds ?? [])]
  const now = clock.now()
  const row: VersionTagRow = {
    organization_id: viewer.organizationId,
    id: newUuid(),
    name,
    name_key: tagKeyOf(name),
    color,
    description,
    owner_id: viewer.memberId,
    is_protected: isProtected ? 1 : 0,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  const change = { before: null, after: entry(row, approvers) }
  await store.write(event(viewer, row.id, 'CREATED', change), async (tx) => {
    await refuseTakenName(tx, viewer, name)
    await requireActive(tx, viewer, approvers)
    await insertVersionTag(tx, row)
    await setApprovers(tx, viewer.organizationId, row.id, approvers)
  })
  return { name, versionTagId: row.id }
}

/** Fields that are absent keep their values. */
async function update(
  { clock, store }: Parts,
  viewer: Viewer,
  id: string,
  change: VersionTagChange,
): Promise<VersionTag> {
  requireRight(viewer, 'manageTags')
  const { name, color, description, isProtected } = change
  const approvers = change.approverIds && [...new Set(change.approverIds)]
  const now = clock.now()
  const { after } = await store.write<{ before: VersionTag; after: VersionTag }>(
    (changed) => event(viewer, id, 'UPDATED', changed),
    async (tx) => {
      const before = await findWhole(tx, viewer, id)
      if (name !== undefined) await refuseTakenName(tx, viewer, name, id)
      if (approvers) {
        await requireActive(tx, viewer, approvers)
        await setApprovers(tx, viewer.organizationId, id, approvers)
      }
      await updateVersionTagRow(tx, viewer.organizationId, id, {
        ...(name === undefined ? {} : { name, name_key: tagKeyOf(name) }),
        ...(color === undefined ? {} : { color }),
        ...(description === undefined ? {} : { description }),
        ...(isProtected === undefined ? {} : { is_protected: isProtected ? 1 : 0 }),
        updated_by: viewer.memberId,
        updated_at: now,
      })
      return { before, after: await findWhole(tx, viewer, id) }
    },
  )
  return after
}

/** Permanently deletes the tag and every tagged version with it; the source documents are kept. */
async function remove({ store }: Parts, viewer: Viewer, id: string): Promise<void> {
  requireRight(viewer, 'manageTags')
  await store.write<{ before: VersionTag; erased: number }>(
    ({ before, erased }) => event(viewer, id, 'DELETED', { before, after: null }, { taggedVersions: erased }),
    async (tx) => {
      const before = await findWhole(tx, viewer, id)
      const erased = await eraseTaggedVersions(tx, viewer.organizationId, { tagId: id })
      await deleteVersionTagRow(tx, viewer.organizationId, id)
      return { before, erased }
    },
  )
}

function entry(row: VersionTagRow, approverIds: readonly string[]): VersionTag {
  return {
    versionTagId: row.id,
    name: row.name,
    ownerId: row.owner_id,
    isArchived: false,
    ...givenDescription(row.description),
    color: versionTagColors.find((color) => color === row.color) ?? versionTagColors[0],
    isProtected: row.is_protected === 1,
    approverIds: [...approverIds],
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
