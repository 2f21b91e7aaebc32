import { bookmarkRoutes } from '../http/routes/bookmarks.ts'
import { customViewRoutes } from '../http/routes/custom-views.ts'
import { dataModelDraftRoutes } from '../http/routes/data-model-drafts.ts'
import { draftRoutes } from '../http/routes/drafts.ts'
import { createDocumentCopies } from '../services/documents/document-copies.ts'
import { createDocumentReads, type DocumentReads } from '../services/documents/document-reads.ts'
import { createDocuments, type Documents } from '../services/documents/documents.ts'
import { createDraftEvents } from '../services/documents/draft-events.ts'
import { createDraftReaders } from '../services/documents/draft-readers.ts'
import { createDrafts, type Drafts } from '../services/documents/drafts.ts'
import { createSourceRights } from '../services/documents/source-rights.ts'
import { type Addresses, createAddresses } from '../services/inodes/addresses.ts'
import { createInodes, type Inodes } from '../services/inodes/inodes.ts'
import { createCustomViews } from '../services/views/custom-views.ts'
import { createSavedViews } from '../services/views/saved-views.ts'
import { createViewDocuments } from '../services/views/view-documents.ts'
import { createViewReader } from '../services/views/view-reader.ts'
import type { Base } from './service-base.ts'

/** The files of `http/routes` for these services. */
export const documentResources = [bookmarkRoutes, customViewRoutes, dataModelDraftRoutes, draftRoutes]

export function documentServices(base: Base) {
  const addresses = createAddresses(base)
  const inodes = createInodes(base)
  const documentReads = createDocumentReads(base)
  const documents = createDocuments({ ...base, inodes, documentReads, sourceRights: createSourceRights(base) })
  const given = { ...base, addresses, inodes, documents, documentReads }
  const drafts = createDrafts(given)
  return {
    addresses,
    inodes,
    documents,
    ...viewServices({ ...given, drafts }),
    documentReads,
    copies: createDocumentCopies(given),
    drafts,
    draftEvents: createDraftEvents({ ...base, drafts }),
    draftReaders: createDraftReaders(given),
  }
}

function viewServices(
  base: Base & {
    documents: Documents
    documentReads: DocumentReads
    inodes: Inodes
    addresses: Addresses
    drafts: Drafts
  },
) {
  const viewDocuments = createViewDocuments(base)
  const customViews = createCustomViews({ ...base, viewDocuments })
  const savedViews = createSavedViews({ ...base, customViews, viewDocuments })
  return { customViews, savedViews, viewReader: createViewReader({ ...base, customViews, savedViews, viewDocuments }) }
}

export type DocumentServices = ReturnType<typeof documentServices>
