import { createHttpRequest, type HttpRequest } from './http-request.ts'

export interface HttpPost extends Pick<HttpRequest, 'url' | 'signal'> {
  headers: Readonly<Record<string, string | number>>
  body: AsyncIterable<Uint8Array>
  /** Maximum bytes of the response that are read; 2,000 by default. */
  mostTextBytes?: number
}

export interface HttpAnswer {
  status: number
  /** The beginning of the response, for the person who has to fix the problem. */
  text: string
  /** Seconds after which the server asks for a retry (Retry-After); null without the header. */
  retryAfter: number | null
}

/** Posts to an address entered by a user. Rejects with DestinationRefused, or with a network error. */
export type PostHttp = (post: HttpPost) => Promise<HttpAnswer>

const usualTextBytes = 2_000

/** Posts to allowed destinations only. Redirects are not followed: they are returned as responses. */
export function createHttpPost(given: Parameters<typeof createHttpRequest>[0]): PostHttp {
  const send = createHttpRequest(given)
  return async ({ mostTextBytes = usualTextBytes, ...post }) => {
    const { status, headers, bytes } = await send({ method: 'POST', ...post, mostBytes: mostTextBytes })
    return { status, text: bytes.toString('utf8'), retryAfter: retryAfterOf(headers) }
  }
}

/** Seconds in the header Retry-After; null without the header, and when it is a date. */
export function retryAfterOf(headers: readonly (readonly [string, string])[]): number | null {
  const value = headers.find(([name]) => name === 'retry-after')?.[1]
  const seconds = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
  return seconds >= 0 ? seconds : null
}
