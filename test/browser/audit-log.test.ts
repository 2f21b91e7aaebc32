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

  it('filters by person and object with the keyboard, offers only ids as ids, and keeps the focus', async () => {
    const page = await door.open('/administration/audit-log', admin)
    const who = page.getByRole('combobox', { name: 'Who: Anybody' })
    const what = page.getByRole('combobox', { name: 'Object: Anything' })
    await who.waitFor()
    expect(await who.innerText()).toMatch(/^Who\s+Anybody$/)
    expect(await what.innerText()).toMatch(/^Object\s+Anything$/)
    const focused = () => page.locator(':focus').getAttribute('aria-label')

    await who.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('server')
    await page.getByRole('option', { name: 'The server' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /By the server/ }).waitFor()
    await expect.poll(focused).toContain('By the server')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Who: Anybody')

    await what.focus()
    await page.keyboard.press('Enter')
    const member = page.getByRole('option', { name: 'admin@example.com' })
    await member.waitFor()
    // The server takes long for the next text, of which the shown member has no part.
    let answer = () => {}
    const held = new Promise<void>((release) => {
      answer = release
    })
    await page.route(/\/v2\.1\/members\?/, async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.type('overv')
    await page.getByText('Searching').waitFor()
    await expect.poll(() => member.count()).toBe(0)
    answer()
    await page.getByRole('option', { name: 'Retail overview' }).waitFor()
    expect(await page.getByRole('option', { name: 'Object with this ID' }).count()).toBe(0)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('0f0f0f0f-1234-4abc-8def-0123456789ab')
    await page.getByRole('option', { name: 'Object with this ID' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('object')).toBe('0f0f0f0f-1234-4abc-8def-0123456789ab')
    await expect.poll(focused).toContain('0f0f0f0f')
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.context().close()
  }, 120_000)
})
