import type { FastifyReply } from 'fastify'

const exposedHeaders = [
  'x-request-id',
  'warning',
  'retry-after',
  'content-disposition',
  'etag',
  'idempotency-replayed',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
].join(', ')

/** Lets pages of other origins read the response. */
export function allowOtherOrigins(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', exposedHeaders)
  reply.header('cross-origin-resource-policy', 'cross-origin')
}

/** Responds to OPTIONS with the methods and headers that pages of other origins may use. */
export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    .header('access-control-allow-headers', 'authorization, content-type, idempotency-key, if-match, if-none-match')
    .header('access-control-max-age', '86400')
    .send()
}
