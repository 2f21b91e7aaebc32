import type { Readable } from 'node:stream'

/** A file as it was stored. */
export interface StoredBlob {
  sizeBytes: number
  /** Hash of the whole content, hex. */
  sha256: string
}

/** A file that is open for reading. */
export interface OpenedBlob {
  stream: Readable
  sizeBytes: number
}

/** Does the work between opening a file and passing it on; the file is closed if that fails. */
export async function whileOpen<Result>({ stream }: OpenedBlob, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    stream.destroy()
    throw error
  }
}

/**
 * Files that every process of an installation must see (exports, uploads). Keys come from the program: path segments of
 * letters, digits, `-`, `_` and `.`, separated by `/`, for example `exports/<id>`.
 */
export interface Blobs {
  /**
   * Stores the stream's content. The file becomes visible completely or not at all: it appears under its key when the stream has ended and
   * the content is on disk, and replaces an older one. An error or an abort leaves nothing.
   */
  put(key: string, content: AsyncIterable<Uint8Array | string>, options?: { signal?: AbortSignal }): Promise<StoredBlob>
  /** Null when there is no such file. The caller reads the stream to its end or destroys it. */
  open(key: string): Promise<OpenedBlob | null>
  /** False when there is no such file. */
  delete(key: string): Promise<boolean>
  /**
   * Removes the remains of interrupted writes, at the start of the server: all of them when no other process can be
   * writing, otherwise those older than a day.
   */
  clean(options?: { isAlone?: boolean }): Promise<void>
}
