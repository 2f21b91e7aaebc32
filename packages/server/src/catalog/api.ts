import type { CatalogRelation, PlanCatalog, RequiredSource, StoredRows } from '@octavo/core/plan'
import type { Clock } from '../config/index.ts'
import type { Sessions } from '../connectors/index.ts'
import type { Store } from '../store/index.ts'

export interface CatalogObject {
  id: string
  connectionId: string
  path: string[]
  kind: 'database' | 'schema' | 'table' | 'view'
}

export type Relation = CatalogRelation | { unavailable: string }
/** A connection that cannot be opened; its dialect as far as its kind tells, so that elements fail by the reason. */
export interface NotOpen {
  unavailable: string
  dialect: string | null
}
export type DataModel = ReturnType<PlanCatalog['dataModel']>

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
