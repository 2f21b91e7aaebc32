import { newUuid, type Queryable } from '../../../store/index.ts'
import { changeOwner, findFolderIn, hasContents, insertInode, moveContents } from '../../../store/inodes.ts'
import { fullNameOf, type MemberRow } from '../../../store/members.ts'
import { newInode } from '../../../store/new-inode.ts'
import { changeScheduleOwner } from '../../../store/schedules.ts'

const archiveName = 'Archived Users'

/**
 * Transfers all files and scheduled exports of a member to another, in the transaction of the deactivation. Files in My Documents move to
 * the new owner's My Documents, into a folder named after the member under Archived Users; other files keep their place. Returns the number
 * of files with a new owner.
 */
export async function handOver(
  tx: Queryable,
  { from, to, at, by }: { from: MemberRow; to: MemberRow; at: number; by: string },
): Promise<number> {
  const organizationId = from.organization_id
  await changeScheduleOwner(tx, organizationId, from.id, to.id, { at, by })
  const count = await changeOwner(tx, organizationId, from.id, to.id, { at, by })
  if (!(await hasContents(tx, organizationId, from.home_folder_id))) return count
  const folderIn = async (parentId: string, name: string): Promise<string> => {
    const known = await findFolderIn(tx, organizationId, parentId, name)
    if (known) return known.id
    const id = newUuid()
    await insertInode(tx, newInode({ organizationId, id, type: 'folder', name, parentId, ownerId: to.id, by, at }))
    return id
  }
  const name = fullNameOf(from) || from.email
  const folderId = await folderIn(await folderIn(to.home_folder_id, archiveName), name)
  await moveContents(tx, organizationId, from.home_folder_id, folderId, { at, by })
  return count
}
