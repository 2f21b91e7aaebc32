import { apiCredentialContext, openSecrets } from '../../packages/server/src/secrets/index.ts'
import { insertCredential } from '../../packages/server/src/store/api-credentials.ts'
import {
  createStore,
  findFact,
  newMemberId,
  newUuid,
  type StoreOptions,
  urlIdOf,
} from '../../packages/server/src/store/index.ts'
import { insertInode } from '../../packages/server/src/store/inodes.ts'
import { findMember, insertMember } from '../../packages/server/src/store/members.ts'
import { credential, startServer } from '../faults/processes.ts'

export interface FuzzPlatform {
  url: string
  /** Client id and secret of a member for each account type. */
  clients: { name: string; clientId: string; clientSecret: string; memberId: string }[]
  administrator: { clientId: string; clientSecret: string; email: string; password: string }
  /** Errors that the server reported as its own bugs. */
  bugs(): string[]
  close(): Promise<void>
}

const accountTypes = ['Build', 'View']

/**
 * A server process with its sample data over a separate store, with members of several account types. It is a process, so that a request
 * that blocks its event loop is detected by other requests instead of hanging the test.
 */
export async function openFuzzPlatform(place: StoreOptions): Promise<FuzzPlatform> {
  // Rate limits have tests of their own.
  const OCTAVO_RATE_LIMITS = 'token=100000,export=100000,send=100000,download=100000,address=100000'
  // API connectors are tested with the server itself.
  const OCTAVO_ALLOWED_DESTINATIONS = '127.0.0.1'
  const env = { OCTAVO_SAMPLE: 'on', FAULTS_LEASE_MS: '30000', OCTAVO_RATE_LIMITS, OCTAVO_ALLOWED_DESTINATIONS }
  await (await startServer(place, env)).kill()
  const { clients, email } = await addMembers(place)
  const server = await startServer(place, env)
  return {
    url: server.url.replace('localhost', '127.0.0.1'),
    clients,
    administrator: { clientId: credential.id, clientSecret: credential.secret, email, password: credential.password },
    bugs: () =>
      server
        .log()
        .split('\n')
        .filter((line) => line.includes('"level":"error"')),
    close: () => server.kill(),
  }
}

async function addMembers(place: StoreOptions): Promise<{ clients: FuzzPlatform['clients']; email: string }> {
  const store = await createStore(place)
  const secrets = openSecrets({ dataDir: place.dataDir, secretKey: null })
  const adminId = (await findFact(store.db, 'first_admin_id')) ?? ''
  const organizationId = (await findFact(store.db, 'first_organization_id')) ?? ''
  const now = Date.now()
  const stamp = {
    organization_id: organizationId,
    created_by: 'system',
    updated_by: 'system',
    created_at: now,
    updated_at: now,
  }
  const clients: FuzzPlatform['clients'] = [
    { name: 'Admin', clientId: credential.id, clientSecret: credential.secret, memberId: adminId },
  ]
  for (const name of accountTypes) {
    const client = {
      name,
      clientId: `fuzz-${name}`,
      clientSecret: `fuzz-${name}-secret-0123456789`,
      memberId: newMemberId(),
    }
    const home = newUuid()
    await store.maintain('fuzz member', async (tx) => {
      const type = await tx
        .selectFrom('account_types')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      await insertMember(tx, {
        ...stamp,
        id: client.memberId,
        email: `${name}@example.com`,
        email_key: `${name.toLowerCase()}@example.com`,
        first_name: name,
        last_name: 'Fuzz',
        account_type_id: type.id,
        user_kind: 'internal',
        home_folder_id: home,
        password_hash: null,
        profile_img_url: null,
        is_archived: 0,
      })
      await insertInode(tx, {
        ...stamp,
        id: home,
        url_id: urlIdOf(home),
        type: 'folder',
        name: 'My Documents',
        parent_id: null,
        owner_id: client.memberId,
        is_home: 1,
        description: '',
        badge: null,
        is_archived: 0,
        archived_at: null,
        archived_by: null,
      })
      await insertCredential(tx, {
        ...stamp,
        id: client.clientId,
        owner_id: client.memberId,
        name: 'fuzz',
        description: '',
        secret_encrypted: secrets.encrypt(client.clientSecret, apiCredentialContext(client.clientId)),
        last_used_at: null,
        expires_at: null,
        is_revoked: 0,
      })
    })
    clients.push(client)
  }
  const administrator = await findMember(store.db, organizationId, adminId)
  await store.close()
  return { clients, email: administrator?.email ?? '' }
}
