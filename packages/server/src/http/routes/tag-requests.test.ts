import {
  approveTagRequest,
  createTagRequest,
  denyTagRequest,
  getTagRequest,
  withdrawTagRequest,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { Secret } from '../../config/index.ts'
import { createMailSender } from '../../outbound/index.ts'
import { startMailServer, type TestMailServer } from '../../outbound/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeStores('requests for protected tags', (openStore) => {
  let documents: TestServices
  let mails: TestMailServer
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    mails = await startMailServer()
    const smtpUrl = new Secret(`smtp://127.0.0.1:${mails.port}`)
    documents = buildTestServices(platform, { sendMail: createMailSender({ smtpUrl, from: 'Octavo <o@example.com>' }) })
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    documents.worker.start()
    return documents.routes
  })
  const memberId = (role: Role) => server().platform.people[role].memberId
  const emailOf = (role: Role) => server().platform.people[role].email
  const { send, done } = requestsAs(server)
  let made = 0
  const newTag = async (approvers: Role[] = ['analyst'], isProtected = true) => {
    made += 1
    const approverIds = approvers.map(memberId)
    const tag = { name: `Tag ${made}`, color: 'cyan', isProtected, approverIds }
    return { name: tag.name, id: String((await done('POST', '/v2/tags', 'admin', tag)).versionTagId) }
  }
  const newWorkbook = async () => {
    const builder = await documents.viewer('builder')
    const element = {
      id: 't',
      kind: 'table',
      name: 'Orders',
      source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
      columns: [{ id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' }],
    }
    const body = {
      name: 'Report',
      folderId: server().platform.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'p', name: 'Page', elements: [element] }],
    }
    return (await documents.specs.create(builder, 'workbook', body)).record.inode.id
  }
  const request = (tagId: string, body: object, as: Role = 'builder') =>
    send('POST', `/v2/tags/${tagId}/requests`, as, body)
  const requested = async (tagId: string, body: object) => {
    const answer = await request(tagId, body)
    expect(answer.status, answer.text).toBe(200)
    return String((answer.body as { requestId: string }).requestId)
  }
  const decide = (id: string, verb: 'approve' | 'deny', as: Role, body = {}) =>
    send('POST', `/v2/tags/requests/${id}:${verb}`, as, body)
  const mailsTo = (role: Role) => mails.mails.filter(({ to }) => to.includes(emailOf(role)))
  const tagsOf = async (workbookId: string) =>
    (await done('GET', `/v2/workbooks/${workbookId}/tags`, 'builder')).entries as object[]

  test('an approver who cannot see the document gets a mail and approves, and the version is tagged as the requester', async () => {
    const tag = await newTag()
    const workbookId = await newWorkbook()
    const refused = await send('POST', '/v2/workbooks/tag', 'builder', { workbookId, tag: tag.name })
    expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('/requests') } })
    const wanted = { inodeId: workbookId, version: 1, message: 'Please look\nat this.', isDefault: true }
    const requestId = await requested(tag.id, wanted)
    expect(await tagsOf(workbookId)).toEqual([])
    await expect.poll(() => mailsTo('analyst').length, { timeout: 15_000, interval: 30 }).toBe(1)
    const mail = mailsTo('analyst')[0]
    expect(mail).toMatchObject({ subject: `Request for the version tag "${tag.name}" on Report` })
    expect(mail?.text).toContain('> Please look\n> at this.')
    expect(mail?.text).toContain('To decide, open:\n')
    expect(mail?.text).toContain('/tag-requests')

    const shown = {
      requestId,
      state: 'pending',
      versionTagId: tag.id,
      tag: tag.name,
      inodeId: workbookId,
      inodeType: 'workbook',
      name: 'Report',
      version: 1,
      requestedBy: memberId('builder'),
    }
    expect(await done('GET', `/v2/tags/requests/${requestId}`, 'builder')).toMatchObject({ ...shown, mayDecide: false })
    expect(await done('GET', '/v2/tags/requests?state=pending', 'analyst')).toMatchObject({
      entries: [{ ...shown, mayDecide: true }],
      total: 1,
    })
    expect((await decide(requestId, 'approve', 'builder')).status).toBe(403)
    for (const as of ['stranger', 'outsider'] as const) {
      expect((await decide(requestId, 'approve', as)).status).toBe(404)
      expect((await done('GET', '/v2/tags/requests', as)).total).toBe(0)
    }
    const approved = await decide(requestId, 'approve', 'analyst', { reason: 'Good' })
    expect(approved.body).toMatchObject({ state: 'approved', decidedBy: memberId('analyst'), reason: 'Good' })
    expect(await tagsOf(workbookId)).toMatchObject([{ name: tag.name, sourceWorkbookVersion: 1 }])
    const [{ taggedWorkbookId = '' } = {}] = (await tagsOf(workbookId)) as { taggedWorkbookId?: string }[]
    expect(await done('GET', `/v2/files/${taggedWorkbookId}`, 'builder')).toMatchObject({
      ownerId: memberId('builder'),
    })
    await expect.poll(() => mailsTo('builder').at(-1)?.subject, { timeout: 15_000, interval: 30 }).toContain('approved')
    for (const verb of ['approve', 'deny'] as const) {
      expect(await decide(requestId, verb, 'admin')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    }
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('details', 'like', `%${requestId}%`)
      .where('outcome', '=', 'done')
      .orderBy('id')
      .execute()
    expect(events.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['TAG_REQUEST_CREATED', memberId('builder')],
      ['WORKBOOK_TAGGED', memberId('analyst')],
      ['TAG_REQUEST_APPROVED', memberId('analyst')],
    ])
  })

  test('a denied request tags nothing and has the reason; another one may then be made, and withdrawn', async () => {
    const tag = await newTag([])
    const workbookId = await newWorkbook()
    const first = await requested(tag.id, { inodeId: workbookId })
    expect(await request(tag.id, { inodeId: workbookId })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    // Without approvers, administrators decide.
    await expect.poll(() => mailsTo('admin').length, { timeout: 15_000, interval: 30 }).toBeGreaterThan(0)
    const denied = await decide(first, 'deny', 'admin', { reason: 'Not yet' })
    expect(denied.body).toMatchObject({ state: 'denied', reason: 'Not yet', mayDecide: false })
    await expect.poll(() => mailsTo('builder').at(-1)?.text, { timeout: 15_000, interval: 30 }).toContain('> Not yet')
    server().platform.clock.advance(1_000)
    const second = await requested(tag.id, { inodeId: workbookId })
    await done('DELETE', `/v2/tags/requests/${second}`, 'builder')
    expect(await done('GET', `/v2/tags/requests/${second}`, 'builder')).toMatchObject({ state: 'withdrawn' })
    expect(await tagsOf(workbookId)).toEqual([])
    const all = await done('GET', `/v2/tags/requests?tagId=${tag.id}&limit=1`, 'builder')
    expect(all).toMatchObject({ entries: [{ requestId: second }], total: 2 })
    const rest = await done('GET', `/v2/tags/requests?tagId=${tag.id}&limit=1&page=${all.nextPage}`, 'builder')
    expect(rest).toMatchObject({ entries: [{ requestId: first }], nextPage: null })
  })

  test('the requester still needs the rights at the approval', async () => {
    const tag = await newTag()
    const workbookId = await newWorkbook()
    await documents.share(workbookId, 'stranger', 'edit')
    const answer = await request(tag.id, { inodeId: workbookId }, 'stranger')
    expect(answer.status, answer.text).toBe(200)
    const { requestId } = answer.body as { requestId: string }
    const { store } = server().platform
    await store.maintain('test', (tx) =>
      tx
        .deleteFrom('grants')
        .where('object_id', '=', workbookId)
        .where('member_id', '=', memberId('stranger'))
        .execute(),
    )
    expect((await decide(requestId, 'approve', 'analyst')).status).toBe(404)
    expect(await done('GET', `/v2/tags/requests/${requestId}`, 'analyst')).toMatchObject({ state: 'pending' })
    expect(await tagsOf(workbookId)).toEqual([])
  })

  test('deleting a tag, or a document permanently, deletes their requests', async () => {
    const [one, two] = [await newTag(), await newTag()]
    const workbookId = await newWorkbook()
    const [ofOne, ofTwo] = [
      await requested(one.id, { inodeId: workbookId }),
      await requested(two.id, { inodeId: workbookId }),
    ]
    await done('DELETE', `/v2/tags/${one.id}`, 'admin')
    expect((await send('GET', `/v2/tags/requests/${ofOne}`, 'builder')).status).toBe(404)
    await done('DELETE', `/v2/files/${workbookId}`, 'builder')
    await done('DELETE', `/v2/files/${workbookId}?purge=true`, 'admin')
    expect((await send('GET', `/v2/tags/requests/${ofTwo}`, 'builder')).status).toBe(404)
  })

  test('a request needs a protected tag, the right to tag, and sources that the requester may use', async () => {
    const [tag, open] = [await newTag(), await newTag([], false)]
    const workbookId = await newWorkbook()
    await documents.share(workbookId, 'viewer', 'view')
    const swap = { fromConnectionId: connectionId, toConnectionId: unknownId, paths: [] }
    const renamed = [{ fromPath: ['RETAIL', 'PUBLIC', 'ORDERS'], toPath: ['RETAIL', 'PUBLIC', 'OTHER'] }]
    const toOther = { fromConnectionId: connectionId, toConnectionId: connectionId, paths: renamed }
    for (const [tagId, body, as, status, code] of [
      [open.id, { inodeId: workbookId }, 'builder', 409, 'conflict'],
      [tag.id, { inodeId: workbookId }, 'viewer', 403, 'forbidden'],
      [tag.id, { inodeId: workbookId }, 'stranger', 404, 'not_found'],
      [tag.id, { inodeId: workbookId, version: 9 }, 'builder', 404, 'not_found'],
      [tag.id, { inodeId: workbookId, sourceMappingConfig: [swap] }, 'builder', 400, 'invalid_request'],
      [tag.id, { inodeId: workbookId, sourceMappingConfig: [toOther] }, 'builder', 400, 'invalid_request'],
      [unknownId, { inodeId: workbookId }, 'builder', 404, 'not_found'],
    ] as const) {
      const answer = await request(tagId, body, as)
      expect(answer, `${as} ${JSON.stringify(body)}: ${answer.text}`).toMatchObject({ status, body: { code } })
    }
    expect((await done('GET', `/v2/tags/requests?tagId=${tag.id}`, 'admin')).total).toBe(0)
    await documents.worker.stop()
    await mails.close()
  })

  const beside = {
    forbidden: 'stands above',
    conflict: 'stands above',
    invalid_document: 'stands above',
    source_unavailable: 'of the table that a swap names: source-swaps.test.ts',
    query_cancelled: 'the engine answers before a test could cancel',
    engine_unavailable: 'the connector tests end the engine',
  }
  for (const operation of [getTagRequest, createTagRequest, approveTagRequest, denyTagRequest, withdrawTagRequest]) {
    const row = {
      name: 'an unknown id',
      as: 'admin' as const,
      path: operation.path.replace(/\{\w+\}/, unknownId),
      ...('body' in operation ? { body: operation.id === 'createTagRequest' ? { inodeId: unknownId } : {} } : {}),
      status: 404,
      answer: { code: 'not_found' },
    }
    scenarios(`${operation.method} ${operation.path}`, server, [row], { operation, untested: beside })
  }
})
