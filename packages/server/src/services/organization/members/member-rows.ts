import { newMemberId, newUuid, type Queryable } from '../../../store/index.ts'
import { insertRootFolders } from '../../../store/inodes.ts'
import { emailKeyOf, insertMembers, type MemberRow, nameKeyOf } from '../../../store/members.ts'
import { newInode } from '../../../store/new-inode.ts'

interface NewMemberFacts {
  organizationId: string
  email: string
  firstName: string
  lastName: string
  accountTypeId: string
  userKind: string
  /** Id of the member who adds this one. */
  by: string
  at: number
}

/** The row of a member without a password, with an id for the home folder. */
export function newMemberRow(facts: NewMemberFacts): MemberRow {
  const { organizationId, email, firstName, lastName, accountTypeId, userKind, by, at } = facts
  const names = { first_name: firstName, last_name: lastName }
  return {
    organization_id: organizationId,
    id: newMemberId(),
    email,
    email_key: emailKeyOf(email),
    ...names,
    name_key: nameKeyOf(names),
    account_type_id: accountTypeId,
    user_kind: userKind,
    home_folder_id: newUuid(),
    password_hash: null,
    profile_img_url: null,
    is_archived: 0,
    is_inactive: 0,
    language: null,
    created_by: by,
    updated_by: by,
    created_at: at,
    updated_at: at,
  }
}

/** Inserts new members, each with a home folder. */
export async function insertMembersWithHomes(tx: Queryable, rows: readonly MemberRow[]): Promise<void> {
  await insertMembers(tx, rows)
  const homes = rows.map((row) => ({
    ...newInode({
      organizationId: row.organization_id,
      id: row.home_folder_id,
      type: 'folder',
      name: 'My Documents',
      parentId: null,
      ownerId: row.id,
      by: row.created_by,
      at: row.created_at,
    }),
    is_home: 1,
  }))
  await insertRootFolders(tx, homes)
}
