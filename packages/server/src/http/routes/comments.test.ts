import {
  createWorkbookComment,
  deleteWorkbookComment,
  listWorkbookComments,
  reopenWorkbookComment,
  replyToWorkbookComment,
  resolveWorkbookComment,
  updateWorkbookComment,
} from '@octavo/core/contract'
import { diffDocuments, type WorkbookDocument } from '@octavo/core/document'
import { expect, test } from 'vitest'
import { Secret } from '../../config/index.ts'
import { createMailSender } from '../../outbound/index.ts'
import { startMailServer, type TestMailServer } from '../../outbound/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

interface Thread {
  threadId: string
  elementId: string | null
  isResolved: boolean
  comments: { commentId: string; body: string; mayEdit: boolean; mayDelete: boolean; editedAt: string | null }[]
}

describeStores('comments', (openStore) => {
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
  const ask = (method: string, path: string, as: Role, body?: unknown, query?: Record<string, string | boolean>) =>
    server().request({ method, path, as, ...(body === undefined ? {} : { body }), ...(query ? { query } : {}) })
  const send = async (method: string, path: string, as: Role, body?: unknown, query?: Record<string, string>) => {
    // Comments are ordered by time.
    server().platform.clock.advance(1_000)
    const answer = await ask(method, path, as, body, query)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const text = (id: string) => ({ id, kind: 'text', body: `Words of ${id}.` })
  /** A workbook of the builder with a page for everyone and one that only its editors see. */
  const newWorkbook = async (name: string) => {
    const builder = await documents.viewer('builder')
    const pages = [
      { id: 'open', name: 'Open', elements: [text('seen')] },
      { id: 'hidden', name: 'Hidden', visibility: 'hidden', elements: [text('unseen')] },
    ]
    const folderId = server().platform.people.builder.homeFolderId
    const { record } = await documents.specs.create(builder, 'workbook', { name, folderId, schemaVersion: 1, pages })
    return record.inode.id
  }
  const sharedWorkbook = async (name: string) => {
    const id = await newWorkbook(name)
    await documents.share(id, 'viewer', 'view')
    await documents.share(id, 'analyst', 'view')
    return id
  }
  const comment = async (workbookId: string, as: Role, body: object) =>
    (await send('POST', `/v2/workbooks/${workbookId}/comments`, as, body)) as unknown as Thread
  const threads = async (workbookId: string, as: Role, query: Record<string, string> = {}) =>
    ((await send('GET', `/v2/workbooks/${workbookId}/comments`, as, undefined, query)) as { entries: Thread[] }).entries
  const bodies = (list: readonly Thread[]) => list.map(({ comments }) => comments.map(({ body }) => body))

  test('members who may comment start threads, reply, resolve and reopen', async () => {
    const id = await sharedWorkbook('Talk')
    const first = await comment(id, 'viewer', { body: 'Is this right?' })
    const second = await comment(id, 'analyst', { body: 'About words.', elementId: 'seen' })
    expect(second).toMatchObject({ elementId: 'seen', isResolved: false, mayReply: true })
    const path = `/v2/workbooks/${id}/comments/${first.threadId}`
    await send('POST', `${path}/replies`, 'builder', { body: 'Yes.' })
    expect(bodies(await threads(id, 'viewer'))).toEqual([['About words.'], ['Is this right?', 'Yes.']])
    expect(bodies(await threads(id, 'viewer', { elementId: 'seen' }))).toEqual([['About words.']])

    expect(await send('POST', `${path}:resolve`, 'analyst')).toMatchObject({
      isResolved: true,
      resolvedBy: memberId('analyst'),
    })
    expect(bodies(await threads(id, 'builder'))).toEqual([['About words.']])
    expect(bodies(await threads(id, 'builder', { state: 'resolved' }))).toEqual([['Is this right?', 'Yes.']])
    expect((await threads(id, 'builder', { state: 'all' })).length).toBe(2)
    expect(await send('POST', `${path}:reopen`, 'viewer')).toMatchObject({ isResolved: false, resolvedBy: null })

    const reply = (await threads(id, 'builder'))[1]?.comments[1]?.commentId
    expect(await ask('POST', `/v2/workbooks/${id}/comments/${reply}:resolve`, 'viewer')).toMatchObject({
      status: 400,
      body: { hint: expect.stringContaining(first.threadId) },
    })
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select(['action', 'details'])
      .where('object_id', '=', id)
      .where('action', 'like', 'COMMENT%')
      .where('outcome', '=', 'done')
      .orderBy('id')
      .execute()
    expect(events.map(({ action }) => action)).toEqual([
      'COMMENT_CREATED',
      'COMMENT_CREATED',
      'COMMENT_CREATED',
      'COMMENT_RESOLVED',
      'COMMENT_REOPENED',
    ])
    expect(JSON.stringify(events)).not.toContain('right')
  })

  test('a comment is changed by its author, and deleted by its author or an administrator', async () => {
    const id = await sharedWorkbook('Own words')
    const { threadId } = await comment(id, 'viewer', { body: 'Frist' })
    const path = `/v2/workbooks/${id}/comments/${threadId}`
    for (const as of ['analyst', 'builder', 'admin'] as const) {
      expect((await ask('PATCH', path, as, { body: 'Mine now' })).status, as).toBe(403)
    }
    const changed = (await send('PATCH', path, 'viewer', { body: 'First' })) as unknown as Thread
    expect(changed.comments).toMatchObject([{ body: 'First', mayEdit: true, mayDelete: true }])
    expect(changed.comments[0]?.editedAt).not.toBeNull()
    expect((await threads(id, 'analyst'))[0]?.comments[0]).toMatchObject({ mayEdit: false, mayDelete: false })
    expect((await threads(id, 'admin'))[0]?.comments[0]).toMatchObject({ mayEdit: false, mayDelete: true })
    await send('POST', `${path}/replies`, 'analyst', { body: 'Second' })
    expect((await ask('DELETE', path, 'builder')).status).toBe(403)
    await send('DELETE', path, 'admin')
    expect(await threads(id, 'builder', { state: 'all' })).toEqual([])
    expect((await ask('POST', `${path}/replies`, 'analyst', { body: 'Late' })).status).toBe(404)
  })

  test('comments on pages that are hidden from a member are hidden too', async () => {
    const id = await sharedWorkbook('Pages')
    const hidden = await comment(id, 'builder', { body: 'Behind the curtain', elementId: 'unseen' })
    await comment(id, 'builder', { body: 'In front', elementId: 'seen' })
    expect(bodies(await threads(id, 'builder'))).toEqual([['In front'], ['Behind the curtain']])
    const seen = (await send('GET', `/v2/workbooks/${id}/comments`, 'viewer')) as unknown as { entries: Thread[] }
    expect(seen).toMatchObject({ total: 1 })
    expect(bodies(seen.entries)).toEqual([['In front']])
    const path = `/v2/workbooks/${id}/comments/${hidden.threadId}`
    expect((await ask('POST', `${path}/replies`, 'viewer', { body: 'What?' })).status).toBe(404)
    const refusals = await Promise.all(
      ['unseen', 'nothing'].map(async (elementId) => {
        const answer = await ask('POST', `/v2/workbooks/${id}/comments`, 'viewer', { body: 'There', elementId })
        const { message, hint } = answer.body as { message: string; hint: string }
        return { status: answer.status, message: message.replace(elementId, '...'), hint }
      }),
    )
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]).toMatchObject({
      status: 400,
      message: 'The published workbook has no element with the id "...".',
    })
    expect((await ask('GET', `/v2/workbooks/${id}/comments`, 'stranger')).status).toBe(404)
  })

  test('editors comment on unpublished elements; readers neither start nor see such a thread before publication', async () => {
    const id = await sharedWorkbook('Drafted')
    const { revision, document } = (await send('GET', `/v2/workbooks/${id}/draft`, 'builder')) as unknown as {
      revision: number
      document: WorkbookDocument
    }
    const drafted = withText(document, 'late')
    const edits = diffDocuments(document, drafted).filter(({ at }) => at[0] !== 'layout')
    await send('POST', `/v2/workbooks/${id}/draft/edits`, 'builder', { baseRevision: revision, edits })
    const about = { body: 'Nearly done', elementId: 'late' }
    expect((await ask('POST', `/v2/workbooks/${id}/comments`, 'viewer', about)).status).toBe(400)
    await comment(id, 'builder', about)
    expect(bodies(await threads(id, 'builder'))).toEqual([['Nearly done']])
    expect(await threads(id, 'viewer')).toEqual([])
    await send('POST', `/v2/workbooks/${id}/draft/publish`, 'builder', { revision: revision + 1 })
    expect(bodies(await threads(id, 'viewer'))).toEqual([['Nearly done']])
  })

  test('a mentioned member gets one mail, and only members who can open the workbook can be mentioned', async () => {
    const id = await sharedWorkbook('Mentions')
    const refused = await ask('POST', `/v2/workbooks/${id}/comments`, 'viewer', {
      body: 'Look, stranger',
      mentions: [memberId('stranger')],
    })
    expect(refused).toMatchObject({ status: 400, body: { hint: expect.stringContaining('Share') } })
    expect(await threads(id, 'viewer')).toEqual([])

    const mentions = [memberId('analyst'), memberId('viewer')]
    const { threadId } = await comment(id, 'viewer', { body: 'Look,\nplease', mentions })
    const mailsTo = (role: Role) => mails.mails.filter(({ to }) => to.includes(emailOf(role)))
    await expect.poll(() => mailsTo('analyst').length, { timeout: 15_000, interval: 30 }).toBe(1)
    const [mail] = mailsTo('analyst')
    expect(mail?.subject).toContain('mentioned you in a comment on "Mentions"')
    expect(mail?.text).toContain('> Look,\n> please')
    expect(mail?.text).toContain(`?:comment=${threadId}`)
    const path = `/v2/workbooks/${id}/comments/${threadId}`
    await send('PATCH', path, 'viewer', { body: 'Look', mentions: [...mentions, memberId('builder')] })
    await expect.poll(() => mailsTo('builder').length, { timeout: 15_000, interval: 30 }).toBe(1)
    expect([mailsTo('analyst').length, mailsTo('viewer').length]).toEqual([1, 0])
    await documents.worker.stop()
    await mails.close()
  })

  const beside = { forbidden: 'stands above', conflict: 'takes five hundred replies' }
  for (const operation of [
    listWorkbookComments,
    createWorkbookComment,
    replyToWorkbookComment,
    updateWorkbookComment,
    deleteWorkbookComment,
    resolveWorkbookComment,
    reopenWorkbookComment,
  ]) {
    const path = operation.path.replaceAll(/\{\w+\}/g, unknownId)
    const rows = [
      {
        name: 'an unknown id',
        as: 'admin' as const,
        path,
        ...('body' in operation ? { body: { body: 'Words' } } : {}),
        status: 404,
        answer: { code: 'not_found' },
      },
      ...('body' in operation
        ? [
            {
              name: 'a comment of spaces only',
              as: 'admin' as const,
              path,
              body: { body: '  \n' },
              status: 400,
              answer: { code: 'invalid_request' },
            },
          ]
        : []),
    ]
    scenarios(`${operation.method} ${operation.path}`, server, rows, { operation, untested: beside })
  }
})

/** The document with another text element on its first page. */
function withText(document: WorkbookDocument, id: string): WorkbookDocument {
  const pages = document.pages.map((page, index) =>
    index === 0 ? { ...page, elementIds: [...page.elementIds, id] } : page,
  )
  return { ...document, pages, elements: { ...document.elements, [id]: { id, kind: 'text', body: 'Not yet.' } } }
}
