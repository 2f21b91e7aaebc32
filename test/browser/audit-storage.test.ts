import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startS3rver,
  testBucket,
  testKey,
} from '../../packages/server/src/services/schedules/destinations/storage/testing.ts'
import { faultsInBothThemes } from './accessibility.ts'
import { createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'
import { signInOnce } from './sign-in.ts'

describe.skipIf(!hasChromium)(`a storage of the audit log in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let storage: Awaited<ReturnType<typeof startS3rver>>

  beforeAll(async () => {
    storage = await startS3rver()
    const env = { OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1' }
    ;[octavo, browser] = await Promise.all([startOctavo(env), launchChromium()])
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
    await storage?.close()
  })

  it('is added, written to from a usage dashboard, and removed by disabling the connection', async () => {
    const door = createDoor(browser, octavo)
    const page = await door.open('/administration/audit-log?tab=trail', await signInOnce(browser, octavo.address))
    await page.getByRole('switch', { name: 'Audit log connection' }).click()
    const dashboards = page.getByRole('link', { name: 'Open usage dashboards' })
    await dashboards.waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Add storage' }).click()
    const dialog = page.getByRole('dialog')
    for (const [label, text] of Object.entries({
      Name: 'trail',
      Bucket: testBucket,
      Region: 'us-east-1',
      Endpoint: storage.url,
      'Access key ID': testKey.accessKeyId,
      'Secret access key': testKey.secretAccessKey,
    })) {
      await dialog.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text)
    }
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`s3://${testBucket}`).first().waitFor()
    await picture(page, 'audit-storage')
    expect(await faultsInBothThemes(page)).toEqual([])

    const choose = async (label: string, option: string) => {
      await page.getByLabel(label).click()
      await page.getByRole('option', { name: option }).first().click()
      // A list that opens while another closes may be closed with it.
      await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
    }
    await dashboards.click()
    await page.getByRole('link', { name: 'Usage: users' }).first().click()
    await page.getByText('Most active users').first().waitFor()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Send now…' }).click()
    await choose('What to send', 'Most active users')
    await choose('Format', 'CSV')
    await choose('Send by', 'Cloud storage')
    await choose('Storage', 'trail')
    await page.getByLabel('Address', { exact: true }).fill(`s3://${testBucket}/users.csv`)
    // Nothing is sent by mail here.
    expect(await page.getByText("Email isn't set up on this server").count()).toBe(0)
    await picture(page, 'audit-storage-send')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect
      .poll(() => storage.files().some((name) => name.startsWith('users.csv')), { timeout: 60_000 })
      .toBe(true)

    await page.goto(`${octavo.address}/administration/audit-log?tab=trail`)
    await page.getByRole('switch', { name: 'Audit log connection' }).click()
    const question = page.getByRole('alertdialog', { name: 'Disable the audit log connection?' })
    await question.getByText('1 storage', { exact: false }).waitFor()
    await picture(page, 'audit-storage-disable')
    await question.getByRole('button', { name: 'Disable' }).click()
    await page.getByText(/The events of the connection are kept until/).waitFor()
    expect(await page.getByText(`s3://${testBucket}`).count()).toBe(0)
    expect(door.complaints).toEqual([])
    await page.context().close()
  }, 180_000)
})
