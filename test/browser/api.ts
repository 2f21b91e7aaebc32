import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { credentials, type RunningOctavo } from './octavo.ts'
import { signedIn } from './sign-in.ts'

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>
type Call = <Answer = Record<string, string>>(method: string, path: string, body?: unknown) => Promise<Answer>

/** Requests to the API as the first administrator. Throws for every response that is not a success. */
export async function apiOf(octavo: RunningOctavo): Promise<Call> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credentials.id,
    client_secret: credentials.secret,
  })
  const answer = await fetch(`${octavo.address}/v2/auth/token`, { method: 'POST', body: form })
  const { access_token } = (await answer.json()) as { access_token: string }
  return async <Answer>(method: string, path: string, body?: unknown) => {
    const response = await fetch(octavo.address + path, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
}

export interface SignedIn {
  memberId: string
  homeFolderId: string
  state: Stored
}

/**
 * A new member who has chosen a password and is signed in. Done with requests, because opening the pages takes seconds of processor time
 * for each member; invitation.test.ts and workbook.test.ts test the same on the pages.
 */
export async function newMember(
  browser: Browser,
  api: Call,
  member: { firstName: string; lastName: string; memberType: string },
): Promise<SignedIn> {
  const email = `${member.firstName}.${member.lastName}@example.com`.toLowerCase()
  const password = 'a sentence of my own'
  const made = await api<{ memberId: string; homeFolderId: string; invitation: { url: string } }>(
    'POST',
    '/v2/members',
    { ...member, email },
  )
  const { origin, hash } = new URL(made.invitation.url)
  const body = JSON.stringify({ token: hash.slice(1), password })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/auth/accept-invitation`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The invitation of ${email}: ${answer.status} ${await answer.text()}`)
  const state = await signedIn(browser, origin, { email, password })
  return { memberId: made.memberId, homeFolderId: made.homeFolderId, state }
}

/** Opens pages as a given user, and collects all errors on their consoles. */
export function createDoor(browser: Browser, octavo: RunningOctavo) {
  const complaints: string[] = []
  return {
    complaints,
    async open(path: string, state: Stored, options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        storageState: state,
        ...options,
      })
      context.setDefaultTimeout(30_000)
      const page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
      })
      await page.goto(octavo.address + path)
      return page
    },
  }
}
