import type { Blobs } from '../../../../blobs/index.ts'
import { DestinationRefused, MailRefused } from '../../../../outbound/index.ts'
import type { Mails } from '../../../organization/mails/mails.ts'
import { DeliveryFailed, type Message, openFile, type ReadyFile, reasonOf } from '../message/message.ts'

export interface MailParcel {
  kind: 'mail'
  message: Message
  to: string[]
  cc: string[]
  bcc: string[]
}

/** Why nothing can be sent by mail. */
export const noMailServer =
  'There is no mail server: the operator has not set OCTAVO_SMTP_URL, and the organization has none of its own.'

const mostMailBytes = 30 * 1024 * 1024

/** Fails with what the person can do about it. */
export function requireMailSize(files: readonly ReadyFile[]): void {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (bytes <= mostMailBytes) return
  const size = (bytes / 1024 / 1024).toFixed(1)
  const isPacked = files.every(({ mediaType }) => mediaType === 'application/zip')
  const advice = isPacked ? 'Send fewer rows.' : 'Send fewer rows, or the files as one archive (zipAttachments).'
  throw new DeliveryFailed(`The files have ${size} MB together; a mail takes 30 MB. ${advice}`, false)
}

/** Returns who was refused while others were taken. */
export async function mailParcel(
  { blobs, mails }: { blobs: Blobs; mails: Mails },
  organizationId: string,
  { message, to, cc, bcc }: MailParcel,
): Promise<string[]> {
  if (!(await mails.isSet(organizationId))) throw new DeliveryFailed(noMailServer, false)
  const files = []
  for (const file of message.files) {
    files.push({ name: file.name, mediaType: file.mediaType, content: await openFile(blobs, file) })
  }
  const { deliveryId, subject, body, link, footer } = message
  const text = [body.trim(), ...(link === null ? [] : [link]), `--\n${footer}`].filter((part) => part !== '')
  try {
    const { refused } = await mails.send(organizationId, {
      to,
      cc,
      bcc,
      subject,
      text: `${text.join('\n\n')}\n`,
      files,
      deliveryId,
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
