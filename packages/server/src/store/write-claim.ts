import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from './queryable.ts'

/** A record that a request makes in the transaction of its first write. If it throws, the write does not happen. */
export interface WriteClaim {
  insert(tx: Queryable): Promise<void>
}

const claims = new AsyncLocalStorage<WriteClaim>()

/** Every `store.write` inside `work` makes the claim, so that services need not pass it on. */
export function withWriteClaim<R>(claim: WriteClaim, work: () => R): R {
  return claims.run(claim, work)
}

export const currentWriteClaim = (): WriteClaim | undefined => claims.getStore()
