import type { Clock } from '../config/index.ts'
import { isDryRun } from './dry-run.ts'
import type { Store } from './store.ts'

/**
 * Returns the value read for `owner` under `key` from memory while it is valid, otherwise calls `read`. Values are shared and must not be
 * changed; they are released with their owner. Failures are not cached.
 */
export type ReadMemory = <T>(owner: object, key: string, read: () => Promise<T>) => Promise<T>

interface Entry {
  answer: Promise<unknown>
  readAt: number
}

const keptForOwner = 1000

/**
 * Caches reads of the store. In an exclusive store a value is valid until the next commit. Other processes may write to a shared store, so
 * there it is valid for the time of `shared`, or not cached at all.
 */
export function createReadMemory(
  store: Pick<Store, 'commits' | 'opening'>,
  shared?: { forMs: number; clock: Clock },
): ReadMemory {
  const { isExclusive } = store.opening
  let owners = new WeakMap<object, Map<string, Entry>>()
  let commits = store.commits()
  return <T>(owner: object, key: string, read: () => Promise<T>): Promise<T> => {
    if (isDryRun() || (!isExclusive && shared === undefined)) return read()
    if (commits !== store.commits()) {
      commits = store.commits()
      owners = new WeakMap()
    }
    const now = shared?.clock.now() ?? 0
    let answers = owners.get(owner)
    if (answers === undefined) {
      answers = new Map()
      owners.set(owner, answers)
    }
    const known = answers.get(key)
    const holds = known !== undefined && (isExclusive || Math.abs(now - known.readAt) < (shared?.forMs ?? 0))
    // A key belongs to one reading function, so its value has the type of this call.
    if (holds) return known.answer as Promise<T>
    const entry = { answer: read(), readAt: now }
    answers.set(key, entry)
    if (answers.size > keptForOwner) answers.delete(answers.keys().next().value ?? '')
    const within = answers
    entry.answer.catch(() => {
      if (within.get(key) === entry) within.delete(key)
    })
    return entry.answer
  }
}
