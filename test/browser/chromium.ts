import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The path of Chromium on Debian, which can be overridden. */
export const chromiumPath = process.env.OCTAVO_CHROMIUM ?? '/usr/bin/chromium'
export const hasChromium = existsSync(chromiumPath)
export const skipReason = hasChromium ? '' : ` (skipped: there is no Chromium at ${chromiumPath})`

/**
 * Chromium features that tests do not need. Chromium reads only the last such list on its command line, so this one repeats the entries of
 * Playwright that matter on Linux. The first four load pages of Chromium's own window for each page that a test opens, and start a process
 * ahead of time: 0.8 s of the 2.2 s of processor time for each page.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * A browser with a separate profile that connects only to the page it shows. Pages may write to the clipboard, as in a window; without one
 * Chromium refuses it unless the permission is granted.
 */
export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
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
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
  })
  const open = browser.newContext.bind(browser)
  browser.newContext = (options) =>
    open({ ...options, permissions: ['clipboard-write', ...(options?.permissions ?? [])] })
  return browser
}
