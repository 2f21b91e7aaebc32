import {
  createSourceSwapPolicy,
  deleteSourceSwapPolicy,
  getSourceSwapPolicy,
  listSourceSwapPolicies,
  updateSourceSwapPolicy,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const database = [
  'CREATE SCHEMA PUBLIC',
  'CREATE SCHEMA EAST',
  "CREATE TABLE PUBLIC.ORDERS AS SELECT 'public' AS WHOSE",
  "CREATE TABLE PUBLIC.STORES AS SELECT 'public' AS WHOSE",
  "CREATE TABLE EAST.ORDERS AS SELECT 'east' AS WHOSE",
]
const all = { swapType: 'all' }
const exact = (catalogObject: string) => ({ swapType: 'exact', catalogObject })

describeStores('source swap policies', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let folderId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(database, { usableBy: ['builder'] })
    folderId = platform.people.builder.homeFolderId
    return documents.routes
  })
  const { send, done } = requestsAs(server)
  const policies = '/v2/sourceSwapPolicies'
  const attribute = async (name: string, value?: string) => {
    const { userAttributeId } = await done('POST', '/v2/user-attributes', 'admin', { name, description: '' })
    const { memberId } = server().platform.people.builder
    const assignments = [{ userId: memberId, value: { val: value, type: 'string' } }]
    if (value !== undefined)
      await done('POST', `/v2/user-attributes/${userAttributeId}/users`, 'admin', { assignments })
    return { swapType: 'attribute', userAttributeId }
  }
  const workbook = async () => {
    const table = (name: string) => ({
      id: name.toLowerCase(),
      kind: 'table',
      source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] },
      columns: [{ id: 'whose', formula: `[${name}/WHOSE]` }],
    })
    const sql = {
      id: 'sql',
      kind: 'table',
      source: { kind: 'sql', connectionId, statement: 'SELECT WHOSE FROM RETAIL.PUBLIC.ORDERS' },
      columns: [{ id: 'whose', formula: '[Custom SQL/WHOSE]' }],
    }
    const pages = [{ id: 'p', name: 'Page', elements: [table('ORDERS'), table('STORES'), sql] }]
    const body = { name: 'W', folderId, schemaVersion: 1, pages }
    return (await documents.specs.create(await documents.viewer('builder'), 'workbook', body)).record.inode.id
  }
  const whose = async (id: string, tag?: string) => {
    const path = `/v2/workbooks/${id}/pages/p/data${tag === undefined ? '' : `?tag=${tag}`}`
    return (await send('POST', path, 'builder', {})).lines
      .flatMap((line) =>
        (line as { event: string }).event === 'batch' ? (line as { columns: unknown[] }).columns : [],
      )
      .flat()
      .toSorted()
  }

  test('a policy is made, listed, read, changed and deleted', async () => {
    const policy = {
      type: 'connection',
      name: 'First',
      fromConnectionId: connectionId,
      swaps: { connectionSwaps: [{ to: { path0: all, path1: exact('EAST') } }] },
    }
    const { policyId } = await done('POST', policies, 'admin', policy)
    expect(await done('GET', `${policies}/${policyId}`, 'admin')).toEqual({ policyId, ...policy })
    const listed = await done('GET', policies, 'admin')
    expect(listed).toMatchObject({ entries: [{ policyId, ...policy }], total: 1, nextPage: null })
    expect(await done('PATCH', `${policies}/${policyId}`, 'admin', { name: 'Second' })).toEqual({ policyId })
    expect(await done('GET', `${policies}/${policyId}`, 'admin')).toEqual({ policyId, ...policy, name: 'Second' })
    expect(await send('PATCH', `${policies}/${policyId}`, 'admin', { type: 'deployment' })).toMatchObject({
      status: 400,
    })
    await done('DELETE', `${policies}/${policyId}`, 'admin')
    expect((await send('GET', `${policies}/${policyId}`, 'admin')).status).toBe(404)
  })

  test('a deployment policy tags a version with the sources of the tagger; missing ones are not swapped', async () => {
    const [schema, connection] = [await attribute('Schema', 'EAST'), await attribute('Connection', connectionId)]
    const { policyId } = await done('POST', policies, 'admin', {
      type: 'deployment',
      name: 'Deploy',
      fromConnectionId: connectionId,
      swaps: {
        toConnection: connection,
        deploymentSwaps: [{ from: { path0: all, path1: exact('PUBLIC') }, to: { path0: all, path1: schema } }],
      },
    })
    const id = await workbook()
    await done('POST', '/v2/tags', 'admin', { name: 'Deployed', color: 'cyan' })
    const order = { workbookId: id, tag: 'Deployed', sourceSwapPolicyId: policyId }
    await done('POST', '/v2/workbooks/tag', 'builder', order)
    expect(await whose(id, 'Deployed')).toEqual(['east', 'east', 'public'])
    expect(await whose(id)).toEqual(['public', 'public', 'public'])
    const left = await done('POST', `/v2/workbooks/${id}/swapSources`, 'builder', { sourceSwapPolicyId: policyId })
    expect(left).toMatchObject({ unswappedSources: [expect.any(String)], unswappedConnections: [] })
    expect(await whose(id)).toEqual(['east', 'east', 'public'])
    // The administrator has no values of the attributes.
    const refused = await send('POST', '/v2/workbooks/tag', 'admin', order)
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('Schema') } })
  })

  test('a policy applies to a template: at tagging, for workbooks made from it, and as a swap', async () => {
    const { policyId } = await done('POST', policies, 'admin', {
      type: 'connection',
      name: 'East',
      fromConnectionId: connectionId,
      swaps: { connectionSwaps: [{ to: { path0: all, path1: exact('EAST') } }] },
    })
    const [east, untouched] = [
      ['east', 'east', 'public'],
      ['public', 'public', 'public'],
    ]
    const saved = await done('POST', `/v2/workbooks/${await workbook()}/saveTemplate`, 'builder', {})
    const templateId = String(saved.templateId)
    await done('POST', '/v2/tags', 'admin', { name: 'Eastern', color: 'cyan' })
    const sourceSwapPolicyId = policyId
    const tagged = { workbookId: templateId, tag: 'Eastern', sourceSwapPolicyId }
    const rehearsed = await done('POST', '/v2/workbooks/tag?dryRun=true', 'builder', tagged)
    expect(rehearsed.changes).toMatchObject([{ action: 'TEMPLATE_TAGGED' }])
    expect(await done('GET', `/v2/templates/${templateId}`, 'builder')).toMatchObject({ tags: [] })
    await done('POST', '/v2/workbooks/tag', 'builder', tagged)
    expect(await whose(templateId, 'Eastern')).toEqual(east)
    const order = { templateId, folderId, sourceSwapPolicyId }
    const started = await done('POST', '/v2/templates/save_workbook', 'builder', order)
    expect(await whose(String(started.workbookId))).toEqual(east)
    const at = `/v2/templates/${templateId}/swapSources`
    const dry = await done('POST', at, 'builder', { sourceSwapPolicyId, dryRun: true })
    expect(dry).toMatchObject({
      unswappedSources: [expect.any(String)],
      unresolved: [],
      resolved: [{ elementId: 'orders' }, { elementId: 'sql' }],
      changes: [{ action: 'TEMPLATE_PUBLISHED' }],
    })
    expect(await whose(templateId)).toEqual(untouched)
    await done('POST', at, 'builder', { sourceSwapPolicyId })
    expect(await whose(templateId)).toEqual(east)
  })

  test('a policy of a pending tag request cannot be deleted', async () => {
    const { policyId } = await done('POST', policies, 'admin', {
      type: 'connection',
      name: 'Awaited',
      fromConnectionId: connectionId,
      swaps: { connectionSwaps: [{ to: { path0: all, path1: exact('EAST') } }] },
    })
    const { versionTagId } = await done('POST', '/v2/tags', 'admin', { name: 'Kept', color: 'cyan', isProtected: true })
    const request = await done('POST', `/v2/tags/${versionTagId}/requests`, 'builder', {
      inodeId: await workbook(),
      sourceSwapPolicyId: policyId,
    })
    expect(await send('DELETE', `${policies}/${policyId}`, 'admin')).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    await done('DELETE', `/v2/tags/requests/${request.requestId}`, 'builder')
    await done('DELETE', `${policies}/${policyId}`, 'admin')
  })

  test('everything that a policy names must exist', async () => {
    const swaps = { connectionSwaps: [{ to: { path0: all, path1: all } }] }
    const policy = { type: 'connection', name: 'P', fromConnectionId: connectionId, swaps }
    const toNobody = { swapType: 'attribute', userAttributeId: unknownId }
    for (const wrong of [
      { ...policy, fromConnectionId: unknownId },
      { ...policy, swaps: { connectionSwaps: [{ to: { path0: all, path1: toNobody } }] } },
    ]) {
      const answer = await send('POST', policies, 'admin', wrong)
      expect(answer, answer.text).toMatchObject({ status: 400, body: { message: expect.stringContaining(unknownId) } })
    }
    const id = await workbook()
    const answer = await send('POST', `/v2/workbooks/${id}/swapSources`, 'builder', { sourceSwapPolicyId: unknownId })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(unknownId) } })
  })

  const body = {
    type: 'connection',
    name: 'P',
    fromConnectionId: unknownId,
    swaps: { connectionSwaps: [] },
  }
  for (const operation of [
    createSourceSwapPolicy,
    listSourceSwapPolicies,
    getSourceSwapPolicy,
    updateSourceSwapPolicy,
    deleteSourceSwapPolicy,
  ]) {
    const path = operation.path.replace(/\{\w+\}/, unknownId)
    const sent = operation.method === 'POST' ? { body } : operation.method === 'PATCH' ? { body: { name: 'N' } } : {}
    const row = { path, ...sent }
    const unknown = { name: 'an unknown id', as: 'admin' as const, ...row, status: 404, answer: { code: 'not_found' } }
    scenarios(
      `${operation.method} ${operation.path}`,
      server,
      [
        { name: 'anybody else', as: 'builder', ...row, status: 403, answer: { code: 'forbidden' } },
        ...(path === operation.path ? [] : [unknown]),
      ],
      { operation, untested: { conflict: 'beside this table' } },
    )
  }
})
