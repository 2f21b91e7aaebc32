import type { Page } from 'playwright-core'

/** Waits until the server has every edit. At first the text still says "Saved" while saving; only `aria-busy` shows it. */
export const saved = (page: Page) =>
  page.locator('[role="status"][aria-busy="false"]').getByText('Saved', { exact: true }).waitFor()
