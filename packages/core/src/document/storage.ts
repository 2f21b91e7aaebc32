import type { WorkbookDocument } from './api.ts'
import { bindFormulas } from './bindings.ts'
import { replacePlaceholders } from './control-placeholders.ts'

type StoredDocument = { formatVersion: number } & Record<string, unknown>

/**
 * One migration for each old internal version: from the version that is its key to the next. Tests run every migration on saved documents
 * of old versions.
 */
const migrations: Readonly<Record<number, (stored: StoredDocument) => StoredDocument>> = {
  1: (stored) => ({ ...withDynamicAddresses(stored as unknown as WorkbookDocument), formatVersion: 2 }),
}

export const currentFormatVersion: WorkbookDocument['formatVersion'] = 2

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

/** The older form of values of controls in images and embeds, `{{control-id}}`, becomes dynamic text that follows renames of the control. */
function withDynamicAddresses(stored: WorkbookDocument): WorkbookDocument {
  const document = replacePlaceholders(stored)
  if (document === stored) return stored
  const bound = bindFormulas(document, { previous: stored })
  const bindings = { ...document.bindings }
  for (const [id, element] of Object.entries(document.elements)) {
    if (element === stored.elements[id]) continue
    const own = bound.bindings[id]
    if (own) bindings[id] = own
    else delete bindings[id]
  }
  const elements = Object.fromEntries(
    Object.entries(document.elements).map(([id, element]) => [
      id,
      element === stored.elements[id] ? element : (bound.elements[id] ?? element),
    ]),
  )
  return { ...document, elements, bindings }
}
