import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { AppError } from '@octavo/core/errors'

/** The bytes of a request body. Stops reading and throws `body_too_large` as soon as they are known to be more than `limitBytes`. */
export async function readBytes(
  stream: Readable,
  headers: IncomingMessage['headers'],
  limitBytes: number,
): Promise<Buffer> {
  if (announcedBytes(headers) > limitBytes) throw new AppError('body_too_large', { limitBytes })
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let sizeBytes = 0
    const take = (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes <= limitBytes) return void chunks.push(chunk)
      stream.off('data', take).pause()
      reject(new AppError('body_too_large', { limitBytes }))
    }
    stream.on('data', take)
    // Every stream closes, and an error with its stack takes as long as the whole of a small body.
    const endEarly = () => reject(new AppError('invalid_request', { reason: 'The body ended early.' }))
    stream.once('end', () => {
      stream.off('close', endEarly)
      resolve(Buffer.concat(chunks))
    })
    stream.once('error', reject)
    stream.once('close', endEarly)
  })
}

/** The size that the headers announce; 0 for no body and for one that is sent in chunks. */
function announcedBytes(headers: IncomingMessage['headers']): number {
  if (headers['transfer-encoding'] !== undefined) return 0
  return Number(headers['content-length'] ?? 0)
}

/** Whether an unread body may be longer than `bytes`, so that the connection is not worth keeping. */
export function mayExceed(headers: IncomingMessage['headers'], bytes: number): boolean {
  return headers['transfer-encoding'] !== undefined || announcedBytes(headers) > bytes
}
