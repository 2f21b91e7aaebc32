import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where Debian puts Chromium; another place can be named. */
export const chromiumPath = process.env.OCTAVO_CHROMIUM ?? '/usr/bin/chromium'
export const hasChromium = existsSync(chromiumPath)
export const skipReason = hasChromium ? '' : ` (skipped: there is no Chromium at ${chromiumPath})`

/**
 * What no test needs. Chromium reads only the last list of its command line, so this one repeats the entries of Playwright
 * that matter on Linux. The first four load pages of Chromium's own window beside each page that a test opens, and
 * start a process ahead of the next one: 0.8 s of processor time for each page opened, of 2.2 s.
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
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
  })
}
