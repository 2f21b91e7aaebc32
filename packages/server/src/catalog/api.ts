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

/** A difference that a sync found. Columns are compared only for tables that were described before. */
export interface CatalogChange {
  kind: 'table-added' | 'table-dropped' | 'column-added' | 'column-dropped' | 'column-retyped'
  /** Id of the table in the catalogue. */
  objectId: string
  path: string[]
  column?: string
  /** The column's types before and after, as text. */
  before?: string
  after?: string
}

export interface ObjectFinding {
  /** The stored object before the sync. */
  row: CatalogObjectRow
  isGone: boolean
  changes: CatalogChange[]
  /** The new description as text; absent when the sync did not describe the table. */
  columns?: string
}

export interface CatalogFindings {
  path: string[]
  /** Number of existing databases, schemas and tables. */
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
  /** Changes whenever an answer of the catalogue about these sources changes; part of the compile key. */
  revisionOf(sources: readonly RequiredSource[]): string
  /** Whether everybody reads the connection with the same account of its platform. */
  isSameForAll(connectionId: string): boolean
}

/** Who reads the catalogue: a member; or an organization (by id), which reads with the accounts of its connections. */
export type CatalogReader = SessionViewer | string

export interface Catalog {
  /**
   * The object at a path; it is stored when the engine has it and the catalogue does not yet. Null when it does not
   * exist, and for an empty path.
   */
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
   * Reads a path and everything below it from the data platform and compares them with the stored catalogue. Null when
   * neither has the path. A reader with a separate sign-in may see less than others: such a read only finds new
   * objects.
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
  /** Identifies the state of the rows; part of the compile key. */
  revision: string
}

export interface CatalogLoader {
  catalog: LoadedCatalog
  /** Opens connections that a document names, so that their dialects are known. */
  connect(connectionIds: Iterable<string>): Promise<void>
  /**
   * Loads the missing sources, and the connections that loaded data models name. Resolves to false when there was
   * nothing to load.
   */
  load(sources: readonly RequiredSource[], signal: AbortSignal): Promise<boolean>
}

export interface CatalogDeps {
  store: Store
  sessions: Sessions
  clock: Clock
  /** The document of a data model as sources read it, with a revision that identifies its version. */
  dataModel(
    organizationId: string,
    dataModelId: string,
    versionTagId: string | undefined,
  ): Promise<{ model: DataModel; revision: string }>
  /** Rows that Octavo stores for a source of a document, with a revision that identifies their state. */
  storedRows(
    organizationId: string,
    documentId: string,
    source: Extract<RequiredSource, { kind: 'csv' | 'input-rows' }>,
  ): Promise<{ rows: StoredRows | { unavailable: string }; revision: string }>
  /** How long a description of a table counts as fresh. */
  freshMs?: number
}
