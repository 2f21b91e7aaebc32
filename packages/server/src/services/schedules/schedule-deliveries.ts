import type { Readable } from 'node:stream'
import type { Blobs } from '../../blobs/index.ts'
import { DestinationRefused, MailRefused, type PostHttp, type SendMail } from '../../outbound/index.ts'
import { serviceOf } from '../service/service.ts'

/** A file that is whole and waits to be sent. */
export interface ReadyFile {
  name: string
  mediaType: string
  blobKey: string
  sizeBytes: number
  rowCount: number
  /** There were more rows than the file holds. */
  isTruncated: boolean
  /** Columns that it lacks because of an error, as people read them. */
  leftOut: string[]
}

export interface Message {
  /** Stays the same when it has to be sent again. */
  deliveryId: string
  subject: string
  body: string
  link: string | null
  /** Below the text: what sent it, and what was left out. */
  footer: string
  files: readonly ReadyFile[]
  /** For programs. */
  facts: Readonly<Record<string, unknown>>
}

/** What was tried and did not work. `isPassing`: trying again may help. */
export class DeliveryFailed extends Error {
  override name = 'DeliveryFailed'
  readonly isPassing: boolean

  constructor(reason: string, isPassing: boolean, options?: ErrorOptions) {
    super(reason, options)
    this.isPassing = isPassing
  }
}

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

export type ScheduleDeliveries = ReturnType<typeof createScheduleDeliveries>

/** Hands messages to whoever carries them. At least once: what carries the same id is the same delivery. */
export function createScheduleDeliveries(parts: Parts) {
  return serviceOf(parts, { mail, webhook })
}

interface Parts {
  blobs: Blobs
  sendMail: SendMail | null
  post: PostHttp
}

async function open({ blobs }: Parts, { blobKey, name }: ReadyFile): Promise<Readable> {
  const file = await blobs.open(blobKey)
  if (!file) throw new Error(`The file "${name}" is gone before it was sent.`)
  return file.stream
}

/** Answers who was refused while others were taken. */
async function mail(
  parts: Parts,
  message: Message,
  recipients: { to: readonly string[]; cc: readonly string[]; bcc: readonly string[] },
): Promise<string[]> {
  const { sendMail } = parts
  if (!sendMail) {
    throw new DeliveryFailed('This server sends no mail: its operator has not set OCTAVO_SMTP_URL.', false)
  }
  const files = []
  for (const file of message.files) {
    files.push({ name: file.name, mediaType: file.mediaType, content: await open(parts, file) })
  }
  const { deliveryId, subject, body, link, footer } = message
  const text = [body.trim(), ...(link === null ? [] : [link]), `--\n${footer}`].filter((part) => part !== '')
  try {
    const { refused } = await sendMail({
      ...recipients,
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
    throw new DeliveryFailed(`The mail server cannot be reached: ${reasonOf(error)}`, true, { cause: error })
  }
}

/** The files as multipart/form-data, after a part `message` of JSON. */
async function webhook(parts: Parts, message: Message, url: string, signal: AbortSignal): Promise<void> {
  const { post } = parts
  const { deliveryId, subject, body, link, files, facts } = message
  const told = {
    deliveryId,
    title: subject,
    messageBody: body,
    ...(link === null ? {} : { link }),
    ...facts,
    files: files.map(({ name, rowCount, isTruncated, sizeBytes, leftOut }) => ({
      name,
      rowCount,
      isTruncated,
      sizeBytes,
      ...(leftOut.length > 0 ? { leftOut } : {}),
    })),
  }
  const boundary = `octavo-${deliveryId}`
  const head = Buffer.from(partHead(boundary, 'message', null, 'application/json') + JSON.stringify(told))
  const heads = files.map(({ name, mediaType }) => Buffer.from(partHead(boundary, 'file', name, mediaType, true)))
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  const length =
    head.byteLength +
    end.byteLength +
    files.reduce((sum, { sizeBytes }, index) => sum + sizeBytes + (heads[index]?.byteLength ?? 0), 0)
  async function* content(): AsyncGenerator<Uint8Array> {
    yield head
    for (const [index, file] of files.entries()) {
      yield heads[index] ?? Buffer.alloc(0)
      yield* await open(parts, file)
    }
    yield end
  }
  const answer = await post({
    url,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': length,
      'x-octavo-delivery': deliveryId,
      'idempotency-key': deliveryId,
    },
    body: content(),
    signal,
  }).catch((error: unknown) => {
    if (error instanceof DestinationRefused) throw new DeliveryFailed(error.message, false, { cause: error })
    throw new DeliveryFailed(`${hostOf(url)} cannot be reached: ${reasonOf(error)}`, true, { cause: error })
  })
  if (answer.status >= 200 && answer.status < 300) return
  const isPassing = answer.status >= 500 || answer.status === 408 || answer.status === 429
  const text = answer.text.replace(/\s+/g, ' ').trim().slice(0, 200)
  throw new DeliveryFailed(`${hostOf(url)} answered ${answer.status}${text === '' ? '.' : `: ${text}`}`, isPassing)
}

function partHead(
  boundary: string,
  field: string,
  fileName: string | null,
  mediaType: string,
  isAfter = false,
): string {
  const name = fileName === null ? '' : `; filename="${fileName.replaceAll('"', "'").replaceAll(/[\r\n]/g, ' ')}"`
  const start = isAfter ? '\r\n' : ''
  return `${start}--${boundary}\r\nContent-Disposition: form-data; name="${field}"${name}\r\nContent-Type: ${mediaType}\r\n\r\n`
}

/** Not the whole address, which may hold a secret. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? 'The webhook'

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}
