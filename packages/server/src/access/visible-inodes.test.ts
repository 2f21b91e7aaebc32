import type { Viewer } from '@octavo/core/access'
import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { newUuid, type Store } from '../store/index.ts'
import { describeStores, testOn, withPlans } from '../store/testing.ts'
import { visibleIds } from './visible-inodes.ts'

const organizationId = newUuid()
const files = 20_000
/** Folders in the granted one, and the number of files in the first of them. */
const foldersBelow = 8
const inFolder = 40

const viewer: Viewer = {
  ...{ organizationId, memberId: 'm', email: 'm@example.com', firstName: '', lastName: '', isAdmin: true },
  ...{ accountType: { id: 'a', name: 'Admin', permissions: [] }, userKind: 'internal', teams: [], attributes: {} },
  via: { kind: 'session' },
}

describeStores('ids of the files that a viewer may see', (openStore, engine) => {
  test('a viewer of a few folders costs what these contain, however many files there are', async () => {
    const store = await openStore()
    await addFiles(store)
    const ids = visibleIds(viewer, ['workbook', 'data-model'], 'view')
    const read = () => sql<{ id: string }>`select id from (${ids}) as files`.execute(store.db)
    const { result, plans } = await withPlans(store, read)
    const expected = Array.from({ length: inFolder }, (_, number) => `f${number}`)
    expect(result.rows.map(({ id }) => id).sort()).toEqual(expected.sort())
    // PostgreSQL counts the rows of each step of the plan; SQLite names the columns that it looks up.
    expect(plans.filter((plan) => /on inodes (as )?file .*rows=\d{4}/.test(plan))).toEqual([])
    expect(
      plans.filter((plan) => /SCAN file|file USING (COVERING )?INDEX \w+ \(organization_id=\?\)/.test(plan)),
    ).toEqual([])
  })

  testOn(engine === 'postgres')('the plan for any viewer is good for those who own little', async () => {
    const store = await openStore()
    await addFiles(store)
    const { rows: versions } = await sql<{ version: string }>`show server_version_num`.execute(store.db)
    if (Number(Object.values(versions[0] ?? {})[0]) < 160_000) return
    const ids = visibleIds(viewer, ['workbook', 'data-model'], 'view')
    // As in the search, which stops when there are too many.
    const statement = sql`select id from (${ids}) as files limit 1501`.compile(store.db)
    // After some uses of a statement, PostgreSQL plans it once for all values.
    const explained = await store.db.executeQuery(CompiledQuery.raw(`explain (generic_plan) ${statement.sql}`))
    const plan = explained.rows.map((row) => Object.values(row as object).join(' ')).join('\n')
    expect(plan).toMatch(/inodes_of_owner/)
    // The files of folders have an alias with a number.
    expect(plan).not.toMatch(/(inodes_newest\w*|Seq Scan) on inodes( file)? +\(cost/)
  })
})

/** A granted folder `top` with folders in it, and files f0, f1, ..., most of them elsewhere and all of another owner. */
async function addFiles(store: Store): Promise<void> {
  await store.maintain('test', async (tx) => {
    await tx
      .insertInto('organizations')
      .values({ id: organizationId, slug: 'x', name: '', zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 })
      .execute()
    const folders: [id: string, parentId: string | null][] = [
      ['top', null],
      ['elsewhere', null],
      ...Array.from({ length: foldersBelow }, (_, number): [string, string] => [`below-${number}`, 'top']),
    ]
    for (const [id, parentId] of folders) {
      await sql`insert into inodes (organization_id, id, url_id, type, name, is_home, description, is_archived,
          parent_id, created_by, updated_by, created_at, updated_at)
        values (${organizationId}, ${id}, ${id}, 'folder', ${id}, 0, '', 0, ${parentId}, 'x', 'x', 1, 1)`.execute(tx)
      for (const holder of parentId === null ? [id] : [id, parentId]) {
        await tx
          .insertInto('folder_holders')
          .values({ organization_id: organizationId, folder_id: id, holder_id: holder })
          .execute()
      }
    }
    // Nobody is stored who could own them; and PostgreSQL would check each reference.
    if (store.engine === 'postgres') await sql`alter table inodes disable trigger all`.execute(tx)
    const owner = store.engine === 'postgres' ? 'boss' : null
    const numbers = sql`with recursive numbers (n) as (
      select 0 union all select n + 1 from numbers where n < ${sql.lit(files - 1)})`
    await sql`insert into inodes (organization_id, id, url_id, type, name, is_home, description, is_archived,
        parent_id, owner_id, created_by, updated_by, created_at, updated_at)
      ${numbers} select ${organizationId}, 'f' || n, 'f' || n, 'workbook', 'File ' || n, 0, '', 0,
        case when n < ${sql.lit(inFolder)} then 'below-0' else 'elsewhere' end, ${owner}, 'x', 'x', n, n
      from numbers`.execute(tx)
    if (store.engine === 'postgres') await sql`alter table inodes enable trigger all`.execute(tx)
    await tx
      .insertInto('grants')
      .values({
        ...{ organization_id: organizationId, id: newUuid(), object_kind: 'inode', object_id: 'top' },
        ...{ object_type: 'folder', permission: 'view', member_id: null, team_id: null, is_everyone: 1 },
        ...{ created_by: 'x', created_at: 1, updated_by: 'x', updated_at: 1 },
      })
      .execute()
  })
  if (store.engine === 'postgres') await sql`vacuum analyze`.execute(store.db)
}
