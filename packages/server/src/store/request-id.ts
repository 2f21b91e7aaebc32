import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that work is done for. */
export interface RequestOrigin {
  id: string
  /** Address of the client, as far as trusted proxies report it. */
  address: string | null
}

const requests = new AsyncLocalStorage<RequestOrigin>()

/** Audit events written by `work` are linked to this request, so that services need not pass it on. */
export function withRequest<R>(origin: RequestOrigin, work: () => R): R {
  return requests.run(origin, work)
}

export const currentRequest = (): RequestOrigin | null => requests.getStore() ?? null
export const currentRequestId = (): string | null => currentRequest()?.id ?? null
