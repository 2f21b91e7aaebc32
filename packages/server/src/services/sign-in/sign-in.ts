import { decideViewAs, maySignIn, type Viewer } from '@octavo/core/access'
import type { AuditEventType, WebSession } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { requireRight, requireViewAs } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import { type Clock, isOver } from '../../config/index.ts'
import {
  hashPassword,
  hashToken,
  isSameText,
  newToken,
  type Secret,
  type Secrets,
  verifyPassword,
} from '../../secrets/index.ts'
import type { AuditEvent, Queryable, Store } from '../../store/index.ts'
import { systemActor } from '../../store/index.ts'
import {
  emailKeyOf,
  findMember,
  findMemberByEmail,
  isActive,
  type MemberRow,
  updateMember,
} from '../../store/members.ts'
import { findOldestOrganization } from '../../store/organizations.ts'
import {
  deleteSession,
  deleteSessionsOfMember,
  findSession,
  insertSession,
  noteSessionSeen,
  type SessionRow,
  setViewAs,
} from '../../store/sessions.ts'
import { findAttempts, forgetAttempts, type SignInAttemptRow, saveAttempts } from '../../store/sign-in-attempts.ts'
import { serviceOf } from '../service/service.ts'
import type { AllowedAddresses } from './allowed-addresses.ts'
import { sessionFacts } from './session-facts.ts'
import type { Viewers } from './viewers.ts'

export interface SignInSettings {
  /** An unused session ends after this time. */
  idleMs: number
  /** Every session ends after this time. */
  lifeMs: number
  /** Failures before the first pause, for one account and for one address. */
  failuresPerAccount: number
  failuresPerAddress: number
  /** The first pause; each further failure doubles it. */
  firstPauseMs: number
  longestPauseMs: number
  /** Failures are forgotten after this time without another one. */
  rememberedMs: number
}

export const defaultSignInSettings: SignInSettings = {
  idleMs: 12 * 3_600_000,
  lifeMs: 14 * 86_400_000,
  failuresPerAccount: 5,
  failuresPerAddress: 30,
  firstPauseMs: 1_000,
  longestPauseMs: 15 * 60_000,
  rememberedMs: 3_600_000,
}

/** A new session: the cookie text, and the facts for the web app. */
export interface SignedIn {
  cookie: Secret
  session: WebSession
  expiresAt: number
}

export interface LiveSession {
  viewer: Viewer
  /** Whether the text is the CSRF token of this session. */
  isCsrfToken(text: string): boolean
}

export type SignIn = ReturnType<typeof createSignIn>

const seenNotedEveryMs = 60_000
const wrong = () =>
  new AppError('unauthorized', {
    reason: 'The email or the password is wrong.',
    because: { rule: 'wrong_password' },
    hint: 'Check both. After several failures sign-in pauses for a while.',
  })

interface Parts {
  store: Store
  secrets: Secrets
  clock: Clock
  viewers: Viewers
  allowedAddresses: AllowedAddresses
  /** Called after an administrator signed in; removes the first-start secrets. */
  onAdminSignIn: () => Promise<void> | void
  /** Whether a mail server is configured. */
  sendsMail: boolean
  settings: SignInSettings
}

/** Creates, reads and ends sessions of the web app. */
export function createSignIn(parts: Omit<Parts, 'settings'> & { settings?: SignInSettings }) {
  return serviceOf(
    { ...parts, settings: parts.settings ?? defaultSignInSettings },
    { signIn, find, describe, changeProfile, startViewAs, endViewAs, changePassword, signOut },
  )
}

function csrfTokenOf({ secrets }: Parts, cookie: string): string {
  return secrets.mac('csrf', cookie)
}

/** Throws `unauthorized` or `too_many_attempts`. Unknown accounts take the same work as wrong passwords. */
async function signIn(
  parts: Parts,
  request: { email: string; password: Secret; address: string; userAgent: string },
): Promise<SignedIn> {
  const { store, clock, viewers, allowedAddresses, onAdminSignIn, settings } = parts
  const account = `account:${emailKeyOf(request.email)}`
  const address = `address:${request.address}`
  await countAttempt(parts, [
    { subject: account, allowed: settings.failuresPerAccount },
    { subject: address, allowed: settings.failuresPerAddress },
  ])
  const organizationId = await signInOrganization(store.db)
  const member = await findMemberByEmail(store.db, organizationId, request.email)
  const isRight = await verifyPassword(member?.password_hash ?? null, request.password)
  if (!isActive(member) || !isRight || !maySignIn({ userKind: member.user_kind })) {
    await store.write(failureEvent(organizationId, member, request.address), async () => undefined)
    throw wrong()
  }
  await allowedAddresses.require(organizationId, 'ui', request.address)
  const now = clock.now()
  const cookie = newToken()
  const csrfToken = csrfTokenOf(parts, cookie.reveal())
  const row = {
    organization_id: organizationId,
    session_hash: hashToken(cookie.reveal()),
    csrf_hash: hashToken(csrfToken),
    member_id: member.id,
    created_at: now,
    last_seen_at: now,
    expires_at: now + settings.lifeMs,
    user_agent: request.userAgent.slice(0, 256),
    address: request.address,
    view_as_id: null,
  }
  await store.write(sessionEvent(row, 'SIGNED_IN'), async (tx) => {
    // A member who was deactivated during the password check must not get a session.
    if (!isActive(await findMember(tx, organizationId, member.id))) throw wrong()
    await forgetAttempts(tx, account)
    await forgiveOne(tx, address)
    await insertSession(tx, row)
  })
  const viewer = await viewers.load(organizationId, member.id, { kind: 'session' })
  if (viewer === null) throw wrong()
  if (viewer.isAdmin) await onAdminSignIn()
  return { cookie, session: { ...(await sessionFacts(parts, viewer)), csrfToken }, expiresAt: row.expires_at }
}

/** The active session of a cookie; null when there is none, it ended, or its member was deactivated. */
async function find(parts: Parts, cookie: string): Promise<LiveSession | null> {
  const { store, clock, viewers } = parts
  const row = await liveRow(parts, cookie)
  if (row === null) return null
  const own = await viewers.load(row.organization_id, row.member_id, { kind: 'session' })
  if (own === null) return null
  const viewer = (await viewedAs(parts, row, own)) ?? own
  const now = clock.now()
  if (now - row.last_seen_at >= seenNotedEveryMs) {
    const seen = (tx: Queryable) => noteSessionSeen(tx, row.organization_id, row.session_hash, now)
    await store.maintain('session last seen', seen, { isUrgent: true })
  }
  return { viewer, isCsrfToken: (text) => isSameText(hashToken(text), row.csrf_hash) }
}

/** Facts about the session for the web app. */
async function describe(parts: Parts, viewer: Viewer, cookie: string): Promise<WebSession> {
  return { ...(await sessionFacts(parts, viewer)), csrfToken: csrfTokenOf(parts, cookie) }
}

/** Changes the member's own preferences. Throws `conflict` while the session views as another member. */
async function changeProfile(parts: Parts, cookie: string, change: { language: string | null }): Promise<WebSession> {
  const { store, clock } = parts
  const { row, own } = await ownOf(parts, cookie)
  if (row.view_as_id !== null) {
    throw conflict({ rule: 'viewing_as_profile' })
  }
  await store.write(sessionEvent(row, 'PROFILE_CHANGED'), (tx) =>
    updateMember(tx, row.organization_id, row.member_id, {
      ...change,
      updated_by: row.member_id,
      updated_at: clock.now(),
    }),
  )
  return describe(parts, own, cookie)
}

/**
 * From now on the session shows what another member sees. Throws `forbidden` for callers who are not administrators and for administrators
 * as the target, `not_found` for unknown or deactivated members.
 */
async function startViewAs(parts: Parts, cookie: string, memberId: string): Promise<WebSession> {
  const { store, viewers } = parts
  const { row, own } = await ownOf(parts, cookie)
  requireRight(own, 'viewAs')
  const other = await viewers.load(own.organizationId, memberId, { kind: 'viewAs', actorId: own.memberId })
  if (other === null) {
    throw new AppError('not_found', { kind: 'active member', id: memberId })
  }
  requireViewAs(own, other)
  await store.write(viewAsEvent(own, 'VIEW_AS_STARTED', memberId), (tx) =>
    setViewAs(tx, row.organization_id, row.session_hash, memberId),
  )
  return { ...(await sessionFacts(parts, other)), csrfToken: csrfTokenOf(parts, cookie) }
}

/** The session shows what its own member sees again. */
async function endViewAs(parts: Parts, cookie: string): Promise<WebSession> {
  const { store } = parts
  const { row, own } = await ownOf(parts, cookie)
  const { view_as_id: viewed } = row
  if (viewed !== null) {
    await store.write(viewAsEvent(own, 'VIEW_AS_ENDED', viewed), (tx) =>
      setViewAs(tx, row.organization_id, row.session_hash, null),
    )
  }
  return { ...(await sessionFacts(parts, own)), csrfToken: csrfTokenOf(parts, cookie) }
}

/**
 * Changes the password of the session's member; all other sessions of the member end at once. Throws `invalid_request` for a wrong old
 * password, `conflict` while the session views as another member.
 */
async function changePassword(parts: Parts, cookie: string, oldPassword: Secret, newPassword: Secret): Promise<void> {
  const { store, clock, settings } = parts
  const { row, own } = await ownOf(parts, cookie)
  if (row.view_as_id !== null) {
    throw conflict({ rule: 'viewing_as_password' })
  }
  const account = `account:${emailKeyOf(own.email)}`
  await countAttempt(parts, [{ subject: account, allowed: settings.failuresPerAccount }])
  const member = await findMember(store.db, row.organization_id, row.member_id)
  if (!(await verifyPassword(member?.password_hash ?? null, oldPassword))) {
    throw new AppError('invalid_request', {
      reason: 'The old password is wrong.',
      problems: [{ path: 'oldPassword', message: 'is wrong' }],
    })
  }
  const hash = await hashPassword(newPassword)
  await store.write(sessionEvent(row, 'PASSWORD_CHANGED'), async (tx) => {
    const now = clock.now()
    const change = { password_hash: hash, updated_by: row.member_id, updated_at: now }
    await updateMember(tx, row.organization_id, row.member_id, change)
    await deleteSessionsOfMember(tx, row.organization_id, row.member_id, row.session_hash)
    await forgetAttempts(tx, account)
  })
}

/** Ends the session at once, in every process. */
async function signOut(parts: Parts, cookie: string): Promise<void> {
  const { store } = parts
  const row = await liveRow(parts, cookie)
  if (row === null) return
  await store.write(sessionEvent(row, 'SIGNED_OUT'), (tx) => deleteSession(tx, row.organization_id, row.session_hash))
}

/** Counts the attempt before the password is checked, so that parallel attempts cannot bypass the limit. */
async function countAttempt(
  { store, clock, settings }: Parts,
  subjects: readonly { subject: string; allowed: number }[],
): Promise<void> {
  const pauseUntil = await store.maintain('count sign-in', async (tx) => {
    const now = clock.now()
    const known = await findAttempts(
      tx,
      subjects.map(({ subject }) => subject),
    )
    const pauses = [...known.values()].map((row) => row.locked_until ?? 0)
    const locked = Math.max(...pauses.filter((until) => !isOver(until, settings.longestPauseMs, now)), 0)
    if (locked > now) return locked
    for (const { subject, allowed } of subjects) {
      await saveAttempts(tx, nextAttempt(subject, known.get(subject), allowed, now, settings))
    }
    return 0
  })
  if (pauseUntil > 0) {
    throw new AppError('too_many_attempts', { retryAfterSeconds: Math.ceil((pauseUntil - clock.now()) / 1000) })
  }
}

/** The session of a request with its own member, even when it views as another member. */
async function ownOf(parts: Parts, cookie: string): Promise<{ row: SessionRow; own: Viewer }> {
  const { viewers } = parts
  const row = await liveRow(parts, cookie)
  const own = row && (await viewers.load(row.organization_id, row.member_id, { kind: 'session' }))
  if (row && own) return { row, own }
  throw new AppError('unauthorized', {
    reason: 'The session has ended.',
    hint: 'Sign in again.',
    because: { rule: 'session_over' },
  })
}

/** The member that the session views as; null when there is none, or the right to do so is gone. */
async function viewedAs({ viewers }: Parts, row: SessionRow, own: Viewer): Promise<Viewer | null> {
  if (row.view_as_id === null) return null
  const via = { kind: 'viewAs', actorId: own.memberId } as const
  const other = await viewers.load(row.organization_id, row.view_as_id, via)
  return other && decideViewAs(own, other).allowed ? other : null
}

async function liveRow({ store, clock, settings }: Parts, cookie: string): Promise<SessionRow | null> {
  if (cookie.length > 512) return null
  const row = await findSession(store.db, hashToken(cookie))
  const now = clock.now()
  if (row === undefined || row.expires_at <= now || row.last_seen_at + settings.idleMs <= now) return null
  return row
}

/** The oldest organization that is not a tenant; with several organizations the slug or the host will choose. */
async function signInOrganization(db: Queryable): Promise<string> {
  const row = await findOldestOrganization(db)
  if (row === undefined) throw new AppError('not_ready', { reason: 'The first start is not complete.' })
  return row.id
}

function nextAttempt(
  subject: string,
  known: SignInAttemptRow | undefined,
  allowed: number,
  now: number,
  settings: SignInSettings,
): SignInAttemptRow {
  const isFresh =
    known === undefined ||
    isOver(
      Math.max(known.first_failed_at, known.locked_until ?? 0) + settings.rememberedMs,
      settings.rememberedMs + settings.longestPauseMs,
      now,
    )
  const failures = (isFresh ? 0 : known.failures) + 1
  const beyond = failures - allowed
  const pause = beyond < 0 ? 0 : Math.min(settings.longestPauseMs, settings.firstPauseMs * 2 ** Math.min(beyond, 30))
  return {
    subject,
    failures,
    first_failed_at: isFresh ? now : known.first_failed_at,
    locked_until: pause === 0 ? null : now + pause,
  }
}

/** A success removes its own count, not the failures of others behind the same address. */
async function forgiveOne(tx: Queryable, subject: string): Promise<void> {
  const row = (await findAttempts(tx, [subject])).get(subject)
  if (row === undefined) return
  if (row.failures <= 1) await forgetAttempts(tx, subject)
  else await saveAttempts(tx, { ...row, failures: row.failures - 1, locked_until: null })
}

function failureEvent(organizationId: string, member: MemberRow | undefined, address: string): AuditEvent {
  return {
    organizationId,
    actor: systemActor,
    category: 'USER_ACCOUNT',
    action: 'SIGN_IN_FAILED',
    object: member === undefined ? { kind: 'organization', id: organizationId } : { kind: 'member', id: member.id },
    outcome: 'denied',
    details: { address },
  }
}

const viewAsEvent = (own: Viewer, action: AuditEventType, memberId: string): AuditEvent =>
  eventOf(own, { category: 'USER_ACCOUNT', action, object: { kind: 'member', id: memberId } })

function sessionEvent(row: Omit<SessionRow, 'user_agent'>, action: AuditEventType): AuditEvent {
  return {
    organizationId: row.organization_id,
    actor: { kind: 'member', id: row.member_id },
    category: 'USER_ACCOUNT',
    action,
    object: { kind: 'member', id: row.member_id },
    details: { address: row.address },
  }
}
