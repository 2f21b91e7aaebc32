import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { startHost } from './host-site.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'
import { saved } from './saved.ts'
import { draftsOf, salesTable } from './workbooks.ts'

/** A value with signs that have a meaning in addresses. */
const awkward = 'a b&c=d#e'
const orders = 'CountDistinct([Sales/Order Id])'

describe.skipIf(!hasChromium)(`formulas in addresses${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn
  let other: Awaited<ReturnType<typeof startContentHost>>
  let host: Awaited<ReturnType<typeof startHost>>
  let workbookId = ''
  let path = ''
  let embedUrl = ''

  const control = (controlId: string) => ({
    ...{
      id: controlId.toLowerCase(),
      kind: 'control',
      controlType: 'text',
      mode: 'equals',
      controlId,
      name: controlId,
    },
  })
  const opens = (id: string, text: string, url: string) => ({
    ...{ id, kind: 'button', text },
    actions: [
      { id: `${id}-action`, trigger: 'on-click', effects: [{ effect: 'open-url', url, openTarget: '_blank' }] },
    ],
  })

  beforeAll(async () => {
    ;[octavo, browser, host, other] = await Promise.all([
      startOctavo(),
      launchChromium(),
      startHost(),
      startContentHost(),
    ])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    const at = other.origin
    const elements = [
      control('Pick'),
      control('Where'),
      { id: 'site', kind: 'embed', url: `${at}/page?q={{[Pick]}}&n={{${orders}}}` },
      // The older form of a control, which is stored as dynamic text.
      { id: 'logo', kind: 'image', source: { kind: 'url', url: `${at}/{{Pick}}.svg` }, alt: 'A square' },
      { id: 'anywhere', kind: 'embed', url: '{{[Where]}}' },
      { id: 'words', kind: 'text', body: `[the orders](${at}/list?q={{[Pick]}}&n={{${orders}}})` },
      {
        ...{ id: 'ways', kind: 'navigation', mode: 'manual' },
        options: [{ label: 'Report', destination: { type: 'link', url: `${at}/report/{{${orders}}}` } }],
      },
      opens('simple', 'Simple', `${at}/simple?q={{[Pick]}}`),
      opens('counted', 'Counted', `${at}/counted?q={{[Pick]}}&n={{${orders} + 0}}`),
    ]
    const made = await call('POST', '/v2/workbooks/spec', {
      ...{ name: 'Addresses', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1 },
      pages: [
        { id: 'open', name: 'Open', elements },
        { id: 'back', name: 'Back', visibility: 'hidden', elements: [await salesTable(call)] },
      ],
    })
    workbookId = made.workbookId ?? ''
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    path = new URL(url, octavo.address).pathname
    const body = { embedType: 'public', sourceType: 'page', sourceId: 'open' }
    embedUrl = (await call('POST', `/v2/workbooks/${workbookId}/embeds`, body)).embedUrl ?? ''
    await call('PATCH', '/v2/organizations/settings', { embedOrigins: [host.origin], contentHosts: [other.origin] })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
    await other?.stop()
    host?.server.close()
  })

  type Place = Page | FrameLocator
  const tile = (place: Place, id: string) => place.locator(`[data-element="${id}"]`)
  const inFrame = (place: Place, id: string) => tile(place, id).locator('iframe').contentFrame().locator('p')
  const found = /q=(.*)&n=(\d+)$/

  /** Types a value into a control of the page. */
  async function pick(place: Place, name: string, value: string) {
    const field = tile(place, name.toLowerCase()).getByRole('textbox').first()
    await field.fill(value)
    await field.press('Enter')
  }

  async function openPlace(where: 'a workbook' | 'a public embed'): Promise<{ page: Page; place: Place }> {
    if (where === 'a workbook') {
      const page = await door.open(path, ada.state)
      return { page, place: page }
    }
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    await page.goto(`${host.origin}/?shows=${encodeURIComponent(embedUrl)}`)
    return { page, place: page.frameLocator('iframe') }
  }

  it.each(['a workbook', 'a public embed'] as const)(
    'of %s are computed, and follow controls',
    {
      timeout: 120_000,
    },
    async (where) => {
      const { page, place } = await openPlace(where)
      await inFrame(place, 'site').filter({ hasText: found }).waitFor()
      const [, empty, count] = found.exec(await inFrame(place, 'site').innerText()) ?? []
      expect([empty, Number(count) > 100]).toEqual(['', true])

      await pick(place, 'Pick', awkward)
      const encoded = encodeURIComponent(awkward)
      await expect.poll(() => inFrame(place, 'site').innerText()).toBe(`/page?q=${encoded}&n=${count}`)
      const image = tile(place, 'logo').getByRole('img', { name: 'A square' })
      await expect.poll(() => image.getAttribute('src')).toBe(`${other.origin}/${encoded}.svg`)
      await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(40)
      await expect
        .poll(() => tile(place, 'words').getByRole('link', { name: 'the orders' }).getAttribute('href'))
        .toBe(`${other.origin}/list?q=${encoded}&n=${count}`)
      if (where === 'a workbook') {
        const way = tile(place, 'ways').getByRole('link', { name: 'Report' })
        expect(await way.getAttribute('href')).toBe(`${other.origin}/report/${count}`)
      }
      // No request was sent with the braces, or before all values were known.
      expect(other.asked.filter((asked) => /[{}]|%7B/i.test(asked))).toEqual([])
      expect(other.asked.filter((asked) => asked.startsWith('/page') && !found.test(asked))).toEqual([])

      const simple = tile(place, 'simple').getByRole('link', { name: 'Simple' })
      await expect.poll(() => simple.getAttribute('href')).toBe(`${other.origin}/simple?q=${encoded}`)
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        tile(place, 'counted').getByRole('button', { name: 'Counted' }).click(),
      ])
      await opened.waitForURL(`${other.origin}/counted?q=${encoded}&n=${count}`)
      await opened.close()
      await picture(page, `dynamic addresses in ${where}`)
      expect(await seriousFaults(page)).toEqual([])
      await page.context().close()
    },
  )

  it('keep their fragment, which leads to a place in the framed page', { timeout: 120_000 }, async () => {
    const { page, place } = await openPlace('a public embed')
    for (const fragment of ['#part', '#other%20part']) {
      await pick(place, 'Where', `${other.origin}/chosen${fragment}`)
      await inFrame(place, 'anywhere').getByText('/chosen').waitFor()
      await expect.poll(() => inFrame(place, 'anywhere').evaluate(() => location.hash)).toBe(fragment)
    }
    await page.context().close()
  })

  it.each(['a workbook', 'a public embed'] as const)(
    'of %s never run a script or leave the listed hosts',
    {
      timeout: 120_000,
    },
    async (where) => {
      const { page, place } = await openPlace(where)
      const frames = tile(place, 'anywhere').locator('iframe')
      await tile(place, 'anywhere').getByText('There is no page to show now').waitFor()
      expect(await tile(place, 'anywhere').innerText()).not.toMatch(/editor/i)
      await pick(place, 'Where', `${other.origin}/chosen`)
      await inFrame(place, 'anywhere').getByText('/chosen').waitFor()
      for (const hostile of ['javascript:alert(1)', 'data:text/html,<p>x</p>', ' JavaScript:alert(1)']) {
        await pick(place, 'Where', hostile)
        await tile(place, 'anywhere').getByText('The address of this page could not be computed').waitFor()
        expect(await frames.count()).toBe(0)
      }
      await picture(page, `refused address in ${where}`)
      await pick(place, 'Where', 'https://evil.example/')
      await tile(place, 'anywhere').getByText('Pages of evil.example are not shown').waitFor()
      expect(await frames.count()).toBe(0)
      await pick(place, 'Where', 'the second report')
      await tile(place, 'anywhere').getByText('This is not the address of a web page').waitFor()
      await pick(place, 'Where', `${octavo.address}/main`)
      await tile(place, 'anywhere').getByText('Pages of this server are not shown here').waitFor()
      expect(await frames.count()).toBe(0)
      await page.context().close()
    },
  )

  it('are written in a field with completion and problems', { timeout: 120_000 }, async () => {
    const page = await door.open(`${path}/edit`, ada.state, { reducedMotion: 'reduce' })
    await tile(page, 'anywhere').click()
    const field = page.getByRole('textbox', { name: 'Address' })
    await field.fill(`${other.origin}/{{[Pi`)
    await page.getByRole('option', { name: /Pick/ }).first().click()
    await field.press('End')
    await page.keyboard.insertText('}}/{{Sum([Nope/X])}}')
    await page.getByRole('alert').filter({ hasText: 'Nope' }).waitFor()
    await picture(page, 'field of an address')
    await field.fill(`${other.origin}/{{[Pick]}}`)
    await saved(page)
    const drafts = draftsOf(call, workbookId)
    await expect.poll(async () => (await drafts.elements()).anywhere?.url).toBe(`${other.origin}/{{[Pick]}}`)
    expect((await drafts.elements()).logo?.source).toEqual({ kind: 'url', url: `${other.origin}/{{[Pick]}}.svg` })
    expect(await seriousFaults(page)).toEqual([])
    await page.context().close()
  })
})

/** A host that the organization lists: pictures, and pages that show the address they were requested at. */
async function startContentHost() {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url.endsWith('.svg')) {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>'
      response.setHeader('content-type', 'image/svg+xml').end(svg)
      return
    }
    const text = url.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en"><title>x</title><p>${text}</p>`)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise((resolve) => server.close(resolve))
  return { origin: `http://localhost:${port}`, asked, stop }
}
