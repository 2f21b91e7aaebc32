import type { Readable } from 'node:stream'
import type { Blobs } from '../../../../blobs/index.ts'
import type { MailLanguage } from '../../../mail-texts/mail-text.ts'

/** A finished file that waits to be sent. */
export interface ReadyFile {
  name: string
  mediaType: string
  blobKey: string
  sizeBytes: number
  /** SHA-256 of the whole file, hex. */
  sha256: string
  /** Member whose rows the file contains. */
  ofMember: string
  rowCount: number
  /** More rows existed than the file contains. */
  isTruncated: boolean
  /** Readable names of columns that are missing because of an error. */
  leftOut: string[]
}

export interface Message {
  /** Stays the same when the delivery is repeated. */
  deliveryId: string
  subject: string
  body: string
  link: string | null
  /** Text below the message, in the language of the organization: what sent it, and what was left out. */
  footer: string
  /** The same in the language of the recipients of a mail. Absent in messages of earlier releases. */
  footers?: Readonly<Record<MailLanguage, string>>
  files: readonly ReadyFile[]
  /** PNG of the first file that has pages, to be shown in a mail; absent or null for none. */
  picture?: ReadyFile | null
  /** The same information for programs. */
  facts: Readonly<Record<string, unknown>>
}

/** The result of one recipient of a message. */
export interface RecipientResult {
  recipient: string
  /** Null: the state of the whole message. */
  state: 'sent' | 'refused' | null
  /** The response of the destination; null where it said nothing. */
  answer: string | null
}

/** A message that the destination accepted. */
export interface Sent {
  /** What the owner should know although it was sent. */
  remarks: string[]
  answer: string | null
  /** For a mail: each recipient. Empty for destinations with a single recipient. */
  recipients: RecipientResult[]
}

/** An accepted message for a single recipient, with the beginning of the response. */
export const sentToOne = (answer: string): Sent => ({ remarks: [], answer: beginOf(answer), recipients: [] })

/** On one line, because a ledger shows it. */
const beginOf = (text: string): string | null => text.replace(/\s+/g, ' ').trim().slice(0, 200) || null

/** The delivery was cancelled while it was being sent. */
export class DeliveryCancelled extends Error {
  override name = 'DeliveryCancelled'
}

/** A failed delivery. `isPassing`: a retry may succeed. */
export class DeliveryFailed extends Error {
  override name = 'DeliveryFailed'
  readonly isPassing: boolean

  constructor(reason: string, isPassing: boolean, options?: ErrorOptions) {
    super(reason, options)
    this.isPassing = isPassing
  }
}

/** The content of a file of a message. */
export async function openFile(blobs: Blobs, { blobKey, name }: ReadyFile): Promise<Readable> {
  const file = await blobs.open(blobKey)
  if (!file) throw new Error(`The file "${name}" was removed before it was sent.`)
  return file.stream
}

/** The host only, because the whole address may contain a secret. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? 'The webhook'

/** Readable reason of a network error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}
