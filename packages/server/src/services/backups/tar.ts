import { once } from 'node:events'
import type { WriteStream } from 'node:fs'
import { StartupError } from '../../config/index.ts'

/**
 * Plain files in the format of tar (POSIX ustar), as far as our own backups need it; any other tar program reads them.
 * Source: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */
export interface TarEntry {
  path: string
  sizeBytes: number
  /** Must be read to its end before the next entry is asked for. */
  content: AsyncIterable<Uint8Array>
}

const blockBytes = 512
/** Eleven octal digits. */
const largestBytes = 8 ** 11 - 1

export async function writeTarEntry(file: WriteStream, { path, sizeBytes, content }: TarEntry): Promise<void> {
  await write(file, header(path, sizeBytes))
  let written = 0
  for await (const chunk of content) {
    written += chunk.byteLength
    await write(file, chunk)
  }
  if (written !== sizeBytes) throw new Error(`The file ${path} changed while it was copied.`)
  await write(file, Buffer.alloc(padding(sizeBytes)))
}

/** Two empty blocks end an archive. */
export async function writeTarEnd(file: WriteStream): Promise<void> {
  await write(file, Buffer.alloc(2 * blockBytes))
}

/** Throws for bytes that are no archive, for a checksum that does not hold and for an archive that is cut short. */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = createReader(bytes)
  for (;;) {
    const block = await reader.exactly(blockBytes)
    if (block.every((byte) => byte === 0)) return
    const { path, sizeBytes } = parseHeader(block)
    yield { path, sizeBytes, content: reader.next(sizeBytes) }
    await reader.exactly(padding(sizeBytes))
  }
}

const padding = (sizeBytes: number): number => (blockBytes - (sizeBytes % blockBytes)) % blockBytes

async function write(file: WriteStream, bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength === 0) return
  if (file.errored) throw file.errored
  if (!file.write(bytes)) await once(file, 'drain')
}

function header(path: string, sizeBytes: number): Buffer {
  const block = Buffer.alloc(blockBytes)
  const bytes = Buffer.from(path)
  const slash = bytes.length <= 100 ? -1 : bytes.indexOf('/', bytes.length - 101)
  const [prefix, name] = slash < 0 ? [Buffer.alloc(0), bytes] : [bytes.subarray(0, slash), bytes.subarray(slash + 1)]
  if (name.length > 100 || prefix.length > 155 || sizeBytes > largestBytes) {
    throw new StartupError(`A tar file cannot hold the file ${path}.`, 'Make the backup into a folder.')
  }
  name.copy(block, 0)
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${sizeBytes.toString(8).padStart(11, '0')}\0`, 124)
  block.write('00000000000\0', 136)
  block.write('        ', 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  prefix.copy(block, 345)
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function parseHeader(block: Buffer): { path: string; sizeBytes: number } {
  const text = (start: number, length: number): string => {
    const [first = ''] = block.toString('utf8', start, start + length).split('\0')
    return first
  }
  const sum = Number.parseInt(text(148, 8), 8)
  const plain = Buffer.from(block)
  plain.write('        ', 148)
  const sizeBytes = Number.parseInt(text(124, 12), 8)
  if (sum !== checksum(plain) || text(257, 5) !== 'ustar' || !Number.isSafeInteger(sizeBytes)) {
    throw new Error('The file is no tar archive, or it is damaged.')
  }
  if (text(156, 1) !== '0') throw new Error('The archive holds something else than plain files.')
  const prefix = text(345, 155)
  return { path: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`, sizeBytes }
}

function checksum(block: Buffer): number {
  let sum = 0
  for (const byte of block) sum += byte
  return sum
}

function createReader(bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()

  async function atMost(count: number): Promise<Uint8Array> {
    while (rest.byteLength === 0) {
      const { value, done } = await source.next()
      if (done) throw new Error('The archive is cut short.')
      rest = value
    }
    const piece = rest.subarray(0, count)
    rest = rest.subarray(piece.byteLength)
    return piece
  }
  async function* next(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      const piece = await atMost(left)
      left -= piece.byteLength
      yield piece
    }
  }
  return {
    next,
    async exactly(count: number): Promise<Buffer> {
      const pieces: Uint8Array[] = []
      for await (const piece of next(count)) pieces.push(piece)
      return Buffer.concat(pieces)
    },
  }
}
