import { bodiesOf, type OperationDefinition, operations, takesDryRun } from '@octavo/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import { requestOf } from './request-of.ts'
import { addsToDryRuns } from './resources.ts'
import { succeeds } from './table.ts'
import { buildWorld, makeThings, type World } from './world.ts'

const all: readonly OperationDefinition[] = operations
/** Token requests contain the client in a form; they have a test of their own. */
const withDryRun = all.filter((operation) => takesDryRun(operation) && operation.auth !== 'client')
const without = all.filter(
  (operation) => operation.method !== 'GET' && operation.onlyReads !== true && !takesDryRun(operation),
)

/** The body with `dryRun` in it; null when it is not a JSON object, or when the operation has a field of that name with another meaning. */
function withFlag(operation: OperationDefinition, body: unknown): object | null {
  const bodies = bodiesOf(operation)
  const json = bodies.find(([type]) => type === 'application/json')?.[1]
  if (json === undefined && bodies.length > 0) return null
  const fields = json && 'properties' in json ? (json.properties as Record<string, unknown>) : {}
  if (Object.hasOwn(fields, 'dryRun')) return null
  if (body === undefined) return { dryRun: true }
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, dryRun: true } : null
}

/**
 * Every row of every table, as text. The search index is derived from a table that is compared, and its own tables have no readable rows.
 */
async function dumpOf({ platform: { store } }: World): Promise<Map<string, string>> {
  const names =
    store.engine === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'search_words%'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`
  const dump = new Map<string, string>()
  for (const { name } of (await names.execute(store.db)).rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.db)
    dump.set(
      name,
      rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n'),
    )
  }
  return dump
}

const describeDryRuns = (openStore: Parameters<Parameters<typeof describeStores>[1]>[0], engine: string) => {
  // The same rules apply to both stores; the second takes longer.
  describe.runIf(engine === 'sqlite' || process.env.OCTAVO_DEEP === '1')('dry runs', () => {
    let world: World
    beforeAll(async () => {
      world = await buildWorld(openStore)
    }, 120_000)
    afterAll(async () => world.close())

    test.each(withDryRun)('$id responds as if executed and changes nothing', async (operation) => {
      const things = makeThings(world, null)
      const { path, query, body } = await requestOf(operation, things, world)
      const dryPath = `${path}${query === '' ? '?' : `${query}&`}dryRun=true`
      const mayDo = (await world.ask('edit', operation.method, dryPath, body)).status < 300 ? 'edit' : 'admin'

      const before = await dumpOf(world)
      const dry = await world.ask(mayDo, operation.method, dryPath, body)
      if (succeeds(operation.id)) expect(dry.status, dry.text).toBeLessThan(300)
      const flagged = withFlag(operation, body)
      if (flagged) {
        const inBody = await world.ask(mayDo, operation.method, path + query, flagged)
        expect(inBody.status, inBody.text).toBe(dry.status)
        expect(Object.keys(inBody.body as object).sort()).toEqual(Object.keys(dry.body as object).sort())
      }
      const after = await dumpOf(world)
      for (const [table, rows] of after) expect(rows, table).toBe(before.get(table))

      const real = await world.ask(mayDo, operation.method, path + query, body)
      if (real.status === 204) {
        expect(dry.body).toEqual({ changes: expect.any(Array) as unknown })
        return
      }
      expect(real.status, real.text).toBe(dry.status)
      if (real.status >= 300) return
      const { changes, ...rest } = dry.body as { changes?: unknown }
      expect(changes).toBeInstanceOf(Array)
      if (typeof real.body !== 'object' || real.body === null) throw new Error('Every other answer is an object.')
      expect(Object.keys(rest).sort()).toEqual(
        [...Object.keys(real.body), ...(addsToDryRuns[operation.id] ?? [])].sort(),
      )
    })

    test.each(without)('$id refuses a dry run', async (operation) => {
      const dry = await world.server.request({
        method: operation.method,
        path: `${operation.path.replaceAll(/[{}]/g, '')}?dryRun=true`,
        as: 'admin',
      })
      expect(dry.status, dry.text).toBeGreaterThanOrEqual(400)
    })

    test('tokens: the response of the real request, and no token; a wrong secret is recorded all the same', async () => {
      const { server, platform } = world
      const { clientId, clientSecret } = platform.people.admin
      const send = (dryRun: string, secret = clientSecret) =>
        server.request({
          method: 'POST',
          path: '/v2/auth/token',
          as: null,
          form: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret, dryRun },
        })
      const before = await dumpOf(world)
      const dry = await send('true')
      expect(dry, dry.text).toMatchObject({ status: 200, body: { changes: [{ action: 'TOKEN_ISSUED' }] } })
      expect(await dumpOf(world)).toEqual(before)
      const { changes: _changes, ...rest } = dry.body as { changes: unknown; access_token: string }
      const real = (await send('false')).body as object
      expect(Object.keys(rest).sort()).toEqual(Object.keys(real).sort())
      const used = await server.request({
        method: 'GET',
        path: '/v2/whoami',
        as: null,
        headers: { authorization: `Bearer ${rest.access_token}` },
      })
      expect(used.status).toBe(401)

      const refusals = async () => (await dumpOf(world)).get('audit_events')?.match(/wrong secret/g)?.length ?? 0
      const known = await refusals()
      expect((await send('true', 'wrong')).status).toBe(401)
      await expect.poll(refusals).toBe(known + 1)
    })

    test('dryRun may be a field of the body, and anything but true or false is refused', async () => {
      const before = await dumpOf(world)
      const team = { name: 'Only tried' }
      const dry = await world.ask('admin', 'POST', '/v2/teams', { ...team, dryRun: true })
      expect(dry.body).toMatchObject({ name: 'Only tried', changes: [{ object: { kind: 'team' }, before: null }] })
      expect(await dumpOf(world)).toEqual(before)
      const wrong = await world.ask('admin', 'POST', '/v2/teams', { ...team, dryRun: 'yes' })
      expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    })

    test('a failed dry run responds with the error of the real request', async () => {
      const missing = '/v2/teams/8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
      expect((await world.ask('admin', 'DELETE', `${missing}?dryRun=true`)).status).toBe(404)
    })
  })
}

describeStores('what dryRun does', describeDryRuns)
