export { type Client, type ClientOptions, createClient, type FileAnswer, type ResultOf } from './client.ts'
export { ApiFailure, IncompleteStream, Unreachable } from './failures.ts'
export { readLines } from './lines.ts'
export type { RequestOf } from './request.ts'
