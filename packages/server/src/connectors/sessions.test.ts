import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Secret } from '../config/index.ts'
import { createDestinations } from '../outbound/index.ts'
import { openSecrets } from '../secrets/index.ts'
import { insertConnection } from '../store/connections.ts'
import { createStore, newUuid, type Store } from '../store/index.ts'
import { insertOrganization } from '../store/organizations.ts'
import '../store/testing.ts'
import { createPostgresConnector } from './postgres/index.ts'
import { ownDatabase } from './postgres/own-database.ts'
import { connectionContext, createSessions, type Sessions } from './sessions.ts'

const provided = inject('postgres')
const secrets = openSecrets({ dataDir: '', secretKey: new Secret('q8Zt3xV1nB7mK5pL9sD2fG4hJ6wE0rTy') })
const organizationId = newUuid()
const never = () => new AbortController().signal

/** The address of a new database on the server of the tests. */
async function newDatabase(kind: 'empty' | 'migrated'): Promise<URL> {
  if ('skipped' in provided) throw new Error(provided.skipped)
  return new URL(await (await fetch(`${provided.url}/${kind}`, { method: 'POST' })).text())
}

describe.skipIf('skipped' in provided)(
  `sessions of connections with secrets${'skipped' in provided ? ` (skipped: ${provided.skipped})` : ''}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-sessions-'))
    let ownUrl: URL
    let store: Store
    let sessions: Sessions

    beforeAll(async () => {
      ownUrl = await newDatabase('migrated')
      store = await createStore({ dataDir: folder, databaseUrl: new Secret(ownUrl.href) })
      const organization = { id: organizationId, slug: 'o', name: 'O', zone: 'UTC', settings: '{}' }
      await store.maintain('an organization', (tx) =>
        insertOrganization(tx, { ...organization, created_at: 0, updated_at: 0 }),
      )
      sessions = createSessions({
        store,
        secrets,
        connectors: [
          createPostgresConnector({
            destinations: createDestinations({ allowed: ['127.0.0.1', 'localhost'] }),
            ownDatabase: () => ownDatabase(store),
          }),
        ],
      })
    })
    afterAll(async () => {
      await sessions.close()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    })

    async function connect(url: URL, { password, context }: { password?: string; context?: string } = {}) {
      const id = newUuid()
      const secret = JSON.stringify({ password: password ?? decodeURIComponent(url.password) })
      await store.maintain('a connection', (tx) =>
        insertConnection(tx, {
          organization_id: organizationId,
          id,
          name: 'Shop',
          type: 'postgres',
          settings: JSON.stringify({
            host: url.hostname,
            port: Number(url.port),
            database: url.pathname.slice(1),
            user: decodeURIComponent(url.username),
          }),
          secrets_encrypted: secrets.encrypt(secret, context ?? connectionContext(id)),
          is_sample: 0,
          is_archived: 0,
          use_friendly_names: 1,
          revision: 1,
          timeouts: '{}',
          pool_sizes: '{}',
          last_active_at: 0,
          created_by: 'system',
          updated_by: 'system',
          created_at: 0,
          updated_at: 0,
        }),
      )
      return id
    }

    async function read(id: string): Promise<unknown> {
      const { session } = await sessions.openOwn(organizationId, id)
      const budget = { timeoutMs: 10_000, maxRows: 10 }
      const stream = await session.query({ text: 'SELECT 7::BIGINT AS n', values: [] }, budget, never())
      for await (const { columns } of stream.batches) return columns[0]?.values[0]
      return undefined
    }

    it('open with the encrypted password', async () => {
      expect(await read(await connect(await newDatabase('empty')))).toBe('7')
    })

    it('refuse a secret that was encrypted for another connection', async () => {
      const id = await connect(await newDatabase('empty'), { context: connectionContext(newUuid()) })
      await expect(read(id)).rejects.toThrow()
    })

    it.each(['127.0.0.1', 'localhost'])('refuse the database of the store itself, named as %s', async (host) => {
      const url = new URL(ownUrl.href)
      url.hostname = host
      await expect(read(await connect(url))).rejects.toMatchObject({
        code: 'source_unavailable',
        details: { reason: 'It leads to the database in which this server keeps its own data.' },
      })
    })
  },
)
