import { deserializeDocument, type WorkbookDocument } from '@octavo/core/document'
import { isDryRun } from '../../store/index.ts'

/** Parsed published versions, which never change; the least recently used one is evicted first. */
export function createDocumentCache(size: number) {
  const kept = new Map<string, WorkbookDocument>()

  function peek(key: string): WorkbookDocument | undefined {
    if (isDryRun()) return undefined
    const found = kept.get(key)
    if (!found) return undefined
    kept.delete(key)
    kept.set(key, found)
    return found
  }

  function put(key: string, document: WorkbookDocument): void {
    if (isDryRun()) return
    kept.set(key, document)
    if (kept.size <= size) return
    const oldest = kept.keys().next().value
    if (oldest !== undefined) kept.delete(oldest)
  }

  return {
    peek,
    put,
    /** The document of a stored version; parsed when it is not cached. */
    get(key: string, { content }: { content: string }): WorkbookDocument {
      const found = peek(key)
      if (found) return found
      const document = deserializeDocument(content)
      put(key, document)
      return document
    },
  }
}
