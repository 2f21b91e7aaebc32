import { createHash } from 'node:crypto'
import type { Blobs } from '../../../../blobs/index.ts'
import { DestinationRefused, type MailFile, MailRefused } from '../../../../outbound/index.ts'
import type { MailText } from '../../../mail-texts/mail-text.ts'
import type { Mails } from '../../../organization/mails/mails.ts'
import {
  DeliveryFailed,
  type Message,
  openFile,
  type ReadyFile,
  type RecipientResult,
  reasonOf,
  type Sent,
} from '../message/message.ts'
import { mailHtml } from './mail-html.ts'
import type { MailSubscriptions, SubscriptionLinks } from './mail-subscriptions.ts'

export interface MailParcel {
  kind: 'mail'
  message: Message
  to: string[]
  cc: string[]
  bcc: string[]
  /** For a scheduled export: the recipients who get an unsubscribe link. */
  subscription?: { scheduleId: string; baseUrl: string; emails: readonly string[] }
  /** Recipients whose own copy was sent by an earlier attempt. */
  sentTo?: string[]
  /** The responses of the mail server to these copies, by address. */
  answers?: Record<string, string>
}

/** Error text when no mail can be sent. */
export const noMailServer =
  'There is no mail server: the operator has not set OCTAVO_SMTP_URL, and the organization has none of its own.'

const mostMailBytes = 30 * 1024 * 1024

/** Throws when the files are too large for a mail, with advice for the person. */
export function requireMailSize(files: readonly ReadyFile[]): void {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (bytes <= mostMailBytes) return
  const size = (bytes / 1024 / 1024).toFixed(1)
  const isPacked = files.every(({ mediaType }) => mediaType === 'application/zip')
  const advice = isPacked ? 'Send fewer rows.' : 'Send fewer rows, or the files as one archive (zipAttachments).'
  throw new DeliveryFailed(`The files have ${size} MB together; a mail takes 30 MB. ${advice}`, false)
}

interface Parts {
  blobs: Blobs
  mails: Mails
  subscriptions: Pick<MailSubscriptions, 'linksFor'>
}

/** The picture, unless it would make the mail too large. */
function pictureOf({ picture = null, files }: Message): ReadyFile | null {
  const bytes = [...files, ...(picture ? [picture] : [])].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return bytes <= mostMailBytes ? picture : null
}

const opened = async (blobs: Blobs, file: ReadyFile): Promise<MailFile> => ({
  name: file.name,
  mediaType: file.mediaType,
  content: await openFile(blobs, file),
})

/** The remarks name the recipients that the mail server refused while it accepted others. */
export async function mailParcel(
  parts: Parts,
  organizationId: string,
  parcel: MailParcel,
  keep: (parcel: MailParcel) => Promise<void>,
): Promise<Sent> {
  if (!(await parts.mails.isSet(organizationId))) throw new DeliveryFailed(noMailServer, false)
  const { subscription } = parcel
  const all = allRecipients(parcel)
  const asOne = async (who: { linksOf?: string }) => sentMail(all, await sendCopy(parts, organizationId, parcel, who))
  if (subscription === undefined || subscription.emails.length === 0) return asOne({})
  const [only] = all
  if (only !== undefined && all.length === 1) return asOne({ linksOf: only })
  return sendCopies(parts, organizationId, parcel, keep)
}

export const allRecipients = ({ to, cc, bcc }: MailParcel): string[] => [...to, ...cc, ...bcc]

interface Refused {
  address: string
  answer: string
}

/** A mail that the server accepted for at least one recipient. */
function sentMail(all: readonly string[], { refused, answers }: { refused: Refused[]; answers: Answers }): Sent {
  const lost = new Map(refused.map(({ address, answer }) => [address.toLowerCase(), answer]))
  const recipients = all.map((recipient): RecipientResult => {
    const refusal = lost.get(recipient.toLowerCase())
    if (refusal !== undefined) return { recipient, state: 'refused', answer: refusal }
    return { recipient, state: 'sent', answer: answers(recipient) }
  })
  const [first] = recipients.filter(({ state }) => state === 'sent')
  return {
    remarks: refused.map(({ address, answer }) => `${address} was refused: ${answer}`),
    answer: first?.answer ?? null,
    recipients,
  }
}

/** The response of the mail server to the copy for an address. */
type Answers = (address: string) => string | null

/** Sends a copy to each recipient, because each has a link of their own. Skips recipients who already have one. */
async function sendCopies(
  parts: Parts,
  organizationId: string,
  parcel: MailParcel,
  keep: (parcel: MailParcel) => Promise<void>,
): Promise<Sent> {
  const all = allRecipients(parcel)
  const sentTo = [...(parcel.sentTo ?? [])]
  const answers = new Map(Object.entries(parcel.answers ?? {}))
  const refused: Refused[] = []
  for (const address of all) {
    if (sentTo.includes(address)) continue
    try {
      const copy = await sendCopy(parts, organizationId, parcel, { linksOf: address, onlyTo: address })
      refused.push(...copy.refused)
      const answer = copy.answers(address)
      if (answer !== null) answers.set(address, answer)
    } catch (error) {
      if (!(error instanceof DeliveryFailed) || error.isPassing) throw error
      const answer = error.cause instanceof MailRefused ? error.cause.message : error.message
      refused.push({ address, answer })
      if (refused.length === all.length) throw error
      continue
    }
    sentTo.push(address)
    await keep({ ...parcel, sentTo, answers: Object.fromEntries(answers) })
  }
  return sentMail(all, { refused, answers: (address) => answers.get(address) ?? null })
}

async function sendCopy(
  parts: Parts,
  organizationId: string,
  { message, to, cc, bcc, subscription }: MailParcel,
  { linksOf, onlyTo }: { linksOf?: string; onlyTo?: string },
): Promise<{ refused: Refused[]; answers: Answers }> {
  const { blobs, mails, subscriptions } = parts
  const isLinked = subscription !== undefined && linksOf !== undefined && subscription.emails.includes(linksOf)
  const links = isLinked
    ? subscriptions.linksFor(
        { organizationId, scheduleId: subscription.scheduleId, email: linksOf },
        subscription.baseUrl,
      )
    : null
  const files: MailFile[] = []
  for (const file of message.files) files.push(await opened(blobs, file))
  const picture = pictureOf(message)
  const { deliveryId, subject } = message
  const text = await mails.textFor(organizationId, onlyTo === undefined ? [...to, ...cc, ...bcc] : [onlyTo])
  const written = { ...message, footer: message.footers?.[text.language] ?? message.footer }
  try {
    const { refused, answer = null } = await mails.send(organizationId, {
      to,
      cc,
      bcc,
      ...(onlyTo === undefined ? {} : { onlyTo }),
      subject,
      text: textOf(text, written, links),
      html: mailHtml(text, written, {
        picture: picture && { cid: pictureCid, alt: picture.name },
        unsubscribe: links?.page,
      }),
      ...(picture ? { picture: { ...(await opened(blobs, picture)), cid: pictureCid } } : {}),
      files,
      deliveryId: onlyTo === undefined ? deliveryId : `${deliveryId}.${hashOf(onlyTo)}`,
      ...(links === null
        ? {}
        : {
            headers: {
              'List-Unsubscribe': `<${links.post}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            },
          }),
    })
    return { refused, answers: () => answer }
  } catch (error) {
    if (error instanceof MailRefused) {
      throw new DeliveryFailed(`The mail server refused it: ${error.message}`, error.isPassing, { cause: error })
    }
    if (error instanceof DestinationRefused) throw new DeliveryFailed(error.message, false, { cause: error })
    throw new DeliveryFailed(`The mail server cannot be reached: ${reasonOf(error)}`, true, { cause: error })
  }
}

const pictureCid = 'picture@octavo'

function textOf(text: MailText, { body, link, footer }: Message, links: SubscriptionLinks | null): string {
  const end = links === null ? footer : `${footer}\n${text('unsubscribeAt', { address: links.page })}`
  const parts = [body.trim(), ...(link === null ? [] : [link]), `--\n${end}`].filter((part) => part !== '')
  return `${parts.join('\n\n')}\n`
}

const hashOf = (address: string): string =>
  createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 12)
