export { isJobKind, type JobKind, type JobPayload, jobKinds } from './kinds.ts'
export { parsePayload } from './parse-payload.ts'
