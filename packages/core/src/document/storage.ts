import type { WorkbookDocument } from './api.ts'

type StoredDocument = { formatVersion: number } & Record<string, unknown>

/**
 * One step for each internal version that is no longer current: from the version that is its key to the next. Saved
 * documents of old versions in the tests call every step.
 */
const migrations: Readonly<Record<number, (stored: StoredDocument) => StoredDocument>> = {}

export const currentFormatVersion: WorkbookDocument['formatVersion'] = 1

/** JSON text of a document, byte-stable: what is read back serializes to the same text. */
export function serializeDocument(document: WorkbookDocument): string {
  return JSON.stringify(document)
}

/** Reads our own stored text and brings it to the current version. Throws on text that no version of us wrote. */
export function deserializeDocument(text: string): WorkbookDocument {
  let stored = JSON.parse(text) as StoredDocument
  if (stored.formatVersion > currentFormatVersion) {
    throw new Error(
      `The document has format version ${stored.formatVersion}; this program knows ${currentFormatVersion}.`,
    )
  }
  while (stored.formatVersion < currentFormatVersion) {
    const migrate = migrations[stored.formatVersion]
    if (!migrate) throw new Error(`No migration from document format version ${stored.formatVersion}.`)
    stored = migrate(stored)
  }
  return stored as unknown as WorkbookDocument
}
