import { type OperationDefinition, operations, takesDryRun, takesIdempotencyKey } from '@octavo/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedStore } from '../../packages/server/src/store/testing.ts'
import { requestOf } from './request-of.ts'
import { withoutKey, writesNothing } from './resources.ts'
import { succeeds } from './table.ts'
import { type Asker, buildWorld, makeThings, type World } from './world.ts'

const all: readonly OperationDefinition[] = operations
const posts = all.filter(({ method }) => method === 'POST')

test('every POST accepts an Idempotency-Key, or has a reason', () => {
  const without = posts.filter((operation) => !takesIdempotencyKey(operation)).map(({ id }) => id)
  expect(without.toSorted()).toEqual(Object.keys(withoutKey).toSorted())
})

describe('a POST that is sent again with its Idempotency-Key', () => {
  let world: World
  beforeAll(async () => {
    world = await buildWorld(embeddedStore())
  }, 120_000)
  afterAll(async () => world.close())

  const eventCount = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from audit_events`.execute(
      world.platform.store.db,
    )
    return Number(rows[0]?.count)
  }

  test.each(posts.filter(takesIdempotencyKey))('$id has the same response and does nothing more', async (operation) => {
    const { path, query, body } = await requestOf(operation, makeThings(world, null), world)
    const send = (as: Asker, key: string) => world.ask(as, 'POST', path + query, body, { 'idempotency-key': key })
    let key = `${operation.id}-edit`
    let as: Asker = 'edit'
    let first = await send(as, key)
    if (first.status >= 300) {
      ;[as, key] = ['admin', `${operation.id}-admin`]
      first = await send(as, key)
    }
    if (succeeds(operation.id)) expect(first.status, first.text).toBeLessThan(300)
    const before = await eventCount()
    const second = await send(as, key)
    expect(second.status, second.text).toBe(first.status)
    expect(await eventCount()).toBe(before)
    if (!takesDryRun(operation) || first.status >= 300 || operation.id in writesNothing) return
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.text).toBe(first.text)
  })
})
