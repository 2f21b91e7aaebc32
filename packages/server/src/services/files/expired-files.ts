import type { Clock } from '../../config/index.ts'
import { listArchivedBefore } from '../../store/archive-with-contents.ts'
import { eraseInodes, listSelfAndBelow } from '../../store/erase-inodes.ts'
import { type Store, systemActor } from '../../store/index.ts'
import { findInode } from '../../store/inodes.ts'
import { listOrganizations } from '../../store/organizations.ts'
import { defaultArchiveDays, type OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { fileEventType } from './file-event-type.ts'

const dayMs = 86_400_000
/** Maximum files of one organization that one run removes; the next run continues. */
const atOnce = 200

/** Permanently removes files that were archived for longer than the organization's retention. Run it about once an hour. */
export async function removeExpiredFiles({
  store,
  clock,
  settings,
}: {
  store: Store
  clock: Clock
  settings: OrganizationSettingsReader
}): Promise<void> {
  for (const { id: organizationId } of await listOrganizations(store.db)) {
    const { archiveDays = defaultArchiveDays } = await settings.read(organizationId)
    if (archiveDays === null) continue
    const before = clock.now() - archiveDays * dayMs
    for (const { id } of await listArchivedBefore(store.db, organizationId, before, atOnce)) {
      await store.write<{ name: string; type: string; files: number } | null>(
        (gone) =>
          gone === null
            ? []
            : {
                organizationId,
                actor: systemActor,
                category: 'OBJECT_INTERACTION',
                action: fileEventType(gone.type, 'EXPIRED'),
                object: { kind: gone.type, id },
                details: { files: gone.files },
                change: { before: { name: gone.name }, after: null },
              },
        async (tx) => {
          const inode = await findInode(tx, organizationId, id)
          // Restored in the meantime, or removed together with its folder.
          if (inode?.archived_at == null || inode.archived_at >= before) return null
          const rows = await listSelfAndBelow(tx, organizationId, id)
          // A file inside is in use again and has not been moved out yet, so the folder is kept.
          if (rows.some((row) => row.is_archived === 0)) return null
          await eraseInodes(
            tx,
            organizationId,
            rows.map((row) => row.id),
          )
          return { name: inode.name, type: inode.type, files: rows.length }
        },
      )
    }
  }
}
