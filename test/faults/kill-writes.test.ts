import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { sealEvents, verifyChain } from '../../packages/server/src/audit/index.ts'
import { createStore } from '../../packages/server/src/store/index.ts'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import {
  endAll,
  isWhole,
  openLedger,
  prepareServer,
  rounds,
  type ServerProcess,
  signIn,
  startServer,
  timeLimitMs,
} from './processes.ts'

afterAll(endAll)

interface Sent {
  name: string
  key: string
  /** Id of the folder; null without a response. */
  id: string | null
  /** The server reported that it was done, but no longer has the response. */
  isDone: boolean
}

const clients = 6

describeStores('a server that is killed while it writes', (openStore) => {
  test(
    'keeps every write that it acknowledged, and a retry with the same key repeats none',
    async () => {
      const place = await openStore.place({ isMigrated: false })
      const all: Sent[] = []
      let headers: Record<string, string> | undefined
      let replayed = 0
      let late = 0
      const count = rounds(1_000, 2)
      for (let round = 0; round < count; round += 1) {
        const server = await startServer(place)
        prepareServer()
        headers ??= await signIn(server)
        const before = all.filter(({ id, isDone }) => id === null && !isDone)
        // Of the previous round; the results of all rounds are checked at the end.
        for (const { id, name } of all.slice(-30)) {
          if (id === null) continue
          const { status, body } = await server.request('GET', `/v2/files/${id}`, undefined, headers)
          expect([status, (body as { name: string }).name], `round ${round}`).toEqual([200, name])
        }
        const retried = await Promise.all(before.map((sent) => makeFolder(server, sent, headers ?? {})))
        replayed += retried.filter((answer) => answer === 'replayed').length
        late += retried.filter((answer) => answer === 'done').length

        const isDown = { yes: false }
        const writers = Array.from({ length: clients }, async (_, client) => {
          for (let index = 0; !isDown.yes; index += 1) {
            const sent: Sent = { name: `r${round}-c${client}-${index}`, key: randomUUID(), id: null, isDone: false }
            all.push(sent)
            await makeFolder(server, sent, headers ?? {}).catch(() => {
              isDown.yes = true
            })
          }
        })
        await server.killAfter(20 + Math.random() * 180)
        await Promise.all(writers)
      }

      expect(await isWhole(place)).toBe(true)
      const ledger = await openLedger(place)
      const folders = await ledger.rows<{ id: string; name: string }>(
        "select id, name from inodes where name like 'r%-c%'",
      )
      const events = await ledger.rows<{ object_id: string }>(
        "select object_id from audit_events where action = 'FOLDER_CREATED'",
      )
      await ledger.close()
      const ids = new Map(folders.map(({ id, name }) => [name, id]))
      const acknowledged = all.filter(({ id }) => id !== null)
      console.info(
        `${count} kills: ${acknowledged.length} acknowledged writes, ${all.length - acknowledged.length} unanswered at the end, ` +
          `${replayed} answers repeated, ${late} already done`,
      )
      // Their number depends on the machine.
      expect(acknowledged.length).toBeGreaterThan(0)
      expect(acknowledged.filter(({ name, id }) => ids.get(name) !== id)).toEqual([])
      expect(
        all.filter(({ name, isDone }) => isDone && !ids.has(name)),
        'every write reported as done exists',
      ).toEqual([])
      expect(ids.size, 'no folder exists twice').toBe(folders.length)
      expect(events.map(({ object_id: id }) => id).sort(), 'one event for each folder').toEqual(
        [...ids.values()].sort(),
      )

      const store = await createStore(place)
      for (const { id } of await store.db.selectFrom('organizations').select('id').execute()) {
        await sealEvents(store, id)
        expect(await verifyChain(store, id)).toMatchObject({ isWhole: true })
      }
      await store.close()
    },
    timeLimitMs(3 * 3_600_000, 240_000),
  )
})

async function makeFolder(
  server: ServerProcess,
  sent: Sent,
  headers: Record<string, string>,
): Promise<'made' | 'replayed' | 'done'> {
  const {
    status,
    body,
    headers: answered,
  } = await server.request(
    'POST',
    '/v2/files',
    { type: 'folder', name: sent.name },
    { ...headers, 'idempotency-key': sent.key },
  )
  const { id, code } = body as { id?: string; code?: string }
  // Killed between the write and storing its response: it is done, and its id can be found by reading.
  if (status === 409 && (code === 'idempotency_answer_lost' || code === 'idempotency_in_progress')) {
    sent.isDone = true
    return 'done'
  }
  expect([status, code]).toEqual([200, undefined])
  sent.id = id ?? null
  return answered.get('idempotency-replayed') === 'true' ? 'replayed' : 'made'
}
