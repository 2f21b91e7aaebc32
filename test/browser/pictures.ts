import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Stores a screenshot for inspection, when OCTAVO_PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.OCTAVO_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Shows an open page in a theme, and waits until every color has changed. */
export async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction((theme) => {
    // Animations driven by scrolling never end.
    const moving = document.getAnimations().filter(({ timeline }) => timeline === document.timeline)
    return document.documentElement.dataset.theme === theme && moving.length === 0
  }, colorScheme)
}
