import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminTypeName } from '@octavo/core/access'
import { createSignInServices, type SignInServices } from '../composition/sign-in-services.ts'
import { type Clock, type Config, loadConfig, Secret } from '../config/index.ts'
import { apiCredentialContext, hashPassword, openSecrets, type Secrets } from '../secrets/index.ts'
import { addOrganization as addOrganizationRows } from '../services/organization/new-organization.ts'
import { insertCredential } from '../store/api-credentials.ts'
import { newMemberId, newUuid, type Store, urlIdOf } from '../store/index.ts'
import { insertInode } from '../store/inodes.ts'
import { insertMember } from '../store/members.ts'
import type { OpenStore } from '../store/testing.ts'

/**
 * The callers in tests. All except `outsider` are members of one organization; `stranger` may build but is in no team and gets no grants;
 * `outsider` is the administrator of another organization in the same store.
 */
export const roles = ['admin', 'builder', 'analyst', 'viewer', 'stranger', 'guest', 'outsider'] as const
export type Role = (typeof roles)[number]

const accountTypeOf: Record<Role, string> = {
  admin: adminTypeName,
  builder: 'Build',
  analyst: 'Analyze',
  viewer: 'View',
  stranger: 'Build',
  guest: 'View',
  outsider: adminTypeName,
}

export interface Person {
  organizationId: string
  memberId: string
  email: string
  homeFolderId: string
  clientId: string
  clientSecret: string
}

export interface TestClock extends Clock {
  advance(ms: number): void
}

/** A real store with people in it, and the dependencies of services. */
export interface TestPlatform extends SignInServices {
  store: Store
  secrets: Secrets
  clock: TestClock
  config: Config
  dataDir: string
  organizationId: string
  people: Record<Role, Person>
  /** The password of every person. */
  password: string
  /** Runs before the data folder of the platform is removed; the function added last runs first. */
  beforeClose(end: () => Promise<void>): void
  close(): Promise<void>
  /** How many times the first-start secrets would have been removed. */
  adminSignIns(): number
}

export function testClock(start = Date.UTC(2026, 5, 15, 12)): TestClock {
  let now = start
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}

/** Created once for a file, because argon2 is slow on purpose. */
const password = 'correct horse battery staple'
let passwordHash: Promise<string> | undefined

export async function buildTestPlatform(openStore: OpenStore): Promise<TestPlatform> {
  const clock = testClock()
  const store = await openStore({ clock })
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-http-'))
  const secrets = openSecrets({ dataDir, secretKey: null })
  passwordHash ??= hashPassword(new Secret(password))
  const hash = await passwordHash
  const organizationId = await addOrganization(store, clock, 'main')
  const otherId = await addOrganization(store, clock, 'other')
  const people: Partial<Record<Role, Person>> = {}
  for (const role of roles) {
    const home = role === 'outsider' ? otherId : organizationId
    const kind = { name: role, accountType: accountTypeOf[role], userKind: role === 'guest' ? 'guest' : 'internal' }
    people[role] = await addPerson({ store, secrets, clock, organizationId: home, hash, ...kind })
  }
  const ends: (() => Promise<void>)[] = []
  let adminSignIns = 0
  const onAdminSignIn = () => {
    adminSignIns += 1
  }
  return {
    store,
    secrets,
    clock,
    config: loadConfig({ OCTAVO_DATA: dataDir, OCTAVO_LOG_LEVEL: 'info', OCTAVO_PUBLIC_URL: '' }),
    dataDir,
    organizationId,
    people: people as Record<Role, Person>,
    ...createSignInServices({ store, secrets, clock, sendsMail: false, onAdminSignIn, reportBug: () => {} }),
    password,
    beforeClose: (end) => void ends.push(end),
    async close() {
      for (const end of ends.splice(0).reverse()) await end()
      rmSync(dataDir, { recursive: true, force: true })
    },
    adminSignIns: () => adminSignIns,
  }
}

function audited(now: number) {
  return { created_by: 'system', updated_by: 'system', created_at: now, updated_at: now }
}

async function addOrganization(store: Store, clock: Clock, slug: string): Promise<string> {
  const id = newUuid()
  // Sign-in uses the oldest organization, so each is created a little later than the previous one.
  if ('advance' in clock) (clock as TestClock).advance(1)
  const now = clock.now()
  await store.maintain('test organization', async (tx) => {
    await addOrganizationRows(tx, { id, slug, name: slug, zone: 'UTC' }, { by: 'system', at: now })
  })
  return id
}

/** A member with a password and an API credential. */
export async function addPerson(given: {
  store: Store
  secrets: Secrets
  clock: Clock
  organizationId: string
  /** Name of the email and the credential; unique in the organization. */
  name: string
  accountType: string
  userKind: string
  hash: string | null
}): Promise<Person> {
  const { store, secrets, clock, organizationId, name, accountType, userKind, hash } = given
  const person: Person = {
    organizationId,
    memberId: newMemberId(),
    email: `${name}@example.com`,
    homeFolderId: newUuid(),
    clientId: `client-of-${name}`,
    clientSecret: `secret-of-${name}-0123456789abcdef`,
  }
  const stamp = { organization_id: organizationId, ...audited(clock.now()) }
  await store.maintain('test member', async (tx) => {
    const type = await tx
      .selectFrom('account_types')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('name', '=', accountType)
      .executeTakeFirstOrThrow()
    await insertMember(tx, {
      ...stamp,
      id: person.memberId,
      email: person.email,
      email_key: person.email,
      first_name: name,
      last_name: 'Test',
      account_type_id: type.id,
      user_kind: userKind,
      home_folder_id: person.homeFolderId,
      password_hash: hash,
      profile_img_url: null,
      is_archived: 0,
    })
    await insertInode(tx, {
      ...stamp,
      id: person.homeFolderId,
      url_id: urlIdOf(person.homeFolderId),
      type: 'folder',
      name: 'My Documents',
      parent_id: null,
      owner_id: person.memberId,
      is_home: 1,
      description: '',
      badge: null,
      is_archived: 0,
      archived_at: null,
      archived_by: null,
    })
    await insertCredential(tx, {
      ...stamp,
      id: person.clientId,
      owner_id: person.memberId,
      name: 'test',
      description: '',
      secret_encrypted: secrets.encrypt(person.clientSecret, apiCredentialContext(person.clientId)),
      last_used_at: null,
      expires_at: null,
      is_revoked: 0,
      scopes: null,
    })
  })
  return person
}
