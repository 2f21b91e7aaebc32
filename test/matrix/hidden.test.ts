import { type OperationDefinition, operations, pathNames } from '@octavo/core/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedStore } from '../../packages/server/src/store/testing.ts'
import { type Asked, type Own, post } from './bodies.ts'
import { countStatements } from './counted-statements.ts'
import { idsOfPath, nested, requests } from './resources.ts'
import { type Asker, buildWorld, makeThings, type World } from './world.ts'

/**
 * Every id in a request, in the path, the query or the body: an object that the caller may not see gets the same response as a missing one,
 * after the same number of statements to the store.
 */
const guarded: OperationDefinition[] = operations.filter(
  ({ auth = 'viewer' }: OperationDefinition) => auth === 'viewer',
)

/** Ids of objects that all internal members may see. */
const knownInside = new Set(['memberId', 'userId', 'tagId', 'versionTag', 'userAttributeId'])

async function ownOf({ ask, people }: World): Promise<Own> {
  const made = async (path: string, body: object, field: string) => {
    const answer = await ask('stranger', 'POST', path, body)
    expect(answer.status, answer.text).toBe(200)
    return String((answer.body as Record<string, unknown>)[field])
  }
  const workbookId = await made('/v2/files', { type: 'workbook', name: 'Own' }, 'id')
  const { body } = await ask('stranger', 'GET', `/v2/workbooks/${workbookId}/spec`)
  return {
    memberId: people.stranger.memberId,
    folderId: people.stranger.homeFolderId,
    workspaceId: await made('/v2/workspaces', { name: 'Own' }, 'workspaceId'),
    workbookId,
    pageId: (body as { pages: { id: string }[] }).pages[0]?.id ?? '',
  }
}

describe('the response for an object that the caller may not see equals the one for a missing object', () => {
  let world: World
  let own: Own
  let statements: ReturnType<typeof countStatements>
  beforeAll(async () => {
    world = await buildWorld(embeddedStore())
    own = await ownOf(world)
    statements = countStatements()
  }, 120_000)
  afterAll(async () => {
    statements.stop()
    await world.close()
  })

  /** Null when there is no difference, and when the caller may see the object, unless it is declared hidden. */
  async function difference(as: Asker, request: Asked, id: string, isHidden = false): Promise<string | null> {
    const unknown = id.length === 29 ? '0'.repeat(29) : '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
    const ask = async (name: string) => {
      const { method, path, body } = JSON.parse(JSON.stringify(request).replaceAll(id, name)) as Asked
      const { answer, count } = await statements.counted(() => world.ask(as, method, path, body))
      const { requestId: _, ...rest } = (answer.body ?? {}) as Record<string, unknown>
      const reported = JSON.stringify(rest).replaceAll(name, '<id>')
      return { status: answer.status, reported: `${answer.status} ${reported}`, count }
    }
    // Twice before counting: the caller is cached until the next write, and so is the first refusal.
    await ask(unknown)
    await ask(unknown)
    const hidden = await ask(id)
    if (hidden.status < 300 && !isHidden) return null
    const missing = await ask(unknown)
    if (hidden.reported !== missing.reported) return `${as}: ${hidden.reported}\n  instead of ${missing.reported}`
    if (hidden.count === missing.count) return null
    return `${as}: ${hidden.count} statements instead of ${missing.count} for ${hidden.reported}`
  }

  const withIds = guarded.filter(({ path }) => pathNames(path).length > 0)
  test.each(withIds)('$id: in the path', async (operation) => {
    const things = makeThings(world)
    const { body, query = '', ids = {} } = (await requests[operation.id]?.(things, world)) ?? {}
    const named: [string, string][] = []
    for (const name of pathNames(operation.path)) {
      named.push([name, ids[name] ?? (await idsOfPath[name]?.(things, world)) ?? ''])
    }
    const path = named.reduce((path, [name, id]) => path.replace(`{${name}}`, id), operation.path)
    const request = { method: operation.method, path: path + query, body }
    const found: (string | null)[] = []
    for (const [name, id] of named) {
      for (const as of ['foreign', 'guest', 'stranger'] as const) {
        if (id.length < 20 || (as !== 'foreign' && knownInside.has(name))) continue
        found.push(await difference(as, request, id))
      }
    }
    expect(found.filter((each) => each !== null)).toEqual([])
  })

  test.each(Object.keys(nested))('%s', async (name) => {
    const [id, request] = (await nested[name]?.(own, makeThings(world), world)) ?? ['', post('', {})]
    expect(await difference('stranger', request, id, true)).toBeNull()
  })
})
