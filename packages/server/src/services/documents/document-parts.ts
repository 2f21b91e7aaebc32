import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { createReadMemory, type Store } from '../../store/index.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { createDocumentCache } from './document-cache.ts'
import type { DocumentReads } from './document-reads.ts'
import type { SourceRights } from './source-rights.ts'

const versionsKept = 256

/** Dependencies of the operations on documents. */
export interface DocumentDependencies {
  store: Store
  clock: Clock
  queue: Queue
  inodes: Inodes
  sourceRights: SourceRights
  documentReads: DocumentReads
}

export type DocumentParts = ReturnType<typeof partsOf>

export function partsOf(given: DocumentDependencies) {
  return { ...given, cache: createDocumentCache(versionsKept), remembered: createReadMemory(given.store) }
}
