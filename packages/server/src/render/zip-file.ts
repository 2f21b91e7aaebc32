import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { AppError } from '@octavo/core/errors'

export interface ZipPart {
  path: string
  content: string | AsyncIterable<Uint8Array>
}

interface WrittenPart {
  name: Buffer
  checksum: number
  packedBytes: number
  bytes: number
  offset: number
}

/** Rows are repetitive: the fastest level compresses them to a seventh, better ones take three times as long for little gain. */
const level = 1
const largest = 0xffff_ffff

/**
 * Writes a ZIP archive as a stream, compressed by the runtime's own threads. Sizes and checksums follow each part, so nothing is held in
 * memory. Over 4 GB it ends with `export_failed`.
 */
export async function* zipFile(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const written: WrittenPart[] = []
  let offset = 0
  for await (const { path, content } of parts) {
    const part: WrittenPart = { name: Buffer.from(path), checksum: 0, packedBytes: 0, bytes: 0, offset }
    const head = localHead(part)
    yield head
    for await (const packed of deflated(content, part)) {
      part.packedBytes += packed.byteLength
      yield packed
    }
    const tail = sizes(part)
    yield tail
    written.push(part)
    offset += head.byteLength + part.packedBytes + tail.byteLength
    if (offset > largest || part.bytes > largest) throw tooLarge()
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  if (offset + directory.byteLength > largest) throw tooLarge()
  yield directory
  yield directoryEnd(written.length, directory.byteLength, offset)
}

async function* deflated(content: ZipPart['content'], part: WrittenPart): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of typeof content === 'string' ? [Buffer.from(content)] : content) {
      part.checksum = crc32(chunk, part.checksum)
      part.bytes += chunk.byteLength
      yield chunk
    }
  }
  const packer = createDeflateRaw({ level, chunkSize: 128 * 1024 })
  const feeding = pipeline(counted, packer)
  // Its error is thrown by the loop below; leaving the loop early destroys the compressor, which ends the feeding.
  feeding.catch(() => {})
  for await (const packed of packer) yield packed
  await feeding
}

function localHead({ name }: WrittenPart): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  commonFields(head, 4)
  head.writeUInt16LE(name.byteLength, 26)
  return Buffer.concat([head, name])
}

/** Version 2.0, sizes after the part, names in UTF-8, deflate, the first day of the format. */
function commonFields(head: Buffer, at: number): void {
  head.writeUInt16LE(20, at)
  head.writeUInt16LE(0x0808, at + 2)
  head.writeUInt16LE(8, at + 4)
  head.writeUInt16LE(0, at + 6)
  head.writeUInt16LE(0x0021, at + 8)
}

function sizes({ checksum, packedBytes, bytes }: WrittenPart): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x0807_4b50, 0)
  tail.writeUInt32LE(checksum, 4)
  tail.writeUInt32LE(checkedSize(packedBytes), 8)
  tail.writeUInt32LE(checkedSize(bytes), 12)
  return tail
}

function directoryEntry(part: WrittenPart): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x0201_4b50, 0)
  entry.writeUInt16LE(20, 4)
  commonFields(entry, 6)
  entry.writeUInt32LE(part.checksum, 16)
  entry.writeUInt32LE(part.packedBytes, 20)
  entry.writeUInt32LE(part.bytes, 24)
  entry.writeUInt16LE(part.name.byteLength, 28)
  entry.writeUInt32LE(part.offset, 42)
  return Buffer.concat([entry, part.name])
}

function directoryEnd(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

function checkedSize(bytes: number): number {
  if (bytes > largest) throw tooLarge()
  return bytes
}

const tooLarge = () =>
  new AppError('export_failed', { reason: 'The spreadsheet would be larger than 4 GB. CSV is not limited.' })
