export { type AuditCategory, type AuditEvent, systemActor } from './audit-events.ts'
export { isDryRun, outsideDryRun } from './dry-run.ts'
export { isUniqueViolation } from './engines/unique-violation.ts'
export { isUuid, newKey, newKeyUuid, newMemberId, newUuid, newUuidV7, urlIdOf, uuidOfUrlId } from './ids.ts'
export { claimKey, findFact, noteFact } from './instance.ts'
export { type ObjectChange, withChange } from './object-change.ts'
export { createReadMemory, type ReadMemory } from './read-memory.ts'
export { currentRequest, currentRequestId, type RequestOrigin, withRequest } from './request-id.ts'
export type * from './schema.ts'
export {
  createStore,
  type MaintainOptions,
  planMigration,
  type Queryable,
  type Store,
  type StoreOptions,
} from './store.ts'
export { runUrgently } from './urgent-work.ts'
export { type WriteClaim, withWriteClaim } from './write-claim.ts'
