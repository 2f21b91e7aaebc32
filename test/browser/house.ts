import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { credentials, type RunningOctavo } from './octavo.ts'

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>
type Call = <Answer = Record<string, string>>(method: string, path: string, body?: unknown) => Promise<Answer>

/** Requests to the API as the first administrator. Throws for every answer that is not a success. */
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

/** A new member who has chosen a password and is signed in. */
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
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(made.invitation.url)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return { memberId: made.memberId, homeFolderId: made.homeFolderId, state }
}

/** Opens pages as somebody, and keeps what any of them wrote as an error on its console. */
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
