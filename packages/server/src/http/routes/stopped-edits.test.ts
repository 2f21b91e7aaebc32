import type { WorkbookWebhook } from '@octavo/core/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Mail } from '../../outbound/mail.ts'
import { describeStores } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { openWritePlatform, writeSchema } from './testing-write-schema.ts'

const skipped = 'skipped' in inject('postgres')

describeStores('input tables of a connection in trouble', (openStore) => {
  let documents: TestServices
  let platform: Awaited<ReturnType<typeof openWritePlatform>>
  let connectionId = ''
  let workbookId = ''
  let hook = ''
  const mails: Mail[] = []
  const server = useServer(openStore, (testPlatform) => {
    documents = buildTestServices(testPlatform, {
      sendMail: async (mail) => {
        mails.push(mail)
        return { refused: [] }
      },
    })
    documents.worker.start()
    return documents.routes
  })
  const { send, done } = requestsOf(server, 'builder')
  const connection = () => ({
    name: 'Shop',
    details: platform.details,
    useFriendlyNames: false,
    writeAccess: true,
    writeSchema: writeSchema.name,
  })
  const table = (id: string) => ({
    id,
    kind: 'input-table',
    name: id,
    source: { kind: 'empty', connectionId },
    inputMode: 'explore',
    columns: [{ id: 'ID' }, { id: 'word', type: 'text', name: 'Word' }],
  })
  const book = (...ids: string[]) => {
    const values = { word: { type: 'agent-input', inputName: 'word' } }
    const actions = [{ id: 'note', trigger: 'on-click', effects: [{ effect: 'insert-rows', table: 'notes', values }] }]
    const elements = [...ids.map(table), { id: 'go', kind: 'button', text: 'Go', actions }]
    const { homeFolderId: folderId } = server().platform.people.builder
    return { name: 'Book', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] }
  }
  beforeAll(async () => {
    if (skipped) return
    platform = await openWritePlatform()
    connectionId = String((await done('POST', '/v2/connections', connection(), 'admin')).connectionId)
    const { memberId } = server().platform.people.builder
    const grants = [{ grantee: { memberId }, permission: 'usage' }]
    await done('POST', `/v2/connections/${connectionId}/grants`, { grants }, 'admin')
    workbookId = String((await done('POST', '/v2/workbooks/spec', book('notes'))).workbookId)
    await done('POST', `/v2/workbooks/${workbookId}/elements/notes/rows`, { insert: [{ word: 'before' }] })
    const made = await send('POST', `/v2/workbooks/${workbookId}/webhooks`, { sequenceId: 'note' })
    hook = String((made.body as { url: string }).url)
    await platform.client.query(
      `REVOKE INSERT, UPDATE ON ALL TABLES IN SCHEMA ${writeSchema.quoted} FROM "${platform.owner}"`,
    )
  })
  afterAll(async () => {
    await documents.close()
    if (!skipped) await platform.close()
  })
  const lastRun = async () => {
    const { entries } = (await done('GET', `/v2/workbooks/${workbookId}/webhooks`)) as { entries: WorkbookWebhook[] }
    return entries[0]?.lastRun
  }
  const onPostgres = test.skipIf(skipped)

  onPostgres('a sequence that a webhook starts stops there, and administrators get a mail with a link', async () => {
    expect(await send('POST', new URL(hook).pathname, { word: 'lost' })).toMatchObject({ status: 202 })
    await expect.poll(async () => (await lastRun())?.state, { timeout: 20_000 }).toBe('failed')
    expect(await lastRun()).toMatchObject({
      code: 'edits_stopped',
      problem: expect.stringMatching(/"Shop".*permission denied/s),
      details: { connection: 'Shop' },
    })
    const { email } = server().platform.people.admin
    const subject = 'Input tables of the connection "Shop" cannot be edited'
    const mailed = () => mails.find((mail) => mail.subject === subject && [mail.to].flat().includes(email))
    await expect.poll(() => mailed() !== undefined, { timeout: 20_000 }).toBe(true)
    const address = `${hook.slice(0, hook.indexOf('/v2/'))}/administration/connections/${connectionId}`
    expect(mailed()?.text).toContain(`View connection: ${address}\n`)
    expect(mailed()?.text).toMatch(/permission denied/)
  })

  onPostgres('a new input table is refused by name, and everything else can be changed', async () => {
    const stopped = { status: 409, body: { code: 'edits_stopped', message: expect.stringContaining('"Shop"') } }
    const draft = `/v2/workbooks/${workbookId}/draft`
    const edit = async (edits: object[]) => {
      const { revision } = await done('GET', draft)
      return send('POST', `${draft}/edits`, { baseRevision: revision, edits })
    }
    const { document } = (await done('GET', draft)) as { document: { elements: Record<string, object> } }
    const more = { ...document.elements.notes, id: 'more', name: 'more' }
    const added = [{ op: 'insert', at: ['elements'], entry: more, after: null, page: 'p' }]
    expect(await edit(added)).toMatchObject(stopped)
    const renamed = [{ op: 'set', at: ['elements', { id: 'notes' }, 'name'], value: 'Notes' }]
    expect(await edit(renamed)).toMatchObject({ status: 200 })
    await done('DELETE', draft)
    expect(await send('PUT', `/v2/workbooks/${workbookId}/spec`, book('notes', 'more'))).toMatchObject(stopped)
    expect(await send('PUT', `/v2/workbooks/${workbookId}/spec`, book('notes'))).toMatchObject({ status: 200 })
    expect(await send('POST', '/v2/workbooks/spec', book('notes'))).toMatchObject(stopped)

    await platform.client.query(`GRANT ALL ON ALL TABLES IN SCHEMA ${writeSchema.quoted} TO "${platform.owner}"`)
    await done('PUT', `/v2/connections/${connectionId}`, connection(), 'admin')
    const again = () => send('PUT', `/v2/workbooks/${workbookId}/spec`, book('notes', 'more'))
    await expect.poll(async () => (await again()).status, { timeout: 20_000 }).toBe(200)
  })
})
