import { type OperationDefinition, operations, takesDryRun, takesIdempotencyKey } from '@octavo/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedStore } from '../../packages/server/src/store/testing.ts'
import { requestOf } from './request-of.ts'
import { writesNothing } from './table.ts'
import { type Asker, buildWorld, makeThings, type World } from './world.ts'

const all: readonly OperationDefinition[] = operations
const posts = all.filter(({ method }) => method === 'POST')

/** POST operations that accept no key, each with its reason. */
const withoutKey: Readonly<Record<string, string>> = {
  postToken: 'nobody is known yet whose key it could be; a second token does no harm',
  signIn: 'as for tokens',
  uploadTable: 'a file of any size is not stored for a retry to be compared with',
  appendToUpload: 'as for uploadTable',
  signOut: 'a session ends once, however often it is asked for',
  startViewAs: 'only for the session of the web app',
  changePassword: 'only for the session of the web app',
  requestPasswordReset: 'nobody is known',
  resetPassword: 'its link works once',
  acceptInvitation: 'its link works once',
  startEmbedSession: 'its token works once',
  readPageData: 'a stream of rows that changes nothing',
  readDataModelPageData: 'a stream of rows that changes nothing',
  computePublicEmbedValues: 'values are computed and nothing changed, for somebody who is not known',
  drawPublicEmbedElement: 'a picture is drawn and nothing changed, for somebody who is not known',
  unsubscribeMail: 'nobody is known; a second request changes nothing',
  resubscribeMail: 'as for unsubscribeMail',
  webhooks: 'senders of webhooks know no such key; their signature works once',
  readPublicEmbedData: 'a stream of rows that changes nothing, for somebody who is not known',
}

/** Operations whose request here refers to a missing object: a retry fails like the first request. */
const namesNothing: ReadonlySet<string> = new Set([
  // There is no provider here to sign in at.
  'startConnectionSignIn',
  'finishConnectionSignIn',
  'v3alpha_deleteIpAllowlistEntries',
  'acceptTemplateShare',
  // No sequence calls a procedure.
  'callWorkbookProcedure',
  // No sequence calls an API or exports.
  'callWorkbookApi',
  'sendActionExport',
  // It sends mail, and there is no mail server here.
  'testWorkbookSchedule',
])

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
    if (!namesNothing.has(operation.id)) expect(first.status, first.text).toBeLessThan(300)
    const before = await eventCount()
    const second = await send(as, key)
    expect(second.status, second.text).toBe(first.status)
    expect(await eventCount()).toBe(before)
    if (!takesDryRun(operation) || first.status >= 300 || operation.id in writesNothing) return
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.text).toBe(first.text)
  })
})
