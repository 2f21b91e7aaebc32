import type {
  ColumnEntry,
  ConnectionPathEntry,
  DataModel,
  Dataset,
  ElementEntry,
  TableColumn,
  Upload,
} from '@octavo/core/contract'
import {
  type ColumnFormat,
  columnName,
  columnNames,
  columnsOf,
  type DocumentColumn,
  type ElementSource,
  elementLabel,
  friendlyName,
  type WorkbookDocument,
} from '@octavo/core/document'
import { printReference } from '@octavo/core/formula'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../api.ts'
import { newId } from '../../../editor/index.ts'
import { type Listing, listAll } from '../../data/list-all.ts'

/** In the order of lists. */
export const sourceGroups = ['workbook', 'models', 'datasets', 'uploads', 'tables'] as const

/** Something that an element can read. */
export interface SourceEntry {
  key: string
  name: string
  /** The location: page, data model, or connection and schema. */
  place: string
  group: (typeof sourceGroups)[number]
  source: ElementSource
  /** Name and description that members gave it; formulas still use `name`. */
  label?: string
  description?: string
  /** Only for an uploaded table, whose columns are known with it. */
  upload?: Upload
}

interface ConnectionEntry {
  connectionId: string
  name: string
  type?: string
}

/** The most entries of a list that a picker holds. */
const mostListed = 10_000
/** A data platform may have very many tables: the first ones are listed, and the server searches among the others. */
const listedTables = 1_000

async function listOf<Entry>(path: string, signal?: AbortSignal): Promise<Entry[]> {
  return (await listAll<Entry>(path, signal ? { signal } : {}, mostListed)).entries
}

const noTables: Pick<Listing<ConnectionPathEntry>, 'entries' | 'isWhole'> = { entries: [], isWhole: true }

const listTables = (signal: AbortSignal, search?: string) =>
  listAll<ConnectionPathEntry>(
    '/v2/connections/paths',
    { signal, query: search === undefined ? {} : { search } },
    listedTables,
  )

/** All sources that can be read: tables of this workbook, tables of data models, datasets, tables of connections. */
export function useSourceEntries(document: WorkbookDocument) {
  const connections = useConnections()
  const tables = useQuery({
    queryKey: ['sources', 'tables'],
    queryFn: ({ signal }) => listTables(signal),
  })
  const models = useQuery({
    queryKey: ['sources', 'models'],
    queryFn: async ({ signal }) => {
      const found = await listOf<DataModel>('/v2/dataModels', signal)
      return Promise.all(
        found.map(async (model) => ({
          model,
          elements: await listOf<ElementEntry>(`/v2/dataModels/${model.dataModelId}/elements`, signal),
        })),
      )
    },
  })
  const datasets = useQuery({
    queryKey: ['sources', 'datasets'],
    queryFn: ({ signal }) => listOf<Dataset>('/v2/datasets', signal),
  })
  const connectionIds = (connections.data ?? []).map(({ connectionId }) => connectionId)
  const uploads = useQuery({
    queryKey: ['sources', 'uploads', connectionIds],
    enabled: connectionIds.length > 0,
    queryFn: async ({ signal }) => {
      const paths = connectionIds.map((id) => `/v2/connections/${encodeURIComponent(id)}/uploads`)
      return (await Promise.all(paths.map((path) => listOf<Upload>(path, signal)))).flat()
    },
  })
  const entries = useMemo(() => {
    const names = new Map(connections.data?.map(({ connectionId, name }) => [connectionId, name]))
    return [
      ...workbookEntries(document),
      ...(models.data ?? []).flatMap(({ model, elements }) => modelEntries(model, elements)),
      ...(datasets.data ?? []).filter(({ isArchived }) => isArchived !== true).map(datasetEntry),
      ...(uploads.data ?? []).filter(({ state }) => state === 'ready').map((upload) => uploadEntry(upload, names)),
      ...tablesAmong(tables.data?.entries ?? []).flatMap((entry) => tableEntry(entry, names)),
    ]
  }, [document, connections.data, tables.data, models.data, datasets.data, uploads.data])
  return {
    entries,
    /** The listed paths of tables, and whether the server has more. */
    tables: tables.data ?? noTables,
    isLoading: tables.isPending || models.isPending || datasets.isPending,
    error: tables.error ?? models.error ?? datasets.error ?? connections.error,
    retry: () => Promise.all([tables.refetch(), models.refetch(), datasets.refetch(), connections.refetch()]),
  }
}

/** The sources that match a search, including tables that are not listed. */
export function useFoundEntries(
  { entries, tables }: Pick<ReturnType<typeof useSourceEntries>, 'entries' | 'tables'>,
  search: string,
): SourceEntry[] {
  const connections = useConnections()
  const word = longestWord(search)
  const more = useQuery({
    queryKey: ['sources', 'tables', word],
    enabled: !tables.isWhole && word !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => listTables(signal, word),
  })
  return useMemo(() => {
    const known = new Set(entries.map(({ key }) => key))
    const names = new Map(connections.data?.map(({ connectionId, name }) => [connectionId, name]))
    const paths = tables.isWhole ? [] : tablesAmong([...tables.entries, ...(more.data?.entries ?? [])])
    const found = paths.flatMap((entry) => tableEntry(entry, names))
    return matchingEntries([...entries, ...found.filter(({ key }) => !known.has(key))], search)
  }, [entries, tables, connections.data, more.data, search])
}

const longestWord = (search: string): string =>
  search
    .trim()
    .split(/\s+/)
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '')

export function useConnections() {
  return useQuery({
    queryKey: ['sources', 'connections'],
    queryFn: ({ signal }) => listConnections(signal),
  })
}

/** The connections that the user may use. */
export function listConnections(signal?: AbortSignal): Promise<ConnectionEntry[]> {
  return listOf<ConnectionEntry>('/v2/connections', signal)
}

function workbookEntries(document: WorkbookDocument): SourceEntry[] {
  return document.pages.flatMap((page) =>
    page.elementIds.flatMap((id): SourceEntry[] => {
      const element = document.elements[id]
      if (!element || (element.kind !== 'table' && element.kind !== 'input-table')) return []
      const source = { kind: 'table', elementId: id } as const
      return [{ key: id, name: elementLabel(element), place: page.name, group: 'workbook', source }]
    }),
  )
}

function modelEntries({ dataModelId, name }: DataModel, elements: readonly ElementEntry[]): SourceEntry[] {
  return elements
    .filter(({ type }) => type === 'table')
    .map((element) => ({
      key: `${dataModelId} ${element.elementId}`,
      name: element.name ?? element.elementId,
      place: name,
      group: 'models' as const,
      source: { kind: 'data-model', dataModelId, elementId: element.elementId },
    }))
}

function datasetEntry({ datasetId, name, path }: Dataset): SourceEntry {
  return { key: datasetId, name, place: path, group: 'datasets', source: { kind: 'dataset', datasetId } }
}

function uploadEntry(upload: Upload, names: ReadonlyMap<string, string>): SourceEntry {
  const { uploadId, connectionId, name } = upload
  const source: ElementSource = { kind: 'csv-table', connectionId, inodeId: uploadId }
  return { key: uploadId, name, place: names.get(connectionId) ?? '', group: 'uploads', source, upload }
}

/**
 * The paths of tables. A synced connection's databases and schemas are among the paths too; all tables of a connection have the same number
 * of parts, and these have fewer. A path with a single part is not a table.
 */
export function tablesAmong(paths: readonly ConnectionPathEntry[]): ConnectionPathEntry[] {
  const most = new Map<string, number>()
  for (const { connectionId, path } of paths) {
    most.set(connectionId, Math.max(2, most.get(connectionId) ?? 0, path.length))
  }
  return paths.filter(({ connectionId, path }) => path.length === most.get(connectionId))
}

function tableEntry(entry: ConnectionPathEntry, names: ReadonlyMap<string, string>): SourceEntry[] {
  const { connectionId, path, friendlyName: label, description, visibility } = entry
  const connection = names.get(connectionId)
  const name = path.at(-1)
  if (connection === undefined || name === undefined || visibility === 'hidden') return []
  const place = [connection, ...path.slice(0, -1)].join(' / ')
  const source: ElementSource = { kind: 'warehouse-table', connectionId, path: [...path] }
  return [
    {
      key: `${connectionId} ${path.join('\u0000')}`,
      name,
      place,
      group: 'tables',
      source,
      ...(label ? { label } : {}),
      ...(description ? { description } : {}),
    },
  ]
}

export interface SourceColumn {
  name: string
  description?: string
  type: string | undefined
  column: DocumentColumn
}

/** The columns that a source has, each as the column that would read it. */
export function useSourceColumns(document: WorkbookDocument, entry: SourceEntry | undefined) {
  return useQuery({
    queryKey: ['sources', 'columns', entry?.key],
    enabled: entry !== undefined,
    queryFn: ({ signal }) => (entry ? readColumns(document, entry, signal) : []),
  })
}

/** Columns for all columns of a source, each reading one of them. */
export async function readColumns(
  document: WorkbookDocument,
  entry: SourceEntry,
  signal?: AbortSignal,
): Promise<SourceColumn[]> {
  const { source, name } = entry
  switch (source.kind) {
    case 'table': {
      const element = document.elements[source.elementId]
      const names = element ? columnNames(columnsOf(element)) : new Map<string, string>()
      return (element ? columnsOf(element) : [])
        .filter(({ hidden }) => hidden !== true)
        .map(({ id, format }) => sourceColumn(name, names.get(id) ?? id, undefined, format))
    }
    case 'data-model': {
      const columns = await listOf<ModelColumn>(`/v2/dataModels/${source.dataModelId}/columns`, signal)
      return columns
        .filter(({ elementId, hidden }) => elementId === source.elementId && hidden !== true)
        .map(({ name: column, type, format }) => sourceColumn(name, column, type?.type, format))
    }
    case 'dataset': {
      const columns = await listOf<ColumnEntry>(`/v2/datasets/${source.datasetId}/columns`, signal)
      return columns.map((column) => sourceColumn(name, column.name, column.type?.type))
    }
    case 'warehouse-table': {
      const { inodeId } = await call<{ inodeId: string }>(`/v2/connection/${source.connectionId}/lookup`, {
        method: 'POST',
        body: { path: source.path },
        ...(signal ? { signal } : {}),
      })
      const columns = await listOf<TableColumn>(`/v2/connections/tables/${inodeId}/columns`, signal)
      return columns
        .filter(({ visibility }) => visibility === 'included')
        .map((column) => annotatedColumn(sourceColumn(name, column.name, column.type.type, column.format), column))
    }
    case 'csv-table':
      return (entry.upload?.columns ?? []).map((column) => sourceColumn(name, column.name, column.type))
    default:
      return []
  }
}

interface ModelColumn {
  elementId: string
  name: string
  type?: { type: string }
  format?: ColumnFormat
  hidden?: boolean
}

/** A column that reads a column of a source, displayed as in the source. */
export function sourceColumn(source: string, name: string, type?: string, format?: ColumnFormat): SourceColumn {
  const formula = printReference([source, name])
  const shown = columnName({ formula })
  const look = format ?? labelFormat(shown, type)
  return { name: shown, type, column: { id: newId(), formula, ...(look ? { format: look } : {}) } }
}

/** The column gets the name and the description that members gave to the source's column. */
function annotatedColumn(read: SourceColumn, { friendlyName, description }: TableColumn): SourceColumn {
  const annotated = description === undefined ? {} : { description }
  const named = friendlyName === undefined ? {} : { name: friendlyName }
  return { ...read, ...named, ...annotated, column: { ...read.column, ...named, ...annotated } }
}

/** Whole numbers that identify something (ids, years) are shown without thousands separators. */
function labelFormat(name: string, type: string | undefined): ColumnFormat | undefined {
  return type === 'integer' && /\b(id|year|key|code)$/i.test(name) ? { kind: 'number', formatString: 'd' } : undefined
}

/** Entries whose name or place holds every word of the search, by group. */
export function matchingEntries(entries: readonly SourceEntry[], search: string): SourceEntry[] {
  const words = search.trim().toLocaleLowerCase().split(/\s+/)
  const found = entries.filter(({ name, label = '', place }) =>
    words.every((word) => `${name} ${label} ${place}`.toLocaleLowerCase().includes(word)),
  )
  return sourceGroups.flatMap((group) => found.filter((entry) => entry.group === group))
}

/**
 * The entry that Enter uses while nothing is chosen: one with the same name, otherwise one that begins with it,
 * otherwise the first.
 */
export function bestMatch(found: readonly SourceEntry[], search: string): SourceEntry | undefined {
  const wanted = search.trim().toLocaleLowerCase()
  if (wanted === '') return undefined
  const named = (test: (name: string) => boolean) => found.find(({ name }) => test(name.toLocaleLowerCase()))
  return named((name) => name === wanted) ?? named((name) => name.startsWith(wanted)) ?? found[0]
}

/** The name of a new element that reads the source. */
export const nameOfSource = ({ label, name }: SourceEntry): string => label ?? friendlySource(name)

/** A name of the platform as people write it: `ORDER_ITEMS` is "Order Items". */
export function friendlySource(name: string): string {
  return name === name.toUpperCase() ? friendlyName(name) : name
}
