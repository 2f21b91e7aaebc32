/**
 * What the data platforms hold, as far as anybody asked: objects get an id at first sight and keep it;
 * columns are described when they are needed and kept.
 */

import { hash } from 'node:crypto'
import type { WorkbookDocument } from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import type { CatalogRelation, PlanCatalog, RequiredSource, RowOrder, StoredRows } from '@octavo/core/plan'
import { valueTypeFromText, valueTypeToText } from '@octavo/core/types'
import { type Clock, isOver } from '../config/index.ts'
import { inPlace, type OpenConnection, type Sessions } from '../connectors/index.ts'
import {
  type CatalogObjectRow,
  findCatalogObject,
  findCatalogObjectByPath,
  forgetCatalogColumns,
  insertCatalogObject,
  setCatalogColumns,
} from '../store/catalog-objects.ts'
import { findConnection } from '../store/connections.ts'
import { newUuid, type Store } from '../store/index.ts'

export interface CatalogObject {
  id: string
  connectionId: string
  path: string[]
  kind: 'database' | 'schema' | 'table' | 'view'
}

type Relation = CatalogRelation | { unavailable: string }
/** A connection that cannot be opened; its dialect as far as its kind tells, so that elements fail by the reason. */
interface NotOpen {
  unavailable: string
  dialect: string | null
}
type DataModel = ReturnType<PlanCatalog['dataModel']>

export interface LoadedCatalog extends PlanCatalog {
  /** Changes when anything that the catalogue answers about these sources changes; a part of the compile key. */
  revisionOf(sources: readonly RequiredSource[]): string
}

export interface Catalog {
  /** The object at a path, made known when the engine has it; null when it does not exist. An empty path is no object. */
  lookup(
    organizationId: string,
    connectionId: string,
    path: readonly string[],
    signal: AbortSignal,
  ): Promise<CatalogObject | null>
  find(organizationId: string, id: string): Promise<CatalogObject | null>
  /** Columns of a table or view, or why they cannot be read. */
  describe(
    organizationId: string,
    connectionId: string,
    path: readonly string[],
    signal: AbortSignal,
  ): Promise<Relation>
  /**
   * Makes known what lies at a path and one or two levels below it, and forgets the columns of all of it, so that they are
   * described anew. How many objects there are; null when the path leads nowhere.
   */
  sync(
    organizationId: string,
    connectionId: string,
    path: readonly string[],
    signal: AbortSignal,
  ): Promise<{ count: number } | null>
  /** Starts a catalogue that `load` fills for a document; one for each compilation or page. */
  begin(organizationId: string, documentId: string): CatalogLoader
}

export interface CatalogLoader {
  catalog: LoadedCatalog
  /** Opens connections that a document names, so that their dialects are known. */
  connect(connectionIds: Iterable<string>): Promise<void>
  /**
   * Loads what is not loaded yet, with the connections that loaded data models name. Resolves to false when there was
   * nothing to load.
   */
  load(sources: readonly RequiredSource[], signal: AbortSignal): Promise<boolean>
}

interface CatalogDeps {
  store: Store
  sessions: Sessions
  clock: Clock
  /** The document of a data model as sources read it, with what names its version. */
  dataModel(
    organizationId: string,
    dataModelId: string,
    versionTagId: string | undefined,
  ): Promise<{ model: DataModel; revision: string }>
  /** Rows that Octavo keeps for a source of a document, with what names their state. */
  storedRows(
    organizationId: string,
    documentId: string,
    source: Extract<RequiredSource, { kind: 'csv' | 'input-rows' }>,
  ): Promise<{ rows: StoredRows | { unavailable: string }; revision: string }>
  /** How long a description of a table counts as fresh. */
  freshMs?: number
}

const kept = 5000
const describeBudgetMs = 30_000
/** Rows of one transaction: the embedded store has one writer. */
const syncedAtOnce = 200

export function createCatalog({
  store,
  sessions,
  clock,
  dataModel,
  storedRows,
  freshMs = 600_000,
}: CatalogDeps): Catalog {
  const tables = new Map<string, { relation: CatalogRelation; until: number }>()
  const statements = new Map<string, CatalogRelation>()

  const newObject = (
    organizationId: string,
    connectionId: string,
    { path, kind }: { path: readonly string[]; kind: CatalogObject['kind'] },
  ): CatalogObjectRow => ({
    organization_id: organizationId,
    id: newUuid(),
    connection_id: connectionId,
    path: JSON.stringify(path),
    kind,
    columns: null,
    synced_at: null,
    created_at: clock.now(),
  })

  async function objectAt(
    organizationId: string,
    connectionId: string,
    path: readonly string[],
    kind: CatalogObject['kind'],
  ): Promise<CatalogObjectRow> {
    const text = JSON.stringify(path)
    const present = await findCatalogObjectByPath(store.db, organizationId, connectionId, text)
    if (present) return present
    await store.maintain('first sight of a catalogue object', (tx) =>
      insertCatalogObject(tx, newObject(organizationId, connectionId, { path, kind })),
    )
    const row = await findCatalogObjectByPath(store.db, organizationId, connectionId, text)
    if (!row) throw new Error(`The catalogue object ${text} vanished while it was made.`)
    return row
  }

  /** The path as the engine writes it, or null: what people type may differ in case. */
  async function canonicalPath(
    connection: OpenConnection,
    path: readonly string[],
    signal: AbortSignal,
  ): Promise<{ path: string[]; kind: CatalogObject['kind'] } | null> {
    let found: { path: string[]; kind: CatalogObject['kind'] } | null = null
    for (const segment of path) {
      const children = await connection.session.list(found?.path ?? [], signal)
      const exact = children.find((child) => child.path.at(-1) === segment)
      const match = exact ?? children.find((child) => child.path.at(-1)?.toLowerCase() === segment.toLowerCase())
      if (!match) return null
      found = { path: match.path, kind: match.kind }
    }
    return found
  }

  async function describe(
    organizationId: string,
    connection: OpenConnection,
    path: readonly string[],
    signal: AbortSignal,
  ): Promise<CatalogRelation | { unavailable: string }> {
    const { row } = connection
    const key = JSON.stringify([organizationId, row.id, row.revision, path])
    const now = clock.now()
    const known = tables.get(key)
    if (known && !isOver(known.until, freshMs, now)) return known.relation
    const stored = await findCatalogObjectByPath(store.db, organizationId, row.id, JSON.stringify(path))
    const isFresh =
      stored?.columns != null &&
      stored.synced_at !== null &&
      stored.synced_at > row.updated_at &&
      !isOver(stored.synced_at + freshMs, freshMs, now)
    if (stored?.columns && isFresh) {
      const relation = relationFromText(stored.columns)
      remember(tables, key, { relation, until: (stored.synced_at ?? 0) + freshMs })
      return relation
    }
    const relation = await inCataloguePool(connection, signal, () => connection.session.describeTable(path, signal))
    if (!relation) return { unavailable: `There is no table ${path.join('.')}.` }
    remember(tables, key, { relation, until: now + freshMs })
    const canonical = (await inCataloguePool(connection, signal, () => canonicalPath(connection, path, signal))) ?? {
      path: [...path],
      kind: 'table' as const,
    }
    const object = await objectAt(organizationId, row.id, canonical.path, canonical.kind)
    await store.maintain('columns of a table', (tx) =>
      setCatalogColumns(tx, organizationId, object.id, relationToText(relation), now),
    )
    return relation
  }

  async function describeStatement(
    organizationId: string,
    connection: OpenConnection,
    source: Extract<RequiredSource, { kind: 'sql' }>,
    signal: AbortSignal,
  ): Promise<CatalogRelation> {
    const { row } = connection
    const key = digestOf([organizationId, row.id, row.revision, source.statement])
    const known = statements.get(key)
    if (known) return known
    const columns = await inCataloguePool(connection, signal, () =>
      connection.session.describe(source.statement, signal),
    )
    const relation = { columns }
    remember(statements, key, relation)
    return relation
  }

  async function dialectOfKind(organizationId: string, connectionId: string): Promise<string | null> {
    const row = await findConnection(store.db, organizationId, connectionId)
    return row?.is_archived === 0 ? (sessions.connector(row.type)?.dialect ?? null) : null
  }

  /** The reason as the document's reader sees it; what is not about the source itself goes on as it is. */
  async function reading(signal: AbortSignal, read: () => Promise<Relation>): Promise<Relation> {
    try {
      return await read()
    } catch (error) {
      if (signal.aborted) throw new AppError('query_cancelled', {})
      if (isAppError(error, 'source_unavailable')) return { unavailable: error.details.reason }
      if (isAppError(error, 'query_failed')) return { unavailable: error.details.reason }
      throw error
    }
  }

  return {
    async lookup(organizationId, connectionId, path, signal) {
      if (path.length === 0) return null
      const connection = await sessions.open(organizationId, connectionId)
      const found = await inCataloguePool(connection, signal, () => canonicalPath(connection, path, signal))
      return found ? objectOf(await objectAt(organizationId, connectionId, found.path, found.kind)) : null
    },
    async find(organizationId, id) {
      const row = await findCatalogObject(store.db, organizationId, id)
      return row ? objectOf(row) : null
    },
    async sync(organizationId, connectionId, path, signal) {
      const connection = await sessions.open(organizationId, connectionId)
      const { session } = connection
      return inCataloguePool(connection, signal, async () => {
        const root = path.length === 0 ? null : await canonicalPath(connection, path, signal)
        if (root === null && path.length > 0) return null
        const found: { path: string[]; kind: CatalogObject['kind'] }[] = root === null ? [] : [root]
        let level = await session.list(root?.path ?? [], signal)
        while (level.length > 0) {
          found.push(...level)
          const inner = level.filter(({ kind }) => kind === 'database' || kind === 'schema')
          level = []
          for (const container of inner) level.push(...(await session.list(container.path, signal)))
        }
        const within = root?.path ?? []
        for (const key of tables.keys()) {
          const [organization, connectionOfKey, , tablePath] = JSON.parse(key) as [string, string, number, string[]]
          const isBelow = within.every((segment, index) => tablePath[index] === segment)
          if (organization === organizationId && connectionOfKey === connectionId && isBelow) tables.delete(key)
        }
        for (let at = 0; at < found.length; at += syncedAtOnce) {
          const some = found.slice(at, at + syncedAtOnce)
          await store.maintain('objects of a connection', async (tx) => {
            for (const object of some) await insertCatalogObject(tx, newObject(organizationId, connectionId, object))
          })
        }
        await store.maintain('columns to describe anew', (tx) =>
          forgetCatalogColumns(tx, organizationId, connectionId, within),
        )
        return { count: found.length }
      })
    },
    describe: (organizationId, connectionId, path, signal) =>
      reading(signal, async () =>
        describe(organizationId, await sessions.open(organizationId, connectionId), path, signal),
      ),
    begin(organizationId, documentId) {
      const connections = new Map<string, OpenConnection | NotOpen>()
      const relations = new Map<string, Relation>()
      const models = new Map<string, DataModel>()
      const rowsKept = new Map<string, StoredRows | { unavailable: string }>()
      const facts = new Map<string, unknown>()

      async function connect(id: string): Promise<OpenConnection | NotOpen> {
        const known = connections.get(id)
        if (known) return known
        let opened: OpenConnection | NotOpen
        try {
          opened = await sessions.open(organizationId, id)
          const { revision, use_friendly_names, allows_passthrough } = opened.row
          facts.set(`connection ${id}`, [revision, use_friendly_names, allows_passthrough])
        } catch (error) {
          if (!isAppError(error, 'source_unavailable') && !isAppError(error, 'engine_unavailable')) throw error
          opened = { unavailable: error.details.reason, dialect: await dialectOfKind(organizationId, id) }
        }
        connections.set(id, opened)
        return opened
      }

      async function loadOne(source: RequiredSource, signal: AbortSignal): Promise<void> {
        const key = keyOf(source)
        if (source.kind === 'data-model') {
          const { model, revision } = await dataModel(organizationId, source.dataModelId, source.versionTagId)
          models.set(key, model)
          facts.set(key, revision)
          if ('document' in model) await Promise.all([...connectionsOf(model.document)].map(connect))
          return
        }
        if (source.kind === 'csv' || source.kind === 'input-rows') {
          if (source.kind === 'csv') await connect(source.connectionId)
          const { rows, revision } = await storedRows(organizationId, documentId, source)
          rowsKept.set(key, rows)
          facts.set(key, revision)
          return
        }
        const connection = await connect(source.connectionId)
        const relation =
          'unavailable' in connection
            ? { unavailable: connection.unavailable }
            : await reading(signal, () =>
                source.kind === 'sql'
                  ? describeStatement(organizationId, connection, source, signal)
                  : describe(organizationId, connection, source.path, signal),
              )
        relations.set(key, relation)
        facts.set(key, fingerprintOf(relation))
      }

      const missing = { unavailable: 'The source was not looked up.' }
      return {
        catalog: {
          dialect(connectionId) {
            const connection = connections.get(connectionId)
            return connection?.dialect ?? null
          },
          table: (connectionId, path) =>
            relations.get(keyOf({ kind: 'warehouse-table', connectionId, path: [...path] })) ?? missing,
          customSql: (key) => relations.get(`sql ${key}`) ?? missing,
          dataModel: (dataModelId, versionTagId) =>
            models.get(keyOf({ kind: 'data-model', dataModelId, ...(versionTagId ? { versionTagId } : {}) })) ??
            missing,
          storedRows: (source) => rowsKept.get(keyOf(source)) ?? missing,
          friendlyNames(connectionId) {
            const connection = connections.get(connectionId)
            return connection && 'row' in connection ? connection.row.use_friendly_names === 1 : true
          },
          allowsPassthrough(connectionId) {
            const connection = connections.get(connectionId)
            return connection !== undefined && 'row' in connection && connection.row.allows_passthrough === 1
          },
          revisionOf: (sources) =>
            digestOf(
              sources.map((source) => [
                keyOf(source),
                facts.get(keyOf(source)),
                'connectionId' in source ? facts.get(`connection ${source.connectionId}`) : null,
              ]),
            ),
        },
        async connect(connectionIds) {
          await Promise.all([...new Set(connectionIds)].map(connect))
        },
        async load(sources, signal) {
          const wanted = new Map(sources.map((source) => [keyOf(source), source]))
          const missing = [...wanted].filter(([key]) => !relations.has(key) && !models.has(key) && !rowsKept.has(key))
          await Promise.all(missing.map(([, source]) => loadOne(source, signal)))
          return missing.length > 0
        },
      }
    },
  }
}

function keyOf(source: RequiredSource): string {
  switch (source.kind) {
    case 'warehouse-table':
      return `table ${JSON.stringify([source.connectionId, source.path])}`
    case 'sql':
      return `sql ${source.key}`
    case 'data-model':
      return `data model ${JSON.stringify([source.dataModelId, source.versionTagId ?? null])}`
    case 'csv':
      return `csv ${source.csvId}`
    case 'input-rows':
      return `input rows ${source.elementId}`
  }
}

const namedConnections = new WeakMap<WorkbookDocument, ReadonlySet<string>>()

/** Ids of the connections that a document names anywhere; documents do not change. */
export function connectionsOf(document: WorkbookDocument): ReadonlySet<string> {
  const known = namedConnections.get(document)
  if (known !== undefined) return known
  const ids = new Set<string>()
  namedConnections.set(document, ids)
  const pending: unknown[] = Object.values(document.elements).map((element) => element.source)
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const [key, value] of Object.entries(next)) {
      if (key === 'connectionId' && typeof value === 'string') ids.add(value)
      else if (typeof value === 'object') pending.push(value)
    }
  }
  return ids
}

/** Descriptions are shared between loaders, so each is digested once. */
const fingerprints = new WeakMap<Relation, string>()

function fingerprintOf(relation: Relation): string {
  const known = fingerprints.get(relation)
  if (known !== undefined) return known
  const fingerprint = digestOf(relation)
  fingerprints.set(relation, fingerprint)
  return fingerprint
}

function inCataloguePool<T>({ catalogue }: OpenConnection, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return inPlace(catalogue, 'catalogue', AbortSignal.any([signal, AbortSignal.timeout(describeBudgetMs)]), work)
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.size >= kept) map.delete(map.keys().next().value ?? '')
  map.set(key, value)
}

function objectOf(row: CatalogObjectRow): CatalogObject {
  return {
    id: row.id,
    connectionId: row.connection_id,
    path: JSON.parse(row.path) as string[],
    kind: row.kind as CatalogObject['kind'],
  }
}

interface StoredColumn {
  name: string
  type: string
  nullable: boolean
}

function relationToText({ columns, rowOrder }: CatalogRelation): string {
  const stored = columns.map(
    ({ name, type, nullable }): StoredColumn => ({ name, type: valueTypeToText(type), nullable }),
  )
  return JSON.stringify({ columns: stored, ...(rowOrder ? { rowOrder } : {}) })
}

/** A description as it was stored; those of older versions are a list of columns alone. */
function relationFromText(text: string): CatalogRelation {
  const stored = JSON.parse(text) as StoredColumn[] | { columns: StoredColumn[]; rowOrder?: RowOrder }
  const { columns, rowOrder } = Array.isArray(stored) ? { columns: stored } : stored
  return {
    columns: columns.map(({ name, type, nullable }) => ({ name, type: valueTypeFromText(type), nullable })),
    ...(rowOrder ? { rowOrder } : {}),
  }
}

function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value))
}
