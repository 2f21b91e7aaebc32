import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { picture } from './pictures.ts'
import { saved } from './saved.ts'

/**
 * A server with a newer build: it has none of the files of the previous one, and its page starts with another script. The editor's page was
 * opened before.
 */
async function deploy(page: Page): Promise<void> {
  const isPage = (url: URL) => url.pathname === '/'
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.route(isPage, async (route: Route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/\/assets\/index-[^"]+\.js/, '/assets/index-of-the-next-build.js')
    await route.fulfill({ response: answer, body })
  })
}

async function undeploy(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
}

describe.skipIf(!hasChromium)(`a new version of the app${skipReason}`, () => {
  let platform: EditorPlatform
  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version of Octavo is ready' })

  it.each(['light', 'dark'] as const)('asks for a reload and loses no edit (%s)', async (scheme) => {
    const { page, draft } = await platform.edit([{ id: 't1', kind: 'text', body: 'Before' }])
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.getByText('Before').first().waitFor()
    await deploy(page)
    // The edit is made while no request reaches the server, so that it exists only in this browser.
    await page.route('**/v2/workbooks/*/draft/edits*', (route) => route.abort())
    await page.getByRole('region', { name: 'Canvas' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+d')
    await page.getByText('Before').nth(1).waitFor()
    // The help is loaded on demand, and this page has not loaded it yet.
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await notice(page).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, `new-version-${scheme}`)
    await undeploy(page)
    await notice(page).getByRole('button', { name: 'Reload' }).click()
    await page.getByText('Before').nth(1).waitFor()
    await saved(page)
    await expect.poll(async () => Object.keys(await draft.elements()).length).toBe(3)
    await page.context().close()
  })
})
