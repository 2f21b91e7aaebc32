import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that work is done for. */
export interface RequestOrigin {
  id: string
  /** Address of the client, as far as trusted proxies tell it. */
  address: string | null
}

const requests = new AsyncLocalStorage<RequestOrigin>()

/** Audit events that `work` writes carry this request, without every service passing it on. */
export function withRequest<R>(origin: RequestOrigin, work: () => R): R {
  return requests.run(origin, work)
}

export const currentRequest = (): RequestOrigin | null => requests.getStore() ?? null
export const currentRequestId = (): string | null => currentRequest()?.id ?? null
