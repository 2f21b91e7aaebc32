import { decide, hasRight, type ObjectFacts, type Viewer } from '@octavo/core/access'
import { elementName, findElement, type WorkbookDocument } from '@octavo/core/document'
import type { Problem } from '@octavo/core/errors'
import type { Access, ConnectionAction } from '../../access/index.ts'
import { apiConnectorsInUse } from '../../store/api-connectors.ts'
import { findCsvFiles } from '../../store/csv-files.ts'
import { findDocuments } from '../../store/documents.ts'
import { isUuid, type Queryable } from '../../store/index.ts'
import { findTagsOf } from '../../store/tagged-versions.ts'
import { serviceOf } from '../service/service.ts'
import type { DocumentSource } from './document-sources.ts'

export type SourceRights = ReturnType<typeof createSourceRights>

/**
 * Checks who may make a document read a source. Data is read with the rights of the document's owner, so a member who adds or changes a
 * source must be able to use it. Custom SQL requires access to the whole connection and the right to write SQL.
 */
export function createSourceRights(parts: Parts) {
  return serviceOf(parts, { problems })
}

interface Parts {
  access: Access
}

/** One problem for every source that the viewer may not use. */
async function problems(
  { access }: Parts,
  tx: Queryable,
  viewer: Viewer,
  content: WorkbookDocument,
  sources: readonly DocumentSource[],
): Promise<Problem[]> {
  const known = await knownOf(access, tx, viewer, sources)
  return sources.flatMap((source) => {
    const refusal = refusalOf(known, source)
    return refusal ? [{ path: pathOf(content, source.elementId), ...refusal }] : []
  })
}

type ModelSource = Extract<DocumentSource, { kind: 'data-model' }>
type ApiSource = Extract<DocumentSource, { kind: 'api-connector' }>
type DataSource = Exclude<DocumentSource, ModelSource | ApiSource>
type Refusal = Omit<Problem, 'path'>

function refusalOf(known: Known, source: DocumentSource): Refusal | null {
  switch (source.kind) {
    case 'data-model':
      return refusalOfModel(known, source)
    case 'api-connector':
      return refusalOfApi(known, source)
    default:
      return refusalOfData(known, source)
  }
}

/** Facts that decide on the sources of a document, by their ids. */
interface Known {
  viewer: Viewer
  connections: ReadonlyMap<string, ObjectFacts>
  factsOfTable: ReadonlyMap<DocumentSource, ObjectFacts | null | undefined>
  models: Awaited<ReturnType<typeof findDocuments>>
  tags: Awaited<ReturnType<typeof findTagsOf>>
  modelFacts: ReadonlyMap<string, ObjectFacts>
  csvFiles: Awaited<ReturnType<typeof findCsvFiles>>
  /** Ids of API connectors that are not retired. */
  apiConnectorIds: ReadonlySet<string>
}

/** Does the same work for sources that do not exist as for sources that are not visible to the viewer. */
async function knownOf(
  access: Access,
  tx: Queryable,
  viewer: Viewer,
  sources: readonly DocumentSource[],
): Promise<Known> {
  const tables = sources.filter((source) => source.kind === 'warehouse-table')
  const connectionIds = sources.flatMap((source) => ('connectionId' in source ? [source.connectionId] : []))
  const connections = await access.connectionFacts(viewer, [...new Set(connectionIds)], tx)
  const pathFacts = await access.pathFacts(viewer, tables, connections, tx)
  const factsOfTable = new Map<DocumentSource, ObjectFacts | null | undefined>(
    tables.map((table, index) => [table, pathFacts[index]]),
  )
  const modelIds = [...new Set(sources.flatMap((source) => (source.kind === 'data-model' ? [source.dataModelId] : [])))]
  const models = await findDocuments(tx, viewer.organizationId, modelIds)
  const tags = await findTagsOf(tx, viewer.organizationId, modelIds)
  const taggedIds = [...tags.values()].flat().map(({ id }) => id)
  const modelFacts = await access.inodeFacts(viewer, [...modelIds, ...taggedIds], tx)
  const csvIds = sources.flatMap((source) => (source.kind === 'csv' && isUuid(source.csvId) ? [source.csvId] : []))
  const csvFiles = await findCsvFiles(tx, viewer.organizationId, [...new Set(csvIds)])
  const apiIds = sources.flatMap((source) => (source.kind === 'api-connector' ? [source.apiConnectorId] : []))
  const apiConnectorIds = await apiConnectorsInUse(tx, viewer.organizationId, apiIds)
  return { viewer, connections, factsOfTable, models, tags, modelFacts, csvFiles, apiConnectorIds }
}

const missing = (id: string, kind: string): Refusal => ({
  message: `Dependency not found: '${id}'`,
  hint: `No ${kind} that you may use has this id.`,
})

function refusalOfModel(known: Known, { dataModelId, versionTagId, isDataset }: ModelSource): Refusal | null {
  const { viewer, models, tags, modelFacts } = known
  const mayUse = (id: string) => {
    const facts = modelFacts.get(id)
    return facts !== undefined && decide(viewer, facts, 'useAsSource').allowed
  }
  const tagged = tags.get(dataModelId)?.find((each) => each.tag_id === versionTagId)
  const isUsable = mayUse(dataModelId) || (tagged !== undefined && mayUse(tagged.id))
  const isModel = models.get(dataModelId)?.kind === (isDataset ? 'dataset' : 'data-model') && isUsable
  if (isModel && (versionTagId === undefined ? mayUse(dataModelId) : tagged)) return null
  if (isModel && versionTagId !== undefined) {
    return {
      message: `Dependency not found: version tag '${versionTagId}' on '${dataModelId}'`,
      hint: 'Put the tag on the data model first, or leave versionTagId out for the published version.',
    }
  }
  return missing(dataModelId, isDataset ? 'dataset' : 'data model')
}

/** Does not reveal to members without the permission whether the connector exists. */
function refusalOfApi({ viewer, apiConnectorIds }: Known, { apiConnectorId }: ApiSource): Refusal | null {
  if (!hasRight(viewer, 'createApiActions')) {
    return {
      message: 'Your account type may not create actions that call API connectors',
      hint: 'Ask an administrator for "create-api-actions".',
    }
  }
  return apiConnectorIds.has(apiConnectorId) ? null : missing(apiConnectorId, 'API connector')
}

function refusalOfData(known: Known, source: DataSource): Refusal | null {
  const { viewer, connections, factsOfTable } = known
  const action = actionOf(source.kind)
  const connection = connections.get(source.connectionId)
  const facts = source.kind === 'warehouse-table' ? factsOfTable.get(source) : connection
  if (!connection || !facts) return missing(source.connectionId, 'connection')
  if (source.kind === 'csv' && !isOwnCsv(known, source)) return missing(source.csvId, 'CSV')
  if (decide(viewer, facts, action).allowed) return null
  const onConnection = decide(viewer, connection, action)
  if (!onConnection.isVisible || onConnection.because.rule === 'archived') {
    return missing(source.connectionId, 'connection')
  }
  return whyNotAllowed(source, decide(viewer, facts, 'useAsSource').allowed)
}

/** Only the member who uploaded a file and administrators may use it, on the connection that it was uploaded to. */
function isOwnCsv(
  { viewer, csvFiles }: Known,
  { csvId, connectionId }: { csvId: string; connectionId: string },
): boolean {
  const file = csvFiles.get(csvId)
  if (file?.connection_id !== connectionId) return false
  return file.created_by === viewer.memberId || hasRight(viewer, 'useEveryFile')
}

/** `mayRead`: the viewer may read the whole connection, so only the account type prevents the use. */
function whyNotAllowed(source: DataSource, mayRead: boolean): Refusal {
  if (source.kind === 'warehouse-table') {
    return {
      message: `The table ${source.path.join('.')} is not open to you`,
      hint: 'Ask an administrator for a grant on the table, on its schema or on the connection.',
    }
  }
  if (source.kind === 'input-table' && mayRead) {
    return {
      message: 'Your account type may not create input tables',
      hint: 'Ask an administrator for "create-input-tables".',
    }
  }
  if (source.kind === 'procedure' && mayRead) {
    return {
      message: 'Your account type may not create actions that call stored procedures',
      hint: 'Ask an administrator for "create-stored-procedure-actions".',
    }
  }
  if (mayRead) {
    return {
      message: 'Your account type may not write custom SQL',
      hint: 'Ask an administrator for "write-sql".',
    }
  }
  return {
    message: `The connection '${source.connectionId}' as a whole is not open to you`,
    hint: 'A grant on one path is not enough here. Ask an administrator for a grant on the connection.',
  }
}

function actionOf(kind: DocumentSource['kind']): ConnectionAction {
  if (kind === 'input-table') return 'createInputTable'
  if (kind === 'procedure') return 'createProcedureAction'
  return kind === 'sql' ? 'writeSql' : 'useAsSource'
}

/** Path of an element's source in the body of form N. */
function pathOf(content: WorkbookDocument, elementId: string): string {
  const pages = [...content.pages, ...content.overlays]
  for (const [pageIndex, page] of pages.entries()) {
    const index = page.elementIds.indexOf(elementId)
    if (index >= 0) return `pages[${pageIndex}].elements[${index}].source`
  }
  const element = findElement(content, elementId)
  return `${(element && elementName(element)) ?? elementId}.source`
}
