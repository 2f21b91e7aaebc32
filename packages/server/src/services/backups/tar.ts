import type { WriteStream } from 'node:fs'
import { finished, pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'

/** Plain files in an archive that any tar program reads. */
export interface TarEntry {
  path: string
  sizeBytes: number
  /** Must be read to its end before the next entry is requested. */
  content: AsyncIterable<Uint8Array>
}

export interface TarWriter {
  add(entry: TarEntry): Promise<void>
  /** Resolves when everything is written to the file. */
  end(): Promise<void>
}

export function writeTar(file: WriteStream): TarWriter {
  const archive = pack()
  // Errors of the file are reported by this promise; without a listener they would end the process first.
  const written = pipeline(archive, file)
  written.catch(() => {})
  return {
    async add({ path, sizeBytes, content }) {
      const entry = archive.entry({ name: path, size: sizeBytes, mode: 0o600 })
      const copied = pipeline(content, entry)
      await Promise.race([copied, failureOf(written)])
      await copied
    },
    async end() {
      archive.finalize()
      await written
      await finished(file)
    },
  }
}

/** Resolves only on failure: an archive that is still being written has not failed. */
async function failureOf(written: Promise<void>): Promise<never> {
  await written
  throw new Error('The archive ended before its last file.')
}

/** Throws for bytes that are not an archive, for a wrong checksum and for a truncated archive. */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const archive = extract()
  const read = pipeline(bytes, archive)
  read.catch(() => {})
  for await (const entry of archive) {
    const { name, size = 0, type } = entry.header
    if (type !== 'file') throw new Error('The archive holds something else than plain files.')
    yield { path: name, sizeBytes: size, content: entry as unknown as AsyncIterable<Uint8Array> }
  }
  await read
}
