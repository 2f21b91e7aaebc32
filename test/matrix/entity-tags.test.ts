import { answerKind, answersOf, type OperationDefinition, operations } from '@octavo/core/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import { requestOf } from './request-of.ts'
import { withoutEtag } from './resources.ts'
import { buildWorld, makeThings, type World } from './world.ts'

const all: readonly OperationDefinition[] = operations
/** Operations of the API; the schemas at `/schemas` have a test of their own. */
const tagged = all.filter(({ etag, path }) => etag === true && path.startsWith('/v'))
const conditional = all.filter(({ ifMatch }) => ifMatch === true)

/** Whether it reads one object as JSON: by its id, or as code, as a draft, or in the old form. */
function readsOneObject(operation: OperationDefinition): boolean {
  const isJson = answersOf(operation).some(([, answer]) => answerKind(answer) === 'json')
  return (
    operation.method === 'GET' &&
    operation.path.startsWith('/v') &&
    isJson &&
    /\/(?:\{\w+\}|spec|contents|draft|schema)$/.test(operation.path)
  )
}

test('every operation that reads one object declares its ETag, or is listed as one without', () => {
  const without = all.filter((operation) => readsOneObject(operation) && operation.etag !== true)
  expect(without.map(({ id }) => id).sort()).toEqual([...withoutEtag].sort())
})

test('every operation that replaces, changes or removes an object with an ETag accepts If-Match', () => {
  const paths = new Set(tagged.map(({ path }) => path))
  const writers = all.filter(({ method, path }) => paths.has(path) && method !== 'GET' && method !== 'POST')
  expect(writers.filter(({ ifMatch }) => ifMatch !== true).map(({ id }) => id)).toEqual([])
})

describeStores('ETags', (openStore) => {
  let world: World
  beforeAll(async () => {
    world = await buildWorld(openStore)
  }, 120_000)
  afterAll(async () => world.close())

  const readerOf = async (path: string) =>
    (await world.ask('edit', 'GET', path)).status < 300 ? ('edit' as const) : ('admin' as const)

  test.each(tagged)('$id responds with 304 if the caller has the current state', async (operation) => {
    const { path, query } = await requestOf(operation, makeThings(world, null), world)
    const as = await readerOf(path + query)
    const read = (wanted?: string) =>
      world.ask(as, 'GET', path + query, undefined, wanted === undefined ? {} : { 'if-none-match': wanted })
    const first = await read()
    expect(first.status, first.text).toBe(200)
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const wanted of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await read(wanted)
      expect({ status: again.status, text: again.text, etag: again.headers.etag }, wanted).toEqual({
        status: 304,
        text: '',
        etag,
      })
    }
    expect(await read('"other"')).toMatchObject({ status: 200, body: first.body })
  })

  describe.each(conditional)('$id', (operation) => {
    /** The operation that reads the object: with the same path without the action, or for parts of a document the path of the document. */
    const plain = (path: string) => path.replace(/\/moveToLatest$/, '')
    const reader = (path: string) =>
      tagged.some((one) => one.path === plain(operation.path))
        ? plain(path)
        : `${path.replace(/\/contents$/, '')}?includeContents=true`

    test('changes nothing for an outdated state, and everything for the current one', async () => {
      const { path, query, body } = await requestOf(operation, makeThings(world, null), world)
      const as = await readerOf(reader(path))
      const send = (ifMatch: string) => world.ask(as, operation.method, path + query, body, { 'if-match': ifMatch })
      const before = await world.ask(as, 'GET', reader(path))
      expect(before.status, before.text).toBe(200)
      const refused = await send('"other"')
      expect(refused).toMatchObject({
        status: 412,
        body: { code: 'precondition_failed', details: { sent: '"other"' } },
      })
      expect((await world.ask(as, 'GET', reader(path))).headers.etag).toBe(before.headers.etag)
      expect(await send('yesterday')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })

      const done = await send(`"other", ${String(before.headers.etag)}`)
      expect(done.status, done.text).toBeLessThan(300)
      const after = await world.ask(as, 'GET', reader(path))
      expect(after.status === 404 || after.headers.etag !== before.headers.etag).toBe(true)
      if (operation.method !== 'DELETE' && after.status === 200) expect(done.headers.etag).toBe(after.headers.etag)
      const late = await send(String(before.headers.etag))
      expect([404, 412], late.text).toContain(late.status)
    })
  })
})
