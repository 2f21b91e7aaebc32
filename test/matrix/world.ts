import {
  buildTestServices,
  smallRetail,
  smallWorkbook,
  type TestServices,
} from '../../packages/server/src/http/routes/testing.ts'
import {
  addPerson,
  buildTestPlatform,
  type Person,
  startTestServer,
  type TestAnswer,
  type TestPlatform,
  type TestServer,
} from '../../packages/server/src/http/testing.ts'
import { startMailServer } from '../../packages/server/src/outbound/testing.ts'
import { startSlack } from '../../packages/server/src/services/schedules/destinations/slack/testing.ts'
import {
  startStoragePeer,
  testBucket,
  testKey,
} from '../../packages/server/src/services/schedules/destinations/storage/testing.ts'
import { insertCustomView } from '../../packages/server/src/store/custom-views.ts'
import { insertGrant } from '../../packages/server/src/store/grants.ts'
import { newKey, newUuid } from '../../packages/server/src/store/index.ts'
import {
  insertMaterializationRun,
  insertMaterializationSchedule,
} from '../../packages/server/src/store/materializations.ts'
import { insertSavedView } from '../../packages/server/src/store/saved-views.ts'
import { insertRuns, newRun } from '../../packages/server/src/store/schedule-runs.ts'
import { insertSchedule } from '../../packages/server/src/store/schedules.ts'
import type { OpenStore } from '../../packages/server/src/store/testing.ts'

/** The callers. `view`, `explore` and `edit` have the account type Build and that grant; `stranger` has Build and no grant. */
export const viewers = ['foreign', 'guest', 'stranger', 'view', 'explore', 'edit', 'admin'] as const
export type ViewerKind = (typeof viewers)[number]
/**
 * `organize` has that grant on folders, and is compared with `explore` in a separate table. `version` has `explore` (on data models `view`)
 * on each tagged version, `folderTag` on the workspace for versions with each tag.
 */
export type Asker = ViewerKind | 'organize' | 'version' | 'folderTag'

/** The names of the file permissions on a connection. */
const onConnection = { view: 'usage', explore: 'annotate', organize: 'annotate', edit: 'admin' } as const
const granted = ['view', 'explore', 'organize', 'edit'] as const
const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

export interface World {
  platform: TestPlatform
  documents: TestServices
  server: TestServer
  people: Record<Asker, Person>
  tokens: Record<Asker | 'expired' | 'disabled', string>
  connectionId: string
  tableId: string
  workspaceId: string
  /** Address of a server on this machine that may be called. */
  elsewhere: string
  /** A request for a storage that accepts uploads. */
  storageSetting: object
  /** A request for a mail server that accepts mails. */
  mailServer: object
  /** A request of a user; the response is checked against its schema. */
  ask(as: Asker, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
  /** Bypasses authorization checks, whatever the state of the object; returns the id of the grant. */
  grant(objectKind: string, objectId: string, memberId: string, permission: string, tagId?: string): Promise<string>
  close(): Promise<void>
}

/** An organization with a user of each kind, a connection, and a workspace with the grants. */
export async function buildWorld(openStore: OpenStore): Promise<World> {
  const platform = await buildTestPlatform(openStore)
  const { store, secrets, clock, organizationId } = platform
  const slack = await startSlack()
  const storage = await startStoragePeer()
  const mail = await startMailServer()
  const documents = buildTestServices(platform, { slackUrl: slack.url })
  const server = await startTestServer(platform, documents.routes, { activity: documents.activity })
  // Counts what the operations write, not that they were called.
  await documents.activity.close()
  const join = (name: string) =>
    addPerson({ store, secrets, clock, organizationId, name, accountType: 'Build', userKind: 'internal', hash: null })
  const people: Record<Asker, Person> = {
    foreign: platform.people.outsider,
    guest: platform.people.guest,
    stranger: platform.people.stranger,
    view: await join('view'),
    explore: await join('explore'),
    organize: await join('organize'),
    edit: await join('edit'),
    version: await join('version'),
    folderTag: await join('folderTag'),
    admin: platform.people.admin,
  }
  const disabled = await join('disabled')
  const tokenOf = async (person: Person) => (await platform.tokens.grant(person, '127.0.0.1')).access_token
  const expired = await tokenOf(people.view)
  const ofDisabled = await tokenOf(disabled)
  clock.advance(3_600_001)
  const ofAll: Partial<World['tokens']> = { expired, disabled: ofDisabled }
  for (const kind of [...viewers, 'organize', 'version', 'folderTag'] as const)
    ofAll[kind] = await tokenOf(people[kind])
  const tokens = ofAll as World['tokens']
  await store.maintain('test', (tx) =>
    tx.updateTable('members').set({ is_archived: 1 }).where('id', '=', disabled.memberId).execute(),
  )

  const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
  const builder = await documents.viewer('builder')
  const workspaceId = (await documents.files.create(builder, { type: 'workspace', name: 'Shared' })).id
  const grant: World['grant'] = async (objectKind, objectId, memberId, permission, tagId) => {
    const id = newUuid()
    const stamp = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
    await store.maintain('test grant', (tx) =>
      insertGrant(tx, {
        organization_id: organizationId,
        id,
        object_kind: objectKind,
        object_id: objectId,
        member_id: memberId,
        team_id: null,
        is_everyone: 0,
        permission,
        tag_id: tagId ?? null,
        ...stamp,
      }),
    )
    return id
  }
  for (const kind of granted) {
    await grant('inode', workspaceId, people[kind].memberId, kind)
    await grant('connection', connectionId, people[kind].memberId, onConnection[kind])
  }
  const ask: World['ask'] = (as, method, path, body, headers) =>
    server.request({
      method,
      path,
      headers: {
        ...(body instanceof Buffer ? { 'content-type': 'multipart/form-data; boundary=matrix-form' } : {}),
        ...headers,
        authorization: `Bearer ${tokens[as]}`,
      },
      ...(body === undefined ? {} : body instanceof Buffer ? { raw: body } : { body }),
    })
  const lookup = await ask('admin', 'POST', `/v2/connection/${connectionId}/lookup`, {
    path: ['RETAIL', 'PUBLIC', 'ORDERS'],
  })
  return {
    platform,
    documents,
    server,
    people,
    tokens,
    storageSetting: { ...testKey, bucket: testBucket, region: 'us-east-1', endpoint: storage.url, isPathStyle: true },
    mailServer: { host: '127.0.0.1', port: mail.port, security: 'none', user: null, from: 'octavo@example.com' },
    connectionId,
    tableId: (lookup.body as { inodeId: string }).inodeId,
    workspaceId,
    elsewhere: slack.url,
    ask,
    grant,
    async close() {
      await server.http.stop({ graceMs: 0 })
      await documents.close()
      await slack.close()
      await storage.close()
      await mail.close()
      await platform.close()
    },
  }
}

/** The possible states of a request's object. */
export const states = ['archived', 'tagged'] as const
export type State = (typeof states)[number]

let made = 0
const fresh = (word: string) => {
  made += 1
  return `${word} ${made}`
}

/** Creates the objects of one request, each once and on demand. */
export function makeThings(world: World, state: State | null = null) {
  const { ask, platform, people, connectionId, workspaceId } = world
  const memory = new Map<string, Promise<string>>()
  const once = (name: string, make: () => Promise<string>) => () => {
    const known = memory.get(name) ?? make()
    memory.set(name, known)
    return known
  }
  const create = async (path: string, body: object, field: string, as: ViewerKind = 'admin', method = 'POST') => {
    const answer = await ask(as, method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    return String((answer.body as Record<string, unknown>)[field])
  }
  const archive = async (id: string) => {
    if (state === 'archived') await ask('admin', 'DELETE', `/v2/files/${id}`)
    return id
  }
  const tagged = async (kind: 'workbook' | 'dataModel', id: string): Promise<string> => {
    if (state !== 'tagged') return id
    const name = fresh('Tag')
    const tagId = await create('/v2/tags', { name, color: 'cyan' }, 'versionTagId')
    const [path, field] =
      kind === 'workbook' ? ['/v2/workbooks/tag', 'workbookId'] : ['/v2/dataModels/tag', 'dataModelId']
    await ask('admin', 'POST', path, { [field]: id, tag: name })
    const { id: taggedId } = await platform.store.db
      .selectFrom('tagged_versions')
      .select('id')
      .where('source_id', '=', id)
      .executeTakeFirstOrThrow()
    await world.grant('inode', taggedId, people.version.memberId, kind === 'workbook' ? 'explore' : 'view')
    await world.grant('folder-tag', workspaceId, people.folderTag.memberId, 'explore', tagId)
    return taggedId
  }
  let tagName = ''
  const spec = (folderId: string) => ({ ...smallWorkbook(connectionId, folderId), name: fresh('Book') })
  const customFunction = () => ({
    name: fresh('Own').replace(' ', ''),
    arguments: [{ name: 'x', type: 'number' }],
    body: '[x] + 1',
  })
  const workbook = once('workbook', async () =>
    tagged('workbook', await archive(await create('/v2/workbooks/spec', spec(workspaceId), 'workbookId'))),
  )
  const scheduleRow = async (isOnce: number): Promise<string> => {
    const id = newUuid()
    const documentId = await workbook()
    const config = { title: '', messageBody: '', exportAttachments: [], baseUrl: '' }
    await platform.store.maintain('test schedule', (tx) =>
      insertSchedule(tx, {
        organization_id: platform.organizationId,
        id,
        document_id: documentId,
        owner_id: people.admin.memberId,
        cron: '0 9 * * *',
        zone: 'UTC',
        targets: '[]',
        config: JSON.stringify(config),
        description: null,
        state: 'active',
        disabled_at: null,
        disabled_by: null,
        failures: 0,
        next_due_at: null,
        is_once: isOnce,
        planned_at: 1,
        ended_at: null,
        created_by: people.admin.memberId,
        updated_by: people.admin.memberId,
        created_at: 1,
        updated_at: 1,
      }),
    )
    return id
  }
  const runRow = async (scheduleId: string): Promise<string> => {
    const key = { organization_id: platform.organizationId, schedule_id: scheduleId, due_at: 1 }
    const run = { ...newRun({ ...key, id: newUuid(), created_at: 1 }), state: 'success' as const, finished_at: 2 }
    await platform.store.maintain('test run', (tx) => insertRuns(tx, [run]))
    return run.id
  }
  const things = {
    /** Creates an object with a request, and returns this field of the response. */
    create,
    /** The object with this name, which is created once. */
    one: (name: string, make: () => Promise<string>) => once(name, make)(),
    folder: once('folder', async () =>
      archive(await create('/v2/files', { type: 'folder', name: fresh('Folder'), parentId: workspaceId }, 'id')),
    ),
    workspace: once('workspace', async () => {
      const id = await create('/v2/workspaces', { name: fresh('Workspace') }, 'workspaceId')
      for (const permission of granted) {
        const grantee = { memberId: people[permission].memberId }
        await ask('admin', 'POST', `/v2/workspaces/${id}/grants`, { grants: [{ grantee, permission }] })
      }
      return archive(id)
    }),
    workbook,
    dataModel: once('dataModel', async () =>
      tagged('dataModel', await archive(await create('/v2/dataModels/spec', model(workspaceId), 'dataModelId'))),
    ),
    template: once('template', async () => {
      const workbookId = await create('/v2/workbooks/spec', spec(workspaceId), 'workbookId')
      const path = `/v2/workbooks/${workbookId}/saveTemplate`
      return archive(await create(path, { folderId: workspaceId }, 'templateId'))
    }),
    /** A workbook that follows a template. */
    followingBook: once('followingBook', async () => {
      const workbookId = await create('/v2/workbooks/spec', spec(workspaceId), 'workbookId')
      const path = `/v2/workbooks/${workbookId}/saveTemplate`
      const templateId = await create(path, { folderId: workspaceId }, 'templateId')
      const body = { templateId, folderId: workspaceId, updateAutomatically: true }
      return tagged('workbook', await archive(await create('/v2/templates/save_workbook', body, 'workbookId')))
    }),
    dataset: once('dataset', async (): Promise<string> => things.newDataset()),
    /** A new one each time: a dataset can be migrated only once. */
    newDataset: async (): Promise<string> => archive(await create('/v2/datasets', dataset(workspaceId), 'datasetId')),
    /** A workbook with an input table, into which everyone who explores it may enter rows. */
    entryBook: once('entryBook', async () => {
      const source = { kind: 'empty', connectionId }
      const columns = [{ id: 'text', type: 'text', name: 'Text' }]
      const notes = { id: 'notes', kind: 'input-table', name: 'Notes', source, inputMode: 'explore', columns }
      const steps = [{ effect: 'insert-rows', table: 'notes', values: {} }]
      const actions = [{ id: 'note', trigger: 'on-click', effects: steps }]
      const button = { id: 'go', kind: 'button', text: 'Go', actions }
      const pages = [{ id: 'pg', name: 'Page', elements: [notes, button] }]
      const body = { name: fresh('Book'), folderId: workspaceId, schemaVersion: 1, pages }
      return tagged('workbook', await archive(await create('/v2/workbooks/spec', body, 'workbookId')))
    }),
    csvOfEdit: once('csv', () =>
      create(`/v2/connections/${connectionId}/csv`, { name: fresh('File'), csv: 'a\n1' }, 'csvId', 'edit'),
    ),
    exportOfEdit: once(
      'export',
      async (): Promise<string> =>
        create(
          `/v2/workbooks/${await workbook()}/export`,
          { elementId: 'orders', format: { type: 'csv' } },
          'queryId',
          'edit',
        ),
    ),
    member: once('member', () =>
      create(
        '/v2/members',
        {
          email: `${fresh('new').replace(' ', '')}@example.com`,
          firstName: 'New',
          lastName: 'One',
          memberType: 'View',
        },
        'memberId',
      ),
    ),
    team: once('team', () => create('/v2/teams', { name: fresh('Team'), visibility: 'private' }, 'teamId')),
    userAttribute: once('userAttribute', () =>
      create('/v2/user-attributes', { name: fresh('Attribute'), description: '' }, 'userAttributeId'),
    ),
    tenant: once('tenant', () =>
      create(
        '/v2/tenants',
        { tenantOrganizationName: fresh('Tenant'), tenantOrganizationSlug: fresh('tenant').replace(' ', '-') },
        'tenantOrganizationId',
      ),
    ),
    apiCredential: once('apiCredential', () => {
      const credential = { authMethod: 'bearer', bearer: { token: 'secret' } }
      return create('/v2/api-credentials', { name: fresh('Key'), allowlist: ['*'], credential }, 'apiCredentialId')
    }),
    /** Refers to the server that replaces Slack, which responds to every request. */
    apiConnector: once('apiConnector', async (): Promise<string> => {
      const authId = await things.apiCredential()
      const params = { method: 'GET', url: world.elsewhere, headers: [], pathParams: [], queryParams: [], body: '' }
      return create('/v2/api-connectors', { name: fresh('Connector'), params, authId }, 'apiConnectorId')
    }),
    tag: once('tag', () => {
      tagName = fresh('Tag')
      return create('/v2/tags', { name: tagName, color: 'cyan' }, 'versionTagId')
    }),
    protectedTag: once('protected tag', () =>
      create('/v2/tags', { name: fresh('Tag'), color: 'cyan', isProtected: true }, 'versionTagId'),
    ),
    /** The name of the created tag. */
    tagName: () => tagName,
    /** A separate connection, with the grants of the shared one. */
    connection: once('connection', async () => {
      const { store } = platform
      const id = newUuid()
      const [row, grants] = await Promise.all([
        store.db.selectFrom('connections').selectAll().where('id', '=', connectionId).executeTakeFirstOrThrow(),
        store.db.selectFrom('grants').selectAll().where('object_id', '=', connectionId).execute(),
      ])
      await store.maintain('test connection', (tx) =>
        tx
          .insertInto('connections')
          .values({ ...row, id, name: fresh('Connection') })
          .execute(),
      )
      for (const { member_id, permission } of grants) await world.grant('connection', id, member_id ?? '', permission)
      return id
    }),
    /** A different one each time. */
    number: () => Number(fresh('n').split(' ')[1]),
    customFunction,
    functionId: once('function', () => create('/v2/customFunctions', customFunction(), 'customFunctionId')),
    shortcut: once('shortcut', async (): Promise<string> => {
      const answer = await ask('admin', 'POST', '/v2/shortcuts', {
        parentId: workspaceId,
        target: { id: await workbook() },
      })
      const body = answer.body as { shortcutId?: string; id?: string }
      return body.shortcutId ?? body.id ?? unknownId
    }),
    /** Created by the administrator; bypasses authorization checks, so that archived objects have one too. */
    schedule: once('schedule', () => scheduleRow(0)),
    /** A run of that schedule, by the id in its messages. */
    scheduleRun: once('run of a schedule', async (): Promise<string> => runRow(await things.schedule())),
    /** A single send of the administrator, and its run. */
    send: once('send', () => scheduleRow(1)),
    sendRun: once('run of a send', async (): Promise<string> => runRow(await things.send())),
    /** With a finished run of the same id; bypasses authorization checks, as above. */
    materialization: (type: 'workbook' | 'data-model' | 'dataset' = 'workbook') =>
      once(`materialization ${type}`, async () => {
        const id = newUuid()
        const documentIds = { workbook, 'data-model': things.dataModel, dataset: things.dataset }
        const place = { organization_id: platform.organizationId, document_id: await documentIds[type]() }
        await platform.store.maintain('test materialization', async (tx) => {
          await insertMaterializationSchedule(tx, {
            ...place,
            id,
            document_type: type,
            element_id: type === 'dataset' ? 'dataset' : 'orders',
            owner_id: people.admin.memberId,
            cron: '0 3 * * *',
            zone: 'UTC',
            next_due_at: null,
            configured_at: 1,
            paused_because: null,
            failures: 0,
            used_at: 1,
            tables: '[]',
            data_state: null,
            stored_at: null,
          })
          await insertMaterializationRun(tx, {
            ...place,
            id,
            schedule_id: id,
            job_id: null,
            state: 'failed',
            created_at: 1,
            started_at: 1,
            finished_at: 2,
            expired_at: null,
            error: 'It was cut off.',
            row_count: null,
            size_bytes: null,
          })
        })
        return id
      })(),
    /** Created by `edit`; bypasses authorization checks, so that archived objects have one too. */
    customView: (kind: 'private' | 'link') =>
      once(`custom view ${kind}`, async () => {
        const key = newKey()
        const row = await viewRow(await workbook())
        await platform.store.maintain('test view', (tx) =>
          insertCustomView(
            tx,
            { ...row, key, is_link: kind === 'link' ? 1 : 0, revision: 1, used_at: platform.clock.now() },
            [],
          ),
        )
        return key
      })(),
    savedView: once('saved view', async () => savedViewOn(await workbook())),
    /** The same on the tagged version of the workbook. */
    taggedSavedView: once('tagged saved view', async (): Promise<string> => savedViewOn(await things.taggedId())),
    /** The version of the workbook with the created tag; the workbook itself without one. */
    taggedId: once('tagged version', async (): Promise<string> => {
      await things.tag()
      const id = await workbook()
      await ask('admin', 'POST', '/v2/workbooks/tag', { workbookId: id, tag: tagName })
      const tagged = await platform.store.db
        .selectFrom('tagged_versions')
        .select('id')
        .where('source_id', '=', id)
        .executeTakeFirst()
      return tagged?.id ?? id
    }),
    grantOn: (kind: 'workbook' | 'workspace' | 'dataset' | 'connection' | 'path') =>
      once(`grant ${kind}`, async () => {
        const memberId = await things.member()
        if (kind === 'path') return world.grant('connection-path', world.tableId, memberId, 'usage')
        if (kind === 'connection') return world.grant('connection', connectionId, memberId, 'usage')
        return world.grant('inode', await things[kind](), memberId, 'view')
      })(),
    spec,
    datasetBody: dataset,
    model,
    name: fresh,
    unknownId,
  }
  async function viewRow(documentId: string) {
    const rename = { op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'Z' }
    return {
      organization_id: platform.organizationId,
      document_id: documentId,
      owner_id: people.edit.memberId,
      base_version: 1,
      edits: JSON.stringify([rename]),
      controls: '{}',
      created_at: 1,
      updated_at: 1,
    }
  }
  async function savedViewOn(documentId: string): Promise<string> {
    const id = newUuid()
    const row = await viewRow(documentId)
    await platform.store.maintain('test view', (tx) =>
      insertSavedView(tx, { ...row, id, name: 'View', is_shared: 1, is_default: 0, explore_key: newKey() }, []),
    )
    return id
  }
  function dataset(folderId: string) {
    const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] }
    return { name: fresh('Dataset'), folderId, source, columns: [{ name: 'Id', formula: '[ORDERS/ORDER_ID]' }] }
  }
  function model(folderId: string) {
    const book = smallWorkbook(connectionId, folderId) as { pages: { elements: { kind: string }[] }[] }
    const tables = book.pages.flatMap(({ elements }) => elements.filter(({ kind }) => kind === 'table')).slice(0, 1)
    return { name: fresh('Model'), folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements: tables }] }
  }
  return things
}
export type Things = ReturnType<typeof makeThings>
