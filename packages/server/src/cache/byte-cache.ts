import { type Clock, isOver } from '../config/index.ts'

export interface ByteCacheOptions {
  clock: Clock
  ttlMs: number
  maxEntryBytes: number
  maxBytes: number
}

export interface ByteCache<T> {
  get(key: string): T | undefined
  /** False when the value is too large to be cached. */
  set(key: string, value: T, sizeBytes: number): boolean
  delete(key: string): void
  /** Bytes of all cached values. */
  size(): number
}

/** A cache of the most recently used values, limited in bytes and in time. */
export function createByteCache<T>({ clock, ttlMs, maxEntryBytes, maxBytes }: ByteCacheOptions): ByteCache<T> {
  /** Least recently used first. */
  const entries = new Map<string, { value: T; sizeBytes: number; expiresAt: number }>()
  let held = 0

  function drop(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    held -= entry.sizeBytes
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (isOver(entry.expiresAt, ttlMs, clock.now())) {
        drop(key)
        return undefined
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, sizeBytes) {
      drop(key)
      if (sizeBytes > maxEntryBytes || sizeBytes > maxBytes) return false
      entries.set(key, { value, sizeBytes, expiresAt: clock.now() + ttlMs })
      held += sizeBytes
      while (held > maxBytes) {
        const oldest = entries.keys().next().value
        if (oldest === undefined) break
        drop(oldest)
      }
      return true
    },
    delete: drop,
    size: () => held,
  }
}
