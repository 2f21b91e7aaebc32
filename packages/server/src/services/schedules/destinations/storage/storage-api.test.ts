import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Secret } from '../../../../config/index.ts'
import { createDestinations } from '../../../../outbound/index.ts'
import { DeliveryFailed } from '../message/message.ts'
import { createStorageApi, type NewObject, type OpenUpload } from './storage-api.ts'
import type { StoragePlace } from './storage-place.ts'
import { type StorageFault, startS3rver, startStoragePeer, testBucket, testKey } from './testing.ts'

const partBytes = 64 * 1024
const never = new AbortController().signal

/** Pseudo-random bytes, so that no two parts are equal. */
const bytesOf = (length: number): Buffer => {
  const blocks = Math.ceil(length / 32)
  const all = Array.from({ length: blocks }, (_, index) => createHash('sha256').update(`${index}`).digest())
  return Buffer.concat(all).subarray(0, length)
}
async function* inChunks(content: Buffer, size = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size)
}

const objectOf = (content: Buffer, change: Partial<NewObject> = {}): NewObject => ({
  key: 'daily/größe & more.csv',
  content: inChunks(content),
  mediaType: 'text/csv',
  sizeBytes: content.byteLength,
  deliveryId: 'delivery-1',
  ...change,
})

const notesOf = () => {
  const open = new Map<string, OpenUpload>()
  return {
    open,
    begun: async (upload: OpenUpload) => void open.set(upload.uploadId, upload),
    ended: async ({ uploadId }: OpenUpload) => void open.delete(uploadId),
  }
}

const placeAt = (url: string, change: Partial<StoragePlace> = {}): StoragePlace => ({
  bucket: testBucket,
  region: 'us-east-1',
  endpoint: url,
  isPathStyle: true,
  accessKeyId: testKey.accessKeyId,
  secret: new Secret(testKey.secretAccessKey),
  ...change,
})

const destinations = createDestinations({ allowed: ['127.0.0.1'] })
const sizes = [0, 1, partBytes - 1, partBytes, partBytes + 1, 3 * partBytes, 3 * partBytes + 17]

describe('with a real object store', () => {
  let s3: Awaited<ReturnType<typeof startS3rver>>
  const api = createStorageApi({ destinations, partBytes })
  beforeAll(async () => {
    s3 = await startS3rver()
  })
  afterAll(() => s3.close())

  test.each(sizes)('%i bytes are written and read back', async (length) => {
    const notes = notesOf()
    await api.put(placeAt(s3.url), objectOf(bytesOf(length), { key: `n/${length}.csv` }), notes, never)
    expect(notes.open.size).toBe(0)
  })

  test('an aborted upload creates no object', async () => {
    await expect(api.check(placeAt(s3.url), 'octavo-check', never)).resolves.toBeUndefined()
  })
})

describe('with a store that fails', () => {
  let peer: Awaited<ReturnType<typeof startStoragePeer>>
  const api = createStorageApi({ destinations, partBytes })
  const put = (object = objectOf(bytesOf(3 * partBytes)), notes = notesOf(), signal = never) =>
    api.put(placeAt(peer.url), object, notes, signal)
  beforeAll(async () => {
    peer = await startStoragePeer()
  })
  beforeEach(() => {
    peer.objects.clear()
    peer.uploads.clear()
    peer.faults.length = 0
    peer.calls.length = 0
    peer.damages = false
  })
  afterAll(() => peer.close())

  test.each(sizes)('%i bytes arrive unchanged, under a key with any letters', async (length) => {
    await put(objectOf(bytesOf(length)))
    const object = peer.objects.get('daily/größe & more.csv')
    expect(object?.body.equals(bytesOf(length))).toBe(true)
    expect(peer.calls.includes('CreateMultipartUpload')).toBe(length > partBytes)
    expect(object?.headers['user-agent']).toContain('Octavo')
  })

  test('requests are signed, have no checksum trailers, and name the delivery', async () => {
    await put(objectOf(bytesOf(100)))
    const { headers } = peer.objects.get('daily/größe & more.csv') ?? { headers: {} }
    expect(headers).toMatchObject({
      'content-type': 'text/csv',
      'content-length': '100',
      'x-amz-content-sha256': createHash('sha256').update(bytesOf(100)).digest('hex'),
      'x-amz-meta-octavo-delivery': 'delivery-1',
    })
    expect(Object.keys(headers).filter((name) => /trailer|checksum|content-encoding/.test(name))).toEqual([])
  })

  test.each([
    [
      'a wrong secret',
      { secret: new Secret('other') },
      '403 SignatureDoesNotMatch',
      'The secret of the access key is wrong',
    ],
    ['an unknown key', { accessKeyId: 'OTHER' }, '403 InvalidAccessKeyId', 'The store does not know the access key.'],
    ['an unknown bucket', { bucket: 'nowhere' }, '404 NoSuchBucket', 'There is no bucket "nowhere".'],
  ])('%s fails by name, with the response of the store', async (_, change, answer, sentence) => {
    const failed = api.put(placeAt(peer.url, change), objectOf(bytesOf(10)), notesOf(), never)
    const error = await failed.catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(DeliveryFailed)
    expect(error).toMatchObject({ isPassing: false })
    expect(String(error)).toContain(answer)
    expect(String(error)).toContain(sentence)
    expect(String(error)).not.toContain(testKey.secretAccessKey)
  })

  const fault = (change: Partial<StorageFault>): StorageFault => ({ operation: 'UploadPart', ...change })
  test.each<[string, StorageFault[]]>([
    ['asked to slow down', [fault({ status: 503, code: 'SlowDown' })]],
    ['an error of the store', [fault({ status: 500, code: 'InternalError', after: 1 })]],
    ['a connection that ends', [fault({ after: 2 })]],
    ['an error at the end', [fault({ operation: 'CompleteMultipartUpload', status: 500, code: 'InternalError' })]],
    ['an error at the beginning', [fault({ operation: 'CreateMultipartUpload', status: 503, code: 'SlowDown' })]],
  ])('after %s the same attempt continues', async (_, faults) => {
    peer.faults.push(...faults)
    await put()
    expect(peer.objects.get('daily/größe & more.csv')?.body.equals(bytesOf(3 * partBytes))).toBe(true)
    expect(peer.uploads.size).toBe(0)
  })

  const three = (one: StorageFault): StorageFault[] => [one, { ...one, after: 0 }, { ...one, after: 0 }]
  test.each<[string, StorageFault[], boolean, string]>([
    [
      'half of the parts',
      [fault({ status: 403, code: 'AccessDenied', after: 1 })],
      false,
      '403 AccessDenied to UploadPart 2',
    ],
    ['a store that stays busy', three(fault({ status: 503, code: 'SlowDown' })), true, '503 SlowDown to UploadPart 1'],
    ['a store that goes away', three(fault({ after: 1 })), true, 'cannot be reached'],
    [
      'a refused end',
      [fault({ operation: 'CompleteMultipartUpload', status: 400, code: 'InvalidPart', message: 'One part is gone' })],
      false,
      '400 InvalidPart One part is gone to CompleteMultipartUpload',
    ],
    ['another region', [fault({ status: 301, code: 'PermanentRedirect' })], false, 'not in the region "us-east-1"'],
    ['a full bucket', [fault({ status: 403, code: 'QuotaExceeded' })], false, 'is full'],
  ])('%s leaves neither an object nor parts', async (_, faults, isPassing, text) => {
    peer.faults.push(...faults)
    const notes = notesOf()
    const error = await put(undefined, notes).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(DeliveryFailed)
    expect(error).toMatchObject({ isPassing })
    expect(String(error)).toContain(text)
    expect([peer.objects.size, peer.uploads.size, notes.open.size]).toEqual([0, 0, 0])
  })

  test('an error of the content, and an abort halfway, leave nothing', async () => {
    async function* breaking() {
      yield* inChunks(bytesOf(2 * partBytes + 5))
      throw new Error('the file is gone')
    }
    await expect(put(objectOf(Buffer.alloc(0), { content: breaking() }))).rejects.toThrow('the file is gone')
    const stop = new AbortController()
    async function* stopped() {
      yield* inChunks(bytesOf(2 * partBytes + 5))
      stop.abort()
      yield* inChunks(bytesOf(2 * partBytes))
    }
    await expect(put(objectOf(Buffer.alloc(0), { content: stopped() }), notesOf(), stop.signal)).rejects.toThrow()
    expect([peer.objects.size, peer.uploads.size]).toEqual([0, 0])
  })

  test('a failed abort of an upload is reported and recorded, and the next attempt aborts it', async () => {
    peer.faults.push(fault({ status: 403, code: 'AccessDenied' }))
    peer.faults.push(fault({ operation: 'AbortMultipartUpload', status: 403, code: 'AccessDenied' }))
    const notes = notesOf()
    await expect(put(undefined, notes)).rejects.toThrow(
      /Parts of the upload are left in the bucket: .*AbortMultipartUpload/,
    )
    expect([peer.uploads.size, notes.open.size]).toEqual([1, 1])
    for (const upload of notes.open.values()) await api.abandon(placeAt(peer.url), upload)
    expect(peer.uploads.size).toBe(0)
    for (const upload of notes.open.values()) await api.abandon(placeAt(peer.url), upload)
  })

  test.each([100, 3 * partBytes])('%i bytes that the store has corrupted are detected and removed', async (length) => {
    peer.damages = true
    await expect(put(objectOf(bytesOf(length)))).rejects.toThrow(
      /the SHA-256 .* instead of .* The object was removed\./,
    )
    expect(peer.objects.size).toBe(0)
  })

  test('a large object is verified by its size and ETag, and read back when the ETag cannot be computed', async () => {
    const large = createStorageApi({ destinations, partBytes, mostReadBytes: partBytes })
    await large.put(placeAt(peer.url), objectOf(bytesOf(3 * partBytes)), notesOf(), never)
    expect(peer.calls).not.toContain('GetObject')
    await large.put(placeAt(peer.url), objectOf(bytesOf(3 * partBytes), { sizeBytes: 1 }), notesOf(), never)
    expect(peer.calls).toContain('GetObject')
  })

  test('an object that may not be read back is a failure', async () => {
    peer.faults.push({ operation: 'HeadObject', status: 403 })
    await expect(put(objectOf(bytesOf(10)))).rejects.toThrow(/403 .*HeadObject after the upload.*needs s3:PutObject/)
  })

  test('internal addresses are refused', async () => {
    const guarded = createStorageApi({ destinations: createDestinations({ allowed: [] }), partBytes })
    for (const url of [peer.url, peer.url.replace('http:', 'https:')]) {
      const failed = guarded.put(placeAt(url), objectOf(bytesOf(10)), notesOf(), never)
      await expect(failed).rejects.toThrow(/lies inside the network of this server/)
    }
    expect(peer.calls).toEqual([])
  })
})
