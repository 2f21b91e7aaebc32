import type { Browser, BrowserContext } from 'playwright-core'
import { admin } from './octavo.ts'

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs the administrator in and returns the browser's storage, for contexts of any size and theme. */
export const signInOnce = (browser: Browser, address: string): Promise<Stored> => signedIn(browser, address, admin)

/** The browser storage of a sign-in that was made with a request. */
export async function signedIn(
  browser: Browser,
  address: string,
  data: { email: string; password: string },
): Promise<Stored> {
  const context = await browser.newContext()
  const answer = await context.request.post(`${address}/auth/sign-in`, { data })
  if (!answer.ok()) throw new Error(`The sign-in of ${data.email}: ${answer.status()} ${await answer.text()}`)
  const state = await context.storageState()
  await context.close()
  return state
}
