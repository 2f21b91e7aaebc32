import { createHash } from 'node:crypto'
import type { CompletedPart, GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { createHttpAgents, type Destinations } from '../../../../outbound/index.ts'
import { DeliveryFailed } from '../message/message.ts'
import { answerIn, failureOf } from './storage-errors.ts'
import type { StoragePlace } from './storage-place.ts'

/** A multipart upload that was started and neither completed nor aborted. */
export interface OpenUpload {
  key: string
  uploadId: string
}

/** Records open uploads, so that the next attempt aborts those of a killed process. */
export interface UploadNotes {
  begun(upload: OpenUpload): Promise<void>
  ended(upload: OpenUpload): Promise<void>
}

export interface NewObject {
  key: string
  content: AsyncIterable<Uint8Array>
  mediaType: string
  /** Size of the content before compression. */
  sizeBytes: number
  deliveryId: string
}

export interface StorageApi {
  /** Starts and aborts an upload, to check that the key may write there. Leaves nothing behind. Throws DeliveryFailed. */
  check(place: StoragePlace, key: string, signal: AbortSignal): Promise<void>
  /** Writes the object completely or not at all, and verifies it. Throws DeliveryFailed. */
  put(place: StoragePlace, object: NewObject, notes: UploadNotes, signal: AbortSignal): Promise<void>
  /** Aborts an upload, so that the store keeps no parts of it. Throws DeliveryFailed. */
  abandon(place: StoragePlace, upload: OpenUpload): Promise<void>
}

/** S3 accepts 10,000 parts of 5 MiB to 5 GiB; content that fits into one is not split. */
const usualPartBytes = 8 * 1024 * 1024
/** Larger objects are not read back; they are verified by size, and by ETag when the store's ETag can be computed. */
const mostReadBytes = 1024 ** 3
const mostTries = 3
const connectMs = 30_000
const idleMs = 60_000
/** Uploads are aborted even while the server stops. */
const abandonMs = 10_000

interface Limits {
  destinations: Destinations
  partBytes: number
  mostReadBytes: number
}

export function createStorageApi(given: Pick<Limits, 'destinations'> & Partial<Limits>): StorageApi {
  const limits = { partBytes: usualPartBytes, mostReadBytes, ...given }
  const within = async <T>(place: StoragePlace, work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore(limits, place)
    try {
      return await work(store)
    } finally {
      store.client.destroy()
    }
  }
  return {
    check: (place, key, signal) =>
      within(place, async (store) => {
        const uploadId = await begin(store, { key, mediaType: 'text/plain' }, {}, signal)
        await giveUp(store, { key, uploadId }).catch((error: unknown) => {
          // A store without this operation keeps parts of failed uploads until its own rules remove them.
          if (![405, 501].includes(answerIn(causeOf(error))?.status ?? 0)) throw error
        })
      }),
    put: (place, object, notes, signal) => within(place, (store) => put(store, limits, object, notes, signal)),
    abandon: (place, upload) => within(place, (store) => giveUp(store, upload)),
  }
}

interface Store {
  sdk: typeof import('@aws-sdk/client-s3')
  client: S3Client
  place: StoragePlace
}

/** Loads the SDK on first use, because most processes write no objects. Ignores the operator's environment and configuration files. */
async function openStore({ destinations }: Limits, place: StoragePlace): Promise<Store> {
  const sdk = await import('@aws-sdk/client-s3')
  const { NodeHttpHandler } = await import('@smithy/node-http-handler')
  const client = new sdk.S3Client({
    region: place.region,
    endpoint: place.endpoint,
    forcePathStyle: place.isPathStyle,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secret.reveal() },
    requestHandler: new NodeHttpHandler({
      ...createHttpAgents(destinations),
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
    }),
    maxAttempts: mostTries,
    retryMode: 'standard',
    defaultsMode: 'standard',
    // Other stores refuse the checksum headers that the SDK sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    followRegionRedirects: false,
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    disableS3ExpressSessionAuth: true,
    customUserAgent: 'Octavo',
  })
  return { sdk, client, place }
}

/** Awaits one request; `step` names it in the error. */
async function asked<T>({ place }: Store, step: string, request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    throw failureOf(error, step, place)
  }
}

const causeOf = (error: unknown): unknown => (error instanceof DeliveryFailed ? error.cause : error)

async function begin(
  store: Store,
  { key, mediaType }: Pick<NewObject, 'key' | 'mediaType'>,
  metadata: Record<string, string>,
  signal: AbortSignal,
): Promise<string> {
  const { sdk, client, place } = store
  const wanted = { Bucket: place.bucket, Key: key, ContentType: mediaType, Metadata: metadata }
  const sent = client.send(new sdk.CreateMultipartUploadCommand(wanted), { abortSignal: signal })
  const { UploadId } = await asked(store, 'CreateMultipartUpload', sent)
  if (UploadId !== undefined) return UploadId
  throw new DeliveryFailed('The storage began an upload without an id for it.', true)
}

async function giveUp(store: Store, { key, uploadId }: OpenUpload): Promise<void> {
  const { sdk, client, place } = store
  const command = new sdk.AbortMultipartUploadCommand({ Bucket: place.bucket, Key: key, UploadId: uploadId })
  try {
    await asked(store, 'AbortMultipartUpload', client.send(command, { abortSignal: AbortSignal.timeout(abandonMs) }))
  } catch (error) {
    // The upload has already ended.
    if (answerIn(causeOf(error))?.code !== 'NoSuchUpload') throw error
  }
}

/** Facts about the sent content, to compare with the store's. */
interface Written {
  sizeBytes: number
  sha256: string
  /** ETag in the store's response to the last request. */
  etag: string | undefined
  versionId: string | undefined
  /** ETag that most stores compute for these bytes; null when it was not computed. */
  usualEtag: string | null
}

async function put(
  store: Store,
  { partBytes, mostReadBytes }: Limits,
  object: NewObject,
  notes: UploadNotes,
  signal: AbortSignal,
): Promise<void> {
  const parts = inParts(object.content, partBytes)
  try {
    const first = await parts.next()
    const second = await parts.next()
    const all = async function* (): AsyncGenerator<Buffer> {
      if (!first.done) yield first.value
      if (!second.done) yield second.value
      yield* parts
    }
    const written = second.done
      ? await putWhole(store, object, first.done ? Buffer.alloc(0) : first.value, signal)
      : await putParts(store, object, all(), { notes, isLarge: object.sizeBytes > mostReadBytes }, signal)
    await requireSame(store, object.key, written, mostReadBytes, signal)
  } finally {
    await parts.return()
  }
}

/** Splits the content into parts of this size; the last one may be smaller. */
async function* inParts(content: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Buffer, void> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    for (let start = 0; start < chunk.byteLength; ) {
      const taken = chunk.subarray(start, start + partBytes - bytes)
      waiting.push(taken)
      bytes += taken.byteLength
      start += taken.byteLength
      if (bytes < partBytes) continue
      yield Buffer.concat(waiting)
      waiting = []
      bytes = 0
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

const metadataOf = ({ deliveryId }: NewObject) => ({ 'octavo-delivery': deliveryId })

async function putWhole(store: Store, object: NewObject, body: Buffer, signal: AbortSignal): Promise<Written> {
  const { sdk, client, place } = store
  const { key, mediaType } = object
  const command = new sdk.PutObjectCommand({
    Bucket: place.bucket,
    Key: key,
    Body: body,
    ContentLength: body.byteLength,
    ContentType: mediaType,
    Metadata: metadataOf(object),
  })
  const { ETag, VersionId } = await asked(store, 'PutObject', client.send(command, { abortSignal: signal }))
  const sha256 = createHash('sha256').update(body).digest('hex')
  return { sizeBytes: body.byteLength, sha256, etag: ETag, versionId: VersionId, usualEtag: null }
}

/** Uploads the object in parts; an error or an abort aborts the upload, so that the store keeps no part. */
async function putParts(
  store: Store,
  object: NewObject,
  parts: AsyncIterable<Buffer>,
  { notes, isLarge }: { notes: UploadNotes; isLarge: boolean },
  signal: AbortSignal,
): Promise<Written> {
  const uploadId = await begin(store, object, metadataOf(object), signal)
  const upload = { key: object.key, uploadId }
  try {
    await notes.begun(upload)
    const written = await sendParts(store, upload, parts, isLarge, signal)
    await notes.ended(upload)
    return written
  } catch (error) {
    try {
      await giveUp(store, upload)
      await notes.ended(upload)
    } catch (abandoning) {
      if (!(error instanceof DeliveryFailed) || !(abandoning instanceof DeliveryFailed)) throw error
      const left = `Parts of the upload are left in the bucket: ${abandoning.message}`
      throw new DeliveryFailed(`${error.message} ${left}`, error.isPassing, { cause: error })
    }
    throw error
  }
}

async function sendParts(
  store: Store,
  { key, uploadId }: OpenUpload,
  parts: AsyncIterable<Buffer>,
  isLarge: boolean,
  signal: AbortSignal,
): Promise<Written> {
  const { sdk, client, place } = store
  const at = { Bucket: place.bucket, Key: key, UploadId: uploadId }
  const sha256 = createHash('sha256')
  const md5 = isLarge ? createHash('md5') : null
  const sent: CompletedPart[] = []
  let sizeBytes = 0
  for await (const part of parts) {
    const PartNumber = sent.length + 1
    const command = new sdk.UploadPartCommand({ ...at, PartNumber, Body: part, ContentLength: part.byteLength })
    const step = `UploadPart ${PartNumber}`
    const { ETag } = await asked(store, step, client.send(command, { abortSignal: signal }))
    sent.push({ PartNumber, ETag })
    sha256.update(part)
    md5?.update(createHash('md5').update(part).digest())
    sizeBytes += part.byteLength
  }
  const end = new sdk.CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts: sent } })
  const { ETag, VersionId } = await asked(store, 'CompleteMultipartUpload', client.send(end, { abortSignal: signal }))
  const usualEtag = md5 === null ? null : `"${md5.digest('hex')}-${sent.length}"`
  return { sizeBytes, sha256: sha256.digest('hex'), etag: ETag, versionId: VersionId, usualEtag }
}

/** Reads the object back and deletes it when its bytes differ, so that only a correct object remains. */
async function requireSame(
  store: Store,
  key: string,
  written: Written,
  mostReadBytes: number,
  signal: AbortSignal,
): Promise<void> {
  const { sdk, client, place } = store
  const at = { Bucket: place.bucket, Key: key }
  const head = await asked(
    store,
    'HeadObject after the upload',
    client.send(new sdk.HeadObjectCommand(at), { abortSignal: signal }),
  )
  if (written.etag !== undefined && head.ETag !== undefined && head.ETag !== written.etag) {
    throw new DeliveryFailed(`The object ${key} was replaced by another write while it was read back.`, true)
  }
  const sizeBytes = head.ContentLength ?? 0
  if (sizeBytes !== written.sizeBytes) {
    return differing(store, key, written, `${sizeBytes} bytes instead of ${written.sizeBytes}`)
  }
  if (sizeBytes > mostReadBytes && written.usualEtag !== null && head.ETag === written.usualEtag) return
  const sha256 = await asked(store, 'GetObject after the upload', readHash(store, key, signal))
  if (sha256 !== written.sha256) {
    return differing(store, key, written, `the SHA-256 ${sha256} instead of ${written.sha256}`)
  }
}

async function readHash({ sdk, client, place }: Store, key: string, signal: AbortSignal): Promise<string> {
  const command = new sdk.GetObjectCommand({ Bucket: place.bucket, Key: key })
  const { Body }: GetObjectCommandOutput = await client.send(command, { abortSignal: signal })
  const hash = createHash('sha256')
  for await (const chunk of (Body ?? []) as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}

async function differing(store: Store, key: string, { versionId }: Written, what: string): Promise<never> {
  const { sdk, client, place } = store
  const at = { Bucket: place.bucket, Key: key, ...(versionId === undefined ? {} : { VersionId: versionId }) }
  const removal = client.send(new sdk.DeleteObjectCommand(at), { abortSignal: AbortSignal.timeout(abandonMs) })
  const isRemoved = await removal.then(
    () => true,
    () => false,
  )
  const then = isRemoved ? 'The object was removed.' : 'The object could not be removed.'
  throw new DeliveryFailed(`The storage has ${what} of ${key} after the upload. ${then}`, true)
}
