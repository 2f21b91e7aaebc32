import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'

describe.skipIf(!hasChromium)(`the audit log in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let admin: Awaited<ReturnType<typeof signInOnce>>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    admin = await signInOnce(browser, octavo.address)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  it('creates the connection with its dashboards, refuses a storage that cannot be reached, and disables it after listing what is removed', async () => {
    const page = await door.open('/administration/audit-log', admin)
    await page.getByRole('tab', { name: 'Connection' }).click()
    await page.getByRole('switch', { name: 'Audit log connection' }).click()
    const dashboards = page.getByRole('link', { name: 'Open usage dashboards' })
    await dashboards.waitFor({ timeout: 60_000 })

    await page.getByLabel('Days that the connection keeps events').fill('90')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('button:disabled', { hasText: 'Save' }).waitFor()

    await page.getByRole('button', { name: 'Add storage' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add storage' })
    for (const [label, text] of Object.entries({
      Name: 'trail',
      Bucket: 'audit-bucket',
      Region: 'us-east-1',
      Endpoint: 'https://127.0.0.1:1',
      'Access key ID': 'key',
      'Secret access key': 'secret',
    })) {
      await dialog
        .getByLabel(label, { exact: true })
        .or(dialog.getByLabel(new RegExp(`^${label}`)))
        .first()
        .fill(text)
    }
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('alert').getByText('inside the network').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await faultsInBothThemes(page)).toEqual([])

    await dashboards.click()
    await page.getByRole('heading', { name: 'Octavo usage', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Usage: users' }).first().click()
    await page.getByText('Most active users').first().waitFor()
    await page.getByText('Active users').first().waitFor()
    await page.goto(`${octavo.address}/administration/audit-log?tab=trail`)

    await page.getByRole('switch', { name: 'Audit log connection' }).click()
    const question = page.getByRole('alertdialog', { name: 'Disable the audit log connection?' })
    await question.getByText('8 documents lose their data').waitFor()
    await question.getByRole('button', { name: 'Disable' }).click()
    await page.getByText(/The events of the connection are kept until/).waitFor()
    await page.getByRole('tab', { name: 'Events' }).click()
    await page.getByRole('button', { name: 'Audit log connection disabled' }).first().waitFor()
    await page.context().close()
  }, 120_000)
})
