import type { Readable } from 'node:stream'

/** A file as it was stored. */
export interface StoredBlob {
  sizeBytes: number
  /** Of the whole content, hex. */
  sha256: string
}

/**
 * Files that every process of an installation must see (exports, uploads). Keys are made by us: path segments of
 * letters, digits, `-`, `_` and `.`, parted by `/`, for example `exports/<id>`.
 */
export interface Blobs {
  /**
   * Stores the stream's content. The file becomes visible completely or not at all: it appears under its key when the stream has ended and
   * the content is on disk, and replaces an older one. An error or an abort leaves nothing.
   */
  put(key: string, content: AsyncIterable<Uint8Array | string>, options?: { signal?: AbortSignal }): Promise<StoredBlob>
  /** Null when there is no such file. The caller reads the stream to its end or destroys it. */
  open(key: string): Promise<{ stream: Readable; sizeBytes: number } | null>
  /** False when there was none. */
  delete(key: string): Promise<boolean>
  /**
   * Removes what interrupted writes have left, for the start of the server: all of it when no other process can be writing,
   * else what is a day old.
   */
  clean(options?: { isAlone?: boolean }): Promise<void>
}
