import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where Debian puts Chromium; another place can be named. */
export const chromiumPath = process.env.OCTAVO_CHROMIUM ?? '/usr/bin/chromium'
export const hasChromium = existsSync(chromiumPath)
export const skipReason = hasChromium ? '' : ` (skipped: there is no Chromium at ${chromiumPath})`

/** A browser with a profile of its own that talks to nobody but the page it shows. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
