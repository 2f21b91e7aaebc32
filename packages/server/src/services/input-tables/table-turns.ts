export type TableTurns = ReturnType<typeof createTableTurns>

/**
 * Changes of one table of this process take turns: the next one waits without occupying a session of the connection or of the store. Those
 * of several processes take turns in the store (`turn` of its `write`) and by the lock of the table in the connection.
 */
export function createTableTurns() {
  const last = new Map<string, Promise<unknown>>()
  return {
    /** Runs the work after everything that came before it under the same key, whether or not that failed. */
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
