import { namedConnection } from '@octavo/core/access'
import { onConnection } from '@octavo/core/document'
import { isAppError } from '@octavo/core/errors'
import type { RequiredSource, StoredRows } from '@octavo/core/plan'
import type { OpenConnection, SessionViewer } from '../connectors/index.ts'
import type { CatalogLoader, DataModel, GivenRows, LoadedCatalog, NotOpen, Relation } from './api.ts'
import { connectionsOf } from './connections-of.ts'
import { type CatalogParts, describe, describeStatement, dialectOfKind, digestOf, reading } from './descriptions.ts'

type EnteredSource = Extract<RequiredSource, { kind: 'input-rows' }>
type StoredSource = EnteredSource | Extract<RequiredSource, { kind: 'csv' }>

const unknown = { unavailable: 'The source was not looked up.' }

/** A catalogue that is filled for one document; one for each compilation or page. */
export class DocumentCatalogLoader implements CatalogLoader {
  readonly catalog: LoadedCatalog
  private readonly parts: CatalogParts
  private readonly viewer: SessionViewer
  private readonly organizationId: string
  private readonly documentId: string
  private readonly given: GivenRows | undefined
  private readonly connections = new Map<string, OpenConnection | NotOpen>()
  private readonly relations = new Map<string, Relation>()
  private readonly models = new Map<string, DataModel>()
  private readonly rowsKept = new Map<string, StoredRows | { unavailable: string }>()
  /** The revision of each source, for the compile key. */
  private readonly facts = new Map<string, unknown>()

  constructor(parts: CatalogParts, viewer: SessionViewer, documentId: string, given?: GivenRows) {
    this.parts = parts
    this.viewer = viewer
    this.organizationId = viewer.organizationId
    this.documentId = documentId
    this.given = given
    this.catalog = this.loaded()
  }

  readonly connect = async (connectionIds: Iterable<string>): Promise<void> => {
    await Promise.all([...new Set(connectionIds)].map((id) => this.open(id)))
  }

  readonly load = async (sources: readonly RequiredSource[], signal: AbortSignal): Promise<boolean> => {
    const { relations, models, rowsKept } = this
    const wanted = new Map(sources.map((source) => [keyOf(source), source]))
    const missing = [...wanted].filter(([key]) => !relations.has(key) && !models.has(key) && !rowsKept.has(key))
    await Promise.all(missing.map(([, source]) => this.loadOne(source, signal)))
    return missing.length > 0
  }

  private async open(id: string): Promise<OpenConnection | NotOpen> {
    const known = this.connections.get(id)
    if (known) return known
    let opened: OpenConnection | NotOpen
    try {
      opened = await this.parts.sessions.open(this.viewer, id)
      const { revision, use_friendly_names, allows_passthrough } = opened.row
      this.facts.set(`connection ${id}`, [revision, use_friendly_names, allows_passthrough])
    } catch (error) {
      if (!isAppError(error, 'source_unavailable') && !isAppError(error, 'engine_unavailable')) throw error
      const { signIn } = isAppError(error, 'source_unavailable') ? error.details : {}
      opened = {
        unavailable: error.details.reason,
        dialect: await dialectOfKind(this.parts, this.organizationId, id),
        ...(signIn === undefined ? {} : { signIn }),
      }
    }
    this.connections.set(id, opened)
    return opened
  }

  private async loadOne(source: RequiredSource, signal: AbortSignal): Promise<void> {
    const key = keyOf(source)
    if (source.kind === 'data-model') {
      const { model, revision } = await this.parts.dataModel(
        this.organizationId,
        source.dataModelId,
        source.versionTagId,
      )
      const id = namedConnection(this.viewer)
      const read =
        id !== undefined && 'document' in model ? { ...model, document: onConnection(model.document, id) } : model
      this.models.set(key, read)
      this.facts.set(key, revision)
      if ('document' in read) await Promise.all([...connectionsOf(read.document)].map((id) => this.open(id)))
      return
    }
    if (source.kind === 'csv' || source.kind === 'input-rows') {
      if (source.kind === 'csv') await this.open(source.connectionId)
      const isGiven = source.kind === 'input-rows' && source.elementId === this.given?.elementId
      const { rows, revision } =
        (isGiven ? this.given : undefined) ??
        (source.kind === 'csv' ? await this.stored(source) : await this.entered(source))
      this.rowsKept.set(key, rows)
      this.facts.set(key, revision)
      return
    }
    const connection = await this.open(source.connectionId)
    const relation =
      'unavailable' in connection
        ? connection
        : await reading(signal, () =>
            source.kind === 'sql'
              ? describeStatement(this.parts, this.organizationId, connection, source, signal)
              : describe(this.parts, this.organizationId, connection, source.path, signal),
          )
    this.relations.set(key, relation)
    this.facts.set(key, fingerprintOf(relation))
  }

  private stored(source: StoredSource) {
    return this.parts.storedRows(this.organizationId, this.documentId, source)
  }

  /**
   * The rows of an input table stored in the data platform. Readers with their own role or sign-in may not be able to
   * read tables of the connection's account, so their statements contain the rows.
   */
  private async entered(source: EnteredSource) {
    const found = await this.stored(source)
    const { entries } = 'rowsId' in found.rows ? found.rows : {}
    if (!entries) return found
    const connection = await this.open(entries.connectionId)
    if (!('unavailable' in connection) && connection.subject === '') return found
    return this.stored({ ...source, travels: true })
  }

  private loaded(): LoadedCatalog {
    const { connections, relations, models, rowsKept, facts } = this
    return {
      dialect(connectionId) {
        const connection = connections.get(connectionId)
        return connection?.dialect ?? null
      },
      table: (connectionId, path) =>
        relations.get(keyOf({ kind: 'warehouse-table', connectionId, path: [...path] })) ?? unknown,
      customSql: (key) => relations.get(`sql ${key}`) ?? unknown,
      dataModel: (dataModelId, versionTagId) =>
        models.get(keyOf({ kind: 'data-model', dataModelId, ...(versionTagId ? { versionTagId } : {}) })) ?? unknown,
      storedRows: (source) => rowsKept.get(keyOf(source)) ?? unknown,
      friendlyNames(connectionId) {
        const connection = connections.get(connectionId)
        return connection && 'row' in connection ? connection.row.use_friendly_names === 1 : true
      },
      allowsPassthrough(connectionId) {
        const connection = connections.get(connectionId)
        // A function may run SQL from its arguments, which could leave the reader's role.
        return (
          connection !== undefined &&
          'row' in connection &&
          connection.row.allows_passthrough === 1 &&
          connection.subject === ''
        )
      },
      isSameForAll(connectionId) {
        const connection = connections.get(connectionId)
        return connection !== undefined && 'row' in connection && connection.subject === ''
      },
      revisionOf: (sources) =>
        digestOf(
          sources.map((source) => [
            keyOf(source),
            facts.get(keyOf(source)),
            'connectionId' in source ? facts.get(`connection ${source.connectionId}`) : null,
          ]),
        ),
    }
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
      return `input rows ${source.elementId}${source.travels ? ' travel' : ''}`
  }
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
