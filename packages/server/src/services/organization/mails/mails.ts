import { Secret } from '../../../config/index.ts'
import type { Mail, MailReceipt, MailServer, SendMail, SendMailBy } from '../../../outbound/index.ts'
import type { Secrets } from '../../../secrets/index.ts'
import type { Queryable, Store } from '../../../store/index.ts'
import { findOrganization } from '../../../store/organizations.ts'
import { serviceOf } from '../../service/service.ts'
import { type OrganizationSettings, type SavedMailServer, settingsOf } from '../settings/organization-settings.ts'

export type Mails = ReturnType<typeof createMails>

/** Mail of an organization: by its own mail server where it has one, else by the one of this server. */
export function createMails(parts: Parts) {
  return serviceOf(parts, { isSet, send, by, kept, opened })
}

interface Parts {
  store: Store
  secrets: Secrets
  /** By the mail server of the operator; null without one. */
  sendMail: SendMail | null
  /** By any mail server outside of the own network. */
  sendMailBy: SendMailBy
}

/** Whether there is a mail server. */
async function isSet({ store, sendMail }: Parts, organizationId: string, db: Queryable = store.db): Promise<boolean> {
  return sendMail !== null || (await savedServer(db, organizationId)) !== null
}

/** Resolves when the mail server has taken the mail over; rejects with its answer (MailRefused) when it has not. */
async function send(parts: Parts, organizationId: string, mail: Mail): Promise<MailReceipt> {
  const { store, sendMail, sendMailBy } = parts
  const saved = await savedServer(store.db, organizationId)
  if (saved !== null) return sendMailBy(opened(parts, organizationId, saved), mail)
  if (sendMail === null) throw new Error(`The organization ${organizationId} has no mail server.`)
  return sendMail(mail)
}

/** By a server that is not kept yet. */
function by({ sendMailBy }: Parts, server: MailServer, mail: Mail): Promise<MailReceipt> {
  return sendMailBy(server, mail)
}

async function savedServer(db: Queryable, organizationId: string): Promise<SavedMailServer | null> {
  const row = await findOrganization(db, organizationId)
  const { mailServer = null }: OrganizationSettings = row ? settingsOf(row) : {}
  return mailServer
}

/** The password opens nothing at another place: the place is a part of what it is encrypted with. */
const contextOf = (organizationId: string, { host, user }: Pick<MailServer, 'host' | 'user'>): string =>
  `mail server:${JSON.stringify([organizationId, host, user])}`

/** As it is stored. */
function kept({ secrets }: Parts, organizationId: string, server: MailServer, updatedAt: number): SavedMailServer {
  const { password, ...told } = server
  const encrypted = password && secrets.encrypt(password.reveal(), contextOf(organizationId, server))
  return { ...told, password: encrypted, updatedAt }
}

function opened({ secrets }: Parts, organizationId: string, saved: SavedMailServer): MailServer {
  const { password, updatedAt: _, ...told } = saved
  const secret = password === null ? null : secrets.decrypt(password, contextOf(organizationId, told))
  return { ...told, password: secret === null ? null : new Secret(secret.reveal()) }
}
