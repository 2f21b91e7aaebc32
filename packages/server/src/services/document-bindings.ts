import {
  type BoundTarget,
  bindFormulas,
  columnNames,
  columnsOf,
  elementName,
  findElement,
  friendlyName,
  referenceName,
  type WorkbookDocument,
} from '@octavo/core/document'
import { sourcesOf } from './document-sources.ts'
import type { Documents } from './documents.ts'

/**
 * Binds the references of a document to ids as it is written (WALLS 4), those to columns and metrics of data models
 * included: they follow the published version of the model.
 */
export async function bindDocument(
  documents: Pick<Documents, 'readAsSource'>,
  organizationId: string,
  document: WorkbookDocument,
  previous?: WorkbookDocument,
): Promise<WorkbookDocument> {
  const models = new Map<string, WorkbookDocument>()
  for (const source of sourcesOf(document)) {
    if (source.kind !== 'data-model' || models.has(source.dataModelId)) continue
    const model = await documents.readAsSource(organizationId, source.dataModelId, 'data-model')
    if (model) models.set(source.dataModelId, model.content)
  }
  return bindFormulas(document, {
    ...(previous ? { previous } : {}),
    resolve: (elementId, segments) => resolveInModel(document, models, elementId, segments),
  })
}

function resolveInModel(
  document: WorkbookDocument,
  models: ReadonlyMap<string, WorkbookDocument>,
  elementId: string,
  segments: readonly string[],
): BoundTarget | null {
  const source = findElement(document, elementId)?.source
  if (!isModelSource(source) || segments.length !== 2) return null
  const model = models.get(source.dataModelId)
  const element = model && findElement(model, source.elementId)
  const [prefix = '', name = ''] = segments
  if (!element) return null
  const place = { documentId: source.dataModelId, elementId: source.elementId }
  if (prefix.toLowerCase() === 'metrics') {
    const metricId = idOfName(metricNames(element.metrics), name)
    return metricId === null ? null : { kind: 'metric', ...place, metricId }
  }
  const own = elementName(element)
  if (own === null || referenceName(own).toLowerCase() !== prefix.toLowerCase()) return null
  const columnId = idOfName(columnNames(columnsOf(element)), name)
  return columnId === null ? null : { kind: 'column', ...place, columnId }
}

/** The id with this name; else the only one whose name differs in case or in being friendly. */
function idOfName(names: ReadonlyMap<string, string>, wanted: string): string | null {
  const spellings = [referenceName, (name: string) => friendlyName(referenceName(name)).toLowerCase()]
  for (const spelling of spellings) {
    const found = [...names].filter(([, name]) => spelling(name) === spelling(wanted))
    if (found.length === 1) return found[0]?.[0] ?? null
  }
  return null
}

function metricNames(metrics: unknown): Map<string, string> {
  const names = new Map<string, string>()
  for (const metric of Array.isArray(metrics) ? metrics : []) {
    const { id, name } = metric as { id?: unknown; name?: unknown }
    if (typeof id === 'string') names.set(id, typeof name === 'string' ? name : id)
  }
  return names
}

function isModelSource(source: unknown): source is { kind: 'data-model'; dataModelId: string; elementId: string } {
  return (
    typeof source === 'object' &&
    source !== null &&
    'kind' in source &&
    source.kind === 'data-model' &&
    'dataModelId' in source &&
    typeof source.dataModelId === 'string' &&
    'elementId' in source &&
    typeof source.elementId === 'string'
  )
}
