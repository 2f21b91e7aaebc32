import { expect, test } from 'vitest'
import { Secret } from '../../config/index.ts'
import { createMailSender } from '../../outbound/index.ts'
import { startMailServer, type TestMailServer } from '../../outbound/testing.ts'
import { describeEmbedded } from '../../store/testing.ts'
import { useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

describeEmbedded('invitations by mail', (openStore) => {
  let mailServer: TestMailServer
  let documents: TestServices
  const server = useServer(openStore, async (platform) => {
    mailServer = await startMailServer()
    const smtpUrl = new Secret(`smtp://127.0.0.1:${mailServer.port}`)
    documents = buildTestServices(platform, { sendMail: createMailSender({ smtpUrl, from: 'Octavo <o@example.com>' }) })
    documents.worker.start()
    return documents.routes
  })
  const send = (method: string, path: string, body: object, as: 'admin' | null = 'admin', query = {}) =>
    server().request({ method, path, as, body, query })

  test('the link is sent by mail and not in the response, and it works', async () => {
    const person = { email: 'new@example.com', firstName: 'Nora', lastName: 'Neu' }
    const created = await send('POST', '/v2/members', person)
    expect(created.status, created.text).toBe(200)
    expect(created.body).not.toHaveProperty('invitation')
    await expect.poll(() => mailServer.mails.length, { timeout: 15_000, interval: 30 }).toBe(1)
    const [mail] = mailServer.mails
    expect(mail).toMatchObject({ to: ['new@example.com'], subject: 'Invitation to main on Octavo' })
    expect(mail?.text).toContain('Hello Nora Neu,')
    const token = /\/invitation#(\S+)/.exec(mail?.text ?? '')?.[1]
    const password = 'a password of my own'
    expect((await send('POST', '/auth/accept-invitation', { token, password }, null)).status).toBe(200)
    const signedIn = await send('POST', '/auth/sign-in', { email: person.email, password }, null)
    expect(signedIn.status).toBe(200)
    const jobs = await server().platform.store.db.selectFrom('jobs').select('payload').execute()
    expect(JSON.stringify(jobs)).not.toContain(token)
  })

  test('nothing is mailed with sendInvite false or to embed users', async () => {
    const before = mailServer.mails.length
    await send('POST', '/v2/members', { email: 'a@example.com', firstName: '', lastName: '' }, 'admin', {
      sendInvite: false,
    })
    await send('POST', '/v2/members', { email: 'b@example.com', firstName: '', lastName: '', userKind: 'embed' })
    const waiting = await server()
      .platform.store.db.selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'mail.invitation')
      .where('state', 'in', ['queued', 'running'])
      .execute()
    expect(waiting).toEqual([])
    expect(mailServer.mails).toHaveLength(before)
    await documents.worker.stop()
    await mailServer.close()
  })
})
