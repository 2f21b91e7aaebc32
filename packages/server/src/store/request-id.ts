import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string>()

/** Audit events that `work` writes carry this request id, without every service passing it on. */
export function withRequestId<R>(requestId: string, work: () => R): R {
  return requests.run(requestId, work)
}

export const currentRequestId = (): string | null => requests.getStore() ?? null
