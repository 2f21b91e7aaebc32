import type { Viewer } from '@octavo/core/access'
import { operation } from '@octavo/core/contract'
import { conflict } from '@octavo/core/errors'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { eventOf } from '../audit/index.ts'
import { createQueue, createWorker } from '../queue/index.ts'
import { apiCredentialContext } from '../secrets/index.ts'
import { insertCredential } from '../store/api-credentials.ts'
import { deleteExpiredIdempotencyKeys } from '../store/idempotency-keys.ts'
import { newUuid, type Store } from '../store/index.ts'
import { describeStores } from '../store/testing.ts'
import { answer, handle, noContent, type Route } from './handle.ts'
import { buildTestPlatform, startTestServer, type TestPlatform, type TestServer, useServer } from './testing.ts'

const makeThing = operation({
  id: 'makeThing',
  method: 'POST',
  path: '/v2/things',
  summary: 'Make a thing',
  tag: 'test',
  body: Type.Object({ how: Type.String() }),
  answers: {
    200: Type.Object({ id: Type.String() }),
    201: Type.Object({ id: Type.String() }),
    204: { answer: 'empty' as const, description: '' },
  },
  errors: ['conflict'],
})

/** Inserts a team, so that each run of the handler adds a row. */
function makeRow(store: Store, viewer: Viewer): Promise<string> {
  const id = newUuid()
  const audited = { created_by: 'x', updated_by: 'x', created_at: 1, updated_at: 1 }
  return store.write(
    eventOf(viewer, { category: 'TEAMS', action: 'TEAM_CREATED', object: { kind: 'test', id: 'x' } }),
    async (tx) => {
      await tx
        .insertInto('teams')
        .values({
          organization_id: viewer.organizationId,
          id,
          name: id,
          description: '',
          visibility: '',
          is_archived: 0,
          ...audited,
        })
        .execute()
      return id
    },
  )
}

function routesOf({ store, clock }: TestPlatform): Route[] {
  const queue = createQueue({ store, clock })
  return [
    handle(makeThing, async ({ viewer, body }) => {
      switch (body.how) {
        case 'with headers':
          return answer(201, { id: await makeRow(store, viewer) }, { etag: '"1"' })
        case 'without a body':
          await makeRow(store, viewer)
          return noContent()
        case 'twice':
          await makeRow(store, viewer)
          return { id: await makeRow(store, viewer) }
        case 'then refused':
          await makeRow(store, viewer)
          throw conflict({ rule: 'team_named', name: 'After' })
        case 'then broken':
          await makeRow(store, viewer)
          throw new Error('broken after the write')
        case 'refused before':
          throw conflict({ rule: 'team_named', name: 'Before' })
        case 'with a job':
          await store.write(
            eventOf(viewer, { category: 'TEAMS', action: 'TEAM_CREATED', object: { kind: 'test', id: 'x' } }),
            async (tx) => {
              const job = { organizationId: viewer.organizationId, actorId: viewer.memberId }
              await queue.enqueue(tx, { ...job, kind: 'audit.seal', payload: {} })
            },
          )
          return { id: 'job' }
        default:
          return { id: await makeRow(store, viewer) }
      }
    }),
  ]
}

const keyed = (server: TestServer, key: string, how = 'plain', as: 'admin' | 'builder' = 'admin') =>
  server.request({ method: 'POST', path: '/v2/things', as, body: { how }, headers: { 'idempotency-key': key } })

async function things(store: Store): Promise<number> {
  const { count } = await store.db
    .selectFrom('teams')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

describeStores('Idempotency-Key', (openStore) => {
  const serverOf = useServer(openStore, routesOf)
  const made = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await things(serverOf().platform.store)
    await work()
    return (await things(serverOf().platform.store)) - before
  }

  test.each([
    ['plain', 200, 1],
    ['with headers', 201, 1],
    ['without a body', 204, 1],
    ['twice', 200, 2],
    ['then refused', 409, 1],
  ])('%s: a retry changes nothing and gets the first response', async (how, status, count) => {
    const server = serverOf()
    const key = newUuid()
    await expect(
      made(async () => {
        const first = await keyed(server, key, how)
        const second = await keyed(server, key, how)
        const withoutId = (body: unknown) => ({ ...(body as object), requestId: '' })
        expect([first.status, second.status]).toEqual([status, status])
        expect(withoutId(second.body)).toEqual(withoutId(first.body))
        expect(second.headers.etag).toBe(first.headers.etag)
        expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
          undefined,
          'true',
        ])
      }),
    ).resolves.toBe(count)
  })

  test('concurrent retries run once and all get the same response', async () => {
    const key = newUuid()
    await expect(
      made(async () => {
        const answers = await Promise.all(Array.from({ length: 20 }, () => keyed(serverOf(), key)))
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
        expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
        expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(19)
      }),
    ).resolves.toBe(1)
  })

  test('two servers on one store run the request once', async () => {
    // Two servers without shared memory: only the store can coordinate them.
    const other = await startTestServer(serverOf().platform, routesOf(serverOf().platform))
    try {
      for (let round = 0; round < 10; round += 1) {
        const key = newUuid()
        await expect(
          made(async () => {
            const [one, two] = await Promise.all([keyed(serverOf(), key), keyed(other, key)])
            const codes = [one, two].map(({ body }) => (body as { code?: string }).code)
            // The embedded store belongs to one process, so a claim of another server without a response counts as
            // lost.
            expect(codes.filter((code) => code !== undefined && code !== 'idempotency_answer_lost')).toEqual([])
            expect([one, two].filter(({ status }) => status === 200).length).toBeGreaterThan(0)
          }),
        ).resolves.toBe(1)
      }
    } finally {
      await other.http.stop({ graceMs: 0 })
    }
  })

  test('a refusal before the write does not use up the key', async () => {
    const key = newUuid()
    expect((await keyed(serverOf(), key, 'refused before')).status).toBe(409)
    expect(await made(() => keyed(serverOf(), key))).toBe(1)
  })

  test('after a fault that follows the write, a retry reports that it was made', async () => {
    const key = newUuid()
    await expect(
      made(async () => {
        expect((await keyed(serverOf(), key, 'then broken')).status).toBe(500)
        const second = await keyed(serverOf(), key, 'then broken')
        expect(second).toMatchObject({ status: 409, body: { code: 'idempotency_answer_lost' } })
      }),
    ).resolves.toBe(1)
  })

  test('a claim without a stored response is not run again', async () => {
    const { platform } = serverOf()
    const key = newUuid()
    await keyed(serverOf(), key)
    await platform.store.maintain('test', (tx) =>
      tx
        .updateTable('idempotency_keys')
        .set({ status: null, response_encrypted: 'claim:of a killed process' })
        .execute(),
    )
    platform.clock.advance(200_000)
    expect(await keyed(serverOf(), key)).toMatchObject({ status: 409, body: { code: 'idempotency_answer_lost' } })
  })

  test('the same key is refused for another request, and independent for another member', async () => {
    const key = newUuid()
    await expect(
      made(async () => {
        expect((await keyed(serverOf(), key)).status).toBe(200)
        const other = await keyed(serverOf(), key, 'with headers')
        expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
        expect((await keyed(serverOf(), key, 'plain', 'builder')).headers['idempotency-replayed']).toBeUndefined()
      }),
    ).resolves.toBe(2)
  })

  test.each(['', 'with space', 'ä', 'x'.repeat(256)])('the key %j is refused', async (key) => {
    expect(await keyed(serverOf(), key)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('a key is stored for a day, and can then be used again', async () => {
    const { platform } = serverOf()
    const key = newUuid()
    await keyed(serverOf(), key)
    platform.clock.advance(23 * 3_600_000)
    expect(await made(() => keyed(serverOf(), key))).toBe(0)
    platform.clock.advance(2 * 3_600_000)
    expect(await made(() => keyed(serverOf(), key))).toBe(1)
    platform.clock.advance(25 * 3_600_000)
    await platform.store.maintain('test', (tx) => deleteExpiredIdempotencyKeys(tx, platform.clock.now()))
    expect(await platform.store.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })

  test('a key belongs to the credential that sent it, not to the member', async () => {
    const { platform } = serverOf()
    const { admin } = platform.people
    const clientId = `second-${newUuid()}`
    const clientSecret = 'secret-of-the-second-credential-0123456789'
    await platform.store.maintain('test', (tx) =>
      insertCredential(tx, {
        organization_id: admin.organizationId,
        id: clientId,
        owner_id: admin.memberId,
        name: 'second',
        description: '',
        secret_encrypted: platform.secrets.encrypt(clientSecret, apiCredentialContext(clientId)),
        last_used_at: null,
        expires_at: null,
        is_revoked: 0,
        scopes: null,
        created_by: 'system',
        updated_by: 'system',
        created_at: 1,
        updated_at: 1,
      }),
    )
    const key = newUuid()
    const send = async (client: { clientId: string; clientSecret: string }) => {
      const { access_token: token } = await platform.tokens.grant(client, '127.0.0.1')
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
      return serverOf().request({ method: makeThing.method, path: makeThing.path, headers, body: { how: 'plain' } })
    }
    const first = await send(admin)
    const second = await send({ clientId, clientSecret })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers['idempotency-replayed']).toBeUndefined()
    expect(second.body).not.toEqual(first.body)
    expect((await send(admin)).body).toEqual(first.body)
  })

  test('the response is stored encrypted, and the key itself is not stored', async () => {
    const { platform } = serverOf()
    const key = newUuid()
    const { body } = await keyed(serverOf(), key)
    const rows = JSON.stringify(await platform.store.db.selectFrom('idempotency_keys').selectAll().execute())
    expect(rows).not.toContain((body as { id: string }).id)
    expect(rows).not.toContain(key)
  })

  test('a job that the write enqueues is not part of the request', async () => {
    const { platform } = serverOf()
    const ran = Promise.withResolvers<void>()
    const worker = createWorker({
      store: platform.store,
      clock: platform.clock,
      concurrency: 1,
      handlers: {
        'audit.seal': async ({ organizationId }) => {
          const event = {
            organizationId,
            actor: { kind: 'system', id: 'system' },
            category: 'SYSTEM',
            action: 'TEAM_UPDATED',
            object: { kind: 'test', id: 'x' },
          } as const
          await platform.store.write(event, async () => {})
          ran.resolve()
          return {}
        },
      },
    })
    await worker.start()
    const key = newUuid()
    await keyed(serverOf(), key, 'with a job')
    await ran.promise
    await worker.stop()
    expect((await keyed(serverOf(), key, 'with a job')).headers['idempotency-replayed']).toBe('true')
  })
})

describeStores('Idempotency-Key of an operation of ours', (openStore) => {
  test('a write that is rolled back leaves the key unused', async () => {
    const platform = await buildTestPlatform(openStore)
    let fails = true
    const route = handle(makeThing, async ({ viewer }) => {
      if (!fails) return { id: await makeRow(platform.store, viewer) }
      fails = false
      await platform.store.write(
        eventOf(viewer, { category: 'TEAMS', action: 'TEAM_CREATED', object: { kind: 'test', id: 'x' } }),
        async () => {
          throw conflict({ rule: 'team_named', name: 'Undone' })
        },
      )
      return { id: '' }
    })
    const server = await startTestServer(platform, [route])
    const key = newUuid()
    expect((await keyed(server, key)).status).toBe(409)
    const second = await keyed(server, key)
    expect(second.status).toBe(200)
    expect(second.headers['idempotency-replayed']).toBeUndefined()
    await server.http.stop({ graceMs: 0 })
    await platform.close()
  })
})
