import type { CatalogRelation, PlanCatalog, RequiredSource, StoredRows, Unavailable } from '@octavo/core/plan'
import type { Transaction } from 'kysely'
import type { Clock } from '../config/index.ts'
import type { Sessions, SessionViewer } from '../connectors/index.ts'
import type { CatalogObjectRow } from '../store/catalog-objects.ts'
import type { Database, Store } from '../store/index.ts'

export interface CatalogObject {
  id: string
  connectionId: string
  path: string[]
  kind: 'database' | 'schema' | 'table' | 'view'
}

/** What a sync found changed. Columns are compared in tables that were described before. */
export interface CatalogChange {
  kind: 'table-added' | 'table-dropped' | 'column-added' | 'column-dropped' | 'column-retyped'
  /** Of the table in the catalogue. */
  objectId: string
  path: string[]
  column?: string
  /** Types of the column, as text. */
  before?: string
  after?: string
}

export interface ObjectFinding {
  /** As it was known. */
  row: CatalogObjectRow
  isGone: boolean
  changes: CatalogChange[]
  /** Where it was described. */
  columns?: string
}

export interface CatalogFindings {
  path: string[]
  /** Databases, schemas and tables that are there. */
  count: number
  objects: ObjectFinding[]
  changes: CatalogChange[]
}

export type Relation = CatalogRelation | Unavailable
/** A connection that cannot be opened; its dialect is known from its kind, so that elements fail with the reason. */
export interface NotOpen extends Unavailable {
  dialect: string | null
}
export type DataModel = ReturnType<PlanCatalog['dataModel']>

export interface LoadedCatalog extends PlanCatalog {
  /** Changes when anything that the catalogue answers about these sources changes; a part of the compile key. */
  revisionOf(sources: readonly RequiredSource[]): string
  /** Everybody reads the connection as the same account of its platform. */
  isSameForAll(connectionId: string): boolean
}

/** Who looks at tables: a member, or an organization, whose connections are then looked at with the accounts of the connections. */
export type CatalogReader = SessionViewer | string

export interface Catalog {
  /** The object at a path, made known when the engine has it; null when it does not exist. An empty path is no object. */
  lookup(
    reader: CatalogReader,
    connectionId: string,
    path: readonly string[],
    signal: AbortSignal,
  ): Promise<CatalogObject | null>
  find(organizationId: string, id: string): Promise<CatalogObject | null>
  /** Columns of a table or view, or why they cannot be read. */
  describe(reader: CatalogReader, connectionId: string, path: readonly string[], signal: AbortSignal): Promise<Relation>
  /**
   * Reads what is at a path and below it from the data platform and compares it with what was known. Null when the path leads
   * nowhere and never did. What a reader who signs in themselves sees says nothing about what others see: then only new objects
   * are found.
   */
  look(
    reader: CatalogReader,
    connectionId: string,
    path: readonly string[],
    signal: AbortSignal,
  ): Promise<CatalogFindings | null>
  /** Stores the result of `look` in a transaction. Returns the changes that were not stored by another process in the meantime. */
  settle(
    tx: Transaction<Database>,
    organizationId: string,
    connectionId: string,
    findings: CatalogFindings,
  ): Promise<CatalogChange[]>
  /** Starts a catalogue that `load` fills for a document; one for each compilation or page. */
  begin(viewer: SessionViewer, documentId: string, given?: GivenRows): CatalogLoader
}

/** Rows that the caller supplies for an input table, instead of the stored ones. */
export interface GivenRows {
  elementId: string
  rows: StoredRows
  /** Names the rows. */
  revision: string
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

export interface CatalogDeps {
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
