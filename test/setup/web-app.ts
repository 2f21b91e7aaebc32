import { ensureWebBuilt } from '../../scripts/lib/setup.mjs'
import { hasChromium } from '../browser/chromium.ts'

/** Builds the web app once for all browser tests of a run. */
export default function setup(): void {
  if (hasChromium) ensureWebBuilt()
}
