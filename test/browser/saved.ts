import type { Page } from 'playwright-core'

/** Waits until the server has every edit: for its first moments, saving still reads "Saved", and only `aria-busy` tells. */
export const saved = (page: Page) =>
  page.locator('[role="status"][aria-busy="false"]').getByText('Saved', { exact: true }).waitFor()
