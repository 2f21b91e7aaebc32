import { createHmac } from 'node:crypto'
import type { Blobs } from '../../../../blobs/index.ts'
import { DestinationRefused, type PostHttp } from '../../../../outbound/index.ts'
import { DeliveryFailed, hostOf, type Message, openFile, reasonOf, type Sent, sentToOne } from '../message/message.ts'

export interface WebhookParcel {
  kind: 'webhook'
  message: Message
  url: string
}

interface Parts {
  blobs: Blobs
  post: PostHttp
  /** Secrets for signatures, newest first; receivers use them to verify the sender. */
  secrets: readonly string[]
  /** Unix milliseconds. */
  now: number
}

/** The files as multipart/form-data, after a part `message` of JSON. */
export async function postParcel(
  { blobs, post, secrets, now }: Parts,
  { message, url }: WebhookParcel,
  signal: AbortSignal,
): Promise<Sent> {
  const { deliveryId, subject, body, link, files, facts } = message
  const envelope = {
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
  const head = Buffer.from(partHead(boundary, 'message', null, 'application/json') + JSON.stringify(envelope))
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
      yield* await openFile(blobs, file)
    }
    yield end
  }
  const answer = await post({
    url,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': length,
      'octavo-delivery': deliveryId,
      // The header name of the first version.
      'x-octavo-delivery': deliveryId,
      'octavo-signature': await signatureOf(secrets, now, content()),
      'idempotency-key': deliveryId,
    },
    body: content(),
    signal,
  }).catch((error: unknown) => {
    if (error instanceof DestinationRefused) throw new DeliveryFailed(error.message, false, { cause: error })
    throw new DeliveryFailed(`${hostOf(url)} cannot be reached: ${reasonOf(error)}`, true, { cause: error })
  })
  if (answer.status >= 200 && answer.status < 300) return sentToOne(`${answer.status} ${answer.text}`)
  const isPassing = answer.status >= 500 || answer.status === 408 || answer.status === 429
  const text = answer.text.replace(/\s+/g, ' ').trim().slice(0, 200)
  throw new DeliveryFailed(`${hostOf(url)} answered ${answer.status}${text === '' ? '.' : `: ${text}`}`, isPassing)
}

/**
 * `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, with a `v1` for each valid secret. The files are read an extra time for it, because
 * the header precedes them.
 */
export async function signatureOf(
  secrets: readonly string[],
  now: number,
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  const seconds = Math.floor(now / 1000)
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${seconds}.`))
  for await (const chunk of body) for (const signature of signatures) signature.update(chunk)
  return [`t=${seconds}`, ...signatures.map((signature) => `v1=${signature.digest('hex')}`)].join(',')
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
