/// <reference path="./s3rver.d.ts" />
import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** The key that the test servers accept. */
export const testKey = { accessKeyId: 'S3RVER', secretAccessKey: 'Secret-of-the-tests' }
export const testBucket = 'exports'

/** `s3rver`: an object store in a folder. It checks keys but not signatures, and cannot abort an upload. */
export async function startS3rver() {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: testBucket, configs: [] }],
  })
  const { port } = await server.run()
  return {
    url: `http://127.0.0.1:${port}`,
    /** Names of the files in which the store has its objects, with their folders. */
    files: () => readdirSync(join(directory, testBucket), { recursive: true }).map(String),
    async close() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export interface StorageFault {
  /** For example PutObject. */
  operation: string
  /** Number of requests that succeed before the fault. */
  after?: number
  /** The request is handled as usual after this promise. */
  wait?: Promise<void>
  /** When absent, the connection ends without a response. */
  status?: number
  code?: string
  message?: string
}

export interface PeerObject {
  body: Buffer
  etag: string
  headers: IncomingMessage['headers']
}

const operations: readonly (readonly [method: string, query: string, operation: string])[] = [
  ['POST', 'uploads', 'CreateMultipartUpload'],
  ['PUT', 'partNumber', 'UploadPart'],
  ['POST', 'uploadId', 'CompleteMultipartUpload'],
  ['DELETE', 'uploadId', 'AbortMultipartUpload'],
  ['PUT', '', 'PutObject'],
  ['HEAD', '', 'HeadObject'],
  ['GET', '', 'GetObject'],
  ['DELETE', '', 'DeleteObject'],
]

/**
 * A fake S3 with the bucket `exports`. It checks signatures, holds objects and parts in memory, fails once for each entry of `faults`, and
 * corrupts received content when `damages` says so.
 */
export async function startStoragePeer() {
  const objects = new Map<string, PeerObject>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const faults: StorageFault[] = []
  const calls: string[] = []
  const peer = { objects, uploads, faults, calls, damages: false, url: '', close: async () => {} }
  let count = 0

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://peer')
    const body = await bodyOf(request)
    const key = decodeURIComponent(url.pathname.replace(/^\/[^/]*\//, ''))
    const found = operations.find(
      ([method, query]) => method === request.method && (query === '' || url.searchParams.has(query)),
    )
    const operation = found?.[2] ?? 'unknown'
    calls.push(operation)
    const fault = takeFault(faults, operation)
    if (fault?.wait) await fault.wait
    else if (fault && fault.status === undefined) return void request.socket.destroy()
    const fail = (status: number, code: string, message = code) => {
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? '' : errorText(code, message))
    }
    if (fault?.status) return fail(fault.status, fault.code ?? 'Odd', fault.message)
    if (!url.pathname.startsWith(`/${testBucket}/`)) return fail(404, 'NoSuchBucket', 'The bucket does not exist')
    if (!request.headers.authorization?.includes(`Credential=${testKey.accessKeyId}/`)) {
      return fail(403, 'InvalidAccessKeyId', 'No such key')
    }
    if (!isSigned(request, url, body)) return fail(403, 'SignatureDoesNotMatch', 'The signatures differ')
    const uploadId = url.searchParams.get('uploadId') ?? ''
    const parts = uploads.get(uploadId)
    const keep = (content: Buffer, etag: string) => {
      const damaged = peer.damages ? Buffer.concat([content.subarray(0, -1), Buffer.from('?')]) : content
      objects.set(key, { body: damaged, etag, headers: request.headers })
      response.setHeader('etag', etag)
    }
    switch (operation) {
      case 'CreateMultipartUpload':
        count += 1
        uploads.set(`u${count}`, new Map())
        return response.end(
          `<InitiateMultipartUploadResult><UploadId>u${count}</UploadId></InitiateMultipartUploadResult>`,
        )
      case 'UploadPart':
        if (!parts) return fail(404, 'NoSuchUpload')
        parts.set(Number(url.searchParams.get('partNumber')), body)
        return response.setHeader('etag', `"${md5(body).toString('hex')}"`).end()
      case 'CompleteMultipartUpload': {
        if (!parts) return fail(404, 'NoSuchUpload')
        const all = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part)
        const etag = `"${md5(Buffer.concat(all.map(md5))).toString('hex')}-${all.length}"`
        keep(Buffer.concat(all), etag)
        uploads.delete(uploadId)
        return response.end(
          `<CompleteMultipartUploadResult><ETag>${etag.replaceAll('"', '&quot;')}</ETag></CompleteMultipartUploadResult>`,
        )
      }
      case 'AbortMultipartUpload':
        if (!uploads.delete(uploadId)) return fail(404, 'NoSuchUpload')
        return response.writeHead(204).end()
      case 'PutObject':
        keep(body, `"${md5(body).toString('hex')}"`)
        return response.end()
      case 'DeleteObject':
        objects.delete(key)
        return response.writeHead(204).end()
      default: {
        const object = objects.get(key)
        if (!object) return fail(404, 'NoSuchKey')
        response.writeHead(200, { etag: object.etag, 'content-length': object.body.byteLength })
        return response.end(request.method === 'HEAD' ? '' : object.body)
      }
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  peer.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  peer.close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return peer
}

function takeFault(faults: StorageFault[], operation: string): StorageFault | undefined {
  const place = faults.findIndex((fault) => fault.operation === operation)
  const fault = faults[place]
  if (!fault) return undefined
  if (fault.after !== undefined && fault.after > 0) {
    fault.after -= 1
    return undefined
  }
  return faults.splice(place, 1)[0]
}

/**
 * Whether request and content are signed with the test key: AWS Signature Version 4,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function isSigned({ method = '', headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const fields = /Credential=[^/]*\/([^,]*), ?SignedHeaders=([^,]*), ?Signature=([0-9a-f]+)/.exec(
    headers.authorization ?? '',
  )
  const [, scope = '', names = '', signature = ''] = fields ?? []
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const request = [method, url.pathname, query.join('&'), signed.join(''), names, bodyHash].join('\n')
  const requestHash = createHash('sha256').update(request).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, requestHash].join('\n')
  const mac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest()
  const key = scope.split('/').reduce<string | Buffer>(mac, `AWS4${testKey.secretAccessKey}`)
  return mac(key, text).toString('hex') === signature
}

const md5 = (content: Buffer): Buffer => createHash('md5').update(content).digest()

const errorText = (code: string, message: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
