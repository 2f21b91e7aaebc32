import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from './queryable.ts'

/** What a request records in the transaction of its first write. If it throws, the write does not happen. */
export interface WriteClaim {
  insert(tx: Queryable): Promise<void>
}

const claims = new AsyncLocalStorage<WriteClaim>()

/** Every `store.write` that `work` calls makes the claim, without every service passing it on. */
export function withWriteClaim<R>(claim: WriteClaim, work: () => R): R {
  return claims.run(claim, work)
}

export const currentWriteClaim = (): WriteClaim | undefined => claims.getStore()
