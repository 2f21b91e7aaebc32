import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { describeStores, testOn } from '../testing.ts'
import { NamingClient, stalePlan } from './postgres-names.ts'

describeStores('statements that the server keeps', (openStore, engine) => {
  async function connect() {
    const { databaseUrl } = await openStore.place({ isMigrated: false })
    const url = databaseUrl?.reveal() ?? ''
    const [client, other] = [new NamingClient(url), new pg.Client(url)]
    await Promise.all([client.connect(), other.connect()])
    const ask = async (text: string, value: number) => (await (client as pg.Client).query(text, [value])).rows
    const kept = async () => (await (client as pg.Client).query(prepared)).rows[0].count
    return { client, other, ask, kept, end: () => Promise.all([client.end(), other.end()]) }
  }
  const prepared = 'select count(*)::int as count from pg_prepared_statements'

  test('return the same results however often they run', async () => {
    const { db } = await openStore({})
    for (let round = 0; round < 6; round += 1) {
      const { rows } = await sql`select cast(${round} as integer) + 1 as answer`.execute(db)
      expect(rows).toEqual([{ answer: round + 1 }])
    }
  })

  testOn(engine === 'postgres')('are the latest hundred repeated ones, with the same results', async () => {
    const { ask, kept, end } = await connect()
    expect(await ask('select $1::int as answer', 1)).toEqual([{ answer: 1 }])
    expect(await kept()).toBe(0)
    for (let round = 0; round < 4; round += 1) {
      for (let number = 0; number < 130; number += 1) {
        expect(await ask(`select $1::int + ${number} as answer`, round)).toEqual([{ answer: round + number }])
      }
    }
    expect(await kept()).toBe(100)
    await expect(ask('select nothing from nowhere where 1 = $1', 1)).rejects.toThrow('nowhere')
    await end()
  })

  testOn(engine === 'postgres')(
    'do not include those with a pattern, because no plan is good for every value',
    async () => {
      const { ask, kept, end } = await connect()
      for (let round = 0; round < 4; round += 1) {
        expect(await ask("select 1 as answer where '7' like $1", 7)).toEqual([{ answer: 1 }])
      }
      expect(await kept()).toBe(0)
      await end()
    },
  )

  testOn(engine === 'postgres')('are prepared again when the table has changed', async () => {
    const { client, other, ask, end } = await connect()
    await other.query('create table things as select 1 as id')
    const text = 'select * from things where id = $1'
    for (let round = 0; round < 4; round += 1) expect(await ask(text, 1)).toEqual([{ id: 1 }])
    await other.query("alter table things add column name text default 'x'")
    expect(await ask(text, 1)).toEqual([{ id: 1, name: 'x' }])
    for (let round = 0; round < 4; round += 1) await ask(text, 1)
    await other.query('alter table things drop column name')
    await client.query('begin')
    await expect(ask(text, 1)).rejects.toMatchObject({ code: stalePlan })
    await client.query('rollback')
    expect(await ask(text, 1)).toEqual([{ id: 1 }])
    await end()
  })
})
