import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tablesOfOrganization } from './tenants.ts'
import { describeStores, testOn } from './testing.ts'

describeStores('what goes with an organization', (openStore, engine) => {
  const tables: readonly string[] = tablesOfOrganization

  test('is every table that has rows of one', async () => {
    const { db } = await openStore()
    const found = (await db.introspection.getTables()).filter(({ columns }) =>
      columns.some(({ name }) => name === 'organization_id'),
    )
    expect([...tables].sort()).toEqual(found.map(({ name }) => name).sort())
  })

  testOn(engine === 'sqlite')('has referencing tables before the tables they reference', async () => {
    const { db } = await openStore()
    const wrong: string[] = []
    for (const [place, table] of tables.entries()) {
      const { rows } = await sql<{ table: string }>`select "table" from pragma_foreign_key_list(${table})`.execute(db)
      for (const { table: named } of rows) {
        const other = tables.indexOf(named)
        if (named !== table && other !== -1 && other < place) wrong.push(`${table} names ${named}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
