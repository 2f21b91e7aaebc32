import type { Readable } from 'node:stream'
import type { Blobs } from '../../../../blobs/index.ts'

/** A file that is whole and waits to be sent. */
export interface ReadyFile {
  name: string
  mediaType: string
  blobKey: string
  sizeBytes: number
  /** Of the whole file, hex. */
  sha256: string
  /** Member whose rows it holds. */
  ofMember: string
  rowCount: number
  /** There were more rows than the file holds. */
  isTruncated: boolean
  /** Columns that it lacks because of an error, as people read them. */
  leftOut: string[]
}

export interface Message {
  /** Stays the same when it has to be sent again. */
  deliveryId: string
  subject: string
  body: string
  link: string | null
  /** Below the text: what sent it, and what was left out. */
  footer: string
  files: readonly ReadyFile[]
  /** For programs. */
  facts: Readonly<Record<string, unknown>>
}

/** What was tried and did not work. `isPassing`: trying again may help. */
export class DeliveryFailed extends Error {
  override name = 'DeliveryFailed'
  readonly isPassing: boolean

  constructor(reason: string, isPassing: boolean, options?: ErrorOptions) {
    super(reason, options)
    this.isPassing = isPassing
  }
}

/** The content of a file of a message. */
export async function openFile(blobs: Blobs, { blobKey, name }: ReadyFile): Promise<Readable> {
  const file = await blobs.open(blobKey)
  if (!file) throw new Error(`The file "${name}" is gone before it was sent.`)
  return file.stream
}

/** Not the whole address, which may hold a secret. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? 'The webhook'

/** What the network said. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}
