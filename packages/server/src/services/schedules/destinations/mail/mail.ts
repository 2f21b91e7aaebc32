import { createHash } from 'node:crypto'
import type { Blobs } from '../../../../blobs/index.ts'
import { DestinationRefused, type MailFile, MailRefused } from '../../../../outbound/index.ts'
import type { Mails } from '../../../organization/mails/mails.ts'
import { DeliveryFailed, type Message, openFile, type ReadyFile, reasonOf } from '../message/message.ts'
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

/** Returns a remark with the recipients that the mail server refused while it accepted others. */
export async function mailParcel(
  parts: Parts,
  organizationId: string,
  parcel: MailParcel,
  keep: (parcel: MailParcel) => Promise<void>,
): Promise<string[]> {
  if (!(await parts.mails.isSet(organizationId))) throw new DeliveryFailed(noMailServer, false)
  const { to, cc, bcc, subscription } = parcel
  if (subscription === undefined || subscription.emails.length === 0) return sendCopy(parts, organizationId, parcel, {})
  const all = [...to, ...cc, ...bcc]
  const [only] = all
  if (only !== undefined && all.length === 1) return sendCopy(parts, organizationId, parcel, { linksOf: only })
  return sendCopies(parts, organizationId, parcel, keep)
}

/** Sends a copy to each recipient, because each has a link of their own. Skips recipients who already have one. */
async function sendCopies(
  parts: Parts,
  organizationId: string,
  parcel: MailParcel,
  keep: (parcel: MailParcel) => Promise<void>,
): Promise<string[]> {
  const all = [...parcel.to, ...parcel.cc, ...parcel.bcc]
  const sentTo = [...(parcel.sentTo ?? [])]
  const refused: string[] = []
  for (const address of all) {
    if (sentTo.includes(address)) continue
    try {
      refused.push(...(await sendCopy(parts, organizationId, parcel, { linksOf: address, onlyTo: address })))
    } catch (error) {
      if (!(error instanceof DeliveryFailed) || error.isPassing) throw error
      const answer = error.cause instanceof MailRefused ? error.cause.message : error.message
      refused.push(`${address} was refused: ${answer}`)
      if (refused.length === all.length) throw error
      continue
    }
    sentTo.push(address)
    await keep({ ...parcel, sentTo })
  }
  return refused
}

async function sendCopy(
  parts: Parts,
  organizationId: string,
  { message, to, cc, bcc, subscription }: MailParcel,
  { linksOf, onlyTo }: { linksOf?: string; onlyTo?: string },
): Promise<string[]> {
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
  try {
    const { refused } = await mails.send(organizationId, {
      to,
      cc,
      bcc,
      ...(onlyTo === undefined ? {} : { onlyTo }),
      subject,
      text: textOf(message, links),
      html: mailHtml(message, { picture: picture && { cid: pictureCid, alt: picture.name }, unsubscribe: links?.page }),
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
    return refused.map(({ address, answer }) => `${address} was refused: ${answer}`)
  } catch (error) {
    if (error instanceof MailRefused) {
      throw new DeliveryFailed(`The mail server refused it: ${error.message}`, error.isPassing, { cause: error })
    }
    if (error instanceof DestinationRefused) throw new DeliveryFailed(error.message, false, { cause: error })
    throw new DeliveryFailed(`The mail server cannot be reached: ${reasonOf(error)}`, true, { cause: error })
  }
}

const pictureCid = 'picture@octavo'

function textOf({ body, link, footer }: Message, links: SubscriptionLinks | null): string {
  const end = links === null ? footer : `${footer}\nUnsubscribe: ${links.page}`
  const parts = [body.trim(), ...(link === null ? [] : [link]), `--\n${end}`].filter((part) => part !== '')
  return `${parts.join('\n\n')}\n`
}

const hashOf = (address: string): string =>
  createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 12)
