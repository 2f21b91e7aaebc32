import { AppError } from '@octavo/core/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from './handle.ts'
import type { Match } from './matcher.ts'
import type { Serving } from './serving.ts'

/** Responds with a page to a request that matches no operation. Throws when there is no such page. */
export async function answerPage(
  { addresses, options: { pages = [] } }: Serving,
  path: string,
  match: Match<Route>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    const asked = {
      baseUrl: addresses.of(request).baseUrl,
      path,
      search: request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '',
      acceptEncoding: request.headers['accept-encoding'],
      wantsHtml: /text\/html/.test(request.headers.accept ?? ''),
      ifNoneMatch: request.headers['if-none-match'],
      frame: {
        destination: headerOf(request, 'sec-fetch-dest'),
        site: headerOf(request, 'sec-fetch-site'),
        referer: headerOf(request, 'referer'),
      },
    }
    for (const page of pages) if (await page(asked, reply)) return reply
  }
  if (match.kind === 'wrong_method') {
    throw new AppError('method_not_allowed', { method: request.method, allowed: match.allowed })
  }
  throw new AppError('unknown_operation', { method: request.method, path })
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
