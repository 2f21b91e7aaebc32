import { bindFormulas, type Models, printFormulas, type WorkbookDocument } from '@octavo/core/document'
import { sourcesOf } from './document-sources.ts'
import type { Documents } from './documents.ts'

type Reader = Pick<Documents, 'readAsSource'>

/**
 * Binds the references of a document to ids as it is written (WALLS 4), those to columns, metrics and relationships of
 * data models included: they follow the version of the model that the source names.
 */
export async function bindDocument(
  documents: Reader,
  organizationId: string,
  document: WorkbookDocument,
  previous?: WorkbookDocument,
): Promise<WorkbookDocument> {
  const models = await modelsOf(documents, organizationId, document)
  return bindFormulas(document, { models, ...(previous ? { previous } : {}) })
}

/** The document with the names in its formulas that things of data models have now. */
export async function printDocument(
  documents: Reader,
  organizationId: string,
  document: WorkbookDocument,
): Promise<WorkbookDocument> {
  return printFormulas(document, await modelsOf(documents, organizationId, document))
}

async function modelsOf(documents: Reader, organizationId: string, document: WorkbookDocument): Promise<Models> {
  const models = new Map<string, WorkbookDocument>()
  for (const source of sourcesOf(document)) {
    if (source.kind !== 'data-model' || models.has(source.dataModelId)) continue
    const { dataModelId, versionTagId } = source
    const model = await documents.readAsSource(organizationId, dataModelId, 'data-model', versionTagId)
    if (model) models.set(dataModelId, model.content)
  }
  return models
}
