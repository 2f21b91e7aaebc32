import type { Clock } from '../config/index.ts'
import { isDryRun } from './dry-run.ts'
import type { Store } from './store.ts'

/**
 * What was read for `owner` under `key`, from memory where it still holds, else from `read`. Answers are shared, so nobody
 * changes them; they go with their owner. A failure is not remembered.
 */
export type ReadMemory = <T>(owner: object, key: string, read: () => Promise<T>) => Promise<T>

interface Entry {
  answer: Promise<unknown>
  readAt: number
}

const keptForOwner = 1000

/**
 * Answers questions to the store again without asking it. In an exclusive store an answer holds until the next commit,
 * exactly. Other processes may write to a shared store, so there it holds for the time of `shared`, or not at all.
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
    // One key belongs to one reading function, so its answer has the type of this call.
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
