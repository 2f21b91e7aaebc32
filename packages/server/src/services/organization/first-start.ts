import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminTypeName } from '@octavo/core/access'
import type { Clock, Config, Secret } from '../../config/index.ts'
import { apiCredentialContext, hashPassword, newPassword, newToken, type Secrets } from '../../secrets/index.ts'
import { insertCredential } from '../../store/api-credentials.ts'
import { findFact, newMemberId, newUuid, noteFact, type Queryable, type Store, systemActor } from '../../store/index.ts'
import { insertMembersWithHomes, newMemberRow } from './members/member-rows.ts'
import { addOrganization } from './new-organization.ts'

const doneAt = 'first_start_at'
const organizationFact = 'first_organization_id'
const adminFact = 'first_admin_id'

export interface FirstStart {
  /** False when an earlier start has already done this; then there are no secrets to deliver. */
  isNew: boolean
  organizationId: string
  adminMemberId: string
  secrets: FirstSecrets | null
}

export interface FirstSecrets {
  email: string
  password: Secret
  clientId: string
  clientSecret: Secret
}

type FirstStartConfig = Pick<Config, 'adminEmail' | 'adminPassword' | 'clientId' | 'clientSecret' | 'zone'>

/**
 * Creates what a new installation needs before it may listen: organization, account types, the first administrator with a home folder, one
 * API credential (an unclaimed installation is never served). One transaction; a later start, or a second process that starts at the same
 * time, finds it done.
 */
export async function firstStart({
  store,
  secrets,
  config,
  clock,
}: {
  store: Store
  secrets: Secrets
  config: FirstStartConfig
  clock: Clock
}): Promise<FirstStart> {
  const known = await findFirstStart(store)
  if (known) return known

  const made: FirstSecrets = {
    email: config.adminEmail,
    password: config.adminPassword ?? newPassword(),
    clientId: config.clientId ?? newToken().reveal(),
    clientSecret: config.clientSecret ?? newToken(),
  }
  const passwordHash = await hashPassword(made.password)
  const now = clock.now()
  const organizationId = newUuid()
  const adminMemberId = newMemberId()
  const isNew = await store.write(
    (hasMade: boolean) =>
      hasMade
        ? {
            organizationId,
            actor: systemActor,
            category: 'SYSTEM',
            action: 'INSTALLATION_STARTED',
            object: { kind: 'organization', id: organizationId },
            details: { adminMemberId, clientId: made.clientId },
          }
        : [],
    async (tx) => {
      if ((await findFact(tx, doneAt)) !== null) return false
      // Written before all other rows: a second process waits here, then starts over and finds it done.
      await noteFact(tx, doneAt, String(now))
      const typeIds = await addOrganization(
        tx,
        { id: organizationId, slug: 'main', name: 'Main', zone: config.zone },
        { by: 'system', at: now },
      )
      const accountTypeId = typeIds.get(adminTypeName) ?? ''
      const member = { organizationId, id: adminMemberId, accountTypeId, email: made.email, passwordHash, now }
      await insertAdministrator(tx, member)
      const encrypted = secrets.encrypt(made.clientSecret, apiCredentialContext(made.clientId))
      await insertFirstCredential(tx, { ...member, clientId: made.clientId, encrypted })
      await noteFact(tx, organizationFact, organizationId)
      await noteFact(tx, adminFact, adminMemberId)
      return true
    },
  )
  if (isNew) return { isNew, organizationId, adminMemberId, secrets: made }
  const other = await findFirstStart(store)
  if (!other) throw new Error('The first start is noted as done, but not by whom.')
  return other
}

interface FirstMember {
  organizationId: string
  id: string
  accountTypeId: string
  email: string
  passwordHash: string
  now: number
}

const auditedAt = (now: number) => ({ created_by: 'system', updated_by: 'system', created_at: now, updated_at: now })

/** Inserts the first administrator with a home folder. */
async function insertAdministrator(tx: Queryable, member: FirstMember): Promise<void> {
  const { organizationId, id, accountTypeId, email, passwordHash, now } = member
  const names = { firstName: 'Octavo', lastName: 'Administrator' }
  const row = newMemberRow({
    ...{ organizationId, email, ...names, accountTypeId, userKind: 'internal' },
    ...{ by: 'system', at: now },
  })
  await insertMembersWithHomes(tx, [{ ...row, id, password_hash: passwordHash }])
}

async function insertFirstCredential(
  tx: Queryable,
  { organizationId, id, clientId, encrypted, now }: FirstMember & { clientId: string; encrypted: string },
): Promise<void> {
  await insertCredential(tx, {
    organization_id: organizationId,
    id: clientId,
    owner_id: id,
    name: 'First credential',
    description: 'Made at the first start.',
    secret_encrypted: encrypted,
    last_used_at: null,
    expires_at: null,
    is_revoked: 0,
    ...auditedAt(now),
  })
}

async function findFirstStart(store: Store): Promise<FirstStart | null> {
  const organizationId = await findFact(store.db, organizationFact)
  const adminMemberId = await findFact(store.db, adminFact)
  if (organizationId === null || adminMemberId === null) return null
  return { isNew: false, organizationId, adminMemberId, secrets: null }
}

const secretsFile = (dataDir: string): string => join(dataDir, 'first-sign-in.txt')

/**
 * Delivers the first secrets to the operator. Returns the lines to print: the secrets on a terminal; otherwise, because output ends up in
 * logs, the name of a file that only the owner can read.
 */
export function deliverFirstSecrets(
  secrets: FirstSecrets,
  { isTerminal, dataDir }: { isTerminal: boolean; dataDir: string },
): string[] {
  const lines = [
    `Email          ${secrets.email}`,
    `Password       ${secrets.password.reveal()}`,
    `Client id      ${secrets.clientId}`,
    `Client secret  ${secrets.clientSecret.reveal()}`,
  ]
  if (isTerminal) return lines
  const path = secretsFile(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // An existing file would keep its own mode, so it is deleted first.
  rmSync(path, { force: true })
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  return [`The first sign-in is in ${path} (removed after it was used).`]
}

/** Called after the first sign-in; does nothing when the file does not exist. */
export function removeFirstSecrets(dataDir: string): void {
  rmSync(secretsFile(dataDir), { force: true })
}
