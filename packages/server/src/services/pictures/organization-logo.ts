import type { Viewer } from '@octavo/core/access'
import { type AuditEventType, mostLogoBytes } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { ObjectChange, Store } from '../../store/index.ts'
import { deleteLogo, findLogo, type OrganizationLogoRow, putLogo } from '../../store/organization-logos.ts'
import { serviceOf } from '../service/service.ts'
import { pictureTypeOf } from './media-type.ts'

export type OrganizationLogo = ReturnType<typeof createOrganizationLogo>

/** The picture in the header of an organization's reports. */
export function createOrganizationLogo(parts: Parts) {
  return serviceOf(parts, { read, set, remove })
}

interface Parts {
  store: Store
  clock: Clock
}

/** Null when there is none. */
async function read(
  { store }: Parts,
  { organizationId }: Viewer,
): Promise<{ mediaType: string; content: Buffer } | null> {
  const row = await findLogo(store.db, organizationId)
  if (!row) return null
  return { mediaType: row.media_type, content: Buffer.from(row.content, 'base64') }
}

async function set({ clock, store }: Parts, viewer: Viewer, file: string): Promise<void> {
  requireRight(viewer, 'manageOrganization')
  const content = Buffer.from(file, 'base64')
  if (content.length > mostLogoBytes) throw new AppError('body_too_large', { limitBytes: mostLogoBytes })
  const mediaType = pictureTypeOf(content)
  if (mediaType !== 'image/png' && mediaType !== 'image/jpeg') {
    const reason = 'The file is not a PNG or JPEG picture.'
    throw new AppError('invalid_request', { reason, problems: [{ path: 'file', message: reason }] })
  }
  const { organizationId, memberId } = viewer
  const now = clock.now()
  const row: OrganizationLogoRow = {
    organization_id: organizationId,
    media_type: mediaType,
    size_bytes: content.length,
    content: content.toString('base64'),
    created_by: memberId,
    updated_by: memberId,
    created_at: now,
    updated_at: now,
  }
  await store.write(
    (before: OrganizationLogoRow | undefined) =>
      event(viewer, 'LOGO_SET', { before: factsOf(before), after: factsOf(row) }),
    async (tx) => {
      const before = await findLogo(tx, organizationId)
      await putLogo(tx, row)
      return before
    },
  )
}

async function remove({ store }: Parts, viewer: Viewer): Promise<void> {
  requireRight(viewer, 'manageOrganization')
  await store.write(
    (wasThere: boolean) => (wasThere ? event(viewer, 'LOGO_REMOVED', { before: { hasLogo: true }, after: null }) : []),
    (tx) => deleteLogo(tx, viewer.organizationId),
  )
}

const factsOf = (row: OrganizationLogoRow | undefined) => ({
  mediaType: row?.media_type ?? null,
  sizeBytes: row?.size_bytes ?? null,
})

function event(viewer: Viewer, action: AuditEventType, change: ObjectChange) {
  const object = { kind: 'organization', id: viewer.organizationId }
  return eventOf(viewer, { category: 'ORGANIZATION', action, object, change })
}
