export type {
  Connector,
  EngineColumn,
  EngineObject,
  EnginePlan,
  EngineRole,
  EngineSession,
  EngineTables,
  LineFormat,
  LineStream,
  OpenOptions,
  QueryBudget,
  QueryStream,
  RowTables,
  StreamSummary,
  TransferredTables,
} from './api.ts'
export { type ConnectorKind, createConnectors } from './connectors.ts'
export { holdStill } from './duckdb/hold-still.ts'
export { createDuckdbConnector, type DuckdbConnector, type DuckdbOptions } from './duckdb/index.ts'
export { createIngest, type Ingest } from './ingest/ingest.ts'
export { ingestLimits, stagedFiles } from './ingest/messages.ts'
export { createUploadFolder, storedRevision, type UploadFolder, uploadedTable } from './ingest/upload-folder.ts'
export { createMysqlConnector } from './mysql/index.ts'
export { createPool, defaultPoolSizes, inPlace, type OnAhead, type Pool } from './pool.ts'
export { createPostgresConnector } from './postgres/index.ts'
export { ownDatabase } from './postgres/own-database.ts'
export type { ReaderSignIn } from './reader-links.ts'
export { residentMb } from './resident-size.ts'
export {
  type AcrossConnections,
  connectionContext,
  createSessions,
  type OpenConnection,
  roleAttributeOf,
  type Sessions,
  type SessionViewer,
  type SideLimits,
  type SignInOf,
  secretSettings,
  serviceAccount,
  timeoutMsOf,
  usesOwnSignIns,
} from './sessions.ts'
export type { SettingField } from './settings.ts'
export { sqlReferences } from './sql-reader.ts'
export type { SqlReferences, WrittenName, WrittenTable } from './sql-references.ts'
export {
  type EngineWriter,
  isOwnTable,
  type OwnCell,
  type OwnRead,
  type OwnTable,
  type ReadTransaction,
  RowRefused,
  type WriteTransaction,
  WriteUncertain,
} from './writer-api.ts'
