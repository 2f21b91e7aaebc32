import { randomUUID } from 'node:crypto'
import { AppError } from '@octavo/core/errors'
import { dialects } from '@octavo/core/sql'
import { ask, giveBack, kill, type Links, takeLink } from './links.ts'

/** Creates, fills and removes a table, because these servers do not roll back DDL. */
export async function tryWrite(links: Links, schema: string, signal: AbortSignal): Promise<void> {
  const link = await takeLink(links)
  const stop = () => kill(links, link)
  signal.addEventListener('abort', stop)
  try {
    const table = [schema, `octavo_write_test_${randomUUID()}`].map(dialects[links.flavour].quoteIdentifier).join('.')
    await ask(links, link, 'SET SESSION TRANSACTION READ WRITE')
    await ask(links, link, `CREATE TABLE ${table} (one INTEGER)`)
    try {
      await ask(links, link, `INSERT INTO ${table} VALUES (1)`)
    } finally {
      await ask(links, link, `DROP TABLE ${table}`)
    }
  } catch (error) {
    throw signal.aborted ? new AppError('query_cancelled', {}) : error
  } finally {
    signal.removeEventListener('abort', stop)
    if (!signal.aborted) giveBack(links, link)
  }
}
