import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { AppError } from '@octavo/core/errors'

/** The bytes of a request body. Stops reading and throws `body_too_large` as soon as they exceed `limitBytes`. */
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
    // Created only when needed: every stream closes, and an error with its stack takes as long as a whole small body.
    const endEarly = () => reject(new AppError('invalid_request', { reason: 'The body ended early.' }))
    stream.once('end', () => {
      stream.off('close', endEarly)
      resolve(Buffer.concat(chunks))
    })
    stream.once('error', reject)
    stream.once('close', endEarly)
  })
}

/** The declared size; 0 without a body and for chunked ones. */
function announcedBytes(headers: IncomingMessage['headers']): number {
  if (headers['transfer-encoding'] !== undefined) return 0
  return Number(headers['content-length'] ?? 0)
}

/** Whether an unread body may be longer than `bytes`, so that the connection is not worth keeping. */
export function mayExceed(headers: IncomingMessage['headers'], bytes: number): boolean {
  return headers['transfer-encoding'] !== undefined || announcedBytes(headers) > bytes
}
