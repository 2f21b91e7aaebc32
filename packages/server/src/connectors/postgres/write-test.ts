import { randomUUID } from 'node:crypto'
import { AppError } from '@octavo/core/errors'
import type { QueryBudget } from '../api.ts'
import { errorOf } from './engine-errors.ts'
import { begin, giveBack, kill, type Links, takeLink } from './links.ts'

/** Creates and fills a table in a transaction that is rolled back, so that nothing remains in any case. */
export async function tryWrite(
  { links, budget }: { links: Links; budget: QueryBudget },
  schema: string,
  signal: AbortSignal,
): Promise<void> {
  const link = await takeLink(links)
  const stop = () => kill(links, link)
  signal.addEventListener('abort', stop)
  try {
    const table = [schema, `octavo_write_test_${randomUUID()}`].map((name) => link.escapeIdentifier(name)).join('.')
    await begin(links, link, budget.timeoutMs, 'READ WRITE')
    await link.query(`CREATE TABLE ${table} (one INTEGER)`)
    await link.query(`INSERT INTO ${table} VALUES (1)`)
  } catch (error) {
    throw signal.aborted ? new AppError('query_cancelled', {}) : errorOf(error)
  } finally {
    signal.removeEventListener('abort', stop)
    if (!signal.aborted) giveBack(link)
  }
}
