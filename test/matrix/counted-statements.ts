import { AsyncLocalStorage } from 'node:async_hooks'
import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely'

/** Counts the statements that a request sends to the store, until `stop` is called. */
export function countStatements() {
  const statements = new AsyncLocalStorage<{ count: number }>()
  const { prototype } = DefaultQueryExecutor
  const execute = prototype.executeQuery
  prototype.executeQuery = function <R>(this: DefaultQueryExecutor, query: CompiledQuery): Promise<QueryResult<R>> {
    const counter = statements.getStore()
    if (counter) counter.count += 1
    return execute.call(this, query) as Promise<QueryResult<R>>
  }
  return {
    async counted<T>(work: () => Promise<T>): Promise<{ answer: T; count: number }> {
      const counter = { count: 0 }
      return { answer: await statements.run(counter, work), ...counter }
    },
    stop() {
      prototype.executeQuery = execute
    },
  }
}
