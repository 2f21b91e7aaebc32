import { AsyncLocalStorage } from 'node:async_hooks'
import { isWrite, type OperationDefinition, operations, pathNames } from '@octavo/core/contract'
import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import { pathOf, requestOf } from './request-of.ts'
import {
  addsToFolders,
  alsoIds,
  auditsNoChange,
  idsOfPath,
  mentionedOperations,
  objectOf,
  requests,
  writesNothing,
} from './resources.ts'
import { type Row, rowOf, table, text } from './table.ts'
import {
  type Asker,
  buildWorld,
  makeThings,
  type State,
  states,
  type Things,
  type ViewerKind,
  viewers,
  type World,
} from './world.ts'

/** Every operation that authenticates its caller; sign-in and service operations have tests of their own. */
const guarded: OperationDefinition[] = operations.filter(
  ({ auth = 'viewer' }: OperationDefinition) => auth === 'viewer' || auth === 'signed',
)

const how =
  'Run `OCTAVO_MATRIX=print npx vitest run --project contract test/matrix`, look at each line that it prints, and put it into the file of its resource in test/matrix/resources.'

const statements = new AsyncLocalStorage<{ count: number }>()

/** Counts the statements to the store caused by a request, without those of background work. */
function countStatements(): () => void {
  const { prototype } = DefaultQueryExecutor
  const original = prototype.executeQuery
  prototype.executeQuery = function <R>(this: DefaultQueryExecutor, query: CompiledQuery): Promise<QueryResult<R>> {
    const counter = statements.getStore()
    if (counter) counter.count += 1
    return original.call(this, query) as Promise<QueryResult<R>>
  }
  return () => {
    prototype.executeQuery = original
  }
}

/** Whether the object of the operation can be in the state. */
function hasState({ id, path }: OperationDefinition, state: State): boolean {
  const names = pathNames(path)
  const isDocument = names.includes('workbookId') || names.includes('dataModelId') || objectOf[id] === 'document'
  const isFile =
    names.includes('workspaceId') ||
    names.includes('templateId') ||
    objectOf[id] === 'file' ||
    (names.includes('inodeId') && id !== 'getInodeConnectionPath')
  return state === 'tagged' ? isDocument : isDocument || isFile || names.includes('datasetId')
}

/** Objects that are only read are shared by requests; objects that are changed are created for each. */
const kept = new WeakMap<World, Map<State | null, Things>>()
function thingsFor(world: World, operation: OperationDefinition, state: State | null): Things {
  if (isWrite(operation)) return makeThings(world, state)
  const ofWorld = kept.get(world) ?? new Map<State | null, Things>()
  kept.set(world, ofWorld)
  const things = ofWorld.get(state) ?? makeThings(world, state)
  ofWorld.set(state, things)
  return things
}

/** Whether an event contains the values before and after the change, or only one of them for a creation or deletion. */
function loggedChange(details: string): 'both' | 'one' | 'none' {
  const { before, after } = JSON.parse(details) as { before?: unknown; after?: unknown }
  if (before === undefined || after === undefined) return 'none'
  return before !== null && after !== null ? 'both' : before !== null || after !== null ? 'one' : 'none'
}

async function statusOf(world: World, operation: OperationDefinition, as: Asker, state: State | null) {
  const things = thingsFor(world, operation, state)
  const { path, query, body } = await requestOf(operation, things, world)
  return world.ask(as, operation.method, path + query, body)
}

const suite = (openStore: Parameters<Parameters<typeof describeStores>[1]>[0], engine: string) => {
  // The same rules apply to both stores; the second takes longer.
  const isRun = engine === 'sqlite' || process.env.OCTAVO_DEEP === '1'
  describe.runIf(isRun)('who may do what', () => {
    let world: World
    let stopCounting = () => {}
    beforeAll(async () => {
      world = await buildWorld(openStore)
      stopCounting = countStatements()
    }, 120_000)
    afterAll(async () => {
      stopCounting()
      await world.close()
    })
    const printed: string[] = []
    afterAll(() => {
      if (process.env.OCTAVO_MATRIX === 'print') console.log(printed.join('\n'))
    })

    test.each(guarded)('$id', async (operation) => {
      const found: Row = {}
      const silent: string[] = []
      const incomplete: string[] = []
      const logged = new Set<ReturnType<typeof loggedChange>>()
      const note = async (column: string, as: ViewerKind, state: State | null) => {
        const answer = await statusOf(world, operation, as, state)
        found[column] = answer.status
        const isDone = answer.status < 300 && isWrite(operation)
        if (!(isDone || answer.status === 403)) return
        const events = await world.platform.store.db
          .selectFrom('audit_events')
          .select(['outcome', 'actor_id', 'action', 'object_kind', 'object_id', 'details'])
          .where('request_id', '=', String(answer.headers['x-request-id']))
          .where('outcome', '=', isDone ? 'done' : 'denied')
          .execute()
        // Of repeated equal denials only the first has an event.
        if (isDone && events.length === 0) silent.push(column)
        for (const event of events) {
          const isWhole = event.actor_id === world.people[as].memberId && event.object_kind && event.object_id
          if (!isWhole) incomplete.push(`${column}: ${event.action} names no actor or no object`)
          if (isDone) logged.add(loggedChange(event.details))
        }
      }
      for (const as of viewers) await note(as, as, null)
      for (const state of states) if (hasState(operation, state)) await note(state, 'edit', state)
      printed.push(text(operation.id, found))
      if (process.env.OCTAVO_MATRIX === 'print') return
      const row = rowOf(operation.id)
      if (!row) expect.fail(`There is no row for ${operation.id}. ${how}`)
      expect(found, `${operation.id}: who may do what has changed. If that is meant: ${how}`).toEqual(row)
      const isSilent = silent.length > 0 && writesNothing[operation.id] === undefined
      expect(isSilent ? silent : [], `${operation.id} changes something and writes no audit event`).toEqual([])
      expect(incomplete).toEqual([])
      if (logged.size === 0) return
      const whole = operation.method === 'PATCH' || operation.method === 'PUT' ? ['both'] : ['both', 'one']
      const isLogged = [...logged].some((each) => whole.includes(each))
      const reason = auditsNoChange[operation.id]
      expect(
        isLogged,
        reason === undefined
          ? `the events of ${operation.id} have no values before and after: pass \`change\` to eventOf (server/src/audit/README.md)`
          : `the events of ${operation.id} have values before and after: remove its line from auditsNoChange in test/matrix/resources`,
      ).toBe(reason === undefined)
    })

    test.each(guarded)(
      '$id: users who may organize a folder may do what users who explore it may, and add to it',
      async ({ id }) => {
        const operation = guarded.find((each) => each.id === id)
        if (!operation) return
        const { status } = await statusOf(world, operation, 'organize', null)
        const row = rowOf(id)
        expect({ id, status }).toEqual({ id, status: addsToFolders[id] ?? row?.explore })
      },
    )

    const aboutTagged = guarded.filter((operation) => hasState(operation, 'tagged'))
    test.each(aboutTagged)(
      '$id: a grant on a folder by version tag is like grants on its tagged versions, and does not apply to untagged ones',
      async (operation) => {
        const { id } = operation
        const one = await statusOf(world, operation, 'version', 'tagged')
        const all = await statusOf(world, operation, 'folderTag', 'tagged')
        expect({ id, status: all.status }, all.text).toEqual({ id, status: one.status })
        const untagged = await statusOf(world, operation, 'folderTag', null)
        expect({ id, status: untagged.status }, untagged.text).toEqual({ id, status: rowOf(id)?.stranger })
      },
    )

    test.each(guarded)('$id: no token, an expired token and a disabled member get 401', async (operation) => {
      const things = { ...makeThings(world) }
      const ids = Object.fromEntries(pathNames(operation.path).map((name) => [name, things.unknownId]))
      const path = await pathOf(operation, things, world, ids)
      const headers = { 'content-type': 'application/json' }
      for (const token of [null, world.tokens.expired, world.tokens.disabled]) {
        const answer = await world.server.request({
          method: operation.method,
          path,
          headers: token === null ? headers : { ...headers, authorization: `Bearer ${token}` },
          ...(operation.body === undefined ? {} : { body: {} }),
        })
        expect(answer.status, `${token === world.tokens.disabled ? 'disabled' : 'nobody'}: ${answer.text}`).toBe(401)
      }
    })

    const withId = guarded.filter(({ path }) => pathNames(path).length > 0)
    test.each(withId)(
      '$id: a hidden object has the response of a missing one, after the same number of statements',
      async (operation) => {
        const things = thingsFor(world, operation, null)
        const [first = ''] = pathNames(operation.path)
        const { body, query = '', ids = {} } = (await requests[operation.id]?.(things, world)) ?? {}
        const own = ids[first] ?? (await idsOfPath[first]?.(things, world)) ?? ''
        const others = await Promise.all(
          (pathNames(operation.path).length === 1 ? (alsoIds[first] ?? []) : []).map((make) => make(things)),
        )
        const asked = [own, ...others].flatMap((id) => (['stranger', 'foreign'] as const).map((as) => ({ id, as })))
        for (const { id, as } of asked) {
          const seen = await pathOf(operation, things, world, { ...ids, [first]: id })
          const unknown = /^[0-9A-Za-z]{29}$/.test(id) ? '0'.repeat(29) : things.unknownId
          const ask = async (path: string) => {
            const counter = { count: 0 }
            const answer = await statements.run(counter, () => world.ask(as, operation.method, path + query, body))
            return { answer, count: counter.count }
          }
          // Once before counting: the caller is read from the store and cached for a moment.
          await ask(seen.replace(encodeURIComponent(id), unknown))
          const hidden = await ask(seen)
          // A 404 for another object in the request is not compared.
          if (hidden.answer.status !== 404 || !hidden.answer.text.includes(id)) continue
          const missing = await ask(seen.replace(encodeURIComponent(id), unknown))
          expect(missing.answer.status).toBe(404)
          const logged = (answer: { body: unknown }, of: string) => {
            const { requestId: _, ...rest } = answer.body as Record<string, unknown>
            return JSON.stringify(rest).replaceAll(of, '<id>')
          }
          expect(logged(hidden.answer, id)).toBe(logged(missing.answer, unknown))
          expect({ as, statements: hidden.count }).toEqual({ as, statements: missing.count })
        }
      },
    )

    test('the table has no row for a removed operation', () => {
      const known = new Set(guarded.map(({ id }) => id))
      expect([...table.keys()].filter((id) => !known.has(id))).toEqual([])
      const all = new Set<string>(operations.map(({ id }) => id))
      expect([...mentionedOperations].filter((id) => !all.has(id))).toEqual([])
    })
  })
}

describeStores('the matrix', suite)
