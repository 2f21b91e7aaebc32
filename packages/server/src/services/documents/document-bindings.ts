import { bindFormulas, controlsOf, type Models, printFormulas, type WorkbookDocument } from '@octavo/core/document'
import type { Problem } from '@octavo/core/errors'
import { sourcesOf } from './document-sources.ts'
import type { Documents } from './documents.ts'

type Reader = Pick<Documents, 'readAsSource'>

/**
 * Binds the references of a document to ids when it is written, including references to columns, metrics and relationships of data models,
 * which follow the version that the source names.
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

/** The document with formulas that use the current names of the data models' columns, metrics and relationships. */
export async function printDocument(
  documents: Reader,
  organizationId: string,
  document: WorkbookDocument,
): Promise<WorkbookDocument> {
  return printFormulas(document, await modelsOf(documents, organizationId, document))
}

/**
 * Warns about controls that pass their value to a data model, or to a control of one, that no element of the document reads. It is a
 * warning only: the control has no effect now but may once an element reads the model.
 */
export async function parameterWarnings(
  documents: Reader,
  organizationId: string,
  document: WorkbookDocument,
): Promise<Problem[]> {
  const given = parametersOf(document)
  if (given.length === 0) return []
  const models = await modelsOf(documents, organizationId, document)
  return given.flatMap(({ path, dataModelId, controlId }): Problem[] => {
    const model = models.get(dataModelId)
    const isThere = model && controlsOf(model).some((control) => control.controlId === controlId)
    if (isThere) return []
    return model
      ? [{ path: `${path}.controlId`, message: `The data model has no control "${controlId}"`, hint: nothingGiven }]
      : [
          {
            path: `${path}.dataModelId`,
            message: `No element reads the data model "${dataModelId}"`,
            hint: nothingGiven,
          },
        ]
  })
}

const nothingGiven = 'The value of the control is not used.'

interface Parameter {
  path: string
  dataModelId: string
  controlId: string
}

function parametersOf(document: WorkbookDocument): Parameter[] {
  return controlsOf(document).flatMap((control) =>
    (Array.isArray(control.parameters) ? control.parameters : []).flatMap((parameter: unknown, index) => {
      const { dataModelId, controlId } = (parameter ?? {}) as Record<string, unknown>
      const path = `${pathOf(document, control.id)}.parameters[${index}]`
      return typeof dataModelId === 'string' && typeof controlId === 'string' ? [{ path, dataModelId, controlId }] : []
    }),
  )
}

function pathOf(document: WorkbookDocument, elementId: string): string {
  for (const list of ['pages', 'overlays', 'panels'] as const) {
    for (const [index, { elementIds }] of document[list].entries()) {
      const at = elementIds.indexOf(elementId)
      if (at >= 0) return `${list}[${index}].elements[${at}]`
    }
  }
  return `elements[${elementId}]`
}

/** Data models that the document reads, each at the version that the source names. */
export async function modelsReadBy(
  documents: Reader,
  organizationId: string,
  document: WorkbookDocument,
): Promise<Map<string, WorkbookDocument>> {
  const models = new Map<string, WorkbookDocument>()
  await readModels(documents, organizationId, document, models)
  return models
}

/** Data models that the document reads, directly or through another one. */
export async function modelsBelow(
  documents: Reader,
  organizationId: string,
  document: WorkbookDocument,
): Promise<Map<string, WorkbookDocument>> {
  const below = await modelsReadBy(documents, organizationId, document)
  // The map grows during the loop, so the models below each model are read too.
  for (const model of below.values()) await readModels(documents, organizationId, model, below)
  return below
}

/** Data models that the document reads, and models below them that receive the value of a control. */
async function modelsOf(documents: Reader, organizationId: string, document: WorkbookDocument): Promise<Models> {
  const models = await modelsReadBy(documents, organizationId, document)
  const wanted = parametersOf(document).map(({ dataModelId }) => dataModelId)
  if (wanted.every((id) => models.has(id))) return models
  const direct = new Set(models.keys())
  const below = await modelsBelow(documents, organizationId, document)
  return new Map([...below].filter(([id]) => direct.has(id) || wanted.includes(id)))
}

async function readModels(
  documents: Reader,
  organizationId: string,
  document: WorkbookDocument,
  models: Map<string, WorkbookDocument>,
): Promise<void> {
  for (const source of sourcesOf(document)) {
    if (source.kind !== 'data-model' || models.has(source.dataModelId)) continue
    const { dataModelId, versionTagId } = source
    const model = await documents.readAsSource(organizationId, dataModelId, 'data-model', versionTagId)
    if (model) models.set(dataModelId, model.content)
  }
}
