import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { picture } from './pictures.ts'
import { saved } from './saved.ts'

/** A call of another product: its credential and connector are made in the app, an action uses them, and a reader starts it. */
describe.skipIf(!hasChromium)(`calls of other products${skipReason}`, () => {
  let platform: EditorPlatform
  let peer: Server
  const calls: { address: string | undefined; key: string | undefined }[] = []
  let status = 200

  beforeAll(async () => {
    peer = createServer((request, response) => {
      calls.push({ address: request.url, key: request.headers.authorization })
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"state":"cancelled"}')
    })
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
    platform = await openEditorPlatform({ OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1' })
  })
  afterAll(async () => {
    await platform?.close()
    peer?.close()
  })

  it('carry the credential, and show their response or why they failed, in the language of the reader', async () => {
    const { port } = peer.address() as AddressInfo
    const admin = await platform.open('/administration/api-connectors')
    const dialog = admin.getByRole('dialog')
    await admin.getByRole('button', { name: 'New credential' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Orders key')
    await dialog.getByLabel('Hosts').fill('127.0.0.1')
    await dialog.getByLabel('Token', { exact: true }).fill('secret-of-orders')
    await picture(admin, 'api-credential')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await admin.getByRole('button', { name: 'Orders key', exact: true }).waitFor()
    await admin.getByRole('button', { name: 'New connector' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Cancel an order')
    await dialog.getByLabel('URL').fill(`http://127.0.0.1:${port}/orders/{orderId}`)
    await dialog.getByRole('combobox', { name: 'Sign in with' }).click()
    await admin.getByRole('option', { name: /Orders key/ }).click()
    await dialog.getByRole('button', { name: 'Add: Path parameters' }).click()
    await dialog.getByRole('textbox', { name: 'Name of parameter 1' }).fill('orderId')
    await dialog.getByRole('combobox', { name: 'Kind of parameter 1' }).click()
    await admin.getByRole('option', { name: 'Given at each call' }).click()
    await picture(admin, 'api-connector')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await admin.getByRole('button', { name: 'Actions for Cancel an order' }).waitFor()

    const order = {
      id: 'order',
      kind: 'control',
      controlType: 'text',
      mode: 'equals',
      controlId: 'Order',
      name: 'Order',
    }
    const go = { id: 'go', kind: 'button', text: 'Cancel order' }
    const { page, panel, workbookId } = await platform.edit([order, go])
    const choose = async (name: string, option: string) => {
      await panel.getByRole('combobox', { name, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await page.locator('[data-element=go]').click()
    await panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await panel.getByRole('button', { name: 'Add action', exact: true }).click()
    await choose('Effect', 'Call API')
    await panel.getByRole('combobox', { name: 'API connector' }).click()
    await page.getByRole('option', { name: /Cancel an order/ }).click()
    await choose('orderId from', 'Control')
    await picture(page, 'api-action')
    await saved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page
      .getByText(/is published/)
      .last()
      .waitFor()

    const reader = await platform.reader(workbookId, 'Admin', 'de')
    await reader.getByRole('textbox', { name: 'Order' }).fill('17 a')
    await reader.keyboard.press('Tab')
    await reader.getByRole('button', { name: 'Cancel order' }).click()
    const call = { address: '/orders/17%20a', key: 'Bearer secret-of-orders' }
    await expect.poll(() => calls).toEqual([call])
    status = 503
    await reader.getByRole('button', { name: 'Cancel order' }).click()
    const words = `Der Aufruf ist fehlgeschlagen: 127.0.0.1:${port} hat mit dem Status 503 geantwortet: {"state":"cancelled"}`
    await reader.getByRole('alert').getByText(words).waitFor()
    await picture(reader, 'api-reader')
    expect(calls).toEqual([call, call])
    expect(await reader.content()).not.toContain('secret-of-orders')
  })
})
