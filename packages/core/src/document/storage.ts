import type { WorkbookDocument } from './api.ts'

type StoredDocument = { formatVersion: number } & Record<string, unknown>

/**
 * One migration for each old internal version: from the version that is its key to the next. Tests run every migration on saved documents
 * of old versions.
 */
const migrations: Readonly<Record<number, (stored: StoredDocument) => StoredDocument>> = {}

export const currentFormatVersion: WorkbookDocument['formatVersion'] = 1

/** JSON text of a document. It is byte-stable: reading and serializing it again returns the same text. */
export function serializeDocument(document: WorkbookDocument): string {
  return JSON.stringify(document)
}

/** Reads stored text and migrates it to the current version. Throws for text that no version of Octavo wrote. */
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
