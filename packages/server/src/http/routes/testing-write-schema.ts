import pg from 'pg'
import { inject } from 'vitest'
import '../../connectors/testing.ts'
import { openTestProxy } from '../../connectors/testing-proxy.ts'

/** A schema whose name has to be quoted. */
export const writeSchema = { name: 'Octavo "rows"', quoted: '"Octavo ""rows"""' }

/** A database with a write schema, a role that may create tables there, and a connection to it that can be broken. */
export async function openWritePlatform() {
  const provided = inject('postgres')
  if ('skipped' in provided) throw new Error(provided.skipped)
  const url = new URL(await (await fetch(`${provided.url}/empty`, { method: 'POST' })).text())
  const client = new pg.Client(url.href)
  await client.connect()
  const database = url.pathname.slice(1)
  const owner = `${database}_rows`
  await client.query(`CREATE ROLE "${database}" LOGIN PASSWORD 'geheim'; CREATE ROLE "${owner}"`)
  await client.query(`GRANT "${owner}" TO "${database}"; CREATE SCHEMA ${writeSchema.quoted} AUTHORIZATION "${owner}"`)
  const proxy = await openTestProxy(Number(url.port))
  const details = {
    type: 'postgres',
    host: url.hostname,
    port: proxy.port,
    database,
    user: database,
    password: 'geheim',
    role: owner,
  }
  const close = async () => {
    proxy.close()
    await client.end()
  }
  return { client, proxy, details, owner, database, url, close }
}
