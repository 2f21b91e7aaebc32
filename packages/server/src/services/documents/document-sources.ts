import { leafSources, modelElementOf, sequencesOf, versionTagOf, type WorkbookDocument } from '@octavo/core/document'

/** Something outside a document that one of its elements reads. */
export type DocumentSource =
  | { kind: 'warehouse-table'; connectionId: string; path: string[]; elementId: string }
  | { kind: 'sql'; connectionId: string; statement: string; elementId: string }
  | {
      /** A data model, or a dataset, which is read like a data model with one element. */
      kind: 'data-model'
      isDataset: boolean
      dataModelId: string
      /** The element of the data model. */
      sourceElementId: string
      versionTagId: string | undefined
      elementId: string
    }
  | { kind: 'csv'; connectionId: string; csvId: string; elementId: string }
  | { kind: 'input-table'; connectionId: string; elementId: string }
  /** A stored procedure that an action calls: it runs with the rights of the member who starts the action. */
  | { kind: 'procedure'; connectionId: string; path: string[]; elementId: string }
  /** An API connector that an action calls, also with the rights of the member who starts the action. */
  | { kind: 'api-connector'; apiConnectorId: string; elementId: string }
  /** A source that only names its connection: metric views. */
  | { kind: 'connection'; connectionId: string; elementId: string }

/** Every outside source of a document, in document order, once for each element that reads it. */
export function sourcesOf(document: WorkbookDocument): DocumentSource[] {
  const read = Object.values(document.elements).flatMap((element) => [
    ...sourcesIn(element.id, element.source),
    ...(Array.isArray(element.filters) ? element.filters : []).flatMap((target: unknown) =>
      element.kind === 'control' && isRecord(target) ? sourcesIn(element.id, target.source) : [],
    ),
  ])
  return [...read, ...proceduresOf(document), ...apiConnectorsOf(document)]
}

function proceduresOf(document: WorkbookDocument): DocumentSource[] {
  return sequencesOf(document).flatMap(({ hostId, steps }) =>
    steps.flatMap(({ effect, connectionId, path }) =>
      effect === 'call-stored-procedure' && typeof connectionId === 'string' && connectionId !== '' && isPath(path)
        ? [{ kind: 'procedure', connectionId, path, elementId: hostId }]
        : [],
    ),
  )
}

function apiConnectorsOf(document: WorkbookDocument): DocumentSource[] {
  return sequencesOf(document).flatMap(({ hostId, steps }) =>
    steps.flatMap(({ effect, apiConnectorId }) =>
      effect === 'call-api' && typeof apiConnectorId === 'string' && apiConnectorId !== ''
        ? [{ kind: 'api-connector', apiConnectorId, elementId: hostId }]
        : [],
    ),
  )
}

/** Sources with the same key need the same right. A write adds the sources whose keys its predecessor does not have. */
export function sourceKey(source: DocumentSource): string {
  switch (source.kind) {
    case 'warehouse-table':
      return JSON.stringify(['table', source.connectionId, source.path])
    case 'sql':
      return JSON.stringify(['sql', source.connectionId, source.statement])
    case 'data-model':
      return JSON.stringify(['data-model', source.dataModelId, source.versionTagId ?? null])
    case 'csv':
      return JSON.stringify(['csv', source.connectionId, source.csvId])
    case 'input-table':
      return JSON.stringify(['input-table', source.connectionId])
    case 'procedure':
      return JSON.stringify(['procedure', source.connectionId, source.path])
    case 'api-connector':
      return JSON.stringify(['api-connector', source.apiConnectorId])
    case 'connection':
      return JSON.stringify(['connection', source.connectionId])
  }
}

function sourcesIn(elementId: string, source: unknown): DocumentSource[] {
  return leafSources(source).flatMap((leaf) => outsideSource(elementId, leaf) ?? [])
}

/** Undefined for an element of the same document, and for a source that cannot be read. */
function outsideSource(elementId: string, source: Record<string, unknown>): DocumentSource | undefined {
  const { connectionId } = source
  const isOnConnection = typeof connectionId === 'string'
  switch (source.kind) {
    case 'warehouse-table':
      return isOnConnection && isPath(source.path)
        ? { kind: 'warehouse-table', connectionId, path: source.path, elementId }
        : undefined
    case 'sql':
      return isOnConnection && typeof source.statement === 'string'
        ? { kind: 'sql', connectionId, statement: source.statement, elementId }
        : undefined
    case 'data-model':
    case 'dataset': {
      const read = modelElementOf(source)
      if (!read) return undefined
      const { dataModelId, elementId: sourceElementId } = read
      const [isDataset, versionTagId] = [source.kind === 'dataset', versionTagOf(source)]
      return { kind: 'data-model', isDataset, dataModelId, sourceElementId, versionTagId, elementId }
    }
    case 'csv-table':
      return isOnConnection && typeof source.inodeId === 'string'
        ? { kind: 'csv', connectionId, csvId: source.inodeId, elementId }
        : undefined
    case 'empty':
      return isOnConnection ? { kind: 'input-table', connectionId, elementId } : undefined
    default:
      return isOnConnection && connectionId !== '' ? { kind: 'connection', connectionId, elementId } : undefined
  }
}

const isPath = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
