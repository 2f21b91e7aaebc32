import {
  approveAccessRequest,
  createAccessRequest,
  createAccountTypeRequest,
  denyAccessRequest,
  listAccessRequests,
  withdrawAccessRequest,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { Secret } from '../../config/index.ts'
import { createMailSender } from '../../outbound/index.ts'
import { startMailServer, type TestMailServer } from '../../outbound/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, scenarios, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeStores('requests for access', (openStore) => {
  let documents: TestServices
  let mails: TestMailServer
  const server = useServer(openStore, async (platform) => {
    mails = await startMailServer()
    const smtpUrl = new Secret(`smtp://127.0.0.1:${mails.port}`)
    documents = buildTestServices(platform, { sendMail: createMailSender({ smtpUrl, from: 'Octavo <o@example.com>' }) })
    documents.worker.start()
    return documents.routes
  })
  const memberId = (role: Role) => server().platform.people[role].memberId
  const emailOf = (role: Role) => server().platform.people[role].email
  const { send, done } = requestsAs(server)
  const newWorkbook = async (name = 'Secret plans') => {
    const builder = await documents.viewer('builder')
    const folderId = server().platform.people.builder.homeFolderId
    const body = { name, folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements: [] }] }
    return (await documents.specs.create(builder, 'workbook', body)).record.inode.id
  }
  const request = (inodeId: string, as: Role, body: object = {}) =>
    send('POST', `/v2/files/${inodeId}/accessRequests`, as, body)
  const requested = async (inodeId: string, as: Role, body: object = {}) =>
    String((await done('POST', `/v2/files/${inodeId}/accessRequests`, as, body)).requestId)
  const decide = (id: string, verb: 'approve' | 'deny', as: Role, body: object = {}) =>
    send('POST', `/v2/accessRequests/${id}:${verb}`, as, body)
  const mailsTo = (role: Role, about: string) =>
    mails.mails.filter(({ to, subject }) => to.includes(emailOf(role)) && subject.includes(about))

  test('the owner gets a mail and approves with a lower permission, and the requester opens the document', async () => {
    const id = await newWorkbook('Plans A')
    expect((await send('GET', `/v2/files/${id}`, 'analyst')).status).toBe(404)
    const requestId = await requested(id, 'analyst', { permission: 'explore', message: 'For the\nboard.' })
    await expect.poll(() => mailsTo('builder', 'Plans A').length, { timeout: 15_000, interval: 30 }).toBe(1)
    const mail = mailsTo('builder', 'Plans A')[0]
    expect(mail?.subject).toBe('Request for access to "Plans A"')
    expect(mail?.text).toContain('> For the\n> board.')
    expect(mail?.text).toContain('/access-requests')

    const shown = { requestId, state: 'pending', inodeId: id, permission: 'explore', requestedBy: memberId('analyst') }
    expect(await done('GET', '/v2/accessRequests', 'builder')).toMatchObject({
      entries: [{ ...shown, name: 'Plans A', inodeType: 'workbook', mayDecide: true }],
    })
    expect(await done('GET', `/v2/accessRequests?inodeId=${id}&state=pending`, 'analyst')).toMatchObject({
      entries: [{ ...shown, name: null, inodeType: null, mayDecide: false }],
      total: 1,
    })
    for (const as of ['stranger', 'outsider'] as const) {
      expect((await decide(requestId, 'approve', as)).status).toBe(404)
      expect((await done('GET', '/v2/accessRequests', as)).total).toBe(0)
    }
    expect((await decide(requestId, 'approve', 'analyst')).status).toBe(403)
    const approved = await decide(requestId, 'approve', 'builder', { permission: 'view', reason: 'Only to read' })
    expect(approved.body).toMatchObject({ state: 'approved', permission: 'view', decidedBy: memberId('builder') })
    expect(await done('GET', `/v2/files/${id}`, 'analyst')).toMatchObject({ permission: 'view' })
    await expect.poll(() => mailsTo('analyst', 'Plans A').length, { timeout: 15_000, interval: 30 }).toBe(1)
    expect(mailsTo('analyst', 'Plans A')[0]?.text).toContain('> Only to read')
    for (const verb of ['approve', 'deny'] as const) {
      expect(await decide(requestId, verb, 'admin')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    }
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('object_id', '=', id)
      .where('category', '=', 'ACCESS')
      .where('outcome', '=', 'done')
      .orderBy('id')
      .execute()
    expect(events.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['ACCESS_REQUEST_CREATED', memberId('analyst')],
      ['GRANT_CREATED', memberId('builder')],
      ['ACCESS_REQUEST_APPROVED', memberId('builder')],
    ])
  })

  test('responses do not reveal whether a hidden file exists', async () => {
    const hidden = await newWorkbook('Plans B')
    const answers = await Promise.all([hidden, unknownId].map((id) => request(id, 'analyst', { message: 'Please' })))
    const [known, unknown] = answers.map(({ status, body }) => {
      const { requestId: _id, requestedAt: _at, inodeId: _inode, ...rest } = body as Record<string, unknown>
      return { status, rest }
    })
    expect(known).toEqual(unknown)
    const listed = (await done('GET', '/v2/accessRequests?state=pending', 'analyst')).entries as { inodeId: string }[]
    expect(listed.map(({ inodeId }) => inodeId)).toEqual(expect.arrayContaining([hidden, unknownId]))
    const ofAdmin = (await done('GET', '/v2/accessRequests', 'admin')).entries as { inodeId: string }[]
    expect(ofAdmin.map(({ inodeId }) => inodeId)).not.toContain(unknownId)
    expect((await request('no-id-at-all!', 'analyst')).status).toBe(404)
  })

  test('only one request for a file can be pending; a denied one does not name the file, and another may follow', async () => {
    const id = await newWorkbook('Plans C')
    const first = await requested(id, 'analyst')
    expect(await requested(id, 'analyst', { permission: 'edit' })).toBe(first)
    expect((await decide(first, 'deny', 'builder', { reason: 'No.' })).body).toMatchObject({ state: 'denied' })
    await expect
      .poll(() => mailsTo('analyst', 'a file: denied').at(-1)?.text, { timeout: 15_000, interval: 30 })
      .toContain('> No.')
    expect(mailsTo('analyst', 'a file: denied').at(-1)?.text).not.toContain('Plans C')
    expect((await send('GET', `/v2/files/${id}`, 'analyst')).status).toBe(404)
    const second = await requested(id, 'analyst')
    expect(second).not.toBe(first)
    expect((await send('DELETE', `/v2/accessRequests/${second}`, 'builder')).status).toBe(403)
    await done('DELETE', `/v2/accessRequests/${second}`, 'analyst')
    expect((await decide(second, 'approve', 'builder')).status).toBe(409)
  })

  test('a member can request more than they have, but not the same, nor beyond the account type', async () => {
    const id = await newWorkbook('Plans D')
    await done('POST', '/v2/grants', 'builder', {
      inodeId: id,
      grantee: { memberId: memberId('viewer') },
      permission: 'view',
    })
    expect(await request(id, 'viewer')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const requestId = await requested(id, 'viewer', { permission: 'edit' })
    expect(await decide(requestId, 'approve', 'builder')).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: expect.stringContaining('account type') },
    })
    const grants = (await done('GET', `/v2/grants?inodeId=${id}`, 'builder')).entries as { permission: string }[]
    expect(grants.map(({ permission }) => permission)).toEqual(['view'])
    expect((await decide(requestId, 'approve', 'builder', { permission: 'organize' })).status).toBe(400)
  })

  test('a requested account type is assigned by a manager and takes effect at once', async () => {
    const ask1 = { message: 'I want to build.' }
    const first = await done('POST', '/v2/accountTypeRequests', 'viewer', ask1)
    expect(first).toMatchObject({ kind: 'accountType', inodeId: null, permission: '', mayDecide: false })
    const requestId = String(first.requestId)
    // A second request while the first is pending returns the first.
    expect(await done('POST', '/v2/accountTypeRequests', 'viewer')).toMatchObject({ requestId })
    await expect.poll(() => mailsTo('admin', 'another account type').length, { timeout: 15_000, interval: 30 }).toBe(1)
    expect(mailsTo('admin', 'another account type')[0]?.text).toContain('> I want to build.')
    const listed = async (as: Role) => (await done('GET', '/v2/accessRequests', as)).entries as { requestId: string }[]
    expect(await listed('admin')).toContainEqual(expect.objectContaining({ requestId, mayDecide: true }))
    expect((await listed('builder')).map((each) => each.requestId)).not.toContain(requestId)
    expect((await decide(requestId, 'approve', 'builder')).status).toBe(404)

    const { entries } = await done('GET', '/v2/accountTypes', 'admin')
    const build = (entries as { accountTypeId: string; accountTypeName: string }[]).find(
      ({ accountTypeName }) => accountTypeName === 'Build',
    )
    for (const body of [{}, { permission: 'edit' }, { accountTypeId: unknownId }]) {
      expect(await decide(requestId, 'approve', 'admin', body)).toMatchObject({ status: 400 })
    }
    const approved = await decide(requestId, 'approve', 'admin', { accountTypeId: build?.accountTypeId })
    expect(approved).toMatchObject({ status: 200, body: { state: 'approved', permission: build?.accountTypeId } })
    expect(await done('GET', `/v2/members/${memberId('viewer')}`, 'admin')).toMatchObject({ memberType: 'Build' })
    const own = { name: 'Mine', folderId: server().platform.people.viewer.homeFolderId, schemaVersion: 1, pages: [] }
    expect((await send('POST', '/v2/workbooks/spec', 'viewer', own)).status).toBe(200)
    await expect
      .poll(() => mailsTo('viewer', 'another account type: approved')[0]?.text, { timeout: 15_000, interval: 30 })
      .toContain('You have the account type "Build" now.')
  })

  test('a request for an account type can be denied, withdrawn, and switched off; a request for a file cannot be approved with a type', async () => {
    const asked = async (as: Role) => String((await done('POST', '/v2/accountTypeRequests', as)).requestId)
    const denied = await asked('analyst')
    expect((await send('DELETE', `/v2/accessRequests/${denied}`, 'builder')).status).toBe(404)
    expect(await done('POST', `/v2/accessRequests/${denied}:deny`, 'admin', { reason: 'Later.' })).toMatchObject({
      state: 'denied',
    })
    const withdrawn = await asked('analyst')
    await done('DELETE', `/v2/accessRequests/${withdrawn}`, 'analyst')
    const file = await requested(await newWorkbook('Plans F'), 'analyst')
    expect((await decide(file, 'approve', 'builder', { accountTypeId: unknownId })).status).toBe(400)
    const path = '/v2/organizations/settings/licenseUpgradeRequests'
    await done('PATCH', path, 'admin', { enabled: false })
    expect(await send('POST', '/v2/accountTypeRequests', 'analyst')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('switched off') },
    })
    await done('PATCH', path, 'admin', { enabled: true })
  })

  test('a member may have fifty pending requests; requests for a file are deleted with it', async () => {
    const id = await newWorkbook('Plans E')
    const kept = await requested(id, 'analyst')
    await done('DELETE', `/v2/files/${id}`, 'builder')
    expect((await send('DELETE', `/v2/files/${id}`, 'admin', undefined, { purge: true })).status).toBe(200)
    const listed = (await done('GET', '/v2/accessRequests', 'analyst')).entries as { requestId: string }[]
    expect(listed.map(({ requestId }) => requestId)).not.toContain(kept)
    const ids = Array.from({ length: 50 }, (_, index) => unknownId.replace(/.{4}$/, String(1000 + index)))
    for (const each of ids) await requested(each, 'stranger')
    expect(await request(unknownId, 'stranger')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await documents.worker.stop()
    await mails.close()
  })

  scenarios(
    `${listAccessRequests.method} ${listAccessRequests.path}`,
    server,
    [
      { name: 'a guest, who has none', as: 'guest', status: 200, answer: { entries: [], total: 0 } },
      {
        name: 'a text that is not an id',
        as: 'analyst',
        query: { inodeId: 'x!' },
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    { operation: listAccessRequests },
  )
  scenarios(
    `${createAccessRequest.method} ${createAccessRequest.path}`,
    server,
    [
      {
        name: 'guests see files shared with their teams and cannot request more',
        as: 'guest',
        path: `/v2/files/${unknownId}/accessRequests`,
        body: {},
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'a text that is not an id',
        as: 'analyst',
        path: '/v2/files/x!/accessRequests',
        body: {},
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'a word that is not a permission',
        as: 'analyst',
        path: `/v2/files/${unknownId}/accessRequests`,
        body: { permission: 'own' },
        status: 400,
        answer: { code: 'invalid_request' },
      },
    ],
    { operation: createAccessRequest, untested: { conflict: 'stands above' } },
  )
  scenarios(
    `${createAccountTypeRequest.method} ${createAccountTypeRequest.path}`,
    server,
    [
      { name: 'guests cannot make requests', as: 'guest', status: 403, answer: { code: 'forbidden' } },
      { name: 'an administrator, who has everything', as: 'admin', status: 403, answer: { code: 'forbidden' } },
    ],
    { operation: createAccountTypeRequest, untested: { conflict: 'the same limit as for files stands above' } },
  )
  for (const operation of [approveAccessRequest, denyAccessRequest, withdrawAccessRequest]) {
    const row = {
      name: 'an unknown id',
      as: 'admin' as const,
      path: operation.path.replace(/\{\w+\}/, unknownId),
      ...('body' in operation ? { body: {} } : {}),
      status: 404,
      answer: { code: 'not_found' },
    }
    const untested = { forbidden: 'stands above', conflict: 'stands above' }
    scenarios(`${operation.method} ${operation.path}`, server, [row], { operation, untested })
  }
})
