import { isRecord } from './check-schema.ts'

/** The element id for a dataset, which is read like a data model with one element. */
export const datasetElementId = 'dataset'

/** An element of another document. */
export interface ModelElement {
  dataModelId: string
  elementId: string
}

/** The element that a source reads from a data model or a dataset; null for every other source. */
export function modelElementOf(source: unknown): ModelElement | null {
  if (!isRecord(source)) return null
  const { kind, dataModelId, datasetId, elementId } = source
  if (kind === 'dataset') {
    return typeof datasetId === 'string' ? { dataModelId: datasetId, elementId: datasetElementId } : null
  }
  if (kind !== 'data-model' || typeof dataModelId !== 'string' || typeof elementId !== 'string') return null
  return { dataModelId, elementId }
}

/**
 * Converts stored text (a document, or the edits of a draft or view) to read the data model that a dataset was converted to: its sources,
 * and the bindings of formulas to columns of the dataset. Names, elements and columns of the two are the same.
 */
export function moveToDataModel<T>(stored: T, datasetId: string, dataModelId: string): T {
  return moved(stored, datasetId, dataModelId) as T
}

function moved(value: unknown, datasetId: string, dataModelId: string): unknown {
  if (Array.isArray(value)) return value.map((item) => moved(item, datasetId, dataModelId))
  if (!isRecord(value)) return value
  if (value.kind === 'dataset' && value.datasetId === datasetId) {
    const { datasetId: _, kind: __, ...rest } = value
    return { kind: 'data-model', dataModelId, elementId: datasetElementId, ...rest }
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === 'documentId' && field === datasetId ? dataModelId : moved(field, datasetId, dataModelId),
    ]),
  )
}
