import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Store } from './index.ts'
import { holdsText, isText } from './like.ts'
import { describeStores } from './testing.ts'

describeStores('text that lists are searched by', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  const answers = async (condition: ReturnType<typeof isText>) => {
    const { rows } = await sql<{ yes: number }>`select case when ${condition} then 1 else 0 end as yes`.execute(
      store.db,
    )
    return rows[0]?.yes === 1
  }

  test.each([
    ['Übersicht', 'übersicht', 'ÜBER'],
    ['übersicht', 'ÜBERSICHT', 'Sicht'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος', 'ΣΊΣ'],
    ['Обзор', 'ОБЗОР', 'зор'],
    ['Ærø', 'æRØ', 'RØ'],
    ['Plain', 'PLAIN', 'lai'],
    ['日本', '日本', '本'],
    ['100%_\\', '100%_\\', '%_\\'],
  ])('%s equals %s in any case, and contains %s', async (name, same, part) => {
    expect(await answers(isText(sql.lit(name), same))).toBe(true)
    expect(await answers(holdsText(sql.lit(name), same))).toBe(true)
    expect(await answers(holdsText(sql.lit(name), part))).toBe(true)
    expect(await answers(isText(sql.lit(name), part))).toBe(false)
  })

  test.each([
    ['Ubersicht', 'Übersicht'],
    ['Maße', 'MASSE'],
    ['abc', '%'],
    ['abc', 'a_c'],
    ['Обзор', 'Обзоры'],
  ])('%s does not contain %s', async (name, text) => {
    expect(await answers(holdsText(sql.lit(name), text))).toBe(false)
  })
})
