import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { apiOf, newMember } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { startHost } from './host-site.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'
import { salesTable } from './workbooks.ts'

const formula = (text: string) => ({ type: 'formula', formula: text })
const set = (control: string, value: object) => ({ effect: 'set-control-value', control, value })
const button = (id: string, text: string, more: object) => ({
  id,
  kind: 'button',
  text,
  actions: [{ id: `${id}-action`, trigger: 'on-click', ...more }],
})
const control = (controlId: string) => ({
  ...{ id: controlId.toLowerCase(), kind: 'control', controlType: 'text', mode: 'equals', controlId, name: controlId },
})

const elements = (connectionId: string) => [
  control('Picked'),
  control('Failed'),
  button('total', 'Total', {
    effects: [set('Picked', formula('"total"'))],
    successToast: { title: 'Revenue', message: 'Orders: {{CountDistinct([Sales/Order Id])}}' },
  }),
  button('broken', 'Broken', {
    effects: [set('Picked', formula('[Sales/Not there] + 1'))],
    onFailure: [set('Failed', formula('[Error/Step]'))],
    failureToast: { title: 'Step {{[Error/Step]}} failed', message: 'Nothing was changed' },
  }),
  button('add', 'Add', {
    effects: [{ effect: 'insert-rows', table: 'log', values: {} }, set('Picked', formula('"added"'))],
    successToast: { title: 'Row added' },
  }),
  {
    id: 'regions',
    kind: 'table',
    name: 'Regions',
    source: { kind: 'table', elementId: 'sales' },
    columns: [
      { id: 'r', formula: '[Sales/Region]' },
      { id: 'v', formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
    ],
    groupings: [{ id: 'g', groupBy: ['r'], calculations: ['v'] }],
    contextMenu: [{ id: 'pick', name: 'Pick it' }],
    actions: [
      {
        ...{ id: 'pick-action', trigger: { on: 'on-context-menu', itemId: 'pick' } },
        effects: [set('Picked', { type: 'column', column: 'r' })],
      },
    ],
  },
  {
    ...{ id: 'log', kind: 'input-table', name: 'Log', inputMode: 'edit', source: { kind: 'empty', connectionId } },
    columns: [{ id: 'a', name: 'A', type: 'text' }],
  },
]

describe.skipIf(!hasChromium)(`actions of public embeds in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let host: Awaited<ReturnType<typeof startHost>>
  let url = ''
  const complaints: string[] = []

  beforeAll(async () => {
    ;[octavo, browser, host] = await Promise.all([startOctavo(), launchChromium(), startHost()])
    const api = await apiOf(octavo)
    const ada = await newMember(browser, api, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    const connections = await api<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    const { workbookId } = await api('POST', '/v2/workbooks/spec', {
      ...{ name: 'Open', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1 },
      pages: [
        { id: 'open', name: 'Open', elements: elements(connections.entries[0]?.connectionId ?? '') },
        { id: 'back', name: 'Back', visibility: 'hidden', elements: [await salesTable(api)] },
      ],
    })
    const body = { embedType: 'public', sourceType: 'page', sourceId: 'open' }
    url = (await api('POST', `/v2/workbooks/${workbookId}/embeds`, body)).embedUrl ?? ''
    await api('PATCH', '/v2/organizations/settings', { embedOrigins: [host.origin] })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
    host?.server.close()
  })

  /** The embed in a page of another site, for a viewer who never signed in. */
  async function show(colorScheme: 'light' | 'dark' = 'light'): Promise<{ page: Page; frame: FrameLocator }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${host.origin}/?shows=${encodeURIComponent(url)}`)
    const frame = page.frameLocator('iframe')
    await frame.getByRole('region', { name: 'Regions' }).getByText('South', { exact: true }).waitFor()
    return { page, frame }
  }
  const inAddress = (page: Page, name: string) => {
    const shown = page.frames().find((each) => each.url().includes('/embed/'))
    return new URL(shown?.url() ?? 'about:blank').searchParams.get(name)
  }

  it.each(['light', 'dark'] as const)('show their messages with values of the reader, %s', async (theme) => {
    const { page, frame } = await show(theme)
    await frame.getByRole('button', { name: 'Total', exact: true }).click()
    await frame.getByText(/^Orders: [\d,]+$/).waitFor()
    expect(inAddress(page, 'Picked')).toBe('total')
    await picture(page, `embed-message-${theme}`)
    expect(await seriousFaults(page)).toEqual([])
    await page.context().close()
  })

  it('run the steps for a failure, and show its message', async () => {
    const { page, frame } = await show()
    await frame.getByRole('button', { name: 'Broken', exact: true }).click()
    const notices = frame.getByRole('region', { name: 'Notifications' })
    await notices.getByText('Step 1 failed', { exact: true }).waitFor()
    await notices.getByText('Nothing was changed', { exact: true }).waitFor()
    await expect.poll(() => inAddress(page, 'Failed')).toBe('1')
    expect(inAddress(page, 'Picked')).toBeNull()
    await page.context().close()
  })

  it('name the steps that are left out, and do not say that anything was saved', async () => {
    const { page, frame } = await show()
    await frame.getByRole('button', { name: 'Add', exact: true }).click()
    await frame.getByText('Done in part', { exact: true }).waitFor()
    await frame.getByText(/^Left out in public embeds: /).waitFor()
    await expect.poll(() => inAddress(page, 'Picked')).toBe('added')
    expect(await frame.getByText('Row added', { exact: true }).count()).toBe(0)
    const notices = frame.getByRole('region', { name: 'Notifications' })
    await notices.locator('[role="dialog"][data-type="warning"]', { hasText: 'Done in part' }).waitFor()
    await picture(page, 'embed-left-out')
    await page.context().close()
  })

  it('run for an item of the menu of a cell, with the value of its row', async () => {
    const { page, frame } = await show()
    await frame.getByRole('region', { name: 'Regions' }).getByText('South', { exact: true }).click({ button: 'right' })
    await frame.getByRole('menuitem', { name: 'Pick it' }).waitFor()
    await frame.getByRole('menuitem', { name: 'Copy', exact: true }).waitFor()
    await picture(page, 'embed-menu-of-a-cell')
    await frame.getByRole('menuitem', { name: 'Pick it' }).click()
    await expect.poll(() => inAddress(page, 'Picked')).toBe('South')
    await page.context().close()
  })

  it('leave no error on the console', () => {
    expect(complaints).toEqual([])
  })
})
