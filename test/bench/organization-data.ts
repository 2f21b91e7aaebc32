/** Fills a store with a large organization, with statements that generate their own rows, the same on both engines. */
import { sql } from 'kysely'
import { rebuildFolderHolders } from '../../packages/server/src/store/folder-holders.ts'
import { findFact, type Store } from '../../packages/server/src/store/index.ts'

export interface OrganizationSize {
  members: number
  teams: number
  workspaces: number
  folders: number
  documents: number
}

/** A million files in addition to the home folders of the members. */
export const fullSize: OrganizationSize = {
  members: 100_000,
  teams: 10_000,
  workspaces: 1_000,
  folders: 20_000,
  documents: 979_000,
}

const digits = 1_000_000_000_000
const idOf = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${String(digits + number).slice(1)}`
export const ids = {
  workspace: (number: number) => idOf('a', number),
  folder: (number: number) => idOf('b', number),
  document: (number: number) => idOf('c', number),
  team: (number: number) => idOf('d', number),
  home: (number: number) => idOf('e', number),
  deep: (number: number) => idOf('f', number),
  member: (number: number) => `M0000000000000000${String(digits + number).slice(1)}`,
}
export const emailOf = (number: number) => `member${number}@example.com`

/** The numbers of the members whose lists are measured. */
export const people = {
  /** In five teams, like everyone: a tenth of all files, from these teams and from grants to everyone. */
  colleague: 10,
  /** A guest, to whom grants to everyone do not apply: five workspaces. */
  guest: 99,
  /** A guest without a team: twenty thousand grants on single files. */
  reviewer: 199,
  /** A guest without a team: the oldest tenth of all files and no others. */
  archivist: 299,
  /** A guest without a team: a hundred single folders. */
  partner: 399,
}
/** A folder of the administrator in the first workspace, with 10,000 folders below it, up to 30 levels deep. */
export const deepTree = { top: ids.deep(1_000_000), folders: 10_000, chains: 334 }
const alone = [people.reviewer, people.archivist, people.partner]

/** The oldest day of the data. */
const firstDay = Date.UTC(2020, 0, 1)
const deep = 4

/** SQL for the id of number `i`, counted from 0. */
const idText = (kind: string, number = 'i') =>
  `'${idOf(kind, 0).slice(0, 24)}' || substr(cast(${digits} + ${number} as text), 2)`
const memberText = (number = 'i') => `'M0000000000000000' || substr(cast(${digits} + ${number} as text), 2)`

/**
 * Each member is in five teams and each workspace is shared with ten; every tenth workspace is shared with everyone. Folders are nested up
 * to five deep. The oldest tenth of the files is in the last tenth of the workspaces, in order, as after an import; the others are spread
 * evenly. One document in ten is in My Documents of its owner; each file also has a grant to one member. The administrator owns the
 * workspaces, and therefore sees everything except My Documents of others.
 */
export async function loadOrganization(store: Store, size: OrganizationSize): Promise<void> {
  const { members, teams, workspaces, folders, documents } = size
  const organizationId = (await findFact(store.db, 'first_organization_id')) ?? ''
  const adminId = (await findFact(store.db, 'first_admin_id')) ?? ''
  const types = await store.db.selectFrom('account_types').select(['id', 'name']).execute()
  const typeId = (name: string) => types.find((type) => type.name === name)?.id ?? ''
  const stamp = `'${adminId}', '${adminId}', ${firstDay} + i * 100, ${firstDay} + i * 100`
  const org = `'${organizationId}'`

  const run = async (into: string, count: number, select: string, where = 'true') => {
    // In steps, so that the transaction log stays small.
    const step = 100_000
    for (let from = 0; from < count; from += step) {
      const to = Math.min(count, from + step)
      await store.maintain('bench organization', (tx) =>
        sql
          .raw(
            `insert into ${into} with recursive numbers(i) as (select ${from} union all select i + 1 from numbers where i + 1 < ${to})
             select ${select} from numbers where ${where}`,
          )
          .execute(tx),
      )
    }
  }

  const audited = 'created_by, updated_by, created_at, updated_at'
  await run(
    `members (organization_id, id, email, email_key, first_name, last_name, name_key, account_type_id, user_kind, home_folder_id, is_archived, ${audited})`,
    members,
    `${org}, ${memberText()}, 'member' || i || '@example.com', 'member' || i || '@example.com', 'First' || i, 'Last' || i, 'first' || i || ' last' || i,
     case i % 10 when 0 then '${typeId('Build')}' when 1 then '${typeId('Build')}' when 2 then '${typeId('Analyze')}' else '${typeId('View')}' end,
     case i % 100 when 99 then 'guest' else 'internal' end, ${idText('e')}, 0, ${stamp}`,
  )
  await run(
    `teams (organization_id, id, name, description, visibility, is_archived, ${audited})`,
    teams,
    `${org}, ${idText('d')}, 'Team ' || substr(cast(${digits} + i as text), 7), '', case i % 2 when 0 then 'public' else 'private' end, 0, ${stamp}`,
  )
  for (let place = 0; place < 5; place += 1) {
    await run(
      'team_members (organization_id, team_id, member_id, is_admin, added_by, added_at)',
      members,
      `${org}, ${idText('d', `((i + ${place} * 2003) % ${teams})`)}, ${memberText()}, 0, '${adminId}', ${firstDay}`,
      `i not in (${alone.join(', ')})`,
    )
  }
  const inodes = `inodes (organization_id, id, url_id, type, name, parent_id, tree_id, owner_id, is_home, description, is_archived, ${audited})`
  const owner = memberText(`(i % ${members})`)
  await run(
    inodes,
    members,
    `${org}, ${idText('e')}, 'home' || i, 'folder', 'My Documents', null, null, ${memberText()}, 1, '', 0, ${stamp}`,
  )
  await run(
    inodes,
    workspaces,
    `${org}, ${idText('a')}, 'workspace' || i, 'workspace', 'Workspace ' || i, null, null, '${adminId}', 0, '', 0, ${stamp}`,
  )
  // One folder in four is at the top of a workspace, the others are inside the previous one.
  const workspaceOf = (number: string) =>
    idText(
      'a',
      `((${number} - ${number} % ${deep}) / ${Math.max(deep, Math.floor(folders / workspaces))} % ${workspaces})`,
    )
  await run(
    inodes,
    folders,
    `${org}, ${idText('b')}, 'folder' || i, 'folder', 'Folder ' || i,
     case i % ${deep} when 0 then ${workspaceOf('i')} else ${idText('b', '(i - 1)')} end, ${workspaceOf('i')}, ${owner}, 0, '', 0, ${stamp}`,
  )
  const { chains } = deepTree
  const row = (id: string, number: string, parent: string) =>
    `${org}, ${id}, 'deep' || ${number}, 'folder', 'Deep ' || ${number}, ${parent}, '${ids.workspace(0)}', '${adminId}', 0, '', 0, ${stamp}`
  await run(inodes, 1, row(`'${deepTree.top}'`, "'top'", `'${ids.workspace(0)}'`))
  await run(
    inodes,
    deepTree.folders,
    row(idText('f'), 'i', `case when i < ${chains} then '${deepTree.top}' else ${idText('f', `(i - ${chains})`)} end`),
  )
  const [oldDocuments, oldFolders] = [Math.floor(documents / 10), Math.floor(folders / 10)]
  const spread = `(i * 31 % ${folders - oldFolders})`
  const imported = `(${folders - oldFolders} + i * ${oldFolders} / ${oldDocuments})`
  const folder = `(case when i < ${oldDocuments} then ${imported} else ${spread} end)`
  const around = (home: string, other: string) =>
    `case when i >= ${oldDocuments} and i % 10 = 9 then ${home} else ${other} end`
  const home = idText('e', `(i % ${members})`)
  await run(
    inodes,
    documents,
    `${org}, ${idText('c')}, 'document' || i, case i % 10 when 3 then 'data-model' else 'workbook' end, 'Document ' || i,
     ${around(home, idText('b', folder))}, ${around(home, workspaceOf(folder))}, ${owner}, 0, '', 0, ${stamp}`,
  )
  await run(
    'documents (organization_id, id, kind, latest_version, draft_revision, published_revision)',
    documents,
    `${org}, ${idText('c')}, case i % 10 when 3 then 'data-model' else 'workbook' end, 1, 1, 1`,
  )
  await store.maintain('bench organization', rebuildFolderHolders)

  const grants = `grants (organization_id, id, object_kind, object_id, member_id, team_id, is_everyone, permission, object_type, object_created_at, ${audited})`
  const created = `${firstDay} + i * 100`
  for (let place = 0; place < 10; place += 1) {
    const team = idText('d', `((i * 10 + ${place}) % ${teams})`)
    await run(
      grants,
      workspaces,
      `${org}, 'workspace' || i || '-${place}', 'inode', ${idText('a')}, null, ${team}, 0, 'explore', 'workspace', ${created}, ${stamp}`,
    )
  }
  await run(
    grants,
    workspaces,
    `${org}, 'everyone' || i, 'inode', ${idText('a')}, null, null, 1, 'view', 'workspace', ${created}, ${stamp}`,
    'i % 10 = 0',
  )
  const document = "case i % 10 when 3 then 'data-model' else 'workbook' end"
  const single = (kind: string, name: string, count: number, type: string, to: string, where?: string) =>
    run(
      grants,
      count,
      `${org}, '${name}' || i, 'inode', ${idText(kind)}, ${to}, null, 0, 'view', ${type}, ${created}, ${stamp}`,
      where,
    )
  const one = memberText(`((i * 13 + 7) % ${members})`)
  await single('b', 'folder', folders, "'folder'", one)
  await single('c', 'document', documents, document, one)
  await single('c', 'reviewed', documents, document, `'${ids.member(people.reviewer)}'`, 'i % 49 = 5')
  await single('a', 'old', workspaces, "'workspace'", `'${ids.member(people.archivist)}'`, `i >= ${workspaces * 0.9}`)
  await single('b', 'partner', folders, "'folder'", `'${ids.member(people.partner)}'`, `i % ${folders / 100} = 3`)
}
