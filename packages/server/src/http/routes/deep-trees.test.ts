import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { rebuildFolderHolders } from '../../store/folder-holders.ts'
import { newUuid, urlIdOf } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { rebuildTrees } from '../../store/trees.ts'
import { useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const chains = 334
const depth = 30

describeStores('10,000 folders, 30 deep', (openStore) => {
  const deepest: string[] = []
  let topId = ''
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const server = useServer(openStore, async (platform) => {
    const { organizationId, store } = platform
    const { memberId, homeFolderId } = platform.people.builder
    const stamp = { created_by: memberId, updated_by: memberId, created_at: 1, updated_at: 1 }
    const folder = (id: string, name: string, parentId: string) => ({
      organization_id: organizationId,
      id,
      url_id: urlIdOf(id),
      type: 'folder',
      name,
      parent_id: parentId,
      owner_id: memberId,
      is_home: 0,
      description: '',
      badge: null,
      is_archived: 0,
      archived_at: null,
      archived_by: null,
      ...stamp,
    })
    topId = newUuid()
    const levels = Array.from({ length: depth - 1 }, () => Array.from({ length: chains }, newUuid))
    await store.maintain('test tree', async (tx) => {
      await tx
        .insertInto('inodes')
        .values(folder(topId, 'Top', homeFolderId))
        .execute()
      for (const [level, ids] of levels.entries()) {
        const rows = ids.map((id, chain) => folder(id, `${chain} ${level}`, levels[level - 1]?.[chain] ?? topId))
        await tx.insertInto('inodes').values(rows).execute()
      }
      await rebuildFolderHolders(tx)
      await rebuildTrees(tx)
    })
    // PostgreSQL does this by itself within a minute of inserting so many rows.
    await store.maintain('statistics', (tx) => sql`analyze`.execute(tx))
    deepest.push(...(levels.at(-1) ?? []))
    return buildTestServices({ ...platform, store: { ...store, db: store.db.withPlugin(counting) } }).routes
  })
  /** The response of a request, and the number of statements that it ran. */
  const counted = async (method: string, path: string, body?: object, query = {}) => {
    await server().tokenOf('builder')
    statements = 0
    const answer = await server().request({ method, path, as: 'builder', query, ...(body ? { body } : {}) })
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    return { statements, body: answer.body as { path: string; total: number; entries: { path: string }[] } }
  }

  test('a file at the bottom is read with as many statements as one at the top', async () => {
    const top = await counted('GET', `/v2/files/${topId}`)
    const bottom = await counted('GET', `/v2/files/${deepest[0]}`)
    expect(bottom.statements).toBe(top.statements)
    expect(bottom.statements).toBeLessThanOrEqual(4)
    expect(bottom.body.path.split('/')).toHaveLength(depth)
  })

  test('a page of a list takes as many statements for files at any depth', async () => {
    // The first page counts the total, which is then cached.
    await counted('GET', '/v2/files', undefined, { limit: 2 })
    const shallow = await counted('GET', '/v2/files', undefined, { limit: 2 })
    const page = await counted('GET', '/v2/files', undefined, { limit: 50 })
    // Two more statements: when the cached total and the cached tagged versions have expired, they are read again.
    expect(Math.abs(page.statements - shallow.statements)).toBeLessThanOrEqual(2)
    expect(page.body.entries).toHaveLength(50)
    const below = await counted('GET', '/v2/files', undefined, { limit: 50, parentId: topId })
    expect(below.body.total).toBe(chains * (depth - 1))
    expect(below.statements).toBeLessThanOrEqual(12)
  })

  test('a move to the bottom takes no more statements, and a folder cannot move into itself from above', async () => {
    const moved = await counted('PATCH', `/v2/files/${deepest[1]}`, { parentId: deepest[2] })
    expect(moved.body.path.split('/')).toHaveLength(depth + 1)
    expect(moved.statements).toBeLessThanOrEqual(12)
    const circle = {
      method: 'PATCH',
      path: `/v2/files/${topId}`,
      as: 'builder',
      body: { parentId: deepest[3] },
    } as const
    expect(await server().request(circle)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('the whole tree is archived and restored', async () => {
    const archived = await counted('DELETE', `/v2/files/${topId}`)
    expect(archived.statements).toBeLessThanOrEqual(4)
    expect((await counted('GET', '/v2/files', undefined, { parentId: topId })).body.total).toBe(0)
    await counted('PATCH', `/v2/files/${topId}`, { restore: true })
    expect((await counted('GET', '/v2/files', undefined, { parentId: topId })).body.total).toBe(chains * (depth - 1))
  })
})
