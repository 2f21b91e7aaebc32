import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { credentials, type RunningOctavo, startOctavo } from './octavo.ts'

describe.skipIf(!hasChromium)(`invitations in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  async function invite(email: string): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.id,
      client_secret: credentials.secret,
    })
    const token = await fetch(`${octavo.address}/v2/auth/token`, { method: 'POST', body: form })
    const { access_token } = (await token.json()) as { access_token: string }
    const answer = await fetch(`${octavo.address}/v2/members`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email, firstName: 'Ada', lastName: 'New' }),
    })
    const { invitation } = (await answer.json()) as { invitation: { url: string } }
    return invitation.url
  }

  it('the link leads to a first password, once, and then to the app', async () => {
    const email = 'ada@example.com'
    const url = await invite(email)
    expect(url.startsWith(octavo.address)).toBe(true)
    const page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    const choose = async () => {
      await page.goto(url)
      await page.getByLabel('Password').fill('a sentence of my own')
      await page.getByRole('button', { name: 'Save password' }).click()
    }
    await choose()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a sentence of my own')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await choose()
    expect(await page.getByRole('alert').textContent()).toContain('used before')
  })
})
