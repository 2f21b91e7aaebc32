import { createWriteStream, type WriteStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { AppError } from '@octavo/core/errors'
import type { SentFile } from '../services/uploads/sent-file.ts'

const limits = { files: 1, fields: 10, fieldNameSize: 100, fieldSize: 256 * 1024, headerPairs: 50, parts: 12 }

/** The file of an unread multipart body. Throws `unsupported_media_type` for another body. */
export function sentFileOf(stream: Readable | undefined, headers: Readonly<Record<string, unknown>>): SentFile {
  const contentType = String(headers['content-type'] ?? '')
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (stream === undefined || mediaType !== 'multipart/form-data') {
    throw new AppError('unsupported_media_type', { mediaType, accepted: ['multipart/form-data'] })
  }
  const announced = headers['content-length']
  return {
    announcedBytes: announced === undefined ? null : Number(announced),
    save: (path, options) => save(stream, contentType, path, options),
  }
}

interface Saved {
  fileName: string
  fields: Record<string, string>
}

/** On an error the request is not destroyed, only not read any further, because the response uses its connection. */
function save(
  stream: Readable,
  contentType: string,
  path: string,
  { limitBytes, onBytes }: Parameters<SentFile['save']>[1],
): Promise<Saved> {
  return new Promise((resolve, reject) => {
    const parser = parserOf(contentType, limitBytes)
    const fields: Record<string, string> = {}
    let fileName: string | undefined
    let writing: Promise<void> | undefined
    let target: WriteStream | undefined
    const fail = (error: unknown) => {
      stream.unpipe(parser)
      stream.pause()
      target?.destroy()
      reject(error)
    }
    const refuse = (reason: string) => fail(new AppError('invalid_request', { reason }))
    parser.on('field', (name: string, value: string, isNameCut: boolean, isCut: boolean) => {
      if (isNameCut || isCut) refuse(`The field "${name}" is too long.`)
      else if (Object.hasOwn(fields, name)) refuse(`The field "${name}" must be given once.`)
      else Object.defineProperty(fields, name, { value, enumerable: true })
    })
    parser.on('file', (_field: string, content: BusboyFileStream, name: string | undefined) => {
      fileName = name ?? ''
      target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
      content.once('limit', () => fail(new AppError('body_too_large', { limitBytes })))
      writing = pipeline(content, counting(onBytes), target)
      writing.catch(fail)
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit']) {
      parser.once(limit, () => refuse('The form has more than one file or more than 10 fields.'))
    }
    parser.once('error', () =>
      refuse('The body is not multipart/form-data with the boundary that the header names, or it ended early.'),
    )
    stream.once('close', () => {
      if (!stream.readableEnded) refuse('The body ended early.')
    })
    parser.once('finish', () => {
      if (fileName === undefined || writing === undefined) return refuse('The form has no file.')
      const saved = { fileName, fields }
      writing.then(() => resolve(saved), reject)
    })
    stream.pipe(parser)
  })
}

function parserOf(contentType: string, fileSize: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { ...limits, fileSize },
      // A part is a file by its field, whatever its name and type.
      isPartAFile: (field) => field === 'file',
    })
  } catch {
    throw new AppError('invalid_request', { reason: 'The header Content-Type names no boundary.' })
  }
}

function counting(onBytes: (sizeBytes: number) => void): Transform {
  let sizeBytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      onBytes(sizeBytes)
      done(null, chunk)
    },
  })
}
