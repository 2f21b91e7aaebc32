import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInAccountTypes } from '@octavo/core/access'
import { afterAll, describe, expect, test } from 'vitest'
import { loadConfig, Secret } from '../../config/index.ts'
import { apiCredentialContext, openSecrets, verifyPassword } from '../../secrets/index.ts'
import { findMemberByEmail } from '../../store/members.ts'
import { describeStores } from '../../store/testing.ts'
import { deliverFirstSecrets, firstStart, removeFirstSecrets } from './first-start.ts'

const secrets = openSecrets({ dataDir: '', secretKey: new Secret('q8Zt3xV1nB7mK5pL9sD2fG4hJ6wE0rTy') })
const clock = { now: () => 1_700_000_000_000 }

describeStores('first start', (openStore) => {
  test('creates an organization, its account types, an administrator with a home folder and one credential', async () => {
    const store = await openStore()
    const made = await firstStart({ store, secrets, config: loadConfig({ OCTAVO_ZONE: 'Europe/Berlin' }), clock })
    expect(made.isNew).toBe(true)
    const organization = await store.db.selectFrom('organizations').selectAll().executeTakeFirstOrThrow()
    expect(organization).toMatchObject({ id: made.organizationId, slug: 'main', zone: 'Europe/Berlin' })
    const types = await store.db.selectFrom('account_types').select('name').orderBy('created_at').execute()
    expect(types.map(({ name }) => name)).toEqual(builtInAccountTypes.map(({ name }) => name))
    const admin = await store.db
      .selectFrom('members')
      .innerJoin('account_types', 'account_types.id', 'members.account_type_id')
      .innerJoin('inodes', 'inodes.id', 'members.home_folder_id')
      .select(['members.id', 'email', 'password_hash', 'account_types.name as type', 'inodes.name as home', 'owner_id'])
      .executeTakeFirstOrThrow()
    expect(admin).toMatchObject({
      id: made.adminMemberId,
      email: 'admin@localhost',
      type: 'Admin',
      home: 'My Documents',
      owner_id: made.adminMemberId,
    })
    const password = made.secrets?.password ?? new Secret('')
    expect(await verifyPassword(admin.password_hash, password)).toBe(true)
    const credential = await store.db.selectFrom('api_credentials').selectAll().executeTakeFirstOrThrow()
    const clientSecret = secrets.decrypt(credential.secret_encrypted, apiCredentialContext(credential.id))
    expect(clientSecret.reveal()).toBe(made.secrets?.clientSecret.reveal())
  })

  test('finds the administrator by every spelling of the address', async () => {
    const store = await openStore()
    const config = { ...loadConfig({}), adminEmail: ' Rene\u0301@Example.com ' }
    const { organizationId, adminMemberId } = await firstStart({ store, secrets, config, clock })
    const member = await findMemberByEmail(store.db, organizationId, 'ren\u00e9@example.com')
    expect(member?.id).toBe(adminMemberId)
  })

  test('happens once, also when two processes start together', async () => {
    const store = await openStore()
    const config = loadConfig({})
    const made = await Promise.all([1, 2, 3, 4, 5, 6].map(() => firstStart({ store, secrets, config, clock })))
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1)
    const later = await firstStart({ store, secrets, config, clock })
    expect(later).toEqual({
      isNew: false,
      secrets: null,
      organizationId: made[0]?.organizationId,
      adminMemberId: made[0]?.adminMemberId,
    })
    for (const table of ['organizations', 'members', 'api_credentials', 'audit_events'] as const) {
      expect(await store.db.selectFrom(table).selectAll().execute()).toHaveLength(1)
    }
  })

  test('uses the values of the environment, and stores no readable secret', async () => {
    const store = await openStore()
    const config = loadConfig({
      OCTAVO_ADMIN_EMAIL: 'Ada@Example.com',
      OCTAVO_ADMIN_PASSWORD: 'canary-password',
      OCTAVO_CLIENT_ID: 'client-one',
      OCTAVO_CLIENT_SECRET: 'canary-secret-canary-secret',
    })
    await firstStart({ store, secrets, config, clock })
    const rows = await Promise.all(
      (['members', 'api_credentials', 'audit_events', 'instance'] as const).map((table) =>
        store.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(rows)).not.toContain('canary')
    expect(rows[0]).toMatchObject([{ email: 'Ada@Example.com', email_key: 'ada@example.com' }])
    expect(rows[1]).toMatchObject([{ id: 'client-one' }])
  })
})

describe('deliverFirstSecrets', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-first-'))
  const path = join(dataDir, 'first-sign-in.txt')
  afterAll(() => rmSync(dataDir, { recursive: true }))
  const made = {
    email: 'admin@localhost',
    password: new Secret('canary-1'),
    clientId: 'client',
    clientSecret: new Secret('canary-2'),
  }

  test('prints them on a terminal and leaves no file', () => {
    expect(deliverFirstSecrets(made, { isTerminal: true, dataDir }).join('\n')).toMatch(/canary-1[\s\S]*canary-2/)
    expect(existsSync(path)).toBe(false)
  })

  test('writes them to a file that only the owner can read, which is removed after the first sign-in', () => {
    writeFileSync(path, 'old', { mode: 0o644 })
    expect(deliverFirstSecrets(made, { isTerminal: false, dataDir }).join('\n')).not.toContain('canary')
    expect(readFileSync(path, 'utf8')).toMatch(/canary-1[\s\S]*canary-2/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    removeFirstSecrets(dataDir)
    removeFirstSecrets(dataDir)
    expect(existsSync(path)).toBe(false)
  })
})
