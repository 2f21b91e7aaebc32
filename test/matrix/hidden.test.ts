import { AsyncLocalStorage } from 'node:async_hooks'
import { type OperationDefinition, operations, pathNames } from '@octavo/core/contract'
import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedStore } from '../../packages/server/src/store/testing.ts'
import { idsOfPath, requests } from './requests.ts'
import { type Asker, buildWorld, makeThings, type Things, type World } from './world.ts'

/**
 * Every id in a request, in the path, the query or the body: an object that the caller may not see gets the same response as a missing one,
 * after the same number of statements to the store.
 */
const guarded: OperationDefinition[] = operations.filter(
  ({ auth = 'viewer' }: OperationDefinition) => auth === 'viewer',
)

interface Asked {
  method: string
  path: string
  body?: unknown
}

/** Ids of objects that all internal members may see. */
const knownInside = new Set(['memberId', 'userId', 'tagId', 'versionTag', 'userAttributeId'])

/**
 * Requests of a user with the account type Build about their own objects that also contain the `id` of an object that they may not see.
 */
const nested: Record<string, (own: Own, things: Things, world: World) => Promise<[id: string, Asked]>> = {
  'members of a team': async (_, things) => {
    const id = await things.team()
    return [id, { method: 'GET', path: `/v2/members?teamId=${id}` }]
  },
  'files in a folder': async (_, things) => {
    const id = await things.folder()
    return [id, { method: 'GET', path: `/v2/files?parentId=${id}` }]
  },
  'files right in My Documents of another': async (_, things, { ask }) => {
    const { body } = await ask('admin', 'GET', `/v2/members/${await things.member()}`)
    const id = (body as { homeFolderId: string }).homeFolderId
    return [id, { method: 'GET', path: `/v2/files?parentId=${id}&directChildFilter=true` }]
  },
  'grants on a file': async (_, things) => {
    const id = await things.workbook()
    return [id, { method: 'GET', path: `/v2/grants?inodeId=${id}` }]
  },
  'grants of a team': async (_, things) => {
    const id = await things.team()
    return [id, { method: 'GET', path: `/v2/grants?teamId=${id}` }]
  },
  'grant to a team': async (own, things) => {
    const id = await things.team()
    return [id, post('/v2/grants', { grantee: { teamId: id }, permission: 'view', inodeId: own.workbookId })]
  },
  'grant on a file': async (own, things) => {
    const id = await things.workbook()
    return [id, post('/v2/grants', { grantee: { memberId: own.memberId }, permission: 'view', inodeId: id })]
  },
  'grant by a version tag that is not on the file': async (own, things) => {
    const id = await things.tag()
    const grantee = { memberId: own.memberId }
    return [id, post('/v2/grants', { grantee, permission: 'view', inodeId: own.workbookId, tagId: id })]
  },
  'grants on a workspace': async (own, things) => {
    const id = await things.team()
    return [id, post(`/v2/workspaces/${own.workspaceId}/grants`, toTeam(id, 'view'))]
  },
  'template of a new workbook': async (own, things) => {
    const id = await things.template()
    return [id, post('/v2/templates/save_workbook', { templateId: id, folderId: own.workspaceId })]
  },
  'folder of a new template': async (own, things) => {
    const id = await things.folder()
    return [id, post(`/v2/workbooks/${own.workbookId}/saveTemplate`, { folderId: id })]
  },
  'grants on a workbook': async (own, things) => {
    const id = await things.team()
    return [id, post(`/v2/workbooks/${own.workbookId}/grants`, toTeam(id, 'view'))]
  },
  'grant that is on another workbook': async (own, things) => {
    const id = await things.grantOn('workbook')
    return [id, { method: 'DELETE', path: `/v2/workbooks/${own.workbookId}/grants/${id}` }]
  },
  'grant that is on another workspace': async (own, things) => {
    const id = await things.grantOn('workspace')
    return [id, { method: 'DELETE', path: `/v2/workspaces/${own.workspaceId}/grants/${id}` }]
  },
  'schedule of another workbook': async (own, things) => {
    const id = await things.schedule()
    return [id, { method: 'DELETE', path: `/v2/workbooks/${own.workbookId}/schedules/${id}` }]
  },
  'custom view of somebody else, to save': async (own, things) => {
    const id = await things.customView('private')
    const body = { workbookVersion: 1, name: 'X', isShared: false, exploreKey: id }
    return [id, post(`/v2/workbooks/${own.workbookId}/bookmarks`, body)]
  },
  'page data through the saved view of another workbook': async (own, things) => {
    const id = await things.savedView()
    return [id, post(`/v2/workbooks/${own.workbookId}/pages/${own.pageId}/data?bookmarkId=${id}`, {})]
  },
  'folder to move to': async (own, things) => {
    const id = await things.folder()
    return [id, { method: 'PATCH', path: `/v2/files/${own.workbookId}`, body: { parentId: id } }]
  },
  'folder of a new folder': async (_, things) => {
    const id = await things.folder()
    return [id, post('/v2/files', { type: 'folder', name: 'X', parentId: id })]
  },
  'folder of a new workbook': async (_, things) => {
    const id = await things.folder()
    return [id, post('/v2/files', { type: 'workbook', name: 'X', parentId: id })]
  },
  'source of a new workbook': async (_, things) => {
    const id = await things.workbook()
    return [id, post('/v2/files', { type: 'workbook', name: 'X', source: { inodeId: id, version: 1 } })]
  },
  'folder of a workbook': async (_, things) => {
    const id = await things.folder()
    return [id, post('/v2/workbooks', { name: 'X', folderId: id })]
  },
  'folder of a copy': async (own, things) => {
    const id = await things.folder()
    return [id, post(`/v2/workbooks/${own.workbookId}/copy`, { name: 'X', destinationFolderId: id })]
  },
  'folder of a document as code': async (_, things) => {
    const id = await things.folder()
    return [id, post('/v2/workbooks/spec', { name: 'X', folderId: id, schemaVersion: 1, pages: [] })]
  },
  'folder of a dataset': async (own, things) => {
    const id = await things.folder()
    return [id, post('/v2/datasets', { ...things.datasetBody(own.folderId), folderId: id })]
  },
  'connection of a dataset': async (own, things, { connectionId }) => [
    connectionId,
    post('/v2/datasets', things.datasetBody(own.folderId)),
  ],
  'dataset of a document as code': async (own, things) => {
    const id = await things.dataset()
    return [id, post('/v2/workbooks/spec', book(own, { kind: 'dataset', datasetId: id }))]
  },
  'grant that is on another dataset': async (_, things) => {
    const [id, datasetId] = [await things.grantOn('dataset'), await things.dataset()]
    return [id, { method: 'DELETE', path: `/v2/datasets/${datasetId}/grants/${id}` }]
  },
  'connection of a document as code': async (own, _, { connectionId }) => [
    connectionId,
    post('/v2/workbooks/spec', book(own, { kind: 'warehouse-table', connectionId, path: ['A', 'B', 'C'] })),
  ],
  'connection of custom SQL': async (own, _, { connectionId }) => [
    connectionId,
    post('/v2/workbooks/spec', book(own, { kind: 'sql', connectionId, statement: 'select 1' })),
  ],
  'data model of a document as code': async (own, things) => {
    const id = await things.dataModel()
    return [id, post('/v2/workbooks/spec', book(own, { kind: 'data-model', dataModelId: id, elementId: 'orders' }))]
  },
  'data model of a checked document': async (own, things) => {
    const id = await things.dataModel()
    const spec = book(own, { kind: 'data-model', dataModelId: id, elementId: 'orders' })
    return [id, post('/v2/workbooks/spec/verify', spec)]
  },
  'data model of a document that is put': async (own, things) => {
    const id = await things.dataModel()
    const body = book(own, { kind: 'data-model', dataModelId: id, elementId: 'orders' })
    return [id, { method: 'PUT', path: `/v2/workbooks/${own.workbookId}/spec`, body }]
  },
  'connection in a draft': async (own, _, { connectionId }) => {
    return [connectionId, inDraft(own, { kind: 'warehouse-table', connectionId, path: ['A', 'B', 'C'] })]
  },
  'data model in a draft': async (own, things) => {
    const id = await things.dataModel()
    return [id, inDraft(own, { kind: 'data-model', dataModelId: id, elementId: 'orders' })]
  },
  'target of a shortcut': async (own, things) => {
    const id = await things.workbook()
    return [id, post('/v2/shortcuts', { parentId: own.folderId, target: { id } })]
  },
  'table as target of a shortcut': async (own, _, { tableId }) => [
    tableId,
    post('/v2/shortcuts', { parentId: own.folderId, target: { id: tableId } }),
  ],
  'folder of a shortcut': async (own, things) => {
    const id = await things.folder()
    return [id, post('/v2/shortcuts', { parentId: id, target: { id: own.workbookId } })]
  },
  favorite: async (own, things) => {
    const id = await things.workbook()
    return [id, post('/v2/favorites', { memberId: own.memberId, inodeId: id })]
  },
  'favorite to take away': async (own, things) => {
    const id = await things.workbook()
    return [id, { method: 'DELETE', path: `/v2/favorites/member/${own.memberId}/file/${id}` }]
  },
  'team of a new member': async (_, things) => {
    const id = await things.team()
    const names = { email: `${things.name('n').replace(' ', '')}@example.com`, firstName: 'N', lastName: 'N' }
    return [id, post('/v2/members', { ...names, addToTeams: [{ teamId: id }] })]
  },
  'workbook to tag': async (_, things) => {
    await things.tag()
    const id = await things.workbook()
    return [id, post('/v2/workbooks/tag', { workbookId: id, tag: things.tagName() })]
  },
  'document to ask a protected tag for': async (_, things) => {
    const id = await things.workbook()
    return [id, post(`/v2/tags/${await things.protectedTag()}/requests`, { inodeId: id })]
  },
  'value of a user attribute for a team': async (_, things) => {
    const id = await things.team()
    const assignments = [{ teamId: id, value: { type: 'string', val: 'x' } }]
    return [id, post(`/v2/user-attributes/${await things.userAttribute()}/teams`, { assignments })]
  },
  'values of user attributes of a team': async (_, things) => {
    const id = await things.team()
    const assignments = [{ userAttributeId: await things.userAttribute(), value: { type: 'string', val: 'x' } }]
    return [id, post(`/v2/teams/${id}/assignedUserAttributes`, { assignments })]
  },
  'workbook of a formula': async (_, things) => {
    const id = await things.workbook()
    return [id, post('/v2/formulas:check', { workbookId: id, elementId: 'orders', formula: '1' })]
  },
}

const post = (path: string, body: unknown): Asked => ({ method: 'POST', path, body })
const toTeam = (teamId: string, permission: string) => ({ grants: [{ grantee: { teamId }, permission }] })
const table = (source: object) => ({ id: 'e', kind: 'table', name: 'E', source, columns: [] })
const inDraft = ({ workbookId, pageId }: Own, source: object): Asked => {
  const edit = { op: 'insert', at: ['elements'], entry: table(source), after: null, page: pageId }
  return post(`/v2/workbooks/${workbookId}/draft/edits`, { baseRevision: 1, edits: [edit] })
}
const book = ({ folderId }: Own, source: object) => ({
  name: 'X',
  folderId,
  schemaVersion: 1,
  pages: [{ id: 'p', name: 'P', elements: [table(source)] }],
})

interface Own {
  memberId: string
  folderId: string
  workspaceId: string
  workbookId: string
  pageId: string
}

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

const statements = new AsyncLocalStorage<{ count: number }>()
const { prototype } = DefaultQueryExecutor
const execute = prototype.executeQuery

describe('the response for an object that the caller may not see equals the one for a missing object', () => {
  let world: World
  let own: Own
  beforeAll(async () => {
    world = await buildWorld(embeddedStore())
    own = await ownOf(world)
    prototype.executeQuery = function <R>(this: DefaultQueryExecutor, query: CompiledQuery): Promise<QueryResult<R>> {
      const counter = statements.getStore()
      if (counter) counter.count += 1
      return execute.call(this, query) as Promise<QueryResult<R>>
    }
  }, 120_000)
  afterAll(async () => {
    prototype.executeQuery = execute
    await world.close()
  })

  /** Null when there is no difference, and when the caller may see the object, unless it is declared hidden. */
  async function difference(as: Asker, request: Asked, id: string, isHidden = false): Promise<string | null> {
    const unknown = id.length === 29 ? '0'.repeat(29) : '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
    const ask = async (name: string) => {
      const { method, path, body } = JSON.parse(JSON.stringify(request).replaceAll(id, name)) as Asked
      const counter = { count: 0 }
      const answer = await statements.run(counter, () => world.ask(as, method, path, body))
      const { requestId: _, ...rest } = (answer.body ?? {}) as Record<string, unknown>
      const reported = JSON.stringify(rest).replaceAll(name, '<id>')
      return { status: answer.status, reported: `${answer.status} ${reported}`, ...counter }
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
