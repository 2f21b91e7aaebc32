import { decide, type Viewer } from '@octavo/core/access'
import type { ConnectionMapping, NamedSwap, SourceMapping, SwapSourcesRequest } from '@octavo/core/contract'
import { modelElementOf, outsideSources, type WorkbookDocument } from '@octavo/core/document'
import type { Problem } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import { findCatalogObject } from '../../store/catalog-objects.ts'
import { findDocument } from '../../store/documents.ts'
import { isUuid, type Store, uuidOfUrlId } from '../../store/index.ts'
import { findTaggedVersionById } from '../../store/tagged-versions.ts'
import { columnPairs } from './swap-columns.ts'
import {
  type ConnectionSwap,
  connectionRule,
  type ModelVersionSwap,
  modelRule,
  modelVersionRule,
  type SwapRule,
  type SwapTarget,
  statementRule,
  tableRule,
} from './swap-rules.ts'

export interface RequestParts {
  store: Store
  access: Access
}

/** Rules of a request, and the request's problems. */
export interface ReadRules {
  rules: SwapRule[]
  problems: Problem[]
}

type Endpoint =
  | { kind: 'table'; connectionId: string; path: string[] }
  | { kind: 'data-model'; isDataset: boolean; dataModelId: string; versionTagId: string | null }

const noMetrics =
  'Tables have no metrics, and those of a data model keep their ids in each version. Leave metricMapping out.'

/** Rules of the second version of the request. Rules that name a source take precedence over rules for its connection. */
export async function rulesOfRequest(
  parts: RequestParts,
  viewer: Viewer,
  content: WorkbookDocument,
  { sourceMapping = [], connectionMapping = [] }: SwapSourcesRequest,
): Promise<ReadRules> {
  const read: ReadRules = { rules: [], problems: [] }
  for (const [index, mapping] of sourceMapping.entries()) {
    await addSource(parts, viewer, read, `sourceMapping[${index}]`, mapping)
  }
  for (const [index, mapping] of connectionMapping.entries()) {
    await addConnection(parts, viewer, content, read, `connectionMapping[${index}]`, swapOf(mapping), {
      hasTables: mapping.swapTables === true,
      fields: ['fromId', 'toId'],
    })
  }
  return read
}

/** Rules of a tagged version: connections with their tables, and versions of data models. */
export async function rulesOfTag(
  parts: RequestParts,
  viewer: Viewer,
  content: WorkbookDocument,
  connections: readonly ConnectionSwap[],
  models: readonly ModelVersionSwap[],
): Promise<ReadRules> {
  const read: ReadRules = { rules: [], problems: [] }
  for (const [index, swap] of connections.entries()) {
    await addConnection(parts, viewer, content, read, `sourceMappingConfig[${index}]`, swap, {
      hasTables: true,
      fields: ['fromConnectionId', 'toConnectionId'],
    })
  }
  read.rules.push(...models.map((swap, index) => modelVersionRule(`dataModelSourceTaggedVersions[${index}]`, swap)))
  return read
}

/** Rules of the request that names each source by its kind. */
export async function rulesOfNames(
  parts: RequestParts,
  viewer: Viewer,
  content: WorkbookDocument,
  mappings: readonly NamedSwap[],
): Promise<ReadRules> {
  const read: ReadRules = { rules: [], problems: [] }
  for (const [index, mapping] of mappings.entries()) {
    const place = `sourceMapping[${index}]`
    const problem = (path: string, message: string) => read.problems.push({ path: `${place}.${path}`, message })
    if (mapping.metricMapping && mapping.metricMapping.length > 0) problem('metricMapping', noMetrics)
    const target = await targetOfName(parts, viewer, mapping, problem)
    if (!target) continue
    const rule = await ruleOfName(parts, viewer, content, place, mapping.from, target, problem)
    if (rule) read.rules.push(rule)
  }
  return read
}

type Report = (path: string, message: string) => void

async function targetOfName(
  parts: RequestParts,
  viewer: Viewer,
  { from, to, columnMapping }: NamedSwap,
  problem: Report,
): Promise<SwapTarget | null> {
  const columns = columnPairs(columnMapping)
  if (from.type === 'data-model' && to.type === 'data-model' && from.dataModelId !== to.dataModelId) {
    problem('to.dataModelId', otherModel(from.dataModelId, to.dataModelId))
    return null
  }
  switch (to.type) {
    case 'custom-sql':
      if (!(await isConnection(parts, viewer, to.connectionId))) {
        problem('to.connectionId', `There is no connection "${to.connectionId}".`)
        return null
      }
      return { kind: 'statement', connectionId: to.connectionId, statement: to.definition, columns }
    case 'data-model': {
      const { dataModelId, elementId, versionTagId = null } = to
      return { kind: 'data-model', dataModelId, elementId, versionTagId, columns }
    }
    case 'table': {
      const found = await findTable(parts, viewer, to.tableId)
      if (found) return { ...found, columns, isOptional: false }
      problem('to.tableId', `There is no table "${to.tableId}".`)
      return null
    }
    case 'dataset':
      problem('to.datasetId', retiredKind)
      return null
  }
}

async function ruleOfName(
  parts: RequestParts,
  viewer: Viewer,
  content: WorkbookDocument,
  place: string,
  from: NamedSwap['from'],
  target: SwapTarget,
  problem: Report,
): Promise<SwapRule | null> {
  switch (from.type) {
    case 'table': {
      const found = await findTable(parts, viewer, from.tableId, content)
      if (found) return tableRule(place, found, target)
      problem('from.tableId', `There is no table "${from.tableId}".`)
      return null
    }
    case 'custom-sql': {
      const element = Object.hasOwn(content.elements, from.customSqlId) ? content.elements[from.customSqlId] : undefined
      const hasSql = element !== undefined && outsideSources(element).some(({ source }) => source.kind === 'sql')
      if (hasSql) return statementRule(place, from.customSqlId, target)
      problem('from.customSqlId', `No element with custom SQL has the id "${from.customSqlId}".`)
      return null
    }
    case 'data-model': {
      const { dataModelId, elementId, versionTagId = null } = from
      if (await isModel(parts, viewer, content, dataModelId)) {
        return modelRule(place, { dataModelId, elementId, versionTagId }, () => target)
      }
      problem('from.dataModelId', `There is no data model "${dataModelId}".`)
      return null
    }
    case 'dataset': {
      const { datasetId } = from
      if (await isModel(parts, viewer, content, datasetId, 'dataset')) {
        return modelRule(place, { dataModelId: datasetId, versionTagId: null }, () => target)
      }
      problem('from.datasetId', `There is no dataset "${datasetId}".`)
      return null
    }
  }
}

async function addSource(
  parts: RequestParts,
  viewer: Viewer,
  { rules, problems }: ReadRules,
  place: string,
  { fromId, toId, columnMapping, metricMapping = [] }: SourceMapping,
): Promise<void> {
  const from = await findEndpoint(parts, viewer, fromId)
  const to = await findEndpoint(parts, viewer, toId)
  if (!from)
    problems.push({ path: `${place}.fromId`, message: `No table, data model or dataset has the id "${fromId}".` })
  if (!to) problems.push({ path: `${place}.toId`, message: `No table or data model has the id "${toId}".` })
  if (metricMapping.length > 0) problems.push({ path: `${place}.metricMapping`, message: noMetrics })
  if (!from || !to) return
  const columns = columnPairs(columnMapping)
  if (from.kind === 'table' && to.kind === 'table') {
    rules.push(tableRule(place, from, { ...to, columns, isOptional: false }))
  } else if (from.kind === 'data-model' && to.kind === 'table') {
    rules.push(modelRule(place, from, () => ({ ...to, columns, isOptional: false })))
  } else if (to.kind === 'data-model' && to.isDataset) {
    problems.push({ path: `${place}.toId`, message: retiredKind })
  } else if (from.kind === 'data-model' && to.kind === 'data-model' && from.dataModelId === to.dataModelId) {
    const { kind, dataModelId, versionTagId } = to
    rules.push(modelRule(place, from, (elementId) => ({ kind, dataModelId, versionTagId, elementId, columns })))
  } else if (from.kind === 'data-model' && !from.isDataset && to.kind === 'data-model') {
    problems.push({ path: `${place}.toId`, message: otherModel(from.dataModelId, to.dataModelId) })
  } else {
    problems.push({
      path: `${place}.toId`,
      message: `The data model "${toId}" has several elements. Name one with the swap of /v3alpha.`,
    })
  }
}

const retiredKind = 'Datasets are deprecated: a source cannot be swapped for one.'

const otherModel = (from: string, to: string) =>
  `The data model "${from}" can only be swapped for another version of itself, not for the data model "${to}".`

const swapOf = ({ fromId, toId, paths = [] }: ConnectionMapping): ConnectionSwap => ({
  fromConnectionId: fromId,
  toConnectionId: toId,
  paths,
})

async function addConnection(
  parts: RequestParts,
  viewer: Viewer,
  content: WorkbookDocument,
  { rules, problems }: ReadRules,
  place: string,
  swap: ConnectionSwap,
  { hasTables, fields: [from, to] }: { hasTables: boolean; fields: [string, string] },
): Promise<void> {
  const { fromConnectionId, toConnectionId } = swap
  const isRead = connectionsIn(content).has(fromConnectionId)
  if (!isRead && !(await isConnection(parts, viewer, fromConnectionId))) {
    problems.push({ path: `${place}.${from}`, message: `There is no connection "${fromConnectionId}".` })
  } else if (!(await isConnection(parts, viewer, toConnectionId))) {
    problems.push({ path: `${place}.${to}`, message: `There is no connection "${toConnectionId}".` })
  } else rules.push(connectionRule(place, swap, hasTables))
}

function connectionsIn(content: WorkbookDocument): Set<unknown> {
  const sources = Object.values(content.elements).flatMap((element) => outsideSources(element))
  return new Set(sources.map(({ source }) => source.connectionId))
}

/** Whether a connection with this id exists and is visible to the viewer. */
export async function isConnection({ access }: RequestParts, viewer: Viewer, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const facts = (await access.connectionFacts(viewer, [id.toLowerCase()])).get(id.toLowerCase())
  return facts !== undefined && decide(viewer, facts, 'view').isVisible
}

async function findTable(
  { store, access }: RequestParts,
  viewer: Viewer,
  idOrUrlId: string,
  content?: WorkbookDocument,
): Promise<{ kind: 'table'; connectionId: string; path: string[] } | null> {
  const id = isUuid(idOrUrlId) ? idOrUrlId.toLowerCase() : uuidOfUrlId(idOrUrlId)
  const object = id === null ? undefined : await findCatalogObject(store.db, viewer.organizationId, id)
  if (!object || (object.kind !== 'table' && object.kind !== 'view')) return null
  const found = {
    kind: 'table' as const,
    connectionId: object.connection_id,
    path: JSON.parse(object.path) as string[],
  }
  if (content && connectionsIn(content).has(found.connectionId)) return found
  return (await access.decidePath(viewer, found, 'view'))?.isVisible ? found : null
}

async function isModel(
  { store, access }: RequestParts,
  viewer: Viewer,
  content: WorkbookDocument,
  id: string,
  kind: 'data-model' | 'dataset' = 'data-model',
): Promise<boolean> {
  const sources = Object.values(content.elements).flatMap((element) => outsideSources(element))
  if (sources.some(({ source }) => source.kind === kind && modelElementOf(source)?.dataModelId === id)) return true
  if (!isUuid(id) || (await findDocument(store.db, viewer.organizationId, id))?.kind !== kind) return false
  const facts = (await access.inodeFacts(viewer, [id])).get(id)
  return facts !== undefined && decide(viewer, facts, 'useAsSource').isVisible
}

/** A table, a version of a data model, or a dataset, by its id. */
async function findEndpoint(parts: RequestParts, viewer: Viewer, id: string): Promise<Endpoint | null> {
  const table = await findTable(parts, viewer, id)
  if (table) return table
  const { store, access } = parts
  const document = isUuid(id) ? await findDocument(store.db, viewer.organizationId, id.toLowerCase()) : undefined
  if (document?.kind !== 'data-model' && document?.kind !== 'dataset') return null
  const facts = (await access.inodeFacts(viewer, [document.id])).get(document.id)
  if (!facts || !decide(viewer, facts, 'useAsSource').isVisible) return null
  const tagged = await findTaggedVersionById(store.db, viewer.organizationId, document.id)
  return {
    kind: 'data-model',
    isDataset: document.kind === 'dataset',
    dataModelId: tagged?.source_id ?? document.id,
    versionTagId: tagged?.tag_id ?? null,
  }
}
