import type { Viewer } from '@octavo/core/access'
import type { MailServerChange, MailServerSetting } from '@octavo/core/contract'
import { AppError, type Problem } from '@octavo/core/errors'
import { requireRight } from '../../../../access/index.ts'
import { eventOf } from '../../../../audit/index.ts'
import { type Clock, Secret } from '../../../../config/index.ts'
import { DestinationRefused, type Destinations, MailRefused, type MailServer } from '../../../../outbound/index.ts'
import { isDryRun, type Store } from '../../../../store/index.ts'
import { findMember } from '../../../../store/members.ts'
import { timestamp } from '../../../answers/timestamp.ts'
import { mailTextFor } from '../../../mail-texts/mail-text.ts'
import type { Mails } from '../../../organization/mails/mails.ts'
import type {
  OrganizationSettings,
  OrganizationSettingsReader,
} from '../../../organization/settings/organization-settings.ts'
import { serviceOf } from '../../../service/service.ts'
import { reasonOf } from '../message/message.ts'
import { changeSettings, storedSettings } from '../settings/setting-changes.ts'
import { isAddress } from './is-address.ts'

export type MailServerSettings = ReturnType<typeof createMailServerSettings>

/**
 * The mail server that an organization sets for all of its mails. Only for administrators, because password reset links are sent through
 * it.
 */
export function createMailServerSettings(parts: Parts) {
  return serviceOf(parts, { get, set, test, remove })
}

interface Parts {
  store: Store
  clock: Clock
  settings: OrganizationSettingsReader
  destinations: Destinations
  mails: Mails
}

async function get(parts: Parts, viewer: Viewer): Promise<MailServerSetting> {
  requireRight(viewer, 'manageOrganization')
  return entry(parts, viewer.organizationId, await storedSettings(parts, viewer.organizationId))
}

async function entry(
  { mails }: Parts,
  organizationId: string,
  { mailServer }: OrganizationSettings,
): Promise<MailServerSetting> {
  if (!mailServer) return { server: null, sendsMail: await mails.isSet(organizationId) }
  const { password, updatedAt, ...server } = mailServer
  return { server: { ...server, hasPassword: password !== null, updatedAt: timestamp(updatedAt) }, sendsMail: true }
}

async function set(parts: Parts, viewer: Viewer, body: MailServerChange): Promise<MailServerSetting> {
  const server = await wanted(parts, viewer, body)
  const mailServer = parts.mails.kept(viewer.organizationId, server, parts.clock.now())
  const changed = await changeSettings(parts, viewer, 'MAIL_SERVER_SET', () => ({ mailServer }))
  return entry(parts, viewer.organizationId, changed)
}

/** Sends a test mail to the caller. Throws `invalid_request` with the mail server's response. */
async function test(parts: Parts, viewer: Viewer, body: MailServerChange): Promise<void> {
  const server = await wanted(parts, viewer, body)
  if (!isDryRun()) await sendTest(parts, viewer, server)
  const { host, port } = server
  const object = { kind: 'organization', id: viewer.organizationId } as const
  const change = { before: null, after: { host, port, to: viewer.email } }
  const event = eventOf(viewer, { category: 'ORGANIZATION', action: 'MAIL_SERVER_TESTED', object, change })
  await parts.store.write(event, async () => {})
}

async function sendTest({ mails, store }: Parts, viewer: Viewer, server: MailServer): Promise<void> {
  const reader = await findMember(store.db, viewer.organizationId, viewer.memberId)
  const text = await mailTextFor(store.db, viewer.organizationId, reader)
  const mail = {
    to: viewer.email,
    subject: text('testSubject'),
    text: `${text('test', { host: server.host })}\n`,
  }
  try {
    const { refused } = await mails.by(server, mail)
    const [first] = refused
    if (first) throw refusal('', `${first.address} was refused: ${first.answer}`)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof MailRefused) throw refusal('', `The mail server refused it: ${error.message}`, error)
    if (error instanceof DestinationRefused) throw refusal('host', error.message, error)
    throw refusal('host', `${server.host} cannot be reached: ${reasonOf(error)}`, error)
  }
}

async function remove(parts: Parts, viewer: Viewer): Promise<void> {
  requireRight(viewer, 'manageOrganization')
  await changeSettings(parts, viewer, 'MAIL_SERVER_REMOVED', () => ({ mailServer: null }))
}

const refusal = (path: string, message: string, cause?: unknown) =>
  new AppError('invalid_request', { reason: message, problems: [{ path, message }] }, { cause })

/** The requested mail server, with the stored password when the request has none. Throws its problems. */
async function wanted(parts: Parts, viewer: Viewer, body: MailServerChange): Promise<MailServer> {
  requireRight(viewer, 'manageOrganization')
  const { host, port, security, from } = body
  const user = body.user === null ? null : body.user.trim()
  const server = { host: host.trim(), port, security, user, from: from.trim() }
  const problems: Problem[] = []
  const password = await passwordOf(parts, viewer.organizationId, server, body)
  if (user !== null && password === null) {
    problems.push({ path: 'password', message: 'Send it with a new host or user.' })
  }
  if (!isSender(server.from)) {
    problems.push({ path: 'from', message: 'is no sender, such as reports@example.com' })
  }
  try {
    await parts.destinations.assertAllowed(server.host.replace(/^\[|\]$/g, ''))
  } catch (error) {
    if (!(error instanceof DestinationRefused)) throw error
    problems.push({ path: 'host', message: error.message })
  }
  const [first] = problems
  if (first) throw new AppError('invalid_request', { reason: `${first.path}: ${first.message}`, problems })
  return { ...server, password: user === null ? null : password }
}

/** The password of the request, or the stored one for the same user and host; null for none. */
async function passwordOf(
  parts: Parts,
  organizationId: string,
  { host, user }: Pick<MailServer, 'host' | 'user'>,
  { password }: MailServerChange,
): Promise<Secret | null> {
  if (password !== undefined) return password === null ? null : new Secret(password)
  const { mailServer } = await storedSettings(parts, organizationId)
  if (mailServer?.host !== host || mailServer.user !== user) return null
  return parts.mails.opened(organizationId, mailServer).password
}

/** Whether the text is an address, or a name followed by an address in angle brackets, on one line. */
function isSender(text: string): boolean {
  const [, named] = /^[^<>\r\n"]*<([^<>]+)>$/.exec(text) ?? []
  return isAddress(named ?? text)
}
