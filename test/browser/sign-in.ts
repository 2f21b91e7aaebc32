import type { Browser, BrowserContext } from 'playwright-core'
import { admin } from './octavo.ts'

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs the administrator in and gives what a browser keeps of it, for contexts of any size and theme. */
export async function signInOnce(browser: Browser, address: string): Promise<Stored> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}
