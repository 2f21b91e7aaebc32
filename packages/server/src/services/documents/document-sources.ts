import { versionTagOf, type WorkbookDocument } from '@octavo/core/document'

/** Something outside a document that one of its elements reads. */
export type DocumentSource =
  | { kind: 'warehouse-table'; connectionId: string; path: string[]; elementId: string }
  | { kind: 'sql'; connectionId: string; statement: string; elementId: string }
  | {
      kind: 'data-model'
      dataModelId: string
      /** The element of the data model. */
      sourceElementId: string
      versionTagId: string | undefined
      elementId: string
    }
  | { kind: 'csv'; connectionId: string; csvId: string; elementId: string }
  | { kind: 'input-table'; connectionId: string; elementId: string }
  /** A source that only names its connection: metric views. */
  | { kind: 'connection'; connectionId: string; elementId: string }

/** Every outside source of a document, in document order, once for each element that reads it. */
export function sourcesOf(document: WorkbookDocument): DocumentSource[] {
  return Object.values(document.elements).flatMap((element) => [
    ...sourcesIn(element.id, element.source),
    ...(Array.isArray(element.filters) ? element.filters : []).flatMap((target: unknown) =>
      element.kind === 'control' && isRecord(target) ? sourcesIn(element.id, target.source) : [],
    ),
  ])
}

/** Two sources with the same key are the same right: what a write adds is what its predecessor has no key of. */
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
    case 'connection':
      return JSON.stringify(['connection', source.connectionId])
  }
}

function sourcesIn(elementId: string, source: unknown): DocumentSource[] {
  if (!isRecord(source)) return []
  const { connectionId } = source
  switch (source.kind) {
    case 'warehouse-table':
      return typeof connectionId === 'string' && isPath(source.path)
        ? [{ kind: 'warehouse-table', connectionId, path: source.path, elementId }]
        : []
    case 'sql':
      return typeof connectionId === 'string' && typeof source.statement === 'string'
        ? [{ kind: 'sql', connectionId, statement: source.statement, elementId }]
        : []
    case 'data-model':
      return typeof source.dataModelId === 'string' && typeof source.elementId === 'string'
        ? [
            {
              kind: 'data-model',
              dataModelId: source.dataModelId,
              sourceElementId: source.elementId,
              versionTagId: versionTagOf(source),
              elementId,
            },
          ]
        : []
    case 'csv-table':
      return typeof connectionId === 'string' && typeof source.inodeId === 'string'
        ? [{ kind: 'csv', connectionId, csvId: source.inodeId, elementId }]
        : []
    case 'empty':
      return typeof connectionId === 'string' ? [{ kind: 'input-table', connectionId, elementId }] : []
    case 'join':
      return [
        ...sourcesIn(elementId, source.primarySource),
        ...listOf(source.joins).flatMap((join) =>
          isRecord(join) ? [...sourcesIn(elementId, join.left), ...sourcesIn(elementId, join.right)] : [],
        ),
      ]
    case 'union':
      return listOf(source.sources).flatMap((branch) => sourcesIn(elementId, branch))
    case 'transpose':
    case 'source':
      return sourcesIn(elementId, source.source)
    default:
      return typeof connectionId === 'string' && connectionId !== ''
        ? [{ kind: 'connection', connectionId, elementId }]
        : []
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isPath = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
