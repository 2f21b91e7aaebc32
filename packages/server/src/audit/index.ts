export { type AuditCategory, type AuditEvent, systemActor } from '../store/index.ts'
export { createDenials, createRefusalCount, type Denials } from './denials.ts'
export { eventOf } from './event-of.ts'
export { type ChainReport, sealEvents, verifyChain } from './seal.ts'
