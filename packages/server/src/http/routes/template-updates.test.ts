import { getFollowedTemplate, unfollowTemplate } from '@octavo/core/contract'
import { beforeEach, expect, test } from 'vitest'
import { eraseInodes } from '../../store/erase-inodes.ts'
import { newUuid } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const moved = [
  ...smallRetail,
  'CREATE SCHEMA OTHER',
  'CREATE TABLE OTHER.ORDERS AS SELECT * FROM PUBLIC.ORDERS',
  'CREATE TABLE PUBLIC.STORES AS SELECT 1 AS STORE_ID',
]

interface Following {
  isFollowing: boolean
  version: number
  latestVersion: number
  state: string
  reason?: string
}

describeStores('workbooks that follow their template', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let templateId = ''
  const shared = { workbookId: '' }
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(moved, { usableBy: ['builder', 'stranger'] })
    shared.workbookId = await make('Shared')
    await documents.share(shared.workbookId, 'viewer', 'view')
    return documents.routes
  })
  const { done } = requestsAs(server, 'builder')
  const homeOf = (role: Role) => server().platform.people[role].homeFolderId
  const table = (name: string, more: object = {}) => ({
    id: name.toLowerCase(),
    kind: 'table',
    name,
    source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] },
    columns: [{ id: `${name}-id`, formula: `[${name}/STORE_ID]`, name: 'Store' }],
    ...more,
  })
  const make = async (name: string) => {
    const builder = await documents.viewer('builder')
    const pages = [{ id: 'p', name: 'Page', elements: [table('ORDERS')] }]
    const folderId = (await documents.files.create(builder, { type: 'folder', name: newUuid() })).id
    const body = { name, folderId, schemaVersion: 1, pages }
    return (await documents.specs.create(builder, 'workbook', body)).record.inode.id
  }
  const start = async (as: Role = 'builder', more: object = {}) => {
    const order = { templateId, folderId: homeOf(as), updateAutomatically: true, ...more }
    return String((await done('POST', '/v2/templates/save_workbook', as, order)).workbookId)
  }
  /** Publishes the document with this name for its page. */
  const rename = async (id: string, name: string) => {
    const { revision } = await done('GET', `/v2/workbooks/${id}/draft`)
    const edits = [{ op: 'set', at: ['pages', { id: 'p' }, 'name'], value: name }]
    await done('POST', `/v2/workbooks/${id}/draft/edits`, 'builder', { baseRevision: revision, edits })
    await done('POST', `/v2/workbooks/${id}/draft/publish`, 'builder', {})
  }
  const work = () => documents.worker.runDue()
  const specOf = async (id: string, as: Role = 'builder') =>
    (await done('GET', `/v2/workbooks/${id}/spec?format=json`, as)) as {
      pages: { name: string; elements: { id: string; source: { path: string[] } }[] }[]
    }
  const pageOf = async (id: string, as: Role = 'builder') => (await specOf(id, as)).pages[0]?.name
  const following = async (id: string, as: Role = 'builder') =>
    (await done('GET', `/v2/workbooks/${id}/template`, as)) as unknown as Following

  beforeEach(async () => {
    const workbookId = await make('Monthly')
    const saved = await done('POST', `/v2/workbooks/${workbookId}/saveTemplate`, 'builder', { name: 'Monthly' })
    templateId = String(saved.templateId)
    await documents.share(templateId, 'stranger', 'view')
  })

  test('a new version of the template is published in each following workbook, with the rights of its owner', async () => {
    const answer = await done('POST', '/v2/templates/save_workbook', 'builder', {
      ...{ templateId, folderId: homeOf('builder'), updateAutomatically: true },
    })
    expect(answer.warnings).toMatchObject([{ path: 'updateAutomatically' }])
    const [own, of, free] = [
      String(answer.workbookId),
      await start('stranger'),
      await start('builder', { updateAutomatically: false }),
    ]
    expect(await following(own)).toMatchObject({ isFollowing: true, templateId, version: 1, state: 'current' })
    expect(await following(free)).toEqual({ isFollowing: false })

    await rename(templateId, 'Second')
    expect(await following(own)).toMatchObject({ version: 1, latestVersion: 2, state: 'queued' })
    await work()
    expect([await pageOf(own), await pageOf(of, 'stranger'), await pageOf(free)]).toEqual(['Second', 'Second', 'Page'])
    expect(await following(own)).toMatchObject({ version: 2, latestVersion: 2, state: 'current' })
    expect(await done('GET', `/v2/workbooks/${of}`, 'stranger')).toMatchObject({
      latestVersion: 2,
      updatedBy: server().platform.people.stranger.memberId,
    })
    const event = await documents.store.db
      .selectFrom('audit_events')
      .select(['actor_id', 'details'])
      .where('action', '=', 'WORKBOOK_PUBLISHED')
      .where('object_id', '=', of)
      .executeTakeFirstOrThrow()
    expect(event.actor_id).toBe(server().platform.people.stranger.memberId)
    expect(JSON.parse(event.details)).toMatchObject({ followedTemplateId: templateId, followedVersion: 2 })

    await work()
    expect((await done('GET', `/v2/workbooks/${own}`)).latestVersion).toBe(2)
  })

  const tableId = async (schema: string) =>
    String(
      (await done('POST', `/v2/connection/${connectionId}/lookup`, 'builder', { path: ['RETAIL', schema, 'ORDERS'] }))
        .inodeId,
    )

  test('sources chosen for the workbook replace those of each version', async () => {
    const sourceMapping = [{ fromId: await tableId('PUBLIC'), toId: await tableId('OTHER') }]
    const id = await start('builder', { sourceMapping })
    await rename(templateId, 'Second')
    await work()
    const { pages } = await specOf(id)
    expect(pages[0]).toMatchObject({ name: 'Second', elements: [{ source: { path: ['RETAIL', 'OTHER', 'ORDERS'] } }] })
  })

  test.each([
    ['publishing a change', (id: string) => rename(id, 'Mine')],
    [
      'swapping its sources',
      async (id: string) => {
        const sourceMapping = [{ fromId: await tableId('PUBLIC'), toId: await tableId('OTHER') }]
        await done('POST', `/v2/workbooks/${id}/swapSources`, 'builder', { sourceMapping })
      },
    ],
    [
      'restoring a version',
      (id: string) => done('POST', `/v2/workbooks/${id}/restoreVersion`, 'builder', { version: 1 }),
    ],
    ['being told to stop', (id: string) => done('DELETE', `/v2/workbooks/${id}/template`)],
  ])('a workbook stops following after %s', async (_, change) => {
    const id = await start()
    await change(id)
    const page = await pageOf(id)
    expect(await following(id)).toEqual({ isFollowing: false })
    await rename(templateId, 'Second')
    await work()
    expect(await pageOf(id)).toBe(page)
    const events = await documents.store.db
      .selectFrom('audit_events')
      .select('details')
      .where('object_id', '=', id)
      .orderBy('id', 'desc')
      .execute()
    expect(events[0]?.details).toContain(templateId)
  })

  test('a draft with changes postpones the update until it is discarded', async () => {
    const id = await start()
    const edits = [{ op: 'set', at: ['pages', { id: 'p' }, 'name'], value: 'Draft' }]
    await done('POST', `/v2/workbooks/${id}/draft/edits`, 'builder', { baseRevision: 1, edits })
    await rename(templateId, 'Second')
    await work()
    expect(await following(id)).toMatchObject({ isFollowing: true, version: 1, latestVersion: 2, state: 'skipped' })
    expect((await done('GET', `/v2/workbooks/${id}/draft`)).hasChanges).toBe(true)
    await done('DELETE', `/v2/workbooks/${id}/draft`)
    await work()
    expect(await pageOf(id)).toBe('Second')
    expect(await following(id)).toMatchObject({ version: 2, state: 'current' })
  })

  test('the workbook is unchanged when its owner lost the template or may not use a new source, and the reason is recorded', async () => {
    const id = await start('stranger')
    const { grantId } = await documents.store.db
      .selectFrom('grants')
      .select('id as grantId')
      .where('object_id', '=', templateId)
      .executeTakeFirstOrThrow()
    await done('DELETE', `/v2/grants/${grantId}`)
    await rename(templateId, 'Second')
    await work()
    expect(await following(id, 'stranger')).toMatchObject({ version: 1, latestVersion: 2, state: 'failed' })
    expect((await following(id, 'stranger')).reason).toContain(templateId)

    await documents.share(templateId, 'stranger', 'view')
    const closedId = await documents.addConnection([], { name: 'Closed', usableBy: ['builder'] })
    const spec = await specOf(templateId)
    const [page] = spec.pages
    const closed = table('ORDERS', {
      ...{
        id: 'closed',
        source: { kind: 'warehouse-table', connectionId: closedId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
      },
    })
    const pages = [{ ...page, elements: [...(page?.elements ?? []), closed] }]
    await done('PUT', `/v2/workbooks/${templateId}/spec`, 'builder', { ...spec, pages })
    await work()
    expect(await following(id, 'stranger')).toMatchObject({ version: 1, latestVersion: 3, state: 'failed' })
    expect(await pageOf(id, 'stranger')).toBe('Page')

    await done('PUT', `/v2/workbooks/${templateId}/spec`, 'builder', { ...spec, documentVersion: 3 })
    await work()
    expect(await following(id, 'stranger')).toMatchObject({ version: 4, state: 'current' })
    expect(await pageOf(id, 'stranger')).toBe('Second')
  })

  test('a job that is interrupted and repeated updates each workbook once', async () => {
    const ids = [await start(), await start(), await start()]
    await rename(templateId, 'Second')
    const stopped = new AbortController()
    const run = (signal: AbortSignal) =>
      documents.templateUpdates.run({ organizationId: server().platform.organizationId, templateId, signal })
    stopped.abort()
    await expect(run(stopped.signal)).rejects.toThrow()
    expect(await run(new AbortController().signal)).toEqual({ done: 3, skipped: 0, failed: 0 })
    expect(await run(new AbortController().signal)).toEqual({ done: 0, skipped: 0, failed: 0 })
    await work()
    for (const id of ids) expect((await done('GET', `/v2/workbooks/${id}`)).latestVersion).toBe(2)
  })

  test('an added input table is copied with its rows; rows entered in the workbook are kept', async () => {
    const inputTable = (id: string) => ({
      ...{ id, kind: 'input-table', name: id, source: { kind: 'empty', connectionId } },
      ...{ inputMode: 'edit', columns: [{ id: 'text', type: 'text', name: 'Text' }] },
    })
    const put = async (elements: object[]) => {
      const spec = await specOf(templateId)
      await done('PUT', `/v2/workbooks/${templateId}/spec`, 'builder', {
        ...spec,
        pages: [{ id: 'p', name: 'Page', elements }],
      })
    }
    const enter = (workbookId: string, elementId: string, text: string) =>
      done('POST', `/v2/workbooks/${workbookId}/elements/${elementId}/rows`, 'builder', {
        insert: [{ text }],
      })
    const rowsOf = async (documentId: string) =>
      (
        await documents.store.db
          .selectFrom('input_rows')
          .select(['element_id', 'cells'])
          .where('document_id', '=', documentId)
          .orderBy('element_id')
          .execute()
      ).map(({ element_id, cells }) => `${element_id} ${JSON.stringify(JSON.parse(cells))}`)
    await put([inputTable('first')])
    await enter(templateId, 'first', 'theirs')
    const id = await start()
    await enter(id, 'first', 'mine')
    const before = await rowsOf(id)
    await put([inputTable('first'), inputTable('second')])
    await enter(templateId, 'first', 'later')
    await enter(templateId, 'second', 'new')
    await work()
    const after = await rowsOf(id)
    expect(after.filter((row) => row.startsWith('first'))).toEqual(before)
    expect(after.filter((row) => row.startsWith('second'))).toHaveLength(1)
  })

  test('permanently deleting a workbook or template leaves nothing behind', async () => {
    const id = await start()
    await start()
    const count = async () =>
      (
        await documents.store.db
          .selectFrom('template_followers')
          .selectAll()
          .where('template_id', '=', templateId)
          .execute()
      ).length
    const { store, organizationId } = server().platform
    for (const [each, left] of [
      [id, 1],
      [templateId, 0],
    ] as const) {
      await store.maintain('test', (tx) => eraseInodes(tx, organizationId, [each]))
      expect(await count()).toBe(left)
    }
  })

  scenarios(
    'GET /v2/workbooks/{workbookId}/template',
    server,
    [
      {
        name: 'a viewer of a workbook sees that it follows no template',
        as: 'viewer',
        path: () => `/v2/workbooks/${shared.workbookId}/template`,
        status: 200,
        answer: { isFollowing: false },
      },
      { name: 'an unknown workbook', as: 'builder', path: `/v2/workbooks/${unknownId}/template`, status: 404 },
    ],
    { operation: getFollowedTemplate },
  )

  scenarios(
    'DELETE /v2/workbooks/{workbookId}/template',
    server,
    [
      {
        name: 'a workbook that follows no template is unchanged',
        as: 'builder',
        path: () => `/v2/workbooks/${shared.workbookId}/template`,
        status: 204,
      },
      {
        name: 'a viewer of the workbook',
        as: 'viewer',
        path: () => `/v2/workbooks/${shared.workbookId}/template`,
        status: 403,
        answer: { code: 'forbidden' },
      },
      { name: 'an unknown workbook', as: 'builder', path: `/v2/workbooks/${unknownId}/template`, status: 404 },
    ],
    { operation: unfollowTemplate },
  )
})
