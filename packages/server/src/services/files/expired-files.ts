import type { Clock } from '../../config/index.ts'
import { type Store, systemActor } from '../../store/index.ts'
import { eraseInodes, findInode, listArchivedBefore, listSelfAndBelow } from '../../store/inodes.ts'
import { listOrganizations } from '../../store/organizations.ts'
import { defaultArchiveDays, type OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { fileEventType } from './file-event-type.ts'

const dayMs = 86_400_000
/** Files of one organization that go in one run; the next one takes the rest. */
const atOnce = 200

/** Removes for good what has lain in the archive for longer than the organization keeps it. Upkeep; run it about once an hour. */
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
          // Restored meanwhile, or gone with the folder that held it.
          if (inode?.archived_at == null || inode.archived_at >= before) return null
          const rows = await listSelfAndBelow(tx, organizationId, id)
          // Something in it is in use again: whoever restored it has not moved it out yet.
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
