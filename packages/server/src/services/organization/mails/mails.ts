import { Secret } from '../../../config/index.ts'
import type { Mail, MailReceipt, MailServer, SendMail, SendMailBy } from '../../../outbound/index.ts'
import type { Secrets } from '../../../secrets/index.ts'
import type { Queryable, Store } from '../../../store/index.ts'
import { findOrganization } from '../../../store/organizations.ts'
import { type MailText, mailTextForAll } from '../../mail-texts/mail-text.ts'
import { serviceOf } from '../../service/service.ts'
import { type OrganizationSettings, type SavedMailServer, settingsOf } from '../settings/organization-settings.ts'

export type Mails = ReturnType<typeof createMails>

/** Sends mails of an organization: with its own mail server when it has one, otherwise with the mail server of this installation. */
export function createMails(parts: Parts) {
  return serviceOf(parts, { isSet, send, by, kept, opened, textFor })
}

interface Parts {
  store: Store
  secrets: Secrets
  /** Sends with the operator's mail server; null without one. */
  sendMail: SendMail | null
  /** Sends with any mail server outside the internal network. */
  sendMailBy: SendMailBy
}

/** Whether a mail server is configured. */
async function isSet({ store, sendMail }: Parts, organizationId: string, db: Queryable = store.db): Promise<boolean> {
  return sendMail !== null || (await savedServer(db, organizationId)) !== null
}

/** Resolves when the mail server has accepted the mail; rejects with its response (MailRefused) otherwise. */
async function send(parts: Parts, organizationId: string, mail: Mail): Promise<MailReceipt> {
  const { store, sendMail, sendMailBy } = parts
  const saved = await savedServer(store.db, organizationId)
  if (saved !== null) return sendMailBy(opened(parts, organizationId, saved), mail)
  if (sendMail === null) throw new Error(`The organization ${organizationId} has no mail server.`)
  return sendMail(mail)
}

/** The texts for one mail to these addresses. */
function textFor({ store }: Parts, organizationId: string, emails: readonly string[]): Promise<MailText> {
  return mailTextForAll(store.db, organizationId, emails)
}

/** Sends with a server that is not saved yet. */
function by({ sendMailBy }: Parts, server: MailServer, mail: Mail): Promise<MailReceipt> {
  return sendMailBy(server, mail)
}

async function savedServer(db: Queryable, organizationId: string): Promise<SavedMailServer | null> {
  const row = await findOrganization(db, organizationId)
  const { mailServer = null }: OrganizationSettings = row ? settingsOf(row) : {}
  return mailServer
}

/** The encryption context includes host and user, so the password cannot be used with another server. */
const contextOf = (organizationId: string, { host, user }: Pick<MailServer, 'host' | 'user'>): string =>
  `mail server:${JSON.stringify([organizationId, host, user])}`

/** The server in stored form. */
function kept({ secrets }: Parts, organizationId: string, server: MailServer, updatedAt: number): SavedMailServer {
  const { password, ...settings } = server
  const encrypted = password && secrets.encrypt(password.reveal(), contextOf(organizationId, server))
  return { ...settings, password: encrypted, updatedAt }
}

function opened({ secrets }: Parts, organizationId: string, saved: SavedMailServer): MailServer {
  const { password, updatedAt: _, ...settings } = saved
  const secret = password === null ? null : secrets.decrypt(password, contextOf(organizationId, settings))
  return { ...settings, password: secret === null ? null : new Secret(secret.reveal()) }
}
