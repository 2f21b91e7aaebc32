import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { referencesOf, tablesOfOrganization } from './tables-of-organization.ts'
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

  testOn(engine === 'sqlite')(
    'has referencing tables before the tables they reference, and the references of each',
    async () => {
      const { db } = await openStore()
      const wrong: string[] = []
      for (const [place, table] of tables.entries()) {
        const { rows } = await sql<{ name: string }>`
        select distinct "table" as name from pragma_foreign_key_list(${table})
      `.execute(db)
        const referenced = rows.map(({ name }) => name).filter((name) => name !== table)
        expect([...(referencesOf(table) ?? [])].sort(), table).toEqual(referenced.sort())
        for (const name of referenced) {
          const other = tables.indexOf(name)
          if (other !== -1 && other < place) wrong.push(`${table} references ${name}`)
        }
      }
      expect(wrong).toEqual([])
    },
  )
})
