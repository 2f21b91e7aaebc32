export { type Authenticate, createAuthenticate } from './authenticate.ts'
export { createListOrArray } from './bare-lists.ts'
export { createDocsPage } from './docs-page.ts'
export { createEmbedPages } from './embed-pages.ts'
export { createFunctionPages } from './function-pages.ts'
export {
  answer,
  assertComplete,
  bytes,
  download,
  type Handler,
  type HandlerContext,
  handle,
  noContent,
  Reply,
  type RequestFacts,
  type Route,
  streamLines,
} from './handle.ts'
export { createIdempotency, type Once } from './idempotency.ts'
export { createLog, type Log } from './log.ts'
export { createLoopDelay } from './loop-delay.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { createPaging, type Paged } from './paging.ts'
export { createRateLimits, type RateLimits } from './rate-limits.ts'
export { createHttpServer, type HttpServer } from './server.ts'
export { authPortOf } from './server-addresses.ts'
export type { HttpServerOptions, Pages } from './serving.ts'
export { createWebFiles } from './web-files.ts'
