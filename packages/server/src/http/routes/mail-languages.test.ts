import { expect, test } from 'vitest'
import { Secret } from '../../config/index.ts'
import { createMailSender } from '../../outbound/index.ts'
import { startMailServer, type TestMailServer } from '../../outbound/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsAs, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

describeStores('the language of mails', (openStore) => {
  let documents: TestServices
  let mails: TestMailServer
  const server = useServer(openStore, async (platform) => {
    mails = await startMailServer()
    const smtpUrl = new Secret(`smtp://127.0.0.1:${mails.port}`)
    documents = buildTestServices(platform, { sendMail: createMailSender({ smtpUrl, from: 'Octavo <o@example.com>' }) })
    documents.worker.start()
    return documents.routes
  })
  const { done } = requestsAs(server)
  const person = (role: Role) => server().platform.people[role]
  const speaks = async (role: Role, language: string | null) => {
    const { email } = person(role)
    const { password } = server().platform
    const signedIn = await server().request({ method: 'POST', path: '/auth/sign-in', body: { email, password } })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const headers = { cookie, 'x-octavo-csrf': (signedIn.body as { csrfToken: string }).csrfToken }
    const changed = await server().request({ method: 'PATCH', path: '/auth/profile', headers, body: { language } })
    expect(changed.status, changed.text).toBe(200)
  }
  const organizationSpeaks = (locale: string | null) => done('PATCH', '/v2/organizations/settings', 'admin', { locale })
  const newWorkbook = async (name: string) => {
    const builder = await documents.viewer('builder')
    const folderId = person('builder').homeFolderId
    const body = { name, folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements: [] }] }
    return (await documents.specs.create(builder, 'workbook', body)).record.inode.id
  }
  /** The next mail to an address, once it has arrived. */
  async function mailTo(email: string, begin: () => Promise<unknown>) {
    const before = mails.mails.length
    const arrived = () => mails.mails.slice(before).find(({ to }) => to.includes(email))
    await begin()
    await expect.poll(() => arrived() !== undefined, { timeout: 15_000, interval: 30 }).toBe(true)
    return arrived() ?? expect.unreachable('The mail arrived.')
  }
  const askForPassword = (role: Role) => () =>
    server().request({ method: 'POST', path: '/auth/reset-request', body: { email: person(role).email } })

  test.each([
    { role: 'viewer', member: null, organization: null, subject: /^A new password for .* on Octavo$/ },
    { role: 'viewer', member: null, organization: 'fr', subject: /^Un nouveau mot de passe pour .* sur Octavo$/ },
    { role: 'analyst', member: 'de', organization: 'fr', subject: /^Ein neues Passwort für .* auf Octavo$/ },
    { role: 'analyst', member: 'es-mx', organization: 'fr', subject: /^Una contraseña nueva para .* en Octavo$/ },
    { role: 'analyst', member: 'it', organization: 'fr', subject: /^A new password for .* on Octavo$/ },
  ] as const)(
    'member $member in an organization with $organization',
    async ({ role, member, organization, subject }) => {
      await organizationSpeaks(organization)
      await speaks(role, member)
      const mail = await mailTo(person(role).email, askForPassword(role))
      expect(mail.subject).toMatch(subject)
      expect(mail.text).toContain('/reset#')
    },
  )

  test('requests are in the language of each reader, with what people wrote as it is', async () => {
    await organizationSpeaks('ja')
    await speaks('builder', 'de')
    await speaks('analyst', 'fr')
    const id = await newWorkbook('Grand plans')
    const message = 'For the board'
    const path = `/v2/files/${id}/accessRequests`
    const asked = await mailTo(person('builder').email, () => done('POST', path, 'analyst', { message }))
    expect(asked.subject).toBe('Anfrage für Zugriff auf „Grand plans“')
    expect(asked.text).toContain('(Berechtigung „ansehen“)')
    expect(asked.text).toContain('> For the board')
    const { entries } = (await done('GET', `/v2/accessRequests?inodeId=${id}`, 'builder')) as {
      entries: { requestId: string }[]
    }
    const approve = `/v2/accessRequests/${entries[0]?.requestId}:approve`
    const decided = await mailTo(person('analyst').email, () => done('POST', approve, 'builder', {}))
    expect(decided.subject).toBe('Votre demande d’accès à « Grand plans » : approuvée')
  })

  test('a new member, who has chosen no language, is invited in the language of the organization', async () => {
    await organizationSpeaks('ja')
    const email = 'new.person@example.com'
    const body = { email, firstName: 'Nina', lastName: 'New' }
    const mail = await mailTo(email, () => server().request({ method: 'POST', path: '/v2/members', as: 'admin', body }))
    expect(mail.subject).toMatch(/^Octavoの.*への招待$/)
    expect(mail.text).toContain('7 日間有効')
    await documents.worker.stop()
    await mails.close()
  })
})
