export type TableTurns = ReturnType<typeof createTableTurns>

/**
 * Serializes changes of one table in this process, so that a waiting change occupies no session of the connection or of
 * the store. Changes by several processes are serialized by the store (`turn` of its `write`) and by the lock of the
 * table in the connection.
 */
export function createTableTurns() {
  const last = new Map<string, Promise<unknown>>()
  return {
    /** Runs the work after all earlier work with the same key has ended, successfully or not. */
    async take<T>(key: string, work: () => Promise<T>): Promise<T> {
      const before = last.get(key) ?? Promise.resolve()
      const turn = before.catch(() => {}).then(work)
      last.set(key, turn)
      try {
        return await turn
      } finally {
        if (last.get(key) === turn) last.delete(key)
      }
    },
  }
}
